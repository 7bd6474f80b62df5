//! `plybench check-trace`.

use std::{
    fmt::Write,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::PathBuf,
};

use plybench_checker::certificate::{self, CertificateError};
use plybench_df_pn::claim;
use plybench_text::{
    echo, echo_line,
    plural::{count, in_thousands, large_count},
};
use plybench_traces::{
    check::{CheckError, Counts, Statement, check},
    read::Reader,
};
use serde_json::{Value, json};

use super::{failure::Failure, output};

/// Check every step of another program's search that can be checked without knowing the program, or the certificate of a mate
#[derive(clap::Args)]
#[command(
    name = "check-trace",
    after_help = "Examples: plybench check-trace mine.trace\n          plybench check-trace mine.trace --json\n          plybench check-trace mate.certificate\n\n\
        The program writes a line for each thing that its search does. The README of the crate plybench-tracer has the format, and files for \
        C, Python and Rust that write it. Exit code 1: a step is wrong, and nothing after it was checked. Exit code 2: a line cannot be read.\n\n\
        A certificate shows that there is a mate within some plies, or none. Its first line begins with `plybench-certificate`; the README of \
        the crate plybench-df-pn has the form. Exit code 1: it does not show what it claims. It is checked with the rules of the game alone."
)]
pub(super) struct Arguments {
    /// A text trace or a certificate
    #[arg(value_name = "FILE")]
    trace: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let name = arguments.trace.display();
    let file = File::open(&arguments.trace).map_err(|error| {
        Failure::input(format_args!("{name}: {error}; give the trace of a program"))
    })?;
    let unread =
        |problem: &dyn std::fmt::Display| Failure::input(format_args!("{name}: {problem}"));
    let mut file = BufReader::new(file);
    // A pipe may bring them in several parts.
    let mut first = Vec::new();
    let mut some = file.by_ref().take(certificate::FIRST_BYTES);
    some.read_to_end(&mut first)
        .map_err(|error| unread(&error))?;
    let is_certificate = certificate::is_certificate(&first);
    let mut file = first.chain(file);
    if is_certificate {
        return check_certificate(arguments, &mut file);
    }
    let mut trace = Reader::new(file).map_err(|error| unread(&error))?;
    let header = trace.header.clone();
    let summary = match check(&mut trace) {
        Ok(summary) => summary,
        Err(CheckError::Wrong(wrong)) => {
            if arguments.json {
                // A stdout that fails does not hide the verdict.
                let _ = output::json(&json!({
                    "program": header.program,
                    "wrong": {
                        "line": wrong.line,
                        "iteration": wrong.iteration,
                        "path": wrong.path,
                        "statement": wrong.statement.word(),
                        "message": wrong.message,
                    },
                }));
            }
            return Err(Failure::found(format_args!("{name}: {wrong}")));
        }
        Err(error) => return Err(unread(&error)),
    };
    if summary.nodes == 0 {
        return Err(unread(
            &"the trace has no nodes; print a line as each node is entered",
        ));
    }
    if arguments.json {
        return output::json(&json!({
            "program": header.program,
            "iterations": summary.iterations,
            "nodes": summary.nodes,
            "cut_off": summary.is_cut_off,
            "statements": Statement::ALL.iter().map(|&one| statement(one, &summary.counts)).collect::<Vec<_>>(),
            "wrong": null,
        }));
    }
    let (nodes, iterations) = (
        in_thousands(summary.nodes),
        count(summary.iterations, "iteration"),
    );
    let program = echo(&header.program);
    let mut text = format!("{name}: {nodes} nodes in {iterations} of {program}, no wrong step\n\n");
    let mut line = |number: u64, what: &str| {
        let _ = writeln!(text, "{:>12}  {what}", in_thousands(number));
    };
    for &one in Statement::ALL {
        line(
            summary.counts.checked.get(&one).copied().unwrap_or(0),
            one.about(),
        );
    }
    if summary.is_cut_off {
        text.push_str("\nThe trace ends within a node, as that of a program that was stopped.\n");
    }
    if !summary.counts.unchecked.is_empty() {
        text.push_str("\nNot checked, as the trace alone does not say what is right:\n\n");
        for ((one, what), number) in &summary.counts.unchecked {
            let _ = writeln!(
                text,
                "{:>12}  {}: {what}",
                in_thousands(*number),
                one.word()
            );
        }
    }
    output::result(text)
}

/// Checks a certificate, and says what it shows.
fn check_certificate(arguments: &Arguments, file: &mut dyn BufRead) -> Result<(), Failure> {
    let name = arguments.trace.display();
    let shown = match certificate::check(file) {
        Ok(shown) => shown,
        Err(error) => {
            let said = format!("{name}: {}", echo_line(&error.to_string()));
            let CertificateError::Wrong { line, problem } = error else {
                return Err(Failure::input(said));
            };
            if arguments.json {
                // A stdout that fails does not hide the verdict.
                let _ = output::json(&json!({ "wrong": { "line": line, "message": problem } }));
            }
            return Err(Failure::found(said));
        }
    };
    let (nodes, positions, plies) = (shown.nodes, shown.positions, shown.plies);
    if arguments.json {
        return output::json(&json!({
            "root": shown.root,
            "mate": shown.is_mate,
            "plies": plies,
            "nodes": nodes,
            "positions": positions,
            "wrong": null,
        }));
    }
    output::result(format_args!(
        "{name}: {}, shown by {} in {}\n{}\n",
        claim(shown.is_mate, plies),
        large_count(positions, "position"),
        large_count(nodes, "line"),
        shown.root,
    ))
}

fn statement(one: Statement, counts: &Counts) -> Value {
    let unchecked = counts.unchecked.iter().filter(|((of, _), _)| *of == one);
    let unchecked = unchecked.map(|((_, what), number)| (what.to_string(), json!(number)));
    json!({
        "name": one.word(),
        "about": one.about(),
        "checked": counts.checked.get(&one).copied().unwrap_or(0),
        "unchecked": unchecked.collect::<serde_json::Map<_, _>>(),
    })
}
