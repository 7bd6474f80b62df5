//! Points, axes and sentences that the charts of a run share.

use super::{super::summary::MostPositions, RunReport};
use plybench_analysis::{cuts::Cuts, spread::Spread};
use plybench_figures::{Axis, Interval, Note, Point, Scale, Series};

/// Names on axes: the label stays within the height of the chart.
const LONGEST_ON_AXIS: usize = 32;

/// Quantiles of fewer values say little: the values themselves are drawn.
const FEW: usize = 10;

impl RunReport<'_> {
    /// Series of the cuts of the baseline and of the variants shown; a variant that does not report its cuts has no points.
    pub(super) fn series_of_cuts(&self, points: impl Fn(&Cuts) -> Vec<Point>) -> Vec<Series> {
        let all = self.cuts.variants.iter();
        let points = all.map(|cuts| match cuts.is_reported {
            true => points(cuts),
            false => Vec::new(),
        });
        self.shown.series_with_baseline(points)
    }

    /// Which variants do not report their cuts, as a sentence after others.
    pub(super) fn not_reported(&self) -> String {
        let names = self.shown.names();
        let all = self.shown.all().zip(&self.cuts.variants);
        let silent = all.filter(|(_, cuts)| !cuts.is_reported);
        let silent: Vec<String> = silent.map(|(name, _)| names.label(name)).collect();
        match silent.len() {
            0 => String::new(),
            _ => format!(
                " Not shown, because other programs do not report it: {}.",
                silent.join(", ")
            ),
        }
    }

    /// An axis of ratios to the baseline, with a line at 1.
    pub(super) fn ratio_axis(&self) -> Axis {
        let mut baseline = self.shown.names().label(self.shown.baseline);
        if baseline.chars().count() > LONGEST_ON_AXIS {
            // The caption has its name.
            baseline = "the baseline".to_owned();
        }
        let metric = self.metric;
        let label = format!("{metric} / {metric} of {baseline} (log)");
        Axis {
            reference: Some(1.0),
            ..Axis::new(label, Scale::Log10)
        }
    }
}

/// An axis of whole numbers.
pub(super) fn whole(label: &str) -> Axis {
    Axis::new(label, Scale::Whole)
}

/// The same series without lines between their points.
pub(super) fn unjoined(mut series: Vec<Series>) -> Vec<Series> {
    for one in &mut series {
        one.style = one.style.points();
    }
    series
}

/// A mean with its spread over positions: the middle half of them or, where they are few, each of them.
pub(super) fn with_spread(depth: usize, spread: &Spread) -> Point {
    let is_few = spread.positions() < FEW;
    let (low, high) = (spread.lower_quartile, spread.upper_quartile);
    Point {
        bar: (!is_few).then_some(Interval { low, high }),
        // A single one is the point itself.
        values: match is_few && spread.positions() > 1 {
            true => spread.values.clone(),
            false => Vec::new(),
        },
        ..Point::bare(depth as f64, spread.geometric_mean)
    }
}

/// What `with_spread` draws, as a sentence.
pub(super) fn spread_sentence<'s>(spreads: impl Iterator<Item = &'s Spread>) -> String {
    let positions = spreads.map(Spread::positions).filter(|&n| n > 1);
    let (few, many): (Vec<usize>, Vec<usize>) = positions.partition(|&n| n < FEW);
    match (few.is_empty(), many.is_empty()) {
        (_, true) => "Pale dots: the positions.".to_owned(),
        (true, false) => "Pale bars: the middle half of the positions.".to_owned(),
        (false, false) => format!(
            "Pale bars: the middle half of the positions or, where there are fewer than {FEW}, a pale dot for each."
        ),
    }
}

/// Points, each with the number of its positions. A line leads from one depth to the next where both rest on the same positions: a
/// position that completed a depth completed those before, so the positions are the same if they are as many.
pub(super) fn joined(points: impl Iterator<Item = (usize, Point)>) -> Vec<Point> {
    let mut before = None;
    let points = points.map(|(positions, point)| Point {
        is_joined: before.replace(positions) == Some(positions),
        ..point
    });
    points.collect()
}

/// Series over whole numbers, such as depths, whose points rest on different numbers of positions.
#[derive(Clone, Debug)]
pub(super) struct OverPositions {
    /// The axis, with the numbers of positions below its ticks.
    pub(super) x: Axis,
    /// A list for each series.
    pub(super) points: Vec<Vec<Point>>,
    /// Whether the numbers of positions are not the same everywhere.
    differ: bool,
    /// Whether places are left out, at which few positions are left.
    has_few: bool,
}

/// Where fewer than one in so many positions are left, they stand for too little of the whole to be drawn beside it.
const LEAST_SHARE: usize = 5;

