//! Iterative deepening: depth 1, 2, 3, … on one table.

use std::ops::ControlFlow;

use super::{
    conventions::{Compiled, Conventions, Sound},
    limits::{Limits, Stop, Watch},
    memory::Memory,
    options::SearchOptions,
    root_moves::RootMoves,
    searcher::{Active, Searcher},
};
use crate::{
    game::Game,
    observe::{Event, NoObserver, SearchObserver},
    score::Score,
    table::OutOfMemory,
    techniques::{Added, ByHook, Hooks, Inherited, StackEntry, Technique},
    units::{Depth, MAX_DEPTH, MAX_PLY, Ply},
    window::Window,
};

/// A copy of the search that serves all options and techniques.
const EVERYTHING: u32 = Hooks::ALL.and(Hooks::RARE_SETTINGS).bits();

/// The result of a completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// Its nominal depth in plies.
    pub depth: u8,
    /// The root's value from the point of view of its side to move.
    pub score: Score,
    /// Nodes entered since the search began with a cleared table, in all iterations together.
    pub nodes: u64,
    /// The same count when the best line last changed in this iteration.
    pub nodes_to_pv: u64,
    /// The best line. Where the search itself kept only its beginning (as with null windows), it is
    /// completed from the table. It may still be shorter than the depth, and is empty if the root
    /// has no legal moves.
    pub pv: Vec<M>,
    /// The root's moves in the order of the search, each with its value from the point of view of the root's side to move. Only
    /// [`RootDriver::EveryMove`](super::RootDriver::EveryMove) finds them; otherwise empty.
    pub values: Vec<(M, Score)>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The limit that ended it; [`Stop::Depth`] if it was completed.
    pub stop: Stop,
    /// All nodes entered, including those of an iteration that was cut short.
    pub nodes: u64,
}

/// A search that is ready to start: its root, options, techniques, observer and limits.
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
pub struct Search<'a, G: Game, V: ?Sized = Sound, O = NoObserver> {
    task: Task<'a, G, V>,
    observer: O,
}

/// What a search has besides the caller's techniques and observer.
struct Task<'a, G: Game, V: ?Sized> {
    root: &'a G,
    options: SearchOptions,
    /// The caller's techniques.
    added: Vec<Added<'a, G>>,
    conventions: &'a V,
    /// What the search provides to techniques that do not use it too.
    provided: Hooks,
    limits: Limits<'a>,
    memory: Option<&'a mut Memory<G::Move>>,
    /// The keys of the positions before the root.
    past: &'a [u64],
    /// The only moves of the root that are searched; all if there is none.
    only: &'a [G::Move],
    /// How many best lines are wanted.
    lines: usize,
}

/// A search whose conventions, too, are known only at run time. Each use of a convention costs a call; one compiled copy serves all
/// searches with the same game and observer.
pub type DynamicSearch<'a, G, O = NoObserver> = Search<'a, G, dyn Conventions + 'a, O>;

impl<'a, G: Game> DynamicSearch<'a, G> {
    /// A search of `root` with these options and conventions, and these techniques in addition, without observer or limits.
    ///
    /// # Panics
    /// As of [`Search::new`].
    #[must_use]
    pub fn dynamic(
        root: &'a G,
        options: &SearchOptions,
        conventions: &'a dyn Conventions,
        techniques: &'a [Added<'a, G>],
    ) -> Self {
        Search::judged_by(root, options, conventions).with_all(techniques)
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// A search of `root` with these options, without observer or limits.
    ///
    /// # Panics
    /// If mate distance pruning is on, but all mates have one value ([`SearchOptions::form_without_distances`]). `plybench` refuses
    /// such settings before it searches.
    #[must_use]
    pub fn new(root: &'a G, options: &SearchOptions) -> Self {
        Search::judged_by(root, options, &Sound)
    }
}

impl<'a, G: Game, V: ?Sized> Search<'a, G, V> {
    fn judged_by(root: &'a G, options: &SearchOptions, conventions: &'a V) -> Self {
        let form = options.form_without_distances();
        assert!(form.is_none(), "{form:?} needs mates of different values");
        Search {
            task: Task {
                root,
                options: *options,
                added: Vec::new(),
                conventions,
                provided: Hooks::NONE,
                limits: Limits::default(),
                memory: None,
                past: &[],
                only: &[],
                lines: 1,
            },
            observer: NoObserver,
        }
    }
}

