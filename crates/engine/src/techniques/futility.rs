//! Futility pruning: near the horizon a quiet move cannot make up for a hopeless evaluation.
//!
//! A few plies above the horizon a quiet move changes the evaluation only a little. If the evaluation
//! plus a margin does not exceed alpha, the move is skipped. Nothing is skipped in check, checking
//! moves are never skipped, and no move is skipped where alpha is a mate score.
//!
//! micro-Max 4.7 compares the evaluation after the move instead, so that a capture counts what it captures: with `all-moves`,
//! captures and promotions are skipped too, and a margin of 0 makes sense.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Margins, Node, Technique};
use crate::{game::Game, score::Score};

/// Skips quiet moves near the horizon if the evaluation plus a margin does not exceed alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Futility {
    /// The most that a quiet move is expected to gain at depth 1, 2, …. Nothing is skipped at greater depths.
    #[schemars(extend("unit" = "centipawns"))]
    pub margins: Margins,
    /// Whether captures and promotions can be skipped too. The margin is then added to the evaluation after the move.
    pub all_moves: bool,
    /// The constant term of the margin base + per-ply · l + history / history-divisor, where l is a depth.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub base: u16,
    /// What the margin grows by for each ply of l.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub per_ply: u16,
    /// The largest l with which a move is skipped; 0 for the list of margins instead of the formula.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// Whether l is the depth to which the move would be searched, instead of the node's.
    pub by_reduced_depth: bool,
    /// What the move's history score is divided by for its term of the margin; 0 for none.
    #[schemars(range(min = 0, max = 65_535))]
    pub history_divisor: u16,
}

impl Futility {
    /// A margin of 200 centipawns at depth 1 only. The terms of the formula are those of Ethereal.
    pub const DEFAULT: Self = Futility {
        margins: Margins::of(&[200]),
        all_moves: false,
        base: 77,
        per_ply: 52,
        max_depth: 0,
        by_reduced_depth: false,
        history_divisor: 0,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "futility",
        effect: Effect::Heuristic,
        condition: "l = d, or with by-reduced-depth d - 1 less the move's reduction, at least 0; if d has a margin, or with max-depth > 0 if l ≤ max-depth and margin = max(0, base + per-ply · l + h / history-divisor), where h is the move's history score; not in check, the move is quiet (unless all-moves) and gives no check, a is not a mate, and e + margin ≤ a (all-moves: e after the move): skip it",
        source: "Heinz, Extended Futility Pruning (1998), after Schaeffer (1986); the formula is that of Ethereal and Stockfish",
        used_by: "DarkThought, micro-Max, Ethereal, Stockfish, akimbo, Lynx",
    };
}

impl Futility {
    /// The margin of the formula; `None` if the move would be searched too deep to be skipped.
    #[inline(never)]
    fn by_formula<G: Game>(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<i32> {
        let depth = if self.by_reduced_depth {
            mv.reduced_depth(node)
        } else {
            node.depth.plies()
        };
        let by_history = mv.history.checked_div(self.history_divisor.into());
        let margin = i32::from(self.base)
            + i32::from(self.per_ply) * i32::from(depth)
            + by_history.unwrap_or(0);
        (depth <= self.max_depth).then_some(margin.max(0))
    }
}

impl<G: Game> Technique<G> for Futility {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let mut hooks = Hooks::PRUNE;
        if self.max_depth > 0 && self.by_reduced_depth {
            hooks = hooks.and(Hooks::REDUCED);
        }
        if self.max_depth > 0 && self.history_divisor > 0 {
            hooks = hooks.and(Hooks::HISTORY);
        }
        hooks
    }

