//! The moves of a node: which they are, and in which order.

use super::{conventions::Conventions, negamax::Kind, searcher::Searcher};
use crate::{
    game::{Game, MoveKind},
    observe::SearchObserver,
    ordering::MoveStack,
    units::Ply,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// The moves that a node searches.
    #[inline(always)]
    pub(super) fn kind_of_moves<K: Kind>(&self, in_check: bool) -> MoveKind {
        if K::QUIESCENCE {
            self.conventions.quiescence_moves(in_check)
        } else {
            MoveKind::All
        }
    }

    /// Generates the moves of a position and ranks them.
    pub(super) fn generate<K: Kind>(
        &mut self,
        position: &G,
        ply: Ply,
        in_check: bool,
        key: u64,
        first: Option<G::Move>,
        excluded: Option<G::Move>,
    ) {
        let kind = self.kind_of_moves::<K>(in_check);
        let under_promotion = self.options.under_promotion;
        let options = &self.options.ordering;
        let ties = options.ties;
        let start = self.moves.top();
        position.push_moves(kind, &mut self.moves);
        if let Some(wanted) = self.root_moves.as_ref().filter(|_| K::ROOT) {
            leave_out(&mut self.moves, start, |mv| !wanted.has(mv));
        }
        let (moves, ordering) = (&mut self.moves, &self.ordering);
        if excluded.is_some() || !under_promotion {
            leave_out(moves, start, |mv| {
                Some(mv) == excluded || !under_promotion && position.is_under_promotion(mv)
            });
        }
        moves.rank(start, |number, mv| {
            let rank = ordering.rank(options, position, mv, ply, first, Self::HAS_RARE_SETTINGS);
            (rank, ties.place(key, number))
        });
    }

    /// Notes a move that did not fail high, for the ordering to learn from if another one does.
    #[inline(always)]
    pub(super) fn note_failure(&mut self, position: &G, mv: G::Move, was_searched: bool) {
        if Self::HAS_RARE_SETTINGS
            && self.options.ordering.is_extended()
            && self.conventions.punishes(was_searched)
        {
            self.ordering.failed(position, mv);
        }
    }
}

/// Removes moves from the top list. Most nodes have nothing to leave out, so their code is kept free of it.
#[cold]
#[inline(never)]
fn leave_out<M: Copy>(moves: &mut MoveStack<M>, start: usize, is_left_out: impl Fn(M) -> bool) {
    moves.retain(start, |mv| !is_left_out(mv));
}
