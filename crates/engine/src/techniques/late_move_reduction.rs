//! Late move reduction: moves that come late in the order are first searched to a reduced depth.
//!
//! If the reduced search beats alpha, the move is searched again to its full depth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Searches late quiet moves to a reduced depth first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LateMoveReduction {
    /// Plies by which the depth of a late move is reduced.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The number of moves at the start of the order that are never reduced.
    #[schemars(range(min = 1, max = 255), extend("unit" = "moves"))]
    pub full_depth_moves: u8,
    /// The smallest depth of a node at which moves are reduced.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl LateMoveReduction {
    /// Reduces by one ply, from the fourth move and from depth 3.
    pub const DEFAULT: Self = LateMoveReduction {
        reduction: 1,
        full_depth_moves: 3,
        min_depth: 3,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "late-move-reduction",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, not in check, the move is quiet, gives no check and is not among the first full-depth-moves: reduce its depth by reduction; if v > a: search it again at full depth",
        source: "Romstad, An Introduction to Late Move Reductions (2006)",
        used_by: "Glaurung, Fruit, Stockfish, with larger reductions",
    };
}

impl<G: Game> Technique<G> for LateMoveReduction {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::REDUCTION
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        let is_late = node.depth.plies() >= self.min_depth
            && mv.number >= usize::from(self.full_depth_moves)
            && !mv.gives_check
            && !node.in_check
            && !node.in_quiescence
            && mv.is_quiet();
        if is_late { self.reduction } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{MoveKind, chess::Chess},
        units::{Depth, Ply},
        window::Window,
    };

    /// Other games than chess may have more moves at a node than a byte can number.
    #[test]
    fn every_move_after_the_first_ones_is_late() {
        let position = Chess::from_fen("7k/8/8/8/8/8/8/R6K w - - 0 1").unwrap();
        let mut quiet = None;
        position.for_each_move(MoveKind::All, |mv| quiet = Some(mv));
        let mv = quiet.unwrap();
        let node = Node::new(
            &position,
            Ply::new(1),
            Depth::new(3),
            Window::full(),
            false,
            Evaluation::Zero,
        );
        for (full_depth_moves, number, is_late) in [
            (3, 0, false),
            (3, 2, false),
            (3, 3, true),
            (3, 255, true),
            (3, 256, true),
            (3, 258, true),
            (3, 300, true),
            (3, 65_536, true),
            (255, 254, false),
            (255, 255, true),
            (255, 256, true),
        ] {
            let technique = LateMoveReduction {
                reduction: 2,
                full_depth_moves,
                ..LateMoveReduction::DEFAULT
            };
            let made = MadeMove {
                position: &position,
                after: &position,
                mv,
                number,
                gives_check: false,
                history: 0,
            };
            let reduction = technique.reduction(&node, &made);
            assert_eq!(reduction, if is_late { 2 } else { 0 }, "{number}");
        }
    }
}
