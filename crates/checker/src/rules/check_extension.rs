//! Check extension: a move that gives check is extended, or one that evades it.

use plybench_engine::game::CheckAnswer;
use serde::Deserialize;

use crate::check::Made;

/// The move that is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Extends {
    /// The one that gives check.
    Check,
    /// The one that evades it.
    Evasion,
}

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct CheckExtension {
    /// By how many plies.
    pub(crate) plies: u8,
    /// Which move.
    extends: Extends,
    /// Whether evasions that capture the checking piece count.
    captures: bool,
    /// Whether evasions that interpose a piece count.
    interpositions: bool,
}

impl Default for CheckExtension {
    fn default() -> Self {
        CheckExtension {
            plies: 1,
            extends: Extends::Check,
            captures: true,
            interpositions: true,
        }
    }
}

impl CheckExtension {
    /// Its name.
    pub(crate) const NAME: &str = "check-extension";
    /// Its place.
    pub(crate) const PLACE: u8 = 1;

    /// The plies by which a move is extended.
    pub(crate) fn extension(&self, in_check: bool, made: &Made) -> u8 {
        if self.is_extended(in_check, made.gives_check, made.answer) {
            self.plies
        } else {
            0
        }
    }

    /// Whether a move is extended.
    pub(crate) fn is_extended(
        &self,
        in_check: bool,
        gives_check: bool,
        answer: CheckAnswer,
    ) -> bool {
        match (self.extends, answer) {
            (Extends::Check, _) => gives_check,
            (Extends::Evasion, CheckAnswer::Flees) => in_check,
            (Extends::Evasion, CheckAnswer::Captures) => in_check && self.captures,
            (Extends::Evasion, CheckAnswer::Interposes) => in_check && self.interpositions,
        }
    }
}
