//! Pruning, extending and reducing: everything that may be switched.
//!
//! A [`Technique`] is a set of hooks into the search's numbered steps, all of which do nothing by
//! default. One file holds one technique. The built-in ones form one value, [`BuiltIn`], set at run
//! time, so that an experiment can ask for any combination; a technique from another crate composes
//! with it as a tuple, `(BuiltIn, Mine)`.
//!
//! To add one: write its file, then add its line to the `built_in!` list below (or, for a form of
//! mate distance pruning, to the list in `mate_distance/mod.rs`). Lists, docs and tests enumerate
//! the registry.

pub mod check_extension;
pub mod futility;
pub mod late_move_reduction;
pub mod mate_distance;
pub mod null_move;

use serde::{Deserialize, Serialize};

pub use self::mate_distance::MateDistance;
use crate::{
    eval::Evaluation,
    game::{Game, MoveClass},
    score::Score,
    table::Entry,
    units::{Depth, Ply},
    window::Window,
};

/// What a technique may do to the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The root score stays what it is without the technique.
    Exact,
    /// No mate is wrong, and none is longer than without the technique; evaluations may differ.
    MateExact,
    /// The score may differ.
    Heuristic,
}

impl Effect {
    /// The name in lists and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Effect::Exact => "exact",
            Effect::MateExact => "mate-exact",
            Effect::Heuristic => "heuristic",
        }
    }
}

/// A technique's entry in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The key in experiment files.
    pub name: &'static str,
    /// What it may do to the result.
    pub effect: Effect,
    /// The condition, in maths: p the ply, d the depth, a and b the window, M the mate value, e
    /// the static evaluation.
    pub condition: &'static str,
    /// Where the idea is from.
    pub source: &'static str,
    /// Which programs use it.
    pub used_by: &'static str,
}

/// A node, as the hooks see it.
pub struct Node<'p, G: Game> {
    /// The position, with the side to move whose view all scores take.
    pub position: &'p G,
    /// Distance from the root.
    pub ply: Ply,
    /// Plies to the horizon.
    pub depth: Depth,
    /// The window, as narrowed so far.
    pub window: Window,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the node belongs to the quiescence search.
    pub in_quiescence: bool,
    /// Whether the move that led here was a pass.
    pub after_pass: bool,
    /// The evaluation that the search uses.
    pub evaluation: Evaluation,
}

impl<G: Game> Node<'_, G> {
    /// The static evaluation in centipawns; computed at each call.
    #[inline]
    #[must_use]
    pub fn static_evaluation(&self) -> i32 {
        self.position.evaluate(self.evaluation)
    }
}

/// A move that has been made, as the hooks see it.
#[derive(Clone, Copy, Debug)]
pub struct MadeMove<'p, G: Game> {
    /// The position that it was made in.
    pub position: &'p G,
    /// The move.
    pub mv: G::Move,
    /// Place in the order of the node's moves, from 0.
    pub number: usize,
    /// Whether it gives check.
    pub gives_check: bool,
}

impl<G: Game> MadeMove<'_, G> {
    /// Whether it neither captures nor promotes; computed at each call.
    #[inline]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.position.classify(self.mv) == MoveClass::Quiet
    }
}

/// Where in a node a window may be clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampPoint {
    /// First thing, before draws and the table.
    Entry,
    /// When the table did not settle the node.
    AfterProbe,
}

/// Which side of the window mate distance moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MateBound {
    /// Alpha rose: the side to move can be mated no sooner.
    Lower,
    /// Beta fell: the side to move can mate no sooner.
    Upper,
}

/// What became of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clamped {
    /// As it was.
    Kept,
    /// Narrower, but open; the flags tell which sides moved.
    Narrowed {
        /// The new window.
        window: Window,
        /// Whether alpha rose.
        lower: bool,
        /// Whether beta fell.
        upper: bool,
    },
    /// Closed: the node's value is settled as far as the caller asks.
    Cut {
        /// What the node returns.
        value: Score,
        /// The bound that closed the window.
        bound: MateBound,
    },
}

