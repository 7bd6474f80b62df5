//! The command line, one file a subcommand.

mod baseline;
mod bench;
mod check;
mod compare;
mod datasets;
mod dtm;
mod experiment_file;
mod export;
mod failure;
mod finished_run;
mod format;
mod interrupt;
mod memory;
mod message;
mod new;
mod oracle;
mod output;
mod overwrite;
mod progress;
mod rank;
mod report;
mod reproduce;
mod run;
mod search;
mod techniques;
mod trees;
mod variants;
mod verify;
mod zoo;

use std::{panic, process::ExitCode, thread};

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

use self::failure::Failure;
use crate::run::STACK_BYTES;

/// Measures what search-tree pruning saves.
#[derive(Parser)]
#[command(
    name = "plybench",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Reproduce(reproduce::Arguments),
    Search(search::Arguments),
    Variants(variants::Arguments),
    Techniques(techniques::Arguments),
    Datasets(datasets::Arguments),
    New(new::Arguments),
    Run(run::RunArguments),
    Merge(run::MergeArguments),
    Baseline(baseline::Arguments),
    Check(check::Arguments),
    Export(export::Arguments),
    Compare(compare::Arguments),
    Rank(rank::Arguments),
    Report(report::Arguments),
    Trees(trees::Arguments),
    Dtm(dtm::Arguments),
    Verify(verify::Arguments),
    Zoo(zoo::Arguments),
    Bench(bench::Arguments),
}

/// The command line with all its subcommands.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the command line, runs the subcommand and turns its outcome into an exit code: 0 fine,
/// 1 a check found something, 2 the input is at fault, 3 it could not be done, 130 interrupted.
///
/// All of it runs on a thread with a stack that a search fits into: the system's limit on the main thread's may be
/// lower.
#[must_use]
pub fn main() -> ExitCode {
    let thread = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(|| match Cli::try_parse() {
            Ok(cli) => match prepare().and_then(|()| execute(cli.command)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.report(),
            },
            Err(error) => usage(&error),
        });
    match thread {
        // A bug stays what it is.
        Ok(thread) => thread
            .join()
            .unwrap_or_else(|panic| panic::resume_unwind(panic)),
        Err(error) => Failure::no_thread(error).report(),
    }
}

/// Starts what all commands have: a handler for Ctrl-C, and a pool of threads for what runs on all cores.
fn prepare() -> Result<(), Failure> {
    interrupt::install()?;
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK_BYTES)
        .build_global()
        .map_err(Failure::no_thread)
}

fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Reproduce(arguments) => reproduce::execute(&arguments),
        Command::Search(arguments) => search::execute(&arguments),
        Command::Variants(arguments) => variants::execute(&arguments),
        Command::Techniques(arguments) => techniques::execute(&arguments),
        Command::Datasets(arguments) => datasets::execute(&arguments),
        Command::New(arguments) => new::execute(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Merge(arguments) => run::merge(&arguments),
        Command::Baseline(arguments) => baseline::execute(&arguments),
        Command::Check(arguments) => check::execute(&arguments),
        Command::Export(arguments) => export::execute(&arguments),
        Command::Compare(arguments) => compare::execute(&arguments),
        Command::Rank(arguments) => rank::execute(&arguments),
        Command::Report(arguments) => report::execute(&arguments),
        Command::Trees(arguments) => trees::execute(&arguments),
        Command::Dtm(arguments) => dtm::execute(&arguments),
        Command::Verify(arguments) => verify::execute(&arguments),
        Command::Zoo(arguments) => zoo::execute(&arguments),
        Command::Bench(arguments) => bench::execute(&arguments),
    }
}

/// Help and version as they are; a mistake in one line.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::from(error).report(),
        },
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = Cli::command().print_help();
            ExitCode::from(2)
        }
        _ => {
            let line = one_line(&error.to_string());
            Failure::input(format!("{}; see --help", crate::spec::echo_line(&line))).report()
        }
    }
}

/// A usage message in one line: what is wrong, and then each tip.
fn one_line(text: &str) -> String {
    let mut said = String::new();
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        // How to give a value that looks like an option is seldom what was meant.
        let is_noise = ["Usage:", "For more", "tip: to pass"];
        if line.is_empty() || is_noise.iter().any(|noise| line.starts_with(noise)) {
            continue;
        }
        let (between, line) = match line.strip_prefix("tip: ") {
            Some(tip) => ("; ", tip),
            None => (" ", line),
        };
        if !said.is_empty() {
            said.push_str(between);
        }
        said.push_str(line);
    }
    said
}
