//! When a search has to end before its depth is reached.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::table::OutOfMemory;

/// How many nodes may pass between two looks at the stop flag.
const POLL_INTERVAL: u64 = 4096;

/// Bounds of a search besides its depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most nodes to enter. Upon the first beyond, the search ends; on its way to the nearest leaf
    /// and back to the root it may enter a few more, the same ones each time.
    pub nodes: Option<u64>,
    /// Stops the search soon after it becomes true; looked at every few thousand nodes.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached the depth asked for.
    Depth,
    /// It met the node limit.
    Nodes,
    /// It was told to, by the flag or by the receiver of its iterations.
    Asked,
    /// It did not begin: its table does not fit into memory.
    Memory(OutOfMemory),
}

/// Keeps watch over the limits at the cost of one comparison a node.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    next_look: u64,
    stopped: Option<Stop>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: Limits<'a>) -> Self {
        let mut watch = Watch {
            limits,
            next_look: 0,
            stopped: None,
        };
        watch.plan_look(0);
        watch
    }

    /// Called on entering each node, with the number of nodes entered so far.
    #[inline]
    pub(super) fn entered(&mut self, nodes: u64) {
        if nodes >= self.next_look {
            self.look(nodes);
        }
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        if self.limits.nodes.is_some_and(|limit| nodes > limit) {
            self.stopped = Some(Stop::Nodes);
        } else if self
            .limits
            .stop
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            self.stopped = Some(Stop::Asked);
        }
        self.plan_look(nodes);
    }

    fn plan_look(&mut self, nodes: u64) {
        let limit = self
            .limits
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_add(1));
        self.next_look = nodes
            .saturating_add(POLL_INTERVAL)
            .min(limit.max(nodes + 1));
    }
}
