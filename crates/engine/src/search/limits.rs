//! Limits that end a search before it reaches its depth.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::table::OutOfMemory;

/// The largest number of nodes between two checks of the stop flag.
const POLL_INTERVAL: u64 = 4096;

/// The limits of a search besides its depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most nodes to enter: the search ends instead of entering one more.
    pub nodes: Option<u64>,
    /// Stops the search soon after it becomes true. It is checked every few thousand nodes.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached the depth asked for.
    Depth,
    /// It reached the node limit.
    Nodes,
    /// It was asked to stop, by the flag or by the receiver of its iterations.
    Requested,
    /// It did not start: its table does not fit into memory.
    Memory(OutOfMemory),
}

/// Enforces the limits at the cost of one comparison per node.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    /// The number of entered nodes at which the limits are checked next; 0 once the search has been stopped.
    next_check: u64,
    stopped: Option<Stop>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: Limits<'a>) -> Self {
        Watch {
            limits,
            next_check: 0,
            stopped: None,
        }
    }

    /// Whether the search must not enter another node. Called before each node with the number of nodes entered so
    /// far. Once true, it stays true: a search that returns to the root enters no more nodes.
    #[inline]
    pub(super) fn forbids_another_node(&mut self, nodes: u64) -> bool {
        nodes >= self.next_check && self.check(nodes)
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    #[cold]
    fn check(&mut self, nodes: u64) -> bool {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        if self.stopped.is_none() {
            if nodes >= limit {
                self.stopped = Some(Stop::Nodes);
            } else if self
                .limits
                .stop
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
            {
                self.stopped = Some(Stop::Requested);
            }
        }
        self.next_check = match self.stopped {
            Some(_) => 0,
            None => nodes.saturating_add(POLL_INTERVAL).min(limit),
        };
        self.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_as_many_nodes_are_entered_as_the_limit_says() {
        for limit in [0, 1, 2, POLL_INTERVAL, 2 * POLL_INTERVAL + 7] {
            let flag = AtomicBool::new(false);
            for stop in [None, Some(&flag)] {
                let mut watch = Watch::new(Limits {
                    nodes: Some(limit),
                    stop,
                });
                let entered = (0..=limit).find(|&nodes| watch.forbids_another_node(nodes));
                assert_eq!(entered, Some(limit));
                assert_eq!(watch.stopped(), Some(Stop::Nodes));
            }
        }
        let mut watch = Watch::new(Limits::default());
        assert!((0..3 * POLL_INTERVAL).all(|nodes| !watch.forbids_another_node(nodes)));
    }

    #[test]
    fn a_flag_stops_the_search_soon_and_for_good_whenever_it_is_set() {
        for set_at in [0, 1, 5 * POLL_INTERVAL + 1, 20 * POLL_INTERVAL] {
            let flag = AtomicBool::new(false);
            let mut watch = Watch::new(Limits {
                nodes: None,
                stop: Some(&flag),
            });
            let stopped_at = (0..=set_at + POLL_INTERVAL)
                .find(|&nodes| {
                    flag.store(nodes >= set_at, Ordering::Relaxed);
                    watch.forbids_another_node(nodes)
                })
                .unwrap();
            assert!(stopped_at >= set_at);
            flag.store(false, Ordering::Relaxed);
            assert!(watch.forbids_another_node(stopped_at) && watch.is_stopped());
            assert_eq!(watch.stopped(), Some(Stop::Requested));
        }
    }
}
