//! Searches that a technique asks for below its node, or of the node itself.

use super::{configuration::Configuration, negamax::Searcher};
use crate::{
    game::Game,
    observe::{Asked, Event, SearchObserver},
    score::Score,
    techniques::{Arrival, Below, Found, Node, SubSearch, TechniqueId, Techniques, Uses},
    units::Depth,
    window::Window,
};

const UNNAMED: &str = "a technique that searches below its node names Uses::PATH";

impl<G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>> Searcher<'_, G, C, T, O> {
    /// The node that is being searched, searched to another depth and perhaps without one of its moves.
    fn same(
        &mut self,
        node: &Node<'_, G>,
        depth: Depth,
        window: Window,
        excluded: Option<G::Move>,
    ) -> Found<G::Move> {
        let (position, ply) = (node.position, node.ply);
        let asked = excluded.map_or(Asked::Again, Asked::Without);
        let by = self.asked(node, asked, depth, window);
        // The node goes on where it was.
        let line = self.pv.take(ply);
        self.found = None;
        self.arrivals[ply.index()] = Arrival {
            is_again: true,
            excluded: excluded.or(node.arrival.excluded),
            ..node.arrival
        };
        let value = self.below(position, ply, depth, window);
        self.asking = by;
        self.arrivals[ply.index()] = node.arrival;
        self.pv.restore(ply, &line);
        Found {
            value,
            best_move: self.found.take(),
        }
    }

    /// The value, from the node's view, of a position one ply below it.
    fn next(
        &mut self,
        node: &Node<'_, G>,
        (position, asked): (&G, Asked<G::Move>),
        depth: Depth,
        window: Window,
        arrival: Arrival<G::Move>,
    ) -> Score {
        let by = self.asked(node, asked, depth, window);
        let ply = node.ply.next();
        self.arrivals[ply.index()] = arrival;
        let value = -self.below(position, ply, depth, window.flipped());
        self.asking = by;
        value
    }

    /// Tells who asks for a search: that technique, which is asking still when the search is over.
    fn asked(
        &mut self,
        node: &Node<'_, G>,
        asked: Asked<G::Move>,
        depth: Depth,
        window: Window,
    ) -> TechniqueId {
        assert!(self.any_uses(Uses::PATH), "{UNNAMED}");
        let (ply, by) = (node.ply, self.asking);
        self.observer.on(&Event::Asked {
            ply,
            asked,
            depth,
            window,
            by,
        });
        by
    }
}

impl<G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>> SubSearch<G>
    for Searcher<'_, G, C, T, O>
{
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Score {
        let child = node.position.play(mv);
        let what = (&child, Asked::Move(mv));
        self.next(node, what, depth, window, Arrival::by(mv))
    }

    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score> {
        let child = node.position.pass()?;
        let passed = Arrival {
            is_pass: true,
            ..Arrival::START
        };
        Some(self.next(node, (&child, Asked::Pass), depth, window, passed))
    }

    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Found<G::Move> {
        self.same(node, depth, window, None)
    }

    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score {
        self.same(node, depth, window, Some(mv)).value
    }
}

impl<G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>> Below<G>
    for Searcher<'_, G, C, T, O>
{
    #[inline(always)]
    fn on_behalf_of(&mut self, by: TechniqueId) {
        self.asking = by;
    }
}
