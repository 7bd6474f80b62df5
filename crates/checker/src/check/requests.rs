//! Searches that techniques request: after a move, after a pass, and of the node itself.

use std::io::BufRead;

use plybench_engine::game::MoveKind;
use plybench_engine::observe::SubSearchOf;

use super::{Checker, byte, short};
use crate::{
    game::{NO_MOVE, Recorded},
    node::{Found, OpenNode, SubSearch},
    refused::Result,
    trace::{Bound, Step},
    value::{Window, from_table},
};

/// The requests of the technique with a place.
pub(super) struct Requests<'c, 's, G: Recorded, R> {
    pub(super) checker: &'c mut Checker<'s, G, R>,
    pub(super) by: u8,
}

impl<G: Recorded, R: BufRead> SubSearch<G> for Requests<'_, '_, G, R> {
    fn search(
        &mut self,
        of: SubSearchOf<G::Move>,
        node: &OpenNode<'_, G>,
        depth: i32,
        window: Window,
    ) -> Result<Option<Found<G::Move>>> {
        let (mv, child) = match of {
            SubSearchOf::Move(mv) => (Some(mv), Some(node.position.play(mv))),
            SubSearchOf::Pass => match node.position.pass() {
                Some(passed) => (None, Some(passed)),
                None => return Ok(None),
            },
            SubSearchOf::Again => (None, None),
            SubSearchOf::Without(mv) => (Some(mv), None),
        };
        self.checker.expect(Step::SubSearch {
            ply: byte(node.ply),
            asked: of.into(),
            mv: mv.map_or(NO_MOVE, G::number),
            depth: byte(depth),
            alpha: short(window.alpha),
            beta: short(window.beta),
            by: self.by,
        })?;
        let found = match &child {
            Some(position) => {
                let mut child = node.child(position, depth, window);
                child.is_after_pass = mv.is_none();
                self.checker.below(node.position, mv, child)
            }
            None => {
                let mut again = node.again(depth, window);
                again.excluded = mv.or(node.excluded);
                self.checker.node(again)
            }
        };
        found.map(Some)
    }

    fn known_after(&self, node: &OpenNode<'_, G>, child: &G, depth: i32) -> Option<i32> {
        let entry = self.checker.table.find(child.key(), node.window)?;
        let ply = node.ply + 1;
        // A node that leaves out a move does not use the table.
        let is_known = node.excluded.is_none()
            && entry.bound != Bound::Lower
            && self.checker.suffices(&entry, depth)
            && !self.checker.is_draw(child, ply, child.in_check());
        is_known.then(|| -from_table(entry.value, ply))
    }

    fn moves(&self, node: &OpenNode<'_, G>, kind: MoveKind) -> Vec<G::Move> {
        self.checker.allowed_moves(node.position, kind)
    }
}
