//! Positions with few men, their moves, and the moves that led to them.
//!
//! This move generator, on squares 0 (a1) to 63 (h8), shares no code with the one that the search uses,
//! so that an error in either shows as a disagreement.

use cozy_chess::{Color, Piece};

use crate::material::{MOST_MEN, PROMOTIONS, letter};

/// A set of squares.
pub(crate) type Squares = u64;

/// A position of a table's men: their squares, the side to move, and whether the pawn that has just
/// advanced two squares may be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men<'m> {
    /// The men in the table's order: White's king, Black's king, others.
    pub(crate) order: &'m [(Color, Piece)],
    /// The square of each man, 0 (a1) to 63 (h8), in the same order; unused places are 0.
    pub(crate) squares: [u8; MOST_MEN],
    pub(crate) to_move: Color,
    pub(crate) en_passant: bool,
}

/// A legal move, as the man that moves and the square that it moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The man that moves, as an index into [`Men::order`].
    pub(crate) man: usize,
    pub(crate) to: u8,
    pub(crate) captured: Option<usize>,
    pub(crate) promotion: Option<Piece>,
}

/// The ranks on which pawns are promoted.
const LAST_RANKS: Squares = 0xFF00_0000_0000_00FF;

// Steps on a board whose ranks are 16 squares apart (0x88), so that a step beyond the edge never reaches another square.
const ROOK_STEPS: [i8; 4] = [1, -1, 16, -16];
const BISHOP_STEPS: [i8; 4] = [15, -15, 17, -17];
const QUEEN_STEPS: [i8; 8] = [1, -1, 16, -16, 15, -15, 17, -17];
const KNIGHT_STEPS: [i8; 8] = [14, -14, 18, -18, 31, -31, 33, -33];

/// The square that a step leads to; `None` beyond the edge of the board.
const fn step(from: u8, step: i8) -> Option<u8> {
    let to = (from + (from & 56)).wrapping_add_signed(step);
    if to & 0x88 == 0 {
        Some((to + (to & 7)) / 2)
    } else {
        None
    }
}

/// What a man attacks.
struct Reach {
    /// The squares that it attacks from each square on an empty board.
    attacked: [Squares; 64],
    /// For each square of the man and of another one, the squares that the other hides from it.
    hidden: [[Squares; 64]; 64],
    /// For each square of the man and each target, the squares between them, which must be empty for an
    /// attack. If it never attacks the target, all squares, so that some man always stands between.
    between: [[Squares; 64]; 64],
}

/// The reach of a man with these steps, of which it makes one, or any number in one direction if it slides.
const fn reach(steps: &[i8], slides: bool) -> Reach {
    let mut attacked = [0; 64];
    let mut hidden = [[0; 64]; 64];
    let mut between = [[Squares::MAX; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut at = 0;
        while at < steps.len() {
            let (mut last, mut passed) = (from as u8, 0);
            while let Some(to) = step(last, steps[at]) {
                between[from][to as usize] = passed;
                let mut hiding: Squares = passed;
                while hiding != 0 {
                    hidden[from][hiding.trailing_zeros() as usize] |= 1 << to;
                    hiding &= hiding - 1;
                }
                passed |= 1 << to;
                last = to;
                if !slides {
                    break;
                }
            }
            attacked[from] |= passed;
            at += 1;
        }
        from += 1;
    }
    Reach {
        attacked,
        hidden,
        between,
    }
}

/// The reach of each kind, in the order of [`Piece`], with White's pawn there and Black's at the end.
static REACH: [Reach; Piece::NUM + 1] = [
    reach(&[15, 17], false),
    reach(&KNIGHT_STEPS, false),
    reach(&BISHOP_STEPS, true),
    reach(&ROOK_STEPS, true),
    reach(&QUEEN_STEPS, true),
    reach(&QUEEN_STEPS, false),
    reach(&[-15, -17], false),
];

fn reach_of(side: Color, kind: Piece) -> &'static Reach {
    match (side, kind) {
        (Color::Black, Piece::Pawn) => &REACH[Piece::NUM],
        _ => &REACH[kind as usize],
    }
}

