//! A number for each position of a material, shared by its symmetric images.
//!
//! Without pawns the board has eight symmetries. They are used to move White's king into the triangle a1,
//! d1, d4; if it is on the long diagonal, the first man off the diagonal is moved below it. With pawns only
//! left and right can be exchanged, and the first pawn is moved to the files a to d. The squares of the
//! other men are encoded in full. Numbers that would belong to an illegal position, or to another image of
//! a numbered one, are not used.

use cozy_chess::{Color, Piece};

use crate::{
    material::{MOST_MEN, Material},
    men::{Men, Squares},
};

/// The squares of the triangle a1, d1, d4, to which symmetry brings a king if there are no pawns.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// 1 for each man of a position, whose squares are one number.
const EVERY_MAN: u32 = 0x0101_0101;

/// The squares of the diagonals a1 to h8 and h1 to a8.
const LONG_DIAGONALS: [Squares; 2] = [0x8040_2010_0804_0201, 0x0102_0408_1020_4080];

/// The numbering of one material's positions.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    order: Vec<(Color, Piece)>,
    /// The bits after the leader's, with all squares as one number. The leader is the man whose squares are
    /// restricted: White's king or the first pawn.
    leader_shift: u32,
    /// The squares of the leader.
    leader_squares: Vec<u8>,
    /// For each square, its place among those of the leader.
    leader_places: [u8; 64],
    /// The bits that unused places would have in a number.
    unused_bits: usize,
    /// The count of numbers for one side to move, without en passant.
    plane_size: usize,
    has_pawns: bool,
    has_en_passant: bool,
}

/// The square mirrored at the long diagonal.
fn across(square: u8) -> u8 {
    (square & 7) << 3 | square >> 3
}

impl Index {
    pub(crate) fn new(material: &Material) -> Self {
        let order = material.order();
        let pawn = order.iter().position(|&(_, kind)| kind == Piece::Pawn);
        let leader_squares: Vec<u8> = match pawn {
            Some(_) => (8..56).filter(|square| square & 4 == 0).collect(),
            None => TRIANGLE.to_vec(),
        };
        let mut leader_places = [0; 64];
        for (place, &square) in (0..).zip(&leader_squares) {
            leader_places[usize::from(square)] = place;
        }
        let leader = pawn.unwrap_or(0);
        let unused_bits = 6 * (MOST_MEN - order.len());
        Index {
            leader_shift: 8 * (MOST_MEN - 1 - leader) as u32,
            unused_bits,
            plane_size: leader_squares.len() << (6 * (MOST_MEN - 1)) >> unused_bits,
            leader_squares,
            leader_places,
            has_pawns: pawn.is_some(),
            has_en_passant: material.has_en_passant(),
            order,
        }
    }

    pub(crate) fn order(&self) -> &[(Color, Piece)] {
        &self.order
    }

    /// The count of numbers.
    pub(crate) fn len(&self) -> usize {
        self.plane_size * if self.has_en_passant { 4 } else { 2 }
    }

    /// Whether two moves of a side from a position, or to one, may have the same number at the other end. Then
    /// some symmetry keeps all men of the other side on their squares, and only the mirroring at a long
    /// diagonal keeps any.
    pub(crate) fn may_coincide(&self, men: &Men<'_>, mover: Color) -> bool {
        let still = men.squares_of(!mover);
        !self.has_pawns && LONG_DIAGONALS.iter().any(|diagonal| still & !diagonal == 0)
    }

    pub(crate) fn has_en_passant(&self) -> bool {
        self.has_en_passant
    }

    /// The position's number. Pawns must be on ranks 2 to 7.
    pub(crate) fn number(&self, men: &Men<'_>) -> usize {
        let squares = self.numbered_image(u32::from_be_bytes(men.squares));
        let leader = self.leader_places[self.leader_square(squares)];
        let others = squares & self.after_leader() | squares >> 8 & !self.after_leader();
        let [_, first, second, third] = others.to_be_bytes().map(usize::from);
        let number = usize::from(leader) << 18 | first << 12 | second << 6 | third;
        let number = number >> self.unused_bits;
        let plane = usize::from(men.to_move == Color::Black) + 2 * usize::from(men.en_passant);
        number + plane * self.plane_size
    }

    /// The bits of the men after the leader.
    fn after_leader(&self) -> u32 {
        (1 << self.leader_shift) - 1
    }

    fn leader_square(&self, squares: u32) -> usize {
        (squares >> self.leader_shift & 63) as usize
    }

