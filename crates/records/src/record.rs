//! The results of a search: one record for each completed iteration of a job, and how the job ended.

use plybench_engine::score::{Score, mate_in_words};
use serde::{Deserialize, Serialize};

use super::{Counts, JobId, counts};

/// The result of one completed iteration: what every searcher reports, and what this one counted besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The job.
    pub job: JobId,
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// Nominal depth in plies.
    pub depth: u8,
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// Which bound the score is, if it is not the value itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// Nodes entered in iterations 1 to `depth`.
    pub nodes: u64,
    /// The principal variation, in the game's notation (UCI in chess); empty without legal moves.
    pub pv: Vec<String>,
    /// The other counts of iterations 1 to `depth`.
    pub counts: Counts,
}

impl Record {
    /// The first move of the principal variation; none without legal moves.
    #[must_use]
    pub fn best_move(&self) -> Option<&str> {
        self.pv.first().map(String::as_str)
    }

    /// Nodes entered when the principal variation last changed, if that was counted.
    #[must_use]
    pub fn nodes_to_pv(&self) -> Option<u64> {
        self.counts.one(counts::NODES_TO_PV)
    }
}

/// The side on which a score bounds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A score in JSON: `{"cp":51}`, or `{"mate":8,"plies":15}` with both negative for the mated side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ScoreRecord {
    /// A mate, in moves and in plies; a side that is mated now has 0 of both.
    Mate {
        /// Moves to the mate.
        mate: i32,
        /// Plies to the mate.
        plies: i32,
    },
    /// An evaluation.
    Evaluation {
        /// Centipawns.
        cp: i32,
    },
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> Self {
        match (score.mate_moves(), score.mate_plies()) {
            (Some(mate), Some(plies)) => {
                let plies = i32::from(plies);
                ScoreRecord::Mate {
                    mate,
                    plies: if score.is_loss() { -plies } else { plies },
                }
            }
            _ => ScoreRecord::Evaluation {
                cp: score.centipawns().unwrap_or(0),
            },
        }
    }
}

impl ScoreRecord {
    /// The score of a mate in `mate` moves of the mating side, as in UCI: negative for the mated side. None if its plies do not
    /// fit into an `i32`.
    #[must_use]
    pub fn mate(mate: i32) -> Option<Self> {
        let plies = mate.checked_mul(2)?;
        Some(ScoreRecord::Mate {
            mate,
            plies: plies - i32::from(mate > 0),
        })
    }

    /// Whether it is a mate score.
    #[must_use]
    pub fn is_mate(self) -> bool {
        matches!(self, ScoreRecord::Mate { .. })
    }

    /// The score in a sentence: a mate in words, or centipawns.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            ScoreRecord::Mate { mate, .. } => mate_in_words(mate),
            ScoreRecord::Evaluation { cp } => format!("{cp} centipawns"),
        }
    }

    /// Plies to the mate, negative for the mated side; none for an evaluation.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        match self {
            ScoreRecord::Mate { plies, .. } => Some(plies),
            ScoreRecord::Evaluation { .. } => None,
        }
    }
}

impl std::fmt::Display for ScoreRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScoreRecord::Mate { mate: 0, .. } => f.write_str("mated"),
            ScoreRecord::Mate { mate, .. } if *mate < 0 => write!(f, "-M{}", -mate),
            ScoreRecord::Mate { mate, .. } => write!(f, "M{mate}"),
            ScoreRecord::Evaluation { cp } => write!(f, "{cp}"),
        }
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// At its depth.
    Depth,
    /// At its node limit.
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

/// The last line of a job: how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobEnd {
    /// The job.
    pub job: JobId,
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// How it ended.
    pub ended: Ended,
    /// Why it failed, in one line, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last completed iteration; 0 if there was none.
    pub depth: u8,
    /// Nodes entered in all; of a job that failed, in its completed iterations.
    pub nodes: u64,
}

/// A job that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeJob {
    /// Its iterations, from depth 1, without a gap.
    pub records: Vec<Record>,
    /// How it ended.
    pub end: JobEnd,
}

impl WholeJob {
    /// The result that the job would have had with depth `wanted`.
    #[must_use]
    pub fn to_depth(mut self, wanted: u8) -> Self {
        if self.end.depth > wanted || (self.end.depth == wanted && self.end.ended == Ended::Nodes) {
            self.records.truncate(usize::from(wanted));
            self.end = JobEnd {
                ended: Ended::Depth,
                depth: wanted,
                nodes: self.records.last().map_or(0, |record| record.nodes),
                ..self.end
            };
        }
        self
    }
}

/// Records for tests.
#[doc(hidden)]
pub mod samples {
    use super::*;

    /// A record of a test, with a score of 3 centipawns.
    #[must_use]
    pub fn record(variant: &str, position: &str, depth: u8, nodes: u64) -> Record {
        Record {
            job: "0000000000000001".parse().unwrap(),
            variant: variant.to_owned(),
            position: position.to_owned(),
            depth,
            score: ScoreRecord::Evaluation { cp: 3 },
            bound: None,
            nodes,
            pv: vec!["a2a1".to_owned()],
            counts: Counts::default(),
        }
    }

    /// A job of such records, a count a depth.
    #[must_use]
    pub fn job(variant: &str, position: &str, nodes: &[u64], ended: Ended) -> WholeJob {
        let records = (1..)
            .zip(nodes)
            .map(|(depth, &nodes)| record(variant, position, depth, nodes));
        let records: Vec<Record> = records.collect();
        let end = JobEnd {
            job: "0000000000000001".parse().unwrap(),
            variant: variant.to_owned(),
            position: position.to_owned(),
            ended,
            reason: None,
            depth: nodes.len() as u8,
            nodes: nodes.last().copied().unwrap_or(0) + u64::from(ended == Ended::Nodes),
        };
        WholeJob { records, end }
    }
}

#[cfg(test)]
mod tests {
    use super::{samples::job, *};

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

    #[test]
    fn a_bound_is_written_only_where_there_is_one() {
        let mut record = samples::record("a", "p", 1, 5);
        let text = serde_json::to_string(&record).unwrap();
        assert!(!text.contains("bound"), "{text}");
        record.bound = Some(Bound::Lower);
        let text = serde_json::to_string(&record).unwrap();
        assert!(text.contains("\"bound\":\"lower\""), "{text}");
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    }
}
