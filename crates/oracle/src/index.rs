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
    men::Men,
};

/// The squares of the triangle a1, d1, d4, to which symmetry brings a king if there are no pawns.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
/// Squares of a pawn on the files a to d.
const LEFT_PAWN: usize = 24;

/// The numbering of one material's positions.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    order: Vec<(Color, Piece)>,
    /// The man whose squares are restricted: White's king or the first pawn.
    leader: usize,
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
        Index {
            leader: pawn.unwrap_or(0),
            has_pawns: pawn.is_some(),
            has_en_passant: material.has_en_passant(),
            order,
        }
    }

    pub(crate) fn order(&self) -> &[(Color, Piece)] {
        &self.order
    }

    /// The count of numbers for one side to move, without en passant.
    fn plane_size(&self) -> usize {
        let leader = if self.has_pawns {
            LEFT_PAWN
        } else {
            TRIANGLE.len()
        };
        leader << (6 * (self.order.len() - 1))
    }

    /// The count of numbers.
    pub(crate) fn len(&self) -> usize {
        self.plane_size() * if self.has_en_passant { 4 } else { 2 }
    }

    /// Whether two moves from a position, or to one, may have the same number at the other end.
    pub(crate) fn may_coincide(&self) -> bool {
        !self.has_pawns
    }

    pub(crate) fn has_en_passant(&self) -> bool {
        self.has_en_passant
    }

    /// The position's number. Pawns must be on ranks 2 to 7.
    pub(crate) fn number(&self, men: &Men<'_>) -> usize {
        let squares = self.numbered_image(men.squares);
        let leader = squares[self.leader];
        let mut number = if self.has_pawns {
            usize::from(leader / 8 - 1) * 4 + usize::from(leader % 8)
        } else {
            let (rank, file) = (usize::from(leader / 8), usize::from(leader % 8));
            // The rows of the triangle have 4, 3, 2 and 1 squares.
            rank * (9 - rank) / 2 + file - rank
        };
        for (man, &square) in squares[..self.order.len()].iter().enumerate() {
            if man != self.leader {
                number = number << 6 | usize::from(square);
            }
        }
        let plane = usize::from(men.to_move == Color::Black) + 2 * usize::from(men.en_passant);
        number + plane * self.plane_size()
    }

    /// The symmetric image of the squares that is numbered.
    fn numbered_image(&self, mut squares: [u8; MOST_MEN]) -> [u8; MOST_MEN] {
        let men = self.order.len();
        if squares[self.leader] & 4 != 0 {
            squares[..men].iter_mut().for_each(|square| *square ^= 7);
        }
        if self.has_pawns {
            return squares;
        }
        if squares[self.leader] & 32 != 0 {
            squares[..men].iter_mut().for_each(|square| *square ^= 56);
        }
        let off_diagonal = squares[..men]
            .iter()
            .find(|&&square| square >> 3 != square & 7);
        let above = |square: u8| square >> 3 > square & 7;
        if off_diagonal.is_some_and(|&square| above(square)) {
            squares[..men]
                .iter_mut()
                .for_each(|square| *square = across(*square));
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
        let (plane, mut rest) = (number / self.plane_size(), number % self.plane_size());
        let mut squares = [0; MOST_MEN];
        for man in (0..self.order.len())
            .rev()
            .filter(|&man| man != self.leader)
        {
            squares[man] = (rest & 63) as u8;
            rest >>= 6;
        }
        squares[self.leader] = if self.has_pawns {
            ((rest / 4 + 1) * 8 + rest % 4) as u8
        } else {
            TRIANGLE[rest]
        };
        let men = Men {
            order: &self.order,
            squares,
            to_move: if plane % 2 == 0 {
                Color::White
            } else {
                Color::Black
            },
            en_passant: plane >= 2,
        };
        (self.numbered_image(squares) == squares && men.is_legal()).then_some(men)
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
