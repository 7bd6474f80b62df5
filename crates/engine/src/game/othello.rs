//! Othello on 8 by 8 squares, by the rules of the World Othello Federation: a side that cannot turn a disc passes, and a pass is a
//! ply. If neither side can, the game is over, and its value is the difference in discs; the winner gets the empty squares.

use super::{
    Game, MoveKind, mix,
    named::{AnyPosition, Kind, NamedGame},
};
use crate::eval::Evaluation;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The discs of the side to move: bit 8 · row + column, a1 first, in the order of the text.
    own: u64,
    other: u64,
    /// Whether black, written X, is to move.
    is_black: bool,
}

/// The value of a disc at the end.
pub const DISC: i32 = 100;

/// The number of the move that passes.
const PASS: u16 = 64;

const START: &str = "---------------------------OX------XO--------------------------- X";

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares in the order in which moves are generated: corners, other squares, and last those from which a corner can be lost,
/// beside it and diagonally (C and X squares).
const ORDER: [u8; 64] = order();

const fn order() -> [u8; 64] {
    let mut order = [0; 64];
    let (mut at, mut class) = (0, 0);
    while class < 4 {
        let mut square = 0;
        while square < 64 {
            let (row, column) = (square / 8, square % 8);
            let near_row = row % 7 == 0 || row % 5 == 1;
            let near_column = column % 7 == 0 || column % 5 == 1;
            let on_edges = (row % 7 == 0) as u8 + (column % 7 == 0) as u8;
            let of_square = match (near_row && near_column, on_edges) {
                (true, 2) => 0,
                (false, _) => 1,
                (true, 1) => 2,
                _ => 3,
            };
            if of_square == class {
                order[at] = square;
                at += 1;
            }
            square += 1;
        }
        class += 1;
    }
    order
}

/// Shifts in one direction, without the squares that leave the board at a side.
type Direction = fn(u64) -> u64;
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const DIRECTIONS: [Direction; 8] = [
    |set| (set & NOT_H) << 1,
    |set| (set & NOT_A) >> 1,
    |set| set << 8,
    |set| set >> 8,
    |set| (set & NOT_H) << 9,
    |set| (set & NOT_A) >> 9,
    |set| (set & NOT_A) << 7,
    |set| (set & NOT_H) >> 7,
];

/// The squares where `own` can place a disc.
fn placings(own: u64, other: u64) -> u64 {
    let mut squares = 0;
    for direction in DIRECTIONS {
        let mut between = direction(own) & other;
        for _ in 0..5 {
            between |= direction(between) & other;
        }
        squares |= direction(between);
    }
    squares & !(own | other)
}

/// The discs that a disc of `own` on a square turns.
fn turned(own: u64, other: u64, square: u64) -> u64 {
    let mut turned = 0;
    for direction in DIRECTIONS {
        let (mut between, mut next) = (0, direction(square));
        while next & other != 0 {
            between |= next;
            next = direction(next);
        }
        if next & own != 0 {
            turned |= between;
        }
    }
    turned
}

impl Othello {
    fn placings(&self) -> u64 {
        placings(self.own, self.other)
    }

    fn replies(&self) -> u64 {
        placings(self.other, self.own)
    }

    /// The difference in discs, with the empty squares for the winner.
    fn difference(&self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empty = 64 - own - other;
        own - other + (own - other).signum() * empty
    }
}

/// A move is the number of a square, 8 · row + column, or 64 to pass.
impl Game for Othello {
    type Move = u16;
    const HISTORY_SIZE: usize = 256;
    const ARRIVALS: usize = 256;

    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u16)) {
        if kind != MoveKind::All {
            return;
        }
        match self.placings() {
            0 if self.replies() != 0 => visit(PASS),
            placings => ORDER
                .into_iter()
                .filter(|square| placings >> square & 1 == 1)
                .for_each(|square| visit(square.into())),
        }
    }

    fn is_legal(&self, mv: u16) -> bool {
        let placings = self.placings();
        match mv {
            0..PASS => placings >> mv & 1 == 1,
            _ => mv == PASS && placings == 0 && self.replies() != 0,
        }
    }

    fn has_legal_move(&self) -> bool {
        self.placings() != 0 || self.replies() != 0
    }

    fn play(&self, mv: u16) -> Self {
        let (mut own, mut other) = (self.own, self.other);
        if mv < PASS {
            let square = 1 << mv;
            let turned = turned(own, other, square);
            own |= square | turned;
            other &= !turned;
        }
        Othello {
            own: other,
            other: own,
            is_black: !self.is_black,
        }
    }

    fn is_leaf(&self) -> bool {
        !self.has_legal_move()
    }

    fn key(&self) -> u64 {
        mix(mix(self.own) ^ self.other ^ u64::from(self.is_black))
    }

    /// Discs at the end. Before, moves and corners count, which decide more than discs do: 0.4 discs for each move more than the other
    /// side has, and 5 for a corner.
    fn evaluate(&self, _: Evaluation) -> i32 {
        let (placings, replies) = (self.placings(), self.replies());
        if placings | replies == 0 {
            return DISC * self.difference();
        }
        let more = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
        40 * more(placings, replies) + 500 * more(self.own & CORNERS, self.other & CORNERS)
    }

    fn history_index(&self, mv: u16) -> usize {
        usize::from(self.is_black) * 128 + usize::from(mv)
    }

    fn arrival_index(&self, mv: u16) -> usize {
        self.history_index(mv)
    }

    fn notation(&self, mv: u16) -> String {
        match mv {
            PASS.. => "pass".to_owned(),
            square => format!(
                "{}{}",
                char::from(b'a' + (square % 8) as u8),
                square / 8 + 1
            ),
        }
    }
}

