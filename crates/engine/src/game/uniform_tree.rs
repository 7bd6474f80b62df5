//! Synthetic trees, generated from a seed, with a given branching factor, depth, spread of values,
//! share of mates and quality of move ordering.
//!
//! Values are assigned from the root down. Each node has a minimax value; one child (the best move)
//! keeps it, and every other child is worse for the side to move by a random amount. So the tree's
//! value is known without a search, and the place of the best move is a parameter. With the best move
//! always first, alpha-beta visits the minimal tree of Knuth and Moore, "An Analysis of Alpha-Beta
//! Pruning" (1975), which has `b^⌈n/2⌉ + b^⌊n/2⌋ - 1` leaves.
//!
//! Mated nodes are then added at random. Their values override the assigned ones, so if the share of
//! mates is above zero, the tree's value has to be found by a search.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Game, MoveKind, mix,
    named::{AnyPosition, Kind, NamedGame},
};
use crate::eval::Evaluation;

/// The shape of a uniform tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UniformTree {
    /// The number of moves of each inner node, 1 to 255.
    pub branching: u16,
    /// Plies from the root to the leaves.
    pub depth: u8,
    /// The most by which a move can be worse than the best one, in centipawns, 0 to 1000.
    pub spread: u16,
    /// The share of the nodes below the root in which the side to move is mated, 0 to 1.
    pub mated_share: f64,
    /// The share of the nodes in which the best move comes first, 0 to 1. In the others its place is
    /// random.
    pub best_first_share: f64,
    /// The seed that selects one of the trees of this shape.
    pub seed: u64,
}

/// A parameter is out of range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("uniform tree: {parameter} must be {range}")]
pub struct ShapeError {
    /// The parameter's name, one of [`PARAMETERS`].
    pub parameter: &'static str,
    /// The values that it takes, in words, as in [`PARAMETERS`].
    pub range: &'static str,
}

/// The names of the parameters, as [`Display`](fmt::Display) and serde write them, with their ranges.
pub const PARAMETERS: [(&str, &str); 6] = [
    ("branching", "1 to 255"),
    ("depth", "0 to 64"),
    ("spread", "0 to 1000"),
    ("mated-share", "0 to 1"),
    ("best-first-share", "0 to 1"),
    ("seed", "0 or more"),
];

impl UniformTree {
    /// Checks that every parameter is in range.
    ///
    /// # Errors
    /// Names the first parameter that is out of range.
    pub fn check(&self) -> Result<(), ShapeError> {
        let in_range = [
            (1..=255).contains(&self.branching),
            self.depth <= 64,
            self.spread <= 1000,
            (0.0..=1.0).contains(&self.mated_share),
            (0.0..=1.0).contains(&self.best_first_share),
            true,
        ];
        let outside = PARAMETERS
            .iter()
            .zip(in_range)
            .find(|(_, in_range)| !in_range);
        outside.map_or(Ok(()), |(&(parameter, range), _)| {
            Err(ShapeError { parameter, range })
        })
    }

    /// The root as a position.
    ///
    /// # Errors
    /// Names the first parameter that is out of range.
    pub fn root(&self) -> Result<UniformPosition, ShapeError> {
        self.check()?;
        Ok(UniformPosition {
            shape: *self,
            id: mix(self.seed),
            value: 0,
            ply: 0,
        })
    }
}

/// The parameters in one line, `branching=4 depth=6 spread=100 mated-share=0.01
/// best-first-share=0.5 seed=3`; [`FromStr`] reads it.
impl fmt::Display for UniformTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: [&dyn fmt::Display; 6] = [
            &self.branching,
            &self.depth,
            &self.spread,
            &self.mated_share,
            &self.best_first_share,
            &self.seed,
        ];
        for (number, ((name, _), value)) in PARAMETERS.iter().zip(values).enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{name}={value}")?;
        }
        Ok(())
    }
}

