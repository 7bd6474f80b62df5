//! The result of one completed iteration: what every searcher reports, and what it counted besides.

use plybench_engine::score::{Score, mate_in_words};
use serde::{Deserialize, Serialize};

use super::{Counts, counts};

/// The result of one completed iteration of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Iteration {
    /// Nominal depth in plies.
    pub depth: u8,
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// Which bound the score is, if it is not the value itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// Nodes entered in iterations 1 to `depth`, from a cleared table.
    pub nodes: u64,
    /// The principal variation, in the game's notation (UCI in chess); empty without legal moves.
    pub pv: Vec<String>,
    /// The root's moves with their values from the view of its side to move, if the search found them all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<(String, ScoreRecord)>,
    /// What is doubtful about it, a sentence each; of the answers of other programs only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The other counts of iterations 1 to `depth`.
    pub counts: Counts,
}

impl Iteration {
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
    /// A value that is no mate.
    Evaluation {
        /// Centipawns from the view of the side to move; 100 are a pawn.
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

#[cfg(test)]
mod tests {
    use super::{super::samples, *};

    #[test]
    fn a_bound_or_a_note_is_written_only_where_there_is_one() {
        let mut iteration = samples::iteration(1, 5);
        let text = serde_json::to_string(&iteration).unwrap();
        assert!(!text.contains("bound") && !text.contains("notes"), "{text}");
        iteration.bound = Some(Bound::Lower);
        let text = serde_json::to_string(&iteration).unwrap();
        assert!(text.contains("\"bound\":\"lower\""), "{text}");
        assert_eq!(serde_json::from_str::<Iteration>(&text).unwrap(), iteration);
    }
}
