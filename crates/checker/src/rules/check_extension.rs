//! Check extension: a move that gives check is extended.

use serde::Deserialize;

/// Its parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct CheckExtension {
    /// By how many plies.
    pub(crate) plies: u8,
}

impl Default for CheckExtension {
    fn default() -> Self {
        CheckExtension { plies: 1 }
    }
}

impl CheckExtension {
    /// Its name.
    pub(crate) const NAME: &str = "check-extension";
    /// Its place.
    pub(crate) const PLACE: u8 = 1;

    /// The plies by which a move is extended.
    pub(crate) fn extension(&self, gives_check: bool) -> u8 {
        if gives_check { self.plies } else { 0 }
    }
}
