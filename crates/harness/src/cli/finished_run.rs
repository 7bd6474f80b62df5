//! A finished run as the commands read it: by a metric of the command line, with notes on stderr.

use std::path::Path;

use super::{failure::Failure, message};
use plybench_analysis::{
    baseline::{Baseline, JobBaseline},
    judge::Judgements,
    outcomes::Outcomes,
    pair::Reason,
    solved::NodeLimits,
};
use plybench_experiment::{
    finished_run::FinishedRun,
    spec::{self, JudgeDepth},
};
use plybench_records::{Metric, RunError, counts};

/// The option to compare by another metric than the experiment's.
#[derive(clap::Args)]
pub(super) struct MetricArgument {
    /// Compare this instead of the experiment's metric: nodes, nodes-to-pv, or a count of the records such as
    /// counts.null-move.cuts or counts.table_hits
    #[arg(long, value_name = "NAME", value_parser = spec::metric)]
    metric: Option<Metric>,
}

/// Opens a run's directory to compare by the metric of the option, or the experiment's.
pub(super) fn open(directory: &Path, metric: &MetricArgument) -> Result<FinishedRun, Failure> {
    let run = FinishedRun::open(directory)?;
    Ok(match metric.metric.clone() {
        Some(metric) => run.by(metric),
        None => run,
    })
}

/// The names of the variants of a run that have ratios to the baseline, and of this itself. `command` needs more variants than the
/// baseline, with ratios or without.
pub(super) fn variants<'r>(
    run: &'r FinishedRun,
    baseline: &str,
    command: &str,
) -> Result<Vec<&'r str>, Failure> {
    let all = run.variants().count();
    let is_one = match all - run.repeated(baseline).len() {
        _ if all < 2 => "has only one variant",
        0 | 1 => "has only one variant under several names",
        _ => {
            run.refuse_uncounted(&[baseline], run.metric())?;
            return Ok(run.compared().collect());
        }
    };
    Err(Failure::input(format_args!(
        "{} {is_one}, {baseline:?}; {command} takes two or more",
        run.directory.display()
    )))
}

/// The failure of a command that needs all jobs of a run.
pub(super) fn incomplete(run: &FinishedRun) -> Failure {
    let directory = run.directory.display();
    Failure::input(format_args!(
        "{directory} is not complete: {}",
        run.fix_hint()
    ))
}

/// Why a command finds no positions to compare: `counts_nothing` if that is the reason for all.
pub(super) fn nothing_to_compare<'r>(
    run: &FinishedRun,
    mut reasons: impl Iterator<Item = &'r Reason>,
    counts_nothing: String,
) -> String {
    let hint = match reasons.all(|reason| *reason == Reason::NothingCounted) {
        true => counts_nothing,
        false => run.fix_hint(),
    };
    let directory = run.directory.display();
    format!("{directory} has no position to compare: {hint}")
}

/// Notes what a run lacks or has besides. A command calls this once it has a result, so that an error message stands alone.
pub(super) fn note(run: &FinishedRun) {
    run.notes().iter().for_each(message::note);
}

/// The outcomes of these variants, by the run's metric.
pub(super) fn outcomes(run: &FinishedRun, variants: &[&str]) -> Result<Outcomes, Failure> {
    run.refuse_uncounted(variants, run.metric())?;
    let (positions, jobs) = (run.positions().to_vec(), run.jobs_of(variants));
    let outcomes = Outcomes::gather(positions, variants, jobs, run.metric())?;
    Ok(match judgements(run)? {
        Some(judgements) => outcomes.judged_by(&judgements),
        None => outcomes,
    })
}

/// What the run's judge says of the moves, if there is a judge.
pub(super) fn judgements(run: &FinishedRun) -> Result<Option<Judgements>, Failure> {
    let Some(judge) = &run.experiment.judge else {
        return Ok(None);
    };
    let plies = match judge.depth {
        JudgeDepth::Same => None,
        JudgeDepth::Plies(plies) => Some(plies),
    };
    Ok(Some(Judgements::gather(run.jobs_of_judge(), plies)?))
}

/// The node limits of a run's searches.
pub(super) fn node_limits(run: &FinishedRun) -> NodeLimits {
    NodeLimits {
        nodes: run.experiment.nodes,
        if_missed: run.experiment.nodes_if_missed,
    }
}

/// The baseline of all jobs, by a metric.
pub(super) fn baseline(run: &FinishedRun, metric: &Metric) -> Result<Baseline, Failure> {
    run.refuse_uncounted(&run.compared().collect::<Vec<_>>(), metric)?;
    let solvers = &run.experiment.solvers;
    let expansions = Metric::Count(counts::EXPANSIONS.to_owned());
    let jobs = run.jobs().map(|job| {
        let job = job?;
        let is_solver = solvers.iter().any(|solver| solver.name == job.variant);
        let metric = if is_solver { &expansions } else { metric };
        Ok(JobBaseline::of(job, metric))
    });
    let jobs: Result<Vec<_>, RunError> = jobs.collect();
    Ok(Baseline::of_jobs(metric.clone(), jobs?))
}
