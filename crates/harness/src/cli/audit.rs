//! `plybench audit`.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use super::{
    failure::Failure,
    interrupt, message, output,
    progress::Progress,
    write::{NamedFile, refuse_others_of, with_file_rule, write_into},
};
use plybench_audit::{Effort, Severity, audit, blank, document, steps};
use plybench_experiment::{
    spec::EngineSpec,
    uci::{Engine, EngineError},
};
use plybench_records::{self as store, RunError};
use plybench_text::plural::count;

/// Judge an engine: are its mates true, does it keep its limits, does it prune by mate distance?
#[derive(clap::Args)]
#[command(after_help = with_file_rule(
    "Asks positions with exact results, roots without a move, and limits; then finds out from node counts how the engine prunes by mate \
     distance. Exit code 1 if it lies: a mate that is shorter than possible, for the wrong side or in a draw, a line that does not end \
     with the mate, a move that is not legal.\n\n\
     Example: plybench audit /usr/games/stockfish --option Hash=16"
))]
pub(super) struct Arguments {
    /// The engine's program: a name in PATH, or a path
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Its arguments
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    args: Vec<String>,
    /// Set an option of the engine
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Ask all positions, with ten times the nodes
    #[arg(long)]
    thorough: bool,
    /// Write tables and a page into this directory, created if missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write a JUnit XML file, for CI systems that show test results
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write a Markdown file, for the summary of a CI step
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The name of a document's files in the directory.
const NAME: &str = "audit";

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let junit = NamedFile::optional(&arguments.junit, "--junit", "xml")?;
    let markdown = NamedFile::optional(&arguments.markdown, "--markdown", "md")?;
    if let Some(out) = &arguments.out {
        store::make_folder(out).map_err(RunError::from)?;
        refuse_others_of(out, blank(), NAME, " with --out")?;
    }
    let options = arguments.option.iter().map(|option| read_option(option));
    let options = options.collect::<Result<_, _>>()?;
    let spec = EngineSpec::of_command(&arguments.engine, arguments.args.clone(), options);
    let mut engine = Engine::find(&spec, Path::new("")).map_err(failure)?;
    if let Some(note) = engine.examine() {
        message::note(note);
    }
    let effort = match arguments.thorough {
        true => Effort::THOROUGH,
        false => Effort::QUICK,
    };
    let stop = interrupt::flag();
    let progress = Progress::new(steps(effort), "questions");
    let audited = audit(&engine, effort, stop, || progress.step());
    progress.finish();
    let Some(audited) = audited.map_err(failure)? else {
        debug_assert!(stop.load(Ordering::Relaxed));
        return Err(Failure::interrupted("interrupted"));
    };
    let document = document(&audited, &command(arguments));
    let printed = output::result(match arguments.json {
        true => document.json(),
        false => document.text(),
    });
    if let Some(file) = junit {
        let bytes = document
            .junit("plybench audit")
            .map_err(Failure::impossible)?;
        file.write(&bytes)?;
    }
    if let Some(file) = markdown {
        file.write(document.markdown().as_bytes())?;
    }
    if let Some(out) = &arguments.out {
        let files = document.files(NAME).map_err(Failure::impossible)?;
        write_into(out, &files, " with --out")?;
    }
    match audited.findings.count(Severity::Lie) {
        0 => printed,
        lies => Err(Failure::found(format_args!(
            "the engine lies ({})",
            count(lies, "finding")
        ))),
    }
}

fn failure(error: EngineError) -> Failure {
    Failure::of(error.is_of_input(), error)
}

fn read_option(text: &str) -> Result<(String, String), Failure> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(Failure::input(format_args!(
            "--option {:?}: there is no `=`; give NAME=VALUE, such as Hash=16",
            plybench_text::echo(text)
        ))),
    }
}

/// The command that does the same again, for the page: without the paths of this machine.
fn command(arguments: &Arguments) -> String {
    let options = arguments
        .option
        .iter()
        .map(|option| format!(" --option '{option}'"));
    let thorough = if arguments.thorough {
        " --thorough"
    } else {
        ""
    };
    let args: String = arguments.args.iter().map(|arg| format!(" {arg}")).collect();
    format!(
        "plybench audit{thorough}{} {}{args}",
        options.collect::<String>(),
        arguments.engine
    )
}
