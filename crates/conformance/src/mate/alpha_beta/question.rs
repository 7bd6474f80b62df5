//! One question to the search: is there a mate in at most this many moves?

use std::sync::atomic::{AtomicBool, Ordering};

use plybench_engine::{
    game::chess::{Chess, ChessMove},
    observe::{Event, SearchObserver},
    score::Score,
    search::{self, Search, Sound},
    units::{Depth, Ply},
    window::Window,
};
use thiserror::Error;

use plybench_experiment::{searcher::SearchError, spec::Settings};
use plybench_records::registered::RegisteredTechnique;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum AskError {
    /// The search could not be done.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The search was stopped.
    #[error("interrupted before the answer was found")]
    Interrupted,
}

/// Asks about positions, with the same settings and in the same memory.
pub(super) struct Asker<'a> {
    settings: &'a Settings,
    stop: &'a AtomicBool,
    memory: search::Memory<ChessMove>,
}

/// What the search found.
pub(super) struct Reply {
    /// The move that mates in time; `None` if there is none.
    pub(super) first_move: Option<ChessMove>,
    /// Entered by this search, illegal moves included if they cost nodes.
    pub(super) nodes: u64,
}

/// Counts nodes, and keeps the move that failed high at the root.
#[derive(Default)]
struct AtRoot {
    nodes: u64,
    refuting: Option<ChessMove>,
}

impl SearchObserver<Chess> for AtRoot {
    #[inline(always)]
    fn on(&mut self, event: &Event<'_, Chess>) {
        match event {
            Event::Entered { .. } | Event::KingCaptured { .. } => self.nodes += 1,
            Event::BetaCutoff { ply, mv, .. } if *ply == Ply::ROOT => self.refuting = Some(*mv),
            _ => {}
        }
    }
}

impl<'a> Asker<'a> {
    pub(super) fn new(settings: &'a Settings, stop: &'a AtomicBool) -> Self {
        Asker {
            settings,
            stop,
            memory: search::Memory::default(),
        }
    }

    /// Whether the side to move mates in at most `moves`, from an empty table.
    pub(super) fn ask(&mut self, position: &Chess, moves: u8) -> Result<Reply, AskError> {
        let options = &self.settings.search;
        let plies = 2 * u16::from(moves) - 1;
        // The mated node has no depth left; without the test of such nodes it needs one ply more.
        let depth = Depth::new(2 * moves - u8::from(options.mate_at_horizon));
        let mate = Score::mate_in(plies);
        let question = [(Ply::ROOT, depth, Window::null_below(mate))];
        let limits = search::Limits {
            nodes: None,
            stop: Some(self.stop),
        };
        let mut root = AtRoot::default();
        let own: Vec<_> = self
            .settings
            .registered
            .iter()
            .map(RegisteredTechnique::within)
            .collect();
        let values = if own.is_empty() {
            Search::new(position, options)
                .observed_by(&mut root)
                .in_memory_of(&mut self.memory)
                .limited(limits)
                .values_at(question)
        } else {
            Search::dynamic(position, options, &Sound, &own)
                .observed_by(&mut root)
                .in_memory_of(&mut self.memory)
                .limited(limits)
                .values_at(question)
        };
        let value = values.map_err(SearchError::from)?[0];
        if self.stop.load(Ordering::Relaxed) {
            return Err(AskError::Interrupted);
        }
        let first_move = root.refuting.filter(|_| value >= mate);
        Ok(Reply {
            first_move,
            nodes: root.nodes,
        })
    }
}
