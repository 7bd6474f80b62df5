//! Delta pruning: quiescence skips captures that leave the evaluation below alpha even with a margin.
//!
//! In quiescence the side to move may stand pat, so a capture matters only if it raises alpha. If the evaluation after it, with a margin
//! for what the evaluation cannot see, does not, the capture is skipped. The evaluation after the move counts what was captured and what
//! a promotion gains, so no table of piece values is needed. A node at which every capture is skipped ends at once, as in engines
//! that first compare the evaluation plus the value of a queen with alpha. Late in the game a single pawn decides, so the
//! technique can be limited by the material that is left.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::{game::Game, score::Score};

/// Skips moves in quiescence after which the evaluation plus a margin does not exceed alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DeltaPruning {
    /// What is added to the evaluation after the move.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// The most captured material at which moves are skipped, on micro-Max's scale: a knight or bishop counts 2, a rook 3, a queen 6,
    /// and all pieces of both sides together 40.
    #[schemars(range(min = 0, max = 40))]
    pub most_captured: u8,
}

impl DeltaPruning {
    /// A margin of 142 centipawns, the value of Ethereal, at any material.
    pub const DEFAULT: Self = DeltaPruning {
        margin: 142,
        most_captured: 40,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "delta-pruning",
        effect: Effect::Heuristic,
        condition: "if in quiescence, not in check, at most most-captured is captured, the move gives no check, a is not a mate, and e after the move + margin ≤ a: skip it",
        source: "Chess Programming Wiki, Delta Pruning; the default is that of Ethereal (search.h)",
        used_by: "Ethereal, Toga II, Goldfish",
    };
}

impl<G: Game> Technique<G> for DeltaPruning {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::PRUNE.and(Hooks::QUIESCENCE)
    }

    #[inline]
    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let alpha = node.window.alpha();
        node.in_quiescence
            && !node.in_check
            && !mv.gives_check
            && !alpha.is_mate()
            && node.position.captured_material() <= self.most_captured
            && Score::evaluation(node.evaluation_after(mv) + i32::from(self.margin)) <= alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        techniques::asked::{above, at_move},
        window::Window,
    };

    /// Both sides have a pawn, and White can take the other one: 100 ahead after it. 40 of 40 are captured.
    const FEN: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";

    fn prunes(
        technique: DeltaPruning,
        change: impl Fn(&mut Node<'_, Chess>, &mut MadeMove<'_, Chess>),
    ) -> bool {
        at_move(
            FEN,
            "e4d5",
            |node, mv| {
                node.in_quiescence = true;
                node.window = above(9_000);
                change(node, mv);
            },
            |node, mv| technique.prunes(node, mv),
        )
    }

    #[test]
    fn a_capture_is_skipped_if_the_evaluation_after_it_and_the_margin_do_not_exceed_alpha() {
        for margin in [0, 50, 142] {
            let technique = DeltaPruning {
                margin,
                ..DeltaPruning::DEFAULT
            };
            let sum = 100 + i32::from(margin);
            for (alpha, skipped) in [(sum - 1, false), (sum, true), (sum + 1, true)] {
                let is = prunes(technique, |node, _| node.window = above(alpha));
                assert_eq!(is, skipped, "{margin} {alpha}");
            }
        }
    }

    #[test]
    fn every_other_condition_is_needed() {
        let technique = DeltaPruning::DEFAULT;
        assert!(prunes(technique, |_, _| {}));
        assert!(!prunes(technique, |node, _| node.in_quiescence = false));
        assert!(!prunes(technique, |node, _| node.in_check = true));
        assert!(!prunes(technique, |_, mv| mv.gives_check = true));
        assert!(!prunes(technique, |node, _| {
            node.window = Window::null_above(Score::mate_in(9));
        }));
        let with_pieces = DeltaPruning {
            most_captured: 39,
            ..technique
        };
        assert!(!prunes(with_pieces, |_, _| {}));
    }
}