    #[inline]
    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let margin = if self.max_depth > 0 {
            self.by_formula(node, mv)
        } else {
            self.margins.at(node.depth.plies()).map(i32::from)
        };
        let Some(margin) = margin else {
            return false;
        };
        let alpha = node.window.alpha();
        if node.in_check || node.in_quiescence || mv.gives_check || alpha.is_mate() {
            return false;
        }
        let evaluation = if self.all_moves {
            node.evaluation_after(mv)
        } else if mv.is_quiet() {
            node.static_evaluation()
        } else {
            return false;
        };
        Score::evaluation(evaluation + margin) <= alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        techniques::asked::{above, at_move},
        units::Depth,
        window::Window,
    };

    /// The details of a question that are not those of an ordinary node.
    #[derive(Clone, Copy, Default)]
    struct Changed {
        in_check: bool,
        in_quiescence: bool,
        gives_check: bool,
    }

    const FEN: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";

    /// Whether the move is skipped at this depth, with this alpha. Before it both sides have a pawn each.
    fn prunes(technique: Futility, notation: &str, depth: u8, alpha: Score, is: Changed) -> bool {
        at_move(
            FEN,
            notation,
            |node, mv| {
                node.depth = Depth::new(depth);
                node.window = Window::new(alpha, Score::INFINITE).unwrap();
                (node.in_check, node.in_quiescence) = (is.in_check, is.in_quiescence);
                mv.gives_check = is.gives_check;
            },
            |node, mv| technique.prunes(node, mv),
        )
    }

    #[test]
    fn a_move_is_skipped_if_the_evaluation_and_the_margin_do_not_exceed_alpha() {
        let quiet_only = Futility {
            margins: Margins::of(&[30, 70]),
            ..Futility::DEFAULT
        };
        let all = Futility {
            all_moves: true,
            ..quiet_only
        };
        // The capture gains a pawn, which counts only in the evaluation after it.
        for (technique, notation, depth, least) in [
            (quiet_only, "e4e5", 1, Some(30)),
            (quiet_only, "e4e5", 2, Some(70)),
            (quiet_only, "e4e5", 3, None),
            (quiet_only, "e4d5", 1, None),
            (all, "e4e5", 1, Some(30)),
            (all, "e4d5", 1, Some(130)),
            (all, "e4d5", 2, Some(170)),
            (all, "e4d5", 3, None),
        ] {
            let skipped = |alpha| {
                let alpha = Score::evaluation(alpha);
                prunes(technique, notation, depth, alpha, Changed::default())
            };
            assert_eq!(skipped(19_000), least.is_some(), "{notation} {depth}");
            if let Some(least) = least {
                let around = [least - 1, least, least + 1].map(skipped);
                assert_eq!(around, [false, true, true], "{notation} {depth}");
            }
        }
    }

    #[test]
    fn nothing_is_skipped_in_check_in_quiescence_or_to_give_check_or_where_alpha_is_a_mate() {
        let none = Changed::default();
        let alpha = Score::evaluation(9_000);
        for all_moves in [false, true] {
            let technique = Futility {
                all_moves,
                ..Futility::DEFAULT
            };
            let skipped = |alpha, is| prunes(technique, "e4e5", 1, alpha, is);
            assert!(skipped(alpha, none));
            assert!(!skipped(Score::mate_in(9), none));
            for is in [
                Changed {
                    in_check: true,
                    ..none
                },
                Changed {
                    in_quiescence: true,
                    ..none
                },
                Changed {
                    gives_check: true,
                    ..none
                },
            ] {
                assert!(!skipped(alpha, is));
            }
        }
    }

    #[test]
    fn the_formula_counts_depth_reduction_and_history_and_is_never_negative() {
        let by_depth = Futility {
            base: 100,
            per_ply: 10,
            max_depth: 5,
            ..Futility::DEFAULT
        };
        let reduced = Futility {
            by_reduced_depth: true,
            ..by_depth
        };
        let with_history = Futility {
            history_divisor: 10,
            ..reduced
        };
        for (technique, depth, reduction, history, margin) in [
            (by_depth, 3, 2, 500, Some(130)),
            (by_depth, 5, 2, 500, Some(150)),
            (by_depth, 6, 5, 500, None),
            (reduced, 3, 1, 500, Some(110)),
            (reduced, 3, 9, 500, Some(100)),
            (reduced, 9, 3, 500, Some(150)),
            (reduced, 9, 2, 500, None),
            (with_history, 3, 1, 509, Some(160)),
            (with_history, 3, 1, -509, Some(60)),
            (with_history, 3, 1, -9_000, Some(0)),
        ] {
            let skipped = |alpha| {
                at_move(
                    FEN,
                    "e4e5",
                    |node, mv| {
                        node.depth = Depth::new(depth);
                        node.window = above(alpha);
                        (mv.reduction, mv.history) = (reduction, history);
                    },
                    |node, mv| technique.prunes(node, mv),
                )
            };
            let least = (-1..19_000).find(|&alpha| skipped(alpha));
            assert_eq!(least, margin, "{technique:?} {depth} {reduction} {history}");
        }
    }
}
