//! A second search, slow and obvious, that predicts what the search returns and how many nodes it enters.
//!
//! It is written from the documents: the definitions in the engine's README, the catalogue of techniques and the descriptions of
//! the settings. Values are plain integers, the node function is one recursion that returns its line, and nothing is cached. Of the
//! engine it uses positions and the static evaluation.

mod corrections;
mod driver;
mod mate_distance;
mod node;
mod order;
mod searched;
mod techniques;

use std::collections::HashMap;

use plybench_engine::game::Game;
use serde_json::Value;

use self::order::Order;
pub(crate) use self::techniques::COVERED;
use plybench_checker::{
    game::Recorded,
    settings::{Settings, Size},
    technique_name,
    trace::Iterated,
};

/// The iterations 1 to `depth` of a search of `root`, as the search has to report them.
///
/// # Errors
/// The name of a setting that is on and that the reference does not have: the table, or a technique.
pub(crate) fn search<G: Recorded>(
    root: &G,
    settings: &Value,
    depth: u8,
) -> Result<Vec<Iterated>, String> {
    search_after(root, &[], settings, depth)
}

/// The same after the positions of a game with these keys, in the order of play.
///
/// # Errors
/// As [`search`].
pub(crate) fn search_after<G: Recorded>(
    root: &G,
    past: &[u64],
    settings: &Value,
    depth: u8,
) -> Result<Vec<Iterated>, String> {
    let is_on = |technique: &&String| settings["techniques"][technique.as_str()] != false;
    let names: Vec<String> = (0..).map_while(technique_name).collect();
    let mut others = names
        .iter()
        .filter(|name| !COVERED.contains(&name.as_str()));
    if let Some(technique) = others.find(is_on) {
        return Err(technique.clone());
    }
    let settings: Settings = serde_json::from_value(settings.clone()).unwrap();
    if settings.table.size != Size::Off {
        return Err("table".to_owned());
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
    /// Of the static evaluation, in parts of a centipawn: by whether the structure is that of the pawns, and its entry.
    corrections: HashMap<(bool, u64), i32>,
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
            corrections: HashMap::new(),
        }
    }
}
