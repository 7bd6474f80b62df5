//! Mate distance pruning: no need to look for mates that come too late to matter.
//!
//! With M the mate value and p the ply, every node's true value lies between -M+p (the side to move
//! is mated now) and M-p-1 (it mates with its next move). A window may be narrowed to that range,
//! and where it closes the node is settled without a search. Programs differ in which bounds they
//! use, how tight, where in the node, and whether they narrow or only test; each form here has a
//! file of its own, and all of them stay off the root, which has to return a move.
//!
//! The last three forms reach the same end, not searching on once a mate is known, by other means.
//!
//! To add a form: its file, its `mod` line, and its line in the `forms!` list.

pub mod after_probe;
pub mod check_aware;
pub mod cpw;
pub mod delayed_loss;
pub mod depth_clamp;
pub mod in_quiescence;
pub mod lower_only;
pub mod mate_holds;
pub mod stockfish;
pub mod test_only;
pub mod upper_only_loose;
pub mod upper_only_tight;
pub mod vipermate;
pub mod zero_window_only;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ClampPoint, Clamped, Info, MadeMove, MateBound, NoTechnique, Node, SubSearch, Technique, Uses,
    hooks::forward_hooks,
};
use crate::{
    game::Game,
    score::Score,
    table::Entry,
    units::{Depth, Ply},
    window::Window,
};

/// The value of being mated at this node: no value is less.
#[inline]
fn mated_now(ply: Ply) -> Score {
    Score::mated_in(ply.plies())
}

/// The value of mating with the next move: no value is more.
#[inline]
fn mate_next(ply: Ply) -> Score {
    Score::mate_in(ply.plies() + 1)
}

/// The value of having mated at this node, which no node has: the bound one ply loose.
#[inline]
fn mate_now(ply: Ply) -> Score {
    Score::mate_in(ply.plies())
}

/// The window between both bounds, or alpha's cut where it closes.
#[inline]
fn clamp_between(window: Window, lowest: Score, highest: Score) -> Clamped {
    let (alpha, beta) = (window.alpha().max(lowest), window.beta().min(highest));
    match Window::new(alpha, beta) {
        None => {
            let bound = if lowest >= window.beta() {
                MateBound::Lower
            } else {
                MateBound::Upper
            };
            Clamped::Cut {
                value: alpha,
                bound,
            }
        }
        Some(narrow) if narrow == window => Clamped::Kept,
        Some(narrow) => Clamped::Narrowed {
            window: narrow,
            lower: alpha > window.alpha(),
            upper: beta < window.beta(),
        },
    }
}

/// Declares the forms: an enum, its names and its dispatch.
macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident = $name:literal in $file:ident,)*) => {
        /// A form of mate distance pruning.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum MateDistance {
            /// None.
            #[default]
            Off,
            $($(#[$doc])* $form,)*
        }

        impl MateDistance {
            /// Off, then every form.
            pub const ALL: [MateDistance; 1 + [$($name),*].len()] =
                [MateDistance::Off, $(MateDistance::$form),*];

            /// The name in experiment files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    MateDistance::Off => "off",
                    $(MateDistance::$form => $name,)*
                }
            }

            /// The registry's entry; none for `off`.
            #[must_use]
            pub fn info(self) -> Option<Info> {
                match self {
                    MateDistance::Off => None,
                    $(MateDistance::$form => Some($file::$form::INFO),)*
                }
            }
        }

        /// Asks the form that is on.
        macro_rules! ask_form {
            ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
                match $self {
                    MateDistance::Off => {
                        let $asked = &NoTechnique;
                        $answer
                    }
                    $(MateDistance::$form => {
                        let $asked = &$file::$form;
                        $answer
                    })*
                }
            };
        }

        impl<G: Game> Technique<G> for MateDistance {
            #[inline(always)]
            fn uses(&self) -> Uses {
                match self {
                    MateDistance::Off => Uses::NONE,
                    $(MateDistance::$form => Technique::<G>::uses(&$file::$form),)*
                }
            }

            forward_hooks!(ask_form);
        }
    };
}

