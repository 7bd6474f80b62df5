//! Jobs for tests.

use super::{Counts, Ended, Iteration, JobId, JobRecord, ScoreRecord};

/// An iteration with a score of 3 centipawns.
#[must_use]
pub fn iteration(depth: u8, nodes: u64) -> Iteration {
    Iteration {
        depth,
        score: ScoreRecord::Evaluation { cp: 3 },
        bound: None,
        nodes,
        pv: vec!["a2a1".to_owned()],
        moves: Vec::new(),
        notes: Vec::new(),
        counts: Counts::default(),
    }
}

/// A job of such iterations, with a count for each depth.
#[must_use]
pub fn job(variant: &str, position: &str, nodes: &[u64], ended: Ended) -> JobRecord {
    let iterations = (1..).zip(nodes);
    JobRecord {
        job: JobId::default(),
        variant: variant.to_owned(),
        position: position.to_owned(),
        ended,
        reason: None,
        nodes: nodes.last().copied().unwrap_or(0) + u64::from(ended == Ended::Nodes),
        iterations: iterations
            .map(|(depth, &nodes)| iteration(depth, nodes))
            .collect(),
    }
}
