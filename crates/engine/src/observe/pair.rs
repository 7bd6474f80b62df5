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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{game::chess::Chess, units::Depth};

    /// Writes its number and the iteration's depth into a list that several share.
    struct Writes<'a>(u8, &'a RefCell<Vec<(u8, u8)>>);

    impl SearchObserver<Chess> for Writes<'_> {
        fn on(&mut self, event: &Event<'_, Chess>) {
            if let Event::Iteration { depth } = event {
                self.1.borrow_mut().push((self.0, depth.plies()));
            }
        }
    }

    #[test]
    fn the_first_of_a_pair_is_told_first() {
        let list = RefCell::new(Vec::new());
        let [first, second, third] = [1, 2, 3].map(|number| Writes(number, &list));
        let mut pair = Pair(first, Pair(second, third));
        for depth in [7, 8] {
            pair.on(&Event::Iteration {
                depth: Depth::new(depth),
            });
        }
        let told = [(1, 7), (2, 7), (3, 7), (1, 8), (2, 8), (3, 8)];
        assert_eq!(list.take(), told);
    }
}
