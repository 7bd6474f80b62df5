//! Lower bounds for a search: the smallest trees that prove a mate, or that there is none within some plies.
//!
//! A proof of "mate within k plies" has one move at each node of the mating side and every move at each
//! node of the other side. A refutation has every move of the mating side and one reply of the other side,
//! down to the last ply on which a mate would still be in time. Every position in the tree is a node,
//! including the root, mated leaves and the leaves of a refutation. (Proof trees: V. Allis, "Searching for
//! Solutions in Games and Artificial Intelligence", 1994.)
//!
//! The trees are minimal. In a graph, a position with the same number of plies left is one node however it
//! is reached. The graphs here are the minimal trees with equal nodes merged, so their sizes are upper bounds:
//! a larger tree may have more nodes in common. A tree is minimal if all its subtrees are, but which of two
//! subtrees makes the smaller graph depends on the rest of the graph. So a minimal graph cannot be composed
//! of minimal parts (Furtak and Buro, "Minimum Proof Graphs and Fastest-Cut-First Search Heuristics", IJCAI
//! 2009, who study how much larger the graphs of searches are).

use std::collections::{HashMap, HashSet};

use cozy_chess::{Board, Piece};
use plybench_engine::game::{Game, MoveKind, chess::Chess};

use crate::{
    dtm::Dtm,
    oracle::{Oracle, OracleError},
};

/// The size of a proof or refutation, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The size of the smallest tree.
    pub tree: u128,
    /// The size of that tree's graph: an upper bound for the smallest graph. Of equally small subtrees, the one after the
    /// first move in the order of generation is taken.
    pub graph: usize,
}

/// The ends of a refutation's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinesEnd {
    /// At the last ply on which a mate would still be in time, whatever the material, as in a search that does
    /// not test for mating material.
    InTime,
    /// At that ply, or earlier in a position in which neither side can be mated: bare kings, or kings and one
    /// bishop or knight.
    WithoutMaterial,
}

/// The smallest proof that the side to move mates, or is mated, within `plies`; `None` if that is not
/// true.
///
/// # Errors
/// As [`Oracle::probe`].
pub fn proof(oracle: &mut Oracle, root: &Chess, plies: u16) -> Result<Option<Size>, OracleError> {
    let (mating, true_plies) = match oracle.probe(root)? {
        Dtm::Win(true_plies) => (true, true_plies),
        Dtm::Loss(true_plies) => (false, true_plies),
        Dtm::Draw => return Ok(None),
    };
    if plies < true_plies {
        return Ok(None);
    }
    // A proof contains no draws: its lines end with the mate.
    ProofSearch::new(oracle, Goal::Mate, LinesEnd::InTime)
        .size(root, mating, plies)
        .map(Some)
}

/// The smallest refutation of "the side to move mates within `plies`"; `None` if it does.
///
/// # Errors
/// As [`Oracle::probe`].
pub fn refutation(
    oracle: &mut Oracle,
    root: &Chess,
    plies: u16,
    lines_end: LinesEnd,
) -> Result<Option<Size>, OracleError> {
    if matches!(oracle.probe(root)?, Dtm::Win(true_plies) if true_plies <= plies) {
        return Ok(None);
    }
    ProofSearch::new(oracle, Goal::NoMate, lines_end)
        .size(root, true, plies)
        .map(Some)
}

/// Whether no sequence of legal moves leads to mate: besides the kings there is at most one bishop or knight.
fn nobody_can_be_mated(board: &Board) -> bool {
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let others = board.occupied() - board.pieces(Piece::King);
    others.len() <= 1 && (others - minor).is_empty()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Mate,
    NoMate,
}

struct ProofSearch<'o> {
    oracle: &'o mut Oracle,
    goal: Goal,
    lines_end: LinesEnd,
    /// Tree sizes by position up to symmetry, whether the mating side is to move, and plies left.
    tree_sizes: HashMap<(u128, bool, u16), u128>,
}

