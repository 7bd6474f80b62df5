//! What one job leaves to the next.

use plybench_engine::{
    game::{Game, chess::Chess, uniform_tree::UniformPosition},
    table::Table,
};

/// Memory for the tables of jobs that run one after the other. Nothing is remembered in it: a job shows the
/// same as in memory of its own.
#[derive(Default)]
pub struct Memory {
    pub(super) chess: Table<<Chess as Game>::Move>,
    pub(super) trees: Table<<UniformPosition<'static> as Game>::Move>,
}
