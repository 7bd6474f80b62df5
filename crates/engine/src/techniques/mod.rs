//! Pruning, extensions and reductions: everything that can be switched on and off.
//!
//! A [`Technique`] is a set of hooks into the search's numbered steps, all of which do nothing by
//! default. Each technique has its own file. The built-in ones form one value, [`BuiltIn`], set at
//! run time, so that an experiment can use any combination. Techniques from another crate are added
//! with [`Search::with`](crate::search::Search::with).
//!
//! To add a built-in technique, write its file and add its line to the `built_in!` list in
//! `registry.rs` (or, for a form of mate distance pruning, to the list in `mate_distance/mod.rs`).
//! Lists, docs and tests enumerate the registry.

mod composition;
mod credit;
#[cfg(test)]
mod exact_search;
mod hooks;
mod limited;
mod margins;
mod node;
mod registry;
mod run_time_composition;
mod switch;
mod uses;

pub mod check_extension;
pub mod enhanced_transposition_cutoff;
pub mod futility;
pub mod internal_iterative_deepening;
pub mod late_move_reduction;
pub mod mate_distance;
pub mod null_move;
pub mod prob_cut;
pub mod razoring;
pub mod singular_extension;

pub(crate) use self::hooks::{MISSING_PATH, NoSubSearch};
#[doc(hidden)]
pub use self::{
    composition::{Below, Clamp, On, Techniques},
    run_time_composition::Listed,
};
pub use self::{
    credit::{Credited, Plies, TechniqueId},
    hooks::{ClampPoint, Clamped, Found, MateBound, NoTechnique, SubSearch, Technique},
    limited::{Limited, PackedScope, Scope, ScopeNodes},
    margins::Margins,
    mate_distance::MateDistance,
    node::{Arrival, MadeMove, Node},
    registry::{BuiltIn, Effect, Info, Registered},
    switch::Switch,
    uses::Uses,
};
