//! Synthetic trees with a given branching factor, depth, spread of values, share of mates and
//! quality of move ordering, from a seed.
//!
//! Values are dealt from the root down: each node knows its minimax value, one child (the best)
//! passes it on, and every other child is worse for the mover by a random amount. So the tree's
//! value is known without searching it, and the best move's place in the list is a parameter. With
//! the best move always first, alpha-beta visits the minimal tree of Knuth and Moore, "An Analysis
//! of Alpha-Beta Pruning" (1975), whose number of leaves is `b^⌈n/2⌉ + b^⌊n/2⌋ - 1`.
//!
//! Mated nodes are then strewn in: their values override the dealt ones, so that with a share of
//! mates above zero the tree's value has to be searched for.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Game, MoveClass, MoveKind};
use crate::eval::Evaluation;

/// The shape of a uniform tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UniformTree {
    /// Moves in each inner node, 1 to 255.
    pub branching: u16,
    /// Plies from the root to the leaves.
    pub depth: u8,
    /// The most by which a wrong move is worse than the best one, in centipawns, 0 to 1000.
    pub spread: u16,
    /// Share of the nodes below the root in which the side to move is mated, 0 to 1.
    pub mated_share: f64,
    /// Share of the nodes in which the best move comes first, 0 to 1; elsewhere its place is
    /// random.
    pub best_first_share: f64,
    /// Which of the trees of this shape.
    pub seed: u64,
}

/// A parameter outside of its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("uniform tree: {parameter} must be {range}")]
pub struct ShapeError {
    /// The parameter's name.
    pub parameter: &'static str,
    /// What it may be.
    pub range: &'static str,
}

impl UniformTree {
    /// The root as a position.
    ///
    /// # Errors
    /// Names the first parameter that is out of range.
    pub fn root(&self) -> Result<UniformPosition<'_>, ShapeError> {
        let check = |holds: bool, parameter, range| {
            if holds {
                Ok(())
            } else {
                Err(ShapeError { parameter, range })
            }
        };
        check((1..=255).contains(&self.branching), "branching", "1 to 255")?;
        check(self.depth <= 64, "depth", "at most 64")?;
        check(self.spread <= 1000, "spread", "at most 1000")?;
        check(
            (0.0..=1.0).contains(&self.mated_share),
            "mated-share",
            "0 to 1",
        )?;
        check(
            (0.0..=1.0).contains(&self.best_first_share),
            "best-first-share",
            "0 to 1",
        )?;
        Ok(UniformPosition {
            shape: self,
            id: mix(self.seed),
            value: 0,
            ply: 0,
        })
    }
}

/// A node of a [`UniformTree`].
#[derive(Clone, Copy, Debug)]
pub struct UniformPosition<'a> {
    shape: &'a UniformTree,
    /// A hash of the seed and of the path from the root.
    id: u64,
    /// The value dealt to this node, from the view of its side to move.
    value: i32,
    ply: u8,
}

/// The finalizer of D. Stafford's variant 13 as used by splitmix64: every bit of the input moves
/// every bit of the output.
const fn mix(input: u64) -> u64 {
    let x = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Whether a draw that comes out true with this probability does so for this hash. Comparing
/// integers keeps the answer the same on every machine.
fn chance(hash: u64, probability: f64) -> bool {
    ((hash >> 32) as f64) < probability * (1u64 << 32) as f64
}

impl UniformPosition<'_> {
    fn is_mated(&self) -> bool {
        self.ply > 0 && chance(mix(self.id ^ 1), self.shape.mated_share)
    }

    /// The number of the move that keeps this node's value.
    fn best_move(&self) -> u16 {
        if chance(mix(self.id ^ 2), self.shape.best_first_share) {
            0
        } else {
            (mix(self.id ^ 3) % u64::from(self.shape.branching)) as u16
        }
    }
}

impl Game for UniformPosition<'_> {
    /// The number of the child, from 0.
    type Move = u16;

    const HISTORY_SIZE: usize = 1;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        if kind == MoveKind::All && self.has_legal_move() {
            (0..self.shape.branching).for_each(visit);
        }
    }

    fn has_legal_move(&self) -> bool {
        self.ply < self.shape.depth && !self.is_mated()
    }

    fn play(&self, mv: u16) -> Self {
        let id = mix(self.id ^ (u64::from(mv) + 16));
        let loss = if mv == self.best_move() || self.shape.spread == 0 {
            0
        } else {
            1 + (mix(id ^ 4) % u64::from(self.shape.spread)) as i32
        };
        UniformPosition {
            shape: self.shape,
            id,
            value: loss - self.value,
            ply: self.ply + 1,
        }
    }

    fn pass(&self) -> Option<Self> {
        None
    }

    fn in_check(&self) -> bool {
        self.is_mated()
    }

    fn is_leaf(&self) -> bool {
        self.ply >= self.shape.depth && !self.is_mated()
    }

    fn key(&self) -> u64 {
        self.id
    }

    fn reversible_plies(&self) -> u8 {
        0
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        self.value
    }

    fn classify(&self, _: u16) -> MoveClass {
        MoveClass::Quiet
    }

    fn history_index(&self, _: u16) -> usize {
        0
    }

    fn notation(&self, mv: u16) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: UniformTree = UniformTree {
        branching: 3,
        depth: 4,
        spread: 50,
        mated_share: 0.0,
        best_first_share: 1.0,
        seed: 1,
    };

    #[test]
    fn a_parameter_out_of_range_is_named() {
        for (shape, parameter) in [
            (
                UniformTree {
                    branching: 0,
                    ..SHAPE
                },
                "branching",
            ),
            (UniformTree { depth: 65, ..SHAPE }, "depth"),
            (
                UniformTree {
                    mated_share: f64::NAN,
                    ..SHAPE
                },
                "mated-share",
            ),
            (
                UniformTree {
                    best_first_share: 1.1,
                    ..SHAPE
                },
                "best-first-share",
            ),
        ] {
            assert_eq!(shape.root().unwrap_err().parameter, parameter);
        }
    }

    #[test]
    fn seeds_give_different_trees_and_the_same_seed_the_same() {
        let leaf = |seed| {
            let shape = UniformTree {
                seed,
                best_first_share: 0.0,
                ..SHAPE
            };
            let root = shape.root().unwrap();
            root.play(1)
                .play(2)
                .play(0)
                .play(1)
                .evaluate(Evaluation::Zero)
        };
        assert_eq!(leaf(7), leaf(7));
        assert!((1..20).any(|seed| leaf(seed) != leaf(0)));
    }
}
