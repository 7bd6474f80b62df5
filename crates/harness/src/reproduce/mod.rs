//! Reproduces the table of the mate distance pruning article: one experiment through the whole pipeline.

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

use plybench_analysis::{
    mdp_table::{MdpTable, MinimalProof, TableError},
    published,
};
use plybench_experiment::{
    plan::{Plan, PlanError, Shard},
    run::{Session, SessionError},
    spec::{Experiment, ExperimentError, KRK_MDP},
};
use plybench_records::{
    JobRecord, RunError, Staging, StoreError, StoredRun, Unmatched, lock_directory,
    write_positions, write_whole,
};
use plybench_report::{ReportError, mdp};

/// The experiment file, which is written beside its results.
pub const EXPERIMENT: &str = KRK_MDP.text;

/// Why the table was not made.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The built-in experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// One of its variants or its position is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The published position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The minimal proof cannot be computed.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The position is not the published mate.
    #[error("the oracle finds no mate in {PUBLISHED_PLIES} plies in the published position")]
    NoMate,
    /// A file cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The directory or the records cannot be used.
    #[error(transparent)]
    Directory(#[from] RunError),
    /// The experiment did not finish.
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

/// The least number of nodes that a proof of the published mate takes.
fn minimal_proof() -> Result<MinimalProof, ReproduceError> {
    let root = Chess::from_fen(published::FEN)?;
    // A table of three men is built faster than it is read.
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

/// The number of jobs of the experiment: its variants, each on one position.
///
/// # Errors
/// If the built-in experiment cannot be read.
pub fn jobs() -> Result<usize, ReproduceError> {
    Ok(Experiment::parse(EXPERIMENT)?.variants.len())
}

/// Runs the experiment on `threads` threads and writes its records, tables and charts into a directory, which is created if
/// missing. `on_job` is called each time one of its [`jobs`] ends. The files appear together when all are ready; until then the
/// directory stays as it was.
///
/// # Errors
/// If something cannot be written, or the run was stopped.
pub fn reproduce(
    directory: &Path,
    threads: usize,
    stop: &AtomicBool,
    on_job: impl Fn() + Sync,
) -> Result<MdpTable, ReproduceError> {
    let experiment = Experiment::parse(EXPERIMENT)?;
    // The experiment gives its position itself, so no file is read.
    let plan = Plan::of(&experiment, Path::new(""), |_| {})?;
    // Held until all files are in the directory.
    let _lock = lock_directory(directory)?;
    let staging = Staging::within(directory)?;
    let temporary = staging.path();
    let session = Session::open(&plan, Shard::WHOLE, temporary, Unmatched::Keep)?;
    write_whole(&temporary.join("experiment.toml"), EXPERIMENT.as_bytes())?;
    write_positions(temporary, plan.positions())?;
    session
        .run(threads, stop, on_job)
        .map_err(|error| match error {
            SessionError::Interrupted(_) => ReproduceError::Interrupted(directory.to_owned()),
            other => ReproduceError::Session(other),
        })?;
    let mut jobs: Vec<JobRecord> = Vec::new();
    for job in StoredRun::open(temporary, &plan)?.jobs(|_| true) {
        jobs.push(job?);
    }
    let table = MdpTable::of(&jobs, &published::table(), minimal_proof()?)?;
    for (name, bytes) in mdp::document(&table).files("table")? {
        write_whole(&temporary.join(name), &bytes)?;
    }
    staging.publish()?;
    Ok(table)
}
