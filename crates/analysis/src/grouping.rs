//! What positions are grouped by.

use std::cmp::Ordering;

use plybench_engine::game::uniform_tree::UniformTree;

use super::{pair::Pair, summary::CountPair};

/// What groups positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum By {
    /// The data set or table of trees that a position is from
    Category,
    /// Each depth that both completed; a position is in several groups
    Depth,
    /// The moves to the mate that the data set claims or the oracle found
    Dtm,
    /// The plies by which each depth exceeds that mate; a position is in several groups
    Beyond,
    /// The iterations until a mate is proven, and all iterations
    ///
    /// A position is in both groups if both variants proved a mate of the same length there.
    Proof,
    /// Whether A scores a mate at the compared depth
    Mate,
    /// The branching factor of a synthetic tree
    Branching,
    /// The depth of a synthetic tree
    TreeDepth,
    /// The spread of a synthetic tree, in centipawns
    Spread,
    /// The share of mated nodes of a synthetic tree
    MatedShare,
    /// The share of a synthetic tree's nodes that have the best move first
    BestFirstShare,
}

/// What a synthetic tree can be grouped by. The seed is left out: it tells trees of one shape apart.
pub const TREE_PARAMETERS: [By; 5] = [
    By::Branching,
    By::TreeDepth,
    By::Spread,
    By::MatedShare,
    By::BestFirstShare,
];

impl By {
    /// Its name, as the command line has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            By::Category => "category",
            By::Depth => "depth",
            By::Dtm => "dtm",
            By::Beyond => "beyond",
            By::Proof => "proof",
            By::Mate => "mate",
            By::Branching => "branching",
            By::TreeDepth => "tree-depth",
            By::Spread => "spread",
            By::MatedShare => "mated-share",
            By::BestFirstShare => "best-first-share",
        }
    }

    /// Whether a position is in one group at most, whatever is counted there.
    #[must_use]
    pub fn is_of_position(self) -> bool {
        !matches!(self, By::Depth | By::Beyond | By::Proof)
    }

    /// The group of a position; none where it has none, or where it is in several.
    pub(super) fn group(self, pair: &Pair) -> Option<Group> {
        let position = pair.position;
        let of_tree = |value: fn(&UniformTree) -> f64| {
            let tree: UniformTree = position.fen.parse().ok()?;
            Some(Group::Parameter(Value(value(&tree))))
        };
        match self {
            By::Category => Some(Group::Category(position.category.clone())),
            By::Dtm => Some(position.dtm.map_or(Group::NoDtm, Group::Dtm)),
            By::Mate => Some(Group::Mate(pair.score_a().is_mate())),
            By::Branching => of_tree(|tree| tree.branching.into()),
            By::TreeDepth => of_tree(|tree| tree.depth.into()),
            By::Spread => of_tree(|tree| tree.spread.into()),
            By::MatedShare => of_tree(|tree| tree.mated_share),
            By::BestFirstShare => of_tree(|tree| tree.best_first_share),
            By::Depth | By::Beyond | By::Proof => None,
        }
    }

    /// The groups of a position, each with what is counted there.
    pub(super) fn groups(self, pair: &Pair) -> Vec<(Group, CountPair)> {
        let mate = pair.position.dtm.map(mate_plies);
        match self {
            By::Proof => {
                let until = pair.until_proof().into_iter();
                let groups = until.flat_map(|counts| {
                    [
                        (Group::UntilProof, counts),
                        (Group::AllIterations, pair.counts),
                    ]
                });
                groups.collect()
            }
            By::Depth => {
                let depths = pair.common_depths();
                let groups = depths.map(|at| Some((Group::Depth(at.depth), at.counts()?)));
                groups.flatten().collect()
            }
            By::Beyond => {
                let depths = pair.common_depths();
                let groups =
                    depths.map(|at| Some((Group::Beyond(at.depth as i32 - mate?), at.counts()?)));
                groups.flatten().collect()
            }
            _ => {
                let group = self.group(pair).into_iter();
                group.map(|group| (group, pair.counts)).collect()
            }
        }
    }
}

/// Returns the plies to a mate in this many moves; `moves` is negative if the side to move is mated.
fn mate_plies(moves: i32) -> i32 {
    if moves > 0 { 2 * moves - 1 } else { -2 * moves }
}

/// A group of positions, named by what they have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A data set or a table of trees.
    Category(String),
    /// A depth in plies.
    Depth(usize),
    /// Moves to the mate; negative if the side to move is mated.
    Dtm(i32),
    /// Plies by which a depth exceeds the mate's length; negative if the depth is smaller.
    Beyond(i32),
    /// The position has no known mate.
    NoDtm,
    /// The iterations until a mate is proven: 1 to 2n-1 for a mate in n, 1 to 2n if the side to move is mated in n. The last is
    /// the first one that is deep enough to prove the mate.
    UntilProof,
    /// All iterations up to the compared depth.
    AllIterations,
    /// Whether A scores a mate.
    Mate(bool),
    /// The value of a tree's parameter.
    Parameter(Value),
}

/// A number that is finite.
#[derive(Clone, Copy, Debug)]
pub struct Value(pub f64);

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Group::Category(name) => f.write_str(name),
            Group::Depth(depth) => write!(f, "{depth}"),
            Group::Dtm(moves) => write!(f, "{moves}"),
            Group::Beyond(plies) => write!(f, "{plies}"),
            Group::NoDtm => f.write_str("none"),
            Group::UntilProof => f.write_str("until proven"),
            Group::AllIterations => f.write_str("all iterations"),
            Group::Mate(true) => f.write_str("mate"),
            Group::Mate(false) => f.write_str("no mate"),
            Group::Parameter(Value(value)) => write!(f, "{value}"),
        }
    }
}
