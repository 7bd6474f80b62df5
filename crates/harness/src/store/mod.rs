//! Records: what came out of a search, as JSON Lines.
//!
//! `records.jsonl` holds what is the same on every machine, one record for each completed
//! iteration; `positions.jsonl` says what was searched; `timings.jsonl` holds the times and the host. Derived numbers are not stored.

mod journal;
mod log;
mod position;
mod reader;
mod record;
mod sealed;
mod staging;

pub use self::{
    journal::{Block, Blocks, Journal, JournalError, Key, RECORDS, merge, read_blocks},
    log::{Log, StoreError, WholeFile, make_folder, write_whole},
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    reader::{Line, ReadError, WholeJob, read_jobs, read_records},
    record::{EndCounts, Ended, JobEnd, Record, ScoreRecord, Timing, job_id},
    staging::Staging,
};
