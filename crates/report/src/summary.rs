//! The numbers of some positions: as cells, as a point of a chart and as JSON.

use serde_json::{Value, json};

use super::{
    interval, number,
    table::{Cell, Column, Table, numbers},
};
use plybench_analysis::{grouping::Group, summary::Summary};
use plybench_figures::Point;

type CellOf = fn(&Summary) -> Cell;

/// Columns of a [`Summary`], to be preceded by a name, each with what gives its cell.
const SUMMARY: [(&str, CellOf); 9] = [
    ("positions", |of| of.positions.into()),
    ("ratio", |of| Cell::ratio(of.geometric_mean)),
    ("low", |of| Cell::low(of.interval)),
    ("high", |of| Cell::high(of.interval)),
    ("total ratio", |of| Cell::ratio(of.total_ratio)),
    ("wins", |of| of.wins.into()),
    ("ties", |of| of.ties.into()),
    ("losses", |of| of.losses.into()),
    ("p", |of| of.sign_test.map(Cell::Probability).into()),
];

/// The columns that say nothing of a single position.
const OF_SEVERAL: [&str; 5] = ["low", "high", "total_ratio", "p", "p_holm"];

/// What a single position cannot have, as a sentence.
pub(super) const TOO_FEW: &str = "Intervals and tests need at least two positions.";

/// A table of summaries, without the columns that need several positions if no summary has them.
pub(super) fn with_what_applies(table: Table, mut positions: impl Iterator<Item = usize>) -> Table {
    if positions.any(|positions| positions > 1) {
        table
    } else {
        table.hiding(&OF_SEVERAL)
    }
}

impl From<&Group> for Cell {
    fn from(group: &Group) -> Self {
        match group {
            Group::Depth(depth) => (*depth).into(),
            Group::Dtm(number) | Group::Beyond(number) => (*number).into(),
            Group::Parameter(value) => Cell::Value(value.0),
            name => name.to_string().into(),
        }
    }
}

/// The cells of [`SUMMARY`].
pub(super) fn summary_cells(summary: &Summary) -> [Cell; SUMMARY.len()] {
    SUMMARY.map(|(_, cell)| cell(summary))
}

/// The columns of a table of summaries, after these.
pub(super) fn summary_columns(first: impl IntoIterator<Item = Column>) -> Vec<Column> {
    let columns = SUMMARY.map(|(heading, _)| numbers(heading));
    first.into_iter().chain(columns).collect()
}

/// The most positions along an axis, if they are not as many everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct MostPositions(Option<usize>);

impl MostPositions {
    pub(super) fn of(numbers: impl Iterator<Item = usize> + Clone) -> Self {
        let least = numbers.clone().min();
        MostPositions(numbers.max().filter(|most| least != Some(*most)))
    }

    /// The share of the most that these are, for a bar that shows it.
    pub(super) fn share(self, positions: usize) -> Option<f64> {
        self.0.map(|most| positions as f64 / most as f64)
    }
}

/// A mean with its interval; none without positions.
pub(super) fn mean(x: f64, summary: &Summary) -> Option<Point> {
    Some(Point {
        whisker: summary.interval.map(interval),
        ..Point::bare(x, summary.geometric_mean?)
    })
}

/// A mean with its interval, in words: "0.146 (0.120 to 0.171)".
pub(super) fn mean_in_words(summary: &Summary) -> String {
    let mean = summary
        .geometric_mean
        .map_or_else(|| number::NONE.to_owned(), number::ratio);
    let interval = summary.interval.map(number::interval);
    interval.map_or_else(|| mean.clone(), |interval| format!("{mean} ({interval})"))
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
