//! `plybench search`.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use plybench_engine::{game::chess::Chess, search::SearchOptions, units::MAX_DEPTH};

use super::failure::Failure;
use crate::{
    run::{self, Job},
    spec,
    store::Record,
};

/// Search one position, depth by depth
#[derive(clap::Args)]
#[command(
    after_help = "Example: plybench search '8/7K/8/8/8/8/R7/7k w - - 0 1' --depth 16 --variant glass --set mate-distance=stockfish"
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four
    fen: String,
    /// Search depth 1, 2, … up to this, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth: i64,
    /// The named configuration to start from
    #[arg(long, value_name = "V", default_value = "plain")]
    variant: String,
    /// Change a setting of it; whole names or short ones, values as in TOML
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Print one JSON object a depth
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = Chess::from_fen(&arguments.fen).map_err(Failure::input)?;
    let depth = depth(arguments.depth)?;
    let job = Job {
        variant: arguments.variant.clone(),
        options: options(&arguments.variant, &arguments.settings)?,
        position: String::new(),
        root,
        depth,
    };
    let mut out = io::stdout().lock();
    if !arguments.json {
        writeln!(out, "depth  score      nodes      to PV  line")?;
    }
    let mut failure = None;
    run::run(&job, None, |record, _| {
        match print(&mut out, &record, arguments.json) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    failure.map_or(Ok(()), Err)
}

fn print(out: &mut impl Write, record: &Record, json: bool) -> Result<(), Failure> {
    if json {
        let line = serde_json::to_string(record).map_err(Failure::impossible)?;
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{:>5}  {:>5}  {:>9}  {:>9}  {}",
            record.depth,
            record.score.to_string(),
            record.nodes,
            record.nodes_to_pv,
            record.pv.join(" ")
        )?;
    }
    out.flush()?;
    Ok(())
}

/// A depth within bounds.
fn depth(depth: i64) -> Result<u8, Failure> {
    u8::try_from(depth)
        .ok()
        .filter(|plies| (1..=MAX_DEPTH).contains(plies))
        .ok_or_else(|| Failure::input(format_args!("--depth {depth}; give 1 to {MAX_DEPTH}")))
}

/// A variant's options with the settings of the command line.
fn options(variant: &str, settings: &[String]) -> Result<SearchOptions, Failure> {
    let mut options = spec::variant(variant).map_err(Failure::input)?.options;
    for setting in settings {
        let (key, text) = setting.split_once('=').ok_or_else(|| {
            Failure::input(format_args!(
                "--set {:?}; give KEY=VALUE",
                spec::echo(setting)
            ))
        })?;
        options = spec::apply(&options, key.trim(), value(text.trim())).map_err(Failure::input)?;
    }
    Ok(options)
}

/// A value as in TOML; a bare word is a string.
fn value(text: &str) -> toml::Value {
    format!("value = {text}")
        .parse::<toml::Table>()
        .ok()
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| toml::Value::String(text.to_owned()))
}
