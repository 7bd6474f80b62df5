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
mod fit;
mod format;
mod memory;
mod message;
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

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

use self::failure::Failure;

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

/// Parses the command line, runs the subcommand and turns its outcome into an exit code: 0 fine,
/// 1 a check found something, 2 the input is at fault, 3 it could not be done.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let outcome = match cli.command {
        Command::Reproduce(arguments) => reproduce::execute(&arguments),
        Command::Search(arguments) => search::execute(&arguments),
        Command::Variants(arguments) => variants::execute(&arguments),
        Command::Techniques(arguments) => techniques::execute(&arguments),
        Command::Datasets(arguments) => datasets::execute(&arguments),
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
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Help and version as they are; a mistake in one line.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
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
