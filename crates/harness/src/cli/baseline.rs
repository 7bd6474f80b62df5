//! `plybench baseline`.

use std::path::PathBuf;

use plybench_experiment::{finished_run::FinishedRun, spec};
use plybench_records::Metric;
use plybench_text::plural::count;

use super::{
    failure::Failure,
    finished_run, message, output,
    write::{NamedFile, with_file_rule},
};

/// Write the results of a run to a baseline file, which `check` compares later runs with
#[derive(clap::Args)]
#[command(after_help = with_file_rule("Example: plybench baseline /tmp/krk --out baseline.jsonl"))]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write the baseline to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The count to compare: nodes, nodes-to-pv, or a count of the records such as counts.null-move.cuts
    #[arg(long, value_name = "NAME", default_value = "nodes", value_parser = spec::metric)]
    metric: Metric,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let named = NamedFile::optional(&arguments.out, "--out", "jsonl")?;
    let run = FinishedRun::open(&arguments.directory)?;
    let baseline = finished_run::baseline(&run, &arguments.metric)?;
    if run.done() < run.planned() || baseline.jobs.is_empty() {
        return Err(finished_run::incomplete(&run));
    }
    finished_run::note(&run);
    let text = baseline.to_text().map_err(Failure::impossible)?;
    match named {
        Some(file) => {
            file.write(text.as_bytes())?;
            message::tell(format_args!(
                "wrote {} ({})",
                file.path.display(),
                count(baseline.jobs.len(), "job")
            ));
        }
        None => output::result(text)?,
    }
    Ok(())
}
