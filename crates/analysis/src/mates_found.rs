//! At which depth each variant sees the mates that are known to be there.

use super::{
    outcomes::{Outcome, Outcomes},
    proportion::Proportion,
};
use plybench_records::{Ended, ScoreRecord};

/// The mates that one variant sees at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatesAtDepth {
    /// The depth, in plies.
    pub depth: usize,
    /// Of the positions with a known mate at which every variant completed the depth, or stopped at a mate before it, those that
    /// the variant scores as a mate for the right side.
    pub found: Proportion,
    /// Those of them that it scores as the shortest mate.
    pub shortest: u64,
}

/// The mates that these variants see, by depth: a list for each of them, in their order.
#[must_use]
pub fn by_depth(outcomes: &Outcomes, variants: &[&str]) -> Vec<Vec<MatesAtDepth>> {
    let jobs = outcomes.of_all(variants);
    let all = jobs.iter().flatten().flatten();
    let deepest = all.map(|job| job.depth()).max().unwrap_or(0);
    let mut found = vec![Vec::new(); variants.len()];
    for depth in 1..=deepest {
        let mut row = vec![
            MatesAtDepth {
                depth,
                ..MatesAtDepth::default()
            };
            variants.len()
        ];
        for (at, position) in outcomes.positions().iter().enumerate() {
            let scores = jobs.iter().map(|jobs| score(jobs[at]?, depth));
            let (Some(mate), Some(scores)) = (position.dtm, scores.collect::<Option<Vec<_>>>())
            else {
                continue;
            };
            for (row, score) in row.iter_mut().zip(scores) {
                row.found.all += 1;
                if let ScoreRecord::Mate { mate: seen, .. } = score {
                    // A side that is mated now is on the losing side of its mate in 0.
                    row.found.hits += u64::from((seen > 0) == (mate > 0));
                    row.shortest += u64::from(seen == mate);
                }
            }
        }
        for (found, row) in found.iter_mut().zip(row) {
            if row.found.all > 0 {
                found.push(row);
            }
        }
    }
    found
}

/// The score at a depth; that of the last iteration for a job that stopped at a mate before.
fn score(job: &Outcome, depth: usize) -> Option<ScoreRecord> {
    let iteration = match job.at(depth) {
        None if job.ended == Ended::Mate => job.iterations.last(),
        found => found,
    };
    iteration.map(|iteration| iteration.score)
}

#[cfg(test)]
mod tests {
    use super::{
        super::outcomes::samples::{outcome, outcomes},
        *,
    };

    /// A job with these mates at depth 1, 2, …; 0 stands for no mate.
    fn job(mates: &[i32], ended: Ended) -> Option<Outcome> {
        let mut job = outcome(&vec![1; mates.len()], 0, ended);
        for (iteration, &mate) in job.iterations.iter_mut().zip(mates) {
            if mate != 0 {
                iteration.score = ScoreRecord::mate(mate).unwrap();
            }
        }
        Some(job)
    }

    #[test]
    fn mates_count_where_all_variants_reached_the_depth() {
        // The positions have mates in 10, unknown, 8 and 7.
        let depth = Ended::Depth;
        let found = outcomes(vec![
            vec![
                job(&[0, 10], depth),
                job(&[1, 1], depth),
                job(&[9, 8], depth),
                job(&[7], Ended::Mate),
            ],
            vec![
                job(&[0, 0], depth),
                job(&[1, 1], depth),
                job(&[-3, 0], Ended::Nodes),
                job(&[0, 7, 7], depth),
            ],
        ]);
        let found = by_depth(&found, &["a", "b"]);
        let told = |rows: &[MatesAtDepth]| -> Vec<(usize, u64, u64, u64)> {
            let rows = rows.iter();
            rows.map(|row| (row.depth, row.found.all, row.found.hits, row.shortest))
                .collect()
        };
        assert_eq!(told(&found[0]), [(1, 3, 2, 1), (2, 3, 3, 3), (3, 1, 1, 1)]);
        assert_eq!(told(&found[1]), [(1, 3, 0, 0), (2, 3, 1, 1), (3, 1, 1, 1)]);
    }
}
