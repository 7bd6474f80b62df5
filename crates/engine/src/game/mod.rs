//! The games that can be searched.
//!
//! [`Game`] is what the search needs from a position: moves, successors, whether the side to move is
//! in check, a key, and a static value. Chess is the main subject; Othello and games of lines show what holds beyond it. The two kinds
//! of trees are for tests and experiments that need a known result. All but chess are [`named`] games, as are those of calling
//! programs.

pub mod chess;
pub mod connect;
pub mod explicit_tree;
pub mod named;
pub mod othello;
mod solved;
pub mod uniform_tree;

use std::fmt;

pub use self::solved::Solved;
use crate::{eval::Evaluation, ordering::MoveStack};

/// The moves that a search requests from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Every legal move, quiet ones included.
    All,
    /// Only captures and promotions, for quiescence.
    Tactical,
}

/// The class of a move, for move ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Neither captures nor promotes.
    Quiet,
    /// Captures or promotes. Larger numbers are tried first. In chess: most valuable victim, then
    /// least valuable attacker.
    Tactical(u8),
}

/// How a move answers a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAnswer {
    /// The king moves away. It may capture a piece that does not give check.
    Flees,
    /// It captures a piece that gives check, with the king or with another piece.
    Captures,
    /// It puts a piece between the king and the piece that gives check.
    Interposes,
}

/// A part of a position that many positions share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// In chess the places of the pawns.
    Pawns,
    /// In chess the places of all other pieces, kings included.
    Pieces,
}

impl Structure {
    /// Every structure.
    pub const ALL: [Self; 2] = [Structure::Pawns, Structure::Pieces];
}

/// A position of a two-player zero-sum game with alternating moves and perfect information.
///
/// Positions are values: making a move returns a new one, and moves are never undone. All methods
/// must depend on the position alone; otherwise node counts would not be reproducible.
///
/// A game has to provide its moves, the position after a move, a key and a value. The other methods have defaults, because they are
/// for rules that only some games have. `examples/tic_tac_toe.rs` is a complete game;
/// [`NamedGame`](named::NamedGame) is what commands need besides.
pub trait Game: Clone {
    /// A move of the position that generated it. `Default` fills unused table slots and need not be a
    /// legal move.
    type Move: Copy + Default + PartialEq + fmt::Debug;

    /// The number of different values of [`Game::history_index`].
    const HISTORY_SIZE: usize = 1;

    /// The number of different values of [`Game::arrival_index`], at most 65,535.
    const ARRIVALS: usize = 1;

    /// Calls `visit` for every legal move of the kind, always in the same order. A game without tactical moves visits
    /// none for [`MoveKind::Tactical`].
    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(Self::Move));

    /// Adds the moves that [`Game::for_each_move`] visits to the top list, in the same order. The search calls this.
    /// Override it if the game can do it faster. Named games are searched with `for_each_move`.
    fn push_moves(&self, kind: MoveKind, onto: &mut MoveStack<Self::Move>) {
        self.for_each_move(kind, |mv| onto.push(mv));
    }

    /// Calls `visit` for every legal move that gives check, and for other legal moves where it would take longer to leave them out.
    fn for_each_possible_check(&self, visit: impl FnMut(Self::Move)) {
        self.for_each_move(MoveKind::All, visit);
    }

    /// Calls `visit` for every move of the kind that is illegal only because the reply could capture the king, always in the same
    /// order. Games without such a rule have none.
    fn for_each_illegal_move(&self, _kind: MoveKind, _visit: impl FnMut(Self::Move)) {}

    /// Whether a move, which may be of another position, is legal in this one.
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

    /// How many legal moves there are.
    fn move_count(&self) -> usize {
        let mut count = 0;
        self.for_each_move(MoveKind::All, |_| count += 1);
        count
    }

    /// The position after a legal move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Makes a legal move in place: [`Game::play`] without another copy.
    fn make(&mut self, mv: Self::Move) {
        *self = self.play(mv);
    }

    /// The position after passing, or `None` where null move pruning should not pass (in check, or
    /// with nothing but pawns, where zugzwang is likely).
    #[must_use]
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether the side to move has lost if it has no legal moves. Otherwise that is a draw.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether this position is at the horizon whatever depth is left: a leaf of a given tree, or a game that is
    /// over. Its value is then [`Game::evaluate`].
    fn is_leaf(&self) -> bool {
        false
    }

    /// A key that distinguishes positions and is the same on every machine. Its high bits select the table's slot, so
    /// they should depend on the whole position.
    fn key(&self) -> u64;

    /// A key of a structure and the side to move, the same on every machine. Its high bits depend on the whole structure. `None` in games
    /// without structures.
    fn structure_key(&self, _structure: Structure) -> Option<u64> {
        None
    }

    /// Plies since the last irreversible move. Positions before it cannot recur, and at 100 the 50-move
    /// rule ends the game. Games without either rule return 0.
    fn reversible_plies(&self) -> u8 {
        0
    }

    /// The static value from the point of view of the side to move, in centipawns. Only chess has several evaluations
    /// to choose from.
    fn evaluate(&self, evaluation: Evaluation) -> i32;

    /// The class of a move, for move ordering.
    fn classify(&self, _mv: Self::Move) -> MoveClass {
        MoveClass::Quiet
    }

    /// The index of the history table's entry for this move, less than [`Game::HISTORY_SIZE`].
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// The index of a legal move by the piece that moves and the square where it arrives, less than [`Game::ARRIVALS`]: what later moves
    /// are learned as answers to.
    fn arrival_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// What a legal move gains, in centipawns, if both sides go on to capture on its square, each with its least valuable piece, or
    /// stop. `None` in games without captures.
    fn exchange(&self, _mv: Self::Move) -> Option<i32> {
        None
    }

    /// Whether a legal move captures on the square where the move before it, of the other side, arrived. Games without captures have none.
    fn recaptures(&self, _mv: Self::Move, _before: Self::Move) -> bool {
        false
    }

    /// Whether a legal move brings a pawn to the last rank before that of promotion.
    fn nears_promotion(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move promotes to less than the best piece (chess: to another piece than a queen). The best promotion of the same
    /// pawn on the same square must be legal too: a search may leave these moves out, see
    /// [`SearchOptions::under_promotion`](crate::search::SearchOptions::under_promotion).
    fn is_under_promotion(&self, _mv: Self::Move) -> bool {
        false
    }

    /// How a legal move answers the check that the side to move is in. It means nothing if there is none.
    fn answer_to_check(&self, _mv: Self::Move) -> CheckAnswer {
        CheckAnswer::Flees
    }

    /// How far the game has come towards the ending, as a count of the material that is gone; 0 in games that do not know this. In
    /// chess pawns count 0, knights and bishops 2, rooks 3, queens 6, all pieces together 40; a promoted piece stands for one
    /// that was captured. (The count R of micro-Max 4.7.)
    fn captured_material(&self) -> u8 {
        0
    }

    /// The number of pieces besides king and pawns of the side to move and of the other side. Games without such pieces have many.
    fn pieces(&self) -> [u8; 2] {
        [u8::MAX; 2]
    }

    /// The move in the notation that users of the game expect (UCI for chess).
    fn notation(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }
}

