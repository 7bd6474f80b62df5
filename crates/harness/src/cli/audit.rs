//! `plybench audit`.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    failure::Failure,
    interrupt, message,
    number::whole,
    output,
    progress::Progress,
    write::{CiArguments, refuse_others_of, with_file_rule, write_into},
};
use plybench_audit::{Questions, Severity, audit, blank, document, forms, of_epd};
use plybench_experiment::{
    spec::EngineSpec,
    uci::{Engine, EngineError},
};
use plybench_files::user_file;
use plybench_records::{self as store, RunError};
use plybench_report::document::Document;
use plybench_text::plural::count;

/// Judge an engine: are its mates true, does it keep its limits, does it prune by mate distance?
#[derive(clap::Args)]
#[command(after_help = with_file_rule(
    "Asks positions with exact results, roots without a move, limits, `go mate`, and three variations at once if the engine has the option \
     MultiPV; then finds out from node counts how the engine prunes by mate distance. Exit code 1 if it lies: a mate that is shorter than \
     possible, for the wrong side or in a draw, a line that does not end with the mate, a move that is not legal.\n\n\
     Example: plybench audit /usr/games/stockfish --option Hash=16"
))]
pub(super) struct Arguments {
    /// The engine's program: a name in PATH, or a path
    #[arg(value_name = "ENGINE", required_unless_present = "forms")]
    engine: Option<String>,
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
    /// Ask all built-in positions, with ten times the nodes: one to five minutes (measured: Glaurung 2.2 63 s, Stockfish 15.1 298 s, with
    /// two busy cores)
    #[arg(long)]
    thorough: bool,
    /// Ask no more after so many seconds [default: 50; with --thorough or --epd, no limit]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    time: Option<u64>,
    /// Ask the positions of this file in place of the built-in ones: those with `dm`, or `ce 0` for a draw
    #[arg(long, value_name = "FILE", conflicts_with = "thorough")]
    epd: Option<PathBuf>,
    /// The nodes of each search of a position with a known result [default: 10000, with --thorough 100000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,
    /// In place of an engine: how this program's forms of mate distance pruning, searched in process, and the engines of these files
    /// (from --json) prune by mate distance, and what the engines do wrong
    #[arg(long, value_name = "AUDIT", num_args = 0.., conflicts_with_all = ["engine", "option", "thorough", "time", "epd", "nodes"])]
    forms: Option<Vec<PathBuf>>,
    /// Write tables and a page into this directory, created if missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    ci: CiArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How long the engine may take to begin a new game.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let files = arguments.ci.files()?;
    let (blank, name) = match arguments.forms {
        Some(_) => (forms::blank(), "forms"),
        None => (blank(), "audit"),
    };
    if let Some(out) = &arguments.out {
        store::make_folder(out).map_err(RunError::from)?;
        refuse_others_of(out, blank, name, " with --out")?;
    }
    let (document, verdict) = match &arguments.forms {
        Some(audits) => (side_by_side(audits)?, Ok(())),
        None => audited(arguments)?,
    };
    let printed = output::result(match arguments.json {
        true => document.json(),
        false => document.text(),
    });
    files.write(&document, "plybench audit")?;
    if let Some(out) = &arguments.out {
        let files = document.files(name).map_err(Failure::impossible)?;
        write_into(out, &files, " with --out")?;
    }
    verdict.and(printed)
}

/// This program's forms and the engines of these audits.
fn side_by_side(audits: &[PathBuf]) -> Result<Document, Failure> {
    let mut probed = Vec::new();
    for path in audits {
        let at = |problem: &dyn Display| {
            Failure::input(format_args!("--forms {}: {problem}", path.display()))
        };
        let text = user_file::read_text(path).map_err(|error| at(&error))?;
        let no_audit = "it is no audit of this version; give what `plybench audit --json` prints";
        probed.push(forms::of_audit(&text).ok_or_else(|| at(&no_audit))?);
    }
    forms::tell_apart(&mut probed);
    let progress = Progress::new(forms::ALL.len(), "forms");
    for form in forms::ALL {
        probed.push(forms::of_form(form).map_err(Failure::impossible)?);
        progress.step();
    }
    progress.finish();
    Ok(forms::document(&probed))
}

/// What is found of an engine, and what the exit code says of it.
fn audited(arguments: &Arguments) -> Result<(Document, Result<(), Failure>), Failure> {
    let mut questions = questions(arguments)?;
    let options = options("--option", &arguments.option)?;
    let began = Instant::now();
    let stop = interrupt::flag();
    let engine = arguments.engine.as_deref().unwrap_or_default();
    let mut spec = EngineSpec::of_command(engine, arguments.args.clone(), options);
    spec.timeout = TIMEOUT;
    let (mut engine, ready) = Engine::find(&spec, Path::new(""), Some(stop)).map_err(failure)?;
    if let Some(note) = engine.examine(ready, Some(stop)) {
        message::note(note);
    }
    // The time so far counts, too.
    let time = questions.time;
    questions.time = time.map(|time| time.saturating_sub(began.elapsed()));
    let progress = Progress::new(questions.steps(), "questions");
    let audited = audit(&engine, &questions, stop, || progress.step());
    progress.finish();
    let audited = audited.map_err(failure)?;
    let document = document(&audited, &command(arguments));
    let verdict = match audited.findings.count(Severity::Lie) {
        0 if audited.has_failed => Err(Failure::impossible(
            "the engine failed five times in a row, and was asked no more",
        )),
        0 => Ok(()),
        lies => Err(Failure::found(format_args!(
            "the engine lies ({})",
            count(lies, "finding")
        ))),
    };
    Ok((document, verdict))
}

fn questions(arguments: &Arguments) -> Result<Questions, Failure> {
    let mut questions = match arguments.thorough {
        true => Questions::thorough(),
        false => Questions::quick(),
    };
    if let Some(path) = &arguments.epd {
        let at = |problem: &dyn Display| {
            Failure::input(format_args!("--epd {}: {problem}", path.display()))
        };
        let text = user_file::read_text(path).map_err(|error| at(&error))?;
        questions.cases = of_epd(&text).map_err(|problem| at(&problem))?;
        if questions.cases.is_empty() {
            return Err(at(
                &"no position has a known result; give `dm`, or `ce 0` for a draw",
            ));
        }
    }
    if arguments.epd.is_some() {
        questions.time = None;
    }
    questions.time = arguments.time.map(Duration::from_secs).or(questions.time);
    questions.nodes = arguments.nodes.unwrap_or(questions.nodes);
    Ok(questions)
}

/// The failure of an engine that cannot be used, or does not answer.
pub(super) fn failure(error: EngineError) -> Failure {
    match error {
        EngineError::Stopped => Failure::interrupted("interrupted"),
        error => Failure::of(error.is_of_input(), error),
    }
}

/// The UCI options that are given as `NAME=VALUE`.
pub(super) fn options(option: &str, given: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let read = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(Failure::input(format_args!(
            "{option} {:?}: there is no `=`; give NAME=VALUE, such as Hash=16",
            plybench_text::echo(text)
        ))),
    };
    given.iter().map(read).collect()
}

/// The command that does the same again, for the page.
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
        arguments.engine.as_deref().unwrap_or_default()
    )
}
