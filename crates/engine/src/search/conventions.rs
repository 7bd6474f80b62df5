//! The search's conventions: small decisions that engines have got wrong.
//!
//! What a mate is worth at which ply, how a score crosses into the table and back, what may be
//! skipped, when an iteration counts: each is one function here, with the sound answer as its
//! default. The search itself uses [`Sound`]. A zoo of real bugs overrides one function at a time,
//! to see which checks notice; the skeleton has no branch for that.

use crate::{
    game::MoveKind,
    score::{Score, TableScore},
    table::Bound,
    units::{Depth, Ply},
    window::Window,
};

/// The conventions; the defaults are the sound ones.
pub trait Conventions {
    /// Whether techniques may clamp the root's window. The root has to return a move.
    #[inline(always)]
    fn clamps_root(&self) -> bool {
        false
    }

    /// Whether a mate on the hundredth reversible ply is a mate (FIDE Laws of Chess, 9.3 with
    /// 5.1.1).
    #[inline(always)]
    fn mate_comes_before_fifty_moves(&self) -> bool {
        true
    }

    /// Whether an iteration that was cut short is reported. Its value covers only some root moves.
    #[inline(always)]
    fn reports_unfinished(&self) -> bool {
        false
    }

    /// The value of being checkmated at a ply.
    #[inline(always)]
    fn mated(&self, ply: Ply) -> Score {
        Score::mated_in(ply.plies())
    }

    /// A score as the table keeps it, for a node at `ply`.
    #[inline(always)]
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        score.at_node(ply)
    }

    /// A score that the table kept, for a node at `ply`.
    #[inline(always)]
    fn read_from_table(&self, score: TableScore, ply: Ply) -> Score {
        score.from_root(ply)
    }

    /// Whether a score from the table answers a window's question.
    #[inline(always)]
    fn settles(&self, bound: Bound, score: Score, window: Window) -> bool {
        bound.settles(score, window)
    }

    /// Which moves quiescence searches.
    #[inline(always)]
    fn quiescence_moves(&self, in_check: bool) -> MoveKind {
        if in_check {
            MoveKind::All
        } else {
            MoveKind::Tactical
        }
    }

    /// Whether techniques may pass over a move, given the number of moves searched before and the
    /// best value, of a move or of standing pat. A node whose searched moves all lose by mate may look mated only if
    /// they are all of its moves.
    #[inline(always)]
    fn may_skip(&self, _searched: usize, best: Score) -> bool {
        best > -Score::INFINITE && !best.is_loss()
    }

    /// The value of a node whose moves have been searched as far as they were not skipped; `best`
    /// is -infinity if all were.
    #[inline(always)]
    fn value_of_moves(&self, best: Score, _searched: usize, _window: Window) -> Score {
        best
    }

    /// Whether deepening ends after an iteration with this score.
    #[inline(always)]
    fn ends_deepening(&self, _score: Score, _depth: Depth) -> bool {
        false
    }
}

/// The conventions as they should be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sound;

impl Conventions for Sound {}
