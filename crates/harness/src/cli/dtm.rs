//! `plybench dtm`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use plybench_engine::game::{Game, chess::Chess};
use plybench_oracle::{Dtm, Oracle, OracleError};
use serde_json::json;

use super::{failure::Failure, message, oracle, output};
use plybench_experiment::dataset::{Epd, MateClaim, refuse_torn};
use plybench_figures::board;
use plybench_files::user_file;
use plybench_text::plural::count;

/// How many unreadable lines of a file are reported without `--verbose`.
const REPORTED_LINES: u64 = 5;

/// Look up the exact distance to mate of a position of up to four men, or check the claims of a file
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench dtm '8/7K/8/8/8/8/R7/7k w - - 0 1'\n          plybench dtm --epd mates.epd\n\nTables are built when first needed and kept in PLYBENCH_CACHE or the system's cache directory. The 50-move rule is ignored."
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four; quotes are optional
    #[arg(required_unless_present = "epd", conflicts_with = "epd", num_args = 1..)]
    fen: Vec<String>,
    /// Check every `bm #N` and `dm N` of a file against the tables
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Report every line that cannot be read, not only the first five
    #[arg(long)]
    verbose: bool,
    /// Draw the board first
    #[arg(long, conflicts_with_all = ["json", "epd"])]
    board: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.epd {
        Some(path) => file(path, arguments),
        None => position(&arguments.fen.join(" "), arguments),
    }
}

