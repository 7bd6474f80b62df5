//! Correction history: by how much the static evaluation was wrong where the same pawns, or the same pieces, stood on the board.
//!
//! Caissa was the first engine to use it (2023; Chess Programming Wiki, "Static Evaluation Correction History"). The moving average, its
//! weights and its limit are those of Stormphrax, as pawnocchio has them (correction.zig). That promotions teach nothing either, and how
//! many entries there are, was chosen here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    game::{Game, Structure},
    units::Depth,
};

/// The parts of a position by which the search learns corrections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CorrectionOptions {
    /// Whether corrections are learned for the places of all pawns.
    pub pawns: bool,
    /// Whether corrections are learned for the places of all other pieces.
    pub pieces: bool,
}

impl CorrectionOptions {
    /// Nothing is learned; the default.
    pub const NONE: Self = CorrectionOptions {
        pawns: false,
        pieces: false,
    };

    /// Whether anything is learned.
    pub(crate) fn is_on(self) -> bool {
        self != Self::NONE
    }

    fn has(self, structure: Structure) -> bool {
        match structure {
            Structure::Pawns => self.pawns,
            Structure::Pieces => self.pieces,
        }
    }
}

/// The bits of a structure's key that select its entry: structures that have the same share it.
const HIGH_BITS: u32 = 15;
/// A correction of a centipawn. A weight of this would replace a correction.
const CENTIPAWN: i32 = 256;
/// The largest correction of one structure.
const LIMIT: i32 = 32 * CENTIPAWN;

/// More than any difference between two scores, and small enough for a product.
const MOST_DIFFERENCE: i32 = 1 << 17;

/// What the search has learned about the static evaluation.
#[derive(Default)]
pub(crate) struct Corrections {
    /// By structure, in parts of a centipawn; a structure that is off has none.
    by_structure: [Vec<i32>; Structure::ALL.len()],
}

impl Corrections {
    /// Empty ones for a search, in the memory of these.
    pub(crate) fn renewed(mut self, options: CorrectionOptions) -> Self {
        for (structure, entries) in Structure::ALL.into_iter().zip(&mut self.by_structure) {
            entries.clear();
            if options.has(structure) {
                entries.resize(1 << HIGH_BITS, 0);
            }
        }
        self
    }

    /// The number of a structure's entry.
    fn place<G: Game>(position: &G, structure: Structure) -> Option<usize> {
        let key = position.structure_key(structure)?;
        Some((key >> (u64::BITS - HIGH_BITS)) as usize)
    }

    /// What to add to the static evaluation of a position, in centipawns.
    pub(crate) fn of<G: Game>(&self, position: &G) -> i32 {
        let structures = Structure::ALL.into_iter().zip(&self.by_structure);
        let on = structures.filter(|(_, entries)| !entries.is_empty());
        let known =
            on.filter_map(|(structure, entries)| Some(entries[Self::place(position, structure)?]));
        known.sum::<i32>() / CENTIPAWN
    }

    /// Learns that a search of a position to a depth found another value, by so many centipawns, than the corrected evaluation: each
    /// correction moves towards the difference, further after a deeper search.
    pub(crate) fn learn<G: Game>(&mut self, position: &G, depth: Depth, difference: i32) {
        // The evaluations of a caller's own game can be of any size.
        let difference = difference.clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE);
        let weight = (i32::from(depth.plies()) + 1).min(16);
        for (structure, entries) in Structure::ALL.into_iter().zip(&mut self.by_structure) {
            if !entries.is_empty()
                && let Some(place) = Self::place(position, structure)
            {
                let mean = entries[place] * (CENTIPAWN - weight) + difference * CENTIPAWN * weight;
                entries[place] = (mean / CENTIPAWN).clamp(-LIMIT, LIMIT);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chess::Chess;

    const BOTH: CorrectionOptions = CorrectionOptions {
        pawns: true,
        pieces: true,
    };

    fn position(fen: &str) -> Chess {
        Chess::from_fen(fen).unwrap()
    }

    #[test]
    fn a_correction_belongs_to_its_structure_and_side() {
        let learned = position("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
        let same_pawns = position("4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1");
        let same_pieces = position("4k3/1p6/8/8/8/8/P7/R3K3 w - - 0 1");
        let other_side = position("4k3/p7/8/8/8/8/P7/R3K3 b - - 0 1");
        for (pawns, pieces, expected) in [
            (false, false, [0, 0, 0, 0]),
            (true, false, [12, 12, 0, 0]),
            (false, true, [12, 0, 12, 0]),
            (true, true, [25, 12, 12, 0]),
        ] {
            let options = CorrectionOptions { pawns, pieces };
            assert_eq!(options.is_on(), pawns || pieces);
            let mut corrections = Corrections::default().renewed(options);
            corrections.learn(&learned, Depth::new(20), 200);
            let seen = [&learned, &same_pawns, &same_pieces, &other_side];
            assert_eq!(seen.map(|at| corrections.of(at)), expected, "{options:?}");
            assert_eq!(corrections.renewed(options).of(&learned), 0);
        }
    }

    #[test]
    fn deeper_searches_weigh_more_and_no_correction_exceeds_the_limit() {
        let at = position("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
        let after = |depth, difference| {
            let options = CorrectionOptions {
                pawns: true,
                pieces: false,
            };
            let mut corrections = Corrections::default().renewed(options);
            corrections.learn(&at, Depth::new(depth), difference);
            corrections
        };
        // A weight of 4, 16 and again 16 of 256.
        assert_eq!(
            [3, 15, 90].map(|depth| after(depth, 320).of(&at)),
            [5, 20, 20]
        );
        assert_eq!(
            [1, -1].map(|sign| after(90, sign * 50_000).of(&at)),
            [32, -32]
        );
        assert_eq!(after(90, i32::MAX).of(&at), 32);
        let mut corrections = after(15, 320);
        corrections.learn(&at, Depth::new(15), -320);
        assert_eq!(corrections.of(&at), -1, "the first correction has faded");
        assert_eq!(Corrections::default().renewed(BOTH).of(&at), 0);
    }
}
