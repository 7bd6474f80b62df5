//! A finished table: the distances to mate of all positions of one material.

use std::sync::Arc;

use cozy_chess::Piece;

use crate::{
    dtm::Dtm,
    index::Index,
    material::{Arrangement, MOST_MEN, Material, PROMOTIONS},
    men::{Men, Move},
};

/// Codes: one byte per position with its distance to mate.
pub(crate) mod code {
    use crate::dtm::Dtm;

    /// A draw; while a table is being built, a position that is not decided yet.
    pub(crate) const DRAW: u8 = 0;
    /// The number has no legal position.
    pub(crate) const NONE: u8 = 255;
    /// The code of a mate in `plies`. The losing side is to move if the number is even.
    pub(crate) const fn decided_in(plies: u8) -> u8 {
        plies + 1
    }
    /// The distance in plies of a decided position.
    pub(crate) const fn plies(code: u8) -> u8 {
        code - 1
    }
    pub(crate) const fn is_win(code: u8) -> bool {
        code != DRAW && code != NONE && plies(code) % 2 == 1
    }
    pub(crate) const fn is_loss(code: u8) -> bool {
        code != DRAW && code != NONE && plies(code).is_multiple_of(2)
    }
    /// The distance that a code stands for; a draw for [`NONE`].
    pub(crate) fn dtm(code: u8) -> Dtm {
        match code {
            DRAW | NONE => Dtm::Draw,
            decided if is_win(decided) => Dtm::Win(u16::from(plies(decided))),
            decided => Dtm::Loss(u16::from(plies(decided))),
        }
    }
}

/// The distances to mate of all positions of one material, with either side to move.
pub struct DtmTable {
    pub(crate) material: Material,
    pub(crate) index: Index,
    pub(crate) codes: Vec<u8>,
}

impl DtmTable {
    pub(crate) fn new(material: Material, codes: Vec<u8>) -> Option<Self> {
        let index = Index::new(&material);
        (codes.len() == index.len()).then_some(DtmTable {
            material,
            index,
            codes,
        })
    }

    /// The men of all its positions.
    #[must_use]
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The longest mate in plies.
    #[must_use]
    pub fn longest_mate(&self) -> u8 {
        let decided = self
            .codes
            .iter()
            .filter(|&&code| code != code::DRAW && code != code::NONE);
        decided.max().map_or(0, |&code| code::plies(code))
    }

    /// The number of positions with this distance, with symmetric images counted once.
    #[must_use]
    pub fn count(&self, dtm: Dtm) -> usize {
        let wanted = match dtm {
            // Illegal positions have another code, so they are not counted as draws.
            Dtm::Draw => code::DRAW,
            Dtm::Win(plies) | Dtm::Loss(plies) => match u8::try_from(plies) {
                Ok(plies) if plies < code::NONE - 1 => code::decided_in(plies),
                _ => return 0,
            },
        };
        self.codes.iter().filter(|&&code| code == wanted).count()
    }

    pub(crate) fn code(&self, men: &Men<'_>) -> u8 {
        self.codes[self.index.number(men)]
    }
}

/// The table that a capture or a promotion leads to, with the places there of the men before the move; none for bare kings, which are
/// a draw.
type Conversion<T> = Option<(T, Arrangement)>;

/// The conversions (captures and promotions) of one material.
pub(crate) struct Conversions<T> {
    all: Vec<Conversion<T>>,
}

/// The count of [`slot`]s.
const SLOTS: usize = (MOST_MEN + 1) * MOST_MEN * Piece::NUM;

/// The index of a move's conversion, from the captured man, the promoted man and its new kind, which is never a pawn.
fn slot(mv: &Move) -> usize {
    let captured = mv.captured.map_or(0, |man| man + 1);
    let (man, kind) = mv.promotion.map_or((0, 0), |kind| (mv.man, kind as usize));
    (captured * MOST_MEN + man) * Piece::NUM + kind
}

impl<T: Clone> Conversions<T> {
    /// All conversions of a material. `table` is called with each material that they lead to.
    ///
    /// # Errors
    /// The first error of `table`.
    pub(crate) fn of<E>(
        material: &Material,
        mut table: impl FnMut(&Material) -> Result<T, E>,
    ) -> Result<Self, E> {
        let order = material.order();
        let mut all: Vec<Conversion<T>> = (0..SLOTS).map(|_| None).collect();
        let captures = (2..order.len()).map(Some).chain([None]);
        for captured in captures {
            let pawns = (0..order.len()).filter(|&man| order[man].1 == Piece::Pawn);
            let promotions = pawns.flat_map(|man| PROMOTIONS.map(|kind| (man, Some(kind))));
            for (man, promotion) in promotions.chain([(0, None)]) {
                if captured == Some(man) || (captured.is_none() && promotion.is_none()) {
                    continue;
                }
                let mut men = order.clone();
                if let Some(kind) = promotion {
                    men[man].1 = kind;
                }
                let left = (0..men.len()).filter(|&man| Some(man) != captured);
                let left: Vec<usize> = left.collect();
                men = left.iter().map(|&man| men[man]).collect();
                let Some(mut reached) = Material::of_men(&men).filter(|_| men.len() > 2) else {
                    continue;
                };
                reached.places.iter_mut().for_each(|man| *man = left[*man]);
                let mv = Move {
                    man,
                    to: 0,
                    captured,
                    promotion,
                };
                all[slot(&mv)] = Some((table(&reached.material)?, reached));
            }
        }
        Ok(Conversions { all })
    }
}

impl Conversions<Arc<DtmTable>> {
    /// The code of the position after a capture or a promotion.
    pub(crate) fn code(&self, before: &Men<'_>, mv: &Move) -> u8 {
        let Some((table, places)) = &self.all[slot(mv)] else {
            return code::DRAW;
        };
        let after = before.moved(mv.man, mv.to);
        let (squares, to_move) = places.apply(&after.squares, after.to_move);
        table.code(&Men {
            order: table.index.order(),
            squares,
            to_move,
            en_passant: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn distances_that_no_code_stands_for_have_no_positions() {
        let material = Material::parse("KRK").unwrap();
        let table = DtmTable::new(
            material.clone(),
            vec![code::NONE; Index::new(&material).len()],
        );
        let table = table.unwrap();
        for plies in [253, 254, 255, 256, 257, u16::MAX] {
            assert_eq!(table.count(Dtm::Loss(plies)), 0, "{plies}");
        }
        assert_eq!(table.count(Dtm::Draw), 0);
    }

    #[test]
    fn each_conversion_has_a_place_of_its_own() {
        let mut places = HashSet::new();
        let mut conversions = 0;
        for captured in [None, Some(0), Some(1), Some(2), Some(3)] {
            let mut add = |man, promotion| {
                conversions += 1;
                places.insert(slot(&Move {
                    man,
                    to: 0,
                    captured,
                    promotion,
                }));
            };
            // Whichever man captures, it leads to the same table; a promotion replaces that pawn.
            (0..4).for_each(|man| add(man, None));
            for kind in PROMOTIONS {
                (0..4).for_each(|man| add(man, Some(kind)));
            }
        }
        assert_eq!((conversions, places.len()), (5 * 20, 5 * 17));
        assert!(places.iter().all(|&place| place < SLOTS));
    }
}
