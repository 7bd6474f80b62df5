//! Records: what came out of a search, as JSON Lines.
//!
//! `records.jsonl` holds what is the same on every machine, one record for each completed
//! iteration; `timings.jsonl` holds the times and the host. Derived numbers are not stored.

mod block;
mod journal;
mod log;
mod merge;
mod record;
mod sealed;

pub use self::{
    block::{Block, Blocks, Roster, read_blocks},
    journal::{Journal, JournalError, RECORDS},
    log::{Log, StoreError, make_folder, write_whole},
    merge::merge,
    record::{
        EndCounts, Ended, JobEnd, Record, ScoreRecord, Timing, job_hash, job_id, settings_text,
    },
};
