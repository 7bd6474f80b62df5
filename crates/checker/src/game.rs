//! The games whose searches can be recorded.

use plybench_engine::game::{
    Game, MoveKind,
    chess::{Chess, ChessMove},
    named::AnyPosition,
};

/// A game whose searches can be recorded.
pub trait Recorded: Game {
    /// Whether the number of a move says what it is called: from square, to square and promotion.
    const NUMBERS_ARE_SQUARES: bool = false;

    /// The text of a root in a trace's header.
    fn root_text(&self) -> String;

    /// What a page draws the board from: in chess the FEN, else the rows of squares. None for a game without a board.
    fn board(&self) -> Option<String> {
        None
    }

    /// The number that stands for a move in a trace, different for the moves of a position and less than [`NO_MOVE`].
    fn number(mv: Self::Move) -> u16;

    /// The legal move with a number.
    fn find(&self, number: u16) -> Option<Self::Move> {
        let mut found = None;
        self.for_each_move(MoveKind::All, |mv| {
            found = found.or((Self::number(mv) == number).then_some(mv));
        });
        found
    }

    /// The illegal move with a number: it leaves the own king in check.
    fn find_illegal(&self, number: u16) -> Option<Self::Move> {
        let mut found = None;
        self.for_each_illegal_move(MoveKind::All, |mv| {
            found = found.or((Self::number(mv) == number).then_some(mv));
        });
        found
    }

    /// The names of the moves with these numbers, played from here, up to the first that is not legal.
    fn notations(&self, numbers: &[u16]) -> Vec<String> {
        let mut position = self.clone();
        let mut names = Vec::new();
        for mv in numbers {
            let Some(mv) = position.find(*mv) else { break };
            names.push(position.notation(mv));
            position = position.play(mv);
        }
        names
    }
}

/// The keys of the last positions before a root that a position of its search can repeat: as many as the root has reversible plies.
pub(crate) fn within_reach<'k, G: Game>(root: &G, past: &'k [u64]) -> &'k [u64] {
    let plies = usize::from(root.reversible_plies());
    &past[past.len().saturating_sub(plies)..]
}

/// Stands in a trace for no move.
pub const NO_MOVE: u16 = u16::MAX;

/// From square, to square and promotion, in 6, 6 and 3 bits.
impl Recorded for Chess {
    const NUMBERS_ARE_SQUARES: bool = true;

    fn root_text(&self) -> String {
        self.fen()
    }

    fn board(&self) -> Option<String> {
        Some(self.fen())
    }

    fn number(mv: ChessMove) -> u16 {
        mv.number()
    }
}

/// Their moves are numbers.
impl Recorded for AnyPosition {
    fn root_text(&self) -> String {
        self.text()
    }

    fn board(&self) -> Option<String> {
        self.squares()
    }

    fn number(mv: u16) -> u16 {
        mv
    }
}
