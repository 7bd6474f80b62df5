//! What one variant found at one depth.

use serde::Serialize;

use plybench_records::ScoreRecord;

/// The score and the nodes of one variant at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DepthResult {
    /// The root's value.
    pub score: ScoreRecord,
    /// Nodes entered, cumulative.
    pub nodes: u64,
    /// Nodes entered when the principal variation last changed, cumulative.
    pub nodes_to_pv: u64,
}

impl DepthResult {
    /// Returns the nodes entered, or those until the principal variation last changed.
    #[must_use]
    pub fn count(&self, to_pv: bool) -> u64 {
        match to_pv {
            true => self.nodes_to_pv,
            false => self.nodes,
        }
    }
}
