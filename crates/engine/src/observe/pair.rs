//! Two observers as one.

use super::{Event, SearchObserver};
use crate::game::Game;

/// Passes every event to both observers, the first one first. Pairs nest.
#[derive(Clone, Debug, Default)]
pub struct Pair<A, B>(pub A, pub B);

impl<G: Game, A: SearchObserver<G>, B: SearchObserver<G>> SearchObserver<G> for Pair<A, B> {
    #[inline(always)]
    fn on(&mut self, event: &Event<'_, G>) {
        self.0.on(event);
        self.1.on(event);
    }
}
