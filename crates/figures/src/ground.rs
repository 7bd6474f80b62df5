//! Where values stand on a panel.

use super::{Point, Scale, Series, canvas::FINE, layout::Places, pen::Place};

/// The greatest distance of the spreads of neighbouring series, in units.
const ASIDE: f64 = 12.0;

impl Places<'_> {
    /// The coordinate of a share of the x axis.
    pub(super) fn across(&self, share: f64) -> i32 {
        let frame = self.frame;
        let width = f64::from(frame.right - frame.left);
        coordinate(f64::from(frame.left) + share * width)
    }

    /// The coordinate of a share of the y axis; names are read from above.
    pub(super) fn down(&self, share: f64) -> i32 {
        let frame = self.frame;
        let height = f64::from(frame.bottom - frame.top);
        coordinate(match self.panel.is_sideways() {
            true => f64::from(frame.top) + share * height,
            false => f64::from(frame.bottom) - share * height,
        })
    }

    pub(super) fn place(&self, x: f64, y: f64) -> Option<Place> {
        let (x, y) = (self.x.share(x)?, self.y.share(y)?);
        Some((self.across(x), self.down(y)))
    }

    /// Where the marker of a point stands: on its spread. A line without spreads joins its points where they are.
    pub(super) fn marker(&self, series: usize, point: &Point) -> Option<Place> {
        let (x, y) = self.place(point.x, point.y)?;
        let (right, down) = match stands_aside(&self.panel.series.get(series)?) {
            true => self.aside(series),
            false => (0, 0),
        };
        Some((x + right, y + down))
    }

    /// How far to the side of its place a series is drawn, in coordinates: spreads of several series stand side by side, but not on an
    /// axis where any place has a meaning.
    pub(super) fn aside(&self, number: usize) -> Place {
        let series = &self.panel.series;
        let all = series.iter().filter(stands_aside).count();
        let before = series.iter().take(number).filter(stands_aside).count();
        let is_sideways = self.panel.is_sideways();
        let frame = self.frame;
        let (axis, ruler, length) = match is_sideways {
            true => (&self.panel.y, &self.y, frame.bottom - frame.top),
            false => (&self.panel.x, &self.x, frame.right - frame.left),
        };
        if all < 2 || !matches!(axis.scale, Scale::Whole | Scale::Names(_)) {
            return (0, 0);
        }
        let share = |value| ruler.share(value).unwrap_or(0.0);
        let room = (share(1.0) - share(0.0)) * f64::from(length);
        let step = (room * 0.75 / all as f64).min(ASIDE);
        let aside = coordinate(step * (before as f64 - (all as f64 - 1.0) / 2.0));
        if is_sideways { (0, aside) } else { (aside, 0) }
    }
}

/// Whether a series has spreads, or points that no line joins.
fn stands_aside(series: &&Series) -> bool {
    series.style.line.is_none() || series.points.iter().any(has_spread)
}

fn has_spread(point: &Point) -> bool {
    point.bar.is_some() || point.whisker.is_some() || !point.values.is_empty()
}

/// A length in units as a coordinate.
pub(super) fn coordinate(units: f64) -> i32 {
    (units * f64::from(FINE)).round() as i32
}
