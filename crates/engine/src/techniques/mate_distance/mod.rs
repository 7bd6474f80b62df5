//! Mate distance pruning: a mate that is too far away to change the result is not searched for.
//!
//! With M the mate value and p the ply, every node's true value lies between -M+p (the side to move
//! is mated now) and M-p-1 (it mates with its next move). A window may be narrowed to that range. If
//! it closes, the node needs no search. Programs differ in which bounds they use, how tight these
//! are, where in the node they are applied, and whether the window is narrowed or only tested. Each
//! form has its own file. None of them acts at the root, which has to return a move.
//!
//! The last four forms serve the same purpose, not to search on once a mate is known, by other
//! means. Of these, the delayed-loss bonus acts at the root too.
//!
//! To add a form, add its file, its `mod` line, and its line in the `forms!` list.

pub mod after_probe;
pub mod check_aware;
pub mod cpw;
pub mod delayed_loss;
pub mod depth_clamp;
pub mod in_quiescence;
pub mod lower_only;
pub mod mate_holds;
pub mod micro_max;
pub mod stockfish;
pub mod test_only;
pub mod upper_only_loose;
pub mod upper_only_tight;
pub mod vipermate;
pub mod zero_window_only;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::{delayed_loss::DelayedLoss, mate_holds::MateHolds};
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

/// The value of being mated at this node: no value is lower.
#[inline]
fn mated_now(ply: Ply) -> Score {
    Score::mated_in(ply.plies())
}

/// The value of mating with the next move: no value is higher.
#[inline]
fn mate_next(ply: Ply) -> Score {
    Score::mate_in(ply.plies() + 1)
}

/// The value of having mated at this node: the upper bound, one ply loose. No node has this value.
#[inline]
fn mate_now(ply: Ply) -> Score {
    Score::mate_in(ply.plies())
}

/// The window narrowed to both bounds. If it closes, the cut returns the raised alpha.
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

