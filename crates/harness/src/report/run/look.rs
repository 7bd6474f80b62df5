//! What curves look like: a variant has one look in all charts of a report.

use super::{
    super::{
        chart::{Axis, Colour, Curve, Marker, Point, Scale},
        names::Names,
    },
    Subject,
};
use crate::analysis::{cuts::Cuts, spread::Spread};

/// So many variants beside the baseline can be told apart in a chart.
pub const MOST_VARIANTS: usize = 7;

const LOOKS: [(Colour, Marker); MOST_VARIANTS] = [
    (Colour::Blue, Marker::Circle),
    (Colour::Vermillion, Marker::Square),
    (Colour::BluishGreen, Marker::Triangle),
    (Colour::ReddishPurple, Marker::Diamond),
    (Colour::Orange, Marker::Inverted),
    (Colour::SkyBlue, Marker::Cross),
    (Colour::Grey, Marker::Plus),
];
const BASELINE: (Colour, Marker) = (Colour::Black, Marker::Ring);

/// Names in legends and on axes have at most so many characters.
const LONGEST: usize = 48;

fn curve(label: String, (colour, marker): (Colour, Marker), points: Vec<Point>) -> Curve {
    Curve {
        label,
        colour,
        marker: Some(marker),
        points,
    }
}

impl Subject<'_> {
    /// What the names in the charts share.
    pub(super) fn names(&self) -> Names {
        let shown = self.shown.iter().copied();
        Names::of(shown.chain([self.ranking.baseline()]), LONGEST)
    }

    /// A variant's name, as the charts have it.
    fn label(&self, name: &str) -> String {
        self.names().label(name)
    }

    /// Curves of the variants shown, in their order.
    pub(super) fn curves(&self, points: impl IntoIterator<Item = Vec<Point>>) -> Vec<Curve> {
        let shown = self.shown.iter().zip(LOOKS).zip(points);
        shown
            .map(|((name, look), points)| curve(self.label(name), look, points))
            .collect()
    }

    /// Curves of the cuts of the baseline and of the variants shown; those of whose cuts nothing is told have none.
    pub(super) fn curves_of_cuts(&self, points: impl Fn(&Cuts) -> Vec<Point>) -> Vec<Curve> {
        let all = &self.cuts.variants;
        let curves = self.curves_with_baseline(all.iter().map(points).collect());
        let told = curves.into_iter().zip(all).filter(|(_, cuts)| cuts.is_told);
        told.map(|(curve, _)| curve).collect()
    }

    /// Of which variants nothing is told of their cuts, as a sentence after others.
    pub(super) fn untold(&self) -> String {
        let names = [self.ranking.baseline()]
            .into_iter()
            .chain(self.shown.iter().copied());
        let untold = names
            .zip(&self.cuts.variants)
            .filter(|(_, cuts)| !cuts.is_told);
        let names: Vec<String> = untold.map(|(name, _)| self.label(name)).collect();
        match names.len() {
            0 => String::new(),
            _ => format!(
                " Not shown, since other programs do not tell it: {}.",
                names.join(", ")
            ),
        }
    }

    /// Curves of the baseline and of the variants shown.
    pub(super) fn curves_with_baseline(&self, points: Vec<Vec<Point>>) -> Vec<Curve> {
        let mut points = points.into_iter();
        let baseline = points.next().unwrap_or_default();
        let mut curves = vec![curve(
            self.label(self.ranking.baseline()),
            BASELINE,
            baseline,
        )];
        curves.extend(self.curves(points));
        curves
    }

    /// An axis of ratios to the baseline, with a line at 1.
    pub(super) fn ratio_axis(&self) -> Axis {
        Axis {
            label: format!(
                "{} / {} of {} (log)",
                self.metric,
                self.metric,
                self.label(self.ranking.baseline())
            ),
            scale: Scale::Log10,
            is_whole: false,
            reference: Some(1.0),
        }
    }
}

/// An axis of whole numbers.
pub(super) fn whole(label: &str) -> Axis {
    Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        is_whole: true,
        reference: None,
    }
}

/// Spreads by depth as points. A line leads from one depth to the next where both rest on the same positions: those
/// that completed a depth completed those before, so that they are the same if they are as many.
pub(super) fn by_depth(spreads: &[(usize, Spread)], point: fn(&Spread) -> Point) -> Vec<Point> {
    let mut before = None;
    let points = spreads.iter().map(|(depth, spread)| Point {
        x: *depth as f64,
        is_joined: before.replace(spread.positions) == Some(spread.positions),
        ..point(spread)
    });
    points.collect()
}

/// What is written below a tick: the positions behind the points of each curve there.
pub(super) fn counts(all: impl Iterator<Item = (f64, usize)>) -> Vec<(f64, String)> {
    let mut counts: Vec<(f64, usize, usize)> = Vec::new();
    for (x, positions) in all {
        match counts.iter_mut().find(|(at, ..)| *at == x) {
            Some((_, fewest, most)) => {
                (*fewest, *most) = ((*fewest).min(positions), (*most).max(positions));
            }
            None => counts.push((x, positions, positions)),
        }
    }
    let text = |(x, fewest, most)| match fewest == most {
        true => (x, format!("n {most}")),
        false => (x, format!("n {fewest}-{most}")),
    };
    counts.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::log_ratio::LogRatio;

    #[test]
    fn a_line_ends_where_positions_drop_out() {
        let ratio = LogRatio::of(1, 2).unwrap();
        let spreads = [3, 3, 2, 2, 1].map(|n| Spread::of(&vec![ratio; n]).unwrap());
        let spreads: Vec<(usize, Spread)> = (1..).zip(spreads).collect();
        let points = by_depth(&spreads, |spread| Point::bare(0.0, spread.geometric_mean));
        let joined: Vec<bool> = points.iter().map(|point| point.is_joined).collect();
        assert_eq!(joined, [false, true, false, true, false]);
        assert_eq!(points[4].x, 5.0);
    }

    #[test]
    fn counts_that_differ_are_a_range() {
        let counts = counts([(1.0, 7), (2.0, 7), (1.0, 7), (2.0, 5)].into_iter());
        assert_eq!(counts, [(1.0, "n 7".to_owned()), (2.0, "n 5-7".to_owned())]);
    }
}
