//! `plybench mate`.

use std::{
    io::{self, Write},
    time::Instant,
};

use plybench_engine::game::chess::Chess;
use serde_json::json;

use super::{failure::Failure, interrupt, memory, message, output, search};
use plybench_conformance::mate::{Answer, AskError, Problem, Step, of_problems};
use plybench_experiment::spec;
use plybench_figures::board;
use plybench_text::plural::in_thousands;

/// Prove or refute that the side to move mates in at most N moves
#[derive(clap::Args)]
#[command(
    after_help = "Example: plybench mate '8/8/8/8/8/2K5/7R/k7 w - - 0 1' --moves 2\n\n\
        Exit code 0: there is a mate in at most N moves, and the line shows a shortest one with the longest defence. Exit code 1:\n\
        there is none.\n\n\
        The search asks for a mate in 1, 2, ... moves with a null window around that mate (the variant's driver is not used), and\n\
        stops at the first. Nodes and time are those of all these searches, without those that only complete the line. Repetitions\n\
        and the 50-move rule are ignored, as in problems. Settings with which a refutation would not be a proof are refused. The\n\
        time is printed on stderr; in JSON it is `seconds`."
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four; quotes are optional
    #[arg(required = true, num_args = 1..)]
    fen: Vec<String>,
    /// The most moves of the side to move, the mating one included
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    moves: i64,
    /// The named configuration to start from
    #[arg(long, value_name = "VARIANT", default_value = "solver")]
    variant: String,
    /// Change a setting of the variant; names can be whole or short, values are as in TOML
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Draw the board first
    #[arg(long, conflicts_with = "json")]
    board: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = Chess::from_fen(&arguments.fen.join(" ")).map_err(Failure::input)?;
    let variant = spec::variant(&arguments.variant).map_err(Failure::input)?;
    let settings = search::options(of_problems(variant.options), &arguments.settings)?;
    let problem = Problem::new(&root, arguments.moves, &settings).map_err(Failure::input)?;
    memory::refuse_beyond_free(1, settings.memory())?;
    let began = Instant::now();
    let mut out = output::writer();
    // The exit code tells the answer even if it cannot be printed.
    let mut printed = Ok(());
    if arguments.board {
        printed = write!(out, "{}", board::text(root.board()));
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut seconds = 0.0;
    let answer = problem.solve(interrupt::flag(), |step| {
        // Like the nodes, without the searches that only complete the line.
        seconds = began.elapsed().as_secs_f64();
        if !arguments.json && printed.is_ok() {
            printed = print_step(&mut out, &step, steps.is_empty());
        }
        steps.push(step);
        Ok::<(), Failure>(())
    })?;
    let printed = printed.and_then(|()| {
        if arguments.json {
            let json = as_json(&answer, arguments.moves, &steps, seconds);
            writeln!(out, "{json}")?;
        } else {
            print(&mut out, &answer, arguments.moves)?;
        }
        out.flush()
    });
    if !arguments.json {
        message::line(format_args!("{seconds:.2} s"));
    }
    if answer.mate.is_none() {
        return Err(Failure::Found(answer.in_words(arguments.moves)));
    }
    Ok(printed?)
}

/// Prints the answer for one number of moves, with a heading above the first.
fn print_step(out: &mut impl Write, step: &Step, is_first: bool) -> io::Result<()> {
    let Step {
        moves,
        nodes,
        is_mate,
    } = step;
    if is_first {
        writeln!(out, "moves       nodes  mate")?;
    }
    let is_mate = if *is_mate { "yes" } else { "no" };
    writeln!(out, "{moves:>5}  {nodes:>10}  {is_mate}")?;
    out.flush()
}

/// Prints the answer in words.
fn print(out: &mut impl Write, answer: &Answer, most: i64) -> io::Result<()> {
    let words = answer.in_words(most);
    if answer.line.is_empty() {
        writeln!(out, "{words}")?;
    } else {
        writeln!(out, "{words}: {}", answer.line.join(" "))?;
    }
    writeln!(out, "{} nodes", in_thousands(answer.nodes))
}

fn as_json(answer: &Answer, most: i64, steps: &[Step], seconds: f64) -> serde_json::Value {
    let steps = steps
        .iter()
        .map(|step| json!({ "moves": step.moves, "nodes": step.nodes, "mate": step.is_mate }));
    json!({
        "mate": answer.mate.is_some(),
        "at_most": most,
        "moves": answer.mate,
        "plies": answer.mate.map(|moves| 2 * moves - 1),
        "nodes": answer.nodes,
        "best_move": answer.line.first(),
        "pv": answer.line,
        "steps": steps.collect::<Vec<_>>(),
        "seconds": seconds,
    })
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Search(error) => Failure::impossible(error),
            AskError::Interrupted => Failure::interrupted(error),
        }
    }
}
