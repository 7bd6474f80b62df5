//! Moves that leave the own king in check, found by the reply that captures it.
//!
//! micro-Max 4.7 makes every pseudo-legal move and learns that one was illegal from the search of the reply. Each such move costs it
//! a node. Here the legal moves are known beforehand, so the illegal ones are only counted: each leads to a node that is entered and
//! left at once.
//!
//! Deviations: micro-Max meets illegal moves among the legal ones, in the order of its board. Here all of a node are made between its
//! first move and the second, since the program tries the table's move first and most cutoffs are by the first move. In
//! micro-Max the node tries a null move and its shallower iterations before it captures the king; here it is one node. It does not
//! make futile moves; here illegal moves are never skipped.

use super::{conventions::Conventions, negamax::Kind, options::Legality, searcher::Searcher};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    techniques::{Node, SubSearch as _},
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Whether illegal moves cost nodes.
    #[inline(always)]
    pub(super) fn makes_illegal_moves(&self) -> bool {
        self.options.legality == Legality::KingCapture
    }

    /// Makes the illegal moves of a node. Returns whether a limit forbids one of the nodes that they lead to.
    #[cold]
    #[inline(never)]
    pub(super) fn illegal_moves_meet_limit<K: Kind>(&mut self, node: &Node<'_, G>) -> bool {
        let kind = self.kind_of_moves::<K>(node.in_check);
        let child_is_quiescence = self.options.quiescence && node.depth.less(1).is_horizon();
        let mut is_forbidden = false;
        node.position.for_each_illegal_move(kind, |mv| {
            if is_forbidden || self.leaves_out(node.position, mv) {
                return;
            }
            is_forbidden = self.watch.forbids_another_node(self.nodes);
            if !is_forbidden {
                let counted = self.conventions.counts_node(child_is_quiescence);
                self.nodes += counted;
                self.nodes_beside = self.nodes_beside.wrapping_sub(counted);
                let ply = node.ply;
                self.observer.on(&Event::KingCaptured { ply, mv });
            }
        });
        is_forbidden
    }
}