impl<'a, G: Game, V: ?Sized, O> Search<'a, G, V, O> {
    /// Adds a technique of the caller to those of the options and those added before.
    #[must_use]
    pub fn with(self, technique: &'a dyn Technique<G>) -> Self {
        self.with_all(&[Added::everywhere(technique)])
    }

    /// Adds techniques, each with the nodes at which it acts.
    #[must_use]
    pub fn with_all(mut self, techniques: &[Added<'a, G>]) -> Self {
        self.task.added.extend_from_slice(techniques);
        self
    }

    /// Calls every hook of every technique that is on and gathers all data, whatever the techniques declare that they
    /// [use](Technique::hooks). If this changes a search, a technique has declared too little.
    #[must_use]
    pub fn with_every_hook(mut self) -> Self {
        self.task.provided = Hooks::ALL;
        self
    }

    /// Sets the observer that receives the events. Without this call there is none.
    #[must_use]
    pub fn observed_by<P: SearchObserver<G>>(self, observer: P) -> Search<'a, G, V, P> {
        Search {
            task: self.task,
            observer,
        }
    }

    /// Sets when the search stops before its depth. Without this call nothing but the depth ends it.
    #[must_use]
    pub fn limited(mut self, limits: Limits<'a>) -> Self {
        self.task.limits = limits;
        self
    }

    /// Sets the [keys](Game::key) of the positions of the game before the root, in the order of play, the root's parent last. With
    /// the draw rule `repetition`, a position that is one of them is a draw, as is one of the path. Only the last keys count, as
    /// many as the root has [reversible plies](Game::reversible_plies); the others may be left out.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use plybench_engine::{game::{Game, chess::Chess}, search::Search, variants};
    ///
    /// // White has one legal move, Kb1. The game began with the position after it, then Kg8 Ka1 Kh8 were played.
    /// let game = ["7k/8/8/8/8/8/3q4/1K6 b - - 0 1", "6k1/8/8/8/8/8/3q4/1K6 w - - 1 2", "6k1/8/8/8/8/8/3q4/K7 b - - 2 2"];
    /// let past = game.map(|fen| Chess::from_fen(fen).unwrap().key());
    /// let root = Chess::from_fen("7k/8/8/8/8/8/3q4/K7 w - - 3 3").unwrap();
    /// let mut scores = Vec::new();
    /// for past in [&[], &past[..]] {
    ///     let search = Search::new(&root, &variants::PLAIN.options).after(past);
    ///     search.to_depth(1, |iteration, _| {
    ///         scores.push(iteration.score.raw());
    ///         ControlFlow::Continue(())
    ///     });
    /// }
    /// assert_eq!(scores, [-900, 0]);
    /// ```
    #[must_use]
    pub fn after(mut self, past: &'a [u64]) -> Self {
        self.task.past = past;
        self
    }

    /// Searches only these moves of the root, as UCI's `searchmoves` wants it. Moves that are not legal do not count, and if no move is
    /// left, all are searched. The value of such a root is not that of its position, so it is not stored in the table, and later searches
    /// do not find it there.
    #[must_use]
    pub fn among(mut self, only: &'a [G::Move]) -> Self {
        self.task.only = only;
        self
    }

