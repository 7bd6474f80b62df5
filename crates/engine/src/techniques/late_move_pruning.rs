//! Late move pruning, also called move count pruning: near the horizon, quiet moves that come late in the order are not searched.
//!
//! A good order has the best move among the first ones, and the shallower the node, the less a late quiet move is expected to change.
//! Unlike late move reduction, nothing corrects the guess. The number of moves that are searched grows with the square of the depth; if
//! the side to move is improving, more of its moves are likely to fail high, so more of them are searched.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Skips quiet moves near the horizon once enough moves have been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LateMovePruning {
    /// The number of moves that are searched at any depth.
    #[schemars(range(min = 1, max = 255), extend("unit" = "moves"))]
    pub base: u8,
    /// What the square of the depth is divided by for the number of further moves.
    #[schemars(range(min = 1, max = 255))]
    pub divisor: u8,
    /// The largest depth of a node at which moves are skipped.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// Whether twice as many further moves are searched if the side to move is improving: if it evaluates the position higher than
    /// that two plies before.
    pub more_if_improving: bool,
}

impl LateMovePruning {
    /// 2 + d² / 2 moves, 2 + d² if improving, as akimbo has it; up to depth 8, as in Ethereal.
    pub const DEFAULT: Self = LateMovePruning {
        base: 2,
        divisor: 2,
        max_depth: 8,
        more_if_improving: true,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "late-move-pruning",
        effect: Effect::Heuristic,
        condition: "if d ≤ max-depth, the window is null, not in check, not in quiescence, the move is quiet, and its number, from 1, exceeds base + k · d² / divisor (k = 2 if improving with more-if-improving, else 1): skip it",
        source: "Chess Programming Wiki, Futility Pruning, Move Count Based Pruning; the numbers are those of akimbo (search.rs), the depth that of Ethereal (search.h)",
        used_by: "Stockfish, Ethereal, akimbo, Lynx, 4ku",
    };

    /// The number of moves that are searched at a depth.
    fn searched(&self, depth: u8, is_improving: bool) -> usize {
        let square = usize::from(depth) * usize::from(depth);
        let times = if is_improving { 2 } else { 1 };
        usize::from(self.base) + times * square / usize::from(self.divisor.max(1))
    }
}

impl<G: Game> Technique<G> for LateMovePruning {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        if self.more_if_improving {
            Hooks::PRUNE.and(Hooks::IMPROVING)
        } else {
            Hooks::PRUNE
        }
    }

    #[inline]
    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let depth = node.depth.plies();
        if depth > self.max_depth
            || mv.number < usize::from(self.base)
            || !node.window.is_null()
            || node.in_check
            || node.in_quiescence
        {
            return false;
        }
        let is_improving = self.more_if_improving && node.is_improving();
        mv.number >= self.searched(depth, is_improving) && mv.is_quiet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess, score::Score, techniques::asked::at_move, units::Depth, window::Window,
    };

    const FEN: &str = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";

    /// The first number, from 1, at which the move is skipped at a node changed like this.
    fn skipped_from(
        technique: LateMovePruning,
        notation: &str,
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> Option<usize> {
        (1..1_000).find(|number| {
            at_move(
                FEN,
                notation,
                |node, mv| {
                    mv.number = number - 1;
                    change(node);
                },
                |node, mv| technique.prunes(node, mv),
            )
        })
    }

    #[test]
    fn more_moves_are_searched_at_greater_depths_and_if_improving() {
        let all_the_same = LateMovePruning {
            more_if_improving: false,
            ..LateMovePruning::DEFAULT
        };
        let other = LateMovePruning {
            base: 5,
            divisor: 3,
            ..LateMovePruning::DEFAULT
        };
        for (technique, depth, worse, better) in [
            (LateMovePruning::DEFAULT, 1, 3, 4),
            (LateMovePruning::DEFAULT, 2, 5, 7),
            (LateMovePruning::DEFAULT, 3, 7, 12),
            (LateMovePruning::DEFAULT, 8, 35, 67),
            (all_the_same, 3, 7, 7),
            (other, 4, 11, 16),
        ] {
            for (two_plies_up, from) in [(0, worse), (-1, better)] {
                let skipped = skipped_from(technique, "e4e5", |node| {
                    node.depth = Depth::new(depth);
                    node.evaluation_two_plies_up = Some(two_plies_up);
                });
                assert_eq!(skipped, Some(from), "{depth} {two_plies_up}");
            }
        }
    }

    #[test]
    fn every_condition_is_needed() {
        let technique = LateMovePruning::DEFAULT;
        let skipped = |change: fn(&mut Node<'_, Chess>)| skipped_from(technique, "e4e5", change);
        assert!(skipped(|_| {}).is_some());
        assert_eq!(skipped_from(technique, "e4d5", |_| {}), None);
        assert_eq!(skipped(|node| node.in_check = true), None);
        assert_eq!(skipped(|node| node.in_quiescence = true), None);
        assert_eq!(skipped(|node| node.depth = Depth::new(9)), None);
        let open = Window::new(Score::evaluation(-2), Score::evaluation(0));
        assert_eq!(
            skipped_from(technique, "e4e5", |node| node.window = open.unwrap()),
            None
        );
    }
}
