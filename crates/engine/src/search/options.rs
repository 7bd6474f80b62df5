//! The options that shape the tree. An experiment file can set all of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::growing_aspiration::GrowingAspiration;
use crate::{
    eval::{CorrectionOptions, Evaluation},
    ordering::OrderingOptions,
    table::{PrincipalEntries, TableOptions},
    techniques::{BuiltIn, Hooks, MateDistance},
};

/// The value that a search returns when the true value lies outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailMode {
    /// The nearer bound of the window.
    #[default]
    Hard,
    /// The tighter bound that the search has proved (Fishburn, "Analysis of Speedup in Distributed
    /// Algorithms", 1981).
    Soft,
}

/// The window with which the moves after the first are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoutMode {
    /// The node's whole window: plain alpha-beta.
    #[default]
    FullWindow,
    /// A null window first, and the whole window only if the move beats it: principal variation
    /// search (Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982).
    Pvs,
    /// For every move the node's window before its moves: the value of one move never narrows the window of the next. With the full
    /// window at the root this is minimax, which cuts nothing off (Shannon, "Programming a Computer for Playing Chess", 1950).
    Minimax,
}

/// The windows with which the root is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RootDriver {
    /// Once, with the full window.
    #[default]
    FullWindow,
    /// With a window of this many centipawns on either side of the last iteration's score, widened
    /// until it contains the value.
    Aspiration(u16),
    /// With a window around the last iteration's score that grows by a factor until it contains the value.
    GrowingAspiration(GrowingAspiration),
    /// With null windows that close in on the value (Plaat, Schaeffer, Pijls and de Bruin,
    /// "Best-First Fixed-Depth Minimax Algorithms", 1996).
    Mtdf,
    /// Once, with the full window for each move of the root: the search finds the value of every move, not only of the best one.
    EveryMove,
}

impl RootDriver {
    /// Whether the last search of the root in an iteration may be shallower than the iteration.
    #[must_use]
    pub fn may_search_shallower(self) -> bool {
        matches!(self, RootDriver::GrowingAspiration(by) if by.shallower)
    }
}

/// The value of a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MateValues {
    /// A mate is worth one unit less for each ply by which it is further away, so that the search prefers the shortest.
    #[default]
    ByPly,
    /// All mates have the same value, which is shown as M128, the longest mate. So the search may announce a mate at every move and
    /// never give it. (Moreland, "Checkmate/Stalemate Scoring", 2001, describes the error.) Mate distance pruning needs distances
    /// and is refused.
    Flat,
}

/// What quiescence does in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuiescenceInCheck {
    /// It searches all evasions, so that a mate is seen.
    #[default]
    Evasions,
    /// It does not notice the check: it stands pat and searches captures and promotions, as micro-Max does, even if it is mated.
    StandPat,
}

/// How a search finds out that a move leaves the own king in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Legality {
    /// By the position: illegal moves are not generated and cost no nodes.
    #[default]
    KingSafety,
    /// By the reply that captures the king, as micro-Max does. Each illegal move leads to a node, which is entered and ends at once.
    /// The nodes of a position are entered after its first move has not caused a cutoff, or at once if it has no moves. Scores
    /// stay the same.
    KingCapture,
}

