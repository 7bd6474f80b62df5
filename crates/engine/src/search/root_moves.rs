//! Which of the root's moves are searched: all, only some (UCI's `searchmoves`), or for several best lines (`MultiPV`) those with which
//! no better line of the same depth begins.
//!
//! The root of such a search has a value of its own, which is not that of its position. So it is neither stored in the table nor learned
//! from; the move that the table would have is remembered here instead. Everything below the root is searched as always.

use super::{conventions::Conventions, negamax::Kind, searcher::Searcher};
use crate::{
    game::{Game, MoveKind},
    observe::SearchObserver,
    score::Score,
};

/// The root moves of a search that does not want one line of all of them.
pub(super) struct RootMoves<M> {
    /// The only moves that are searched; if empty, all are.
    only: Vec<M>,
    /// The lines in the order of their search, from the last iteration that found them.
    lines: Vec<Option<(M, Score)>>,
    /// Which of them is searched now.
    current: usize,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// So many lines of these moves of a root; none if the search is as always. Moves that are not legal are left out, and if no move is
    /// left, all count.
    pub(super) fn new<G: Game<Move = M>>(root: &G, only: &[M], lines: usize) -> Option<Self> {
        let only: Vec<M> = (only.iter().copied())
            .filter(|&mv| root.is_legal(mv))
            .collect();
        if only.is_empty() && lines <= 1 {
            return None;
        }
        let mut moves = 0;
        let own = RootMoves {
            only,
            lines: Vec::new(),
            current: 0,
        };
        root.for_each_move(MoveKind::All, |mv| {
            moves += usize::from(own.only.is_empty() || own.only.contains(&mv));
        });
        let lines = vec![None; lines.clamp(1, moves.max(1))];
        Some(RootMoves { lines, ..own })
    }

    /// Whether the line that is searched now may begin with this move.
    pub(super) fn has(&self, mv: M) -> bool {
        let better = self.lines.iter().take(self.current);
        (self.only.is_empty() || self.only.contains(&mv))
            && better.flatten().all(|&(first, _)| first != mv)
    }

    /// The lines to search in each iteration.
    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Begins a line of an iteration. Returns its value in the iteration before.
    pub(super) fn begin(&mut self, line: usize) -> Option<Score> {
        self.current = line;
        let last = self.lines.get(line).copied().flatten();
        last.map(|(_, value)| value)
    }

    /// Ends the line that was begun last.
    pub(super) fn end(&mut self, best: Option<M>, value: Score) {
        if let (Some(line), Some(best)) = (self.lines.get_mut(self.current), best) {
            *line = Some((best, value));
        }
    }

    /// The first move of the line in the iteration before, or else what the table has.
    // Only searches of some moves or several lines come here, so the code of the others need not have it inline.
    #[cold]
    #[inline(never)]
    fn first(&self, of_table: Option<M>) -> Option<M> {
        let last = self.lines.get(self.current).copied().flatten();
        let last = last.map(|(first, _)| first);
        [last, of_table]
            .into_iter()
            .flatten()
            .find(|&mv| self.has(mv))
    }
}

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Whether this is the root, and not all of its moves are searched.
    #[inline(always)]
    pub(super) fn is_part_of_root<K: Kind>(&self) -> bool {
        K::ROOT && self.root_moves.is_some()
    }

    /// The move that a node tries first, if this is the one of the table.
    #[inline(always)]
    pub(super) fn tried_at_root<K: Kind>(&self, of_table: Option<G::Move>) -> Option<G::Move> {
        match &self.root_moves {
            Some(moves) if K::ROOT => moves.first(of_table),
            _ => of_table,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        game::chess::{Chess, ChessMove},
        search::{Iteration, Memory, RootDriver, Search},
        variants,
    };

    const ROOT: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn moves(root: &Chess) -> Vec<ChessMove> {
        let mut all = Vec::new();
        root.for_each_move(MoveKind::All, |mv| all.push(mv));
        all
    }

    fn found(search: Search<'_, Chess>, depth: u8) -> Vec<Iteration<ChessMove>> {
        let mut found = Vec::new();
        search.to_depth(depth, |iteration, _| {
            found.push(iteration.clone());
            ControlFlow::Continue(())
        });
        found
    }

    /// The value of every root move, by a search that finds them all.
    fn values(root: &Chess, depth: u8) -> Vec<(ChessMove, Score)> {
        let mut options = variants::PLAIN.options;
        options.driver = RootDriver::EveryMove;
        found(Search::new(root, &options), depth)
            .pop()
            .unwrap()
            .values
    }

    #[test]
    fn lines_have_the_best_values_in_order_and_different_first_moves() {
        let root = Chess::from_fen(ROOT).unwrap();
        let mut known: Vec<Score> = values(&root, 3)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        known.sort_by(|one, other| other.cmp(one));
        let lines = found(Search::new(&root, &variants::PLAIN.options).lines(5), 3);
        assert_eq!(lines.len(), 15);
        let last = &lines[10..];
        assert!(last.iter().all(|line| line.depth == 3));
        let scores: Vec<Score> = last.iter().map(|line| line.score).collect();
        assert_eq!(scores, known[..5]);
        let mut first: Vec<String> = (last.iter())
            .map(|line| root.notation(line.pv[0]))
            .collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 5);
    }

    #[test]
    fn only_the_wanted_moves_are_searched() {
        let root = Chess::from_fen(ROOT).unwrap();
        for (mv, value) in values(&root, 2) {
            let found = found(Search::new(&root, &variants::PLAIN.options).among(&[mv]), 2);
            let last = found.last().unwrap();
            assert_eq!((last.pv[0], last.score), (mv, value));
        }
        // More lines than moves.
        let all = moves(&root);
        let search = Search::new(&root, &variants::PLAIN.options);
        assert_eq!(found(search.among(&all[..2]).lines(9), 2).len(), 4);
    }

    #[test]
    fn one_line_of_all_moves_is_the_search_as_always() {
        let root = Chess::from_fen(ROOT).unwrap();
        let elsewhere = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        for variant in [variants::PLAIN, variants::MODERN] {
            let search = || Search::new(&root, &variant.options);
            let known = found(search(), 4);
            assert_eq!(found(search().lines(1), 4), known);
            // No move of another position is legal here.
            let other: Vec<ChessMove> = (moves(&elsewhere).into_iter())
                .filter(|&mv| !root.is_legal(mv))
                .collect();
            assert_eq!(found(search().among(&other), 4), known);
        }
    }

    /// A root without legal moves is mated or stalemated, however many lines are wanted.
    #[test]
    fn a_root_without_moves_has_its_value() {
        let mated = Chess::from_fen("R6k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        let lines = found(Search::new(&mated, &variants::PLAIN.options).lines(3), 1);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].score.mate_plies(), Some(0));
    }

    #[test]
    fn a_part_of_the_root_is_not_stored() {
        let root = Chess::from_fen(ROOT).unwrap();
        let mut memory = Memory::keeping_the_table();
        let options = variants::MODERN.options;
        let all = moves(&root);
        let search = Search::new(&root, &options).in_memory_of(&mut memory);
        found(search.among(&all[3..4]), 5);
        assert!(memory.table().probe(root.key()).is_none());
        let search = Search::new(&root, &options).in_memory_of(&mut memory);
        found(search, 5);
        let depth = memory.table().probe(root.key()).unwrap().depth();
        let search = Search::new(&root, &options).in_memory_of(&mut memory);
        found(search.lines(3), 6);
        let after = memory.table().probe(root.key());
        assert!(after.is_none_or(|entry| entry.depth() == depth));
    }
}
