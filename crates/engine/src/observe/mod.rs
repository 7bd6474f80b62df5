//! Watching a search without touching it.
//!
//! The search hands every [`Event`] to its observer, which looks at those that it wants to know; with [`NoObserver`] they
//! vanish when the search is compiled.

mod counters;
mod event;
mod pair;
mod trace;

pub use self::{
    counters::{ByTechnique, Counters},
    event::{Asked, Event},
    pair::Pair,
    trace::Trace,
};
use crate::game::Game;

/// The ways in which a node can end; each entered node ends in exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum End {
    /// A technique closed the window, as mate distance pruning does.
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
pub trait SearchObserver<G: Game> {
    /// Something happened.
    fn on(&mut self, event: &Event<'_, G>);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<G: Game> SearchObserver<G> for NoObserver {
    #[inline(always)]
    fn on(&mut self, _: &Event<'_, G>) {}
}

impl<G: Game, O: SearchObserver<G> + ?Sized> SearchObserver<G> for &mut O {
    #[inline(always)]
    fn on(&mut self, event: &Event<'_, G>) {
        (**self).on(event);
    }
}
