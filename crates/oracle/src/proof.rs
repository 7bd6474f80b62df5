//! How little a search could do: the smallest trees that prove a mate, or that there is none so soon.
//!
//! A proof of "mate within k plies" has one move at each node of the mating side and every move at each
//! node of the other. A refutation has every move of the mating side and one reply of the other, down
//! to the last ply that would still be in time. Every position in the tree is a node, the root, mated
//! leaves and the leaves of a refutation included. (Proof trees: V. Allis, "Searching for Solutions in
//! Games and Artificial Intelligence", 1994.)
//!
//! The trees are the smallest there are. The graphs, in which a position with the same number of plies
//! left is one node however it is reached, are those of these trees with equal nodes shared: an upper
//! bound, since a larger tree may share more. A tree is smallest if each of its parts is, but which of two
//! parts makes the smaller graph depends on what the rest of the graph already has, so that the smallest
//! graph cannot be put together from smallest parts (Furtak and Buro, "Minimum Proof Graphs and
//! Fastest-Cut-First Search Heuristics", IJCAI 2009, who study how much larger the graphs of searches are).

use std::collections::{HashMap, HashSet};

use cozy_chess::{Board, Piece};
use plybench_engine::game::{Game, MoveKind, chess::Chess};

use crate::oracle::{Dtm, Oracle, OracleError};

/// The size of a proof or refutation, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Of the smallest tree.
    pub tree: u128,
    /// Of the graph of that tree: an upper bound of the smallest graph.
    pub graph: usize,
}

/// Where the lines of a refutation end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinesEnd {
    /// At the last ply on which a mate would still be in time, whatever stands on the board: so far a search
    /// goes that does not ask who has mating material.
    InTime,
    /// There, or sooner in a position in which nobody can be mated: two bare kings, or with one bishop or knight
    /// beside them.
    WithoutMaterial,
}

/// The smallest proof that the side to move mates, or is mated, within so many plies; `None` where that
/// is not so.
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
    // Nothing in a proof is a draw: its lines end with the mate.
    Search::new(oracle, Goal::Mate, LinesEnd::InTime)
        .size(root, mating, plies)
        .map(Some)
}

/// The smallest refutation of "the side to move mates within so many plies"; `None` where it does.
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
    Search::new(oracle, Goal::NoMate, lines_end)
        .size(root, true, plies)
        .map(Some)
}

/// Whether no sequence of legal moves mates: the kings have at most one bishop or knight beside them.
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

struct Search<'o> {
    oracle: &'o mut Oracle,
    goal: Goal,
    lines_end: LinesEnd,
    /// Tree sizes by position up to symmetry, whether the mating side is to move, and plies left.
    known: HashMap<(u128, bool, u16), u128>,
}

impl<'o> Search<'o> {
    fn new(oracle: &'o mut Oracle, goal: Goal, lines_end: LinesEnd) -> Self {
        Search {
            oracle,
            goal,
            lines_end,
            known: HashMap::new(),
        }
    }

    fn size(mut self, root: &Chess, mating: bool, plies: u16) -> Result<Size, OracleError> {
        let tree = self.tree(root, mating, plies)?;
        let mut seen = HashSet::new();
        self.share(root, mating, plies, &mut seen)?;
        Ok(Size {
            tree,
            graph: seen.len(),
        })
    }

    /// Whether the goal can be reached from here.
    fn holds(&mut self, position: &Chess, mating: bool, left: u16) -> Result<bool, OracleError> {
        let told = self.oracle.probe(position)?;
        let mated_in_time = match told {
            Dtm::Win(plies) => mating && plies <= left,
            Dtm::Loss(plies) => !mating && plies <= left,
            Dtm::Draw => false,
        };
        Ok(mated_in_time == (self.goal == Goal::Mate))
    }

    /// Whether the side to move chooses, or every move has to be answered.
    fn chooses(&self, mating: bool) -> bool {
        mating == (self.goal == Goal::Mate)
    }

    /// The successors that belong into a tree: all of them where every move has to be answered, else
    /// those from which the goal can still be reached.
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
        let mut fit = Vec::new();
        for after in all {
            if self.holds(&after, !mating, left - 1)? {
                fit.push(after);
            }
        }
        Ok(fit)
    }

    fn tree(&mut self, position: &Chess, mating: bool, left: u16) -> Result<u128, OracleError> {
        let key = (self.oracle.class(position)?, mating, left);
        if let Some(&size) = self.known.get(&key) {
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
        self.known.insert(key, size);
        Ok(size)
    }

    /// Walks the smallest tree, each node once.
    fn share(
        &mut self,
        root: &Chess,
        mating: bool,
        plies: u16,
        seen: &mut HashSet<(u64, u16)>,
    ) -> Result<(), OracleError> {
        let mut open = vec![(root.clone(), mating, plies)];
        seen.insert((root.key(), plies));
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
                if seen.insert((after.key(), left - 1)) {
                    open.push((after, !mating, left - 1));
                }
            }
        }
        Ok(())
    }
}
