//! Mate distance pruning: a mate that is too far away to change the result is not searched for.
//!
//! With M the mate value and p the ply, every node's true value lies between -M+p (the side to move
//! is mated now) and M-p-1 (it mates with its next move). A window may be narrowed to that range. If
//! it closes, the node needs no search. Programs differ in which bounds they use, how tight these
//! are, where in the node they are applied, and whether the window is narrowed or only tested: the
//! first forms of the table are such a narrowing (`narrowing.rs`). None of them acts at the root, which has to
//! return a move.
//!
//! The last four forms serve the same purpose, not to search on once a mate is known, by other
//! means. Of these, the delayed-loss bonus acts at the root too.
//!
//! To add a form that narrows the window, add its line to the table.

pub mod delayed_loss;
pub mod depth_clamp;
pub mod mate_holds;
mod narrowing;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::narrowing::clamp_between;
use self::{
    delayed_loss::DelayedLoss,
    depth_clamp::DepthClamp,
    mate_holds::MateHolds,
    narrowing::{BOTH_TIGHT, How, Lower, Narrowing, Upper},
};
use super::{ClampPoint, Clamped, Effect, Hooks, Info, Node, Technique};
use crate::{game::Game, score::Score, table::Entry, units::Depth, window::Window};

/// Declares the forms: the enum, the list and the rows of the table.
macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident => $row:expr,)*) => {
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
            pub const ALL: [MateDistance; 1 + [$(stringify!($form)),*].len()] =
                [MateDistance::Off, $(MateDistance::$form),*];

            /// The registry's entry; `None` for `off`.
            #[must_use]
            pub fn info(self) -> Option<Info> {
                match self {
                    MateDistance::Off => None,
                    $(MateDistance::$form => Some($row.info),)*
                }
            }

            /// Whether the form narrows windows of quiescence too.
            #[inline(always)]
            fn narrows_quiescence(self) -> bool {
                match self {
                    MateDistance::Off => false,
                    $(MateDistance::$form => {
                        const { matches!($row.narrowing, Some(Narrowing { in_quiescence: true, .. })) }
                    })*
                }
            }

            /// Narrows a window as the form does. Each arm is compiled for its own row.
            #[inline(always)]
            fn narrow<G: Game>(self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
                match self {
                    MateDistance::Off => Clamped::Kept,
                    $(MateDistance::$form => match const { $row.narrowing } {
                        Some(narrowing) => narrowing.clamp(point, node),
                        None => Clamped::Kept,
                    },)*
                }
            }
        }
    };
}

/// A row of the table.
struct Form {
    info: Info,
    /// How it narrows the window, if it does.
    narrowing: Option<Narrowing>,
}

const fn narrowing(
    name: &'static str,
    condition: &'static str,
    source: &'static str,
    used_by: &'static str,
    narrowing: Narrowing,
) -> Form {
    Form {
        info: Info {
            name,
            effect: Effect::Exact,
            condition,
            source,
            used_by,
        },
        narrowing: Some(narrowing),
    }
}

const fn other(info: Info) -> Form {
    Form {
        info,
        narrowing: None,
    }
}

/// micro-Max stores every mate score with the largest depth, also where a deeper search may find a faster mate. Here only what a
/// deeper search cannot refute is trusted.
const MICRO_MAX: Info = Info {
    name: "micro-max",
    effect: Effect::MateExact,
    condition: "delayed-loss and mate-holds together",
    source: "H. G. Muller, micro-Max 4.7",
    used_by: "micro-Max",
};

