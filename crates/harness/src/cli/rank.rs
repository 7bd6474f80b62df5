//! `plybench rank`.

use std::path::PathBuf;

use super::{
    chart::ChartArguments,
    failure::Failure,
    finished_run::{self, MetricArgument},
    format::FormatArguments,
    mate_finding, message,
    write::with_file_rule,
};
use plybench_analysis::{
    common_depth::CommonDepths,
    outcomes::Outcomes,
    ranking::{Against, Ranking},
    subsets::SubsetCounts,
    technique_totals::TechniqueTotalsByVariant,
    work,
};
use plybench_experiment::{finished_run::FinishedRun, spec::Pairs};
use plybench_records as store;
use plybench_report::{
    comparison::Form,
    cost::SavingAndCost,
    explosions, ranking,
    subsets::{self as subsets_report, View},
    technique_totals, time, work as report_work,
};

/// Rank the variants of a finished run by their nodes relative to the baseline, fewest first
///
/// All rows use the same positions at the same depths, those that every ranked variant completed, so that
/// rows can be compared with each other; `plybench compare` uses what two variants have in common. The
/// p-values of the sign tests are also adjusted for the number of rows (Holm 1979); the intervals are not.
/// A table shows what each variant saves beside what it costs: other moves and scores, positions solved, known
/// mates and, with a `[judge]` in the experiment, what its moves lose (regret).
/// Another shows what the techniques of each variant did: cuts, skipped, reduced and extended moves. Iterations
/// that cost over ten times as much as the one before are listed, and a note names the largest. Variants that count expansions
/// instead of nodes (`base = "df-pn"`) have no ratio to the others; a table shows both counts side by side.
#[derive(clap::Args)]
#[command(
    mut_arg("width_mm", |width| width.requires("chart")),
    mut_arg("caption", |caption| caption.requires("chart")),
    after_help = with_file_rule("Examples: plybench rank /tmp/krk\n          plybench rank /tmp/krk --baseline stockfish --format markdown\n          plybench rank /tmp/axes --within mate-distance=off\n          plybench rank /tmp/ladder --steps\n          plybench rank /tmp/subsets --shares\n          plybench rank /tmp/subsets --interactions --chart pairs.svg")
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
    /// Divide what settings save together among them: what each saves added first, last, and on average over orders. The
    /// settings are those of [[subsets]], [[leave-one-out]], and grids of two values
    #[arg(long, conflicts_with_all = ["baseline", "within", "steps"])]
    shares: bool,
    /// Compare each pair of such settings with each of them alone: whether they save the same, or help each other
    #[arg(long, conflicts_with_all = ["baseline", "within", "steps", "shares"])]
    interactions: bool,
    /// Also show seconds and nanoseconds a node, from the run's timings, which are noisy; with proof-number searches, also
    /// milliseconds to the proof by length of the mate; not available with CSV
    #[arg(long, conflicts_with_all = ["shares", "interactions"])]
    seconds: bool,
    /// Also draw the ratios with their intervals, the shares, or the interactions as a grid of colours, into a file named .svg, .png
    /// or .pdf
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
    if arguments.shares || arguments.interactions {
        return subsets(arguments, &run, &outcomes);
    }
    let ranking = match (&arguments.within, arguments.steps) {
        (Some(setting), _) => within(&run, &outcomes, setting)?,
        (None, true) => of_pairs(&outcomes, steps(&run)?, Against::PreviousRung),
        (None, false) => Ranking::of(&outcomes, baseline, run.repeated(baseline)),
    };
    let all: Vec<&str> = run.variants().collect();
    let has_others = variants.len() < all.len();
    let mut rows = ranking.rows.iter();
    if rows.all(|row| row.comparison.pairs.is_empty()) && !(ranking.rows.is_empty() && has_others) {
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
    document.facts.extend(run.programs(&all));
    if has_others {
        let found = work::of_variants(&all, run.jobs())?;
        report_work::add(&mut document, &all, &found);
    }
    SavingAndCost::of(&ranking, finished_run::node_limits(&run), run.judge()).add(&mut document);
    technique_totals::add(&mut document, &totals, &variants);
    if arguments.seconds && arguments.format.form() == Form::Rows {
        return Err(Failure::input(
            "--seconds has no CSV form; `plybench export DIR --csv` has a column of seconds",
        ));
    }
    if arguments.seconds {
        let times = run.times()?;
        let of_job = |variant: &str, position: &str| times.of(variant, position);
        let has_times = time::add(&mut document, &ranking, of_job);
        let mates = mate_finding::found(&run)?;
        let has_proofs = mates.is_some_and(|mates| time::add_proofs(&mut document, &mates, of_job));
        if !has_times && !has_proofs {
            return Err(Failure::input(format_args!(
                "{} has no timings of these variants; rank without --seconds",
                run.directory.join(store::TIMINGS).display()
            )));
        }
    }
    let exploded = explosions::add(&mut document, &outcomes);
    if let Some(file) = &arguments.chart {
        let about = run.about();
        arguments
            .drawn
            .write(ranking::forest(&ranking, &metric, &about), file)?;
    }
    finished_run::note(&run);
    exploded.iter().for_each(message::note);
    arguments.format.print(&document, arguments.chart.is_some())
}

