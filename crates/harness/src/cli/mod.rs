//! The command line, one file a subcommand.

mod baseline;
mod bench;
mod chart;
mod check;
mod closed_stdout;
mod compare;
mod completions;
mod datasets;
mod dtm;
mod experiment_file;
mod export;
mod failure;
mod finished_run;
mod format;
mod interrupt;
mod man;
mod mate;
mod memory;
mod message;
mod moves;
mod new;
mod oracle;
mod output;
mod pgn_file;
mod play;
mod progress;
mod published;
mod rank;
mod report;
mod reproduce;
mod run;
mod search;
mod settings;
mod setup;
mod step_check;
mod techniques;
mod trace;
mod tree;
mod variants;
mod verdicts;
mod verify;
mod write;
mod zoo;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

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

#[derive(Subcommand)]
enum Command {
    Reproduce(reproduce::Arguments),
    Search(search::Arguments),
    Tree(tree::Arguments),
    Trace(trace::Arguments),
    Play(play::Arguments),
    Variants(variants::Arguments),
    Techniques(techniques::Arguments),
    Settings(settings::Arguments),
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
    Mate(mate::Arguments),
    Dtm(dtm::Arguments),
    Verify(verify::Arguments),
    Zoo(zoo::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
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

fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Reproduce(arguments) => reproduce::execute(&arguments),
        Command::Search(arguments) => search::execute(&arguments),
        Command::Tree(arguments) => tree::execute(&arguments),
        Command::Trace(arguments) => trace::execute(&arguments),
        Command::Play(arguments) => play::execute(&arguments),
        Command::Variants(arguments) => variants::execute(&arguments),
        Command::Techniques(arguments) => techniques::execute(&arguments),
        Command::Settings(arguments) => settings::execute(&arguments),
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
        Command::Mate(arguments) => mate::execute(&arguments),
        Command::Dtm(arguments) => dtm::execute(&arguments),
        Command::Verify(arguments) => verify::execute(&arguments),
        Command::Zoo(arguments) => zoo::execute(&arguments),
        Command::Bench(arguments) => bench::execute(&arguments),
        Command::Completions(arguments) => completions::execute(&arguments),
        Command::Man(arguments) => man::execute(&arguments),
    }
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
            Failure::input(format!("{}; see --help", plybench_text::echo_line(&line))).report()
        }
    }
}

/// The standard library's messages for a text that is not a number of the wanted kind, each with ours.
const NUMBER_ERRORS: [(&str, &str); 5] = [
    ("invalid digit found in string", "give a whole number"),
    (
        "cannot parse integer from empty string",
        "give a whole number",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number too small to fit in target type",
        "the number is too small",
    ),
    ("invalid float literal", "give a number"),
];

/// A usage message in one line: what is wrong, and then each tip.
fn one_line(text: &str) -> String {
    let reword = |text: String, (theirs, ours): &(&str, &str)| text.replace(theirs, ours);
    let text = NUMBER_ERRORS.iter().fold(text.to_owned(), reword);
    let mut message = String::new();
    for line in text.lines().map(str::trim) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        // The tip on values that look like options is rarely what the user needs.
        let is_noise = ["Usage:", "For more", "tip: to pass"];
        if line.is_empty() || is_noise.iter().any(|noise| line.starts_with(noise)) {
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
