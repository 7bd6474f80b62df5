//! Reverse futility pruning, also called static null move pruning: a node far above beta near the horizon fails high at once.
//!
//! It is futility pruning from the other side. If the evaluation minus a margin still reaches beta, the opponent's replies within
//! the few plies that are left are unlikely to take back that much. No search confirms this, so a principal variation is never cut
//! off, and neither is a node in check, whose evaluation says little. The search asks it after razoring and before the null move,
//! which would need a search for the same conclusion.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score};

/// Cuts off a node near the horizon if the evaluation minus a margin for each ply of depth reaches beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ReverseFutility {
    /// The most that the opponent is expected to gain with each ply of the node's depth.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// The largest depth at which a node is cut off.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// How much less the opponent is expected to gain if the side to move is improving: if it evaluates the position higher than that
    /// two plies before.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub less_if_improving: u16,
}

impl ReverseFutility {
    /// 65 centipawns a ply, up to depth 8, improving or not: the values of Ethereal.
    pub const DEFAULT: Self = ReverseFutility {
        margin: 65,
        max_depth: 8,
        less_if_improving: 0,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "reverse-futility",
        effect: Effect::Heuristic,
        condition: "if d ≤ max-depth, the window is null, not in check, not in quiescence, b is no mate, and e - max(0, margin · d - less-if-improving) ≥ b (less-if-improving counts only if improving): return e",
        source: "Chess Programming Wiki, Reverse Futility Pruning; the defaults are those of Ethereal (search.h)",
        used_by: "Ethereal, Stockfish, akimbo, Lynx, 4ku",
    };
}

impl<G: Game> Technique<G> for ReverseFutility {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        if self.less_if_improving > 0 {
            Hooks::CUTOFF.and(Hooks::IMPROVING)
        } else {
            Hooks::CUTOFF
        }
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
        let (depth, beta) = (node.depth.plies(), node.window.beta());
        if !node.window.is_null()
            || depth > self.max_depth
            || node.in_check
            || node.in_quiescence
            || beta.is_mate()
        {
            return None;
        }
        let evaluation = node.static_evaluation();
        let mut margin = i32::from(self.margin) * i32::from(depth);
        if self.less_if_improving > 0 && node.is_improving() {
            // A negative margin would cut off nodes whose evaluation is below beta.
            margin = (margin - i32::from(self.less_if_improving)).max(0);
        }
        let is_cut = Score::evaluation(evaluation - margin) >= beta;
        is_cut.then(|| Score::evaluation(evaluation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        techniques::{BuiltIn, NoSubSearch, asked::at},
        units::Depth,
        window::Window,
    };

    /// What the technique returns at a node of depth 4, changed like this, at which the side to move is 500 ahead.
    fn cutoff(beta: Score, change: impl Fn(&mut Node<'_, Chess>)) -> Option<Score> {
        cutoff_by(ReverseFutility::DEFAULT, beta, change)
    }

    fn cutoff_by(
        technique: ReverseFutility,
        beta: Score,
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> Option<Score> {
        let change = |node: &mut Node<'_, Chess>| {
            node.window = Window::null_below(beta);
            change(node);
        };
        at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", change, |node| {
            technique.cutoff(node, &mut NoSubSearch)
        })
    }

    #[test]
    fn the_evaluation_is_returned_if_the_margin_of_the_depth_leaves_beta() {
        let evaluation = Some(Score::evaluation(500));
        for depth in 1..=8 {
            for below in [-1, 0, 1] {
                let beta = Score::evaluation(500 - 65 * i32::from(depth) - below);
                let cut = cutoff(beta, |node| node.depth = Depth::new(depth));
                assert_eq!(cut, evaluation.filter(|_| below >= 0), "{depth} {below}");
            }
        }
    }

    #[test]
    fn every_other_condition_is_needed() {
        let largest_beta = Score::evaluation(500 - 4 * 65);
        let cut = |change: fn(&mut Node<'_, Chess>)| cutoff(largest_beta, change).is_some();
        assert!(cut(|_| {}));
        assert!(!cut(|node| node.in_check = true));
        assert!(!cut(|node| node.in_quiescence = true));
        let open = |node: &mut Node<'_, Chess>| {
            node.window = Window::new(Score::evaluation(238), Score::evaluation(240)).unwrap();
        };
        assert_eq!(cutoff(largest_beta, open), None);
        let low = Score::evaluation(-20_000);
        assert!(cutoff(low, |node| node.depth = Depth::new(8)).is_some());
        assert_eq!(cutoff(low, |node| node.depth = Depth::new(9)), None);
    }

    #[test]
    fn an_improving_side_needs_less_but_never_less_than_beta() {
        let least = |less_if_improving, two_plies_up| {
            let technique = ReverseFutility {
                less_if_improving,
                ..ReverseFutility::DEFAULT
            };
            let cut = |margin: &i32| {
                cutoff_by(technique, Score::evaluation(500 - margin), |node| {
                    node.evaluation_two_plies_up = two_plies_up;
                })
                .is_some()
            };
            (-1..1_000).find(cut)
        };
        for (less, two_plies_up, margin) in [
            (0, Some(499), 260),
            (100, Some(499), 160),
            (100, Some(500), 260),
            (100, None, 260),
            (259, Some(499), 1),
            (300, Some(499), 0),
        ] {
            assert_eq!(least(less, two_plies_up), Some(margin), "{less}");
        }
    }

    /// Any evaluation reaches a beta by which the side to move is mated.
    #[test]
    fn no_mate_score_is_compared_with_an_evaluation() {
        for beta in [Score::mated_in(8), Score::mate_in(9)] {
            assert_eq!(cutoff(beta, |_| {}), None, "{beta}");
        }
    }

    /// Of two techniques that cut off the same node, the first in the list is credited.
    #[test]
    fn it_acts_after_razoring_and_before_the_null_move() {
        let place = |name| BuiltIn::NAMES.iter().position(|&each| each == name);
        let name = ReverseFutility::INFO.name;
        assert!(place("razoring") < place(name) && place(name) < place("null-move"));
    }
}
