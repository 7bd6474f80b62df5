//! Rendering: tables and charts from what the analysis has derived. Nothing here runs a search.

pub mod acts;
pub mod chart;
pub mod check;
pub mod comparison;
mod counted;
pub mod document;
pub mod export;
pub mod grid;
pub mod guard;
pub mod junit;
pub mod mdp;
mod names;
mod number;
pub mod ranking;
pub mod run;
pub mod seeds;
mod summary;
pub mod trees;
pub mod zoo;

use thiserror::Error;

/// A report could not be rendered.
#[derive(Debug, Error)]
#[error("chart {name}: {source}")]
pub struct ReportError {
    /// The file that was to be made.
    pub name: &'static str,
    /// What went wrong.
    pub source: chart::ChartError,
}
