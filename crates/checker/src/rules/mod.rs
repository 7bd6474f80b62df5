//! One rule for each technique: its parameters with their defaults, and where it acts.
//!
//! Each rule is written from the technique's condition as `plybench techniques` prints it, not from its code. The checker asks
//! every rule wherever the technique could act; a step that no rule demands is an error, and so is a missing one.
//!
//! A rule is a file, its `mod` line and its line in the list below. A calling program hands the rules of its own techniques to
//! [`check_with`](crate::check::check_with).

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

#[doc(hidden)]
pub mod check_extension;
mod delta_pruning;
mod enhanced_transposition_cutoff;
mod exchange_pruning;
mod futility;
mod hindsight;
mod history_pruning;
mod internal_iterative_deepening;
mod internal_iterative_reduction;
mod late_move_pruning;
#[doc(hidden)]
pub mod late_move_reduction;
mod limited_razoring;
mod mate_distance;
mod mate_threat;
mod multi_cut;
#[doc(hidden)]
pub mod null_move;
mod one_reply;
mod prob_cut;
mod razoring;
mod recapture;
mod reverse_futility;
mod seventh_rank;
mod singular_extension;
mod small_prob_cut;
mod switch;

use serde::Deserialize;

pub(crate) use self::switch::Scope;
#[doc(hidden)]
pub use self::{mate_distance::MateDistance, switch::Switch};
use crate::{
    game::Recorded,
    node::{MadeMove, OpenNode, SubSearch, TableEntry},
    refused::Result,
    trace::Side,
    value::Window,
};

/// Where in a node the window is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// At the node's start, before any other step.
    Entry,
    /// After the table probe.
    AfterProbe,
}

/// What clamping does to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamped {
    /// It stays open: the new window.
    Open(Window),
    /// It closes by a bound, and the node returns a value.
    Closed(Side, i32),
}

/// Where a technique acts. The hooks are those of the search; without an implementation, a technique never acts there.
///
/// ```
/// use plybench_checker::{game::Recorded, node::{MadeMove, OpenNode}, rules::Rule};
///
/// /// Moves after the first ten are not searched at depth 1.
/// struct TenMoves;
///
/// impl<G: Recorded> Rule<G> for TenMoves {
///     fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
///         node.depth == 1 && made.number >= 10
///     }
/// }
/// ```
pub trait Rule<G: Recorded> {
    /// What becomes of the node's window at a point. Never asked at the root.
    fn clamp(&self, _: Point, node: &OpenNode<'_, G>) -> Clamped {
        Clamped::Open(node.window)
    }

    /// The depth that is enough. Asked at nodes of the main search below the root.
    fn enough_depth(&self, node: &OpenNode<'_, G>) -> i32 {
        node.depth
    }

    /// Whether a table entry that settles the node's window, with this value here, is used although its depth does not fit. Never
    /// asked at the root.
    fn trusts(&self, _: &OpenNode<'_, G>, _: &TableEntry<G::Move>, _value: i32) -> bool {
        false
    }

    /// The depth to which the node is searched, at least 1. Asked at nodes of the main search below the root that leave out no move,
    /// until a technique changes it.
    fn node_depth(&self, node: &OpenNode<'_, G>, _: &mut dyn SubSearch<G>) -> Result<i32> {
        Ok(node.depth)
    }

    /// The window in which a value has to be searched that [`outer_value`](Self::outer_value) changes.
    fn inner_window(&self, node: &OpenNode<'_, G>) -> Window {
        node.window
    }

    /// The changed value.
    fn outer_value(&self, _: &OpenNode<'_, G>, value: i32) -> i32 {
        value
    }

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

    /// What becomes of a move before it is searched: by default its extension. Never asked in quiescence.
    fn verdict(
        &self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        below: &mut dyn SubSearch<G>,
    ) -> Result<Verdict> {
        self.extension(node, made, below).map(Verdict::Extended)
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

/// What a technique makes of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is searched deeper by so many plies.
    Extended(u8),
    /// It is searched less deeply by so many plies, unless a technique extends it.
    Shortened(u8),
    /// The node ends with this value.
    Cut(i32),
}

/// The rule of a caller's technique.
pub struct OwnRule<'r, G> {
    /// The name of the technique in a trace's header.
    pub name: &'r str,
    /// The rule, with the parameters of the technique in this search.
    pub rule: &'r dyn Rule<G>,
}

/// A technique that is on.
pub(crate) struct Active<'s, G> {
    /// Stands for the technique in steps.
    pub(crate) place: u8,
    pub(crate) scope: Scope,
    /// None if a caller's technique has no rule.
    pub(crate) rule: Option<&'s dyn Rule<G>>,
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
        #[doc(hidden)]
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
                let form = &self.mate_distance;
                let form = (*form != MateDistance::Off).then(|| (form as &dyn Rule<G>, Scope::default()));
                let all = [form, $(self.$name.0.as_ref().map(|(rule, scope)| (rule as _, scope.clone()))),*];
                let on = (0..).zip(all).filter_map(|(place, on)| Some((place, on?)));
                on.map(|(place, (rule, scope))| Active { place, scope, rule: Some(rule) }).collect()
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

/// The number of techniques, all forms of mate distance pruning being one. An engine numbers techniques that others add from here on.
pub(crate) const COUNT: usize = NAMES.len();

/// The most techniques of a search, with the caller's own: steps and counts tell no more apart.
pub(crate) const MOST: usize = 32;

/// The name of the technique that steps call by this number: its place in the list of `plybench techniques`, all forms of mate distance
/// pruning being 0. None if there is no such technique.
#[must_use]
pub fn technique_name(place: u8) -> Option<String> {
    let name = NAMES.get(usize::from(place))?;
    Some(name.replace('_', "-"))
}
