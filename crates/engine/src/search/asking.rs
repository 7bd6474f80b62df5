//! What the techniques that are on say of a node and of a move, where more than one hook or an event belongs to the answer.

use super::{
    conventions::Conventions,
    hooks::{Clamp, NodeDepth, Reduction},
    negamax::{Kind, Root},
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    score::Score,
    techniques::{ClampPoint, Hooks, MadeMove, MateBound, Node, Plies, TechniqueId},
    units::Ply,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// A move as the techniques see it. It is made only for those that are on: they keep it in memory.
    #[inline(always)]
    pub(super) fn made<'p, K: Kind>(
        &self,
        (position, ply): (&'p G, Ply),
        after: &'p G,
        mv: G::Move,
        number: usize,
    ) -> MadeMove<'p, G> {
        let history = if self.wants::<K>(Hooks::HISTORY) {
            let options = &self.options.ordering;
            self.ordering.history(options, position, mv, ply)
        } else {
            0
        };
        MadeMove {
            position,
            after,
            mv,
            number,
            gives_check: after.in_check(),
            history,
            reduction: 0,
        }
    }

    /// Applies the techniques' clamps at one point. If the window closes, returns the node's value and
    /// the technique that closed it.
    #[inline(always)]
    pub(super) fn clamp<K: Kind>(
        &mut self,
        point: ClampPoint,
        node: &mut Node<'_, G>,
    ) -> Option<(Score, TechniqueId)> {
        if K::ROOT && !self.conventions.clamps_root() || !self.wants::<K>(Hooks::CLAMP) {
            return None;
        }
        let (ply, outer) = (node.ply, node.window);
        let clamped = self.ask::<K, _>(Clamp::at(point), node);
        if let Some((value, bound, by)) = clamped.cut {
            node.window = outer;
            self.observer.on(&Event::Closed { ply, bound, by });
            return Some((value, by));
        }
        let window = node.window;
        for (bound, by) in [
            (MateBound::Lower, clamped.lower),
            (MateBound::Upper, clamped.upper),
        ] {
            if let Some(by) = by {
                self.observer.on(&Event::Narrowed {
                    ply,
                    bound,
                    window,
                    by,
                });
            }
        }
        None
    }

    /// Searches the node to another depth, if a technique says so.
    pub(super) fn change_depth<K: Kind>(&mut self, node: &mut Node<'_, G>) {
        let hook = |below| NodeDepth { below, depth: None };
        let Some((depth, by)) = self.ask_below::<K, _>(hook, node).depth else {
            return;
        };
        if self.watch.is_stopped() {
            return;
        }
        let from = node.depth;
        self.observer.on(&Event::DepthChanged {
            ply: node.ply,
            from,
            depth,
            by,
        });
        let further = depth.plies().saturating_sub(from.plies());
        node.inherited.extension = node.inherited.extension.saturating_add(further);
        node.depth = depth;
    }

    /// The plies by which a move of the main search is first reduced.
    #[inline(always)]
    pub(super) fn reduction(&self, node: &mut Node<'_, G>, made: &MadeMove<'_, G>) -> Plies {
        let plies = Plies::NONE;
        self.ask::<Root, _>(Reduction { made, plies }, node).plies
    }
}
