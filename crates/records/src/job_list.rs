//! The jobs of an experiment, against which a file of records is matched.

use super::{JobId, SearcherRecord};

/// The jobs that records may belong to, numbered from 0.
pub trait JobList {
    /// The job of a variant on a position, if there is one.
    fn number(&self, variant: &str, position: &str) -> Option<usize>;
    /// The variant and the position of a job.
    fn names(&self, number: usize) -> (&str, &str);
    /// Whether there is a variant of this name.
    fn has_variant(&self, name: &str) -> bool;
    /// The id that a searcher gives a job.
    fn id(&self, number: usize, searcher: &SearcherRecord) -> JobId;
    /// The depth to which jobs are to be searched, in plies.
    fn depth(&self) -> u8;
}
