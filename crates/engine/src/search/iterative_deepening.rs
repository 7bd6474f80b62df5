//! Iterative deepening: depth 1, 2, 3, … on one table.

use std::ops::ControlFlow;

use super::{
    limits::{Limits, Stop, Watch},
    negamax::Searcher,
    options::SearchOptions,
    principal_variation::PrincipalVariation,
};
use crate::{
    game::Game,
    observe::{NoObserver, SearchObserver},
    ordering::{MoveStack, Ordering},
    score::Score,
    table::Table,
    techniques::{BuiltIn, MateDistance, NoTechnique, Technique},
    units::{Depth, MAX_DEPTH, MAX_PLY, Ply},
};

/// Room for the moves of all nodes on a path; a longer list grows once.
const MOVES_ON_A_PATH: usize = 16_384;

/// What a completed iteration has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// Its nominal depth in plies.
    pub depth: u8,
    /// The root's value, from the view of its side to move.
    pub score: Score,
    /// Nodes entered since the search began with a cleared table, all iterations together.
    pub nodes: u64,
    /// The same at the moment the best line last changed in this iteration.
    pub nodes_to_pv: u64,
    /// The best line, completed from the table where the search itself kept only its beginning (as
    /// null windows do); may still be shorter than the depth. Empty without legal moves.
    pub pv: Vec<M>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it ended.
    pub stop: Stop,
    /// Nodes entered in all, an iteration that was cut short included.
    pub nodes: u64,
}

/// A search that is about to begin: what is searched, how, and who watches.
///
/// ```
/// use plybench_engine::{
///     game::chess::Chess, observe::Counters, search::Search, variants,
/// };
/// let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
/// let plain = variants::find("plain").unwrap();
/// let mut counters = Counters::default();
/// let mut last = None;
/// Search::new(&root, &plain.options).observed_by(&mut counters).to_depth(3, |iteration, _| {
///     last = Some(iteration.clone());
///     std::ops::ControlFlow::Continue(())
/// });
/// let last = last.unwrap();
/// assert_eq!(last.score.mate_moves(), Some(1));
/// assert_eq!(counters.all_ends(), last.nodes);
/// ```
pub struct Search<'a, G, T, O> {
    root: &'a G,
    options: &'a SearchOptions,
    technique: T,
    observer: O,
    limits: Limits<'a>,
}

impl<'a, G: Game> Search<'a, G, (), NoObserver> {
    /// A search of `root` with the options' own techniques, unobserved and unlimited.
    #[must_use]
    pub fn new(root: &'a G, options: &'a SearchOptions) -> Self {
        Search {
            root,
            options,
            technique: (),
            observer: NoObserver,
            limits: Limits::default(),
        }
    }

    /// Adds a technique of the caller's to the options' own.
    #[must_use]
    pub fn with<T: Technique<G> + Copy>(self, technique: T) -> Search<'a, G, Added<T>, NoObserver> {
        let Search {
            root,
            options,
            observer,
            limits,
            ..
        } = self;
        Search {
            root,
            options,
            technique: Added(technique),
            observer,
            limits,
        }
    }
}

/// A caller's technique on top of the built-in ones.
#[derive(Clone, Copy, Debug)]
pub struct Added<T>(T);

/// Chooses the hooks of a search from the options' techniques and the caller's. Implemented for
/// `()` (no technique of the caller's) and [`Added`].
pub trait Techniques<G: Game> {
    /// Runs the search with the hooks that are needed and no others.
    #[doc(hidden)]
    fn dispatch<R: Run<G>>(self, built_in: BuiltIn, run: R) -> Outcome;
}

/// A search that waits for its hooks.
#[doc(hidden)]
pub trait Run<G: Game> {
    /// Runs it.
    fn with<T: Technique<G> + Copy>(self, technique: T) -> Outcome;
}

impl<G: Game> Techniques<G> for () {
    fn dispatch<R: Run<G>>(self, built_in: BuiltIn, run: R) -> Outcome {
        // The two sides of every comparison are copies of their own: a search without techniques
        // pays for none, and one without mate distance pruning does not pay for that.
        if built_in == BuiltIn::default() {
            run.with(NoTechnique)
        } else if built_in.mate_distance == MateDistance::Off {
            run.with(built_in.hooks_without_mate_distance())
        } else {
            run.with(built_in.hooks())
        }
    }
}

impl<G: Game, T: Technique<G> + Copy> Techniques<G> for Added<T> {
    fn dispatch<R: Run<G>>(self, built_in: BuiltIn, run: R) -> Outcome {
        run.with((built_in.hooks(), self.0))
    }
}

impl<'a, G, T, O> Search<'a, G, T, O> {
    /// Lets an observer watch.
    #[must_use]
    pub fn observed_by<P: SearchObserver>(self, observer: P) -> Search<'a, G, T, P> {
        let Search {
            root,
            options,
            technique,
            limits,
            ..
        } = self;
        Search {
            root,
            options,
            technique,
            observer,
            limits,
        }
    }

    /// Bounds the search.
    #[must_use]
    pub fn limited(mut self, limits: Limits<'a>) -> Self {
        self.limits = limits;
        self
    }

    /// Searches depth 1, 2, … up to `depth` (at most [`MAX_DEPTH`]), and reports each completed
    /// iteration with the observer's state; the receiver may end the search.
    pub fn to_depth(
        self,
        depth: u8,
        report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Outcome
    where
        G: Game,
        T: Techniques<G>,
        O: SearchObserver,
    {
        let Search {
            root,
            options,
            technique,
            observer,
            limits,
        } = self;
        let depth = depth.min(MAX_DEPTH);
        technique.dispatch(
            options.techniques,
            Deepening {
                root,
                options,
                observer,
                limits,
                depth,
                report,
            },
        )
    }
}

struct Deepening<'a, G, O, F> {
    root: &'a G,
    options: &'a SearchOptions,
    observer: O,
    limits: Limits<'a>,
    depth: u8,
    report: F,
}

impl<G: Game, O, F> Run<G> for Deepening<'_, G, O, F>
where
    O: SearchObserver,
    F: FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
{
    fn with<T: Technique<G> + Copy>(mut self, technique: T) -> Outcome {
        let mut searcher = Searcher {
            options: *self.options,
            technique,
            observer: &mut self.observer,
            table: Table::new(self.options.table),
            ordering: Ordering::new(self.options.ordering),
            moves: MoveStack::with_capacity(MOVES_ON_A_PATH),
            path: vec![0; MAX_PLY + 2],
            pv: PrincipalVariation::new(),
            nodes: 0,
            nodes_to_pv: 0,
            watch: Watch::new(self.limits),
        };
        let mut guess = None;
        for depth in 1..=self.depth {
            searcher.nodes_to_pv = searcher.nodes;
            searcher.pv.clear(Ply::ROOT);
            let score = searcher.drive(self.root, Depth::new(depth), guess);
            if let Some(stop) = searcher.watch.stopped() {
                return Outcome {
                    stop,
                    nodes: searcher.nodes,
                };
            }
            guess = Some(score);
            let iteration = Iteration {
                depth,
                score,
                nodes: searcher.nodes,
                nodes_to_pv: searcher.nodes_to_pv,
                pv: searcher.best_line(self.root, depth),
            };
            if (self.report)(&iteration, searcher.observer).is_break() {
                return Outcome {
                    stop: Stop::Asked,
                    nodes: searcher.nodes,
                };
            }
        }
        Outcome {
            stop: Stop::Depth,
            nodes: searcher.nodes,
        }
    }
}
