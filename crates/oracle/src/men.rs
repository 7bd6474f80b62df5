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
    /// Whether a pawn advances two squares past an enemy pawn, which may now capture it en passant.
    pub(crate) gives_en_passant: bool,
}

// Steps on a board whose ranks are 16 squares apart (0x88), so that a step beyond the edge never reaches another square.
const ROOK_STEPS: [i8; 4] = [1, -1, 16, -16];
const BISHOP_STEPS: [i8; 4] = [15, -15, 17, -17];
const KING_STEPS: [i8; 8] = [1, -1, 16, -16, 15, -15, 17, -17];
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

/// The squares that one step leads to, from each square.
const fn leaps(steps: [i8; 8]) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut at = 0;
        while at < steps.len() {
            if let Some(to) = step(from, steps[at]) {
                table[from as usize] |= 1 << to;
            }
            at += 1;
        }
        from += 1;
    }
    table
}

/// The squares from a square to the edge of the board in one direction, nearest first.
#[derive(Clone, Copy)]
struct Ray {
    squares: [u8; 7],
    length: usize,
}

/// What a piece that slides in four directions reaches.
struct Lines {
    /// The rays of each square, one for each direction.
    rays: [[Ray; 4]; 64],
    /// For each pair of squares, the squares between them on a line in one of these directions. If there is
    /// no such line, all squares, so that some man always stands between.
    between: [[Squares; 64]; 64],
}

