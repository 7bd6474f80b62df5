//! The search of a tree step by step: what happens at which node, and what its window is then.

use plybench_checker::{
    game::NO_MOVE,
    trace::{Asked, Bound, End, Side as Edge, Step},
};
use plybench_engine::score::Score;

use super::{Side, Window};

/// A step of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The place of its node in [`SearchTree::nodes`](super::SearchTree::nodes).
    pub node: usize,
    /// What it does to the node.
    pub kind: Kind,
    /// What happens, in words that follow "node 5".
    pub text: String,
    /// The node's window after it, as MAX sees it.
    pub window: Window,
    /// What goes into the table.
    pub entry: Option<Entry>,
}

/// What a step does to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The node is entered.
    Enters,
    /// The node is left.
    Leaves,
    /// The node is left before all its moves were searched.
    Cuts,
    /// Anything between.
    Within,
}

/// What a node stores in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value as MAX sees it; a mate is counted from the node.
    pub value: Score,
    /// What it says.
    pub bound: &'static str,
    /// The depth of its search, in plies.
    pub depth: u8,
    /// The move.
    pub mv: Option<String>,
}

/// The node at which a step is taken, as far as its words need it.
pub(super) struct At<'n> {
    pub(super) side: Side,
    /// Its window, from the point of view of its side.
    pub(super) window: (i16, i16),
    /// The name of one of its moves.
    pub(super) notation: &'n dyn Fn(u16) -> Option<String>,
    /// The name of a technique; none for nobody.
    pub(super) technique: &'n dyn Fn(u8) -> Option<String>,
}

