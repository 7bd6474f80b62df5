//! Searches that techniques request: after a move, after a pass, and of the node itself.

use std::io::BufRead;

use plybench_engine::game::MoveKind;

use super::{Checker, byte, short};
use crate::{
    game::{NO_MOVE, Recorded},
    node::{Found, Node, SubSearch},
    refused::Refused,
    trace::{Asked, Bound, Step},
    value::{Window, from_table},
};

/// The requests of the technique with a place.
pub(super) struct Requests<'c, 's, G: Recorded, R> {
    pub(super) checker: &'c mut Checker<'s, G, R>,
    pub(super) by: u8,
}

impl<G: Recorded, R: BufRead> Requests<'_, '_, G, R> {
    /// The step before a requested search. `mv` is the move to make or to leave out.
    fn expect(
        &mut self,
        asked: Asked,
        node: &Node<'_, G>,
        mv: Option<G::Move>,
        depth: i32,
        window: Window,
    ) -> Result<(), Refused> {
        self.checker.expect(Step::Asked {
            ply: byte(node.ply),
            asked,
            mv: mv.map_or(NO_MOVE, G::number),
            depth: byte(depth),
            alpha: short(window.alpha),
            beta: short(window.beta),
            by: self.by,
        })
    }
}

impl<G: Recorded, R: BufRead> SubSearch<G> for Requests<'_, '_, G, R> {
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: i32,
        window: Window,
    ) -> Result<i32, Refused> {
        self.expect(Asked::Move, node, Some(mv), depth, window)?;
        let child = node.position.play(mv);
        let child = node.child(&child, depth, window);
        Ok(self.checker.below(Some(mv), child)?.value)
    }

    fn after_pass(
        &mut self,
        node: &Node<'_, G>,
        depth: i32,
        window: Window,
    ) -> Result<Option<i32>, Refused> {
        let Some(passed) = node.position.pass() else {
            return Ok(None);
        };
        self.expect(Asked::Pass, node, None, depth, window)?;
        let mut child = node.child(&passed, depth, window);
        child.is_after_pass = true;
        Ok(Some(self.checker.below(None, child)?.value))
    }

    fn again(
        &mut self,
        node: &Node<'_, G>,
        depth: i32,
        window: Window,
    ) -> Result<Found<G::Move>, Refused> {
        self.expect(Asked::Again, node, None, depth, window)?;
        self.checker.node(node.again(depth, window))
    }

    fn without(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: i32,
        window: Window,
    ) -> Result<i32, Refused> {
        self.expect(Asked::Without, node, Some(mv), depth, window)?;
        let mut others = node.again(depth, window);
        others.excluded = Some(mv);
        Ok(self.checker.node(others)?.value)
    }

    fn known_after(&self, node: &Node<'_, G>, child: &G, depth: i32) -> Option<i32> {
        let entry = self.checker.table.find(child.key(), node.window)?;
        let ply = node.ply + 1;
        // A node that leaves out a move does not use the table.
        let is_known = node.excluded.is_none()
            && entry.bound != Bound::Lower
            && self.checker.suffices(&entry, depth)
            && !self.checker.is_draw(child, ply, child.in_check());
        is_known.then(|| -from_table(entry.value, ply))
    }

    fn moves(&self, node: &Node<'_, G>, kind: MoveKind) -> Vec<G::Move> {
        self.checker.allowed_moves(node.position, kind)
    }
}
