//! Observing a search without changing it.
//!
//! The search passes every [`Event`] to its observer, which ignores those that it does not need. With [`NoObserver`] the compiler
//! removes them all.

mod counters;
mod event;
mod pair;

pub use self::{
    counters::{ByTechnique, Counters},
    event::{Event, SubSearchOf},
    pair::Pair,
};
use crate::game::Game;

/// The ways in which a node can end. Each entered node ends in exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum End {
    /// A technique closed the window, as mate distance pruning does.
    MdpCut,
    /// A draw by repetition or by the 50-move rule.
    RuleDraw,
    /// The table's entry was sufficient for the window.
    TableCut,
    /// A technique returned a value without searching the moves.
    TechniqueCut,
    /// No depth was left; the node was evaluated statically.
    Horizon,
    /// No legal moves, in check.
    Mated,
    /// No legal moves, not in check.
    Stalemate,
    /// Its moves were searched, or skipped by a technique.
    Expanded,
    /// The search was stopped at or below this node; its value is meaningless.
    Stopped,
    /// The move that led to it left the king in check, and the side to move captures it.
    KingCaptured,
}

impl End {
    /// Every way, in the order of the steps; then those that are no step's.
    pub const ALL: [End; 10] = [
        End::MdpCut,
        End::RuleDraw,
        End::TableCut,
        End::TechniqueCut,
        End::Horizon,
        End::Mated,
        End::Stalemate,
        End::Expanded,
        End::Stopped,
        End::KingCaptured,
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
            End::KingCaptured => "king_captured",
        }
    }
}

/// Receives the events of a search, in order.
pub trait SearchObserver<G: Game> {
    /// Called at each event, in the order in which they happen.
    fn on(&mut self, event: &Event<'_, G>);
}

/// Ignores all events: a search with it is compiled without code for them.
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
