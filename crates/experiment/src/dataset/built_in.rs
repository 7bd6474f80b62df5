//! The built-in data sets.

use super::Epd;
use plybench_text::{echo, suggestion};

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

macro_rules! built_in {
    ($($name:literal: $purpose:literal, $text:expr;)*) => {
        [$(BuiltInDataset {
            file: concat!($name, ".epd"),
            purpose: $purpose,
            text: $text,
        }),*]
    };
}

/// Every built-in data set: positions that were chosen, from the fewest men to the most, whole collections, those of the tests, other games.
pub const BUILT_IN: [BuiltInDataset; 20] = built_in! {
    "krk": "king and rook against king, four positions of each distance to mate",
        include_str!("../../datasets/krk.epd");
    "kqk": "king and queen against king, six positions of each distance to mate",
        include_str!("../../datasets/kqk.epd");
    "kbnk": "bishop and knight against king, two positions of each distance to mate",
        include_str!("../../datasets/kbnk.epd");
    "krrk": "two rooks against king, eight positions of each distance to mate",
        include_str!("../../datasets/krrk.epd");
    "kqkr": "queen against rook, two positions of each distance to mate",
        include_str!("../../datasets/kqkr.epd");
    "endings": "endings of up to four men, won, lost and drawn, either side to move",
        include_str!("../../datasets/endings.epd");
    "traps": "stalemate traps and defences, and positions just before a draw by the 50-move rule",
        include_str!("../../datasets/traps.epd");
    "mates": "mates in 1 to 8 with many men on the board",
        include_str!("../../datasets/mates.epd");
    "matetrack": "mates in 1 to 8, mostly compositions",
        include_str!("../../datasets/matetrack.epd");
    "mated": "the side to move is mated in 1 to 7 moves",
        include_str!("../../datasets/mated.epd");
    "tactics": "middlegames in which one move wins by force",
        include_str!("../../datasets/tactics.epd");
    "quiet": "middlegames whose best move neither captures, checks nor promotes",
        include_str!("../../datasets/quiet.epd");
    "pawn-endings": "endgames with pawns, zugzwangs among them",
        include_str!("../../datasets/pawn-endings.epd");
    "wac": "all of Win At Chess, tactics with best moves",
        include_str!("../../datasets/wac.epd");
    "iq4": "all of the IQ tactics suite, with best moves",
        include_str!("../../datasets/iq4.epd");
    "eet": "all of the Eigenmann Endgame Test, with best moves or moves to avoid",
        include_str!("../../datasets/eet.epd");
    "assorted": "positions by feature, for the tests of chess rules and of soundness",
        include_str!("../../datasets/assorted.epd");
    "perft": "published counts of move sequences",
        include_str!("../../datasets/perft.epd");
    "fforum": "Othello: endgames with known results and best moves",
        include_str!("../../datasets/fforum.epd");
    "connect-four": "connect four: won, lost and drawn positions, and whole games on small boards",
        include_str!("../../datasets/connect-four.epd");
};

/// Positions by feature, which `verify` searches.
pub const ASSORTED: BuiltInDataset = BUILT_IN[16];

/// The source, the rule of selection and the checksum of each data set, in Markdown.
pub const PROVENANCE: &str = include_str!("../../datasets/README.md");

impl BuiltInDataset {
    /// The data set of this name, which may end in `.epd`.
    ///
    /// # Errors
    /// If there is none. The text names the nearest.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        let mut all = BUILT_IN.iter();
        let named = all.find(|set| name == set.file || name == set.name());
        named.ok_or_else(|| {
            let hint = suggestion(name, BUILT_IN.iter().map(BuiltInDataset::name));
            let name = echo(name);
            format!("unknown data set {name:?}; {hint} (`plybench datasets` lists them)")
        })
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
            .filter(|line| matches!(Epd::of_any_game(line), Ok(Some(_))))
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_verify_are_those_by_feature() {
        assert_eq!(ASSORTED.name(), "assorted");
    }
}
