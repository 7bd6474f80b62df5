//! What a published table counts.

use plybench_records::{Iteration, Metric};

/// Returns the nodes of an iteration, or those to the principal variation.
#[must_use]
pub fn count(iteration: &Iteration, to_pv: bool) -> u64 {
    match to_pv {
        true => Metric::NodesToPv.of(iteration),
        false => Metric::Nodes.of(iteration),
    }
}