impl OverPositions {
    /// From the points of each series by depth, with their numbers of positions, without those of few positions; none without a point.
    pub(super) fn by_depth<S: IntoIterator<Item = (usize, Point)>>(
        label: &str,
        series: impl Iterator<Item = S>,
    ) -> Option<Self> {
        let mut series: Vec<Vec<(usize, Point)>> =
            series.map(|points| points.into_iter().collect()).collect();
        let most = series.iter().flatten().map(|(positions, _)| *positions);
        let least = most.max()?.div_ceil(LEAST_SHARE);
        let is_few = |(positions, _): &(usize, Point)| *positions < least;
        let has_few = series.iter().flatten().any(is_few);
        for points in &mut series {
            points.retain(|point| !is_few(point));
        }
        let found = OverPositions::of(label, series.into_iter())?;
        Some(OverPositions { has_few, ..found })
    }

    /// From the points of each series with their numbers of positions; none without a point.
    pub(super) fn of<S: IntoIterator<Item = (usize, Point)>>(
        label: &str,
        series: impl Iterator<Item = S>,
    ) -> Option<Self> {
        let mut numbers: Vec<(f64, usize, usize)> = Vec::new();
        let series = series.map(|points| {
            joined(points.into_iter().inspect(|(positions, point)| {
                match numbers.iter_mut().find(|(at, ..)| *at == point.x) {
                    Some((_, fewest, most)) => {
                        (*fewest, *most) = ((*fewest).min(*positions), (*most).max(*positions));
                    }
                    None => numbers.push((point.x, *positions, *positions)),
                }
            }))
        });
        let points = series.collect();
        let fewest = numbers.iter().map(|(_, fewest, _)| *fewest).min()?;
        let most = numbers.iter().map(|(.., most)| *most).max()?;
        let all = MostPositions::of(numbers.iter().map(|(.., most)| *most));
        let note = |&(at, fewest, most): &(f64, usize, usize)| Note {
            at,
            share: all.share(most),
            text: match fewest == most {
                true => format!("n {most}"),
                false => format!("n {fewest}-{most}"),
            },
        };
        let mut x = whole(label);
        x.notes = numbers.iter().map(note).collect();
        Some(OverPositions {
            x,
            points,
            differ: fewest != most,
            has_few: false,
        })
    }

    /// Which points by depth a line joins, as a sentence after others.
    pub(super) fn lines_sentence(&self, ends: &str) -> String {
        let lines = match self.differ {
            true => format!(
                " A line joins depths with the same positions. Where n falls, positions have {ends}: compare variants at such a depth, not \
                 depths with each other."
            ),
            false => String::new(),
        };
        match self.has_few {
            true => lines + " Depths with fewer than a fifth of the positions are left out.",
            false => lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_analysis::log_ratio::LogRatio;

    #[test]
    fn a_line_ends_where_positions_drop_out() {
        let numbers = [3, 3, 2, 2, 1].into_iter().zip(1_u8..);
        let points = joined(numbers.map(|(n, depth)| (n, Point::bare(depth.into(), 0.5))));
        let joined: Vec<bool> = points.iter().map(|point| point.is_joined).collect();
        assert_eq!(joined, [false, true, false, true, false]);
        assert_eq!(points[4].x, 5.0);
    }

    #[test]
    fn few_positions_are_drawn_one_by_one() {
        let spread = |n| Spread::of(&vec![LogRatio::ONE; n]).unwrap();
        let (many, few, one) = (spread(10), spread(9), spread(1));
        let drawn = |spread| {
            let point = with_spread(1, spread);
            (point.bar.is_some(), point.values.len())
        };
        assert_eq!(
            [drawn(&many), drawn(&few), drawn(&one)],
            [(true, 0), (false, 9), (false, 0)]
        );
        assert!(spread_sentence([&many, &few].into_iter()).contains("fewer than 10"));
        assert!(!spread_sentence([&many, &one].into_iter()).contains("dot"));
    }

    #[test]
    fn numbers_that_differ_are_a_range() {
        let series = [[(7, 1.0), (7, 2.0)], [(7, 1.0), (5, 2.0)]];
        let points = |one: [(usize, f64); 2]| one.map(|(n, x)| (n, Point::bare(x, 0.5)));
        let found = OverPositions::of("depth", series.into_iter().map(points)).unwrap();
        assert!(found.lines_sentence("ended").contains("have ended"));
        let notes = found.x.notes.into_iter();
        let texts: Vec<String> = notes.map(|note| note.text).collect();
        assert_eq!(texts, ["n 7", "n 5-7"]);
        // Two of 55 positions say nothing beside all of them.
        let series = [[(55, 1.0), (2, 2.0)]];
        let few = OverPositions::by_depth("depth", series.into_iter().map(points)).unwrap();
        assert_eq!((few.points[0].len(), few.x.notes.len()), (1, 1));
        assert!(few.lines_sentence("ended").contains("fewer than a fifth"));
        let none = OverPositions::of("depth", std::iter::empty::<[(usize, Point); 0]>());
        assert!(none.is_none());
    }
}
