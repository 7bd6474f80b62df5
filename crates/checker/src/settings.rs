//! The settings of a search, read from a trace's header.
//!
//! They are read by structures of the checker's own; only the name of the static evaluation is the engine's. So the checker learns
//! a setting only if the search writes it correctly, and refuses one that it does not know.

use plybench_engine::eval::Evaluation;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};
use serde_json::{Map, Value};

use crate::{
    rules::{
        CheckExtension, EnhancedTranspositionCutoff, Futility, InternalIterativeDeepening,
        LateMoveReduction, MateDistance, NullMove, ProbCut, Razoring, SingularExtension,
    },
    value::{LONGEST_MATE, MATE, Window},
};

/// Every setting of a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Settings {
    /// What is returned for a value outside the window.
    pub(crate) fail: Fail,
    /// The windows of the moves after the first.
    pub(crate) scout: Scout,
    /// The windows of the root.
    pub(crate) driver: Driver,
    /// Whether a node at the horizon is tested for mate.
    pub(crate) mate_at_horizon: bool,
    /// Whether the search continues beyond the horizon with tactical moves.
    pub(crate) quiescence: bool,
    /// What quiescence does in check.
    pub(crate) quiescence_in_check: QuiescenceInCheck,
    /// The value of a mate.
    pub(crate) mates: Mates,
    /// Whether pawns may promote to less than a queen.
    pub(crate) under_promotion: bool,
    /// How the search learns that a move leaves the own king in check.
    pub(crate) legality: Legality,
    /// The static evaluation.
    pub(crate) evaluation: Evaluation,
    /// The rules that draw.
    pub(crate) draws: Draws,
    /// The sources of move ordering.
    pub(crate) ordering: Ordering,
    /// The transposition table.
    pub(crate) table: Table,
    /// The techniques.
    pub(crate) techniques: Techniques,
}

impl Settings {
    /// Reads the settings of a search that can begin.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn of_a_search(written: &Value) -> Result<Self, String> {
        let settings = Settings::deserialize(written).map_err(|error| error.to_string())?;
        let prunes_mates = settings.techniques.mate_distance != MateDistance::Off;
        if settings.mates == Mates::Flat && prunes_mates {
            let problem =
                "mates of one value have no distance, so no search with mate-distance begins";
            return Err(problem.to_owned());
        }
        Ok(settings)
    }
}

/// What is returned for a value outside the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fail {
    /// The nearer bound.
    Hard,
    /// The bound that the search has proved.
    Soft,
}

/// The windows of the moves after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scout {
    /// The whole window.
    FullWindow,
    /// A null window, then the whole one if the move lies within it.
    Pvs,
    /// The window as it was before the node's moves.
    Minimax,
}

/// The windows of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Driver {
    /// The full window.
    FullWindow,
    /// This many centipawns around the last iteration's value, wider until it contains the value.
    Aspiration(u16),
    /// Null windows that close in on the value.
    Mtdf,
}

/// What quiescence does in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum QuiescenceInCheck {
    /// It searches the evasions.
    Evasions,
    /// What it does otherwise.
    StandPat,
}

/// How the search learns that a move leaves the own king in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Legality {
    /// The position says so.
    KingSafety,
    /// The reply captures the king.
    KingCapture,
}

/// The value of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mates {
    /// Less by one for each ply.
    ByPly,
    /// The same for all.
    Flat,
}

impl Mates {
    /// The value of being mated at `ply`.
    pub(crate) fn mated(self, ply: i32) -> i32 {
        match self {
            Mates::ByPly => ply - MATE,
            Mates::Flat => LONGEST_MATE - MATE,
        }
    }

    /// The ply of a node for storing its value: mates of one value have no distance from the node. Reading makes none longer than the
    /// longest, which is that value.
    pub(crate) fn kept_from(self, ply: i32) -> i32 {
        match self {
            Mates::ByPly => ply,
            Mates::Flat => 0,
        }
    }
}

/// The rules that draw.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Draws {
    /// A position that occurred on the path before.
    pub(crate) repetition: bool,
    /// A hundred plies without capture or pawn move.
    pub(crate) fifty_moves: bool,
    /// What a draw costs the side to move at the root, in centipawns.
    pub(crate) contempt: i16,
}

/// The sources of move ordering.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Ordering {
    /// The table's move first.
    pub(crate) table_move: bool,
    /// Captures and promotions by victim and attacker.
    pub(crate) mvv_lva: bool,
    /// The two quiet moves that last failed high at the ply.
    pub(crate) killers: bool,
    /// Quiet moves by their successes elsewhere.
    pub(crate) history: bool,
    /// The order of the others.
    pub(crate) ties: Ties,
}

/// The order of moves that no source distinguishes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ties {
    /// As the game generates them.
    Generation,
    /// Shuffled with this seed.
    Random(u32),
}

/// The transposition table.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Table {
    /// Its size.
    pub(crate) size: Size,
    /// The depth that an entry needs.
    pub(crate) depth: Depth,
    /// The entry that gives way.
    pub(crate) replacement: Replacement,
    /// Whether nodes at the horizon read and write it.
    pub(crate) probe_at_horizon: bool,
    /// Where the exact results of open windows are kept.
    pub(crate) principal_variation: PrincipalEntries,
}

