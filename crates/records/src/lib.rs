#![doc = include_str!("../README.md")]

mod append;
mod contents;
pub mod counts;
mod engine;
mod error;
mod files;
mod format_version;
mod job_id;
mod journal;
mod lock;
mod merge;
mod metric;
pub mod own;
mod pieces;
mod position;
pub mod record;
mod replaceable;
mod roster;
mod scan;
mod schema;
mod sealed;
mod staging;
mod stored_job;
mod stored_run;
mod timings;

pub use self::{
    contents::{Contents, Unmatched},
    counts::{Count, Counts, TechniqueCounts},
    engine::{ENGINES, EngineRecord, read_engines, write_engines},
    error::{RunError, StoreError},
    files::{make_folder, write_together, write_whole},
    format_version::SCHEMA,
    job_id::JobId,
    journal::{Journal, RECORDS},
    lock::{DirectoryLock, holder, lock_directory},
    merge::{Merged, merge},
    metric::{Metric, UnknownMetric},
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    record::{Bound, Ended, JobEnd, Record, ScoreRecord, WholeJob},
    replaceable::{foreign_file, is_replaceable},
    roster::Roster,
    scan::Damage,
    schema::{Identity, SearcherRecord},
    staging::Staging,
    stored_run::StoredRun,
    timings::{Machine, TIMINGS, Timing, name_commit},
};
