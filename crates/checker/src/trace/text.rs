//! A step as a line of text, with every field in which it can differ from the step that a checker expects.

use super::{Asked, NOBODY, Step};
use crate::game::NO_MOVE;

impl Step {
    /// The step as a line for people; `notation` gives a move's name from its number, `technique` a technique's from its place.
    #[must_use]
    pub fn text(
        self,
        notation: impl Fn(u16) -> String,
        technique: impl Fn(u8) -> String,
    ) -> String {
        let name = |mv: u16| match mv {
            NO_MOVE => "no move".to_owned(),
            mv => format!("move {}", notation(mv)),
        };
        let range = |alpha: i16, beta: i16| format!("({alpha}, {beta})");
        let credit = |by: u8| match by {
            NOBODY => String::new(),
            by => format!(" by {}", technique(by)),
        };
        let head = match self {
            Step::Iteration { depth } => format!("iteration {depth}"),
            Step::Driven { alpha, beta } => format!("root in {}", range(alpha, beta)),
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => {
                let what = if in_quiescence { "quiescence " } else { "" };
                let range = range(alpha, beta);
                format!("{what}node at ply {ply}, depth {depth} in {range}")
            }
            Step::KingCaptured { mv, .. } => format!("{} loses the king", name(mv)),
            Step::Narrowed {
                side, alpha, beta, ..
            } => format!("{} moved: {}", side.name(), range(alpha, beta)),
            Step::Closed { side, .. } => format!("window closed by {}", side.name()),
            Step::Shallower { depth, .. } => format!("depth {depth} is enough"),
            Step::TableHit {
                value,
                depth,
                bound,
                mv,
                ..
            } => {
                let (bound, best) = (bound.name(), name(mv));
                format!("table hit: {value}, {bound}, depth {depth}, {best}")
            }
            Step::Asked {
                asked,
                mv,
                depth,
                alpha,
                beta,
                ..
            } => {
                let what = match asked {
                    Asked::Move => name(mv),
                    Asked::Pass => "a pass".to_owned(),
                    Asked::Again => "this node".to_owned(),
                    Asked::Without => format!("this node without {}", name(mv)),
                };
                let range = range(alpha, beta);
                format!("search of {what} to depth {depth} in {range}, requested")
            }
            Step::FirstMove { mv, .. } => format!("{} first", name(mv)),
            Step::Skipped { mv, number, .. } => format!("{} (number {number}) skipped", name(mv)),
            Step::Extended {
                mv, number, plies, ..
            } => format!("{} (number {number}) extended by {plies}", name(mv)),
            Step::Reduced {
                mv, number, plies, ..
            } => format!("{} (number {number}) reduced by {plies}", name(mv)),
            Step::Searched {
                mv,
                number,
                depth,
                alpha,
                beta,
                ..
            } => {
                let (mv, range) = (name(mv), range(alpha, beta));
                format!("{mv} (number {number}) to depth {depth} in {range}")
            }
            Step::SearchedAgain {
                mv,
                number,
                depth,
                alpha,
                beta,
                ..
            } => {
                let (mv, range) = (name(mv), range(alpha, beta));
                format!("{mv} (number {number}) again to depth {depth} in {range}")
            }
            Step::Refuted { mv, number, .. } => {
                format!("{} (number {number}) fails high", name(mv))
            }
            Step::Stored {
                value,
                depth,
                bound,
                mv,
                overwrote,
                ..
            } => {
                let (bound, best) = (bound.name(), name(mv));
                let other = if overwrote {
                    ", over another position"
                } else {
                    ""
                };
                format!("stored {value}, {bound}, depth {depth}, {best}{other}")
            }
            Step::Left { end, value, .. } => format!("left as {} with {value}", end.name()),
        };
        head + &credit(self.by())
    }
}
