//! The numbers of some positions, as cells and as JSON.

use serde_json::{Value, json};

use super::{
    grid::{Column, numbers},
    number::{self, Reader},
};
use crate::analysis::summary::Summary;

/// Columns of a [`Summary`], to be preceded by a name.
const SUMMARY: [Column; 9] = [
    numbers("positions"),
    numbers("ratio"),
    numbers("low"),
    numbers("high"),
    numbers("total ratio"),
    numbers("wins"),
    numbers("ties"),
    numbers("losses"),
    numbers("p"),
];

/// The cells of [`SUMMARY`].
pub(super) fn summary_cells(summary: &Summary, reader: Reader) -> Vec<String> {
    let [low, high] = reader.ends(summary.interval);
    vec![
        summary.positions.to_string(),
        reader.ratio(summary.geometric_mean),
        low,
        high,
        reader.ratio(summary.total_ratio),
        summary.wins.to_string(),
        summary.ties.to_string(),
        summary.losses.to_string(),
        reader.probability(summary.sign_test),
    ]
}

/// A grid of summaries whose first column has this name.
pub(super) fn summary_columns(first: Column) -> Vec<Column> {
    let mut columns = vec![first];
    columns.extend(SUMMARY);
    columns
}

/// The keys of a [`Summary`].
pub(super) fn summary_json(summary: &Summary) -> Value {
    let interval = summary.interval;
    json!({
        "positions": summary.positions,
        "geomean_ratio": summary.geometric_mean.map(number::significant),
        "ci95": interval.map(|found| [found.low, found.high].map(number::significant)),
        "ci95_resampling_error": interval.map(|found| [found.low_error, found.high_error].map(number::significant)),
        "total_ratio": summary.total_ratio.map(number::significant),
        "wins": summary.wins,
        "ties": summary.ties,
        "losses": summary.losses,
        "sign_test_p": summary.sign_test.map(number::significant),
    })
}
