//! `plybench check`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    finished_run,
    number::whole,
    output,
    write::{CiArguments, with_file_rule},
};
use plybench_analysis::{baseline::Baseline, check::BaselineComparison, tolerance::Tolerance};
use plybench_experiment::finished_run::FinishedRun;
use plybench_report::check as report;
use plybench_text::plural::count;

/// Compare a run with a baseline: exit code 1 if a node count, score or mate differs
#[derive(clap::Args)]
#[command(
    after_help = with_file_rule("The run must have every job of the baseline, to the same depth, with the same scores and mates. The \
        difference of node counts at a depth is a percentage of the job's count at its greatest depth; fewer nodes count, \
        too. The count compared is that of the baseline: `plybench baseline --metric` can choose another count than nodes. \
        Jobs that are not in the baseline are counted (--json and --junit list them) and do not fail the check.\n\n\
        Example: plybench check /tmp/krk --baseline baseline.jsonl --nodes 0.5% --junit check.xml")
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The baseline file, as written by `plybench baseline`
    #[arg(long, value_name = "FILE")]
    baseline: PathBuf,
    /// The greatest difference from the baseline's node counts that is allowed, up or down
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "0%",
        allow_hyphen_values = true
    )]
    nodes: Tolerance,
    /// The most rows of the table to show, worst first
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        allow_negative_numbers = true,
        value_parser = whole::<usize>(0..)
    )]
    rows: usize,
    #[command(flatten)]
    ci: CiArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let files = arguments.ci.files()?;
    let baseline = Baseline::read(&arguments.baseline).map_err(Failure::input)?;
    let run = FinishedRun::open(&arguments.directory)?;
    let comparison = BaselineComparison::of(
        &baseline,
        &finished_run::baseline(&run, &baseline.metric)?,
        arguments.nodes,
    );
    finished_run::note(&run);
    // The verdict is printed first, so that a failure to write a file does not hide it. A failing stdout does not either.
    let document = report::document(&comparison, arguments.rows);
    let printed = output::result(match arguments.json {
        true => document.json(),
        false => document.text(),
    });
    files.write(&document, "plybench check")?;
    if comparison.departed_jobs() > 0 {
        return Err(Failure::found(format_args!(
            "{} of {} changed since {}; if that is intended, write a new baseline with `plybench baseline`",
            comparison.departed_jobs(),
            count(comparison.baseline_jobs(), "job"),
            arguments.baseline.display()
        )));
    }
    printed
}
