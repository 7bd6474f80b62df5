//! What a run would do.

use std::io::{self, Write};

use serde_json::json;

use crate::{
    cli::failure::Failure,
    plan::Plan,
    run::{Estimate, estimate},
};

/// Prints how many jobs are to be run, and about how many nodes they will enter.
pub(super) fn describe(
    plan: &Plan,
    (jobs, to_do): (usize, &[usize]),
    threads: usize,
    json: bool,
) -> Result<(), Failure> {
    let told = estimate(to_do, |number| plan.job(number)).map_err(Failure::impossible)?;
    let (positions, variants) = (plan.positions().len(), plan.variants().count());
    let kept = jobs - to_do.len();
    let memory = plan.memory(threads);
    let mut out = io::stdout().lock();
    if json {
        writeln!(
            out,
            "{}",
            json!({
                "jobs": jobs, "kept": kept, "to_run": to_do.len(), "positions": positions, "variants": variants,
                "most_nodes": plan.most_nodes(to_do.len()), "estimated_nodes": told.nodes.round(),
                "estimated_from_jobs": told.sampled, "extrapolated_jobs": told.extrapolated,
                "extrapolated_from_depth": told.from_depth, "extrapolated_to_depth": told.to_depth, "memory_bytes": memory,
            })
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "{jobs} jobs here, of {variants} variants on {positions} positions; {} to run, {kept} are there",
        to_do.len()
    )?;
    writeln!(out, "{}", nodes(&told))?;
    if let Some(most) = plan.most_nodes(to_do.len()) {
        writeln!(out, "at most {most} nodes in all")?;
    }
    writeln!(
        out,
        "{threads} jobs at once take up to {} MiB",
        (memory >> 20).max(1)
    )?;
    Ok(())
}

/// An estimate in words.
fn nodes(told: &Estimate) -> String {
    let Estimate {
        nodes,
        sampled,
        extrapolated,
        from_depth,
        to_depth,
    } = told;
    let how = if *extrapolated == 0 {
        format!("from {sampled} jobs that were run to their end")
    } else {
        format!(
            "from {sampled} jobs, {extrapolated} of them extrapolated from depth {from_depth:.1} on average to {to_depth}"
        )
    };
    if *nodes < 1e6 {
        format!("about {nodes:.0} nodes ({how})")
    } else {
        format!("about {nodes:.1e} nodes ({how})")
    }
}
