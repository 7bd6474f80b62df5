//! A share with its interval, as cells of a table and as a point of a chart in percent.

use super::table::Cell;
use plybench_analysis::proportion::Proportion;
use plybench_figures::{Axis, Interval, Point, Scale};

/// The share of what was counted, from 0 to 1, as people read it in percent.
pub(super) fn share(of: Proportion) -> Cell {
    Cell::Share(of.share())
}

/// The lower end of its interval.
pub(super) fn low(of: Proportion) -> Cell {
    of.interval().map(|[low, _]| Cell::Share(low)).into()
}

/// The upper end of its interval.
pub(super) fn high(of: Proportion) -> Cell {
    of.interval().map(|[_, high]| Cell::Share(high)).into()
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
