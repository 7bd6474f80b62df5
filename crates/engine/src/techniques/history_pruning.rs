//! History pruning: near the horizon, quiet moves that have often been searched in vain elsewhere are not searched.
//!
//! It needs scores that fall when a move fails, as they do with gravity and malus. The move's own reduction tells how deep it would be
//! searched, so the same history prunes at greater depths the later the move comes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Skips quiet moves near the horizon whose history score is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HistoryPruning {
    /// How far below 0 the score has to be for each ply of depth.
    #[schemars(range(min = 0, max = 10_000))]
    pub margin: u16,
    /// The largest depth at which moves are skipped.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// Whether the depth is that to which the move would be searched, instead of the node's.
    pub by_reduced_depth: bool,
}

impl HistoryPruning {
    /// 1682 a ply of the node's depth, up to depth 5: the values of akimbo.
    pub const DEFAULT: Self = HistoryPruning {
        margin: 1_682,
        max_depth: 5,
        by_reduced_depth: false,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "history-pruning",
        effect: Effect::Heuristic,
        condition: "h is the history score of the move, l = d, or with by-reduced-depth d - 1 less the move's reduction, at least 0; if l ≤ max-depth, the window is null, not in check, not in quiescence, the move is quiet, and h < -margin · l: skip it",
        source: "Chess Programming Wiki, History Leaf Pruning; the defaults are those of akimbo (search.rs)",
        used_by: "Stockfish, akimbo, Lynx",
    };
}

impl<G: Game> Technique<G> for HistoryPruning {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let hooks = Hooks::PRUNE.and(Hooks::HISTORY);
        if self.by_reduced_depth {
            hooks.and(Hooks::REDUCED)
        } else {
            hooks
        }
    }

    #[inline]
    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let depth = if self.by_reduced_depth {
            mv.reduced_depth(node)
        } else {
            node.depth.plies()
        };
        let least = -i32::from(self.margin) * i32::from(depth);
        depth <= self.max_depth
            && mv.history < least
            && node.window.is_null()
            && !node.in_check
            && !node.in_quiescence
            && mv.is_quiet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::chess::Chess, techniques::asked::at_move, units::Depth, window::Window};

    fn skips(
        technique: HistoryPruning,
        notation: &str,
        change: impl Fn(&mut Node<'_, Chess>, &mut MadeMove<'_, Chess>),
    ) -> bool {
        at_move(
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            notation,
            |node, mv| {
                mv.history = -9_000;
                change(node, mv);
            },
            |node, mv| technique.prunes(node, mv),
        )
    }

    #[test]
    fn the_score_has_to_be_lower_at_greater_depths() {
        let technique = HistoryPruning {
            margin: 100,
            max_depth: 5,
            by_reduced_depth: false,
        };
        let reduced = HistoryPruning {
            by_reduced_depth: true,
            ..technique
        };
        for (technique, depth, reduction, history, skipped) in [
            (technique, 3, 1, -300, false),
            (technique, 3, 1, -301, true),
            (technique, 5, 0, -501, true),
            (technique, 6, 0, -9_000, false),
            (reduced, 3, 1, -100, false),
            (reduced, 3, 1, -101, true),
            (reduced, 3, 9, 0, false),
            (reduced, 3, 9, -1, true),
            (reduced, 9, 3, -501, true),
            (reduced, 9, 2, -9_000, false),
        ] {
            let is = skips(technique, "e4e5", |node, mv| {
                node.depth = Depth::new(depth);
                (mv.reduction, mv.history) = (reduction, history);
            });
            assert_eq!(is, skipped, "{technique:?} {depth} {reduction} {history}");
        }
    }

    #[test]
    fn every_other_condition_is_needed() {
        let technique = HistoryPruning::DEFAULT;
        assert!(skips(technique, "e4e5", |_, _| {}));
        assert!(!skips(technique, "e4d5", |_, _| {}));
        assert!(!skips(technique, "e4e5", |node, _| node.in_check = true));
        assert!(!skips(technique, "e4e5", |node, _| node.in_quiescence = true));
        assert!(!skips(technique, "e4e5", |node, _| node.window = Window::full()));
    }
}
