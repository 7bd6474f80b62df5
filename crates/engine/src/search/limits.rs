//! When a search has to end before its depth is reached.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::table::OutOfMemory;

/// How many nodes may pass between two looks at the stop flag.
const POLL_INTERVAL: u64 = 4096;

/// Bounds of a search besides its depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most nodes to enter: the search ends instead of entering one more.
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
    /// With so many nodes entered the limits are looked at again; 0 once the search has been stopped.
    next_look: u64,
    stopped: Option<Stop>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: Limits<'a>) -> Self {
        Watch {
            limits,
            next_look: 0,
            stopped: None,
        }
    }

    /// Whether the search has to end rather than enter one more node, asked before each with the number of
    /// nodes entered so far. Once true, it stays so: a search on its way back to the root enters nothing.
    #[inline]
    pub(super) fn refuses(&mut self, nodes: u64) -> bool {
        nodes >= self.next_look && self.look(nodes)
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        if self.stopped.is_none() {
            if nodes >= limit {
                self.stopped = Some(Stop::Nodes);
            } else if self
                .limits
                .stop
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
            {
                self.stopped = Some(Stop::Asked);
            }
        }
        self.next_look = match self.stopped {
            Some(_) => 0,
            None => nodes.saturating_add(POLL_INTERVAL).min(limit),
        };
        self.is_stopped()
    }
}
