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
