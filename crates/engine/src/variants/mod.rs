//! Named configurations: data, no code.

mod glass;
mod glass_cpw;
mod micromax;
mod minimax;
mod moreland;
mod plain;
mod solver;
mod vipermate;

pub use self::{
    glass::GLASS, glass_cpw::GLASS_CPW, micromax::MICROMAX, minimax::MINIMAX, moreland::MORELAND,
    plain::PLAIN, solver::SOLVER, vipermate::VIPERMATE,
};
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
pub const ALL: [Variant; 8] = [
    PLAIN, MINIMAX, GLASS, GLASS_CPW, MICROMAX, MORELAND, SOLVER, VIPERMATE,
];

/// The configuration with this name.
#[must_use]
pub fn find(name: &str) -> Option<Variant> {
    ALL.into_iter().find(|variant| variant.name == name)
}
