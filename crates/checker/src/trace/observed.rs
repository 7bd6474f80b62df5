//! Recorded searches, which this crate compiles once for each of its games.
//!
//! A generic search is compiled anew in each crate that calls it, at a third of a second a copy.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess, explicit_tree::TreePosition, uniform_tree::UniformPosition},
    search::{DynamicSearch, Iteration, Outcome},
};

use super::write::Observer;
use crate::game::Recorded;

/// Receives each completed iteration; may end the search.
pub(super) type Report<'r, G> = dyn FnMut(&Iteration<<G as Game>::Move>) -> ControlFlow<()> + 'r;

/// Runs searches with the observer that records them.
pub trait Observed: Game {
    /// A game of another crate has its copy of the search compiled there.
    #[doc(hidden)]
    fn observed(
        search: DynamicSearch<'_, Self, &mut Observer<'_>>,
        depth: u8,
        report: &mut Report<'_, Self>,
    ) -> Outcome
    where
        Self: Recorded,
    {
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

observed! { Chess TreePosition<'_> UniformPosition<'_> }
