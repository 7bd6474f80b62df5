//! Mate threat extension: a node whose side to move would be mated if it passed is searched deeper.
//!
//! A search of the opponent's reply to a pass shows the threat. Without a limit, a line in which both sides threaten mate would never
//! end, so the extensions of a line are limited together with those of its moves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, units::Depth, window::Window};

/// Searches a node one ply deeper if the side to move is mated after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MateThreat {
    /// Plies by which the search after the pass is shallower, besides the pass.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which passing is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// The largest depth at which passing is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// The plies by which the moves and nodes of a line may have been extended before.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub line_limit: u8,
}

impl MateThreat {
    /// Only at depth 2, as in DarkThought, where a search to depth 1 follows the pass; up to six plies a line.
    pub const DEFAULT: Self = MateThreat {
        reduction: 0,
        min_depth: 2,
        max_depth: 2,
        line_limit: 6,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "mate-threat",
        effect: Effect::Heuristic,
        condition: "if min-depth ≤ d ≤ max-depth, not in check, not after a pass, not in a search of the node that a technique requested, and the line was extended by fewer than line-limit plies: pass and search to depth d - 1 - reduction; if v is a loss by mate: search the node to depth d + 1",
        source: "Heinz, DarkThought (1997), node11, who tries it only in the first 2 · iteration plies; Chess Programming Wiki, Mate Threat Extensions",
        used_by: "DarkThought, Crafty",
    };
}

impl<G: Game> Technique<G> for MateThreat {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::NODE_DEPTH.and(Hooks::PATH).and(Hooks::INHERITED)
    }

    #[inline]
    fn node_depth(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Depth {
        if node.depth.plies() < self.min_depth
            || node.depth.plies() > self.max_depth
            || node.in_check
            || node.stack_entry.is_pass
            || node.stack_entry.is_again
            || node.inherited.extension >= self.line_limit
        {
            return node.depth;
        }
        let depth = node.depth.less(self.reduction.saturating_add(1));
        let window = Window::null_above(Score::MATED_LAST);
        let value = below.after_pass(node, depth, window);
        if value.is_some_and(Score::is_loss) {
            node.depth.more(1)
        } else {
            node.depth
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        search::SearchOptions,
        techniques::{asked::at, exact_search::ExactSearch},
    };

    /// Black mates on the back rank if White passes.
    const THREAT: &str = "r3k3/8/8/8/8/8/5PPP/6KN w - - 0 1";
    /// The king has a flight square.
    const NONE: &str = "r3k3/8/8/8/8/7P/5PP1/6KN w - - 0 1";

    /// The depth to which a node of depth 2, changed like this, is searched.
    fn searched(fen: &str, change: impl Fn(&mut Node<'_, Chess>)) -> u8 {
        let options = SearchOptions {
            mate_at_horizon: true,
            ..SearchOptions::default()
        };
        at(
            fen,
            |node| {
                node.depth = Depth::new(2);
                change(node);
            },
            |node| {
                let mut below = ExactSearch(&options);
                MateThreat::DEFAULT.node_depth(node, &mut below).plies()
            },
        )
    }

    #[test]
    fn a_side_that_would_be_mated_after_a_pass_gets_a_ply() {
        assert_eq!((searched(THREAT, |_| {}), searched(NONE, |_| {})), (3, 2));
    }

    #[test]
    fn every_other_condition_is_needed() {
        let changed = |change: fn(&mut Node<'_, Chess>)| searched(THREAT, change);
        assert_eq!(changed(|node| node.in_check = true), 2);
        assert_eq!(changed(|node| node.stack_entry.is_pass = true), 2);
        assert_eq!(changed(|node| node.stack_entry.is_again = true), 2);
        assert_eq!(changed(|node| node.inherited.extension = 5), 3);
        assert_eq!(changed(|node| node.inherited.extension = 6), 2);
        assert_eq!(changed(|node| node.depth = Depth::new(1)), 1);
        assert_eq!(changed(|node| node.depth = Depth::new(3)), 3);
    }
}
