//! The forms of mate distance pruning: the bounds of each, and where it applies them.

use serde::Deserialize;

use super::{Clamped, Point, Rule};
use crate::{
    game::Recorded,
    node::{OpenNode, TableEntry},
    trace::{Bound, Side},
    value::{INFINITE, MATE, Window, is_evaluation, is_loss, is_mate, is_win},
};

/// A form of mate distance pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateDistance {
    /// No window is clamped.
    Off,
    /// Both bounds, tight: mated here, or mating with the next move.
    Stockfish,
    /// The upper bound, loose, then the lower; a cut returns its bound.
    Cpw,
    /// The lower bound, or else the upper, loose.
    Vipermate,
    /// The lower bound: being mated here.
    LowerOnly,
    /// The upper bound, tight.
    UpperOnlyTight,
    /// The upper bound, loose.
    UpperOnlyLoose,
    /// Both bounds, tight; an open window is not narrowed.
    TestOnly,
    /// Both bounds, tight, the lower by two plies more when not in check.
    CheckAware,
    /// The lower bound, by two plies more unless checkmated, and the tight upper bound; in quiescence too; a cut returns its bound.
    Fruit,
    /// Both bounds, tight, in quiescence too.
    InQuiescence,
    /// Both bounds, tight, after the table probe.
    AfterProbe,
    /// The upper bound, loose, after the table probe, in null windows.
    ZeroWindowOnly,
    /// The value is raised by 1 below the evaluation.
    DelayedLoss,
    /// A mate of the table is used at any depth.
    MateHolds,
    /// The depth that a faster mate than alpha needs.
    DepthClamp,
    /// What [`MateDistance::DelayedLoss`] and [`MateDistance::MateHolds`] do, together.
    MicroMax,
}

impl MateDistance {
    /// Whether a value below the evaluation is raised.
    pub fn raises_losses(self) -> bool {
        matches!(self, MateDistance::DelayedLoss | MateDistance::MicroMax)
    }
}

impl<G: Recorded> Rule<G> for MateDistance {
    fn clamp(&self, point: Point, node: &OpenNode<'_, G>) -> Clamped {
        let window = node.window;
        let acts_at = match self {
            MateDistance::AfterProbe | MateDistance::ZeroWindowOnly => Point::AfterProbe,
            _ => Point::Entry,
        };
        let acts_in_quiescence = matches!(self, MateDistance::InQuiescence | MateDistance::Fruit);
        if point != acts_at || node.in_quiescence && !acts_in_quiescence {
            return Clamped::Open(window);
        }
        let mated = node.ply - MATE;
        let (tight, loose) = (MATE - node.ply - 1, MATE - node.ply);
        let (least, most) = (-INFINITE, INFINITE);
        // The lowest and the highest value that the form leaves possible.
        let (lowest, highest) = match self {
            MateDistance::Stockfish
            | MateDistance::InQuiescence
            | MateDistance::AfterProbe
            | MateDistance::TestOnly => (mated, tight),
            MateDistance::CheckAware if node.in_check => (mated, tight),
            MateDistance::Fruit if node.in_check && !node.position.has_legal_move() => {
                (mated, tight)
            }
            MateDistance::CheckAware | MateDistance::Fruit => (mated + 2, tight),
            MateDistance::Cpw => (mated, loose),
            MateDistance::Vipermate if window.alpha < mated => (mated, most),
            MateDistance::LowerOnly => (mated, most),
            MateDistance::UpperOnlyTight => (least, tight),
            MateDistance::Vipermate | MateDistance::UpperOnlyLoose => (least, loose),
            MateDistance::ZeroWindowOnly if window.is_null() => (least, loose),
            MateDistance::Off
            | MateDistance::ZeroWindowOnly
            | MateDistance::DelayedLoss
            | MateDistance::MateHolds
            | MateDistance::DepthClamp
            | MateDistance::MicroMax => (least, most),
        };
        // a ← max(a, lowest), b ← min(b, highest); if a ≥ b: return a.
        let (alpha, beta) = (window.alpha.max(lowest), window.beta.min(highest));
        match self {
            // The upper bound is returned.
            MateDistance::Cpw | MateDistance::Fruit if window.alpha >= beta => {
                Clamped::Closed(Side::Upper, beta)
            }
            _ if alpha >= beta && lowest >= window.beta => Clamped::Closed(Side::Lower, alpha),
            _ if alpha >= beta => Clamped::Closed(Side::Upper, alpha),
            MateDistance::TestOnly => Clamped::Open(window),
            _ => Clamped::Open(Window::new(alpha, beta)),
        }
    }

    /// The depth that a node needs: with alpha a mate in n plies, the longest faster mate of the side to move is an odd number of
    /// plies away, and one more ply detects it.
    fn enough_depth(&self, node: &OpenNode<'_, G>) -> i32 {
        let alpha = node.window.alpha;
        if *self != MateDistance::DepthClamp || !is_win(alpha) {
            return node.depth;
        }
        let below = MATE - alpha - 1 - node.ply;
        let away = if below % 2 == 0 { below - 1 } else { below };
        node.depth.min((away + 1).max(0))
    }

    /// Whether a table entry that settles the node's window is used although its depth does not fit: a win that is at least beta, a
    /// loss that is at most alpha, or an exact mate no longer than the entry's depth.
    fn trusts(&self, node: &OpenNode<'_, G>, entry: &TableEntry<G::Move>, value: i32) -> bool {
        let holds = matches!(self, MateDistance::MateHolds | MateDistance::MicroMax);
        if !holds || !is_mate(value) {
            return false;
        }
        let plies = MATE - value.abs() - node.ply;
        let is_least = entry.bound != Bound::Upper;
        let is_most = entry.bound != Bound::Lower;
        is_win(value) && is_least && value >= node.window.beta
            || is_loss(value) && is_most && value <= node.window.alpha
            || entry.bound == Bound::Exact && plies <= entry.depth
    }

    /// The window in which the value is searched before it is changed: a bound below the evaluation, or for beta at it, is one
    /// lower. Only evaluations are changed; beta stays where it would become none.
    fn inner_window(&self, node: &OpenNode<'_, G>) -> Window {
        let Window { alpha, beta } = node.window;
        if !self.raises_losses() {
            return node.window;
        }
        let lower_alpha = alpha < node.evaluation() && is_evaluation(alpha);
        let lower_beta =
            beta <= node.evaluation() && is_evaluation(beta) && is_evaluation(beta - 1);
        let inner = Window::new(alpha - i32::from(lower_alpha), beta - i32::from(lower_beta));
        if inner.alpha < inner.beta {
            inner
        } else {
            node.window
        }
    }

    /// The changed value: one more if it is an evaluation below the node's.
    fn outer_value(&self, node: &OpenNode<'_, G>, value: i32) -> i32 {
        let is_raised = self.raises_losses() && value < node.evaluation() && is_evaluation(value);
        value + i32::from(is_raised)
    }
}
