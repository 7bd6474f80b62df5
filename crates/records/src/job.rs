//! A job as it is kept: a line with its iterations, and how it ended.

use serde::{Deserialize, Serialize};

use super::{Iteration, JobId};

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It completed the iteration of the depth that it was given.
    Depth,
    /// At its limit of nodes or, of a solver, of expansions.
    Nodes,
    /// With a mate that its depth proves.
    Mate,
    /// Its searcher died or did not answer correctly; such a job is run again.
    Failed,
    /// It was stopped from outside; such a job is run again.
    Stopped,
}

impl Ended {
    /// Its name, as in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ended::Depth => "depth",
            Ended::Nodes => "nodes",
            Ended::Mate => "mate",
            Ended::Failed => "failed",
            Ended::Stopped => "stopped",
        }
    }

    /// Whether the result of a job that ended so after iteration `completed` is that of a job to depth `wanted`: it went as
    /// deep, or it would end at the same place again.
    #[must_use]
    pub fn answers(self, completed: u8, wanted: u8) -> bool {
        match self {
            Ended::Depth => completed >= wanted,
            Ended::Nodes | Ended::Mate => true,
            Ended::Failed | Ended::Stopped => false,
        }
    }
}

/// A job that has ended: a line of the records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRecord {
    /// A hash of all that can change the job's outcome.
    pub job: JobId,
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// The limit, mate or failure that ended it.
    pub ended: Ended,
    /// Why it failed, in one line, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Nodes entered in all; of a job that failed, in its completed iterations.
    pub nodes: u64,
    /// Its completed iterations, from depth 1, without a gap.
    pub iterations: Vec<Iteration>,
}

impl JobRecord {
    /// The depth of the last completed iteration, in plies; 0 if there is none.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.iterations.last().map_or(0, |last| last.depth)
    }

    /// How many notes its iterations have.
    #[must_use]
    pub fn doubts(&self) -> u64 {
        let notes = self.iterations.iter().map(|one| one.notes.len() as u64);
        notes.sum()
    }

    /// The first note on its iterations, with its depth.
    #[must_use]
    pub fn first_doubt(&self) -> Option<String> {
        let mut noted = self.iterations.iter().filter(|one| !one.notes.is_empty());
        let first = noted.next()?;
        Some(format!("depth {}: {}", first.depth, first.notes[0]))
    }

    /// The result that the job would have had with depth `wanted`.
    #[must_use]
    pub fn to_depth(mut self, wanted: u8) -> Self {
        let depth = self.depth();
        if depth > wanted || (depth == wanted && self.ended == Ended::Nodes) {
            self.iterations.truncate(usize::from(wanted));
            self.ended = Ended::Depth;
            self.nodes = self.iterations.last().map_or(0, |last| last.nodes);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{super::samples::job, *};

    #[test]
    fn a_prefix_is_what_a_shallower_search_shows() {
        for ended in [Ended::Depth, Ended::Nodes, Ended::Mate] {
            let deep = || job("a", "p", &[3, 9, 20], ended);
            assert_eq!(deep().to_depth(5), deep());
            assert_eq!(deep().to_depth(2), job("a", "p", &[3, 9], Ended::Depth));
        }
        // Its limit stopped it in the next iteration, which is not asked for.
        let limited = job("a", "p", &[3, 9, 20], Ended::Nodes);
        assert_eq!(
            limited.to_depth(3),
            job("a", "p", &[3, 9, 20], Ended::Depth)
        );
        let mate = || job("a", "p", &[3, 9, 20], Ended::Mate);
        assert_eq!(mate().to_depth(3), mate());
    }

    #[test]
    fn a_job_answers_what_it_reached_or_would_not_pass() {
        assert!(Ended::Depth.answers(5, 5) && Ended::Depth.answers(5, 4));
        assert!(!Ended::Depth.answers(5, 6) && !Ended::Stopped.answers(5, 4));
        assert!(Ended::Nodes.answers(5, 60) && Ended::Mate.answers(5, 60));
        assert!(!Ended::Failed.answers(5, 4));
    }
}
