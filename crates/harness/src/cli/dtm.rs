//! `plybench dtm`.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
};

use plybench_engine::game::{Game, chess::Chess};
use plybench_oracle::{Dtm, Oracle, OracleError};
use serde_json::json;

use super::{failure::Failure, message, oracle, output};
use crate::dataset::{Epd, MateClaim};

/// Complaints about a file that are printed unless all are asked for.
const SHOWN: u64 = 5;

/// The exact distance to mate of a position of up to four men, or of a file of them
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench dtm '8/7K/8/8/8/8/R7/7k w - - 0 1'\n          plybench dtm --epd mates.epd\n\nTables are built when first needed and kept in PLYBENCH_CACHE or the system's cache folder. The 50-move rule is left out of account."
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four
    #[arg(required_unless_present = "epd", conflicts_with = "epd")]
    fen: Option<String>,
    /// Hold every `bm #N` and `dm N` of a file against the tables
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Say of every line what is wrong with it
    #[arg(long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.fen, &arguments.epd) {
        (_, Some(path)) => file(path, arguments),
        (Some(fen), None) => position(fen, arguments.json),
        (None, None) => Err(Failure::input("no position; give a FEN or --epd FILE")),
    }
}

fn position(fen: &str, json: bool) -> Result<(), Failure> {
    let root = Chess::from_fen(fen).map_err(Failure::input)?;
    let mut oracle = oracle::open()?;
    let told = oracle.probe(&root).map_err(oracle::failure)?;
    let line = oracle.best_line(&root).map_err(oracle::failure)?;
    let mut position = root;
    let mut pv = Vec::new();
    for mv in line {
        pv.push(position.notation(mv));
        position = position.play(mv);
    }
    let result = match told {
        Dtm::Win(_) => "win",
        Dtm::Loss(_) => "loss",
        Dtm::Draw => "draw",
    };
    let mut out = output::writer();
    if json {
        let told =
            json!({ "result": result, "plies": told.plies(), "moves": told.moves(), "pv": pv });
        writeln!(out, "{told}")?;
        return Ok(());
    }
    match (told.plies(), told.moves()) {
        (Some(plies), Some(moves)) => {
            let moves = moves.abs();
            let many = if moves == 1 { "" } else { "s" };
            writeln!(out, "{result}, mate in {moves} move{many} ({plies} plies)")?;
            writeln!(out, "{}", pv.join(" "))?;
        }
        _ => writeln!(out, "{result}")?,
    }
    Ok(())
}

/// What became of a file's lines.
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

fn file(path: &PathBuf, arguments: &Arguments) -> Result<(), Failure> {
    let name = path.display();
    if path.is_dir() {
        return Err(Failure::input(format_args!(
            "{name} is a directory; give an EPD file"
        )));
    }
    let file = File::open(path).map_err(|error| {
        Failure::input(format_args!(
            "cannot read {name}: {error}; give an EPD file"
        ))
    })?;
    let mut oracle = oracle::open()?;
    let mut tally = Tally::default();
    let mut bytes = Vec::new();
    let mut reader = BufReader::new(file);
    for number in 1.. {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes);
        if read.map_err(|error| Failure::impossible(format_args!("cannot read {name}: {error}")))?
            == 0
        {
            break;
        }
        if let Err(complaint) = line(
            &String::from_utf8_lossy(&bytes),
            number,
            &mut oracle,
            &mut tally,
        )? {
            tally.unreadable += 1;
            if arguments.verbose || tally.unreadable <= SHOWN {
                message::line(format_args!("{name}:{number}: {complaint}"));
            }
        }
    }
    if !arguments.verbose && tally.unreadable > SHOWN {
        message::line(format_args!(
            "{name}: {} more lines cannot be read; --verbose shows them",
            tally.unreadable - SHOWN
        ));
    }
    let printed = report(&tally, &name.to_string(), arguments.json);
    // A verdict is not hidden by a stdout that fails.
    if !tally.disagreements.is_empty() {
        return Err(Failure::Found(format!(
            "{name}: {} claims are not true",
            tally.disagreements.len()
        )));
    }
    if tally.unreadable > 0 {
        return Err(Failure::input(format_args!(
            "{name}: {} lines cannot be read",
            tally.unreadable
        )));
    }
    printed
}

/// Holds one line; the inner error is the line's own fault.
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
    let claims = match epd.mate_claims() {
        Ok(claims) => claims,
        Err(error) => return Ok(Err(error.to_string())),
    };
    tally.positions += 1;
    if claims.is_empty() {
        tally.without_claim += 1;
        return Ok(Ok(()));
    }
    let told = match oracle.probe(&epd.root) {
        Ok(told) => told,
        Err(OracleError::TooManyMen { .. } | OracleError::Castling) => {
            tally.out_of_reach += 1;
            return Ok(Ok(()));
        }
        Err(error) => return Err(oracle::failure(error)),
    };
    let truth = || {
        let moves = told.moves();
        moves.map_or_else(|| "a draw".to_owned(), |moves| format!("#{moves}"))
    };
    let is_true = |claim: &MateClaim| match claim {
        MateClaim::Draw => told == Dtm::Draw,
        MateClaim::Moves(moves) => told.moves() == Some(*moves),
    };
    // A position agrees if all that is claimed of it is true.
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
            .map(|found| json!({ "line": found.line, "fen": found.fen, "claimed": found.claimed, "truth": found.truth }))
            .collect();
        let summary = json!({
            "positions": tally.positions, "checked": checked, "agree": tally.agree, "disagree": disagree,
            "out_of_reach": tally.out_of_reach, "without_claim": tally.without_claim,
            "unreadable": tally.unreadable, "disagreements": disagreements,
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    for found in &tally.disagreements {
        writeln!(
            out,
            "{name}:{}: {}: claimed {}, true is {}",
            found.line, found.fen, found.claimed, found.truth
        )?;
    }
    writeln!(
        out,
        "{} positions: {checked} checked, {} agree, {disagree} disagree; {} out of reach, {} without a claim",
        tally.positions, tally.agree, tally.out_of_reach, tally.without_claim
    )?;
    Ok(())
}
