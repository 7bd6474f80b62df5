//! What a run would do.

use serde_json::{Value, json};

use crate::{
    cli::{failure::Failure, output},
    plan::Plan,
    run::{Effort, Estimate, Range, estimate},
};

/// Prints how many jobs are to be run, about how many nodes they will enter, and about how long that will take here.
pub(super) fn describe(
    plan: &Plan,
    (jobs, to_do): (usize, &[usize]),
    threads: usize,
    json: bool,
) -> Result<(), Failure> {
    // They differ in their rates by orders of magnitude.
    let (own, of_engines): (Vec<usize>, Vec<usize>) =
        to_do.iter().partition(|&&number| plan.is_own(number));
    let told = |effort, numbers: &[usize]| {
        let told = estimate(effort, numbers, threads, |number| plan.job(number));
        told.map_err(Failure::impossible)
    };
    let told = told(&Effort::default(), &own)?.and(&told(&Effort::OF_ENGINES, &of_engines)?);
    let (positions, variants) = (plan.positions().len(), plan.variants().count());
    let kept = jobs - to_do.len();
    let memory = plan.memory(threads);
    if json {
        let told = json!({
            "jobs": jobs, "kept": kept, "to_run": to_do.len(), "positions": positions, "variants": variants,
            "most_nodes": plan.most_nodes(to_do.len()), "estimated_nodes": told.nodes.likely.round(),
            "estimated_nodes_range": ends(told.nodes), "estimated_seconds": told.seconds.likely,
            "estimated_seconds_range": ends(told.seconds), "nodes_per_second": told.nodes_per_second.round(),
            "estimated_from_jobs": told.sampled, "extrapolated_jobs": told.extrapolated,
            "extrapolated_from_depth": told.from_depth, "extrapolated_to_depth": told.to_depth, "memory_bytes": memory,
        });
        return output::result(format_args!("{told}\n"));
    }
    let mut lines = vec![format!(
        "{jobs} jobs ({variants} variants x {positions} positions): {} to run, {kept} already done",
        to_do.len()
    )];
    if !to_do.is_empty() {
        lines.push(nodes(&told));
        lines.push(seconds(&told, threads.min(to_do.len())));
    }
    if let Some(most) = plan.most_nodes(to_do.len()).filter(|_| !to_do.is_empty()) {
        lines.push(format!("at most {most} nodes in all"));
    }
    let mib = (memory >> 20).max(1);
    lines.push(format!("{threads} jobs at once take up to {mib} MiB"));
    output::result(lines.join("\n") + "\n")
}

fn ends(range: Range) -> Value {
    json!([range.low, range.high])
}

/// How many nodes, in words.
fn nodes(told: &Estimate) -> String {
    let Estimate {
        nodes,
        sampled,
        extrapolated,
        from_depth,
        to_depth,
        ..
    } = told;
    let how = if *extrapolated == 0 {
        return format!(
            "about {} nodes (from {sampled} jobs that were run to their end)",
            count(nodes.likely)
        );
    } else {
        format!(
            "from a sample of {sampled} jobs; {extrapolated} were searched to depth {from_depth:.1} on average and \
             extrapolated to at most {to_depth}"
        )
    };
    format!(
        "about {} nodes, {} to {} ({how})",
        count(nodes.likely),
        count(nodes.low),
        count(nodes.high)
    )
}

fn count(nodes: f64) -> String {
    if nodes < 1e6 {
        format!("{nodes:.0}")
    } else {
        format!("{nodes:.1e}")
    }
}

/// How long, in words.
fn seconds(told: &Estimate, threads: usize) -> String {
    let Range { low, likely, high } = told.seconds;
    format!(
        "about {}, {} to {} ({:.1} million nodes per second for each of {threads} at once)",
        duration(likely),
        duration(low),
        duration(high),
        told.nodes_per_second / 1e6
    )
}

/// A time in the unit that suits it, to two digits.
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
    fn times_are_told_in_the_unit_that_suits_them() {
        for (seconds, told) in [
            (0.04, "less than 0.1 s"),
            (75.0, "75 s"),
            (250.0, "4.2 min"),
            (90_000.0, "25 h"),
            (864_000.0, "10 days"),
            (8.64e12, "1e8 days"),
        ] {
            assert_eq!(duration(seconds), told);
        }
    }
}