forms! {
    /// Both bounds, tight.
    Stockfish = "stockfish" in stockfish,
    /// The upper bound first and one ply loose, each side with its own return.
    Cpw = "cpw" in cpw,
    /// One side a node, lower bound first, upper loose.
    Vipermate = "vipermate" in vipermate,
    /// Only the lower bound.
    LowerOnly = "lower-only" in lower_only,
    /// Only the upper bound, tight.
    UpperOnlyTight = "upper-only-tight" in upper_only_tight,
    /// Only the upper bound, one ply loose.
    UpperOnlyLoose = "upper-only-loose" in upper_only_loose,
    /// The crossing is tested on copies; the window stays.
    TestOnly = "test-only" in test_only,
    /// Lower bound two plies tighter when not in check.
    CheckAware = "check-aware" in check_aware,
    /// Both bounds, tight, in quiescence too.
    InQuiescence = "in-quiescence" in in_quiescence,
    /// Both bounds, tight, after the table.
    AfterProbe = "after-probe" in after_probe,
    /// The loose upper bound, after the table, in null windows only.
    ZeroWindowOnly = "zero-window-only" in zero_window_only,
    /// No window at all: a loss put off is worth a little more.
    DelayedLoss = "delayed-loss" in delayed_loss,
    /// A mate in the table holds at any depth.
    MateHolds = "mate-holds" in mate_holds,
    /// No deeper than the mate that would have to be beaten.
    DepthClamp = "depth-clamp" in depth_clamp,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{eval::Evaluation, game::explicit_tree::ExplicitTree};

    /// What a form makes of a window at a node `ply` plies below the root.
    pub(in crate::techniques) fn clamp(
        form: MateDistance,
        point: ClampPoint,
        (ply, in_check, in_quiescence): (u16, bool, bool),
        (alpha, beta): (Score, Score),
    ) -> Clamped {
        let tree = ExplicitTree::parse("[1]").unwrap();
        let root = tree.root();
        let window = Window::new(alpha, beta).unwrap();
        let asked = (Ply::new(ply), Depth::new(3), window);
        let mut node = Node::new(&root, asked, in_check, Evaluation::Zero);
        node.in_quiescence = in_quiescence;
        form.clamp(point, &node)
    }

    /// The same at the entry of an interior node that is not in check.
    pub(in crate::techniques) fn at_entry(
        form: MateDistance,
        ply: u16,
        alpha: Score,
        beta: Score,
    ) -> Clamped {
        clamp(form, ClampPoint::Entry, (ply, false, false), (alpha, beta))
    }

    pub(in crate::techniques) fn cut(value: Score, bound: MateBound) -> Clamped {
        Clamped::Cut { value, bound }
    }

    pub(in crate::techniques) fn narrowed(
        alpha: Score,
        beta: Score,
        lower: bool,
        upper: bool,
    ) -> Clamped {
        Clamped::Narrowed {
            window: Window::new(alpha, beta).unwrap(),
            lower,
            upper,
        }
    }

    #[test]
    fn names_are_those_of_the_settings() {
        for form in MateDistance::ALL {
            assert_eq!(serde_json::to_value(form).unwrap(), form.name());
            assert!(form.info().is_none_or(|info| info.name == form.name()));
        }
    }

    /// The contract of every clamp: whatever value between the bounds of its ply a node has, a cut
    /// or a narrowed window may not misreport it to the caller.
    #[test]
    fn no_form_lies_about_any_value_in_any_window() {
        let ply = 3;
        let mut scores: Vec<Score> = (0..10)
            .flat_map(|n| [Score::mate_in(n), Score::mated_in(n)])
            .collect();
        scores.extend([Score::evaluation(0), Score::INFINITE, -Score::INFINITE]);
        for form in MateDistance::ALL {
            for point in [ClampPoint::Entry, ClampPoint::AfterProbe] {
                for in_check in [false, true] {
                    for (&alpha, &beta) in scores
                        .iter()
                        .flat_map(|a| scores.iter().map(move |b| (a, b)))
                    {
                        if alpha >= beta {
                            continue;
                        }
                        let clamped = clamp(form, point, (ply, in_check, false), (alpha, beta));
                        for &value in &scores {
                            let parity_fits = match value.mate_plies() {
                                // The mover mates after an odd number of further plies.
                                Some(n) if value.is_win() => n > ply && (n - ply) % 2 == 1,
                                Some(n) => n >= ply && (n - ply) % 2 == 0 && (in_check || n > ply),
                                None => value == Score::evaluation(0),
                            };
                            if parity_fits {
                                tells_the_truth(form, (alpha, beta), clamped, value);
                            }
                        }
                    }
                }
            }
        }
    }

    fn tells_the_truth(
        form: MateDistance,
        (alpha, beta): (Score, Score),
        clamped: Clamped,
        value: Score,
    ) {
        match clamped {
            Clamped::Kept => {}
            Clamped::Cut {
                value: returned, ..
            } => {
                let sound = if returned <= alpha {
                    value <= returned
                } else if returned >= beta {
                    value >= returned
                } else {
                    value == returned
                };
                assert!(
                    sound,
                    "{form:?} ({alpha}, {beta}): {value} reported as {returned}"
                );
            }
            Clamped::Narrowed { window, .. } => {
                assert!(window.alpha() >= alpha && window.beta() <= beta);
                // A value inside the old window may not fall strictly outside of the new one.
                let inside = value > alpha && value < beta;
                let lost = value < window.alpha() || value > window.beta();
                assert!(
                    !(inside && lost),
                    "{form:?} ({alpha}, {beta}) loses {value}"
                );
            }
        }
    }
}
