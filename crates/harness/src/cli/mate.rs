//! `plybench mate`.

use std::time::Instant;

use serde_json::json;

use super::{
    configuration::ConfigurationArguments, failure::Failure, interrupt, message, number::whole,
    output, root,
};
use plybench_conformance::mate::{Answer, AskError, Problem, Step, of_problems};
use plybench_figures::board;
use plybench_text::plural::in_thousands;

/// Prove or refute that the side to move mates in at most N moves
#[derive(clap::Args)]
#[command(
    mut_arg("variant", |variant| variant.default_value("solver")),
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<i64>(..))]
    moves: i64,
    #[command(flatten)]
    configuration: ConfigurationArguments,
    /// Draw the board first
    #[arg(long, conflicts_with = "json")]
    board: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let root = root::position(&arguments.fen.join(" "))?;
    let settings = arguments.configuration.settings(of_problems)?;
    let problem = Problem::new(&root, arguments.moves, &settings).map_err(Failure::input)?;
    let began = Instant::now();
    // The exit code tells the answer even if it cannot be printed.
    let mut printed = Ok(());
    if arguments.board {
        printed = output::result(board::text(root.board()));
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut seconds = 0.0;
    let answer = problem.solve(interrupt::flag(), |step| {
        // Like the nodes, without the searches that only complete the line.
        seconds = began.elapsed().as_secs_f64();
        if !arguments.json && printed.is_ok() {
            printed = output::result(line(&step, steps.is_empty()));
        }
        steps.push(step);
        Ok::<(), Failure>(())
    })?;
    let printed = printed.and_then(|()| match arguments.json {
        true => output::json(&as_json(&answer, arguments.moves, &steps, seconds)),
        false => output::result(text(&answer, arguments.moves)),
    });
    if !arguments.json {
        message::line(format_args!("{seconds:.2} s"));
    }
    if answer.mate.is_none() {
        return Err(Failure::found(answer.in_words(arguments.moves)));
    }
    printed
}

/// The answer for one number of moves, below a heading if it is the first.
fn line(step: &Step, is_first: bool) -> String {
    let heading = if is_first {
        "moves       nodes  mate\n"
    } else {
        ""
    };
    let is_mate = if step.is_mate { "yes" } else { "no" };
    format!(
        "{heading}{:>5}  {:>10}  {is_mate}\n",
        step.moves, step.nodes
    )
}

/// The answer in words.
fn text(answer: &Answer, most: i64) -> String {
    let colon = if answer.line.is_empty() { "" } else { ": " };
    format!(
        "{}{colon}{}\n{} nodes\n",
        answer.in_words(most),
        answer.line.join(" "),
        in_thousands(answer.nodes)
    )
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
