//! Watching a search without touching it.
//!
//! The search calls its observer at every event. All methods do nothing by default, so an observer
//! says only what it wants to know, and with [`NoObserver`] the calls vanish.

mod counters;
mod pair;

pub use self::{counters::Counters, pair::Pair};
use crate::{
    score::Score,
    techniques::MateBound,
    units::{Depth, Ply},
    window::Window,
};

/// The ways in which a node can end; each entered node ends in exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum End {
    /// Mate distance pruning: the window closed.
    MdpCut,
    /// A draw by repetition or by the 50-move rule.
    RuleDraw,
    /// The table settled the window.
    TableCut,
    /// A technique returned a value without searching the moves.
    TechniqueCut,
    /// Evaluated for want of depth.
    Horizon,
    /// No legal move, in check.
    Mated,
    /// No legal move, not in check.
    Stalemate,
    /// Moves were searched.
    Expanded,
    /// The search was stopped below or at this node; its value means nothing.
    Stopped,
}

impl End {
    /// Every way, in the order of the steps.
    pub const ALL: [End; 9] = [
        End::MdpCut,
        End::RuleDraw,
        End::TableCut,
        End::TechniqueCut,
        End::Horizon,
        End::Mated,
        End::Stalemate,
        End::Expanded,
        End::Stopped,
    ];

    /// The name in records and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            End::MdpCut => "mdp_cut",
            End::RuleDraw => "rule_draw",
            End::TableCut => "table_cut",
            End::TechniqueCut => "technique_cut",
            End::Horizon => "horizon",
            End::Mated => "mated",
            End::Stalemate => "stalemate",
            End::Expanded => "expanded",
            End::Stopped => "stopped",
        }
    }
}

/// Receives the events of a search, in order.
pub trait SearchObserver {
    /// A node was entered, with this window and depth.
    #[inline]
    fn entered(&mut self, _ply: Ply, _depth: Depth, _window: Window) {}

    /// The node that was entered last and not yet left ended, with this value.
    #[inline]
    fn left(&mut self, _ply: Ply, _end: End, _value: Score) {}

    /// Mate distance pruning narrowed the window on this side without closing it.
    #[inline]
    fn narrowed(&mut self, _ply: Ply, _bound: MateBound) {}

    /// Mate distance pruning closed the window from this side.
    #[inline]
    fn mate_distance_cut(&mut self, _ply: Ply, _bound: MateBound) {}

    /// The table knew the position.
    #[inline]
    fn table_hit(&mut self, _ply: Ply) {}

    /// A stored entry drove out another position's.
    #[inline]
    fn table_overwrite(&mut self) {}

    /// The move with this number, from 0, is about to be searched.
    #[inline]
    fn move_searched(&mut self, _ply: Ply, _number: usize) {}

    /// The move with this number, from 0, failed high.
    #[inline]
    fn beta_cutoff(&mut self, _ply: Ply, _number: usize) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {}

impl<O: SearchObserver> SearchObserver for &mut O {
    #[inline]
    fn entered(&mut self, ply: Ply, depth: Depth, window: Window) {
        (**self).entered(ply, depth, window);
    }

    #[inline]
    fn left(&mut self, ply: Ply, end: End, value: Score) {
        (**self).left(ply, end, value);
    }

    #[inline]
    fn narrowed(&mut self, ply: Ply, bound: MateBound) {
        (**self).narrowed(ply, bound);
    }

    #[inline]
    fn mate_distance_cut(&mut self, ply: Ply, bound: MateBound) {
        (**self).mate_distance_cut(ply, bound);
    }

    #[inline]
    fn table_hit(&mut self, ply: Ply) {
        (**self).table_hit(ply);
    }

    #[inline]
    fn table_overwrite(&mut self) {
        (**self).table_overwrite();
    }

    #[inline]
    fn move_searched(&mut self, ply: Ply, number: usize) {
        (**self).move_searched(ply, number);
    }

    #[inline]
    fn beta_cutoff(&mut self, ply: Ply, number: usize) {
        (**self).beta_cutoff(ply, number);
    }
}
