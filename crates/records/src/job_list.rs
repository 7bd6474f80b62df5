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
    /// The depths to which jobs are to be searched.
    fn depths(&self) -> Depths;
}

/// The depths to which jobs are to be searched, in plies: the judge may look further than the variants that it judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    /// That of the variants' jobs, which come first.
    pub variants: u8,
    /// The number of the first of the judge's jobs, or of all jobs if there is no judge.
    pub judge_from: usize,
    /// That of the judge's jobs.
    pub judge: u8,
}

impl Depths {
    /// The depth of a job.
    #[must_use]
    pub fn of(self, number: usize) -> u8 {
        match number < self.judge_from {
            true => self.variants,
            false => self.judge,
        }
    }
}