/// The rules that end the game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawRules {
    /// Whether a position that has occurred before on the path from the root is a draw.
    pub repetition: bool,
    /// Whether a hundred plies without a capture or pawn move are a draw, unless the last one mates.
    pub fifty_moves: bool,
    /// The cost of a draw for the side to move at the root, in centipawns.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SearchOptions {
    /// The value that a search returns when the true value lies outside its window.
    pub fail: FailMode,
    /// The window with which the moves after the first are searched.
    pub scout: ScoutMode,
    /// The windows with which the root is searched.
    pub driver: RootDriver,
    /// Whether a node at depth 0 is tested for mate and stalemate. The test costs time and finds
    /// mates one iteration earlier.
    pub mate_at_horizon: bool,
    /// Whether the search continues beyond the horizon with captures, promotions and, in check, all
    /// evasions.
    pub quiescence: bool,
    /// What quiescence does in check.
    pub quiescence_in_check: QuiescenceInCheck,
    /// The value of a mate.
    pub mates: MateValues,
    /// Whether pawns may promote to pieces other than queens. Without these moves the search plays another game: it may miss a
    /// mate, or see one that does not exist.
    pub under_promotion: bool,
    /// How the search finds out that a move leaves the own king in check.
    pub legality: Legality,
    /// The static evaluation of positions in which the search ends.
    pub evaluation: Evaluation,
    /// What the search learns about the errors of the static evaluation, which it then corrects in later nodes (correction history).
    /// Scores become dependent on the order of the search.
    pub correction_history: CorrectionOptions,
    /// The rules that end the game in a draw.
    pub draws: DrawRules,
    /// The order in which a node's moves are searched.
    pub ordering: OrderingOptions,
    /// The transposition table, which keeps results of earlier searches of a position.
    pub table: TableOptions,
    /// The techniques that are on.
    pub techniques: BuiltIn,
}

impl SearchOptions {
    /// The form of mate distance pruning that is on although mates have one value, so that there are no distances to prune by.
    /// A search with such options is refused: the form would take the mates for others than they are.
    #[must_use]
    pub fn form_without_distances(&self) -> Option<MateDistance> {
        let form = self.techniques.mate_distance;
        (self.mates == MateValues::Flat && form != MateDistance::Off).then_some(form)
    }

    /// What the settings use of the code that most copies of the search leave out.
    pub(super) fn hooks(&self) -> Hooks {
        let has_principal_table = self.table.principal_variation != PrincipalEntries::Shared;
        let is_rare = self.legality == Legality::KingCapture || self.scout == ScoutMode::Minimax;
        let is_rare = is_rare || self.ordering.is_extended() || self.table.replacement.is_rare();
        let is_rare = is_rare || self.correction_history.is_on();
        if has_principal_table || is_rare {
            Hooks::RARE_SETTINGS
        } else {
            Hooks::NONE
        }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            fail: FailMode::default(),
            scout: ScoutMode::default(),
            driver: RootDriver::default(),
            mate_at_horizon: false,
            quiescence: false,
            under_promotion: true,
            legality: Legality::KingSafety,
            quiescence_in_check: QuiescenceInCheck::default(),
            mates: MateValues::default(),
            evaluation: Evaluation::default(),
            correction_history: CorrectionOptions::NONE,
            draws: DrawRules::default(),
            ordering: OrderingOptions::default(),
            table: TableOptions::default(),
            techniques: BuiltIn::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Replacement;

    #[test]
    fn a_form_needs_mates_of_different_values() {
        let mut options = SearchOptions::default();
        options.techniques.mate_distance = MateDistance::Cpw;
        assert_eq!(options.form_without_distances(), None);
        options.mates = MateValues::Flat;
        assert_eq!(options.form_without_distances(), Some(MateDistance::Cpw));
        options.techniques.mate_distance = MateDistance::Off;
        assert_eq!(options.form_without_distances(), None);
    }

    #[test]
    fn each_rare_setting_is_one_alone() {
        let usual = SearchOptions::default();
        assert_eq!(usual.hooks(), Hooks::NONE);
        let [
            mut entries,
            mut legality,
            mut minimax,
            mut replacement,
            mut corrected,
        ] = [usual; 5];
        entries.table.principal_variation = PrincipalEntries::Separate(16);
        legality.legality = Legality::KingCapture;
        minimax.scout = ScoutMode::Minimax;
        replacement.table.replacement = Replacement::Never;
        corrected.correction_history.pieces = true;
        for rare in [entries, legality, minimax, replacement, corrected] {
            assert_eq!(rare.hooks(), Hooks::RARE_SETTINGS);
        }
    }
}
