//! Iterative deepening: depth 1, 2, 3, … on one table.

use std::ops::ControlFlow;

use super::{
    configuration::{AtMost, AtRunTime, Configuration, With},
    conventions::Conventions,
    limits::{Limits, Stop, Watch},
    memory::Memory,
    negamax::Searcher,
    options::SearchOptions,
};
use crate::{
    game::Game,
    observe::{Event, NoObserver, SearchObserver},
    score::Score,
    table::OutOfMemory,
    techniques::{Arrival, BuiltIn, Listed, On, Technique, TechniqueId, Techniques, Uses},
    units::{Depth, MAX_DEPTH, MAX_PLY, Ply},
    window::Window,
};

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
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it ended.
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
pub struct Search<'a, G: Game, C = AtRunTime, T = (), O = NoObserver> {
    root: &'a G,
    configuration: C,
    added: T,
    observer: O,
    limits: Limits<'a>,
    memory: Option<&'a mut Memory<G::Move>>,
    /// The keys of the positions before the root.
    past: &'a [u64],
}

/// A search whose options, conventions and techniques are all known only at run time. Each use of a convention costs a call; one
/// compiled copy serves all searches with the same game and observer.
pub type DynamicSearch<'a, G, O = NoObserver> = Search<'a, G, With<'a>, ((), Listed<'a, G>), O>;

impl<'a, G: Game> DynamicSearch<'a, G> {
    /// A search of `root` with these options and conventions, and these techniques in addition, without observer or limits.
    ///
    /// # Panics
    /// As of [`Search::configured`].
    #[must_use]
    pub fn dynamic(
        root: &'a G,
        options: &SearchOptions,
        conventions: &'a dyn Conventions,
        techniques: &'a [&'a dyn Technique<G>],
    ) -> Self {
        Search::configured(root, With::options::<G>(*options, conventions)).with_all(techniques)
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// A search of `root` with options known only at run time, without observer or limits.
    ///
    /// # Panics
    /// As of [`Search::configured`].
    #[must_use]
    pub fn new(root: &'a G, options: &SearchOptions) -> Self {
        Search::configured(root, AtRunTime::new::<G>(*options))
    }
}

impl<'a, G: Game, C: Configuration> Search<'a, G, C> {
    /// A search of `root` with options from any source, without observer or limits.
    ///
    /// # Panics
    /// If mate distance pruning is on, but all mates have one value ([`SearchOptions::form_without_distances`]). `plybench` refuses
    /// such settings before it searches.
    #[must_use]
    pub fn configured(root: &'a G, configuration: C) -> Self {
        let form = configuration.options().form_without_distances();
        assert!(form.is_none(), "{form:?} needs mates of different values");
        Search {
            root,
            configuration,
            added: (),
            observer: NoObserver,
            limits: Limits::default(),
            memory: None,
            past: &[],
        }
    }
}