const fn lines(steps: [i8; 4]) -> Lines {
    let none = Ray {
        squares: [0; 7],
        length: 0,
    };
    let mut rays = [[none; 4]; 64];
    let mut between = [[Squares::MAX; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut at = 0;
        while at < 4 {
            let ray = &mut rays[from as usize][at];
            let (mut last, mut passed) = (from, 0);
            while let Some(to) = step(last, steps[at]) {
                between[from as usize][to as usize] = passed;
                ray.squares[ray.length] = to;
                ray.length += 1;
                passed |= 1 << to;
                last = to;
            }
            at += 1;
        }
        from += 1;
    }
    Lines { rays, between }
}

static KING_LEAPS: [Squares; 64] = leaps(KING_STEPS);
static KNIGHT_LEAPS: [Squares; 64] = leaps(KNIGHT_STEPS);
static ROOK: Lines = lines(ROOK_STEPS);
static BISHOP: Lines = lines(BISHOP_STEPS);

fn slide(rays: &[Ray; 4], occupied: Squares) -> Squares {
    let mut reached = 0;
    for ray in rays {
        for &square in &ray.squares[..ray.length] {
            reached |= 1 << square;
            if occupied >> square & 1 == 1 {
                break;
            }
        }
    }
    reached
}

/// The squares that a man attacks. For all men except pawns, these are also the squares that it can move
/// to, or can have come from.
fn attacks(side: Color, kind: Piece, square: u8, occupied: Squares) -> Squares {
    let at = usize::from(square);
    match kind {
        Piece::King => KING_LEAPS[at],
        Piece::Knight => KNIGHT_LEAPS[at],
        Piece::Rook => slide(&ROOK.rays[at], occupied),
        Piece::Bishop => slide(&BISHOP.rays[at], occupied),
        Piece::Queen => slide(&ROOK.rays[at], occupied) | slide(&BISHOP.rays[at], occupied),
        Piece::Pawn => {
            let bit = 1u64 << square;
            let (left, right) = (bit & !0x0101_0101_0101_0101, bit & !0x8080_8080_8080_8080);
            match side {
                Color::White => left << 7 | right << 9,
                Color::Black => left >> 9 | right >> 7,
            }
        }
    }
}

/// Whether a man attacks a square.
fn attacks_square(side: Color, kind: Piece, from: u8, to: u8, occupied: Squares) -> bool {
    let (at, target) = (usize::from(from), usize::from(to));
    let between = match kind {
        Piece::Rook => ROOK.between[at][target],
        Piece::Bishop => BISHOP.between[at][target],
        Piece::Queen => ROOK.between[at][target] & BISHOP.between[at][target],
        Piece::King | Piece::Knight | Piece::Pawn => {
            return attacks(side, kind, from, occupied) >> to & 1 == 1;
        }
    };
    between & occupied == 0
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

fn for_each_square(mut squares: Squares, mut visit: impl FnMut(u8)) {
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

    /// Whether a side's king is attacked, without the attacks of a captured man.
    fn is_attacked(&self, side: Color, occupied: Squares, without: Option<usize>) -> bool {
        let king = self.king(side);
        self.order.iter().enumerate().any(|(man, &(owner, kind))| {
            owner != side
                && Some(man) != without
                && attacks_square(owner, kind, self.squares[man], king, occupied)
        })
    }

    /// Whether the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        self.is_attacked(self.to_move, self.occupied(), None)
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
            && !self.is_attacked(!self.to_move, occupied, None)
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

    /// The position after a man has moved. Colours and order stay the same.
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

    /// Calls `visit` for every legal move.
    pub(crate) fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let occupied = self.occupied();
        for (man, &(side, kind)) in self.order.iter().enumerate() {
            if side != self.to_move {
                continue;
            }
            let from = self.squares[man];
            if kind == Piece::Pawn {
                self.pawn_moves(man, occupied, &mut visit);
            } else {
                for_each_square(attacks(side, kind, from, occupied), |to| {
                    self.try_move(man, to, occupied, &mut visit);
                });
            }
        }
    }

    fn pawn_moves(&self, man: usize, occupied: Squares, visit: &mut impl FnMut(Move)) {
        let (side, from) = (self.to_move, self.squares[man]);
        let one = ahead(side, from);
        if occupied >> one & 1 == 0 {
            self.try_move(man, one, occupied, visit);
            if own_rank(side, from) == 1 && occupied >> ahead(side, one) & 1 == 0 {
                self.try_move(man, ahead(side, one), occupied, visit);
            }
        }
        let passed = self.en_passant.then(|| self.pawn(!side)).flatten();
        for_each_square(attacks(side, Piece::Pawn, from, occupied), |to| {
            let taken = passed.filter(|&pawn| to == ahead(side, self.squares[pawn]));
            if occupied >> to & 1 == 1 || taken.is_some() {
                self.try_capture(man, to, taken, occupied, visit);
            }
        });
    }

    fn try_move(&self, man: usize, to: u8, occupied: Squares, visit: &mut impl FnMut(Move)) {
        self.try_capture(man, to, None, occupied, visit);
    }

    /// Visits a move unless it captures a man of its own side or a king, or leaves its own king attacked. A
    /// pawn that reaches the last rank is promoted to each kind in turn.
    fn try_capture(
        &self,
        man: usize,
        to: u8,
        passed: Option<usize>,
        occupied: Squares,
        visit: &mut impl FnMut(Move),
    ) {
        let (side, kind) = self.order[man];
        let captured = passed.or_else(|| self.standing().iter().position(|&square| square == to));
        if captured.is_some_and(|captured| {
            self.order[captured].0 == side || self.order[captured].1 == Piece::King
        }) {
            return;
        }
        let from = self.squares[man];
        let mut after = occupied & !(1 << from) | 1 << to;
        if let Some(passed) = passed {
            after &= !(1 << self.squares[passed]);
        }
        if self.moved(man, to).is_attacked(side, after, captured) {
            return;
        }
        let is_pawn = kind == Piece::Pawn;
        let gives_en_passant =
            is_pawn && from.abs_diff(to) == 16 && self.may_be_captured_en_passant(side, to);
        let mv = Move {
            man,
            to,
            captured,
            promotion: None,
            gives_en_passant,
        };
        if is_pawn && own_rank(side, to) == 7 {
            for kind in PROMOTIONS {
                visit(Move {
                    promotion: Some(kind),
                    ..mv
                });
            }
        } else {
            visit(mv);
        }
    }

    /// Calls `visit` for every position, legal or not, from which a move that neither captures nor promotes
    /// leads here.
    pub(crate) fn for_each_origin(&self, mut visit: impl FnMut(Self)) {
        let occupied = self.occupied();
        let mover = !self.to_move;
        for (man, &(side, kind)) in self.order.iter().enumerate() {
            if side != mover {
                continue;
            }
            let to = self.squares[man];
            if kind != Piece::Pawn {
                if !self.en_passant {
                    for_each_square(attacks(side, kind, to, occupied) & !occupied, |from| {
                        visit(self.moved(man, from));
                    });
                }
                continue;
            }
            let rank = own_rank(side, to);
            if rank < 2 {
                continue;
            }
            let one = behind(side, to);
            if occupied >> one & 1 == 1 {
                continue;
            }
            if !self.en_passant {
                visit(self.moved(man, one));
            }
            let two = behind(side, one);
            if rank == 3
                && occupied >> two & 1 == 0
                && self.en_passant == self.may_be_captured_en_passant(side, to)
            {
                visit(self.moved(man, two));
            }
        }
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

    const EVERY_KIND: [&str; 6] = ["KQKB", "KRKN", "KBNK", "KPKP", "KQPK", "KPKN"];

    #[test]
    fn moves_are_those_of_the_other_generator() {
        for name in EVERY_KIND {
            for_some(name, |_, men| {
                let fen = men.fen();
                let position = Chess::from_fen(&fen).unwrap();
                assert_eq!(men.in_check(), position.in_check(), "{fen}");
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                men.for_each_move(|mv| {
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
                men.for_each_move(|mv| {
                    if mv.captured.is_some() || mv.promotion.is_some() {
                        return;
                    }
                    let after = Men {
                        en_passant: mv.gives_en_passant,
                        ..men.moved(mv.man, mv.to)
                    };
                    let mut found = 0;
                    after.for_each_origin(|origin| {
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
                men.for_each_origin(|origin| {
                    let mut leads_here = !origin.is_legal();
                    origin.for_each_move(|mv| {
                        let after = Men {
                            en_passant: mv.gives_en_passant,
                            ..origin.moved(mv.man, mv.to)
                        };
                        leads_here |= after == men && mv.captured.is_none();
                    });
                    assert!(leads_here, "{} before {}", origin.fen(), men.fen());
                });
            });
        }
    }

    #[test]
    fn both_functions_agree_on_which_squares_are_attacked() {
        let squares = || 0..64u8;
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for other in squares() {
                let occupied = 1 << from | 1 << to | 1 << other;
                for kind in [Piece::Queen, Piece::Rook, Piece::Bishop] {
                    let reached = attacks(Color::White, kind, from, occupied);
                    assert_eq!(
                        attacks_square(Color::White, kind, from, to, occupied),
                        reached >> to & 1 == 1,
                        "{kind:?} {from} {to} {other}"
                    );
                }
            }
        }
    }
}
