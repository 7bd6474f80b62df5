//! Forms of mate distance pruning that narrow the window, or test whether it closes.

use super::{ClampPoint, Clamped};
use crate::{
    game::Game,
    score::Score,
    techniques::{MateBound, Node},
    units::Ply,
    window::Window,
};

/// The bounds that a form uses, where it applies them, and how. It never acts at the root, and none of its bounds cuts off a value
/// that a node can have.
#[derive(Clone, Copy)]
pub(super) struct Narrowing {
    /// The lowest value of a node, if alpha is raised to it.
    pub(super) lowest: Option<Lower>,
    /// The highest value of a node, if beta is lowered to it.
    pub(super) highest: Option<Upper>,
    pub(super) point: ClampPoint,
    /// Whether it also acts in quiescence.
    pub(super) in_quiescence: bool,
    pub(super) how: How,
}

#[derive(Clone, Copy)]
pub(super) enum Lower {
    /// As if mated at this node: -M+p.
    Mated,
    /// Mated now in check, and otherwise two plies later: a side that is not in check is not mated now.
    CheckAware,
    /// Mated now if checkmated, and otherwise two plies later. Moves are generated only in check, and only if the later bound
    /// would raise alpha: otherwise neither bound does.
    MateTested,
}

#[derive(Clone, Copy)]
pub(super) enum Upper {
    /// Mate with the next move: M-p-1.
    Tight,
    /// One ply loose, M-p: no node has this value.
    Loose,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum How {
    /// The window is narrowed to both bounds. If it closes, the raised alpha is returned.
    Together,
    /// Each bound is tested on its own, which closes the window for at most one of them. A cut returns the bound that closed it.
    OneByOne,
    /// One bound at each node: alpha is raised, or else beta is lowered.
    OneBound,
    /// The bounds are tested on copies of alpha and beta: an open window is not narrowed.
    CutsOnly,
    /// Only null windows are tested. If one is narrowed, it closes.
    NullWindows,
}

/// Both bounds, tight, at the start of a node.
pub(super) const BOTH_TIGHT: Narrowing = Narrowing {
    lowest: Some(Lower::Mated),
    highest: Some(Upper::Tight),
    point: ClampPoint::Entry,
    in_quiescence: false,
    how: How::Together,
};

impl Narrowing {
    #[inline(always)]
    pub(super) fn clamp<G: Game>(self, point: ClampPoint, node: &Node<'_, G>) -> Clamped {
        let (window, ply) = (node.window, node.ply);
        if point != self.point
            || node.in_quiescence && !self.in_quiescence
            || self.how == How::NullWindows && !window.is_null()
        {
            return Clamped::Kept;
        }
        let mated = |ply: Ply| Score::mated_in(ply.plies());
        let (now, later) = (mated(ply), mated(ply.next().next()));
        let may_be_mated_now = match self.lowest {
            None | Some(Lower::Mated) => true,
            Some(Lower::CheckAware) => node.in_check,
            Some(Lower::MateTested) => {
                node.in_check && later > window.alpha() && has_no_move(node.position)
            }
        };
        let mut lowest = match self.lowest {
            None => window.alpha(),
            Some(_) if may_be_mated_now => now,
            Some(_) => later,
        };
        let mut highest = match self.highest {
            None => window.beta(),
            Some(Upper::Tight) => Score::mate_in(ply.plies() + 1),
            Some(Upper::Loose) => Score::mate_in(ply.plies()),
        };
        let cut = |value, bound| Clamped::Cut { value, bound };
        match self.how {
            How::OneByOne if window.alpha() >= highest => return cut(highest, MateBound::Upper),
            How::OneByOne if window.beta() <= lowest => return cut(lowest, MateBound::Lower),
            How::OneBound if window.alpha() < lowest => highest = window.beta(),
            How::OneBound => lowest = window.alpha(),
            _ => {}
        }
        match clamp_between(window, lowest, highest) {
            Clamped::Narrowed { .. } if self.how == How::CutsOnly => Clamped::Kept,
            clamped => clamped,
        }
    }
}

/// Not inlined: it would make the search of every form larger.
#[cold]
#[inline(never)]
fn has_no_move<G: Game>(position: &G) -> bool {
    !position.has_legal_move()
}

/// The window narrowed to both bounds. If it closes, the cut returns the raised alpha.
#[inline]
#[must_use]
pub fn clamp_between(window: Window, lowest: Score, highest: Score) -> Clamped {
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
