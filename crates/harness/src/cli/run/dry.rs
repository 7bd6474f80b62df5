//! `plybench run --dry-run`: what a run would do.

use serde_json::json;

use crate::cli::{failure::Failure, output};
use plybench_experiment::{
    plan::Plan,
    run::{Effort, Estimate, Range, estimate},
};
use plybench_text::plural;

/// Prints how many of `jobs` jobs are to be run, with estimates of the nodes that they will enter and of the time that they
/// will take on this machine.
pub(super) fn describe(
    plan: &Plan,
    jobs: usize,
    to_do: &[usize],
    threads: usize,
    json: bool,
) -> Result<(), Failure> {
    let (searched, _) = plan.distinct(to_do);
    // Its expansions do not grow by depth in a way that could be extrapolated.
    let (of_solvers, others): (Vec<usize>, Vec<usize>) =
        searched.iter().partition(|&&number| plan.is_solver(number));
    // Estimated apart: their node rates differ by orders of magnitude.
    let (of_skeleton, of_engines): (Vec<usize>, Vec<usize>) =
        others.iter().partition(|&&number| plan.is_skeleton(number));
    let estimated = |effort, numbers: &[usize]| {
        let estimate = estimate(effort, numbers, threads, |number| plan.job(number));
        estimate.map_err(Failure::impossible)
    };
    let skeleton = estimated(&Effort::OF_SKELETON, &of_skeleton)?;
    let estimate = skeleton.and(&estimated(&Effort::OF_ENGINES, &of_engines)?);
    let busy = threads.min(searched.len());
    let rate = estimate.nodes.likely / (estimate.seconds.likely * busy as f64).max(1e-9);
    let (positions, variants) = (plan.positions().len(), plan.variants().count());
    let kept = jobs - to_do.len();
    let memory = plan.memory(threads);
    let ends = |range: Range| json!([range.low, range.high]);
    if json {
        return output::json(&json!({
            "jobs": jobs, "kept": kept, "to_run": to_do.len(), "searched": searched.len(), "positions": positions, "variants": variants,
            "most_nodes": plan.most_nodes(to_do), "estimated_nodes": estimate.nodes.likely.round(),
            "estimated_nodes_range": ends(estimate.nodes), "estimated_seconds": estimate.seconds.likely,
            "estimated_seconds_range": ends(estimate.seconds), "nodes_per_second": rate.round(),
            "estimated_from_jobs": estimate.sampled, "extrapolated_jobs": estimate.extrapolated,
            "extrapolated_from_depth": estimate.from_depth(), "extrapolated_to_depth": estimate.to_depth, "memory_bytes": memory,
            "not_estimated_jobs": of_solvers.len(),
        }));
    }
    let mut lines = vec![format!(
        "{} ({}{} x {}): {} to run, {kept} already done",
        plural::count(jobs, "job"),
        plural::count(variants, "variant"),
        if plan.has_judge() {
            " and the judge"
        } else {
            ""
        },
        plural::count(positions, "position"),
        to_do.len()
    )];
    if searched.len() < to_do.len() {
        lines.push(format!(
            "{} are searched; the others are of variants that search the same",
            searched.len()
        ));
    }
    if !to_do.is_empty() {
        lines.push(nodes(&estimate));
        lines.push(seconds(estimate.seconds, rate, busy));
    }
    if !of_solvers.is_empty() {
        let jobs = plural::count(of_solvers.len(), "job");
        lines.push(format!("{jobs} of df-pn, which are not estimated"));
    }
    if plan.searches_again() && !to_do.is_empty() {
        lines.push("more where best moves are missed, which no estimate tells".to_owned());
    }
    if let Some(most) = plan.most_nodes(to_do).filter(|_| !to_do.is_empty()) {
        lines.push(format!("at most {most} nodes in all"));
    }
    let mib = (memory >> 20).max(1);
    let threads = plural::count(threads, "thread");
    lines.push(format!("up to {mib} MiB of memory with {threads}"));
    output::result(lines.join("\n") + "\n")
}

/// The estimated nodes and what they are estimated from, as a line.
fn nodes(estimate: &Estimate) -> String {
    let jobs = plural::count(estimate.sampled, "job");
    let Range { low, likely, high } = estimate.nodes;
    if estimate.extrapolated == 0 {
        return format!(
            "about {} nodes (from {jobs}, run to the end)",
            count(likely)
        );
    }
    format!(
        "about {} nodes, nine times in ten {} to {} (from a sample of {jobs}, {} of them searched to depth {:.1} on \
         average and extrapolated to at most {})",
        count(likely),
        count(low),
        count(high),
        estimate.extrapolated,
        estimate.from_depth(),
        estimate.to_depth
    )
}

fn count(nodes: f64) -> String {
    if nodes < 1e6 {
        format!("{nodes:.0}")
    } else {
        format!("{nodes:.1e}")
    }
}

/// The estimated time and the node rate, as a line.
fn seconds(seconds: Range, nodes_per_second: f64, threads: usize) -> String {
    let Range { low, likely, high } = seconds;
    format!(
        "about {}, {} to {} ({:.1} million nodes per second and thread, {})",
        duration(likely),
        duration(low),
        duration(high),
        nodes_per_second / 1e6,
        plural::count(threads, "thread")
    )
}

/// Formats a time in a unit of fitting size, to two digits.
fn duration(seconds: f64) -> String {
    let (amount, unit) = match seconds {
        ..120.0 => (seconds, "s"),
        ..7_200.0 => (seconds / 60.0, "min"),
        ..172_800.0 => (seconds / 3_600.0, "h"),
        _ => (seconds / 86_400.0, "days"),
    };
    match amount {
        ..0.1 => format!("less than 0.1 {unit}"),
        ..10.0 => format!("{amount:.1} {unit}"),
        ..10_000.0 => format!("{amount:.0} {unit}"),
        _ => format!("{amount:.0e} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_of_fitting_size() {
        for (seconds, text) in [
            (0.04, "less than 0.1 s"),
            (75.0, "75 s"),
            (250.0, "4.2 min"),
            (90_000.0, "25 h"),
            (864_000.0, "10 days"),
            (8.64e12, "1e8 days"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