/// D. Stafford's finalizer, variant 13, as used by splitmix64: every bit of the input affects every
/// bit of the output.
const fn mix(input: u64) -> u64 {
    let x = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap from which one to three may be taken: only what a game has to provide.
    #[derive(Clone, Debug, PartialEq)]
    struct Heap(u8);

    impl Game for Heap {
        type Move = u8;

        fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u8)) {
            if kind == MoveKind::All {
                (1..=self.0.min(3)).for_each(visit);
            }
        }

        fn play(&self, taken: u8) -> Self {
            Heap(self.0 - taken)
        }

        fn key(&self) -> u64 {
            self.0.into()
        }

        fn evaluate(&self, _: Evaluation) -> i32 {
            0
        }
    }

    #[test]
    fn a_game_knows_from_its_moves_which_are_legal_and_whether_any_is() {
        for (heap, most) in [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)] {
            let heap = Heap(heap);
            assert_eq!(heap.has_legal_move(), most > 0, "{heap:?}");
            for taken in 0..=5 {
                let is_legal = (1..=most).contains(&taken);
                assert_eq!(heap.is_legal(taken), is_legal, "{taken} of {heap:?}");
            }
        }
    }

    #[test]
    fn a_move_made_in_place_leads_where_it_is_played() {
        for taken in 1..=3 {
            let mut heap = Heap(9);
            heap.make(taken);
            assert_eq!(heap, Heap(9).play(taken));
            assert_eq!(heap, Heap(9 - taken));
        }
    }

    #[test]
    fn a_game_without_further_rules_has_none_of_their_effects() {
        let heap = Heap(9);
        heap.for_each_illegal_move(MoveKind::All, |mv| panic!("{mv} is legal"));
        assert_eq!(heap.pass(), None);
        assert!(!heap.in_check() && !heap.is_leaf() && !heap.is_under_promotion(1));
        assert_eq!((heap.reversible_plies(), heap.captured_material()), (0, 0));
        assert_eq!(heap.classify(1), MoveClass::Quiet);
        assert_eq!(heap.exchange(1), None);
        assert_eq!(Structure::ALL.map(|of| heap.structure_key(of)), [None; 2]);
        assert!(!heap.recaptures(1, 1) && !heap.nears_promotion(1));
        assert_eq!(heap.pieces(), [u8::MAX; 2]);
        assert!(heap.history_index(1) < Heap::HISTORY_SIZE);
        assert!(heap.arrival_index(1) < Heap::ARRIVALS);
        assert_eq!(heap.notation(3), "3");
    }
}
