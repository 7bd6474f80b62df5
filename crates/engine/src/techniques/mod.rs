//! Pruning, extensions and reductions: everything that can be switched on and off.
//!
//! A [`Technique`] is a set of hooks into the search's numbered steps, all of which do nothing by
//! default. Each technique has its own file. The built-in ones form one value, [`BuiltIn`], set at
//! run time, so that an experiment can use any combination. Techniques from another crate are added
//! with [`Search::with`](crate::search::Search::with).
//!
//! To add a built-in technique, write its file and add its `mod` line and its line in the list below.
//! (A form of mate distance pruning is a line of the table in `mate_distance/mod.rs`.) Lists, settings,
//! docs and tests enumerate the registry.

#[cfg(test)]
mod asked;
mod composition;
mod credit;
#[cfg(test)]
mod exact_search;
mod hooks;
mod limited;
mod margins;
mod node;
mod registry;
mod switch;
mod technique;

pub mod check_extension;
pub mod delta_pruning;
pub mod enhanced_transposition_cutoff;
pub mod exchange_pruning;
pub mod futility;
pub mod hindsight;
pub mod history_pruning;
pub mod internal_iterative_deepening;
pub mod internal_iterative_reduction;
pub mod late_move_pruning;
pub mod late_move_reduction;
pub mod limited_razoring;
pub mod mate_distance;
pub mod mate_threat;
pub mod multi_cut;
pub mod null_move;
pub mod one_reply;
pub mod prob_cut;
pub mod razoring;
pub mod recapture;
pub mod reverse_futility;
pub mod seventh_rank;
pub mod singular_extension;
pub mod small_prob_cut;

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

#[cfg(test)]
pub(crate) use self::composition::Chain;
pub(crate) use self::composition::{ByHook, Credited, Direct, Flow, Hook};
pub(crate) use self::technique::{MISSING_PATH, NoSubSearch};
pub use self::{
    composition::Added,
    credit::{Plies, TechniqueId},
    hooks::Hooks,
    limited::{Limited, Scope, ScopeNodes},
    margins::Margins,
    mate_distance::MateDistance,
    node::{Inherited, MadeMove, Node, StackEntry},
    registry::{Effect, Info, Registered},
    switch::Switch,
    technique::{
        ClampPoint, Clamped, Found, MateBound, NoTechnique, SubSearch, Technique, Verdict,
    },
};
use crate::game::Game;

registry::built_in! {
    check_extension: check_extension::CheckExtension,
    enhanced_transposition_cutoff: enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
    razoring: razoring::Razoring,
    reverse_futility: reverse_futility::ReverseFutility,
    null_move: null_move::NullMove,
    futility: futility::Futility,
    late_move_reduction: late_move_reduction::LateMoveReduction,
    singular_extension: singular_extension::SingularExtension,
    prob_cut: prob_cut::ProbCut,
    internal_iterative_deepening: internal_iterative_deepening::InternalIterativeDeepening,
    late_move_pruning: late_move_pruning::LateMovePruning,
    exchange_pruning: exchange_pruning::ExchangePruning,
    delta_pruning: delta_pruning::DeltaPruning,
    history_pruning: history_pruning::HistoryPruning,
    internal_iterative_reduction: internal_iterative_reduction::InternalIterativeReduction,
    limited_razoring: limited_razoring::LimitedRazoring,
    hindsight: hindsight::Hindsight,
    mate_threat: mate_threat::MateThreat,
    small_prob_cut: small_prob_cut::SmallProbCut,
    one_reply: one_reply::OneReply,
    recapture: recapture::Recapture,
    multi_cut: multi_cut::MultiCut,
    seventh_rank: seventh_rank::SeventhRank,
}
