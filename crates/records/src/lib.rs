#![doc = include_str!("../README.md")]

mod append;
mod contents;
pub mod counts;
mod engine;
mod error;
mod files;
mod format_version;
mod index;
mod iteration;
mod job;
mod job_id;
mod journal;
mod lines;
mod lock;
mod merge;
mod metric;
mod position;
pub mod registered;
mod replaceable;
mod roster;
#[doc(hidden)]
pub mod samples;
mod schema;
mod spans;
mod staging;
mod stored_run;
mod timings;

pub use self::{
    contents::{Contents, Unmatched},
    counts::{Count, Counts, TechniqueCounts},
    engine::{ENGINES, EngineRecord, read_engines, write_engines},
    error::{RunError, StoreError},
    files::{make_folder, write_together, write_whole},
    format_version::SCHEMA,
    index::Damage,
    iteration::{Bound, Iteration, ScoreRecord},
    job::{Ended, JobRecord},
    job_id::JobId,
    journal::{Journal, RECORDS},
    lock::{DirectoryLock, holder, lock_directory},
    merge::{Merged, merge},
    metric::{Metric, UnknownMetric},
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    replaceable::{foreign_file, is_replaceable},
    roster::Roster,
    schema::{Identity, SearcherRecord},
    staging::Staging,
    stored_run::{Jobs, StoredRun},
    timings::{Machine, TIMINGS, Timing, name_commit},
};
