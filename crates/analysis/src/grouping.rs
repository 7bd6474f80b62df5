//! What positions are grouped by.

use std::cmp::Ordering;

use clap::ValueEnum;

use plybench_engine::game::uniform_tree::UniformTree;

use super::{pair::Pair, summary::CountPair};

/// What positions that are compared have in common, so that they form a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
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
    /// The iterations after the first in which A or B scores a mate, and those before it, or all without a mate
    ///
    /// A position is in both groups if it is searched on after the mate. The iteration that finds the mate is in neither.
    KnownMate,
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
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether a position is in one group at most, whatever is counted there.
    #[must_use]
    pub fn is_of_position(self) -> bool {
        !matches!(self, By::Depth | By::Beyond | By::Proof | By::KnownMate)
    }

    /// The value of a parameter of a synthetic tree; none if it is none of [`TREE_PARAMETERS`].
    pub(super) fn of_tree(self, tree: &UniformTree) -> Option<f64> {
        Some(match self {
            By::Branching => tree.branching.into(),
            By::TreeDepth => tree.depth.into(),
            By::Spread => tree.spread.into(),
            By::MatedShare => tree.mated_share,
            By::BestFirstShare => tree.best_first_share,
            _ => return None,
        })
    }

    /// The group of a position; none where it has none, or where it is in several.
    pub(super) fn group(self, pair: &Pair) -> Option<Group> {
        let position = pair.position;
        Some(match self {
            By::Category => Group::Category(position.category.clone()),
            By::Dtm => position.dtm.map_or(Group::NoDtm, Group::Dtm),
            By::Mate => Group::Mate(pair.score_a().is_mate()),
            By::Depth | By::Beyond | By::Proof | By::KnownMate => return None,
            parameter => {
                let tree: UniformTree = position.fen.parse().ok()?;
                Group::Parameter(Value(parameter.of_tree(&tree)?))
            }
        })
    }

    /// The groups of a position, each with what is counted there.
    pub(super) fn groups(self, pair: &Pair) -> Vec<(Group, CountPair)> {
        let at_depths = |group: &dyn Fn(usize) -> Option<Group>| {
            let depths = pair.common_depths();
            let groups = depths.filter_map(|at| Some((group(at.depth)?, at.counts()?)));
            groups.collect()
        };
        match self {
            By::Proof => pair.until_proof().map_or(Vec::new(), |counts| {
                vec![
                    (Group::UntilProof, counts),
                    (Group::AllIterations, pair.counts),
                ]
            }),
            By::KnownMate => {
                let [before, beyond] = pair.around_known_mate();
                let before = before.map(|counts| (Group::BeforeKnownMate, counts));
                let beyond = beyond.map(|counts| (Group::BeyondKnownMate, counts));
                before.into_iter().chain(beyond).collect()
            }
            By::Depth => at_depths(&|depth| Some(Group::Depth(depth))),
            By::Beyond => {
                let mate = pair.position.dtm.map(mate_plies);
                at_depths(&|depth| Some(Group::Beyond(depth as i32 - mate?)))
            }
            _ => Vec::from_iter(self.group(pair).map(|group| (group, pair.counts))),
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
    /// The iterations before the first in which one of two variants scores a mate; all if none does.
    BeforeKnownMate,
    /// The iterations after that one.
    BeyondKnownMate,
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
            Group::Dtm(number) | Group::Beyond(number) => write!(f, "{number}"),
            Group::NoDtm => f.write_str("none"),
            Group::UntilProof => f.write_str("until proven"),
            Group::AllIterations => f.write_str("all iterations"),
            Group::BeforeKnownMate => f.write_str("elsewhere"),
            Group::BeyondKnownMate => f.write_str("beyond a known mate"),
            Group::Mate(true) => f.write_str("mate"),
            Group::Mate(false) => f.write_str("no mate"),
            Group::Parameter(Value(value)) => write!(f, "{value}"),
        }
    }
}
