//! Steps as lines for people.

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
        let mv = |mv: u16| {
            if mv == NO_MOVE {
                "no move".to_owned()
            } else {
                format!("move {}", notation(mv))
            }
        };
        let range = |alpha: i16, beta: i16| format!("({alpha}, {beta})");
        let credit = |by: u8| {
            if by == NOBODY {
                String::new()
            } else {
                format!(" by {}", technique(by))
            }
        };
        match self {
            Step::Iteration { depth } => format!("iteration {depth}"),
            Step::Driven { alpha, beta } => format!("root in {}", range(alpha, beta)),
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => {
                let what = if in_quiescence {
                    "quiescence node"
                } else {
                    "node"
                };
                format!(
                    "{what} at ply {ply}, depth {depth} in {}",
                    range(alpha, beta)
                )
            }
            Step::KingCaptured { mv: lost, .. } => format!("{} loses the king", mv(lost)),
            Step::Narrowed {
                side,
                alpha,
                beta,
                by,
                ..
            } => {
                format!(
                    "{} moved: {}{}",
                    side.name(),
                    range(alpha, beta),
                    credit(by)
                )
            }
            Step::Closed { side, by, .. } => {
                format!("window closed by {}{}", side.name(), credit(by))
            }
            Step::Shallower { depth, by, .. } => format!("depth {depth} is enough{}", credit(by)),
            Step::TableHit {
                value,
                depth,
                bound,
                mv: best,
                ..
            } => {
                let (bound, best) = (bound.name(), mv(best));
                format!("table hit: {value}, {bound}, depth {depth}, {best}")
            }
            Step::Asked {
                asked,
                mv: of,
                depth,
                alpha,
                beta,
                by,
                ..
            } => {
                let what = match asked {
                    Asked::Move => mv(of),
                    Asked::Pass => "a pass".to_owned(),
                    Asked::Again => "this node".to_owned(),
                    Asked::Without => format!("this node without {}", mv(of)),
                };
                let range = range(alpha, beta);
                format!(
                    "search of {what} to depth {depth} in {range}, requested{}",
                    credit(by)
                )
            }
            Step::FirstMove { mv: first, by, .. } => format!("{} first{}", mv(first), credit(by)),
            Step::Skipped {
                mv: of, number, by, ..
            } => {
                format!("{} (number {number}) skipped{}", mv(of), credit(by))
            }
            Step::Extended {
                mv: of,
                number,
                plies,
                by,
                ..
            } => {
                format!(
                    "{} (number {number}) extended by {plies}{}",
                    mv(of),
                    credit(by)
                )
            }
            Step::Reduced {
                mv: of,
                number,
                plies,
                by,
                ..
            } => {
                format!(
                    "{} (number {number}) reduced by {plies}{}",
                    mv(of),
                    credit(by)
                )
            }
            Step::Searched {
                mv: of,
                number,
                depth,
                alpha,
                beta,
                ..
            } => {
                let range = range(alpha, beta);
                format!("{} (number {number}) to depth {depth} in {range}", mv(of))
            }
            Step::SearchedAgain {
                mv: of,
                number,
                depth,
                alpha,
                beta,
                by,
                ..
            } => {
                let (range, credit) = (range(alpha, beta), credit(by));
                format!(
                    "{} (number {number}) again to depth {depth} in {range}{credit}",
                    mv(of)
                )
            }
            Step::Refuted { mv: of, number, .. } => {
                format!("{} (number {number}) fails high", mv(of))
            }
            Step::Stored {
                value,
                depth,
                bound,
                mv: best,
                overwrote,
                ..
            } => {
                let (bound, best) = (bound.name(), mv(best));
                let other = if overwrote {
                    ", over another position"
                } else {
                    ""
                };
                format!("stored {value}, {bound}, depth {depth}, {best}{other}")
            }
            Step::Left { end, by, value, .. } => {
                format!("left as {} with {value}{}", end.name(), credit(by))
            }
        }
    }
}