impl<'o> ProofSearch<'o> {
    fn new(oracle: &'o mut Oracle, goal: Goal, lines_end: LinesEnd) -> Self {
        ProofSearch {
            oracle,
            goal,
            lines_end,
            tree_sizes: HashMap::new(),
        }
    }

    fn size(mut self, root: &Chess, mating: bool, plies: u16) -> Result<Size, OracleError> {
        let tree = self.tree(root, mating, plies)?;
        let mut graph = HashSet::new();
        self.gather_graph(root, mating, plies, &mut graph)?;
        Ok(Size {
            tree,
            graph: graph.len(),
        })
    }

    /// Whether the goal can be reached from a position.
    fn is_goal_reachable(
        &mut self,
        position: &Chess,
        mating: bool,
        left: u16,
    ) -> Result<bool, OracleError> {
        let dtm = self.oracle.probe(position)?;
        let mated_in_time = match dtm {
            Dtm::Win(plies) => mating && plies <= left,
            Dtm::Loss(plies) => !mating && plies <= left,
            Dtm::Draw => false,
        };
        Ok(mated_in_time == (self.goal == Goal::Mate))
    }

    /// Whether one move of the side to move is enough. Otherwise the tree has all its moves.
    fn chooses(&self, mating: bool) -> bool {
        mating == (self.goal == Goal::Mate)
    }

    /// The successors that a tree can have: all of them if the tree has every move, otherwise those from
    /// which the goal can still be reached.
    fn successors(
        &mut self,
        position: &Chess,
        mating: bool,
        left: u16,
    ) -> Result<Vec<Chess>, OracleError> {
        let is_over =
            self.lines_end == LinesEnd::WithoutMaterial && nobody_can_be_mated(position.board());
        if left == 0 || is_over {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        position.for_each_move(MoveKind::All, |mv| all.push(position.play(mv)));
        if !self.chooses(mating) {
            return Ok(all);
        }
        let mut suitable = Vec::new();
        for after in all {
            if self.is_goal_reachable(&after, !mating, left - 1)? {
                suitable.push(after);
            }
        }
        Ok(suitable)
    }

    /// The size of the smallest tree.
    fn tree(&mut self, position: &Chess, mating: bool, left: u16) -> Result<u128, OracleError> {
        let key = (self.oracle.symmetry_class(position)?, mating, left);
        if let Some(&size) = self.tree_sizes.get(&key) {
            return Ok(size);
        }
        let (mut smallest, mut sum) = (None, 0u128);
        for after in self.successors(position, mating, left)? {
            let below = self.tree(&after, !mating, left - 1)?;
            smallest = Some(smallest.map_or(below, |size: u128| size.min(below)));
            sum = sum.saturating_add(below);
        }
        let below = if self.chooses(mating) {
            smallest.unwrap_or(0)
        } else {
            sum
        };
        let size = below.saturating_add(1);
        self.tree_sizes.insert(key, size);
        Ok(size)
    }

    /// Collects the nodes of the smallest tree's graph: key and plies left.
    fn gather_graph(
        &mut self,
        root: &Chess,
        mating: bool,
        plies: u16,
        graph: &mut HashSet<(u64, u16)>,
    ) -> Result<(), OracleError> {
        let mut open = vec![(root.clone(), mating, plies)];
        graph.insert((root.key(), plies));
        while let Some((position, mating, left)) = open.pop() {
            let mut below = self.successors(&position, mating, left)?;
            if self.chooses(mating) {
                let mut best = None;
                for after in below {
                    let size = self.tree(&after, !mating, left - 1)?;
                    if best.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
                        best = Some((size, after));
                    }
                }
                below = best.into_iter().map(|(_, after)| after).collect();
            }
            for after in below {
                if graph.insert((after.key(), left - 1)) {
                    open.push((after, !mating, left - 1));
                }
            }
        }
        Ok(())
    }
}
