//! A second search, slow and obvious, that predicts what the search returns and how many nodes it enters.
//!
//! It is written from the documents: the definitions in the engine's README, the catalogue of techniques and the descriptions of
//! the settings. Values are plain integers, the node function is one recursion that returns its line, and nothing is cached. Of the
//! engine it uses positions and the static evaluation.

mod driver;
mod mate_distance;
mod node;
mod order;
mod techniques;

use plybench_engine::game::Game;
use serde_json::Value;
use thiserror::Error;

use self::order::Order;
use crate::{
    game::Recorded,
    settings::{Settings, Size},
    trace::Iterated,
};

/// Why the reference cannot predict a search.
#[derive(Debug, Error)]
pub enum Uncovered {
    /// A technique or a part that it does not have.
    #[error("the reference search has no {0}")]
    Setting(&'static str),
    /// The settings cannot be read.
    #[error("not the settings of a search: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// The iterations 1 to `depth` of a search of `root`, as the search has to report them.
///
/// # Errors
/// If the settings are not readable, or if one is on that the reference does not have: the table, and the techniques that serve
/// only together with it.
pub fn search<G: Recorded>(
    root: &G,
    settings: &Value,
    depth: u8,
) -> Result<Vec<Iterated>, Uncovered> {
    search_after(root, &[], settings, depth)
}

/// The same after the positions of a game with these keys, in the order of play.
///
/// # Errors
/// As [`search`].
pub fn search_after<G: Recorded>(
    root: &G,
    past: &[u64],
    settings: &Value,
    depth: u8,
) -> Result<Vec<Iterated>, Uncovered> {
    let settings: Settings = serde_json::from_value(settings.clone())?;
    for (is_on, name) in [
        (settings.table.size != Size::Off, "table"),
        (
            settings
                .techniques
                .enhanced_transposition_cutoff
                .0
                .is_some(),
            "enhanced transposition cutoff",
        ),
        (
            settings.techniques.singular_extension.0.is_some(),
            "singular extension",
        ),
        (settings.techniques.prob_cut.0.is_some(), "prob-cut"),
        (
            settings.techniques.internal_iterative_deepening.0.is_some(),
            "internal iterative deepening",
        ),
    ] {
        if is_on {
            return Err(Uncovered::Setting(name));
        }
    }
    let mut search = Reference::new(&settings);
    search.path.extend(past);
    Ok(search.iterations(root, depth.into()))
}

/// The state of a search.
struct Reference<'s, G: Game> {
    settings: &'s Settings,
    /// Entered since the search began.
    nodes: u64,
    /// The same count when the root's line last changed.
    nodes_to_line: u64,
    /// The root's best line.
    line: Vec<G::Move>,
    /// The keys of the positions from the game's first to the parent of the node that is entered next.
    path: Vec<u64>,
    order: Order<G>,
}

impl<'s, G: Recorded> Reference<'s, G> {
    fn new(settings: &'s Settings) -> Self {
        Reference {
            settings,
            nodes: 0,
            nodes_to_line: 0,
            line: Vec::new(),
            path: Vec::new(),
            order: Order::new(settings),
        }
    }
}
