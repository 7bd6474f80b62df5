//! One iteration of one job.

use std::sync::LazyLock;

use plybench_engine::{
    observe::{Counters, End},
    score::Score,
    search::SearchOptions,
    techniques::MateBound,
};
use serde::{Deserialize, Serialize};

/// What one completed iteration showed. Counts run from the start of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The job: see [`job_id`].
    pub job: String,
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// Nominal depth in plies.
    pub depth: u8,
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// Nodes entered in iterations 1 to `depth`.
    pub nodes: u64,
    /// The same when the principal variation last changed.
    pub nodes_to_pv: u64,
    /// The first move of the principal variation; none without legal moves.
    pub best_move: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// How the nodes ended.
    pub ends: EndCounts,
    /// Windows closed by mate distance pruning, by lower and by upper bound.
    pub mdp_cuts: [u64; 2],
    /// Windows narrowed but not closed, by lower and by upper bound.
    pub mdp_narrowed: [u64; 2],
    /// Positions found in the table.
    pub table_hits: u64,
    /// Entries driven out by other positions.
    pub table_overwrites: u64,
    /// Nodes cut before their moves were searched.
    pub cuts_by_ply: CutsByPly,
    /// Nodes whose move 0, 1, 2, … failed high.
    pub beta_cutoffs_by_move: Vec<u64>,
    /// Nodes at ply 0, 1, 2, … that failed high.
    pub beta_cutoffs_by_ply: Vec<u64>,
}

/// Nodes at ply 0, 1, 2, … that were cut before their moves were searched, by what cut them; without
/// trailing zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutsByPly {
    /// By mate distance pruning: the window closed from below.
    pub mdp_lower: Vec<u64>,
    /// By mate distance pruning: the window closed from above.
    pub mdp_upper: Vec<u64>,
    /// By the transposition table.
    pub table: Vec<u64>,
    /// By a technique, such as null move.
    pub technique: Vec<u64>,
}

impl From<&Counters> for CutsByPly {
    fn from(counters: &Counters) -> Self {
        CutsByPly {
            mdp_lower: counters.mdp_cuts_by_ply(MateBound::Lower).to_vec(),
            mdp_upper: counters.mdp_cuts_by_ply(MateBound::Upper).to_vec(),
            table: counters.ended_by_ply(End::TableCut),
            technique: counters.ended_by_ply(End::TechniqueCut),
        }
    }
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
    /// Whether it is a mate score.
    #[must_use]
    pub fn is_mate(self) -> bool {
        matches!(self, ScoreRecord::Mate { .. })
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
            ScoreRecord::Mate { mate, .. } if *mate < 0 => write!(f, "-M{}", -mate),
            ScoreRecord::Mate { mate, .. } => write!(f, "M{mate}"),
            ScoreRecord::Evaluation { cp } => write!(f, "{cp}"),
        }
    }
}

/// How many nodes ended in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(
    missing_docs,
    reason = "the names are those of End, which documents them"
)]
pub struct EndCounts {
    pub mdp_cut: u64,
    pub rule_draw: u64,
    pub table_cut: u64,
    pub technique_cut: u64,
    pub horizon: u64,
    pub mated: u64,
    pub stalemate: u64,
    pub expanded: u64,
}

impl From<&Counters> for EndCounts {
    fn from(counters: &Counters) -> Self {
        EndCounts {
            mdp_cut: counters.ended(End::MdpCut),
            rule_draw: counters.ended(End::RuleDraw),
            table_cut: counters.ended(End::TableCut),
            technique_cut: counters.ended(End::TechniqueCut),
            horizon: counters.ended(End::Horizon),
            mated: counters.ended(End::Mated),
            stalemate: counters.ended(End::Stalemate),
            expanded: counters.ended(End::Expanded),
        }
    }
}

/// How long an iteration took, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The job.
    pub job: String,
    /// Nominal depth in plies.
    pub depth: u8,
    /// Seconds since the search began.
    pub seconds: f64,
    /// The operating system and processor family.
    pub host: String,
    /// The version of Plybench.
    pub build: String,
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
    /// It was told to; such a job is run again.
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
            Ended::Stopped => "stopped",
        }
    }

    /// Whether a job that is to be searched to depth `wanted` would have ended just so after iteration
    /// `completed`. A job's id does not tell, since it has no depth.
    #[must_use]
    pub fn is_of_depth(self, completed: u8, wanted: u8) -> bool {
        match self {
            Ended::Depth => completed == wanted,
            Ended::Nodes => completed < wanted,
            Ended::Mate => completed <= wanted,
            Ended::Stopped => false,
        }
    }
}

/// The last line of a job: how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobEnd {
    /// The job: see [`job_id`].
    pub job: String,
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// How it ended.
    pub ended: Ended,
    /// The last completed iteration; 0 if there was none.
    pub depth: u8,
    /// Nodes entered in all.
    pub nodes: u64,
}

/// A name for a job that changes with everything that can change its outcome: the position, the
/// settings, the limits and the search's own [`plybench_engine::SIGNATURE`], but not the depth, since a deeper search repeats a shallower one.
#[must_use]
pub fn job_id(
    fen: &str,
    options: &SearchOptions,
    nodes: Option<u64>,
    stop_at_mate: bool,
) -> String {
    let hash = job_hash(fen, &settings_text(options), nodes, stop_at_mate);
    format!("{hash:016x}")
}

/// The number that a job's id spells in hexadecimal, from settings as [`settings_text`] has them.
#[must_use]
pub fn job_hash(fen: &str, settings: &str, nodes: Option<u64>, stop_at_mate: bool) -> u64 {
    let mut text = format!("{fen}\n{settings}");
    if let Some(nodes) = nodes {
        text.push_str(&format!("\nnodes {nodes}"));
    }
    if stop_at_mate {
        text.push_str("\nstop at mate");
    }
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..8]);
    u64::from_be_bytes(first)
}

/// All settings in one line, and which search they are for: one with another signature enters other
/// nodes.
#[must_use]
pub fn settings_text(options: &SearchOptions) -> String {
    static SEARCH: LazyLock<blake3::Hash> =
        LazyLock::new(|| blake3::hash(plybench_engine::SIGNATURE.as_bytes()));
    let settings = serde_json::to_string(options).unwrap_or_default();
    format!("{settings}\nsearch {}", *SEARCH)
}
