#![doc = include_str!("../README.md")]

mod append;
mod contents;
pub mod counts;
mod engine;
mod error;
mod files;
mod iteration;
mod job;
mod job_id;
mod job_list;
mod journal;
mod lines;
mod lock;
mod merge;
mod metric;
mod position;
pub mod registered;
mod replaceable;
mod run_file;
#[doc(hidden)]
pub mod samples;
mod schema;
mod spans;
mod staging;
mod stored_job;
mod stored_run;
mod timings;

pub use self::{
    contents::{Contents, Damage, Unmatched},
    counts::{Count, Counts, TechniqueCounts},
    engine::{ENGINES, EngineProcess, EngineRecord, Protocol, read_engines, write_engines},
    error::{RunError, StoreError},
    files::{make_folder, write_together, write_whole},
    iteration::{Bound, Iteration, ScoreRecord},
    job::{Ended, JobRecord},
    job_id::JobId,
    job_list::{Depths, JobList},
    journal::{Journal, RECORDS},
    lock::{DirectoryLock, holder, lock_directory},
    merge::{Merged, merge},
    metric::Metric,
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    replaceable::{foreign_file, is_own_picture, is_replaceable},
    schema::{Identity, SCHEMA, SearcherRecord},
    staging::Staging,
    stored_run::{Jobs, StoredRun},
    timings::{Machine, TIMINGS, Timing, name_commit},
};
