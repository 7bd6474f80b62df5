//! The engine's skeleton as a searcher of whichever game a root is of.

use std::time::Instant;

use plybench_engine::{
    game::Game,
    observe::Counters,
    search::{self, Search, SearchOptions},
    table::Table,
};

use super::{Iteration, Limits, Memory, Outcome, Receive, Root, SearchError, Searcher, Stop};
use crate::{
    spec,
    store::{Counts, Identity, SearcherRecord, TechniqueCounts},
};

/// The skeleton with some settings. Its table takes the memory of the searches before.
pub struct Skeleton<'m> {
    options: SearchOptions,
    memory: &'m mut Memory,
}

impl<'m> Skeleton<'m> {
    /// A searcher with these settings.
    #[must_use]
    pub fn new(options: SearchOptions, memory: &'m mut Memory) -> Self {
        Skeleton { options, memory }
    }
}

impl Searcher for Skeleton<'_> {
    fn identity(&self) -> Identity {
        Identity {
            searcher: SearcherRecord::own(),
            settings: spec::canonical(&self.options),
        }
    }

    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        // Never both: a search takes the memory of one table.
        match root {
            Root::Chess(position) => {
                self.memory.trees = Table::default();
                deepen(
                    position,
                    &self.options,
                    limits,
                    &mut self.memory.chess,
                    receive,
                )
            }
            Root::Tree(tree) => {
                self.memory.chess = Table::default();
                let root = tree.root();
                deepen(
                    &root,
                    &self.options,
                    limits,
                    &mut self.memory.trees,
                    receive,
                )
            }
        }
    }
}

/// The same, where the game is known.
fn deepen<G: Game>(
    root: &G,
    options: &SearchOptions,
    limits: &Limits<'_>,
    memory: &mut Table<G::Move>,
    receive: &mut Receive<'_>,
) -> Result<Outcome, SearchError> {
    let began = Instant::now();
    let techniques = TechniqueCounts::of(&options.techniques);
    let outcome = Search::new(root, options)
        .observed_by(Counters::default())
        .in_memory_of(memory)
        .limited(limits.of_search())
        .to_depth(limits.depth, |iteration, counters| {
            let shown = Iteration::shown(root, iteration, counters, &techniques);
            receive(shown, began.elapsed().as_secs_f64())
        });
    outcome.try_into()
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

impl Iteration {
    /// What an iteration of the skeleton, and those who counted, have shown.
    #[must_use]
    pub fn shown<G: Game>(
        root: &G,
        iteration: &search::Iteration<G::Move>,
        counters: &Counters,
        techniques: &TechniqueCounts,
    ) -> Self {
        Iteration {
            depth: iteration.depth,
            score: iteration.score.into(),
            bound: None,
            nodes: iteration.nodes,
            pv: notation(root, &iteration.pv),
            counts: Counts::of(iteration.nodes_to_pv, counters, techniques),
        }
    }
}

impl TryFrom<search::Outcome> for Outcome {
    type Error = SearchError;

    fn try_from(outcome: search::Outcome) -> Result<Self, SearchError> {
        let stop = match outcome.stop {
            search::Stop::Depth => Stop::Depth,
            search::Stop::Nodes => Stop::Nodes,
            search::Stop::Asked => Stop::Asked,
            search::Stop::Memory(error) => return Err(error.into()),
        };
        let nodes = outcome.nodes;
        Ok(Outcome { stop, nodes })
    }
}

/// A line of moves in the game's own notation: UCI in chess.
fn notation<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    line.iter()
        .map(|&mv| {
            let text = position.notation(mv);
            position = position.play(mv);
            text
        })
        .collect()
}
