//! Generates `traps.epd` of the data sets: positions in which a natural move gives the result away.
//!
//! `cargo run --release -p plybench-oracle --example draw_traps > crates/experiment/datasets/traps.epd`
//!
//! Positions of each material are drawn at random, with a seed, until enough are found. What the file claims about them follows
//! from the tables and the clock:
//!
//! - *stalemate*: White wins, but a move stalemates (`am`).
//! - *rescue*: only one move draws (`bm`), and the rook that it offers cannot be captured without stalemate.
//! - *in time* and *too late*: a mate on the hundredth reversible ply counts; one ply later it does not.
//!   The mating side can capture nothing and has no pawn, so the clock is never reset.
//! - *last moment*: with the clock at 99, only a capture or a pawn move wins (`bm`); without the clock
//!   another move would win too.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use chacha20::ChaCha8Rng;
use plybench_engine::game::{Game, MoveKind, chess::Chess};
use plybench_oracle::{Dtm, DtmEntry, Material, Oracle, OracleError};
use rand::{SeedableRng, seq::IndexedRandom};

const SEED: u64 = 1;

type Mv = <Chess as Game>::Move;

/// Tests a position for a kind of trap. Returns the name of each line with its fields and operations; nothing if it is not a trap.
type Judge = fn(&mut Oracle, &Chess, Dtm) -> Result<Vec<(&'static str, String)>, OracleError>;

fn main() -> Result<(), OracleError> {
    let mut oracle = Oracle::of_user()?;
    let mut generator = ChaCha8Rng::seed_from_u64(SEED);
    let wanted: [(&str, usize, Judge); 11] = [
        ("KQK", 6, stalemate),
        ("KRK", 4, stalemate),
        ("KPK", 6, stalemate),
        ("KBNK", 4, stalemate),
        ("KQKR", 4, stalemate),
        ("KQKR", 10, rescue),
        ("KQK", 4, fifty),
        ("KRK", 4, fifty),
        ("KBNK", 4, fifty),
        ("KPK", 10, last_moment),
        ("KQKR", 4, last_moment),
    ];
    for (name, count, judge) in wanted {
        let Some(material) = Material::parse(name) else {
            continue;
        };
        let table = oracle.table(&material)?;
        let entries: Vec<DtmEntry<'_>> = table.entries().collect();
        for number in 1..=count {
            for (kind, line) in find(&mut oracle, &entries, &mut generator, judge)? {
                println!("{line} id \"{kind} {name} #{number}\";");
            }
        }
    }
    Ok(())
}

/// Draws positions at random until the judge accepts one.
fn find(
    oracle: &mut Oracle,
    entries: &[DtmEntry<'_>],
    generator: &mut ChaCha8Rng,
    judge: Judge,
) -> Result<Vec<(&'static str, String)>, OracleError> {
    loop {
        let Some(entry) = entries.choose(generator) else {
            return Ok(vec![]);
        };
        let images = entry.images();
        let Some(position) = images.choose(generator) else {
            continue;
        };
        let lines = judge(oracle, position, entry.dtm())?;
        if !lines.is_empty() {
            return Ok(lines);
        }
    }
}

fn stalemate(
    _: &mut Oracle,
    position: &Chess,
    truth: Dtm,
) -> Result<Vec<(&'static str, String)>, OracleError> {
    let (Dtm::Win(3..), Some(moves)) = (truth, truth.moves()) else {
        return Ok(vec![]);
    };
    let traps = moves_with(position, |after| {
        !after.has_legal_move() && !after.in_check()
    });
    if traps.is_empty() {
        return Ok(vec![]);
    }
    let fields = fields(position, None);
    let line = format!("{fields} am {}; dm {moves};", written(position, &traps));
    Ok(vec![("stalemate", line)])
}

fn rescue(
    oracle: &mut Oracle,
    position: &Chess,
    truth: Dtm,
) -> Result<Vec<(&'static str, String)>, OracleError> {
    let is_black = position.fen().contains(" b ");
    if truth != Dtm::Draw || !is_black {
        return Ok(vec![]);
    }
    let mut holding = Vec::new();
    for mv in moves_with(position, |_| true) {
        if oracle.probe(&position.play(mv))? == Dtm::Draw {
            holding.push(mv);
        }
    }
    let [only] = holding[..] else {
        return Ok(vec![]);
    };
    let after = position.play(only);
    let stalemating = moves_with(&after, |taken| {
        taken.board().occupied().len() == 3 && !taken.has_legal_move() && !taken.in_check()
    });
    if stalemating.is_empty() {
        return Ok(vec![]);
    }
    let fields = fields(position, None);
    let line = format!("{fields} bm {}; ce 0;", written(position, &holding));
    Ok(vec![("rescue", line)])
}

fn fifty(
    _: &mut Oracle,
    position: &Chess,
    truth: Dtm,
) -> Result<Vec<(&'static str, String)>, OracleError> {
    let (Dtm::Win(plies @ 5..), Some(moves)) = (truth, truth.moves()) else {
        return Ok(vec![]);
    };
    let in_time = fields(position, Some(100 - plies));
    let too_late = fields(position, Some(101 - plies));
    Ok(vec![
        ("in time", format!("{in_time} dm {moves};")),
        ("too late", format!("{too_late} ce 0;")),
    ])
}

fn last_moment(
    oracle: &mut Oracle,
    position: &Chess,
    truth: Dtm,
) -> Result<Vec<(&'static str, String)>, OracleError> {
    let Dtm::Win(3..) = truth else {
        return Ok(vec![]);
    };
    let (mut resetting, mut too_slow) = (Vec::new(), 0);
    for mv in moves_with(position, |_| true) {
        let after = position.play(mv);
        if !matches!(oracle.probe(&after)?, Dtm::Loss(_)) {
            continue;
        }
        match after.reversible_plies() {
            0 => resetting.push(mv),
            _ => too_slow += 1,
        }
    }
    if resetting.is_empty() || too_slow == 0 {
        return Ok(vec![]);
    }
    let fields = fields(position, Some(99));
    let line = format!("{fields} bm {};", written(position, &resetting));
    Ok(vec![("last moment", line)])
}

/// The moves after which `holds` is true of the position.
fn moves_with(position: &Chess, holds: impl Fn(&Chess) -> bool) -> Vec<Mv> {
    let mut moves = Vec::new();
    position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    moves.retain(|&mv| holds(&position.play(mv)));
    moves
}

/// The four fields of EPD, or the six of FEN with a clock of reversible plies.
fn fields(position: &Chess, clock: Option<u16>) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let fields = fields.join(" ");
    clock.map_or(fields.clone(), |clock| format!("{fields} {clock} 99"))
}

fn written(position: &Chess, moves: &[Mv]) -> String {
    let board = position.board();
    let written = moves.iter().filter_map(|&mv| {
        let mv = cozy_chess::util::parse_uci_move(board, &position.notation(mv)).ok()?;
        Some(cozy_chess::util::display_san_move(board, mv).to_string())
    });
    written.collect::<Vec<_>>().join(" ")
}
