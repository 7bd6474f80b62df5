//! The search's conventions: small decisions that engines have got wrong.
//!
//! The value of a mate at a ply, the conversion of scores to and from the table, the moves that may
//! be skipped, the iterations that count: each is one function here, with the sound answer as its
//! default. The search itself uses [`Sound`]. A zoo of real bugs overrides one function at a time to
//! test which checks detect it, so the node function needs no branches for bugs.

use crate::{
    game::MoveKind,
    score::{Score, TableScore},
    table::Bound,
    units::{Depth, Ply},
    window::Window,
};

/// The conventions; the defaults are the sound ones.
pub trait Conventions {
    /// Whether techniques may clamp the root's window. They may not, because the root has to return
    /// a move.
    #[inline(always)]
    fn clamps_root(&self) -> bool {
        false
    }

    /// Whether a rule draws the root, which then has no move to return.
    #[inline(always)]
    fn draws_root(&self) -> bool {
        false
    }

    /// Whether the root's best line is kept when the root driver searches the root again and it fails low.
    #[inline(always)]
    fn keeps_root_line(&self) -> bool {
        true
    }

    /// What the table knows of the key of a position.
    #[inline(always)]
    fn table_key(&self, key: u64) -> u64 {
        key
    }

    /// Whether a mate on the hundredth reversible ply is a mate (FIDE Laws of Chess, 9.3 with
    /// 5.1.1).
    #[inline(always)]
    fn mate_comes_before_fifty_moves(&self) -> bool {
        true
    }

    /// Whether a position that occurred before on the path is a draw.
    #[inline(always)]
    fn draws_repetitions(&self) -> bool {
        true
    }

    /// Whether the positions of the game before the root count as repeated.
    #[inline(always)]
    fn remembers_the_game(&self) -> bool {
        true
    }

    /// Whether a node with this window can be one that is expected to fail high.
    #[inline(always)]
    fn expects_cut(&self, window: Window) -> bool {
        window.is_null()
    }

    /// Whether the evaluation of a node is remembered for the nodes two plies below it.
    #[inline(always)]
    fn remembers_evaluation(&self, in_check: bool) -> bool {
        !in_check
    }

    /// Whether a quiet move that did not fail high before one that did loses history score, if it was searched or skipped.
    #[inline(always)]
    fn punishes(&self, was_searched: bool) -> bool {
        was_searched
    }

    /// Whether a search that leaves out a move reads and writes the table, whose entries are of searches of all moves.
    #[inline(always)]
    fn exclusion_uses_table(&self) -> bool {
        false
    }

    /// Whether techniques extend moves of a node of quiescence, which would lead back to the main search.
    #[inline(always)]
    fn extends_quiescence(&self, _ply: Ply) -> bool {
        false
    }

    /// What entering a node adds to the count of nodes.
    #[inline(always)]
    fn counts_node(&self, _in_quiescence: bool) -> u64 {
        1
    }

    /// Whether a move is searched with a null window first, if the search uses one.
    #[inline(always)]
    fn is_scouted(&self, is_first: bool) -> bool {
        !is_first
    }

    /// Whether a reduced move with this value is searched again without the reduction.
    #[inline(always)]
    fn undoes_reduction(&self, value: Score, window: Window) -> bool {
        !window.fails_low(value)
    }

    /// Whether the value of a search of the root with an aspiration window is the root's value.
    #[inline(always)]
    fn ends_aspiration(&self, value: Score, window: Window) -> bool {
        !window.fails_low(value) && !window.fails_high(value)
    }

    /// Whether an iteration that was cut short is reported. Its value covers only some of the root's
    /// moves.
    #[inline(always)]
    fn reports_unfinished(&self) -> bool {
        false
    }

    /// The value of being checkmated at `ply`.
    #[inline(always)]
    fn mated(&self, ply: Ply) -> Score {
        Score::mated_in(ply.plies())
    }

    /// Converts a score of a node at `ply` to the table's frame.
    #[inline(always)]
    fn to_table(&self, score: Score, ply: Ply) -> TableScore {
        score.at_node(ply)
    }

    /// Converts a score from the table's frame, for a node at `ply`.
    #[inline(always)]
    fn read_from_table(&self, score: TableScore, ply: Ply) -> Score {
        score.to_root(ply)
    }

    /// What a value says of the true one, given the window that it was searched with.
    #[inline(always)]
    fn bound(&self, value: Score, window: Window) -> Bound {
        Bound::of(value, window)
    }

    /// Whether an entry with this bound tells the node above it a value that its side to move can reach.
    #[inline(always)]
    fn tells_parent(&self, bound: Bound) -> bool {
        bound != Bound::Lower
    }

    /// Whether a score from the table decides a search with this window.
    #[inline(always)]
    fn settles(&self, bound: Bound, score: Score, window: Window) -> bool {
        bound.settles(score, window)
    }

    /// The moves that quiescence searches.
    #[inline(always)]
    fn quiescence_moves(&self, in_check: bool) -> MoveKind {
        if in_check {
            MoveKind::All
        } else {
            MoveKind::Tactical
        }
    }

    /// Whether techniques may skip a move, given the number of moves searched so far and the best
    /// value so far, of a move or of standing pat. A node may return a mated score only if all of its moves were
    /// searched and lose by mate.
    #[inline(always)]
    fn may_prune(&self, _searched: usize, best: Score) -> bool {
        best > -Score::INFINITE && !best.is_loss()
    }

    /// The value of a node after its moves have been searched or skipped. `best` is -infinity if all
    /// were skipped.
    #[inline(always)]
    fn value_of_moves(&self, best: Score, _searched: usize, _window: Window) -> Score {
        best
    }

    /// Whether iterative deepening ends after an iteration with this score.
    #[inline(always)]
    fn ends_deepening(&self, _score: Score, _depth: Depth) -> bool {
        false
    }
}

/// The conventions of a correct search: all defaults of the trait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sound;

impl Conventions for Sound {}

/// Conventions for which the search is compiled.
pub trait Compiled: Conventions {
    /// Whether there are extra copies of the search for options that need less. They pay off where speed matters, but not for each of
    /// many planted bugs.
    #[doc(hidden)]
    const COPIES: bool;
}

impl Compiled for Sound {
    const COPIES: bool = true;
}

/// Conventions that are known only at run time. Each use of one costs a call, and one copy of the search serves all of them.
impl Compiled for dyn Conventions + '_ {
    const COPIES: bool = false;
}