    /// Finds so many best lines that begin with different moves, or as many as there are moves, by as many searches of the root in each
    /// iteration, each without the first moves of the lines before it. `report` is called for each line, the best first as far as the
    /// search can tell; with more lines than one, a later search of an iteration finds what an earlier one left in the table.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use plybench_engine::{game::{Game, chess::Chess}, search::Search, variants};
    ///
    /// // A mate in 1 by the rook; the second line does not begin with it.
    /// let root = Chess::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
    /// let mut first = Vec::new();
    /// Search::new(&root, &variants::PLAIN.options).lines(2).to_depth(2, |iteration, _| {
    ///     first.push((iteration.depth, root.notation(iteration.pv[0])));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(first.len(), 4);
    /// assert_eq!(first[2], (2, "a1a8".to_owned()));
    /// assert_ne!(first[3], first[2]);
    /// ```
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.task.lines = lines;
        self
    }

    /// Reuses the memory of earlier searches and leaves its own there for later ones. Nothing that they stored is used: the search
    /// is the same as one that allocates its own memory. The exception is a memory that [keeps the
    /// table](Memory::keeping_the_table).
    #[must_use]
    pub fn in_memory_of(mut self, memory: &'a mut Memory<G::Move>) -> Self {
        self.task.memory = Some(memory);
        self
    }

    /// Searches to depth 1, 2, … up to `depth` (at most [`MAX_DEPTH`]). Calls `report` after each
    /// completed iteration, with the observer; `report` may end the search.
    pub fn to_depth(
        self,
        depth: u8,
        report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Outcome
    where
        V: Compiled,
        O: SearchObserver<G>,
    {
        // Each branch is a separate copy of the search: a search without techniques does not pay for any, one whose techniques only
        // change the depth of moves calls them directly, and one with the usual techniques does not pay for what others need.
        const NONE: u32 = Hooks::NONE.bits();
        const MOVES: u32 = Hooks::MOVES.bits();
        const CUTOFFS: u32 = Hooks::CUTOFFS.bits();
        const USUAL: u32 = Hooks::USUAL.bits();
        let (has_own, uses) = (!self.task.added.is_empty(), self.uses());
        if !V::COPIES {
            self.deepen::<EVERYTHING>(depth, report)
        } else if uses == Hooks::NONE {
            self.deepen::<NONE>(depth, report)
        } else if uses.is_within(Hooks::MOVES) && !has_own {
            self.deepen::<MOVES>(depth, report)
        } else if uses.is_within(Hooks::CUTOFFS) {
            self.deepen::<CUTOFFS>(depth, report)
        } else if uses.is_within(Hooks::USUAL) {
            self.deepen::<USUAL>(depth, report)
        } else {
            self.deepen::<EVERYTHING>(depth, report)
        }
    }

    /// The values of the root position as if it were at another ply, each searched to a depth with a window. Windows and values are from
    /// the point of view of its side to move. These are single calls of the node function, for testing its contract. One searcher makes
    /// all of them, so the table, and what the search has learned, are kept from one to the next. They have no past ([`Search::after`]).
    /// A ply beyond [`MAX_PLY`] counts as [`MAX_PLY`].
    ///
    /// # Errors
    /// If the table does not fit into memory.
    pub fn values_at(
        self,
        questions: impl IntoIterator<Item = (Ply, Depth, Window)>,
    ) -> Result<Vec<Score>, OutOfMemory>
    where
        V: Conventions,
        O: SearchObserver<G>,
    {
        self.searching::<EVERYTHING, _>(|searcher, root, _| {
            let value = |(ply, depth, window): (Ply, Depth, Window)| {
                // Each question has its own path above it.
                searcher.path.clear();
                searcher.stack.fill(StackEntry::START);
                searcher.inherited.fill(Inherited::start(root));
                searcher.evaluations.fill(None);
                searcher.pv.clear(Ply::ROOT);
                searcher.search_node(root, ply.min(Ply::new(MAX_PLY as u16)), depth, window)
            };
            questions.into_iter().map(value).collect()
        })
    }

    /// What the search needs for the techniques that are on and for settings that few searches have.
    fn uses(&self) -> Hooks {
        let Task {
            options,
            added,
            provided,
            ..
        } = &self.task;
        let main = ByHook::new(&options.techniques, added, *provided, false);
        main.hooks.and(options.hooks())
    }

    fn deepen<const MOST: u32>(
        self,
        depth: u8,
        report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Outcome
    where
        V: Conventions,
        O: SearchObserver<G>,
    {
        let (only, lines) = (self.task.only, self.task.lines);
        let outcome = self.searching::<MOST, _>(|searcher, root, past| {
            searcher.root_moves = RootMoves::new(root, only, lines).map(Box::new);
            if searcher.conventions.remembers_the_game() {
                searcher.path.follow(past, root.reversible_plies());
            }
            if Searcher::<G, V, O, MOST>::INHERITS {
                searcher.inherited.fill(Inherited::start(root));
            }
            let stop = searcher.iterate(root, depth, report);
            let nodes = searcher.nodes;
            Outcome { stop, nodes }
        });
        outcome.unwrap_or_else(|error| Outcome {
            stop: Stop::Memory(error),
            nodes: 0,
        })
    }

    /// Calls `search` with a searcher, the root and the keys of the positions before it.
    ///
    /// # Errors
    /// If the table does not fit into memory.
    fn searching<const MOST: u32, R>(
        self,
        search: impl FnOnce(&mut Searcher<'_, G, V, O, MOST>, &G, &[u64]) -> R,
    ) -> Result<R, OutOfMemory>
    where
        V: Conventions,
        O: SearchObserver<G>,
    {
        let Task {
            options,
            added,
            conventions,
            provided,
            limits,
            memory,
            ..
        } = self.task;
        let lists = [false, true]
            .map(|in_quiescence| ByHook::new(&options.techniques, &added, provided, in_quiescence));
        let techniques = Active {
            built_in: &options.techniques,
            lists: &lists,
            hooks: [lists[0].hooks, lists[1].hooks],
        };
        let mut own = None;
        let memory = memory.unwrap_or_else(|| own.insert(Memory::default()));
        let watch = Watch::new(limits);
        let mut searcher = Searcher::new(
            &options,
            conventions,
            techniques,
            self.observer,
            watch,
            memory.take(),
        )?;
        let result = search(&mut searcher, self.task.root, self.task.past);
        *memory = searcher.into_memory();
        Ok(result)
    }
}

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Runs the iterations and returns why they ended.
    fn iterate(
        &mut self,
        root: &G,
        depth: u8,
        mut report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Stop {
        let (mut guess, lines) = (
            None,
            self.root_moves.as_ref().map_or(1, |moves| moves.lines()),
        );
        for depth in 1..=depth.min(MAX_DEPTH) {
            self.table.begin_iteration();
            let begins = Event::Iteration {
                depth: Depth::new(depth),
            };
            self.observer.on(&begins);
            for line in 0..lines {
                if let Some(moves) = &mut self.root_moves {
                    guess = moves.begin(line);
                }
                self.nodes_to_pv = self.nodes;
                self.pv.clear(Ply::ROOT);
                self.root_values.clear();
                let score = self.drive(root, Depth::new(depth), guess);
                let stopped = self.watch.stopped();
                if let Some(stop) = stopped
                    && !self.conventions.reports_unfinished()
                {
                    return stop;
                }
                guess = Some(score);
                if let Some(moves) = &mut self.root_moves {
                    moves.end(self.pv.line().first().copied(), score);
                }
                let iteration = Iteration {
                    depth,
                    score,
                    nodes: self.nodes,
                    nodes_to_pv: self.nodes_to_pv,
                    pv: self.best_line(root, depth),
                    values: self.root_values.clone(),
                };
                if report(&iteration, &self.observer).is_break()
                    || self.conventions.ends_deepening(score, Depth::new(depth))
                {
                    return Stop::Requested;
                }
                if let Some(stop) = stopped {
                    return stop;
                }
            }
        }
        Stop::Depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::chess::Chess, techniques::NoTechnique, variants};

    #[test]
    fn added_techniques_are_counted() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let none = Search::new(&root, &variants::PLAIN.options);
        let one = none.with(&NoTechnique);
        assert_eq!(one.task.added.len(), 1);
        let more: [Added<'_, Chess>; 2] = [Added::everywhere(&NoTechnique); 2];
        let three = one.with_all(&more);
        assert_eq!(three.task.added.len(), 3);
    }

    #[test]
    fn a_report_can_end_the_search() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let mut depths = Vec::new();
        let outcome = Search::new(&root, &variants::PLAIN.options).to_depth(4, |iteration, _| {
            depths.push(iteration.depth);
            match iteration.depth {
                2 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!((depths, outcome.stop), (vec![1, 2], Stop::Requested));
    }

    #[test]
    fn depths_begin_with_1_and_end_with_the_largest() {
        // Stalemate: each iteration is one node.
        let root = Chess::from_fen("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").unwrap();
        for (wanted, last) in [(0, 0), (1, 1), (MAX_DEPTH, MAX_DEPTH), (u8::MAX, MAX_DEPTH)] {
            let search = Search::new(&root, &variants::PLAIN.options);
            let mut depths = Vec::new();
            let outcome = search.to_depth(wanted, |iteration, _| {
                depths.push(iteration.depth);
                ControlFlow::Continue(())
            });
            assert!(depths.into_iter().eq(1..=last));
            assert_eq!(outcome.nodes, u64::from(last));
        }
    }
}
