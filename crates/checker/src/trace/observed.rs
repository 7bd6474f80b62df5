//! Searches observed step by step, which this crate compiles once for each of its games.
//!
//! A generic search is compiled anew in each crate that calls it, at a third of a second a copy.

use plybench_engine::{
    game::{chess::Chess, named::AnyPosition},
    observe::{Counters, Event, SearchObserver},
    search::{DynamicSearch, Outcome},
};

use super::{Step, summary::Report};
use crate::game::Recorded;

/// Turns events into steps. Who takes them is chosen at run time, so that one compiled copy of the search for each game serves all.
pub struct Observer<'t> {
    pub(super) take: &'t mut dyn FnMut(Step),
    pub(super) counters: &'t mut Counters,
    pub(super) stands_for: Option<u8>,
}

impl<G: Recorded> SearchObserver<G> for Observer<'_> {
    fn on(&mut self, event: &Event<'_, G>) {
        self.counters.on(event);
        (self.take)(Step::of(event, self.stands_for));
    }
}

/// A game whose searches can be observed step by step.
pub trait Observed: Recorded {
    /// A game of another crate has its copy of the search compiled there.
    #[doc(hidden)]
    fn observed(
        search: DynamicSearch<'_, Self, &mut Observer<'_>>,
        depth: u8,
        report: &mut Report<'_, Self>,
    ) -> Outcome {
        search.to_depth(depth, |iteration, _| report(iteration))
    }
}

/// Methods of types without type parameters are compiled here, not where they are called.
macro_rules! observed {
    ($($game:ty)*) => {$(
        impl Observed for $game {
            fn observed(
                search: DynamicSearch<'_, Self, &mut Observer<'_>>,
                depth: u8,
                report: &mut Report<'_, Self>,
            ) -> Outcome {
                search.to_depth(depth, |iteration, _| report(iteration))
            }
        }
    )*};
}

observed! { Chess AnyPosition }
