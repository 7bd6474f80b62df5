//! The table of the mate distance pruning article, redone: one experiment through the pipeline.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use plybench_engine::game::chess::{Chess, FenError};
use plybench_oracle::{
    Oracle, OracleError,
    proof::{proof, refutation},
};
use thiserror::Error;

use crate::{
    analysis::{
        mdp_table::{MdpTable, MinimalProof, TableError},
        published,
    },
    plan::{Job, Limit},
    report::{ReportError, mdp},
    run,
    spec::{Experiment, ExperimentError, SettingError},
    store::{Ended, Log, Record, StoreError, write_whole},
};

/// The experiment file, as it is written beside its results.
pub const EXPERIMENT: &str = include_str!("experiment.toml");

/// Why the table was not made.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// The built-in experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// One of its variants cannot be made.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Its position cannot be read.
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
    /// The records do not make a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The user interrupted it.
    #[error("interrupted; {} holds the {records} whole records so far, run the same line again", path.display())]
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
    let sooner =
        refutation(&mut oracle, &root, PUBLISHED_PLIES - 2)?.ok_or(ReproduceError::NoMate)?;
    Ok(MinimalProof {
        proof_tree: mate.tree,
        proof_graph: mate.graph,
        refutation_tree: sooner.tree,
        refutation_graph: sooner.graph,
    })
}

/// The jobs of an experiment, variant by variant.
fn jobs(experiment: &Experiment) -> Result<Vec<Job>, ReproduceError> {
    let mut jobs = Vec::new();
    for variant in &experiment.variants {
        for position in &experiment.positions {
            jobs.push(Job {
                variant: variant.name.clone(),
                options: variant.options()?,
                position: position.id.clone(),
                root: Chess::from_fen(&position.fen)?,
                depth: experiment.depth,
                limit: Limit::default(),
            });
        }
    }
    Ok(jobs)
}

/// Runs the experiment and writes its records, tables and charts into a directory, which is made
/// if it is not there. `progress` is told of every iteration; `stop` ends the run early and leaves
/// the records of the completed iterations.
///
/// # Errors
/// If something cannot be written, or the run was stopped.
pub fn reproduce(
    directory: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Record, f64),
) -> Result<MdpTable, ReproduceError> {
    let experiment = Experiment::parse(EXPERIMENT)?;
    let records_path = directory.join("records.jsonl");
    let mut log = Log::create(&records_path)?;
    let mut timings = Log::create(&directory.join("timings.jsonl"))?;
    write_whole(&directory.join("experiment.toml"), EXPERIMENT.as_bytes())?;

    let mut records: Vec<Record> = Vec::new();
    for job in jobs(&experiment)? {
        let mut failure = None;
        let end = run::run(&job, Some(stop), |record, timing| {
            progress(&record, timing.seconds);
            failure = log
                .append(&record)
                .and_then(|()| timings.append(&timing))
                .err();
            records.push(record);
            let go_on = failure.is_none() && !stop.load(Ordering::Relaxed);
            if go_on {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if let Some(error) = failure {
            return Err(error.into());
        }
        if end.ended == Ended::Stopped {
            log.finish()?;
            return Err(ReproduceError::Interrupted {
                path: records_path,
                records: records.len(),
            });
        }
    }
    log.finish()?;
    timings.finish()?;

    let table = MdpTable::from_records(&records, &published::table(), minimal_proof()?)?;
    for (name, bytes) in mdp::files(&table)? {
        write_whole(&directory.join(name), &bytes)?;
    }
    Ok(table)
}
