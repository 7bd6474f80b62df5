//! The built-in data sets.

use thiserror::Error;

use super::Epd;

/// A data set that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInDataset {
    /// Its file in the project's directory `datasets`.
    pub file: &'static str,
    /// What its positions are for, in one sentence.
    pub purpose: &'static str,
    /// The file's contents: EPD with comments.
    pub text: &'static str,
}

/// Positions by feature, which `verify` searches.
pub const ASSORTED: BuiltInDataset = BuiltInDataset {
    file: "assorted.epd",
    purpose: "positions by feature, for the tests of chess rules and of soundness",
    text: include_str!("../../datasets/assorted.epd"),
};

/// Every built-in data set, from the fewest men to the most, then those of the tests.
pub const BUILT_IN: [BuiltInDataset; 12] = [
    BuiltInDataset {
        file: "krk.epd",
        purpose: "king and rook against king, four positions of each distance to mate",
        text: include_str!("../../datasets/krk.epd"),
    },
    BuiltInDataset {
        file: "kqk.epd",
        purpose: "king and queen against king, six positions of each distance to mate",
        text: include_str!("../../datasets/kqk.epd"),
    },
    BuiltInDataset {
        file: "kbnk.epd",
        purpose: "bishop and knight against king, two positions of each distance to mate",
        text: include_str!("../../datasets/kbnk.epd"),
    },
    BuiltInDataset {
        file: "krrk.epd",
        purpose: "two rooks against king, eight positions of each distance to mate",
        text: include_str!("../../datasets/krrk.epd"),
    },
    BuiltInDataset {
        file: "kqkr.epd",
        purpose: "queen against rook, two positions of each distance to mate",
        text: include_str!("../../datasets/kqkr.epd"),
    },
    BuiltInDataset {
        file: "traps.epd",
        purpose: "stalemate traps and defences, and positions just before a draw by the 50-move rule",
        text: include_str!("../../datasets/traps.epd"),
    },
    BuiltInDataset {
        file: "mates.epd",
        purpose: "mates in 1 to 8 with many men on the board",
        text: include_str!("../../datasets/mates.epd"),
    },
    BuiltInDataset {
        file: "tactics.epd",
        purpose: "middlegames in which one move wins by force",
        text: include_str!("../../datasets/tactics.epd"),
    },
    BuiltInDataset {
        file: "quiet.epd",
        purpose: "middlegames whose best move neither captures, checks nor promotes",
        text: include_str!("../../datasets/quiet.epd"),
    },
    BuiltInDataset {
        file: "pawn-endings.epd",
        purpose: "endgames with pawns, zugzwangs among them",
        text: include_str!("../../datasets/pawn-endings.epd"),
    },
    ASSORTED,
    BuiltInDataset {
        file: "perft.epd",
        purpose: "published counts of move sequences",
        text: include_str!("../../datasets/perft.epd"),
    },
];

/// The source, the rule of selection and the checksum of each data set, in Markdown.
pub const PROVENANCE: &str = include_str!("../../datasets/README.md");

/// The error for a name that no built-in data set has.
#[derive(Debug, Error)]
#[error(
    "unknown data set {:?}; {} (`plybench datasets` lists them)",
    plybench_text::echo(.0),
    plybench_text::suggestion(.0, BUILT_IN.iter().map(BuiltInDataset::name))
)]
pub struct UnknownDataset(
    /// The name that was given.
    pub String,
);

impl BuiltInDataset {
    /// The data set of this name, which may end in `.epd`.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Self, UnknownDataset> {
        let mut all = BUILT_IN.iter();
        let named = all.find(|set| name == set.file || name == set.name());
        named.ok_or_else(|| UnknownDataset(name.to_owned()))
    }

    /// The file's name without its ending.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.file.strip_suffix(".epd").unwrap_or(self.file)
    }

    /// How many positions it has.
    #[must_use]
    pub fn positions(&self) -> usize {
        let lines = self.text.lines();
        lines
            .filter(|line| matches!(Epd::parse(line), Ok(Some(_))))
            .count()
    }
}