fn position(fen: &str, arguments: &Arguments) -> Result<(), Failure> {
    let root = Chess::from_fen(fen).map_err(Failure::input)?;
    let mut oracle = oracle::open()?;
    let distance = oracle.probe(&root).map_err(oracle::failure)?;
    let line = oracle.best_line(&root).map_err(oracle::failure)?;
    let board = arguments.board.then(|| board::text(root.board()));
    let mut position = root;
    let mut pv = Vec::new();
    for mv in line {
        pv.push(position.notation(mv));
        position = position.play(mv);
    }
    let result = match distance {
        Dtm::Win(_) => "win",
        Dtm::Loss(_) => "loss",
        Dtm::Draw => "draw",
    };
    let mut out = output::writer();
    if arguments.json {
        let object = json!({ "result": result, "plies": distance.plies(), "moves": distance.moves(), "pv": pv });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    write!(out, "{}", board.unwrap_or_default())?;
    match (distance.plies(), distance.moves()) {
        (Some(plies), Some(moves)) => {
            let moves = moves.abs();
            let plural = if moves == 1 { "" } else { "s" };
            let unit = if plies == 1 { "ply" } else { "plies" };
            let mate = match distance {
                Dtm::Loss(_) => "mated",
                _ => "mate",
            };
            writeln!(
                out,
                "{result}, {mate} in {moves} move{plural} ({plies} {unit})"
            )?;
            writeln!(out, "{}", pv.join(" "))?;
        }
        _ => writeln!(out, "{result}")?,
    }
    Ok(())
}

/// The outcome of checking a file's lines.
#[derive(Default)]
struct Tally {
    positions: u64,
    agree: u64,
    out_of_reach: u64,
    without_claim: u64,
    unreadable: u64,
    disagreements: Vec<Disagreement>,
}

struct Disagreement {
    line: u64,
    fen: String,
    claimed: String,
    truth: String,
}

fn file(path: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let name = path.display();
    let text = user_file::read_text(path).map_err(|error| {
        Failure::input(format_args!(
            "cannot read {name}: {error}; give an EPD file"
        ))
    })?;
    refuse_torn(&text).map_err(|torn| Failure::input(format_args!("{name}: {torn}")))?;
    let mut oracle = oracle::open()?;
    let mut tally = Tally::default();
    for (number, text) in (1..).zip(text.lines()) {
        if let Err(problem) = line(text, number, &mut oracle, &mut tally)? {
            tally.unreadable += 1;
            if arguments.verbose || tally.unreadable <= REPORTED_LINES {
                message::line(format_args!("{name}:{number}: {problem}"));
            }
        }
    }
    if !arguments.verbose && tally.unreadable > REPORTED_LINES {
        message::line(format_args!(
            "{name}: {} cannot be read; --verbose shows all",
            count(tally.unreadable - REPORTED_LINES, "more line")
        ));
    }
    if tally.positions + tally.unreadable == 0 {
        return Err(Failure::input(format_args!(
            "{name} has no positions; give a file with one EPD or FEN line per position"
        )));
    }
    let printed = report(&tally, &name.to_string(), arguments.json);
    // A failing stdout does not hide the verdict.
    if !tally.disagreements.is_empty() {
        return Err(Failure::Found(format!(
            "{name}: {}",
            count(tally.disagreements.len(), "wrong claim")
        )));
    }
    if tally.unreadable > 0 {
        return Err(Failure::input(format_args!(
            "{name}: {} cannot be read",
            count(tally.unreadable, "line")
        )));
    }
    printed
}

/// Checks one line against the tables. The inner error says what is wrong with the line itself.
fn line(
    text: &str,
    number: u64,
    oracle: &mut Oracle,
    tally: &mut Tally,
) -> Result<Result<(), String>, Failure> {
    let epd = match Epd::parse(text) {
        Ok(Some(epd)) => epd,
        Ok(None) => return Ok(Ok(())),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let claims = match epd.check().and_then(|()| epd.mate_claims()) {
        Ok(claims) => claims,
        Err(error) => return Ok(Err(error.to_string())),
    };
    tally.positions += 1;
    if claims.is_empty() {
        tally.without_claim += 1;
        return Ok(Ok(()));
    }
    let distance = match oracle.probe(&epd.root) {
        Ok(distance) => distance,
        Err(OracleError::TooManyMen { .. } | OracleError::Castling) => {
            tally.out_of_reach += 1;
            return Ok(Ok(()));
        }
        Err(error) => return Err(oracle::failure(error)),
    };
    let truth = || {
        let moves = distance.moves();
        moves.map_or_else(|| "a draw".to_owned(), |moves| format!("#{moves}"))
    };
    let is_true = |claim: &MateClaim| match claim {
        MateClaim::Draw => distance == Dtm::Draw,
        MateClaim::Moves(moves) => distance.moves() == Some(*moves),
    };
    // A position agrees if all its claims are true.
    let Some(wrong) = claims.into_iter().find(|claim| !is_true(claim)) else {
        tally.agree += 1;
        return Ok(Ok(()));
    };
    tally.disagreements.push(Disagreement {
        line: number,
        fen: epd.root.fen(),
        claimed: match wrong {
            MateClaim::Draw => "a draw".to_owned(),
            MateClaim::Moves(moves) => format!("#{moves}"),
        },
        truth: truth(),
    });
    Ok(Ok(()))
}

fn report(tally: &Tally, name: &str, json: bool) -> Result<(), Failure> {
    let mut out = output::writer();
    let disagree = tally.disagreements.len() as u64;
    let checked = tally.agree + disagree;
    if json {
        let disagreements: Vec<_> = tally
            .disagreements
            .iter()
            .map(|claim| json!({ "line": claim.line, "fen": claim.fen, "claimed": claim.claimed, "truth": claim.truth }))
            .collect();
        let summary = json!({
            "positions": tally.positions, "checked": checked, "agree": tally.agree, "disagree": disagree,
            "out_of_reach": tally.out_of_reach, "without_claim": tally.without_claim,
            "unreadable": tally.unreadable, "disagreements": disagreements,
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    for claim in &tally.disagreements {
        writeln!(
            out,
            "{name}:{}: {}: claimed {}, actually {}",
            claim.line, claim.fen, claim.claimed, claim.truth
        )?;
    }
    writeln!(
        out,
        "{}: {checked} checked, {} agree, {disagree} disagree; {} out of reach, {} without a claim",
        count(tally.positions, "position"),
        tally.agree,
        tally.out_of_reach,
        tally.without_claim
    )?;
    Ok(())
}
