//! Records: what came out of a search, as JSON Lines.
//!
//! `records.jsonl` holds what is the same on every machine: a first line that says what searched, one record for each completed
//! iteration, and a line for each job's end; `positions.jsonl` says what was searched, `engines.jsonl` which engines searched
//! besides; `timings.jsonl` holds the times and where they were measured. Derived numbers are not stored.

mod append;
mod contents;
pub mod counts;
mod engine;
mod error;
mod files;
mod job_id;
mod journal;
mod lock;
mod merge;
mod metric;
mod pieces;
mod position;
pub(crate) mod record;
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
    job_id::JobId,
    journal::{Journal, RECORDS},
    lock::{Held, hold, holder},
    merge::{Merged, merge},
    metric::{Metric, NoMetric},
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    record::{Bound, Ended, JobEnd, Record, ScoreRecord, WholeJob},
    replaceable::{is_replaceable, strange_file},
    roster::Roster,
    scan::Damage,
    schema::{Identity, SCHEMA, SearcherRecord},
    staging::Staging,
    stored_run::StoredRun,
    timings::{Machine, TIMINGS, Timing},
};