    /// The symmetric image that is numbered, with all squares as one number. Unused places have any square.
    fn numbered_image(&self, mut squares: u32) -> u32 {
        let leader = self.leader_square(squares);
        if leader & 4 != 0 {
            squares ^= 7 * EVERY_MAN;
        }
        if self.has_pawns {
            return squares;
        }
        if leader & 32 != 0 {
            squares ^= 56 * EVERY_MAN;
        }
        let (files, ranks) = (squares & (7 * EVERY_MAN), (squares >> 3) & (7 * EVERY_MAN));
        // The first man off the diagonal, in the highest bits that differ, must not be above it.
        if ranks > files {
            squares = files << 3 | ranks;
        }
        squares
    }

    /// The squares and their images under all symmetries, possibly with duplicates.
    pub(crate) fn images(&self, squares: [u8; MOST_MEN]) -> Vec<[u8; MOST_MEN]> {
        let mut images = vec![squares];
        let flips: &[fn(u8) -> u8] = if self.has_pawns {
            &[|square| square ^ 7]
        } else {
            &[|square| square ^ 7, |square| square ^ 56, across]
        };
        for flip in flips {
            let flipped: Vec<_> = images
                .iter()
                .map(|image| {
                    let mut image = *image;
                    image[..self.order.len()]
                        .iter_mut()
                        .for_each(|square| *square = flip(*square));
                    image
                })
                .collect();
            images.extend(flipped);
        }
        images
    }

    /// Whether this is the position's smallest number: exchanging two men of the same kind and side gives
    /// no smaller one.
    pub(crate) fn is_first(&self, number: usize, men: &Men<'_>) -> bool {
        let pair = (1..self.order.len()).find(|&man| self.order[man] == self.order[man - 1]);
        pair.is_none_or(|man| {
            let mut exchanged = *men;
            exchanged.squares.swap(man - 1, man);
            self.number(&exchanged) >= number
        })
    }

    /// The position with a number; `None` if the number is not used.
    pub(crate) fn men(&self, number: usize) -> Option<Men<'_>> {
        let men = self.used(number);
        let squares = u32::from_be_bytes(men.squares);
        (self.numbered_image(squares) == squares && men.is_legal()).then_some(men)
    }

    /// The position with a number that is used.
    pub(crate) fn used(&self, number: usize) -> Men<'_> {
        // At most three planes come before; a division takes longer.
        let (mut plane, mut rest) = (0, number);
        while rest >= self.plane_size {
            plane += 1;
            rest -= self.plane_size;
        }
        let rest = rest << self.unused_bits;
        let [first, second, third] = [12, 6, 0].map(|bits| (rest >> bits & 63) as u8);
        let others = u32::from_be_bytes([0, first, second, third]);
        let leader = u32::from(self.leader_squares[rest >> 18]);
        let squares = others & self.after_leader()
            | leader << self.leader_shift
            | (others & !self.after_leader()) << 8;
        Men {
            order: &self.order,
            squares: squares.to_be_bytes(),
            to_move: if plane % 2 == 0 {
                Color::White
            } else {
                Color::Black
            },
            en_passant: plane >= 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_share_a_number() {
        for (name, images) in [("KRK", 8), ("KBNK", 8), ("KPK", 2), ("KPKP", 2)] {
            let index = Index::new(&Material::parse(name).unwrap());
            let mut most = 0;
            for number in (0..index.len()).step_by(101) {
                let Some(men) = index.men(number) else {
                    continue;
                };
                let mut distinct: Vec<_> = index.images(men.squares);
                for &squares in &distinct {
                    assert_eq!(index.number(&Men { squares, ..men }), number, "{name}");
                }
                distinct.sort_unstable();
                distinct.dedup();
                most = most.max(distinct.len());
            }
            assert_eq!(most, images, "{name}");
        }
    }

    #[test]
    fn of_two_numbers_of_equal_men_one_is_the_first() {
        let index = Index::new(&Material::parse("KRRK").unwrap());
        let mut pairs = 0;
        for number in (0..index.len()).step_by(101) {
            let Some(men) = index.men(number) else {
                continue;
            };
            let mut exchanged = men;
            exchanged.squares.swap(2, 3);
            let other = index.number(&exchanged);
            let exchanged = index.men(other).unwrap();
            let are_first = [
                index.is_first(number, &men),
                index.is_first(other, &exchanged),
            ];
            assert_eq!(are_first, [number <= other, other <= number]);
            pairs += 1;
        }
        assert!(pairs > 1000);
    }

    #[test]
    fn a_position_has_the_number_that_it_was_made_from() {
        for name in ["KRK", "KPK", "KRKN", "KBNK", "KPKP", "KPPK"] {
            let index = Index::new(&Material::parse(name).unwrap());
            let mut positions = 0;
            for number in (0..index.len()).step_by(7) {
                if let Some(men) = index.men(number) {
                    assert_eq!(index.number(&men), number, "{name}");
                    positions += 1;
                }
            }
            assert!(positions > 1000, "{name}");
        }
    }
}
