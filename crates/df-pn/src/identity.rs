//! Positions that are the same, without doubt: what tells apart two that have the same key.

use std::hash::Hash;

use cozy_chess::{CastleRights, Color, File, Piece};
use plybench_engine::game::{Game, chess::Chess, named::AnyPosition};

use crate::{
    search::{Solver, Unsolved, Watch},
    solution::{self, Solution},
};

/// A game whose positions can be told apart.
pub trait Identified: Game {
    /// What two positions have in common exactly if they are the same, clocks apart.
    type Identity: Eq + Hash;

    /// The identity of the position.
    fn identity(&self) -> Self::Identity;

    /// [`Solver::solve`] for this game. Each game has its own, so that it is compiled and optimized here, and not in a caller that is
    /// built without optimization.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn solve(
        solver: &mut Solver<Self>,
        root: &Self,
        plies: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Solution<Self::Move>, Unsolved>;
}

macro_rules! compiled_here {
    () => {
        fn solve(
            solver: &mut Solver<Self>,
            root: &Self,
            plies: u8,
            watch: &mut Watch<'_>,
        ) -> Result<Solution<Self::Move>, Unsolved> {
            solution::solve(solver, root, plies, watch)
        }
    };
}

impl Identified for Chess {
    /// The squares of each kind of piece and of White, whose turn it is, and the rights to castle and to capture en passant.
    type Identity = (
        [u64; Piece::NUM + 1],
        Color,
        [CastleRights; 2],
        Option<File>,
    );

    fn identity(&self) -> Self::Identity {
        let board = self.board();
        let mut squares = [board.colors(Color::White).0; Piece::NUM + 1];
        for (squares, piece) in squares.iter_mut().zip(Piece::ALL) {
            *squares = board.pieces(piece).0;
        }
        let rights = Color::ALL.map(|color| *board.castle_rights(color));
        (squares, board.side_to_move(), rights, board.en_passant())
    }

    compiled_here! {}
}

impl Identified for AnyPosition {
    type Identity = String;

    fn identity(&self) -> String {
        self.text()
    }

    compiled_here! {}
}
