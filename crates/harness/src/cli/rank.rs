//! `plybench rank`.

use std::path::PathBuf;

use super::{
    chart::ChartArguments,
    failure::Failure,
    finished_run::{self, MetricArgument},
    format::FormatArguments,
    write::with_file_rule,
};
use plybench_analysis::{
    common_depth::CommonDepths,
    ranking::{Against, Ranking},
    technique_totals::TechniqueTotalsByVariant,
};
use plybench_experiment::{finished_run::FinishedRun, spec::Pairs};
use plybench_report::{cost::SavingAndCost, ranking, technique_totals};

/// Rank the variants of a finished run by their nodes relative to the baseline, fewest first
///
/// All rows use the same positions at the same depths, those that every ranked variant completed, so that
/// rows can be compared with each other; `plybench compare` uses what two variants have in common. The
/// p-values of the sign tests are also adjusted for the number of rows (Holm 1979); the intervals are not.
/// A second table shows what the techniques of each variant did: cuts, skipped, reduced and extended moves.
#[derive(clap::Args)]
#[command(
    mut_arg("width_mm", |width| width.requires("chart")),
    after_help = with_file_rule("Examples: plybench rank /tmp/krk\n          plybench rank /tmp/krk --baseline stockfish --format markdown\n          plybench rank /tmp/axes --within mate-distance=off\n          plybench rank /tmp/ladder --steps")
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The variant to compare with, by name or a unique abbreviation; the experiment's baseline if not given
    #[arg(long, value_name = "VARIANT")]
    baseline: Option<String>,
    /// Compare each variant with the one that has this value and is the same otherwise; of variants with the same
    /// settings, only the first is used
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "baseline")]
    within: Option<String>,
    /// Compare each rung of the ladders with the one before it, in the ladders' order
    #[arg(long, conflicts_with_all = ["baseline", "within"])]
    steps: bool,
    /// Also draw the ratios with their intervals, into a file named .svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    drawn: ChartArguments,
    #[command(flatten)]
    metric: MetricArgument,
    #[command(flatten)]
    format: FormatArguments,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let run = finished_run::open(&arguments.directory, &arguments.metric)?;
    let default_baseline = &run.experiment.baseline;
    let baseline = run.variant(arguments.baseline.as_deref().unwrap_or(default_baseline))?;
    let variants = finished_run::variants(&run, baseline, "rank")?;
    let outcomes = finished_run::outcomes(&run, &variants)?;
    let ranking = match paired(&run, arguments)? {
        None => Ranking::of(&outcomes, baseline, run.repeated(baseline)),
        Some((pairs, against)) => Ranking {
            same_as_another: pairs.repeated,
            alone: pairs.alone,
            ..Ranking::of_pairs(&outcomes, pairs.pairs.into_iter(), against)
        },
    };
    let mut rows = ranking.rows.iter();
    if rows.all(|row| row.comparison.pairs.is_empty()) {
        let reasons = ranking.rows.iter().flat_map(|row| &row.comparison.left_out);
        let reasons = reasons.map(|(_, reason)| reason);
        let counts_nothing = format!(
            "every variant, or its baseline, counts 0 of {}; choose another --metric or --baseline",
            run.metric()
        );
        let problem = finished_run::nothing_to_compare(&run, reasons, counts_nothing);
        return Err(Failure::input(problem));
    }
    let metric = run.metric().to_string();
    let common_depths = CommonDepths::of(&outcomes, &variants);
    let mut totals = TechniqueTotalsByVariant::none(&common_depths);
    for job in run.jobs() {
        totals.add(&common_depths, &job?);
    }
    let mut document = ranking::document(&ranking, &metric);
    document.facts.extend(run.programs(&variants));
    if let Some(judge) = run.judge() {
        SavingAndCost::of(&ranking, finished_run::node_limits(&run), &judge).add(&mut document);
    }
    technique_totals::add(&mut document, &totals, &variants);
    if let Some(file) = &arguments.chart {
        let about = run.about();
        arguments
            .drawn
            .write(ranking::forest(&ranking, &metric, &about), file)?;
    }
    finished_run::note(&run);
    arguments.format.print(&document, arguments.chart.is_some())
}

/// The pairs to compare; none if all variants are compared with the baseline.
fn paired<'r>(
    run: &'r FinishedRun,
    arguments: &Arguments,
) -> Result<Option<(Pairs<'r>, Against<'r>)>, Failure> {
    let experiment = &run.experiment;
    if let Some(setting) = &arguments.within {
        let twins = experiment.twins(setting).map_err(Failure::input)?;
        if twins.pairs.is_empty() {
            return Err(Failure::input(run.at_fault(format_args!(
                "no two variants differ only in {:?}; name a setting that a grid varies",
                plybench_text::echo(setting)
            ))));
        }
        return Ok(Some((twins, Against::SameVariantWith(setting.clone()))));
    }
    if !arguments.steps {
        return Ok(None);
    }
    if experiment.ladders.is_empty() {
        let lacking = "no [[ladder]], which --steps needs; rank without --steps";
        return Err(run.at_fault(lacking).into());
    }
    let steps = experiment.steps().map_err(Failure::input)?;
    if steps.pairs.is_empty() {
        return Err(Failure::input(run.at_fault(
            "no rung has one before it; give the ladder a second rung, or add a variant with its base and set",
        )));
    }
    Ok(Some((steps, Against::PreviousRung)))
}