/// Declares the forms: the enum, its names and its dispatch.
macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident = $name:literal in $file:ident,)*) => {
        /// A form of mate distance pruning.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum MateDistance {
            /// No mate distance pruning.
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

            /// The registry's entry; `None` for `off`.
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
    /// The upper bound first and one ply loose, then the lower; each is returned by its own cut.
    Cpw = "cpw" in cpw,
    /// One bound per node: the lower, or else the upper, one ply loose.
    Vipermate = "vipermate" in vipermate,
    /// Only the lower bound.
    LowerOnly = "lower-only" in lower_only,
    /// Only the upper bound, tight.
    UpperOnlyTight = "upper-only-tight" in upper_only_tight,
    /// Only the upper bound, one ply loose.
    UpperOnlyLoose = "upper-only-loose" in upper_only_loose,
    /// Both bounds, tight, tested on copies; an open window is not narrowed.
    TestOnly = "test-only" in test_only,
    /// Both bounds, tight, the lower two plies tighter when not in check.
    CheckAware = "check-aware" in check_aware,
    /// Both bounds, tight, in quiescence too.
    InQuiescence = "in-quiescence" in in_quiescence,
    /// Both bounds, tight, after the table probe.
    AfterProbe = "after-probe" in after_probe,
    /// Only the upper bound, one ply loose, after the table probe, in null windows only.
    ZeroWindowOnly = "zero-window-only" in zero_window_only,
    /// No bounds: a delayed loss is worth slightly more.
    DelayedLoss = "delayed-loss" in delayed_loss,
    /// A mate in the table holds at any depth.
    MateHolds = "mate-holds" in mate_holds,
    /// The depth is limited to what a faster mate than alpha needs.
    DepthClamp = "depth-clamp" in depth_clamp,
    /// A delayed loss is worth slightly more, and a mate in the table holds at any depth.
    MicroMax = "micro-max" in micro_max,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{eval::Evaluation, game::explicit_tree::ExplicitTree};

    /// The node at which a form is tested.
    #[derive(Clone, Copy)]
    pub(in crate::techniques) struct TestNode {
        pub(in crate::techniques) ply: u16,
        pub(in crate::techniques) in_check: bool,
        pub(in crate::techniques) in_quiescence: bool,
    }

    impl TestNode {
        /// A node of the main search that is not in check.
        pub(in crate::techniques) const fn at_ply(ply: u16) -> Self {
            TestNode {
                ply,
                in_check: false,
                in_quiescence: false,
            }
        }
    }

    /// The result of a form for a window (alpha, beta) at a node.
    pub(in crate::techniques) fn clamp(
        form: MateDistance,
        point: ClampPoint,
        at: TestNode,
        (alpha, beta): (Score, Score),
    ) -> Clamped {
        let tree = ExplicitTree::parse("[1]").unwrap();
        let root = tree.root();
        let window = Window::new(alpha, beta).unwrap();
        let asked = (Ply::new(at.ply), Depth::new(3), window);
        let mut node = Node::new(&root, asked, at.in_check, Evaluation::Zero);
        node.in_quiescence = at.in_quiescence;
        form.clamp(point, &node)
    }

    /// The same at the start of a node of the main search that is not in check.
    pub(in crate::techniques) fn at_entry(
        form: MateDistance,
        ply: u16,
        alpha: Score,
        beta: Score,
    ) -> Clamped {
        let node = TestNode::at_ply(ply);
        clamp(form, ClampPoint::Entry, node, (alpha, beta))
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
    fn a_window_between_two_bounds_tells_which_of_them_moved_it() {
        let all = || 0..5;
        let cases = all().flat_map(|alpha| {
            all().flat_map(move |beta| {
                all().flat_map(move |lowest| {
                    all().map(move |highest| (alpha, beta, lowest, highest))
                })
            })
        });
        for (alpha, beta, lowest, highest) in cases {
            let Some(window) = Window::new(Score::evaluation(alpha), Score::evaluation(beta))
            else {
                continue;
            };
            if lowest >= highest {
                continue;
            }
            let (low, high) = (alpha.max(lowest), beta.min(highest));
            let wanted = match (low < high, low > alpha, high < beta) {
                (true, false, false) => Clamped::Kept,
                (true, lower, upper) => narrowed(
                    Score::evaluation(low),
                    Score::evaluation(high),
                    lower,
                    upper,
                ),
                (false, _, _) if lowest >= beta => cut(Score::evaluation(low), MateBound::Lower),
                (false, _, _) => cut(Score::evaluation(low), MateBound::Upper),
            };
            let [lowest, highest] = [lowest, highest].map(Score::evaluation);
            assert_eq!(clamp_between(window, lowest, highest), wanted, "{window:?}");
        }
    }

    #[test]
    fn names_are_those_of_the_settings() {
        for form in MateDistance::ALL {
            assert_eq!(serde_json::to_value(form).unwrap(), form.name());
            assert!(form.info().is_none_or(|info| info.name == form.name()));
        }
    }

    /// The contract of every clamp: for every value that a node can have at its ply, a cut or a
    /// narrowed window must not lead to a wrong result for the caller.
    #[test]
    fn no_form_misreports_any_value_in_any_window() {
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
                        let node = TestNode {
                            in_check,
                            ..TestNode::at_ply(ply)
                        };
                        let clamped = clamp(form, point, node, (alpha, beta));
                        for &value in &scores {
                            let parity_fits = match value.mate_plies() {
                                // The side to move mates after an odd number of further plies.
                                Some(n) if value.is_win() => n > ply && (n - ply) % 2 == 1,
                                Some(n) => n >= ply && (n - ply) % 2 == 0 && (in_check || n > ply),
                                None => value == Score::evaluation(0),
                            };
                            if parity_fits {
                                assert_sound(form, (alpha, beta), clamped, value);
                            }
                        }
                    }
                }
            }
        }
    }

    fn assert_sound(
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
                // A value inside the old window must not lie strictly outside the new one.
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