/// Why a line is not a valid uniform tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseTreeError {
    /// It does not have each parameter once, in the order of [`PARAMETERS`].
    #[error(
        "uniform tree, word {word}: expected {expected}; give all parameters in their order, such as branching=4 depth=6 spread=100 \
         mated-share=0.01 best-first-share=0.5 seed=1"
    )]
    Word {
        /// What was expected: a parameter's name, or the end.
        expected: &'static str,
        /// The number of the word, from 1.
        word: usize,
    },
    /// A parameter is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl FromStr for UniformTree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        /// The value of the next word, which must be the parameter with this number.
        fn next<'t, T: FromStr>(
            words: &mut impl Iterator<Item = &'t str>,
            number: usize,
        ) -> Result<T, ParseTreeError> {
            let (expected, range) = PARAMETERS[number];
            let value = words
                .next()
                .and_then(|word| word.strip_prefix(expected)?.strip_prefix('='))
                .ok_or(ParseTreeError::Word {
                    expected,
                    word: number + 1,
                })?;
            value.parse().map_err(|_| {
                ParseTreeError::Shape(ShapeError {
                    parameter: expected,
                    range,
                })
            })
        }
        let mut words = text.split(' ');
        let tree = UniformTree {
            branching: next(&mut words, 0)?,
            depth: next(&mut words, 1)?,
            spread: next(&mut words, 2)?,
            mated_share: next(&mut words, 3)?,
            best_first_share: next(&mut words, 4)?,
            seed: next(&mut words, 5)?,
        };
        if words.next().is_some() {
            return Err(ParseTreeError::Word {
                expected: "the end",
                word: PARAMETERS.len() + 1,
            });
        }
        tree.check()?;
        Ok(tree)
    }
}

/// A node of a [`UniformTree`].
#[derive(Clone, Copy, Debug)]
pub struct UniformPosition {
    shape: UniformTree,
    /// A hash of the seed and of the path from the root.
    id: u64,
    /// The value assigned to this node, from the point of view of its side to move.
    value: i32,
    ply: u8,
}

/// Whether an event with this probability occurs for this hash. The result is the same on every
/// machine.
fn chance(hash: u64, probability: f64) -> bool {
    ((hash >> 32) as f64) < probability * (1u64 << 32) as f64
}

impl UniformPosition {
    /// The parameters of the tree that it is a node of.
    #[must_use]
    pub fn shape(&self) -> &UniformTree {
        &self.shape
    }

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

impl Game for UniformPosition {
    /// The number of the child, from 0.
    type Move = u16;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        if kind == MoveKind::All && self.has_legal_move() {
            (0..self.shape.branching).for_each(visit);
        }
    }

    fn is_legal(&self, mv: u16) -> bool {
        mv < self.shape.branching && self.has_legal_move()
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

    fn in_check(&self) -> bool {
        self.is_mated()
    }

    fn is_leaf(&self) -> bool {
        self.ply >= self.shape.depth && !self.is_mated()
    }

    fn key(&self) -> u64 {
        self.id
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        self.value
    }
}

impl NamedGame for UniformPosition {
    const NAME: &'static str = "uniform tree";
    const FORMAT: &'static str =
        "branching=B depth=D spread=S mated-share=M best-first-share=F seed=N";
    const ABOUT: &'static str =
        "a tree that is drawn from a seed, with a known share of best moves that come first";

    fn read(text: &str) -> Result<Self, String> {
        let tree = text.parse::<UniformTree>();
        let root = tree.and_then(|tree| Ok(tree.root()?));
        root.map_err(|error| error.to_string())
    }

    /// The tree's parameters, whichever of its nodes this is.
    fn text(&self) -> String {
        self.shape.to_string()
    }

    fn height(&self) -> Option<u8> {
        Some(self.shape.depth.max(1))
    }

    const IS_TREE: bool = true;

    fn erased(self) -> AnyPosition {
        Kind::Uniform(self).into()
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
    fn a_line_is_read_as_it_was_written() {
        let tree = UniformTree {
            mated_share: 0.001,
            best_first_share: 0.0,
            seed: u64::MAX,
            ..SHAPE
        };
        let line = "branching=3 depth=4 spread=50 mated-share=0.001 best-first-share=0 \
                    seed=18446744073709551615";
        assert_eq!(tree.to_string(), line);
        assert_eq!(line.parse(), Ok(tree));
    }

    #[test]
    fn errors_in_a_line_are_located() {
        let line = SHAPE.to_string();
        for (from, to, says) in [
            ("depth", "dept", "word 2: expected depth"),
            ("branching=3", "branching=x", "branching must be 1 to 255"),
            ("branching=3", "branching=300", "branching must be 1 to 255"),
            (
                "mated-share=0",
                "mated-share=NaN",
                "mated-share must be 0 to 1",
            ),
            (" seed=1", "", "word 6: expected seed"),
            ("seed=1", "seed=1 x", "word 7: expected the end"),
        ] {
            let error = line.replace(from, to).parse::<UniformTree>().unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }

    #[test]
    fn different_seeds_give_different_trees_and_equal_seeds_equal_ones() {
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
