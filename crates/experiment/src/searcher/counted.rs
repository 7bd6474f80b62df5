//! Counted searches that are compiled with this crate, once for each of its games.
//!
//! A generic search is compiled anew in each crate that calls it, at a third of a second a copy. Runs, checks and benches call these
//! instead, and so run the same machine code.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, chess::Chess, named::AnyPosition},
    observe::Counters,
    score::Score,
    search::{DynamicSearch, Iteration, Outcome, Search, Sound},
    table::OutOfMemory,
    units::{Depth, Ply},
    window::Window,
};

/// Receives each completed iteration with the counts so far; may end the search.
pub type Report<'r, G> =
    dyn FnMut(&Iteration<<G as Game>::Move>, &Counters) -> ControlFlow<()> + 'r;

/// A game whose counted searches are compiled once.
///
/// ```
/// use std::ops::ControlFlow;
/// use plybench_engine::{game::chess::Chess, observe::Counters, search::Search, variants};
/// use plybench_experiment::searcher::Counted;
/// let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
/// let mut counters = Counters::default();
/// let search = Search::new(&root, &variants::PLAIN.options).observed_by(&mut counters);
/// let outcome = Chess::to_depth(search, 3, &mut |_, _| ControlFlow::Continue(()));
/// assert_eq!(counters.all_ends(), outcome.nodes);
/// ```
pub trait Counted: Game {
    /// [`Search::to_depth`].
    fn to_depth(
        search: Search<'_, Self, Sound, &mut Counters>,
        depth: u8,
        report: &mut Report<'_, Self>,
    ) -> Outcome;

    /// [`Search::to_depth`] of a search whose conventions are known only at run time.
    fn dynamic_to_depth(
        search: DynamicSearch<'_, Self, &mut Counters>,
        depth: u8,
        report: &mut Report<'_, Self>,
    ) -> Outcome;

    /// [`Search::values_at`].
    ///
    /// # Errors
    /// If the table does not fit into memory.
    fn values_at(
        search: Search<'_, Self, Sound, &mut Counters>,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory>;

    /// [`Search::values_at`] of a search whose conventions are known only at run time.
    ///
    /// # Errors
    /// If the table does not fit into memory.
    fn dynamic_values_at(
        search: DynamicSearch<'_, Self, &mut Counters>,
        questions: &[(Ply, Depth, Window)],
    ) -> Result<Vec<Score>, OutOfMemory>;
}

/// Methods of types without type parameters are compiled here, not where they are called.
macro_rules! counted {
    ($($game:ty)*) => {$(
        impl Counted for $game {
            fn to_depth(
                search: Search<'_, Self, Sound, &mut Counters>,
                depth: u8,
                report: &mut Report<'_, Self>,
            ) -> Outcome {
                search.to_depth(depth, |iteration, counters| report(iteration, counters))
            }

            fn dynamic_to_depth(
                search: DynamicSearch<'_, Self, &mut Counters>,
                depth: u8,
                report: &mut Report<'_, Self>,
            ) -> Outcome {
                search.to_depth(depth, |iteration, counters| report(iteration, counters))
            }

            fn values_at(
                search: Search<'_, Self, Sound, &mut Counters>,
                questions: &[(Ply, Depth, Window)],
            ) -> Result<Vec<Score>, OutOfMemory> {
                search.values_at(questions.iter().copied())
            }

            fn dynamic_values_at(
                search: DynamicSearch<'_, Self, &mut Counters>,
                questions: &[(Ply, Depth, Window)],
            ) -> Result<Vec<Score>, OutOfMemory> {
                search.values_at(questions.iter().copied())
            }
        }
    )*};
}

counted! { Chess AnyPosition }
