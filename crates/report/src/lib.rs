#![doc = include_str!("../README.md")]

pub mod check;
pub mod comparison;
pub mod cost;
mod counted;
pub mod document;
pub mod explosions;
pub mod export;
pub mod games;
pub mod junit;
mod names;
pub mod number;
pub mod page;
mod page_contents;
pub mod published;
pub mod published_changes;
mod published_charts;
mod published_document;
pub mod ranking;
pub mod run;
mod section;
mod seeds;
mod share;
pub mod shown;
pub mod subsets;
mod summary;
pub mod table;
pub mod technique_totals;
pub mod time;
pub mod work;
pub mod zoo;

use thiserror::Error;

use plybench_analysis::bootstrap;

/// An interval as figures draw it.
fn interval(ends: bootstrap::Interval) -> plybench_figures::Interval {
    plybench_figures::Interval {
        low: ends.low,
        high: ends.high,
    }
}

/// A report could not be rendered.
#[derive(Debug, Error)]
#[error("chart {name}: {source}")]
pub struct ReportError {
    /// The chart's file, without its ending.
    pub name: &'static str,
    /// Why it could not be drawn.
    pub source: plybench_figures::FigureError,
}
