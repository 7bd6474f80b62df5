//! Everything that shapes the tree and can be written in an experiment file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    eval::Evaluation, ordering::OrderingOptions, table::TableOptions, techniques::BuiltIn,
};

/// What a search returns for a value outside of its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailMode {
    /// The nearer edge of the window.
    #[default]
    Hard,
    /// The tighter bound that the search has shown (Fishburn, "Analysis of Speedup in Distributed
    /// Algorithms", 1981).
    Soft,
}

/// With which window the moves after the first are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoutMode {
    /// The whole window: plain alpha-beta.
    #[default]
    FullWindow,
    /// A null window first and the whole window only for a move that beats it: principal
    /// variation search (Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees",
    /// 1982).
    Pvs,
}

/// With which windows the root is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RootDriver {
    /// Once, with the full window.
    #[default]
    FullWindow,
    /// With a window of so many centipawns on either side of the last score, widened until it
    /// holds.
    Aspiration(u16),
    /// With null windows that close in on the value (Plaat, Schaeffer, Pijls and de Bruin,
    /// "Best-First Fixed-Depth Minimax Algorithms", 1996).
    Mtdf,
}

/// Which rules end the game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawRules {
    /// A position that has occurred before on the path from the root is a draw.
    pub repetition: bool,
    /// A hundred plies without capture or pawn move are a draw, unless the last one mates.
    pub fifty_moves: bool,
    /// What a draw costs the side to move at the root, in centipawns.
    pub contempt: i16,
}

impl Default for DrawRules {
    fn default() -> Self {
        DrawRules {
            repetition: true,
            fifty_moves: true,
            contempt: 0,
        }
    }
}

/// The settings of a search. The defaults are plain alpha-beta and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SearchOptions {
    /// What a search returns for a value outside of its window.
    pub fail: FailMode,
    /// With which window later moves are searched.
    pub scout: ScoutMode,
    /// With which windows the root is searched.
    pub driver: RootDriver,
    /// Whether a node at depth 0 without legal moves is seen as mate or stalemate. Seeing it costs
    /// time and shows mates one iteration earlier.
    pub mate_at_horizon: bool,
    /// Whether captures, and all evasions of check, are searched on at the horizon.
    pub quiescence: bool,
    /// The static evaluation.
    pub evaluation: Evaluation,
    /// Which rules end the game in a draw.
    pub draws: DrawRules,
    /// The order of the moves.
    pub ordering: OrderingOptions,
    /// The transposition table.
    pub table: TableOptions,
    /// Which techniques are on.
    pub techniques: BuiltIn,
}