/// The squares that a man attacks. For all men except pawns, these are also the squares that it can move
/// to, or can have come from.
fn attacks(side: Color, kind: Piece, square: u8, occupied: Squares) -> Squares {
    let (reach, from) = (reach_of(side, kind), usize::from(square));
    let mut attacked = reach.attacked[from];
    for_each_square(attacked & occupied, |man| {
        attacked &= !reach.hidden[from][usize::from(man)];
    });
    attacked
}

/// The squares that must be empty for a man to attack a square; all squares if it never attacks it.
fn between(side: Color, kind: Piece, from: u8, to: u8) -> Squares {
    reach_of(side, kind).between[usize::from(from)][usize::from(to)]
}

/// The square one step forward.
fn ahead(side: Color, square: u8) -> u8 {
    match side {
        Color::White => square + 8,
        Color::Black => square - 8,
    }
}

/// The square one step back.
fn behind(side: Color, square: u8) -> u8 {
    ahead(!side, square)
}

/// The rank from a side's point of view, 0 to 7.
fn own_rank(side: Color, square: u8) -> u8 {
    match side {
        Color::White => square / 8,
        Color::Black => 7 - square / 8,
    }
}

/// The squares to which a pawn can advance.
fn advances(side: Color, from: u8, occupied: Squares) -> Squares {
    let one = ahead(side, from);
    let mut to = 1 << one & !occupied;
    if to != 0 && own_rank(side, from) == 1 {
        to |= 1 << ahead(side, one) & !occupied;
    }
    to
}

pub(crate) fn for_each_square(mut squares: Squares, mut visit: impl FnMut(u8)) {
    while squares != 0 {
        visit(squares.trailing_zeros() as u8);
        squares &= squares - 1;
    }
}