impl At<'_> {
    fn score(&self, raw: i16) -> String {
        match Score::from_raw(raw) {
            Some(score) => bound(self.side.as_max(score)),
            None => raw.to_string(),
        }
    }

    /// A window of the node's side, as MAX sees it.
    fn range(&self, alpha: i16, beta: i16) -> String {
        let (alpha, beta) = (self.score(alpha), self.score(beta));
        match self.side {
            Side::Max => format!("({alpha}, {beta})"),
            Side::Min => format!("({beta}, {alpha})"),
        }
    }

    fn mv(&self, number: u16) -> String {
        match (self.notation)(number) {
            Some(name) => format!("move {name}"),
            None => "another position's move".to_owned(),
        }
    }

    fn by(&self, place: u8) -> String {
        (self.technique)(place).map_or_else(String::new, |name| format!(" ({name})"))
    }

    /// A bound of the node's value, as MAX sees it.
    fn as_max(&self, bound: Bound) -> Bound {
        match (bound, self.side) {
            (Bound::Exact, _) | (_, Side::Max) => bound,
            (Bound::Lower, Side::Min) => Bound::Upper,
            (Bound::Upper, Side::Min) => Bound::Lower,
        }
    }

    /// What a step says in words that follow "node 5"; none for a step of another kind of thing than a node.
    pub(super) fn words(&self, step: Step) -> Option<String> {
        Some(match step {
            Step::Iteration { .. } | Step::Driven { .. } | Step::Left { .. } => return None,
            Step::Entered {
                depth,
                alpha,
                beta,
                in_quiescence,
                ..
            } => {
                let depth = match (in_quiescence, depth) {
                    (true, _) => "in quiescence".to_owned(),
                    (false, 0) => "at the horizon".to_owned(),
                    (false, depth) => format!("at depth {depth}"),
                };
                format!(
                    "is entered {depth}, with the window {}",
                    self.range(alpha, beta)
                )
            }
            Step::Narrowed {
                alpha, beta, by, ..
            } => format!(
                "has its window narrowed to {}{}",
                self.range(alpha, beta),
                self.by(by)
            ),
            Step::Closed { side, by, .. } => {
                let edge = match (side, self.side) {
                    (Edge::Lower, Side::Max) | (Edge::Upper, Side::Min) => "lower",
                    _ => "upper",
                };
                format!("has its window closed by the {edge} bound{}", self.by(by))
            }
            Step::Shallower { depth, by, .. } => format!("needs depth {depth} only{}", self.by(by)),
            Step::TableHit {
                depth, bound, mv, ..
            } => format!(
                "has an entry in the table: {}, depth {depth}{}",
                self.as_max(bound).name(),
                match mv {
                    NO_MOVE => String::new(),
                    mv => format!(", {}", self.mv(mv)),
                }
            ),
            Step::Asked {
                asked,
                mv,
                by,
                depth,
                ..
            } => {
                let what = match asked {
                    Asked::Move => self.mv(mv),
                    Asked::Without => format!("itself without {}", self.mv(mv)),
                    Asked::Pass => "a pass".to_owned(),
                    Asked::Again => "itself".to_owned(),
                };
                format!("searches {what} to depth {depth} first{}", self.by(by))
            }
            Step::FirstMove { mv, by, .. } => format!("tries {} first{}", self.mv(mv), self.by(by)),
            Step::Skipped { mv, by, .. } => format!("skips {}{}", self.mv(mv), self.by(by)),
            Step::Extended { mv, plies, by, .. } => {
                format!("extends {} by {plies}{}", self.mv(mv), self.by(by))
            }
            Step::Reduced { mv, plies, by, .. } => {
                format!("reduces {} by {plies}{}", self.mv(mv), self.by(by))
            }
            Step::Searched {
                mv, alpha, beta, ..
            } => format!(
                "searches {} with the window {}",
                self.mv(mv),
                self.range(alpha, beta)
            ),
            Step::SearchedAgain {
                mv,
                alpha,
                beta,
                by,
                ..
            } => format!(
                "searches {} again with the window {}{}",
                self.mv(mv),
                self.range(alpha, beta),
                self.by(by)
            ),
            Step::Refuted { mv, .. } => {
                format!(
                    "is refuted by {}: its value lies outside the window",
                    self.mv(mv)
                )
            }
            Step::Stored { depth, bound, .. } => {
                let bound = self.as_max(bound).name();
                format!("goes into the table: {bound}, depth {depth}")
            }
            Step::KingCaptured { mv, .. } => format!("makes {}, which loses the king", self.mv(mv)),
        })
    }

    /// The node's window after a step.
    pub(super) fn window_after(&self, step: Step) -> (i16, i16) {
        match step {
            Step::Entered { alpha, beta, .. } | Step::Narrowed { alpha, beta, .. } => (alpha, beta),
            // A scout has another beta, the same alpha.
            Step::Searched { alpha, .. } | Step::SearchedAgain { alpha, .. } => {
                (alpha.max(self.window.0), self.window.1)
            }
            _ => self.window,
        }
    }

    /// What a step stores.
    pub(super) fn entry(&self, step: Step) -> Option<Entry> {
        let Step::Stored {
            value,
            depth,
            bound,
            mv,
            ..
        } = step
        else {
            return None;
        };
        Some(Entry {
            value: self.side.as_max(Score::from_raw(value)?),
            bound: match self.as_max(bound) {
                Bound::Exact => "exact",
                Bound::Lower => "at least",
                Bound::Upper => "at most",
            },
            depth,
            mv: (self.notation)(mv),
        })
    }
}

/// What the end of a node is to the one who steps through the search.
pub(super) fn kind(end: End, leaves_moves: bool) -> Kind {
    match (end, leaves_moves) {
        (End::Horizon | End::RuleDraw | End::Mated | End::Stalemate, _) | (_, false) => {
            Kind::Leaves
        }
        (_, true) => Kind::Cuts,
    }
}

/// A bound of a window, as it is drawn.
pub(super) fn bound(score: Score) -> String {
    match score {
        Score::INFINITE => "inf".to_owned(),
        score if score == -Score::INFINITE => "-inf".to_owned(),
        score => score.to_string(),
    }
}
