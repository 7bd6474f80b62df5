//! Lower bounds for a search: the smallest trees that prove a mate, or that there is none within some plies.
//!
//! A proof of "mate within k plies" has one move at each node of the mating side and every move at each
//! node of the other side. A refutation has every move of the mating side and one reply of the other side,
//! down to the last ply on which a mate would still be in time. Every position in the tree is a node,
//! including the root, mated leaves and the leaves of a refutation. (Proof trees: V. Allis, "Searching for
//! Solutions in Games and Artificial Intelligence", 1994.)
//!
//! The trees are minimal. In a graph, a position with the same number of plies left is one node however it
//! is reached. A tree is minimal if all its subtrees are, but which of two subtrees makes the smaller graph
//! depends on the rest of the graph. So a minimal graph cannot be composed of minimal parts (Furtak and Buro,
//! "Minimum Proof Graphs and Fastest-Cut-First Search Heuristics", IJCAI 2009, who study how much larger the
//! graphs of searches are). The sizes of graphs here are upper bounds: the smaller of two graphs is taken. One
//! is the minimal tree with equal nodes merged. In the other, moves are chosen so that they lead to few
//! different positions, ply by ply from the root.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    mem::{replace, take},
};

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
    /// The size of a graph: an upper bound for the smallest one.
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

/// Which of the moves a graph has where one is enough.
#[derive(Clone, Copy)]
enum Choice {
    /// The first of those with the smallest tree.
    SmallestTree,
    /// One such that all of this ply lead to few positions.
    FewPositions,
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
        let merged = self.graph(root, mating, plies, Choice::SmallestTree)?;
        let shared = self.graph(root, mating, plies, Choice::FewPositions)?;
        let graph = merged.min(shared);
        Ok(Size { tree, graph })
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

    /// The size of a graph: distinct positions at each ply.
    fn graph(
        &mut self,
        root: &Chess,
        mut mating: bool,
        plies: u16,
        choice: Choice,
    ) -> Result<usize, OracleError> {
        let (mut level, mut size) = (vec![root.clone()], 1);
        for left in (0..plies).rev() {
            let (mut below, mut places, mut options) = (Vec::new(), HashMap::new(), Vec::new());
            for position in take(&mut level) {
                let mut own = Vec::new();
                for after in self.successors(&position, mating, left + 1)? {
                    let place = *places.entry(after.key()).or_insert(below.len());
                    if place == below.len() {
                        below.push(after);
                    }
                    own.push(place);
                }
                options.push(own);
            }
            mating = !mating;
            let is_kept = match choice {
                _ if self.chooses(mating) => vec![true; below.len()],
                Choice::FewPositions => few(&options, below.len()),
                Choice::SmallestTree => {
                    let mut sizes = Vec::new();
                    for after in &below {
                        sizes.push(self.tree(after, mating, left)?);
                    }
                    let mut is_kept = vec![false; below.len()];
                    for own in options {
                        if let Some(place) = own.into_iter().min_by_key(|&place| sizes[place]) {
                            is_kept[place] = true;
                        }
                    }
                    is_kept
                }
            };
            let kept = below.into_iter().zip(is_kept);
            level = kept
                .filter_map(|(after, is_kept)| is_kept.then_some(after))
                .collect();
            size += level.len();
        }
        Ok(size)
    }
}

/// Chooses few places such that each list has one of its options, if it has any: again and again the place that is an option of the most
/// lists that have none yet (V. Chvátal, "A Greedy Heuristic for the Set-Covering Problem", 1979).
fn few(options: &[Vec<usize>], places: usize) -> Vec<bool> {
    let mut lists = vec![Vec::new(); places];
    for (list, own) in options.iter().enumerate() {
        own.iter().for_each(|&place| lists[place].push(list));
    }
    // Of each place, the lists that have none of their options yet.
    let mut gains: Vec<usize> = lists.iter().map(Vec::len).collect();
    let ranked = gains
        .iter()
        .zip(0..)
        .map(|(&gain, place)| (gain, Reverse(place)));
    let mut open: BinaryHeap<(usize, Reverse<usize>)> = ranked.collect();
    let mut is_chosen = vec![false; places];
    let mut is_done = vec![false; options.len()];
    while let Some((gain, Reverse(place))) = open.pop() {
        if gain > gains[place] {
            open.push((gains[place], Reverse(place)));
            continue;
        }
        is_chosen[place] = gain > 0;
        for &list in &lists[place] {
            if !replace(&mut is_done[list], true) {
                options[list].iter().for_each(|&other| gains[other] -= 1);
            }
        }
    }
    is_chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_places_give_each_list_one_of_its_options() {
        // The one that two lists share comes first; then the first of equals.
        let options = [vec![0, 1], vec![1, 2], vec![4, 3], vec![]];
        assert_eq!(few(&options, 5), [false, true, false, true, false]);
        assert_eq!(few(&[], 0), [false; 0]);
    }
}