impl Men<'_> {
    pub(crate) fn occupied(&self) -> Squares {
        self.standing()
            .iter()
            .fold(0, |all, &square| all | 1 << square)
    }

    fn standing(&self) -> &[u8] {
        &self.squares[..self.order.len()]
    }

    fn king(&self, side: Color) -> u8 {
        self.squares[usize::from(side == Color::Black)]
    }

    /// Whether a side's king is attacked.
    fn is_attacked(&self, side: Color, occupied: Squares) -> bool {
        let king = self.king(side);
        self.of(!side)
            .any(|(_, kind, square)| between(!side, kind, square, king) & occupied == 0)
    }

    /// Whether the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        self.is_attacked(self.to_move, self.occupied())
    }

    /// Whether the position is legal: at most one man on each square, no pawn on a last rank, the side that
    /// has moved not in check, and a right to capture en passant only after a double step.
    pub(crate) fn is_legal(&self) -> bool {
        let occupied = self.occupied();
        occupied.count_ones() as usize == self.order.len()
            && self
                .order
                .iter()
                .zip(self.squares)
                .all(|(&(_, kind), square)| kind != Piece::Pawn || (8..56).contains(&square))
            && !self.is_attacked(!self.to_move, occupied)
            && (!self.en_passant || self.has_double_step(occupied))
    }

    /// Whether a pawn of the side that has moved can have made a double step past a pawn of the other side.
    fn has_double_step(&self, occupied: Squares) -> bool {
        let mover = !self.to_move;
        self.pawn(mover).is_some_and(|pawn| {
            let square = self.squares[pawn];
            own_rank(mover, square) == 3
                && self.may_be_captured_en_passant(mover, square)
                && occupied >> behind(mover, square) & 1 == 0
                && occupied >> behind(mover, behind(mover, square)) & 1 == 0
        })
    }

    /// The men of a side: their places, kinds and squares.
    fn of(&self, side: Color) -> impl Iterator<Item = (usize, Piece, u8)> {
        let men = self.order.iter().zip(&self.squares).enumerate();
        men.filter(move |(_, (man, _))| man.0 == side)
            .map(|(place, (man, square))| (place, man.1, *square))
    }

    /// The squares of a side's men.
    pub(crate) fn squares_of(&self, side: Color) -> Squares {
        self.of(side)
            .fold(0, |all, (_, _, square)| all | 1 << square)
    }

    fn pawn(&self, side: Color) -> Option<usize> {
        self.order
            .iter()
            .position(|&man| man == (side, Piece::Pawn))
    }

    /// The position in FEN, with the clocks of an initial position.
    pub(crate) fn fen(&self) -> String {
        let letter_on = |square: u8| {
            let man = self.standing().iter().position(|&own| own == square);
            let man = man.map(|man| self.order[man]);
            man.map_or('1', |(side, kind)| match side {
                Color::White => letter(kind),
                Color::Black => letter(kind).to_ascii_lowercase(),
            })
        };
        let rank = |rank: u8| -> String { (rank * 8..rank * 8 + 8).map(letter_on).collect() };
        let mut board = (0..8).rev().map(rank).collect::<Vec<_>>().join("/");
        for empty in (2..=8).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        let mover = !self.to_move;
        let passed = self.en_passant.then(|| self.pawn(mover)).flatten();
        let passed = passed.map_or_else(
            || "-".to_owned(),
            |pawn| {
                let square = behind(mover, self.squares[pawn]);
                let file = char::from(b'a' + square % 8);
                format!("{file}{}", square / 8 + 1)
            },
        );
        format!("{board} {} - {passed} 0 1", self.to_move)
    }

    /// Whether an enemy pawn is beside the mover's pawn on this square.
    fn may_be_captured_en_passant(&self, mover: Color, square: u8) -> bool {
        self.order.iter().zip(self.squares).any(|(&man, beside)| {
            man == (!mover, Piece::Pawn) && beside / 8 == square / 8 && beside.abs_diff(square) == 1
        })
    }

    /// The position after a man has moved, or before. Colours and order stay the same.
    pub(crate) fn moved(&self, man: usize, to: u8) -> Self {
        // All squares are changed as one number: reading all of them right after writing one would stall.
        let place = 8 * man as u32;
        let others = u32::from_le_bytes(self.squares) & !(0xFF << place);
        Men {
            order: self.order,
            squares: (others | u32::from(to) << place).to_le_bytes(),
            to_move: !self.to_move,
            en_passant: false,
        }
    }

    /// The squares among `within` to which a man can legally move, except by capturing en passant. `within`
    /// has no men of its own side.
    fn destinations(&self, man: usize, within: Squares) -> Squares {
        let ((side, kind), from) = (self.order[man], self.squares[man]);
        let occupied = self.occupied();
        let mut to = within
            & if kind == Piece::Pawn {
                attacks(side, kind, from, occupied) & occupied | advances(side, from, occupied)
            } else if within & attacks(side, kind, from, 0) == 0 {
                // Most captures are ruled out here, at less cost.
                0
            } else {
                attacks(side, kind, from, occupied)
            };
        if to == 0 {
            return 0;
        }
        let others = occupied & !(1 << from);
        for (_, enemy, square) in self.of(!side) {
            if kind == Piece::King {
                to &= !attacks(!side, enemy, square, others);
                continue;
            }
            // An attack on the king that no other man stops must be stopped by this one.
            let line = between(!side, enemy, square, self.king(side));
            if line & others == 0 {
                to &= line | 1 << square;
            }
        }
        to
    }

    /// For each man of the side to move, where it can legally move without capture and promotion.
    pub(crate) fn quiet_moves(&self) -> impl Iterator<Item = (usize, Squares)> {
        let empty = !self.occupied();
        self.of(self.to_move).map(move |(man, kind, _)| {
            let converting = if kind == Piece::Pawn { LAST_RANKS } else { 0 };
            (man, self.destinations(man, empty & !converting))
        })
    }

    /// Calls `visit` for every legal capture and promotion, with one for each kind.
    pub(crate) fn for_each_conversion(&self, mut visit: impl FnMut(Move)) {
        let (side, occupied) = (self.to_move, self.occupied());
        // In a legal position, the other king cannot be captured.
        let enemies = self.squares_of(!side) & !(1 << self.king(!side));
        for (man, kind, from) in self.of(side) {
            let is_pawn = kind == Piece::Pawn;
            let promoting = if is_pawn { LAST_RANKS & !occupied } else { 0 };
            let within = enemies | promoting;
            for_each_square(self.destinations(man, within), |to| {
                let captured = self.standing().iter().position(|&square| square == to);
                let mv = Move {
                    man,
                    to,
                    captured,
                    promotion: None,
                };
                if is_pawn && LAST_RANKS >> to & 1 == 1 {
                    for kind in PROMOTIONS {
                        visit(Move {
                            promotion: Some(kind),
                            ..mv
                        });
                    }
                } else {
                    visit(mv);
                }
            });
            if is_pawn
                && self.en_passant
                && let Some(passed) = self.pawn(!side)
            {
                let to = behind(!side, self.squares[passed]);
                // It leaves the other side a bare king, which gives no check.
                if between(side, kind, from, to) == 0 {
                    visit(Move {
                        man,
                        to,
                        captured: Some(passed),
                        promotion: None,
                    });
                }
            }
        }
    }

    /// For each man of the side that has moved, where it may have come from without capture and promotion. Not
    /// all positions before are legal.
    pub(crate) fn origins(&self) -> impl Iterator<Item = (usize, Squares)> {
        let (side, occupied) = (!self.to_move, self.occupied());
        self.of(side).map(move |(man, kind, to)| {
            let all = match kind {
                Piece::Pawn => self.pawn_origins(side, to, occupied),
                _ if self.en_passant => 0,
                _ => attacks(side, kind, to, occupied),
            };
            (man, all & !occupied)
        })
    }

    fn pawn_origins(&self, side: Color, to: u8, occupied: Squares) -> Squares {
        let (rank, one) = (own_rank(side, to), behind(side, to));
        if rank < 2 || occupied >> one & 1 == 1 {
            return 0;
        }
        let single = if self.en_passant { 0 } else { 1 << one };
        let may_be_double =
            rank == 3 && self.en_passant == self.may_be_captured_en_passant(side, to);
        single | u64::from(may_be_double) << behind(side, one)
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use plybench_engine::game::{Game, MoveKind, chess::Chess};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::{index::Index, material::Material};

    /// Some of a material's positions, from everywhere in its index.
    fn for_some(name: &str, mut visit: impl FnMut(&Index, Men<'_>)) {
        let index = Index::new(&Material::parse(name).unwrap());
        let mut visited = 0;
        for number in (0..index.len()).step_by(index.len() / 20_011 + 1) {
            if let Some(men) = index.men(number) {
                visit(&index, men);
                visited += 1;
            }
        }
        assert!(visited > 1000, "{name}: {visited}");
    }

    /// What [`plybench_engine::game::chess::ChessMove::number`] has for a promotion.
    fn promotion_number(kind: Piece) -> u16 {
        match kind {
            Piece::Knight => 1,
            Piece::Bishop => 2,
            Piece::Rook => 3,
            _ => 4,
        }
    }

    fn for_each_move(men: &Men<'_>, mut visit: impl FnMut(Move)) {
        for (man, quiet) in men.quiet_moves() {
            for_each_square(quiet, |to| {
                visit(Move {
                    man,
                    to,
                    captured: None,
                    promotion: None,
                });
            });
        }
        men.for_each_conversion(visit);
    }

    fn for_each_origin<'m>(men: &Men<'m>, mut visit: impl FnMut(Men<'m>)) {
        for (man, origins) in men.origins() {
            for_each_square(origins, |from| visit(men.moved(man, from)));
        }
    }

    /// The position after a move that does not promote.
    fn after<'m>(men: &Men<'m>, mv: Move) -> Men<'m> {
        let (side, kind) = men.order[mv.man];
        let is_double_step = kind == Piece::Pawn && men.squares[mv.man].abs_diff(mv.to) == 16;
        Men {
            en_passant: is_double_step && men.may_be_captured_en_passant(side, mv.to),
            ..men.moved(mv.man, mv.to)
        }
    }

    const EVERY_KIND: [&str; 6] = ["KQKB", "KRKN", "KBNK", "KPKP", "KQPK", "KPKN"];

    #[test]
    fn moves_are_those_of_the_other_generator() {
        for name in EVERY_KIND {
            for_some(name, |_, men| {
                let fen = men.fen();
                let position = Chess::from_fen(&fen).unwrap();
                assert_eq!(men.in_check(), position.in_check(), "{fen}");
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                for_each_move(&men, |mv| {
                    let promotion = mv.promotion.map_or(0, promotion_number);
                    let (from, to) = (u16::from(men.squares[mv.man]), u16::from(mv.to));
                    let captures = mv.captured.is_some();
                    ours.push((from << 9 | to << 3 | promotion, captures));
                });
                position.for_each_move(MoveKind::All, |mv| {
                    let captures = position.play(mv).board().occupied().len() < 4;
                    theirs.push((mv.number(), captures));
                });
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{fen}");
            });
        }
    }

    #[test]
    fn only_legal_positions_are_legal() {
        for name in EVERY_KIND {
            let order = Material::parse(name).unwrap().order();
            let mut generator = ChaCha8Rng::seed_from_u64(5);
            let mut legal = 0;
            for _ in 0..20_000 {
                let squares = [0; 4].map(|_: u8| generator.random_range(0..64));
                let men = Men {
                    order: &order,
                    squares,
                    to_move: [Color::White, Color::Black][generator.random_range(0..2)],
                    en_passant: false,
                };
                let mut distinct = squares.to_vec();
                distinct.sort_unstable();
                distinct.dedup();
                let is_legal = distinct.len() == 4 && Chess::from_fen(&men.fen()).is_ok();
                assert_eq!(men.is_legal(), is_legal, "{}", men.fen());
                legal += usize::from(is_legal);
            }
            assert!(legal > 1000, "{name}: {legal}");
        }
    }

    #[test]
    fn en_passant_needs_two_empty_squares_behind_the_pawn_and_a_pawn_beside_it() {
        let order = Material::parse("KPKP").unwrap().order();
        let square = |name: &[u8]| name[0] - b'a' + 8 * (name[1] - b'1');
        for (names, is_legal) in [
            ("h1 a1 b4 c4", true),
            ("h1 a1 b4 a4", true),
            ("b3 h8 b4 c4", false),
            ("b2 h8 b4 c4", false),
            ("b1 h8 b4 c4", true),
            ("h1 b3 b4 c4", false),
            ("h1 b2 b4 c4", false),
            ("h1 a1 b4 d4", false),
            ("h1 a1 b4 c5", false),
            ("h1 a1 b3 c3", false),
            ("b5 h8 b4 c4", true),
        ] {
            let squares: Vec<u8> = names
                .split(' ')
                .map(|name| square(name.as_bytes()))
                .collect();
            let squares = [squares[0], squares[1], squares[2], squares[3]];
            // The same with colours exchanged: the board is turned upside down.
            let turned = [1, 0, 3, 2].map(|man: usize| squares[man] ^ 56);
            for (squares, to_move) in [(squares, Color::Black), (turned, Color::White)] {
                let men = Men {
                    order: &order,
                    squares,
                    to_move,
                    en_passant: true,
                };
                assert_eq!(men.is_legal(), is_legal, "{}", men.fen());
            }
        }
    }

    #[test]
    fn origins_are_the_positions_with_a_move_that_leads_here() {
        for name in EVERY_KIND {
            for_some(name, |_, men| {
                // The origins of the position after a move have this position, once.
                for_each_move(&men, |mv| {
                    if mv.captured.is_some() || mv.promotion.is_some() {
                        return;
                    }
                    let after = after(&men, mv);
                    let mut found = 0;
                    for_each_origin(&after, |origin| {
                        found += usize::from(
                            Men {
                                en_passant: men.en_passant,
                                ..origin
                            } == men,
                        );
                    });
                    assert_eq!(found, 1, "{} after {}", after.fen(), men.fen());
                });
                // Every legal origin has a move that leads here.
                for_each_origin(&men, |origin| {
                    let mut leads_here = !origin.is_legal();
                    for_each_move(&origin, |mv| {
                        leads_here |= after(&origin, mv) == men && mv.captured.is_none();
                    });
                    assert!(leads_here, "{} before {}", origin.fen(), men.fen());
                });
            });
        }
    }

    #[test]
    fn both_tables_agree_on_which_squares_are_attacked() {
        let squares = || 0..64u8;
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for other in squares() {
                let occupied = 1 << from | 1 << to | 1 << other;
                for kind in Piece::ALL {
                    let reached = attacks(Color::Black, kind, from, occupied);
                    assert_eq!(
                        between(Color::Black, kind, from, to) & occupied == 0,
                        reached >> to & 1 == 1,
                        "{kind:?} {from} {to} {other}"
                    );
                }
            }
        }
    }
}
