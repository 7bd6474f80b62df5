//! What one job leaves to the next.

use plybench_engine::{
    game::{Game, chess::Chess, uniform_tree::UniformPosition},
    table::Table,
};

/// Memory for the tables of jobs that run one after the other, of one game at a time. Nothing is remembered
/// in it: a job shows the same as in memory of its own.
#[derive(Default)]
pub struct Memory {
    pub(super) chess: Table<<Chess as Game>::Move>,
    pub(super) trees: Table<<UniformPosition<'static> as Game>::Move>,
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
    use crate::{
        plan::{Job, Limit, Root},
        run::run,
    };

    #[test]
    fn the_memory_of_one_table_goes_from_game_to_game() {
        let mut memory = Memory::default();
        let tree = "branching=3 depth=4 spread=9 mated-share=0 best-first-share=0.5 seed=1";
        for text in [
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
            tree,
            tree,
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
        ] {
            let root = Root::parse(text).unwrap();
            let is_tree = matches!(root, Root::Tree(_));
            let job = Job {
                id: "0".parse().unwrap(),
                variant: String::new(),
                options: SearchOptions {
                    table: TableOptions {
                        size: TableSize::Entries(64),
                        ..TableOptions::default()
                    },
                    ..variants::PLAIN.options
                },
                position: String::new(),
                root,
                depth: 3,
                limit: Limit::default(),
            };
            let end = run(&job, &mut memory, None, |_, _| ControlFlow::Continue(())).unwrap();
            let alone = run(&job, &mut Memory::default(), None, |_, _| {
                ControlFlow::Continue(())
            });
            assert_eq!(end, alone.unwrap());
            let held = (memory.chess.capacity(), memory.trees.capacity());
            assert_eq!(held, if is_tree { (0, 64) } else { (64, 0) });
        }
    }
}
