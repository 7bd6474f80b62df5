//! `plybench compare`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    finished_run::{FinishedRun, MetricArgument},
    format::{FormatArguments, Forms},
};
use crate::{
    analysis::{
        comparison::{By, Comparison},
        pair::Reason,
        seconds::Seconds,
    },
    report::comparison::{self, View},
    store,
};

/// Compare two variants of a finished run: nodes of B as a multiple of A's, over its positions
///
/// At each position the ratio is B's count by A's at the deepest depth that both completed, or, where
/// both stopped at the same mate, at the depths at which they stopped; counts run over iterations 1 to
/// d. Positions are averaged by geometric mean; its 95 % interval (BCa bootstrap) resamples positions,
/// not depths, which repeat each other. The total ratio is the sum of B's counts by the sum of A's. A win is a position at which B counts fewer nodes; the sign
/// test is exact and two-sided, and drops ties.
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench compare /tmp/krk off on --by depth\n          plybench compare /tmp/krk off on --format csv > ratios.csv\n\nCSV has a row for each position and depth that both completed, or, with --by, for each group."
)]
pub(super) struct Arguments {
    /// The directory that `plybench run` wrote
    directory: PathBuf,
    /// The variant whose counts are 1; a unique abbreviation of its name will do, such as cpw for form/mate-distance=cpw
    a: String,
    /// The variant that is measured by it
    b: String,
    /// The same numbers for each group of positions; their p-values are not adjusted
    #[arg(long, value_enum, value_name = "GROUP")]
    by: Option<By>,
    /// How many of the best and of the worst positions to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    extremes: usize,
    /// Show each depth of each position, as CSV and JSON always do
    #[arg(long)]
    every_depth: bool,
    /// Show seconds, too, from the run's timings; they are noisy. Not with CSV
    #[arg(long)]
    seconds: bool,
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
    if comparison.pairs.is_empty() {
        let left_out = comparison::left_out(&comparison);
        let mut reasons = comparison.left_out.iter();
        let mend = if reasons.all(|(_, reason)| *reason == Reason::NothingCounted) {
            format!(
                "A or B counts 0 of {}; choose another --metric",
                run.metric()
            )
        } else {
            run.mend()
        };
        return Err(Failure::input(format_args!(
            "{} has no position to compare: {mend}. {}",
            arguments.directory.display(),
            left_out.join(" ")
        )));
    }
    if arguments.seconds && arguments.format.is_csv() {
        return Err(Failure::input(
            "--seconds has no CSV form; `plybench export DIR --csv` has a column of seconds",
        ));
    }
    let seconds = if arguments.seconds {
        let times = run.times()?;
        Some(
            Seconds::of(&comparison, |variant, position| times.of(variant, position)).ok_or_else(
                || {
                    Failure::input(format_args!(
                        "{} has no times of these variants; compare without --seconds",
                        run.directory.join(store::TIMINGS).display()
                    ))
                },
            )?,
        )
    } else {
        None
    };
    let lacks = match arguments.by {
        Some(by) if !comparison.groups(by).is_empty() => None,
        Some(By::Beyond) => Some(
            "no position has a mate that its data set claims, such as `dm 3;` in EPD; give dtm = \"oracle\" for the set, or \
             another group",
        ),
        Some(By::Proof) => Some(
            "at no position do both variants prove a mate of the same length; give another group",
        ),
        _ => None,
    };
    if let Some(lacks) = lacks {
        return Err(Failure::input(format_args!(
            "{}: {lacks}",
            arguments.directory.display()
        )));
    }
    let view = View {
        metric: run.metric(),
        by: arguments.by,
        extremes: arguments.extremes,
        every_depth: arguments.every_depth,
        is_deeper_entry_served: run.is_deeper_entry_served(&[a, b])?,
        seconds,
    };
    run.note();
    let forms = Forms {
        document: &|| {
            let mut document = comparison::document(&comparison, view);
            document.facts.extend(run.programs(&[a, b]));
            document
        },
        rows: &|| comparison::rows(&comparison, view.by),
        json: &|| comparison::json(&comparison, view),
        notes: &|| comparison::left_out(&comparison),
    };
    arguments.format.print(&forms, false)
}