forms! {
    /// Both bounds, tight.
    Stockfish => narrowing(
        "stockfish",
        "if p > 0: a ← max(a, -M+p), b ← min(b, M-p-1); if a ≥ b: return a",
        "Stockfish, src/search.cpp, step 3 (mate distance pruning)",
        "Stockfish, Viridithas, Reckless, Halogen, berserk, CPW-Engine",
        BOTH_TIGHT,
    ),
    /// The upper bound first and one ply loose, then the lower; each is returned by its own cut.
    Cpw => narrowing(
        "cpw",
        "if p > 0: b ← min(b, M-p), if a ≥ b: return b; then a ← max(a, -M+p), if a ≥ b: return a",
        "Chess Programming Wiki, Mate Distance Pruning; Glass 1.0",
        "Glass, Koivisto (after the table probe)",
        Narrowing {
            highest: Some(Upper::Loose),
            how: How::OneByOne,
            ..BOTH_TIGHT
        },
    ),
    /// One bound per node: the lower, or else the upper, one ply loose.
    Vipermate => narrowing(
        "vipermate",
        "if p > 0: if a < -M+p: a ← -M+p, else b ← min(b, M-p); if a ≥ b: return a",
        "E. Altavilla, ViperMate journal, 5 November 2023",
        "ViperMate",
        Narrowing {
            highest: Some(Upper::Loose),
            how: How::OneBound,
            ..BOTH_TIGHT
        },
    ),
    /// Only the lower bound.
    LowerOnly => narrowing(
        "lower-only",
        "if p > 0: a ← max(a, -M+p); if a ≥ b: return a",
        "Weiss pull request 757 (the half that survived its refactoring)",
        "Weiss, for one day",
        Narrowing {
            highest: None,
            ..BOTH_TIGHT
        },
    ),
    /// Only the upper bound, tight.
    UpperOnlyTight => narrowing(
        "upper-only-tight",
        "if p > 0: b ← min(b, M-p-1); if a ≥ b: return a",
        "the upper half of stockfish",
        "no public engine is known to use it alone",
        Narrowing {
            lowest: None,
            ..BOTH_TIGHT
        },
    ),
    /// Only the upper bound, one ply loose.
    UpperOnlyLoose => narrowing(
        "upper-only-loose",
        "if p > 0: b ← min(b, M-p); if a ≥ b: return a",
        "Texel, src/search.cpp",
        "Texel",
        Narrowing {
            lowest: None,
            highest: Some(Upper::Loose),
            ..BOTH_TIGHT
        },
    ),
    /// Both bounds, tight, tested on copies; an open window is not narrowed.
    TestOnly => narrowing(
        "test-only",
        "if p > 0 and max(a, -M+p) ≥ min(b, M-p-1): return max(a, -M+p)",
        "Ethereal (tests copies of the bounds)",
        "Ethereal, Arasan, Viridithas before 2023",
        Narrowing {
            how: How::CutsOnly,
            ..BOTH_TIGHT
        },
    ),
    /// Both bounds, tight, the lower two plies tighter when not in check.
    CheckAware => narrowing(
        "check-aware",
        "if p > 0: a ← max(a, -M+p in check, -M+p+2 otherwise), b ← min(b, M-p-1); if a ≥ b: return a",
        "the lower bound of fruit without its test for checkmate",
        "no public engine is known to use it: Fruit and its descendants test for checkmate",
        Narrowing {
            lowest: Some(Lower::CheckAware),
            ..BOTH_TIGHT
        },
    ),
    /// Both bounds, tight, in quiescence too, the lower two plies tighter unless checkmated; each is returned by its own cut.
    Fruit => narrowing(
        "fruit",
        "in quiescence too, if p > 0: a ← max(a, -M+p if checkmated, -M+p+2 otherwise), if a ≥ b: return a; \
            then b ← min(b, M-p-1), if a ≥ b: return b",
        "Fabien Letouzey, Fruit 2.1 (2005), src/search_full.cpp",
        "Fruit, Toga II",
        Narrowing {
            lowest: Some(Lower::MateTested),
            in_quiescence: true,
            how: How::OneByOne,
            ..BOTH_TIGHT
        },
    ),
    /// Both bounds, tight, in quiescence too.
    InQuiescence => narrowing(
        "in-quiescence",
        "in quiescence too, if p > 0: a ← max(a, -M+p), b ← min(b, M-p-1); if a ≥ b: return a",
        "Weiss; PlentyChess",
        "Weiss, PlentyChess, FrankyGo (loose)",
        Narrowing {
            in_quiescence: true,
            ..BOTH_TIGHT
        },
    ),
    /// Both bounds, tight, after the table probe.
    AfterProbe => narrowing(
        "after-probe",
        "after the table probe, if p > 0: a ← max(a, -M+p), b ← min(b, M-p-1); if a ≥ b: return a",
        "Koivisto (placement after the table probe)",
        "Koivisto",
        Narrowing {
            point: ClampPoint::AfterProbe,
            ..BOTH_TIGHT
        },
    ),
    /// Only the upper bound, one ply loose, after the table probe, in null windows only.
    ZeroWindowOnly => narrowing(
        "zero-window-only",
        "after the table probe, if p > 0, b = a + 1 and a ≥ M-p: return a",
        "Frozenight",
        "Frozenight",
        Narrowing {
            lowest: None,
            highest: Some(Upper::Loose),
            point: ClampPoint::AfterProbe,
            how: How::NullWindows,
            ..BOTH_TIGHT
        },
    ),
    /// No bounds: a delayed loss is worth slightly more.
    DelayedLoss => other(delayed_loss::INFO),
    /// A mate in the table holds at any depth.
    MateHolds => other(mate_holds::INFO),
    /// The depth is limited to what a faster mate than alpha needs.
    DepthClamp => other(depth_clamp::INFO),
    /// A delayed loss is worth slightly more, and a mate in the table holds at any depth.
    MicroMax => other(MICRO_MAX),
}

impl MateDistance {
    /// The name in experiment files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().map_or("off", |info| info.name)
    }

    fn delays_losses(self) -> bool {
        matches!(self, MateDistance::DelayedLoss | MateDistance::MicroMax)
    }
}

impl<G: Game> Technique<G> for MateDistance {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        match self {
            MateDistance::Off => Hooks::NONE,
            MateDistance::DelayedLoss => Hooks::RESHAPE.and(Hooks::QUIESCENCE),
            MateDistance::MateHolds => Hooks::TRUST,
            MateDistance::DepthClamp => Hooks::ENOUGH_DEPTH,
            MateDistance::MicroMax => Hooks::RESHAPE.and(Hooks::QUIESCENCE).and(Hooks::TRUST),
            _ if self.narrows_quiescence() => Hooks::CLAMP.and(Hooks::QUIESCENCE),
            _ => Hooks::CLAMP,
        }
    }

    #[inline(always)]
    fn clamp(&self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        self.narrow(point, node)
    }

    #[inline(always)]
    fn enough_depth(&self, node: &Node<'_, G>) -> Depth {
        match self {
            MateDistance::DepthClamp => DepthClamp.enough_depth(node),
            _ => node.depth,
        }
    }

    #[inline(always)]
    fn trusts_entry(&self, node: &Node<'_, G>, entry: &Entry<G::Move>) -> bool {
        let holds = matches!(self, MateDistance::MateHolds | MateDistance::MicroMax);
        holds && MateHolds.trusts_entry(node, entry)
    }

    #[inline(always)]
    fn reshape_window(&self, node: &Node<'_, G>) -> Window {
        if self.delays_losses() {
            DelayedLoss.reshape_window(node)
        } else {
            node.window
        }
    }

    #[inline(always)]
    fn reshape_value(&self, node: &Node<'_, G>, value: Score) -> Score {
        if self.delays_losses() {
            DelayedLoss.reshape_value(node, value)
        } else {
            value
        }
    }
}
