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

/// The depths to which jobs are to be searched, in plies: the judge may look further than the variants that it judges, and what is
/// asked a single question has one iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Depths {
    /// Where each group of jobs of the same depth ends, with the depth.
    groups: Vec<(usize, u8)>,
}

impl Depths {
    /// The depth of a job; 0 if there is no such job.
    #[must_use]
    pub fn of(&self, number: usize) -> u8 {
        let at = self.groups.partition_point(|(end, _)| *end <= number);
        self.groups.get(at).map_or(0, |(_, depth)| *depth)
    }
}

/// Groups of jobs, in the jobs' order: how many each has, and to which depth they are to be searched.
impl FromIterator<(usize, u8)> for Depths {
    fn from_iter<I: IntoIterator<Item = (usize, u8)>>(groups: I) -> Self {
        let mut depths = Depths::default();
        let mut all = 0;
        for (jobs, depth) in groups {
            all += jobs;
            match depths.groups.last_mut() {
                Some((end, last)) if *last == depth => *end = all,
                _ => depths.groups.push((all, depth)),
            }
        }
        depths
    }
}