/// Where the exact results of open windows are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PrincipalEntries {
    /// With all others.
    Shared,
    /// In a second table with this many entries, where open windows look first.
    Separate(u32),
}

/// The size of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Size {
    /// No table.
    Off,
    /// This many entries.
    Entries(u32),
    /// As many entries of 16 bytes as fit into this many MiB.
    Mib(u16),
}

/// The depth that an entry needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Depth {
    /// The search's or more.
    AtLeast,
    /// The search's.
    Exactly,
}

/// The entry that gives way if two need the same slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Replacement {
    /// The older.
    Always,
    /// The shallower; the older of equal ones.
    DepthPreferred,
    /// The shallower moves to, or is stored in, a second slot.
    TwoTier,
}

/// The techniques. One that the checker has no rule for is an unknown field, and the trace is refused.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Techniques {
    /// The form of mate distance pruning.
    pub(crate) mate_distance: MateDistance,
    /// Its parameters, if it is on; so are those below.
    pub(crate) check_extension: On<CheckExtension>,
    /// Moves that the table knows to reach beta.
    pub(crate) enhanced_transposition_cutoff: On<EnhancedTranspositionCutoff>,
    /// Nodes far below alpha.
    pub(crate) razoring: On<Razoring>,
    /// See `rules/null_move.rs`; the others stand in their files too.
    pub(crate) null_move: On<NullMove>,
    /// Quiet moves near the horizon.
    pub(crate) futility: On<Futility>,
    /// Late quiet moves.
    pub(crate) late_move_reduction: On<LateMoveReduction>,
    /// The table's move, if all others are worse.
    pub(crate) singular_extension: On<SingularExtension>,
    /// Captures that beat a raised beta.
    pub(crate) prob_cut: On<ProbCut>,
    /// A shallower search for the first move.
    pub(crate) internal_iterative_deepening: On<InternalIterativeDeepening>,
}

/// A technique: `false`, `true` for its defaults, or a table of its parameters and those of its scope.
#[derive(Clone, Debug)]
pub(crate) struct On<T>(pub(crate) Option<(T, Scope)>);

impl<'de, T: Default + DeserializeOwned> Deserialize<'de> for On<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Switch(bool),
            Parameters(Map<String, Value>),
        }
        let mut own = match Written::deserialize(deserializer)? {
            Written::Switch(is_on) => {
                return Ok(On(is_on.then(|| (T::default(), Scope::default()))));
            }
            Written::Parameters(own) => own,
        };
        if let Some((name, value)) = own.iter().find(|(name, value)| !is_in_range(name, value)) {
            let problem = format_args!("no technique has {name} {value}");
            return Err(D::Error::custom(problem));
        }
        let mut scope = Map::new();
        for key in ["at-nodes", "at-depths", "at-plies"] {
            scope.extend(own.remove_entry(key));
        }
        let technique = serde_json::from_value(own.into()).map_err(D::Error::custom)?;
        let scope = serde_json::from_value(scope.into()).map_err(D::Error::custom)?;
        Ok(On(Some((technique, scope))))
    }
}

/// Whether a search can have the numbers of a parameter: bytes, a range from less to more, and one to four margins. The rules
/// calculate with wider integers and would take others.
fn is_in_range(name: &str, value: &Value) -> bool {
    let is_at_most = |value: &Value, most| {
        !value.is_number() || value.as_u64().is_some_and(|number| number <= most)
    };
    match (name, value.as_array()) {
        ("margins", Some(margins)) => {
            let fits = |margin| is_at_most(margin, u64::from(u16::MAX) - 1);
            (1..=4).contains(&margins.len()) && margins.iter().all(fits)
        }
        ("margin", _) => true,
        (_, Some(list)) => {
            let fits = |value| is_at_most(value, u8::MAX.into());
            list.iter().all(fits) && list.is_sorted_by_key(Value::as_u64)
        }
        (_, None) => is_at_most(value, u8::MAX.into()),
    }
}

/// The nodes at which a technique acts.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Scope {
    /// By window.
    at_nodes: Nodes,
    /// The smallest and the largest depth.
    at_depths: [i32; 2],
    /// The smallest and the largest ply.
    at_plies: [i32; 2],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Nodes {
    All,
    OpenWindow,
    NullWindow,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            at_nodes: Nodes::All,
            at_depths: [0, 255],
            at_plies: [0, 255],
        }
    }
}

impl Scope {
    /// Whether a node is one of them.
    pub(crate) fn contains(&self, window: Window, depth: i32, ply: i32) -> bool {
        let is_in = |[least, most]: [i32; 2], plies: i32| least <= plies && plies <= most;
        let has_window = match self.at_nodes {
            Nodes::All => true,
            Nodes::OpenWindow => !window.is_null(),
            Nodes::NullWindow => window.is_null(),
        };
        has_window && is_in(self.at_depths, depth) && is_in(self.at_plies, ply)
    }
}
