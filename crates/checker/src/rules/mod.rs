//! One rule for each technique: its parameters with their defaults, and where it acts.
//!
//! Each rule is written from the technique's condition as `plybench techniques` prints it, not from its code. The checker asks
//! every rule wherever the technique could act; a step that no rule demands is an error, and so is a missing one.
//!
//! A rule is a file, its `mod` line and its line in the list below.

/// Declares the parameters of a technique with their defaults, which a header leaves out.
macro_rules! parameters {
    ($name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty = $default:expr,)* }) => {
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct $name {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }
    };
}
use parameters;

pub mod check_extension;
mod enhanced_transposition_cutoff;
mod futility;
mod internal_iterative_deepening;
mod late_move_reduction;
mod mate_distance;
mod null_move;
mod prob_cut;
mod razoring;
mod reverse_futility;
mod singular_extension;
mod switch;

use serde::Deserialize;

pub use self::{mate_distance::MateDistance, switch::Switch};
pub(crate) use self::{
    mate_distance::{Clamped, Point},
    switch::Scope,
};
use crate::{
    game::Recorded,
    node::{MadeMove, OpenNode, SubSearch},
    refused::Result,
};

/// Where a technique acts. The hooks are those of the search; without an implementation, a technique never acts there.
pub(crate) trait Rule<G: Recorded> {
    /// The value with which the node is cut off before its moves. Never asked at the root.
    fn cutoff(&self, _: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<Option<i32>> {
        Ok(None)
    }

    /// The move to try first. Asked at nodes of the main search below the root for which the table has none.
    fn first_move(&self, _: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<Option<G::Move>> {
        Ok(None)
    }

    /// Whether a move is not searched. Asked once the node has a value that is no loss by mate.
    fn prunes(&self, _: &OpenNode<'_, G>, _: &MadeMove<G::Move>) -> bool {
        false
    }

    /// The plies by which a move is searched deeper. Never asked in quiescence.
    fn extension(
        &self,
        _: &OpenNode<'_, G>,
        _: &MadeMove<G::Move>,
        _: &mut dyn SubSearch<G>,
    ) -> Result<u8> {
        Ok(0)
    }

    /// The plies by which the first search of a move is shallower. Never asked in quiescence.
    fn reduction(&self, _: &OpenNode<'_, G>, _: &MadeMove<G::Move>) -> u8 {
        0
    }
}

/// A rule that is on.
pub(crate) struct Active<'s, G> {
    /// Stands for the technique in steps.
    pub(crate) place: u8,
    scope: &'s Scope,
    pub(crate) rule: &'s dyn Rule<G>,
}

impl<G: Recorded> Active<'_, G> {
    /// Whether the technique acts at a node.
    pub(crate) fn acts_at(&self, node: &OpenNode<'_, G>) -> bool {
        self.scope.contains(node.window, node.depth, node.ply)
    }
}

/// Declares the techniques besides mate distance pruning, in the order of their places.
macro_rules! rules {
    ($($name:ident: $rule:ty,)*) => {
        /// The settings of the techniques. One that the checker has no rule for is an unknown field, and the trace is refused.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Techniques {
            pub mate_distance: MateDistance,
            $(pub $name: Switch<$rule>,)*
        }

        const NAMES: &[&str] = &["mate_distance", $(stringify!($name)),*];

        impl Techniques {
            /// The rules that are on, in the order of their places.
            pub(crate) fn active<G: Recorded>(&self) -> Vec<Active<'_, G>> {
                let all = [$(self.$name.0.as_ref().map(|(rule, scope)| (rule as &dyn Rule<G>, scope))),*];
                let places = MATE_DISTANCE + 1..;
                let on = places.zip(all).filter_map(|(place, on)| Some((place, on?)));
                on.map(|(place, (rule, scope))| Active { place, scope, rule }).collect()
            }
        }
    };
}

rules! {
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
}

/// The number of techniques, all forms of mate distance pruning being one. An engine numbers techniques that others add from here on.
pub(crate) const COUNT: usize = NAMES.len();

/// The place of mate distance pruning.
pub(crate) const MATE_DISTANCE: u8 = 0;

/// The name of the technique that steps call by this number: its place in the list of `plybench techniques`, all forms of mate distance
/// pruning being 0. None if there is no such technique.
#[must_use]
pub fn technique_name(place: u8) -> Option<String> {
    let name = NAMES.get(usize::from(place))?;
    Some(name.replace('_', "-"))
}