impl<'a, G: Game, C: Configuration, T: Techniques<G>, O> Search<'a, G, C, T, O> {
    /// Adds a technique of the caller to those of the options and those added before.
    #[must_use]
    pub fn with<U: Technique<G> + Copy>(self, technique: U) -> Search<'a, G, C, (T, On<U>), O> {
        let id = self.next_id();
        self.map_added(|added| (added, On::new(technique, id)))
    }

    /// Adds techniques that are known only at run time.
    #[must_use]
    pub fn with_all<'l>(
        self,
        techniques: &'l [&'l dyn Technique<G>],
    ) -> Search<'a, G, C, (T, Listed<'l, G>), O> {
        let place = self.next_id().place();
        self.map_added(|added| (added, Listed::new(techniques, place)))
    }

    /// The id of the next technique to be added.
    fn next_id(&self) -> TechniqueId {
        TechniqueId::at(BuiltIn::NAMES.len() + self.added.count())
    }

    fn map_added<U>(self, add: impl FnOnce(T) -> U) -> Search<'a, G, C, U, O> {
        Search {
            root: self.root,
            configuration: self.configuration,
            added: add(self.added),
            observer: self.observer,
            limits: self.limits,
            memory: self.memory,
            past: self.past,
        }
    }

    /// Sets the observer.
    #[must_use]
    pub fn observed_by<P: SearchObserver<G>>(self, observer: P) -> Search<'a, G, C, T, P> {
        Search {
            root: self.root,
            configuration: self.configuration,
            added: self.added,
            observer,
            limits: self.limits,
            memory: self.memory,
            past: self.past,
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limited(mut self, limits: Limits<'a>) -> Self {
        self.limits = limits;
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
        self.past = past;
        self
    }

    /// Reuses the memory of earlier searches and leaves its own there for later ones. Nothing that they stored is used: the search
    /// is the same as one that allocates its own memory. The exception is a memory that [keeps the
    /// table](Memory::keeping_the_table).
    #[must_use]
    pub fn in_memory_of(mut self, memory: &'a mut Memory<G::Move>) -> Self {
        self.memory = Some(memory);
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
        O: SearchObserver<G>,
    {
        // Each branch is a separate copy of the search: a search without techniques does not pay for any, and one whose techniques
        // act only on moves does not pay for what others need.
        const NONE: u16 = Uses::NONE.bits();
        const MOVES: u16 = Uses::MOVES.bits();
        let configuration = self.configuration;
        let uses = configuration.uses::<G>().and(self.added.uses());
        let uses = uses.and(configuration.options().uses());
        if !C::COPIES {
            self.deepen(configuration, depth, report)
        } else if uses == Uses::NONE {
            self.deepen(AtMost::<NONE, C>(configuration), depth, report)
        } else if uses.is_within(Uses::MOVES) {
            self.deepen(AtMost::<MOVES, C>(configuration), depth, report)
        } else {
            self.deepen(configuration, depth, report)
        }
    }

    /// The values of the root position as if it were at another ply, each searched to a depth with a
    /// window. Windows and values are from the point of view of its side to move. These are single
    /// calls of the node function, for testing its contract. One searcher makes all of them, so the
    /// table is kept from one to the next. They have no past ([`Search::after`]). A ply beyond [`MAX_PLY`] counts as [`MAX_PLY`].
    ///
    /// # Errors
    /// If the table does not fit into memory.
    pub fn values_at(
        self,
        questions: impl IntoIterator<Item = (Ply, Depth, Window)>,
    ) -> Result<Vec<Score>, OutOfMemory>
    where
        O: SearchObserver<G>,
    {
        let watch = Watch::new(self.limits);
        let mut own = Memory::default();
        let memory = self.memory.unwrap_or(&mut own);
        let (added, observer) = (self.added, self.observer);
        let taken = memory.take();
        let mut searcher = Searcher::new(self.configuration, added, observer, watch, taken)?;
        let values = questions
            .into_iter()
            .map(|(ply, depth, window)| {
                let ply = ply.min(Ply::new(MAX_PLY as u16));
                // Each question has its own path above it.
                searcher.path.clear();
                searcher.arrivals.fill(Arrival::START);
                searcher.evaluations.fill(None);
                searcher.pv.clear(Ply::ROOT);
                searcher.search_node(self.root, ply, depth, window)
            })
            .collect();
        *memory = searcher.into_memory();
        Ok(values)
    }

    fn deepen<D: Configuration>(
        self,
        configuration: D,
        depth: u8,
        report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Outcome
    where
        O: SearchObserver<G>,
    {
        let watch = Watch::new(self.limits);
        let mut own = Memory::default();
        let memory = self.memory.unwrap_or(&mut own);
        let (added, observer) = (self.added, self.observer);
        let searcher = Searcher::new(configuration, added, observer, watch, memory.take());
        let mut searcher = match searcher {
            Ok(searcher) => searcher,
            Err(error) => {
                return Outcome {
                    stop: Stop::Memory(error),
                    nodes: 0,
                };
            }
        };
        if searcher.conventions().remembers_the_game() {
            searcher
                .path
                .follow(self.past, self.root.reversible_plies());
        }
        let stop = searcher.iterate(self.root, depth, report);
        let nodes = searcher.nodes;
        *memory = searcher.into_memory();
        Outcome { stop, nodes }
    }
}

impl<G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>> Searcher<'_, G, C, T, O> {
    /// Runs the iterations and returns why they ended.
    fn iterate(
        &mut self,
        root: &G,
        depth: u8,
        mut report: impl FnMut(&Iteration<G::Move>, &O) -> ControlFlow<()>,
    ) -> Stop {
        let mut guess = None;
        for depth in 1..=depth.min(MAX_DEPTH) {
            self.nodes_to_pv = self.nodes;
            self.pv.clear(Ply::ROOT);
            let begins = Event::Iteration {
                depth: Depth::new(depth),
            };
            self.observer.on(&begins);
            let score = self.drive(root, Depth::new(depth), guess);
            let stopped = self.watch.stopped();
            if let Some(stop) = stopped
                && !self.conventions().reports_unfinished()
            {
                return stop;
            }
            guess = Some(score);
            let iteration = Iteration {
                depth,
                score,
                nodes: self.nodes,
                nodes_to_pv: self.nodes_to_pv,
                pv: self.best_line(root, depth),
            };
            if report(&iteration, &self.observer).is_break()
                || self.conventions().ends_deepening(score, Depth::new(depth))
            {
                return Stop::Asked;
            }
            if let Some(stop) = stopped {
                return stop;
            }
        }
        Stop::Depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        observe::Counters,
        table::TableSize,
        techniques::{Limited, NoTechnique, Node, SubSearch, null_move::NullMove},
        variants,
    };

    #[test]
    fn added_techniques_come_after_the_built_in_ones() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let none = Search::new(&root, &variants::PLAIN.options);
        let first = none.next_id();
        let one = none.with(NoTechnique);
        let second = one.next_id();
        let third = one.with_all(&[&NoTechnique, &NoTechnique]).next_id();
        let built_in = BuiltIn::NAMES.len();
        let places = [built_in, built_in + 1, built_in + 3];
        assert_eq!([first, second, third], places.map(TechniqueId::at));
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
        assert_eq!((depths, outcome.stop), (vec![1, 2], Stop::Asked));
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

    #[test]
    fn single_calls_have_the_limits_of_their_search() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let mut counters = Counters::default();
        let limits = Limits {
            nodes: Some(100),
            stop: None,
        };
        let question = (Ply::ROOT, Depth::new(3), Window::full());
        let values = Search::new(&root, &variants::PLAIN.options)
            .limited(limits)
            .observed_by(&mut counters)
            .values_at([question, question]);
        assert_eq!((values.unwrap().len(), counters.all_ends()), (2, 100));
    }

    /// Cuts off where an evaluation two plies up is known, with a value that no search finds. Shows what another question left.
    #[derive(Clone, Copy)]
    struct SeesTrend;

    impl<G: Game> Technique<G> for SeesTrend {
        fn uses(&self) -> Uses {
            Uses::CUTOFF.and(Uses::TREND)
        }

        fn cutoff(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
            let before = node.evaluation_two_plies_up?;
            (node.depth.plies() > 1).then_some(Score::evaluation(before + 7))
        }
    }

    type Question = (Ply, Depth, Window);
    /// The values, and the nodes of all questions together.
    type Answer = (Vec<Score>, u64);

    /// A middlegame with twenty reversible plies, so that positions may repeat.
    fn middlegame() -> Chess {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 20 30";
        Chess::from_fen(fen).unwrap()
    }

    /// Neither table nor killers nor history, which are meant to be kept.
    fn learning_nothing() -> SearchOptions {
        let mut options = variants::PLAIN.options;
        options.quiescence = true;
        options.ordering.mvv_lva = true;
        options.techniques.null_move = Some(Limited::everywhere(NullMove::DEFAULT));
        options
    }

    #[test]
    fn a_single_call_has_the_same_value_and_nodes_alone_as_after_others() {
        let root = middlegame();
        let low = Window::null_below(Score::evaluation(-400));
        let mut questions = Vec::new();
        // The pass refutes the first question of each pair. The next ones are at the ply that it led to, and at others from which the
        // root's position on the path would repeat.
        for (ply, depth, window) in [
            (0, 3, low),
            (1, 3, low),
            (0, 2, Window::full()),
            (4, 3, Window::full()),
            (2, 3, low),
            (3, 2, Window::full()),
            (1, 0, Window::full()),
            (6, 1, low),
            (250, 3, low),
            (0, 3, low),
        ] {
            questions.push((Ply::new(ply), Depth::new(depth), window));
        }
        fn asked<T: Techniques<Chess>>(
            search: Search<'_, Chess, AtRunTime, T>,
            questions: &[Question],
        ) -> Answer {
            let mut counters = Counters::default();
            let search = search.observed_by(&mut counters);
            let values = search.values_at(questions.iter().copied()).unwrap();
            (values, counters.all_ends())
        }
        let check = |ask: &dyn Fn(&[Question]) -> Answer| {
            for first in &questions {
                for second in &questions {
                    let alone = [*first, *second].map(|question| ask(&[question]));
                    let values = alone.iter().map(|(values, _)| values[0]).collect();
                    let nodes = alone.iter().map(|(_, nodes)| nodes).sum();
                    assert_eq!(
                        ask(&[*first, *second]),
                        (values, nodes),
                        "{first:?} {second:?}"
                    );
                }
            }
            let all = ask(&questions);
            let alone: Vec<Score> = questions.iter().map(|&one| ask(&[one]).0[0]).collect();
            assert_eq!(all.0, alone);
        };
        let options = learning_nothing();
        check(&|questions| asked(Search::new(&root, &options), questions));
        check(&|questions| asked(Search::new(&root, &options).with(SeesTrend), questions));
    }

    /// The root's own key stands for every position of the game: at each ply it would be a draw.
    #[test]
    fn a_single_call_has_no_past() {
        let root = middlegame();
        let past = [root.key(); 20];
        let questions = || [0, 1, 4].map(|ply| (Ply::new(ply), Depth::new(2), Window::full()));
        let ask = |past: &[u64]| {
            let search = Search::new(&root, &learning_nothing()).after(past);
            search.values_at(questions()).unwrap()
        };
        let values = ask(&[]);
        assert_ne!(values, [Score::evaluation(0); 3]);
        assert_eq!(ask(&past), values);
    }

    #[test]
    fn single_calls_leave_their_table_in_the_memory_that_they_are_given() {
        let root = middlegame();
        let mut options = learning_nothing();
        options.table.size = TableSize::Entries(1 << 10);
        let mut memory = Memory::default();
        let question = (Ply::ROOT, Depth::new(2), Window::full());
        let search = Search::new(&root, &options).in_memory_of(&mut memory);
        let values = search.values_at([question]).unwrap();
        assert_eq!(memory.table().capacity(), 1 << 10);
        let entry = memory.table().probe(root.key()).unwrap();
        assert_eq!(entry.score(Ply::ROOT), values[0]);
    }

    #[test]
    fn a_single_call_beyond_the_last_ply_is_one_at_it() {
        // Mated, so that the value tells the ply; then a position in which techniques act.
        let mated = Chess::from_fen("R6k/8/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        let mut options = learning_nothing();
        for (root, mate_at_horizon) in [(mated, true), (middlegame(), false)] {
            options.mate_at_horizon = mate_at_horizon;
            let values = [MAX_PLY as u16, 256, 300, u16::MAX].map(|ply| {
                let question = (Ply::new(ply), Depth::new(3), Window::full());
                Search::new(&root, &options).values_at([question]).unwrap()
            });
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
            if mate_at_horizon {
                assert_eq!(values[0], [Score::mated_in(MAX_PLY as u16)]);
            }
        }
    }
}
