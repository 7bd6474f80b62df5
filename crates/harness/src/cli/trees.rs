//! `plybench trees`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    finished_run::{FinishedRun, MetricArgument},
    format::{FormatArguments, Forms},
    write::write_files,
};
use crate::{
    analysis::{comparison::Comparison, tree_saving},
    report::{
        comparison::left_out,
        trees::{self, View},
    },
};

/// What a variant saves on the synthetic trees of a run, by each parameter of the trees
///
/// The trees of each [[trees]] table are grouped by each parameter that varies in it, seeds apart. A
/// group's number is the geometric mean of nodes of B by nodes of A, with the interval of `plybench
/// compare`, for all its trees, for those with a mate at the root, and for the others.
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench run uniform-trees --out /tmp/trees\n          plybench trees /tmp/trees off on\n          plybench trees /tmp/trees off on --out /tmp/saving\n\n--out writes table.md, table.csv, saving.svg and saving.png."
)]
pub(super) struct Arguments {
    /// The directory that `plybench run` wrote
    directory: PathBuf,
    /// The variant whose counts are 1
    a: String,
    /// The variant that is measured by it
    b: String,
    /// Write tables and a chart into this directory too; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    metric: MetricArgument,
    #[command(flatten)]
    format: FormatArguments,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let run = FinishedRun::open_by(&arguments.directory, &arguments.metric)?;
    let (a, b) = run.two_variants(&arguments.a, &arguments.b)?;
    let outcomes = run.outcomes(&[a, b])?;
    let comparison = Comparison::of(&outcomes, a, b);
    let sweeps = tree_saving::sweeps(&comparison);
    if sweeps.is_empty() {
        return Err(Failure::input(format_args!(
            "{} has no trees of which a parameter varies; give [[trees]] with a list of values, and run it to its end",
            arguments.directory.join("experiment.toml").display()
        )));
    }
    let view = View {
        comparison: &comparison,
        metric: run.metric(),
        sweeps: &sweeps,
    };
    let forms = Forms {
        document: &|| trees::document(view),
        rows: &|| trees::rows(view),
        json: &|| trees::json(view),
        notes: &|| left_out(&comparison),
    };
    if let Some(out) = &arguments.out {
        write_files(out, &trees::files(view).map_err(Failure::impossible)?)?;
    }
    run.note();
    arguments.format.print(&forms, arguments.out.is_some())
}
