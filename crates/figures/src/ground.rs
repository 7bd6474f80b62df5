//! Where values stand on a panel.

use super::{Panel, Point, Scale, Series, canvas::FINE, layout::Places, pen::Place};

/// The greatest distance of the spreads of neighbouring series, in units.
const ASIDE: f64 = 12.0;

/// A panel with its places.
#[derive(Clone, Copy)]
pub(super) struct Ground<'p> {
    pub(super) panel: &'p Panel,
    pub(super) places: &'p Places<'p>,
}

/// How far to the side of its place something is drawn, in coordinates.
#[derive(Clone, Copy)]
pub(super) struct Aside(pub(super) i32, pub(super) i32);

impl Ground<'_> {
    /// The coordinate of a share of the x axis.
    pub(super) fn across(&self, share: f64) -> i32 {
        let frame = self.places.frame;
        let width = f64::from(frame.right - frame.left);
        coordinate(f64::from(frame.left) + share * width)
    }

    /// The coordinate of a share of the y axis; names are read from above.
    pub(super) fn down(&self, share: f64) -> i32 {
        let frame = self.places.frame;
        let height = f64::from(frame.bottom - frame.top);
        coordinate(match self.panel.is_sideways() {
            true => f64::from(frame.top) + share * height,
            false => f64::from(frame.bottom) - share * height,
        })
    }

    pub(super) fn place(&self, x: f64, y: f64) -> Option<Place> {
        let (x, y) = (self.places.x.share(x)?, self.places.y.share(y)?);
        Some((self.across(x), self.down(y)))
    }

    /// Where the marker of a point stands. A line joins its points where they are; points alone may stand side by side.
    pub(super) fn marker(&self, series: usize, point: &Point) -> Option<Place> {
        let (x, y) = self.place(point.x, point.y)?;
        let is_line = self.panel.series.get(series)?.style.line.is_some();
        let Aside(right, down) = match is_line {
            true => Aside(0, 0),
            false => self.aside(series),
        };
        Some((x + right, y + down))
    }

    /// Whether spreads of series stand side by side: not on an axis where any place has a meaning.
    pub(super) fn aside(&self, number: usize) -> Aside {
        let stands_aside =
            |series: &Series| series.style.line.is_none() || series.points.iter().any(has_spread);
        let all = self
            .panel
            .series
            .iter()
            .filter(|one| stands_aside(one))
            .count();
        let before = self.panel.series.iter().take(number);
        let before = before.filter(|one| stands_aside(one)).count();
        let (axis, ruler) = match self.panel.is_sideways() {
            true => (&self.panel.y, &self.places.y),
            false => (&self.panel.x, &self.places.x),
        };
        if all < 2 || !matches!(axis.scale, Scale::Whole | Scale::Names(_)) {
            return Aside(0, 0);
        }
        let share = |value| ruler.share(value).unwrap_or(0.0);
        let one = share(1.0) - share(0.0);
        let frame = self.places.frame;
        let room = one
            * f64::from(match self.panel.is_sideways() {
                true => frame.bottom - frame.top,
                false => frame.right - frame.left,
            });
        let step = (room * 0.75 / all as f64).min(ASIDE);
        let aside = coordinate(step * (before as f64 - (all as f64 - 1.0) / 2.0));
        match self.panel.is_sideways() {
            true => Aside(0, aside),
            false => Aside(aside, 0),
        }
    }

    /// The middle of the tile in a column and a row.
    pub(super) fn tile(&self, column: usize, row: usize) -> Option<Place> {
        self.place(column as f64, row as f64)
    }
}

fn has_spread(point: &Point) -> bool {
    point.bar.is_some() || point.whisker.is_some() || !point.values.is_empty()
}

/// A length in units as a coordinate.
pub(super) fn coordinate(units: f64) -> i32 {
    (units * f64::from(FINE)).round() as i32
}