/// Searches that a cutoff technique may ask for below its node.
pub trait SubSearch<G: Game> {
    /// The value, from the node's view, of passing and searching to `depth` with `window` (also
    /// from the node's view); `None` where passing is impossible.
    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score>;
}

/// Hooks into the search. The defaults leave it as it is.
///
/// Hooks must be functions of their arguments: a technique with a memory would make results depend
/// on the order of the work.
pub trait Technique<G: Game> {
    /// Narrows or closes the window of a node other than the root (step 2, and 4 after the probe).
    #[inline]
    fn clamp(&self, _point: ClampPoint, _node: &Node<'_, G>) -> Clamped {
        Clamped::Kept
    }

    /// The depth that is enough to settle the window (step 2). Where it is less than the node's,
    /// the node is searched to it, and a value that fails low is returned as alpha.
    #[inline]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        node.depth
    }

    /// Whether a table entry may serve although its depth does not suffice (step 4).
    #[inline]
    fn trusts_entry(&self, _node: &Node<'_, G>, _entry: &Entry<G::Move>) -> bool {
        false
    }

    /// For a technique that changes what a value means: the window for the unchanged value that
    /// answers the question the node was asked (step 6). Pairs with [`Technique::reshape_value`].
    #[inline]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        node.window
    }

    /// The changed value (step 10).
    #[inline]
    fn reshape_value(&self, _node: &Node<'_, G>, value: Score) -> Score {
        value
    }

    /// A value to return without searching the moves (step 7), for nodes other than the root.
    #[inline]
    fn cutoff(&self, _node: &Node<'_, G>, _below: &mut impl SubSearch<G>) -> Option<Score> {
        None
    }

    /// Whether a move is passed over (step 9). Asked only once a move has been searched and the
    /// best value is no loss by mate: a node never looks mated because its moves were skipped.
    #[inline]
    fn skips(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> bool {
        false
    }

    /// Plies by which a move is searched deeper (step 9).
    #[inline]
    fn extension(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }

    /// Plies by which a move is searched less deep at first; if it beats alpha it is searched
    /// again without the reduction (step 9).
    #[inline]
    fn reduction(&self, _node: &Node<'_, G>, _mv: &MadeMove<'_, G>) -> u8 {
        0
    }
}

/// The search without any technique, for comparison and for speed where all are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTechnique;

impl<G: Game> Technique<G> for NoTechnique {}

/// The first result that says something, in the order of the two techniques.
macro_rules! chain {
    ($first:expr, $second:expr) => {
        match $first {
            Clamped::Kept => $second,
            settled => settled,
        }
    };
}

impl<G: Game, A: Technique<G>, B: Technique<G>> Technique<G> for (A, B) {
    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        chain!(self.0.clamp(point, node), self.1.clamp(point, node))
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        self.0.enough_depth(node).min(self.1.enough_depth(node))
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        self.0.trusts_entry(node, entry) || self.1.trusts_entry(node, entry)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        let window = self.0.reshape_window(node);
        self.1.reshape_window(&Node { window, ..*node })
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        let value = self.1.reshape_value(node, value);
        self.0.reshape_value(node, value)
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
        self.0
            .cutoff(node, below)
            .or_else(|| self.1.cutoff(node, below))
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        self.0.skips(node, mv) || self.1.skips(node, mv)
    }

    #[inline(always)]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        self.0.extension(node, mv).max(self.1.extension(node, mv))
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        self.0.reduction(node, mv).max(self.1.reduction(node, mv))
    }
}

/// A technique that is either on or not there.
#[derive(Clone, Copy, Debug)]
struct Switched<T>(bool, T);

impl<G: Game, T: Technique<G>> Technique<G> for Switched<T> {
    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        if self.0 {
            self.1.clamp(point, node)
        } else {
            Clamped::Kept
        }
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        if self.0 {
            self.1.enough_depth(node)
        } else {
            node.depth
        }
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        self.0 && self.1.trusts_entry(node, entry)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        if self.0 {
            self.1.reshape_window(node)
        } else {
            node.window
        }
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        if self.0 {
            self.1.reshape_value(node, value)
        } else {
            value
        }
    }

    #[inline(always)]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut impl SubSearch<G>) -> Option<Score> {
        if self.0 {
            self.1.cutoff(node, below)
        } else {
            None
        }
    }

    #[inline(always)]
    fn skips(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        self.0 && self.1.skips(node, mv)
    }

    #[inline(always)]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        if self.0 {
            self.1.extension(node, mv)
        } else {
            0
        }
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        if self.0 {
            self.1.reduction(node, mv)
        } else {
            0
        }
    }
}

