//! The men on the board, the stronger side first.

use std::{cmp::Reverse, fmt};

use cozy_chess::{Color, Piece};

/// The kinds besides the king, strongest first.
const KINDS: [Piece; 5] = [
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

/// The kinds that a pawn can promote to, strongest first.
pub(crate) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The letter of a kind in FEN and in the names of tables.
pub(crate) fn letter(kind: Piece) -> char {
    char::from(kind).to_ascii_uppercase()
}

/// The largest number of men in a table, kings included.
pub(crate) const MOST_MEN: usize = 4;

/// The men of both sides, with the side that has more or stronger men first: `KRK`, `KRKN`.
///
/// A position in which White is the weaker side is looked up with colours exchanged, so one table
/// serves both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's men besides the king, strongest first.
    white: Vec<Piece>,
    /// Black's men besides the king, strongest first.
    black: Vec<Piece>,
}

impl Material {
    /// The material of these men, both kings included, with their places in its order. `None` for more than four.
    pub(crate) fn of_men(men: &[(Color, Piece)]) -> Option<Arrangement> {
        let of = |wanted| {
            let own = men
                .iter()
                .filter(|&&(side, kind)| side == wanted && kind != Piece::King);
            own.map(|man| man.1).collect()
        };
        let (material, exchanged) = Material::of(of(Color::White), of(Color::Black))?;
        let mut left: Vec<usize> = (0..men.len()).collect();
        let place = |(side, kind): (Color, Piece)| {
            let wanted = (if exchanged { !side } else { side }, kind);
            let at = left.iter().position(|&man| men[man] == wanted)?;
            Some(left.remove(at))
        };
        let places = material
            .order()
            .into_iter()
            .map(place)
            .collect::<Option<_>>()?;
        Some(Arrangement {
            material,
            places,
            exchanged,
        })
    }

    /// The material with these men besides the kings, and whether colours had to be exchanged.
    /// `None` for more than four men, kings included.
    pub(crate) fn of(mut white: Vec<Piece>, mut black: Vec<Piece>) -> Option<(Self, bool)> {
        if white.len() + black.len() + 2 > MOST_MEN {
            return None;
        }
        white.sort_unstable_by_key(|&kind| Reverse(kind));
        black.sort_unstable_by_key(|&kind| Reverse(kind));
        // The side with more men comes first; for equal numbers, the one with stronger men.
        let exchanged = (black.len(), &black) > (white.len(), &white);
        if exchanged {
            std::mem::swap(&mut white, &mut black);
        }
        Some((Material { white, black }, exchanged))
    }

    /// Reads a name such as `KRKN`. The order of the sides and of their men does not matter.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let second = 1 + name.get(1..)?.find('K')?;
        let men = |text: &str| -> Option<Vec<Piece>> {
            let mut kinds = text
                .chars()
                .map(|name| Piece::ALL.into_iter().find(|&kind| letter(kind) == name));
            (kinds.next()?? == Piece::King).then_some(())?;
            let rest: Vec<Piece> = kinds.collect::<Option<_>>()?;
            (!rest.contains(&Piece::King)).then_some(rest)
        };
        let (white, black) = (men(&name[..second])?, men(&name[second..])?);
        Self::of(white, black).map(|(material, _)| material)
    }

    /// Every material with up to four men, except bare kings.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (at, &first) in KINDS.iter().enumerate() {
            all.extend(Self::of(vec![first], vec![]));
            for &second in &KINDS[at..] {
                all.extend(Self::of(vec![first, second], vec![]));
                all.extend(Self::of(vec![first], vec![second]));
            }
        }
        let mut all: Vec<Self> = all.into_iter().map(|(material, _)| material).collect();
        all.sort_by_key(|material| (material.men(), material.to_string()));
        all
    }

    /// The number of men, kings included.
    #[must_use]
    pub fn men(&self) -> usize {
        2 + self.white.len() + self.black.len()
    }

    /// Whether en passant is possible: both sides have a pawn.
    pub(crate) fn has_en_passant(&self) -> bool {
        self.white.contains(&Piece::Pawn) && self.black.contains(&Piece::Pawn)
    }

    /// The men in the order of a table: both kings, then White's other men, then Black's.
    pub(crate) fn order(&self) -> Vec<(Color, Piece)> {
        let mut order = vec![(Color::White, Piece::King), (Color::Black, Piece::King)];
        order.extend(self.white.iter().map(|&kind| (Color::White, kind)));
        order.extend(self.black.iter().map(|&kind| (Color::Black, kind)));
        order
    }
}

/// Some men as those of a table.
pub(crate) struct Arrangement {
    pub(crate) material: Material,
    /// For each man of the table, the index of the man that takes its place: the first of its side and kind that is left.
    pub(crate) places: Vec<usize>,
    /// Whether colours are exchanged in that table.
    pub(crate) exchanged: bool,
}

impl Arrangement {
    /// The squares and the side to move in the table, given those of the men.
    pub(crate) fn apply(&self, squares: &[u8], to_move: Color) -> ([u8; MOST_MEN], Color) {
        let (flip, to_move) = if self.exchanged {
            (56, !to_move)
        } else {
            (0, to_move)
        };
        let mut placed = [0; MOST_MEN];
        for (square, &man) in placed.iter_mut().zip(&self.places) {
            *square = squares[man] ^ flip;
        }
        (placed, to_move)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [&self.white, &self.black] {
            f.write_str("K")?;
            for kind in side {
                write!(f, "{}", letter(*kind))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order() {
        for (given, name) in [
            ("KRK", "KRK"),
            ("KKR", "KRK"),
            ("KNKR", "KRKN"),
            ("KBNK", "KBNK"),
            ("KNBK", "KBNK"),
            ("KPKQ", "KQKP"),
        ] {
            assert_eq!(Material::parse(given).unwrap().to_string(), name);
        }
        for wrong in ["", "K", "KR", "RKK", "KRKRR", "KRRRK", "KXK", "KKK"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn en_passant_needs_a_pawn_on_each_side() {
        let with = |name| Material::parse(name).unwrap().has_en_passant();
        assert!(with("KPKP"));
        assert!(!["KPK", "KPPK", "KQKP", "KRK"].into_iter().any(with));
    }

    #[test]
    fn there_are_five_tables_of_three_men_and_thirty_of_four() {
        let all = Material::all();
        assert_eq!(all.iter().filter(|material| material.men() == 3).count(), 5);
        assert_eq!(
            all.iter().filter(|material| material.men() == 4).count(),
            30
        );
    }
}
