//! A share with its interval, as cells of a table and as a point of a chart in percent.

use super::table::Cell;
use plybench_analysis::proportion::Proportion;
use plybench_figures::{Axis, Interval, Point, Scale};

/// The share and the ends of its interval.
pub(super) fn cells(of: Proportion) -> [Cell; 3] {
    let end = |at: usize| {
        of.interval()
            .map_or(Cell::Missing, |ends| Cell::Share(ends[at]))
    };
    [Cell::Share(of.share()), end(0), end(1)]
}

/// The share and the ends of its interval, as text.
pub(super) fn texts(of: Proportion) -> [String; 3] {
    cells(of).map(|cell| cell.for_people())
}

/// A point with its interval, in percent.
pub(super) fn point(x: f64, of: Proportion) -> Point {
    let percent = |share: f64| share * 100.0;
    Point {
        whisker: of.interval().map(|[low, high]| Interval {
            low: percent(low),
            high: percent(high),
        }),
        ..Point::bare(x, percent(of.share()))
    }
}

/// An axis from 0 to 100 percent.
pub(super) fn axis(label: &str) -> Axis {
    Axis {
        range: Some([0.0, 100.0]),
        ..Axis::new(label, Scale::Linear)
    }
}
