//! Seventh rank extension: a pawn move to the last rank before promotion is searched deeper.
//!
//! The pawn threatens to promote with its next move, which a search that ends before does not see.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique};
use crate::game::Game;

/// Searches pawn moves to the seventh rank one ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SeventhRank {
    /// The plies by which the moves and nodes of a line may have been extended before.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub line_limit: u8,
}

impl SeventhRank {
    /// Up to six plies a line, as [mate threats](super::mate_threat).
    pub const DEFAULT: Self = SeventhRank { line_limit: 6 };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "seventh-rank",
        effect: Effect::Heuristic,
        condition: "if the move brings a pawn to its seventh rank, and the line was extended by fewer than line-limit plies: extend it by 1 ply",
        source: "Heinz, DarkThought (1997), node11; Chess Programming Wiki, Passed Pawn Extensions, which quotes Frayn",
        used_by: "DarkThought, which also extends quiet moves to the sixth rank; Beowulf",
    };
}

impl<G: Game> Technique<G> for SeventhRank {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::EXTENSION.and(Hooks::INHERITED)
    }

    #[inline]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        let is_within_limit = node.inherited.extension < self.line_limit;
        u8::from(is_within_limit && node.position.nears_promotion(mv.mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::SearchOptions,
        techniques::{asked::at_move, exact_search::ExactSearch},
    };

    #[test]
    fn every_condition_is_needed() {
        let options = SearchOptions::default();
        for (mv, before, plies) in [
            ("b6b7", 5, 1),
            ("b6b7", 6, 0),
            ("b6a7", 0, 1),
            ("c5c6", 0, 0),
            ("h1h7", 0, 0),
        ] {
            let extended = at_move(
                "6k1/n7/1P6/2P5/8/8/8/K6R w - - 0 1",
                mv,
                |node, _| node.inherited.extension = before,
                |node, made| SeventhRank::DEFAULT.extension(node, made, &mut ExactSearch(&options)),
            );
            assert_eq!(extended, plies, "{mv} {before}");
        }
    }
}
