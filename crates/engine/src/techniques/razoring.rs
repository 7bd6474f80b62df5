//! Razoring: near the horizon, a node whose evaluation is far below alpha is searched with quiescence only.
//!
//! If the evaluation plus a margin does not reach alpha, a quiet move is unlikely to. A capture might, so quiescence is searched;
//! if it does not exceed alpha either, its value stands for the node's. Futility pruning compares the same numbers, but drops
//! single moves. The default margins are about a minor piece, a rook and a queen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Margins, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, units::Depth, window::Window};

/// Replaces the search of a node near the horizon with quiescence if the evaluation plus a margin does not exceed alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Razoring {
    /// The most that the moves are expected to gain at depth 1, 2, …. Nothing is razored at greater depths.
    #[schemars(extend("unit" = "centipawns"))]
    pub margins: Margins,
}

impl Razoring {
    /// Margins of 300, 500 and 900 centipawns at depths 1 to 3.
    pub const DEFAULT: Self = Razoring {
        margins: Margins::of(&[300, 500, 900]),
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "razoring",
        effect: Effect::Heuristic,
        condition: "if d has a margin, not in check, a is not a mate, and e + margin ≤ a: search the node to depth 0; if v ≤ a: return v",
        source: "Birmingham and Kent, Tree-Searching and Tree-Pruning Techniques (1977), for the idea; this form with quiescence is that of later programs",
        used_by: "Glass, Glaurung, Stockfish",
    };
}

impl<G: Game> Technique<G> for Razoring {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::PATH)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        let margin = self.margins.at(node.depth.plies())?;
        let alpha = node.window.alpha();
        if node.in_check
            || node.in_quiescence
            || alpha.is_mate()
            || Score::evaluation(node.static_evaluation() + i32::from(margin)) > alpha
        {
            return None;
        }
        let value = below
            .again(node, Depth::new(0), Window::null_above(alpha))
            .value;
        (value <= alpha).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation, game::explicit_tree::ExplicitTree, search::SearchOptions,
        techniques::exact_search::ExactSearch, units::Ply,
    };

    /// The leaf has the value 10 for the side to move, so an exact search to depth 0 finds 10 too.
    #[test]
    fn a_node_is_razored_only_where_the_evaluation_and_a_margin_do_not_exceed_alpha() {
        let tree = ExplicitTree::parse("10").unwrap();
        let root = tree.root();
        let options = SearchOptions::default();
        let cutoff = |depth, alpha: Score, in_check, in_quiescence| {
            let mut node = Node::new(
                &root,
                Ply::new(1),
                Depth::new(depth),
                Window::new(alpha, Score::INFINITE).unwrap(),
                in_check,
                Evaluation::Zero,
            );
            node.in_quiescence = in_quiescence;
            Razoring::DEFAULT.cutoff(&node, &mut ExactSearch(&options))
        };
        let value = Some(Score::evaluation(10));
        for (depth, least) in [(1, 310), (2, 510), (3, 910)] {
            for alpha in [least - 1, least, least + 1] {
                let cut = cutoff(depth, Score::evaluation(alpha), false, false);
                assert_eq!(cut, value.filter(|_| alpha >= least), "{depth} {alpha}");
            }
            let alpha = Score::evaluation(least);
            assert_eq!(cutoff(depth, alpha, true, false), None);
            assert_eq!(cutoff(depth, alpha, false, true), None);
            assert_eq!(cutoff(depth, Score::mate_in(9), false, false), None);
        }
        for depth in [0, 4, 5] {
            assert_eq!(cutoff(depth, Score::evaluation(9000), false, false), None);
        }
    }

    #[test]
    fn a_node_whose_quiescence_exceeds_alpha_is_not_razored() {
        /// Answers every request with one value.
        struct Answers(i32);
        impl<G: Game> SubSearch<G> for Answers {
            fn after_move(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
                unreachable!()
            }
            fn after_pass(&mut self, _: &Node<'_, G>, _: Depth, _: Window) -> Option<Score> {
                unreachable!()
            }
            fn again(
                &mut self,
                _: &Node<'_, G>,
                depth: Depth,
                window: Window,
            ) -> super::super::Found<G::Move> {
                assert!(depth.is_horizon() && window.is_null());
                super::super::Found {
                    value: Score::evaluation(self.0),
                    best_move: None,
                }
            }
            fn known_after(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth) -> Option<Score> {
                unreachable!()
            }
            fn without(&mut self, _: &Node<'_, G>, _: G::Move, _: Depth, _: Window) -> Score {
                unreachable!()
            }
        }
        let tree = ExplicitTree::parse("10").unwrap();
        let root = tree.root();
        let alpha = Score::evaluation(400);
        let node = Node::new(
            &root,
            Ply::new(1),
            Depth::new(1),
            Window::new(alpha, Score::INFINITE).unwrap(),
            false,
            Evaluation::Zero,
        );
        for (value, is_cut) in [(399, true), (400, true), (401, false)] {
            let cut = Razoring::DEFAULT.cutoff(&node, &mut Answers(value));
            assert_eq!(cut, is_cut.then(|| Score::evaluation(value)));
        }
    }
}
