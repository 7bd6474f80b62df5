//! The games that can be searched.
//!
//! [`Game`] is what the search needs of a position: moves, successors, whether the side to move is
//! in check, a key, and a static value. Chess is the real subject; the two kinds of trees have known
//! answers, which chess has not.

pub mod chess;
pub mod explicit_tree;
pub mod uniform_tree;

use std::fmt;

use crate::eval::Evaluation;

/// Which moves a search asks a position for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Only moves that capture or promote: what a quiescence search looks at.
    Tactical,
}

/// How promising a move looks before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Neither captures nor promotes.
    Quiet,
    /// Captures or promotes; the larger number is to be tried first. In chess: most valuable
    /// victim, then least valuable attacker.
    Tactical(u8),
}

/// A position of a two-player zero-sum game with alternating moves and perfect information.
///
/// Positions are values: making a move gives a new one, and nothing has to be taken back. All
/// answers must be functions of the position alone, or node counts would not repeat.
pub trait Game: Clone {
    /// A move, in the position that it was generated for. `Default` fills unused table slots and
    /// need not be a legal move.
    type Move: Copy + Default + PartialEq + fmt::Debug;

    /// Number of different values of [`Game::history_index`].
    const HISTORY_SIZE: usize;

    /// Calls `visit` for every legal move of the kind, always in the same order.
    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(Self::Move));

    /// Whether a move, generated for whatever position, is a legal one in this.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut legal = false;
        self.for_each_move(MoveKind::All, |other| legal |= other == mv);
        legal
    }

    /// Whether the side to move has any legal move.
    fn has_legal_move(&self) -> bool;

    /// The position after a legal move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Makes a legal move on this position itself: [`Game::play`] without another copy.
    fn make(&mut self, mv: Self::Move) {
        *self = self.play(mv);
    }

    /// The position after passing, or `None` where passing makes no sense (in check, or with
    /// nothing but pawns, where having to move is likely to be a burden).
    #[must_use]
    fn pass(&self) -> Option<Self>;

    /// Whether the side to move has lost if it has no legal move.
    fn in_check(&self) -> bool;

    /// Whether the game itself declares this position to be at the horizon, whatever depth is
    /// left: the leaves of a given tree.
    fn is_leaf(&self) -> bool {
        false
    }

    /// A key that distinguishes positions; the same on every machine.
    fn key(&self) -> u64;

    /// Plies since the last move that cannot be taken back. Positions before it cannot recur, and
    /// at 100 the 50-move rule ends the game. Games without either rule say 0.
    fn reversible_plies(&self) -> u8;

    /// The static value from the view of the side to move, in centipawns.
    fn evaluate(&self, evaluation: Evaluation) -> i32;

    /// What a move looks like before it is searched.
    fn classify(&self, mv: Self::Move) -> MoveClass;

    /// The row of the history table that collects the successes of moves like this one; below
    /// [`Game::HISTORY_SIZE`].
    fn history_index(&self, mv: Self::Move) -> usize;

    /// The move in the notation that users of the game expect (UCI for chess).
    fn notation(&self, mv: Self::Move) -> String;
}
