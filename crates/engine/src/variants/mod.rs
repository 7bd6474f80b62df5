//! Named configurations: data, no code.

mod glass;
mod plain;

pub use self::{glass::GLASS, plain::PLAIN};
use crate::search::SearchOptions;

/// A configuration with a name.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name in experiment files and on the command line.
    pub name: &'static str,
    /// Its purpose, in one sentence.
    pub purpose: &'static str,
    /// The settings.
    pub options: SearchOptions,
}

/// Every named configuration.
pub const ALL: [Variant; 2] = [PLAIN, GLASS];

/// The configuration with this name.
#[must_use]
pub fn find(name: &str) -> Option<Variant> {
    ALL.into_iter().find(|variant| variant.name == name)
}
