//! Exact searches below a node, by minimax, for tests of techniques.

use super::{Found, Node, SubSearch};
use crate::{
    game::{Game, MoveKind},
    score::Score,
    search::{SearchOptions, minimax::minimax},
    units::Depth,
    window::Window,
};

/// Answers every request with the exact value of a full-width search, whatever the window.
pub(super) struct ExactSearch<'o>(pub(super) &'o SearchOptions);

impl<G: Game> SubSearch<G> for ExactSearch<'_> {
    fn after_move(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, _: Window) -> Score {
        -minimax(&node.position.play(mv), self.0, depth.plies()).0
    }

    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, _: Window) -> Option<Score> {
        Some(-minimax(&node.position.pass()?, self.0, depth.plies()).0)
    }

    fn again(&mut self, node: &Node<'_, G>, depth: Depth, _: Window) -> Found<G::Move> {
        Found {
            value: minimax(node.position, self.0, depth.plies()).0,
            best_move: None,
        }
    }

    fn known_after(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth) -> Option<Score> {
        Some(self.after_move(node, mv, depth, node.window))
    }

    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score {
        let mut best = None;
        node.position.for_each_move(MoveKind::All, |other| {
            if other != mv {
                let value = self.after_move(node, other, depth.less(1), window);
                best = best.max(Some(value));
            }
        });
        best.unwrap_or(window.alpha())
    }
}
