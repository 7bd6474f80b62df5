//! The men on the board, the stronger side first.

use std::fmt;

/// The kind of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Kind {
    /// The kinds that a pawn can promote to.
    pub(crate) const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    pub(crate) const ALL: [Kind; 6] = [
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Knight,
        Kind::Pawn,
    ];

    pub(crate) fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Pawn => 'P',
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The largest number of men in a table, kings included.
pub(crate) const MOST_MEN: usize = 4;

/// The men of both sides, with the side that has more or stronger men first: `KRK`, `KRKN`.
///
/// A position in which White is the weaker side is looked up with colours exchanged, so one table
/// serves both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// White's men besides the king, strongest first.
    white: Vec<Kind>,
    /// Black's men besides the king, strongest first.
    black: Vec<Kind>,
}

impl Material {
    /// The material with these men besides the kings, and whether colours had to be exchanged.
    /// `None` for more than four men, kings included.
    pub(crate) fn of(mut white: Vec<Kind>, mut black: Vec<Kind>) -> Option<(Self, bool)> {
        if white.len() + black.len() + 2 > MOST_MEN {
            return None;
        }
        white.sort_unstable();
        black.sort_unstable();
        // The side with more men comes first; for equal numbers, the one with stronger men, whose kinds are smaller.
        let exchanged = (black.len(), &white) > (white.len(), &black);
        if exchanged {
            std::mem::swap(&mut white, &mut black);
        }
        Some((Material { white, black }, exchanged))
    }

    /// Reads a name such as `KRKN`. The order of the sides and of their men does not matter.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let second = 1 + name.get(1..)?.find('K')?;
        let men = |text: &str| -> Option<Vec<Kind>> {
            let mut kinds = text
                .chars()
                .map(|letter| Kind::ALL.into_iter().find(|kind| kind.letter() == letter));
            (kinds.next()?? == Kind::King).then_some(())?;
            let rest: Vec<Kind> = kinds.collect::<Option<_>>()?;
            (!rest.contains(&Kind::King)).then_some(rest)
        };
        let (white, black) = (men(&name[..second])?, men(&name[second..])?);
        Self::of(white, black).map(|(material, _)| material)
    }

    /// Every material with up to four men, except bare kings.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let kinds = &Kind::ALL[1..];
        let mut all = Vec::new();
        for (at, &first) in kinds.iter().enumerate() {
            all.extend(Self::of(vec![first], vec![]));
            for &second in &kinds[at..] {
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
        self.white.contains(&Kind::Pawn) && self.black.contains(&Kind::Pawn)
    }

    /// The men in the order of a table: both kings, then White's other men, then Black's.
    pub(crate) fn order(&self) -> Vec<(Side, Kind)> {
        let mut order = vec![(Side::White, Kind::King), (Side::Black, Kind::King)];
        order.extend(self.white.iter().map(|&kind| (Side::White, kind)));
        order.extend(self.black.iter().map(|&kind| (Side::Black, kind)));
        order
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [&self.white, &self.black] {
            f.write_str("K")?;
            for kind in side {
                write!(f, "{}", kind.letter())?;
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
