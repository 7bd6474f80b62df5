//! Records: what came out of a search, as JSON Lines.
//!
//! `records.jsonl` holds what is the same on every machine, one record for each completed
//! iteration; `timings.jsonl` holds the times and the host. Derived numbers are not stored.

mod log;
mod record;

pub use self::{
    log::{Log, StoreError, make_folder, write_whole},
    record::{EndCounts, Record, ScoreRecord, Timing, job_id},
};
