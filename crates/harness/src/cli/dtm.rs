//! `plybench dtm`.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use plybench_engine::game::{Game, Solved, named::AnyPosition};
use plybench_oracle::{Dtm, Oracle, OracleError};
use serde::Serialize;
use serde_json::json;

use super::{
    claimed_mates::{Claimed, ClaimedMates},
    failure::Failure,
    oracle, output, root,
};
use plybench_experiment::dataset::MateClaim;
use plybench_figures::board;
use plybench_text::plural::count;

/// Look up the exact distance to mate of a position of up to four men, or check the claims of a file
///
/// For other games it prints what a game knows of its positions without a search; the built-in games know nothing of theirs.
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench dtm '8/7K/8/8/8/8/R7/7k w - - 0 1'\n          plybench dtm --epd mates.epd\n\nTables are built when first needed and kept in PLYBENCH_CACHE or the system's cache directory. The 50-move rule is ignored."
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four; quotes are optional
    #[arg(required_unless_present = "epd", conflicts_with = "epd", num_args = 1..)]
    fen: Vec<String>,
    /// Check every `bm #N` and `dm N` of a file, or of a built-in data set, against the tables
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
    if root::names_file(fen) {
        return Err(Failure::input(format_args!(
            "{fen} names a file; --epd {fen} checks its claims, or give one of its positions"
        )));
    }
    if let Some(other) = AnyPosition::read(fen)
        && let Some(solved) = other.map_err(Failure::input)?.solve()
    {
        return known(solved, arguments);
    }
    let root = root::position(fen)?;
    let mut oracle = oracle::open()?;
    let distance = oracle.probe(&root).map_err(oracle::failure)?;
    let line = oracle.best_line(&root).map_err(oracle::failure)?;
    let mut position = root.clone();
    let names = line.into_iter().map(|mv| {
        let name = position.notation(mv);
        position = position.play(mv);
        name
    });
    let pv: Vec<String> = names.collect();
    let (result, mate) = match distance {
        Dtm::Win(_) => ("win", "mate"),
        Dtm::Loss(_) => ("loss", "mated"),
        Dtm::Draw => ("draw", ""),
    };
    let (plies, moves) = (distance.plies(), distance.moves());
    if arguments.json {
        return output::json(
            &json!({ "result": result, "plies": plies, "moves": moves, "pv": pv }),
        );
    }
    let board = arguments.board.then(|| board::text(root.board()));
    let board = board.unwrap_or_default();
    output::result(match plies.zip(moves) {
        None => format!("{board}{result}\n"),
        Some((plies, moves)) => {
            let unit = if plies == 1 { "ply" } else { "plies" };
            let (moves, pv) = (count(moves.unsigned_abs(), "move"), pv.join(" "));
            format!("{board}{result}, {mate} in {moves} ({plies} {unit})\n{pv}\n")
        }
    })
}

/// What another game than chess knows of its position.
fn known(solved: Solved, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.board {
        return Err(Failure::input("--board needs a chess position"));
    }
    if !arguments.json {
        return output::result(format_args!("{solved}\n"));
    }
    let mut result = match solved {
        Solved::Win(_) => json!({ "result": "win" }),
        Solved::Loss(_) => json!({ "result": "loss" }),
        Solved::DRAW => json!({ "result": "draw" }),
        Solved::Points(points) => json!({ "result": "points", "points": points }),
    };
    result["plies"] = json!(solved.plies());
    result["moves"] = json!(solved.moves());
    output::json(&result)
}

/// The outcome of checking a file's lines.
#[derive(Default, Serialize)]
struct Tally {
    positions: u64,
    checked: u64,
    agree: u64,
    disagree: u64,
    out_of_reach: u64,
    without_claim: u64,
    unreadable: u64,
    disagreements: Vec<Disagreement>,
}

#[derive(Serialize)]
struct Disagreement {
    line: u64,
    fen: String,
    claimed: String,
    truth: String,
}

fn file(path: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let claims = ClaimedMates::read(path, arguments.verbose)?;
    let mut oracle = oracle::open()?;
    let mut tally = Tally {
        unreadable: claims.unreadable,
        ..Tally::default()
    };
    for claimed in &claims.positions {
        tally.add(claimed, &mut oracle)?;
    }
    let name = &claims.name;
    let printed = match arguments.json {
        true => output::json(&json!(tally)),
        false => output::result(tally.text(name)),
    };
    // A failing stdout does not hide the verdict.
    if tally.disagree > 0 {
        return Err(Failure::found(format_args!(
            "{name}: {}",
            count(tally.disagree, "wrong claim")
        )));
    }
    claims.all_read()?;
    printed
}

impl Tally {
    /// Checks the claim of a line against the tables.
    fn add(&mut self, claimed: &Claimed, oracle: &mut Oracle) -> Result<(), Failure> {
        let Claimed { line, root, claim } = claimed;
        self.positions += 1;
        let Some(claimed) = *claim else {
            self.without_claim += 1;
            return Ok(());
        };
        let truth = match oracle.probe(root) {
            Ok(distance) => distance.moves().map_or(MateClaim::Draw, MateClaim::Moves),
            Err(OracleError::TooManyMen { .. } | OracleError::Castling) => {
                self.out_of_reach += 1;
                return Ok(());
            }
            Err(error) => return Err(oracle::failure(error)),
        };
        self.checked += 1;
        if claimed == truth {
            self.agree += 1;
            return Ok(());
        }
        self.disagree += 1;
        let [claimed, truth] = [claimed, truth].map(|claim| match claim {
            MateClaim::Draw => "a draw".to_owned(),
            MateClaim::Moves(moves) => format!("#{moves}"),
        });
        self.disagreements.push(Disagreement {
            line: *line,
            fen: root.fen(),
            claimed,
            truth,
        });
        Ok(())
    }

    fn text(&self, name: &impl Display) -> String {
        let lines = self.disagreements.iter().map(|claim| {
            let (line, fen, truth) = (claim.line, &claim.fen, &claim.truth);
            let claimed = &claim.claimed;
            format!("{name}:{line}: {fen}: claimed {claimed}, actually {truth}\n")
        });
        let (checked, agree, disagree) = (self.checked, self.agree, self.disagree);
        let (out_of_reach, without_claim) = (self.out_of_reach, self.without_claim);
        let positions = count(self.positions, "position");
        lines.collect::<String>()
            + &format!(
                "{positions}: {checked} checked, {agree} agree, {disagree} disagree; {out_of_reach} out of reach, \
                 {without_claim} without a claim\n"
            )
    }
}
