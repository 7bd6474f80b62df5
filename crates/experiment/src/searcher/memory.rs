//! What is reused from one job to the next: memory, and the process of an engine.

use plybench_engine::{
    game::{Game, chess::Chess, named::AnyPosition},
    observe::Counters,
    search,
};

use super::engine::KeptEngine;

/// Memory for the searches of jobs that run one after the other, of one game at a time, and an engine's process. It carries no information:
/// a job has the same result as with fresh memory. Only the memory [of a game](Memory::of_a_game) keeps the table.
#[derive(Default)]
pub struct Memory {
    pub(super) chess: Option<search::Memory<<Chess as Game>::Move>>,
    pub(super) other: Option<search::Memory<<AnyPosition as Game>::Move>>,
    pub(super) counters: Counters,
    pub(super) engine: KeptEngine,
}

impl Memory {
    /// Memory for one player's searches in one chess game: each begins with the table that the last one left.
    #[must_use]
    pub fn of_a_game() -> Self {
        Memory {
            chess: Some(search::Memory::keeping_the_table()),
            ..Memory::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use plybench_engine::{
        search::SearchOptions,
        table::{TableOptions, TableSize},
        variants,
    };

    use super::*;
    use crate::searcher::{Limits, Root, Searcher, Skeleton};

    #[test]
    fn the_memory_of_one_table_goes_from_game_to_game() {
        let options = SearchOptions {
            table: TableOptions {
                size: TableSize::Entries(64),
                ..TableOptions::default()
            },
            ..variants::PLAIN.options
        };
        let limits = Limits {
            depth: 3,
            nodes: None,
            stop: None,
        };
        let mut memory = Memory::default();
        let tree = "branching=3 depth=4 spread=9 mated-share=0 best-first-share=0.5 seed=1";
        for text in [
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
            tree,
            tree,
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
        ] {
            let root = Root::parse(text).unwrap();
            let shown = |memory: &mut Memory| {
                let mut shown = Vec::new();
                let ended =
                    Skeleton::new(options, memory).deepen(&root, &limits, &mut |iteration, _| {
                        shown.push(iteration);
                        ControlFlow::Continue(())
                    });
                (ended.unwrap(), shown)
            };
            assert_eq!(shown(&mut memory), shown(&mut Memory::default()));
            let is_other = root.position().is_none();
            let Memory { chess, other, .. } = &memory;
            let held = (
                chess.as_ref().map(|memory| memory.table().capacity()),
                other.as_ref().map(|memory| memory.table().capacity()),
            );
            let expected = if is_other {
                (None, Some(64))
            } else {
                (Some(64), None)
            };
            assert_eq!(held, expected);
        }
    }
}
