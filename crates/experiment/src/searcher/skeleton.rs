//! The engine's skeleton as a searcher of all games.

use std::time::Instant;

use plybench_engine::{
    game::Game,
    observe::Counters,
    search::{self, Search},
    techniques::Added,
};

use super::{Counted, Limits, Memory, Outcome, Receive, Root, SearchError, Searcher};
use crate::spec::Settings;
use plybench_records::{Counts, Iteration, TechniqueCounts, registered::RegisteredTechnique};

/// The skeleton with some settings, in reused memory.
pub struct Skeleton<'m> {
    settings: Settings,
    memory: &'m mut Memory,
}

impl<'m> Skeleton<'m> {
    /// A searcher with these settings.
    #[must_use]
    pub fn new(settings: impl Into<Settings>, memory: &'m mut Memory) -> Self {
        Skeleton {
            settings: settings.into(),
            memory,
        }
    }
}

impl Searcher for Skeleton<'_> {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let Memory {
            chess,
            other,
            counters,
            ..
        } = &mut *self.memory;
        let settings = &self.settings;
        let registered = settings.registered.iter();
        // Never both: searches have the memory of one game.
        let (position, past) = match root {
            Root::Chess(position) => (position, Vec::new()),
            Root::Game(game) => (game.position(), game.past()),
            Root::Other(root) => {
                *chess = None;
                let search = InGame {
                    root,
                    past: &[],
                    registered: registered.map(RegisteredTechnique::within).collect(),
                    memory: other.get_or_insert_default(),
                };
                return search.deepen(settings, limits, counters, receive);
            }
        };
        *other = None;
        let search = InGame {
            root: position,
            past: &past,
            registered: registered.map(RegisteredTechnique::within).collect(),
            memory: chess.get_or_insert_default(),
        };
        search.deepen(settings, limits, counters, receive)
    }
}

/// What depends on the game: the root, the keys of the positions before it, the registered techniques and the memory.
struct InGame<'r, G: Game> {
    root: &'r G,
    past: &'r [u64],
    registered: Vec<Added<'r, G>>,
    memory: &'r mut search::Memory<G::Move>,
}

impl<G: Counted> InGame<'_, G> {
    fn deepen(
        self,
        settings: &Settings,
        limits: &Limits<'_>,
        counters: &mut Counters,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let options = &settings.search;
        let techniques = TechniqueCounts::of(&options.techniques, &settings.registered);
        let began = Instant::now();
        counters.clear();
        let mut report = |completed: &_, counters: &Counters| {
            let shown = iteration(self.root, completed, counters, &techniques);
            receive(shown, began.elapsed().as_secs_f64())
        };
        // The counters are passed by reference: they are larger than everything else that a short search moves.
        let search = Search::new(self.root, options)
            .with_all(&self.registered)
            .after(self.past)
            .observed_by(counters)
            .in_memory_of(self.memory)
            .limited(limits.of_search());
        Ok(G::to_depth(search, limits.depth, &mut report))
    }
}

impl Limits<'_> {
    /// The limits besides the depth.
    #[must_use]
    pub fn of_search(&self) -> search::Limits<'_> {
        search::Limits {
            nodes: self.nodes,
            stop: self.stop,
        }
    }
}

/// An iteration of the skeleton, with its counts.
#[must_use]
pub fn iteration<G: Game>(
    root: &G,
    completed: &search::Iteration<G::Move>,
    counters: &Counters,
    techniques: &TechniqueCounts,
) -> Iteration {
    Iteration {
        depth: completed.depth,
        score: completed.score.into(),
        bound: None,
        nodes: completed.nodes,
        pv: notation(root, &completed.pv),
        moves: (completed.values.iter())
            .map(|&(mv, value)| (root.notation(mv), value.into()))
            .collect(),
        notes: Vec::new(),
        counts: Counts::of(completed.nodes_to_pv, counters, techniques),
    }
}

/// A line of moves in the game's own notation: UCI in chess.
pub(super) fn notation<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    line.iter()
        .map(|&mv| {
            let text = position.notation(mv);
            position = position.play(mv);
            text
        })
        .collect()
}