/// Declares the built-in techniques: a switch each, one nested pair of all of them, and the list.
macro_rules! built_in {
    ($($(#[$doc:meta])* $switch:ident: $technique:path,)*) => {
        /// The built-in techniques, each switched at run time; all off by default.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct BuiltIn {
            /// Which form of mate distance pruning, if any.
            pub mate_distance: MateDistance,
            $($(#[$doc])* pub $switch: bool,)*
        }

        impl BuiltIn {
            /// Every technique that can be switched: the forms of mate distance pruning, then the
            /// others.
            #[must_use]
            pub fn registry() -> Vec<Registered> {
                let mut all = Vec::new();
                for form in MateDistance::ALL {
                    if let Some(info) = form.info() {
                        let alone = BuiltIn { mate_distance: form, ..BuiltIn::default() };
                        all.push(Registered { key: "mate-distance", info, alone });
                    }
                }
                $(all.push(Registered {
                    key: "",
                    info: <$technique>::INFO,
                    alone: BuiltIn { $switch: true, ..BuiltIn::default() },
                });)*
                all
            }
        }

        /// The hooks of all built-in techniques but mate distance pruning.
        macro_rules! others {
            ($built_in:expr) => { nest!($built_in; $($switch $technique,)*) };
        }
    };
}

/// Nests switched techniques into pairs: `(A, (B, (C, NoTechnique)))`.
macro_rules! nest {
    ($built_in:expr;) => { NoTechnique };
    ($built_in:expr; $switch:ident $technique:path, $($rest:tt)*) => {
        (Switched($built_in.$switch, $technique), nest!($built_in; $($rest)*))
    };
}

built_in! {
    /// Search a move that gives check one ply deeper.
    check_extension: check_extension::CheckExtension,
    /// Cut where passing already fails high.
    null_move: null_move::NullMove,
    /// Pass over quiet moves that cannot reach alpha, next to the horizon.
    futility: futility::Futility,
    /// Search late quiet moves one ply less deep at first.
    late_move_reduction: late_move_reduction::LateMoveReduction,
}

/// One line of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// The setting whose value switches it on; empty if the technique's own name is the setting.
    pub key: &'static str,
    /// What it is.
    pub info: Info,
    /// The setting with only this technique on.
    pub alone: BuiltIn,
}

impl BuiltIn {
    /// The hooks of the techniques that are on.
    #[must_use]
    pub fn hooks<G: Game>(self) -> impl Technique<G> + Copy {
        (self.mate_distance, self.hooks_without_mate_distance())
    }

    /// The same without mate distance pruning, whatever its setting.
    #[must_use]
    pub fn hooks_without_mate_distance<G: Game>(self) -> impl Technique<G> + Copy {
        others!(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_has_unique_names_and_full_entries() {
        let registry = BuiltIn::registry();
        let mut names: Vec<_> = registry.iter().map(|entry| entry.info.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), registry.len());
        for entry in &registry {
            assert_ne!(entry.alone, BuiltIn::default(), "{}", entry.info.name);
            for text in [entry.info.condition, entry.info.source, entry.info.used_by] {
                assert!(!text.is_empty(), "{}", entry.info.name);
            }
        }
    }

    #[test]
    fn names_are_the_keys_of_the_settings() {
        for entry in BuiltIn::registry() {
            let settings = serde_json::to_value(entry.alone).unwrap();
            let set = if entry.key.is_empty() {
                settings[entry.info.name] == true
            } else {
                settings[entry.key] == entry.info.name
            };
            assert!(set, "{}: {settings}", entry.info.name);
        }
    }
}
