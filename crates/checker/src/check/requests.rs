//! Searches that techniques request: after a move, after a pass, and of the node itself; and the cutoffs that follow from them.

use std::io::BufRead;

use super::{
    Checker, Refused,
    node::{Answer, Arrival, Entry, Node, byte, short},
};
use crate::{
    game::{NO_MOVE, Recorded},
    rules::{EnhancedTranspositionCutoff, NullMove, ProbCut, Razoring},
    trace::{Asked, Step},
    value::Window,
};

/// A search that a technique requests.
pub(crate) struct Request<M> {
    pub(crate) asked: Asked,
    /// The move to make or to leave out.
    pub(crate) mv: Option<M>,
    pub(crate) depth: i32,
    /// As the node that requests it sees it.
    pub(crate) window: Window,
    pub(crate) by: u8,
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The first technique that ends the node before its moves: the value and its place.
    pub(super) fn cutoff(&mut self, node: &Node<'_, G>) -> Result<Option<(i32, u8)>, Refused> {
        let techniques = &self.settings.techniques;
        if let Some((rule, scope)) = &techniques.enhanced_transposition_cutoff.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)
        {
            return Ok(Some((value, EnhancedTranspositionCutoff::PLACE)));
        }
        if let Some((rule, scope)) = &techniques.razoring.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)?
        {
            return Ok(Some((value, Razoring::PLACE)));
        }
        if let Some((rule, scope)) = &techniques.null_move.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)?
        {
            return Ok(Some((value, NullMove::PLACE)));
        }
        if let Some((rule, scope)) = &techniques.prob_cut.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)?
        {
            return Ok(Some((value, ProbCut::PLACE)));
        }
        Ok(None)
    }

    /// A technique's search one ply below the node; the value is from the node's point of view.
    pub(crate) fn requested_child(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        request: Request<G::Move>,
    ) -> Result<i32, Refused> {
        self.announce(node, &request)?;
        let entry = Entry {
            ply: node.ply + 1,
            depth: request.depth,
            window: request.window.flipped(),
            is_root: false,
            arrival: Arrival {
                is_pass: request.asked == Asked::Pass,
                ..Arrival::default()
            },
        };
        self.moves.push(request.mv);
        let value = -self.node(child, entry)?.value;
        self.moves.pop();
        Ok(value)
    }

    /// A technique's search of the node itself, without a move if the request has one.
    pub(crate) fn requested_again(
        &mut self,
        node: &Node<'_, G>,
        request: Request<G::Move>,
    ) -> Result<Answer<G::Move>, Refused> {
        self.announce(node, &request)?;
        let entry = Entry {
            ply: node.ply,
            depth: request.depth,
            window: request.window,
            is_root: false,
            arrival: Arrival {
                is_again: true,
                excluded: request.mv.or(node.arrival.excluded),
                ..node.arrival
            },
        };
        self.node(node.position, entry)
    }

    fn announce(&mut self, node: &Node<'_, G>, request: &Request<G::Move>) -> Result<(), Refused> {
        self.expect(Step::Asked {
            ply: byte(node.ply),
            asked: request.asked,
            mv: request.mv.map_or(NO_MOVE, G::number),
            depth: byte(request.depth),
            alpha: short(request.window.alpha),
            beta: short(request.window.beta),
            by: request.by,
        })
    }
}