impl NamedGame for Othello {
    const NAME: &'static str = "othello";
    const FORMAT: &'static str =
        "[64 squares from a1 to h8, row by row, each X, O or -, then X or O to move]";
    const ABOUT: &'static str =
        "Othello; a pass is a ply, and the value is the difference in discs, 100 for each";

    fn read(text: &str) -> Result<Self, String> {
        let text = if text.is_empty() { START } else { text };
        let expected = "give 64 squares, each X, O or -, and the side to move, X or O";
        let (board, side) = text.split_once(char::is_whitespace).ok_or(expected)?;
        let is_black = match side.trim() {
            "X" => true,
            "O" => false,
            _ => return Err(expected.to_owned()),
        };
        if board.len() != 64 || !board.bytes().all(|square| b"XO-".contains(&square)) {
            return Err(expected.to_owned());
        }
        let discs = |of: u8| {
            let squares = board.bytes().zip(0..);
            squares.fold(0, |set, (square, at)| set | u64::from(square == of) << at)
        };
        let (black, white) = (discs(b'X'), discs(b'O'));
        let (own, other) = match is_black {
            true => (black, white),
            false => (white, black),
        };
        Ok(Othello {
            own,
            other,
            is_black,
        })
    }

    fn text(&self) -> String {
        let (own, other) = match self.is_black {
            true => ('X', 'O'),
            false => ('O', 'X'),
        };
        let square = |at: u32| match (self.own >> at & 1, self.other >> at & 1) {
            (0, 0) => '-',
            (1, _) => own,
            _ => other,
        };
        let board: String = (0..64).map(square).collect();
        format!("{board} {own}")
    }

    fn squares(&self) -> Option<String> {
        let text = self.text();
        let rows: Vec<&str> = (0..64).step_by(8).map(|at| &text[at..at + 8]).collect();
        Some(rows.join("/"))
    }

    fn erased(self) -> AnyPosition {
        Kind::Othello(self).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn moves_come_corners_first_and_each_square_once() {
        let squares: HashSet<u8> = ORDER.into_iter().collect();
        assert_eq!(squares.len(), 64);
        assert_eq!(ORDER[..4], [0, 7, 56, 63]);
        assert_eq!(ORDER[60..], [9, 14, 49, 54]);
        assert_eq!(ORDER[52..56], [1, 6, 8, 15]);
    }

    #[test]
    fn the_board_is_drawn_from_the_top() {
        let rows = Othello::read("").unwrap().squares().unwrap();
        let rows: Vec<&str> = rows.split('/').collect();
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[3..5], ["---OX---", "---XO---"]);
        let white = Othello::read(&format!("O{}X O", "-".repeat(62))).unwrap();
        assert!(white.squares().unwrap().starts_with("O-------/"));
    }

    #[test]
    fn a_side_without_a_move_passes_and_two_end_the_game() {
        let row = |squares: &str, side: &str| {
            let board = format!("{squares}{}", "-".repeat(64 - squares.len()));
            Othello::read(&format!("{board} {side}")).unwrap()
        };
        let stuck = row("XO-", "O");
        let mut moves = Vec::new();
        stuck.for_each_move(MoveKind::All, |mv| moves.push(stuck.notation(mv)));
        assert_eq!(moves, ["pass"]);
        assert!(stuck.is_legal(PASS) && !stuck.is_legal(2) && !stuck.is_leaf());
        let end = stuck.play(PASS).play(2);
        assert_eq!(end, row("XXX", "O"));
        assert!(end.is_leaf() && !end.has_legal_move());
        // Three discs to none, and the empty squares.
        assert_eq!(end.evaluate(Evaluation::Zero), -64 * DISC);
    }

    #[test]
    fn discs_do_not_turn_around_the_edge() {
        let start = Othello::read("").unwrap();
        assert_eq!(start.text(), START);
        assert_eq!(start.placings().count_ones(), 4);
        let edge = format!("------XO{}O X", "-".repeat(55));
        assert_eq!(Othello::read(&edge).unwrap().placings(), 0);
    }

    #[test]
    fn a_text_at_fault_is_refused() {
        for text in [
            "X",
            "--- X",
            &START.replace(" X", " x"),
            &START.replace("OX-", "OZ-"),
        ] {
            assert!(Othello::read(text).is_err(), "{text}");
        }
    }
}
