//! One reply extension: the only legal move of a node is searched deeper.
//!
//! A forced move decides nothing, so the ply that it takes is given back. A check that leaves one reply, again and again, would never
//! end, so the extensions of a line are limited.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique};
use crate::game::{Game, MoveKind};

/// Searches the only legal move one ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct OneReply {
    /// Whether the move is extended only if it answers a check.
    pub only_in_check: bool,
    /// The plies by which the moves and nodes of a line may have been extended before.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub line_limit: u8,
}

impl OneReply {
    /// Only in check; up to six plies a line, as [mate threats](super::mate_threat).
    pub const DEFAULT: Self = OneReply {
        only_in_check: true,
        line_limit: 6,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "one-reply",
        effect: Effect::Heuristic,
        condition: "if in check (or not only-in-check), the position has one legal move, and the line was extended by fewer than line-limit plies: extend the move by 1 ply",
        source: "Chess Programming Wiki, One Reply Extensions; Moreland, Search Extension, warns of lines that never end",
        used_by: "Crafty",
    };
}

impl<G: Game> Technique<G> for OneReply {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::EXTENSION.and(Hooks::INHERITED)
    }

    #[inline]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        // The only move is the first, so no other needs a count.
        let may_extend = mv.number == 0
            && (node.in_check || !self.only_in_check)
            && node.inherited.extension < self.line_limit;
        let mut moves = 0;
        if may_extend {
            node.position.for_each_move(MoveKind::All, |_| moves += 1);
        }
        u8::from(moves == 1)
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
        // In check, the king may only go to g1; to g1 and g2; without a check, only to g1.
        let (one, two) = (
            "k6r/8/8/8/8/8/r7/7K w - - 0 1",
            "k6r/8/8/8/8/8/8/7K w - - 0 1",
        );
        let quiet = "k7/8/8/8/8/8/r7/7K w - - 0 1";
        let king = |fen: &str, mv: &str, only_in_check: bool, before: u8| {
            let technique = OneReply {
                only_in_check,
                ..OneReply::DEFAULT
            };
            let options = SearchOptions::default();
            at_move(
                fen,
                mv,
                |node, _| node.inherited.extension = before,
                |node, made| technique.extension(node, made, &mut ExactSearch(&options)),
            )
        };
        for (fen, mv, only_in_check, before, plies) in [
            (one, "h1g1", true, 5, 1),
            (one, "h1g1", true, 6, 0),
            (two, "h1g1", true, 0, 0),
            (quiet, "h1g1", true, 0, 0),
            (quiet, "h1g1", false, 0, 1),
        ] {
            assert_eq!(
                king(fen, mv, only_in_check, before),
                plies,
                "{fen} {only_in_check} {before}"
            );
        }
    }
}
