//! The answer by alpha-beta, printed.

use std::time::Instant;

use serde_json::json;

use super::{
    super::{configuration, failure::Failure, interrupt, memory, message, output},
    Arguments,
    proof::{board, line},
};
use plybench_conformance::mate::{AlphaBeta, Answer, AskError, Problem, Step, of_problems};
use plybench_text::plural::in_thousands;

/// The variant that has what helps a proof.
const DEFAULT: &str = "solver";

pub(super) fn solve(problem: &Problem, arguments: &Arguments) -> Result<(), Failure> {
    let variant = arguments.variant.as_deref().unwrap_or(DEFAULT);
    let settings = configuration::settings(variant, of_problems, &arguments.settings)?;
    memory::refuse_beyond_free(1, settings.memory())?;
    let search = AlphaBeta::new(&settings).map_err(Failure::input)?;
    let began = Instant::now();
    // The exit code tells the answer even if it cannot be printed.
    let mut printed = board(problem, arguments);
    let mut steps: Vec<Step> = Vec::new();
    let mut seconds = 0.0;
    let answer = search.solve(problem, interrupt::flag(), |step| {
        // Like the nodes, without the searches that only complete the line.
        seconds = began.elapsed().as_secs_f64();
        if !arguments.json && printed.is_ok() {
            let is_first = steps.is_empty();
            printed = output::result(line(
                is_first,
                "nodes",
                step.moves,
                step.nodes,
                step.is_mate,
            ));
        }
        steps.push(step);
        Ok::<(), Failure>(())
    })?;
    let words = problem.in_words(
        answer.mate.is_some(),
        "",
        answer.mate.unwrap_or(problem.moves()),
    );
    let printed = printed.and_then(|()| match arguments.json {
        true => output::json(&as_json(&answer, problem, &steps, seconds)),
        false => output::result(text(&answer, &words)),
    });
    if !arguments.json {
        message::line(format_args!("{seconds:.2} s"));
    }
    if answer.mate.is_none() {
        return Err(Failure::found(words));
    }
    printed
}

/// The answer in words.
fn text(answer: &Answer, words: &str) -> String {
    let colon = if answer.line.is_empty() { "" } else { ": " };
    let (line, nodes) = (answer.line.join(" "), in_thousands(answer.nodes));
    format!("{words}{colon}{line}\n{nodes} nodes\n")
}

fn as_json(answer: &Answer, problem: &Problem, steps: &[Step], seconds: f64) -> serde_json::Value {
    let steps = steps
        .iter()
        .map(|step| json!({ "moves": step.moves, "nodes": step.nodes, "mate": step.is_mate }));
    json!({
        "mate": answer.mate.is_some(),
        "at_most": problem.moves(),
        "moves": answer.mate,
        "plies": answer.mate.map(|moves| 2 * moves - 1),
        "shortest": true,
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
