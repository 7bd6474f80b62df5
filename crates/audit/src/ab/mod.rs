//! Two engines side by side: do they search the same tree, and if not, where do they differ?
//!
//! The two are the variants A and B of an [`experiment`], run as any other. What is new here is what is asked of its records: the
//! [smallest case](Smallest) that differs, and the [verdict](Verdict) from the nodes beyond a known mate and elsewhere, apart.

mod bounds;
mod document;
mod experiment;
mod revisions;
mod smallest;
mod verdict;

pub use self::{
    bounds::Bound,
    document::{Found, blank, document},
    experiment::{Sample, Side, experiment},
    revisions::{Revisions, RevisionsError},
    smallest::{Answered, Smallest},
    verdict::Verdict,
};

/// The names of the two in records.
pub const NAMES: [&str; 2] = ["A", "B"];
