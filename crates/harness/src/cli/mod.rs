//! The command line, one file a subcommand.

mod ab;
mod audit;
mod baseline;
mod bench;
mod chart;
mod check;
mod check_trace;
mod claimed_mates;
mod closed_stdout;
mod compare;
mod completions;
mod configuration;
mod datasets;
mod dtm;
mod export;
mod failure;
mod finished_run;
mod format;
mod gallery;
mod games;
mod interrupt;
mod man;
mod mate;
mod mate_finding;
mod memory;
mod merge;
mod message;
mod new;
mod number;
mod oracle;
mod output;
mod pgn_file;
mod play;
mod progress;
mod proof;
mod published;
mod rank;
mod report;
mod reproduce;
mod root;
mod run;
mod search;
mod settings;
mod setup;
mod step_check;
mod techniques;
mod trace;
mod tree;
mod uci;
mod variants;
mod verdicts;
mod verify;
mod write;
mod zoo;

use std::process::ExitCode;

use clap::{
    CommandFactory, Parser, Subcommand,
    error::{ContextKind, ErrorKind},
};
use plybench_experiment::spec;

use self::failure::Failure;

/// The version with the commit that it was built from.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (commit ",
    env!("PLYBENCH_COMMIT"),
    ")"
);

/// Measure what search-tree pruning saves
#[derive(Parser)]
#[command(
    name = "plybench",
    version = VERSION,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 success, 1 a check found a problem, 2 the input is at fault, 3 any other failure, 130 interrupted.\n\
        Input files and pipes can have up to 256 MiB each."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands: each is a module with its `Arguments`, and `execute`, which takes them.
macro_rules! subcommands {
    ($($name:ident: $module:ident,)+) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($module::Arguments)),+
        }

        fn execute(command: Command) -> Result<(), Failure> {
            match command {
                $(Command::$name(arguments) => $module::execute(&arguments)),+
            }
        }
    };
}

subcommands! {
    Reproduce: reproduce,
    Search: search,
    Tree: tree,
    Trace: trace,
    CheckTrace: check_trace,
    Play: play,
    Variants: variants,
    Techniques: techniques,
    Settings: settings,
    Datasets: datasets,
    Games: games,
    New: new,
    Run: run,
    Merge: merge,
    Baseline: baseline,
    Check: check,
    Export: export,
    Compare: compare,
    Rank: rank,
    Report: report,
    Mate: mate,
    Dtm: dtm,
    Verify: verify,
    Zoo: zoo,
    Audit: audit,
    Ab: ab,
    Uci: uci,
    Bench: bench,
    Completions: completions,
    Man: man,
}

/// The command line with all its subcommands.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the command line, runs the subcommand and turns its outcome into an exit code: 0 success,
/// 1 a check found a problem, 2 the input is at fault, 3 any other failure, 130 interrupted.
///
/// Everything runs on a thread whose stack is large enough for a search.
#[must_use]
pub fn main() -> ExitCode {
    plybench_records::name_commit(env!("PLYBENCH_COMMIT"));
    let exit_code = plybench_experiment::run::on_a_searching_thread(|| match Cli::try_parse() {
        Ok(cli) => match prepare().and_then(|()| execute(cli.command)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.report(),
        },
        Err(error) => usage(&error),
    });
    exit_code.unwrap_or_else(|error| Failure::no_thread(error).report())
}

/// Starts what all commands share: the handler for Ctrl-C, and the thread pool for work on all cores.
fn prepare() -> Result<(), Failure> {
    interrupt::install()?;
    plybench_experiment::run::start_pool().map_err(Failure::no_thread)
}

/// Prints help and version as they are, and a usage error in one line.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match output::open().and_then(|()| error.print()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Failure::from(error).report(),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = Cli::command().print_help();
            ExitCode::from(2)
        }
        _ => {
            let line = one_line(&error.to_string());
            let line = plybench_text::echo_line(&line);
            Failure::input(format!(
                "{line}; {}",
                hint(error).as_deref().unwrap_or("see --help")
            ))
            .report()
        }
    }
}

/// What to write in place of an argument that a command does not have: the line of the experiment file, or what the command takes.
fn hint(error: &clap::Error) -> Option<String> {
    let text = |kind| error.get(kind).map(ToString::to_string);
    let (argument, usage) = (text(ContextKind::InvalidArg)?, text(ContextKind::Usage)?);
    if error.kind() != ErrorKind::UnknownArgument || error.get(ContextKind::SuggestedArg).is_some()
    {
        return None;
    }
    let option = argument.strip_prefix("--");
    let line = option.and_then(spec::file_key);
    if let Some(line) = line.filter(|_| usage.contains("plybench run ")) {
        return Some(format!(
            "it belongs in the experiment file, in a line such as {line}"
        ));
    }
    if option.is_none() && argument.starts_with('-') {
        return Some("options have two hyphens, such as --help".to_owned());
    }
    let usage = usage.lines().next()?.trim_start_matches("Usage: ");
    let cli = Cli::command();
    let mut command = &cli;
    for word in usage.split(' ').skip(1) {
        let Some(below) = command.find_subcommand(word) else {
            break;
        };
        command = below;
    }
    let options = command
        .get_arguments()
        .filter_map(|option| Some(format!("--{}", option.get_long()?)));
    let options: Vec<String> = options.collect();
    Some(match options.is_empty() {
        true => format!("usage: {usage}"),
        false => format!("usage: {usage}; options: {}", options.join(", ")),
    })
}

/// A usage message in one line: what is wrong, and then each tip.
fn one_line(text: &str) -> String {
    let mut message = String::new();
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.starts_with("Usage:") || line.starts_with("For more") {
            break;
        }
        // The tip on values that look like options is rarely what the user needs.
        if line.is_empty() || line.starts_with("tip: to pass") {
            continue;
        }
        let (separator, line) = match line.strip_prefix("tip: ") {
            Some(tip) => ("; ", tip),
            None => (" ", line),
        };
        if !message.is_empty() {
            message.push_str(separator);
        }
        message.push_str(line);
    }
    message
}
