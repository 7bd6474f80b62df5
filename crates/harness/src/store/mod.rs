//! Records: what came out of a search, as JSON Lines.
//!
//! `records.jsonl` holds what is the same on every machine, one record for each completed
//! iteration; `positions.jsonl` says what was searched; `timings.jsonl` holds the times and the host. Derived numbers are not stored.

mod block;
mod journal;
mod lock;
mod log;
mod merge;
mod position;
mod reader;
mod record;
mod replaceable;
mod sealed;
mod staging;
mod timings;

pub use self::{
    block::{Block, Blocks, Damage, Roster, read_blocks},
    journal::{Journal, JournalError, RECORDS},
    lock::{Held, hold, holder},
    log::{Log, StoreError, WholeFile, make_folder, write_whole},
    merge::merge,
    position::{POSITIONS, PositionRecord, read_positions, write_positions},
    reader::{Line, ReadError, WholeJob, read_jobs, read_records},
    record::{
        CutsByPly, EndCounts, Ended, JobEnd, Record, ScoreRecord, Timing, job_hash, job_id,
        settings_text,
    },
    replaceable::{is_replaceable, strange_file},
    staging::Staging,
    timings::TIMINGS,
};