/// The shares or the interactions of settings.
fn subsets(arguments: &Arguments, run: &FinishedRun, outcomes: &Outcomes) -> Result<(), Failure> {
    let option = if arguments.shares {
        "--shares"
    } else {
        "--interactions"
    };
    let searched = run.experiment.searched_subsets().map_err(Failure::input)?;
    if searched.is_empty() {
        return Err(Failure::input(run.at_fault(format_args!(
            "no settings that are on or off, which {option} needs; add [[subsets]], [[leave-one-out]] or a [[grid]] with two values each"
        ))));
    }
    let (mut tables, mut lacking) = (Vec::new(), Vec::new());
    for one in &searched {
        let named = (one.name, one.settings.clone());
        match SubsetCounts::of(outcomes, named, &one.variants, one.orders) {
            Some(counts) if !counts.positions.is_empty() => tables.push(counts),
            Some(_) => lacking.push(format!(
                "{}: no position that all variants searched",
                one.name
            )),
            None => lacking.push(format!(
                "{}: no finished variant with none of its settings",
                one.name
            )),
        }
    }
    let view = View {
        tables: &tables,
        metric: &run.metric().to_string(),
        experiment: &run.about(),
    };
    let found = match arguments.shares {
        true => subsets_report::shares(view, &mut lacking),
        false => subsets_report::interactions(view, &mut lacking),
    };
    let Some((mut document, chart)) = found else {
        return Err(Failure::input(run.at_fault(format_args!(
            "nothing for {option}: {}; add [[subsets]] of these settings",
            lacking.join("; ")
        ))));
    };
    for reason in lacking {
        let note = format!("Not shown: {reason}.");
        document.facts.push(note.clone());
        document.notes.push(note);
    }
    if let Some(file) = &arguments.chart {
        arguments.drawn.write(chart, file)?;
    }
    finished_run::note(run);
    arguments.format.print(&document, arguments.chart.is_some())
}

/// Each variant compared with the one that has this setting and is the same otherwise.
pub(super) fn within<'r>(
    run: &'r FinishedRun,
    outcomes: &'r Outcomes,
    setting: &str,
) -> Result<Ranking<'r>, Failure> {
    let twins = run.experiment.twins(setting).map_err(Failure::input)?;
    if twins.pairs.is_empty() {
        return Err(Failure::input(run.at_fault(format_args!(
            "no two variants differ only in {:?}; name a setting that a grid varies",
            plybench_text::echo(setting)
        ))));
    }
    let against = Against::SameVariantWith(setting.to_owned());
    Ok(of_pairs(outcomes, twins, against))
}

fn of_pairs<'r>(outcomes: &'r Outcomes, pairs: Pairs<'r>, against: Against<'r>) -> Ranking<'r> {
    Ranking {
        same_as_another: pairs.repeated,
        alone: pairs.alone,
        ..Ranking::of_pairs(outcomes, pairs.pairs.into_iter(), against)
    }
}

/// Each rung of the ladders with the one before it.
fn steps(run: &FinishedRun) -> Result<Pairs<'_>, Failure> {
    let experiment = &run.experiment;
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
    Ok(steps)
}
