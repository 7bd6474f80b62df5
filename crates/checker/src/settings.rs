//! The settings of a search, read from a trace's header.
//!
//! They are read by structures of the checker's own; only the name of the static evaluation is the engine's. So the checker learns
//! a setting only if the search writes it correctly, and refuses one that it does not know.

use plybench_engine::eval::Evaluation;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    rules::{MateDistance, Techniques},
    value::{LONGEST_MATE, MATE},
};

/// Every setting of a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// What is returned for a value outside the window.
    pub fail: Fail,
    /// The windows of the moves after the first.
    pub scout: Scout,
    /// The windows of the root.
    pub driver: Driver,
    /// Whether a node at the horizon is tested for mate.
    pub mate_at_horizon: bool,
    /// Whether the search continues beyond the horizon with tactical moves.
    pub quiescence: bool,
    /// What quiescence does in check.
    pub quiescence_in_check: QuiescenceInCheck,
    /// The value of a mate.
    pub mates: Mates,
    /// Whether pawns may promote to less than a queen.
    pub under_promotion: bool,
    /// How the search learns that a move leaves the own king in check.
    pub legality: Legality,
    pub evaluation: Evaluation,
    /// By what corrections of the evaluation are learned.
    pub correction_history: CorrectionHistory,
    /// The rules that draw.
    pub draws: Draws,
    /// The sources of move ordering.
    pub ordering: Ordering,
    pub table: Table,
    pub techniques: Techniques,
}

impl Settings {
    /// Reads the settings of a search that can begin.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of_a_search(written: &Value) -> Result<Self, String> {
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

/// Declares types that are read from a header, with the names of its JSON.
macro_rules! read {
    ($($(#[$doc:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub $kind $name { $($body)* }
    )*};
}

read! {
    /// What is returned for a value outside the window.
    pub enum Fail {
        /// The nearer bound of the window.
        Hard,
        /// The bound that the search has proved.
        Soft,
    }

    /// The windows of the moves after the first.
    pub enum Scout {
        /// The whole window of the node.
        FullWindow,
        /// A null window, then the whole one if the move lies within it.
        Pvs,
        /// The window as it was before the node's moves.
        Minimax,
    }

    /// The windows of the root.
    pub enum Driver {
        /// The window that contains every value.
        FullWindow,
        /// This many centipawns around the last iteration's value, wider until it contains the value.
        Aspiration(u16),
        /// Around the last iteration's value, wider by a factor after each failure.
        GrowingAspiration(GrowingAspiration),
        /// Null windows that close in on the value.
        Mtdf,
        /// The window that contains every value, for each move of the root.
        EveryMove,
    }

    /// What quiescence does in check.
    pub enum QuiescenceInCheck {
        /// It searches the evasions.
        Evasions,
        /// What it does otherwise.
        StandPat,
    }

    /// How the search learns that a move leaves the own king in check.
    pub enum Legality {
        /// The position says so.
        KingSafety,
        /// The reply captures the king.
        KingCapture,
    }

    /// The value of a mate.
    pub enum Mates {
        /// Less by one for each ply.
        ByPly,
        /// The same for all.
        Flat,
    }

    /// By what corrections of the evaluation are learned.
    pub struct CorrectionHistory {
        /// By the places of the pawns.
        pub pawns: bool,
        /// By the places of the other pieces.
        pub pieces: bool,
    }

    /// The rules that draw.
    pub struct Draws {
        /// A position that occurred on the path before.
        pub repetition: bool,
        /// A hundred plies without capture or pawn move.
        pub fifty_moves: bool,
        /// What a draw costs the side to move at the root, in centipawns.
        pub contempt: i16,
    }

    /// The sources of move ordering.
    pub struct Ordering {
        /// The table's move first.
        pub table_move: bool,
        /// Captures and promotions by victim and attacker.
        pub mvv_lva: bool,
        /// The two quiet moves that last failed high at the ply.
        pub killers: bool,
        /// Quiet moves by their successes elsewhere.
        pub history: bool,
        /// Whether these scores approach a limit, and moves that were searched in vain lose score.
        pub history_gravity: bool,
        /// The quiet move that last refuted the last move, after the killers.
        pub countermoves: bool,
        /// Whether the scores also count what answered the last two moves.
        pub continuation_history: bool,
        /// Captures and promotions that lose material after the quiet moves.
        pub losing_captures_last: bool,
        /// The order of the others.
        pub ties: Ties,
    }

    /// The order of moves that no source distinguishes.
    pub enum Ties {
        /// As the game generates them.
        Generation,
        /// Shuffled with this seed.
        Random(u32),
    }

    /// The settings of the transposition table.
    pub struct Table {
        pub size: Size,
        /// The depth that an entry needs.
        pub depth: Depth,
        /// The entry that gives way.
        pub replacement: Replacement,
        /// Whether nodes at the horizon read and write it.
        pub probe_at_horizon: bool,
        /// Where the exact results of open windows are kept.
        pub principal_variation: PrincipalEntries,
    }

    /// Where the exact results of open windows are kept.
    pub enum PrincipalEntries {
        /// In the one table, with all other results.
        Shared,
        /// In a second table with this many entries, where open windows look first.
        Separate(u32),
    }

    /// The size of the table.
    pub enum Size {
        /// The search has no table.
        Off,
        /// So many entries, each of one position.
        Entries(u32),
        /// As many entries of 16 bytes as fit into this many MiB.
        Mib(u16),
    }

    /// The depth that an entry needs.
    pub enum Depth {
        /// The search's or more.
        AtLeast,
        /// Only the search's own.
        Exactly,
    }

    /// The entry that gives way if two need the same slot.
    pub enum Replacement {
        /// The older one, whatever its depth.
        Always,
        /// The shallower; the older of equal ones.
        DepthPreferred,
        /// The shallower moves to, or is stored in, a second slot.
        TwoTier,
        /// The newer one, unless both are of the same position.
        Never,
        /// The one whose search entered fewer nodes; the older of equal ones, and always that of the same position.
        NodesPreferred,
        /// The same, where a node that an entry ended counts as many nodes as the entry.
        AllNodesPreferred,
        /// The one with fewer nodes moves to, or is stored in, a second slot.
        TwoTierNodes,
        /// One of an earlier iteration; in the same iteration the shallower, or the older of equal ones.
        Aging,
    }
}

/// A window that grows. A parameter that is left out has its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GrowingAspiration {
    /// The first width on either side, in centipawns.
    pub width: u16,
    /// The next width, in percent of the one before.
    pub growth: u16,
    /// The first depth with a window.
    pub from_depth: u8,
    /// Beta comes down to the middle when alpha fails.
    pub midpoint: bool,
    /// The root is searched less deeply after beta has failed.
    pub shallower: bool,
}

impl Default for GrowingAspiration {
    fn default() -> Self {
        GrowingAspiration {
            width: 16,
            growth: 200,
            from_depth: 7,
            midpoint: true,
            shallower: true,
        }
    }
}

impl Mates {
    /// The value of being mated at `ply`.
    pub fn mated(self, ply: i32) -> i32 {
        match self {
            Mates::ByPly => ply - MATE,
            Mates::Flat => LONGEST_MATE - MATE,
        }
    }

    /// The ply of a node for storing its value: mates of one value have no distance from the node. Reading makes none longer than the
    /// longest, which is that value.
    pub fn table_ply(self, ply: i32) -> i32 {
        match self {
            Mates::ByPly => ply,
            Mates::Flat => 0,
        }
    }
}
