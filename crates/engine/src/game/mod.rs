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
///
/// A game has to tell its moves, the position after one, a key and a value. What has a default is for rules that only some
/// games have; `examples/tic_tac_toe.rs` is a whole game.
pub trait Game: Clone {
    /// A move, in the position that it was generated for. `Default` fills unused table slots and
    /// need not be a legal move.
    type Move: Copy + Default + PartialEq + fmt::Debug;

    /// Number of different values of [`Game::history_index`].
    const HISTORY_SIZE: usize = 1;

    /// Calls `visit` for every legal move of the kind, always in the same order. A game without tactical moves has
    /// none of that kind.
    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(Self::Move));

    /// Whether a move, generated for whatever position, is a legal one in this.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut legal = false;
        self.for_each_move(MoveKind::All, |other| legal |= other == mv);
        legal
    }

    /// Whether the side to move has any legal move.
    fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.for_each_move(MoveKind::All, |_| any = true);
        any
    }

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
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether the side to move has lost if it has no legal move; else that is a draw.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the game itself declares this position to be at the horizon, whatever depth is
    /// left: the leaves of a given tree, or a game that is won or drawn. Its value is then [`Game::evaluate`].
    fn is_leaf(&self) -> bool {
        false
    }

    /// A key that distinguishes positions; the same on every machine. Its high bits choose the table's slot, so that
    /// they should depend on the whole position.
    fn key(&self) -> u64;

    /// Plies since the last move that cannot be taken back. Positions before it cannot recur, and
    /// at 100 the 50-move rule ends the game. Games without either rule say 0.
    fn reversible_plies(&self) -> u8 {
        0
    }

    /// The static value from the view of the side to move, in centipawns. Only chess has several evaluations to
    /// choose from.
    fn evaluate(&self, evaluation: Evaluation) -> i32;

    /// What a move looks like before it is searched.
    fn classify(&self, _mv: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// The row of the history table that collects the successes of moves like this one; below
    /// [`Game::HISTORY_SIZE`].
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The move in the notation that users of the game expect (UCI for chess).
    fn notation(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }
}
