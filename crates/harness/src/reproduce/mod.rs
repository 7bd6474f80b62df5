//! The table of the mate distance pruning article, redone: one experiment through the pipeline.

pub mod seeds;

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use plybench_engine::game::chess::{Chess, FenError};
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
    run::{Session, SessionError, Watch},
    spec::{Experiment, ExperimentError},
    store::{
        Record, RunError, Staging, StoreError, StoredRun, Unmatched, hold, write_positions,
        write_whole,
    },
};

/// The experiment file, as it is written beside its results.
pub const EXPERIMENT: &str = include_str!("../../experiments/krk-mdp.toml");

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
    /// The minimal proof cannot be had.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The position is no mate in as many plies as published.
    #[error("the oracle finds no mate in {PUBLISHED_PLIES} plies in the published position")]
    NoMate,
    /// A file cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The directory or the records cannot be worked with.
    #[error(transparent)]
    Directory(#[from] RunError),
    /// The experiment did not come to its end.
    #[error(transparent)]
    Session(SessionError),
    /// The records do not make a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The user interrupted it.
    #[error("interrupted; {} is as it was", .0.display())]
    Interrupted(PathBuf),
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

/// Runs the experiment on so many threads and writes its records, tables and charts into a directory, which is made
/// if it is not there: all of them when all are made, so that what was there before stays as it is
/// until then.
///
/// # Errors
/// If something cannot be written, or the run was stopped.
pub fn reproduce(
    directory: &Path,
    threads: usize,
    stop: &AtomicBool,
    watch: &impl Watch,
) -> Result<MdpTable, ReproduceError> {
    let experiment = Experiment::parse(EXPERIMENT)?;
    // Its position stands in the experiment itself: no file is looked for.
    let plan = Plan::of(&experiment, Path::new(""), |_| {})?;
    // Until all is in its place.
    let _held = hold(directory)?;
    let staging = Staging::within(directory)?;
    let place = staging.place();
    let session = Session::open(&plan, Shard::WHOLE, place, Unmatched::Keep)?;
    write_whole(&place.join("experiment.toml"), EXPERIMENT.as_bytes())?;
    write_positions(place, plan.position_records())?;
    session
        .run(threads, stop, watch)
        .map_err(|error| match error {
            SessionError::Interrupted(_) => ReproduceError::Interrupted(directory.to_owned()),
            other => ReproduceError::Session(other),
        })?;
    let mut records: Vec<Record> = Vec::new();
    for job in StoredRun::open(place, &plan)?.jobs(|_| true) {
        records.extend(job?.records);
    }
    let table = MdpTable::from_records(&records, &published::table(), minimal_proof()?)?;
    for (name, bytes) in mdp::files(&table)? {
        write_whole(&place.join(name), &bytes)?;
    }
    staging.publish()?;
    Ok(table)
}
