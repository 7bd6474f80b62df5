//! The table of the mate distance pruning article, redone: one experiment through the pipeline.

pub mod seeds;

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use plybench_engine::{
    game::chess::{Chess, FenError},
    table::OutOfMemory,
};
use plybench_oracle::{
    Oracle, OracleError,
    proof::{LinesEnd, proof, refutation},
};
use thiserror::Error;

use crate::{
    analysis::{
        mdp_table::{MdpTable, MinimalProof, TableError},
        published,
    },
    plan::{Plan, PlanError, Shard},
    report::{ReportError, mdp},
    run,
    spec::{Experiment, ExperimentError},
    store::{
        Ended, Journal, JournalError, Log, RECORDS, Record, Staging, StoreError, TIMINGS, hold,
        write_positions, write_whole,
    },
};

/// The experiment file, as it is written beside its results.
pub const EXPERIMENT: &str = include_str!("experiment.toml");

/// Why the table was not made.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The built-in experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// One of its variants or its position cannot be had.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The published position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The minimal proof cannot be had.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The position is no mate in as many plies as published.
    #[error("the oracle finds no mate in {PUBLISHED_PLIES} plies in the published position")]
    NoMate,
    /// A file cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The records cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The records do not make a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The user interrupted it.
    #[error("interrupted; {} holds the {records} whole records so far, the report is as it was; run the same line again", path.display())]
    Interrupted {
        /// Where the records are.
        path: PathBuf,
        /// How many there are.
        records: usize,
    },
}

/// The published mate in 8.
const PUBLISHED_PLIES: u16 = 15;

/// What a proof of the published mate takes at least.
fn minimal_proof() -> Result<MinimalProof, ReproduceError> {
    let root = Chess::from_fen(published::FEN)?;
    // Three men: quicker built than read.
    let mut oracle = Oracle::in_memory();
    let mate = proof(&mut oracle, &root, PUBLISHED_PLIES)?.ok_or(ReproduceError::NoMate)?;
    let mut sooner = |lines_end| {
        refutation(&mut oracle, &root, PUBLISHED_PLIES - 2, lines_end)?
            .ok_or(ReproduceError::NoMate)
    };
    let (in_time, without_material) = (
        sooner(LinesEnd::InTime)?,
        sooner(LinesEnd::WithoutMaterial)?,
    );
    Ok(MinimalProof {
        proof_tree: mate.tree,
        proof_graph: mate.graph,
        refutation_tree: in_time.tree,
        refutation_graph: in_time.graph,
        refutation_tree_without_material: without_material.tree,
        refutation_graph_without_material: without_material.graph,
    })
}

/// Runs the experiment and writes its records, tables and charts into a directory, which is made
/// if it is not there: all of them when all are made, so that what was there before stays as it is
/// until then. `progress` is told of every iteration; `stop` ends the run early and leaves the
/// records of the completed iterations in a directory `.part` within.
///
/// # Errors
/// If something cannot be written, or the run was stopped.
pub fn reproduce(
    directory: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Record, f64),
) -> Result<MdpTable, ReproduceError> {
    let experiment = Experiment::parse(EXPERIMENT)?;
    // Its position stands in the experiment itself: no file is looked for.
    let plan = Plan::of(&experiment, Path::new(""), |_| {})?;
    // Until all is in its place: the journal's own hold ends with the journal.
    let _held = hold(directory)?;
    let staging = Staging::within(directory)?;
    let place = staging.place();
    let mut journal = Journal::fresh(place, &plan)?;
    staging.clear()?;
    let mut timings = Log::create(&place.join(TIMINGS))?;
    write_whole(&place.join("experiment.toml"), EXPERIMENT.as_bytes())?;
    write_positions(place, plan.position_records())?;

    let (mut all, mut memory) = (Vec::new(), run::Memory::default());
    for number in plan.numbers(Shard::WHOLE) {
        let job = plan.job(number);
        let (mut records, mut failure) = (Vec::new(), None);
        let end = run::run(&job, &mut memory, Some(stop), |record, timing| {
            progress(&record, timing.seconds);
            failure = timings.append(&timing).err();
            records.push(record);
            if failure.is_none() && !stop.load(Ordering::Relaxed) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if end.ended == Ended::Stopped {
            journal.append_unfinished(&records)?;
            return Err(ReproduceError::Interrupted {
                path: place.join(RECORDS),
                records: all.len() + records.len(),
            });
        }
        journal.append(number, &records, &end)?;
        all.append(&mut records);
    }
    timings.finish()?;
    journal.finish(&plan)?;

    let table = MdpTable::from_records(&all, &published::table(), minimal_proof()?)?;
    for (name, bytes) in mdp::files(&table)? {
        write_whole(&place.join(name), &bytes)?;
    }
    staging.publish()?;
    Ok(table)
}
