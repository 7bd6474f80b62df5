//! Enhanced transposition cutoff: if the table knows a move that reaches beta, the moves are not searched.
//!
//! The search of a node looks up the positions after its moves one at a time, when it comes to them. Looking them all up first
//! finds a move that reaches beta even if it stands late in the order, and a cutoff from the table costs no node.
//!
//! Whether a move is extended is not known before it is searched, so all are looked up at the depth without extension. With
//! extensions the value may thus be that of a shallower search; a mate is still a mate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{
    game::{Game, MoveKind},
    score::Score,
};

/// Cuts off a node if the table knows a move that reaches beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EnhancedTranspositionCutoff {
    /// The smallest depth at which the moves are looked up.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl EnhancedTranspositionCutoff {
    /// From depth 2, the first at which the table can know a move.
    pub const DEFAULT: Self = EnhancedTranspositionCutoff { min_depth: 2 };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "enhanced-transposition-cutoff",
        effect: Effect::Exact,
        condition: "if d ≥ min-depth and the table shows that a move, which leads to no draw by rule, has v ≥ b at depth d - 1: return v of the first such move in the order of generation (exact only if no move is extended)",
        source: "Plaat, Schaeffer, Pijls and de Bruin, Exploiting Graph Properties of Game Trees (1996)",
        used_by: "Glass; Chinook and Phoenix in the source",
    };
}

impl<G: Game> Technique<G> for EnhancedTranspositionCutoff {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::PATH)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        if node.depth.plies() < self.min_depth || node.in_quiescence {
            return None;
        }
        let depth = node.depth.less(1);
        let mut cut = None;
        node.position.for_each_move(MoveKind::All, |mv| {
            if cut.is_none() && !below.leaves_out(node.position, mv) {
                let known = below.known_after(node, mv, depth);
                cut = known.filter(|&value| node.window.fails_high(value));
            }
        });
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::explicit_tree::ExplicitTree,
        search::SearchOptions,
        techniques::exact_search::ExactSearch,
        units::{Depth, Ply},
        window::Window,
    };

    #[test]
    fn the_first_known_move_that_reaches_beta_is_returned() {
        // The values after the three moves are 3, 8 and 9.
        let tree = ExplicitTree::parse("[[3], [8], [9]]").unwrap();
        let root = tree.root();
        let options = SearchOptions::default();
        let cutoff = |depth, beta, in_quiescence| {
            let beta = Score::evaluation(beta);
            let window = Window::null_below(beta);
            let mut node = Node::new(
                &root,
                Ply::new(1),
                Depth::new(depth),
                window,
                false,
                Evaluation::Zero,
            );
            node.in_quiescence = in_quiescence;
            EnhancedTranspositionCutoff::DEFAULT.cutoff(&node, &mut ExactSearch(&options))
        };
        for (beta, value) in [(3, Some(3)), (4, Some(8)), (9, Some(9)), (10, None)] {
            assert_eq!(cutoff(2, beta, false), value.map(Score::evaluation));
            assert_eq!(cutoff(1, beta, false), None);
            assert_eq!(cutoff(2, beta, true), None);
        }
    }
}
