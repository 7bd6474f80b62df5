//! Series and axes that the charts share: a variant looks the same in all charts of a report.

use super::{super::names::Names, RunReport};
use plybench_analysis::{cuts::Cuts, spread::Spread};
use plybench_figures::{Axis, Interval, Note, Point, Scale, Series, Style};

/// So many variants beside the baseline can be told apart in a chart.
pub const MOST_VARIANTS: usize = Style::VARIANTS.len();

/// Names in legends have at most so many characters.
const LONGEST: usize = 48;

/// Names on axes: the label stays within the height of the chart.
const LONGEST_ON_AXIS: usize = 32;

/// Quantiles of fewer values say little: the values themselves are drawn.
const FEW: usize = 10;

impl RunReport<'_> {
    /// The names of variants as the charts have them.
    pub(super) fn names(&self) -> Names {
        let shown = self.shown.iter().copied();
        Names::of(shown.chain([self.ranking.baseline()]), LONGEST)
    }

    /// A variant's name, as the charts have it.
    fn label(&self, name: &str) -> String {
        self.names().label(name)
    }

    fn one_series(&self, name: &str, style: Style, points: Vec<Point>) -> Series {
        Series {
            label: self.label(name),
            style,
            points,
        }
    }

    /// Series of the variants shown, in their order.
    pub(super) fn series(&self, points: impl IntoIterator<Item = Vec<Point>>) -> Vec<Series> {
        let shown = self.shown.iter().zip(Style::VARIANTS).zip(points);
        shown
            .map(|((name, style), points)| self.one_series(name, style, points))
            .collect()
    }

    /// Series of the baseline and of the variants shown.
    pub(super) fn series_with_baseline(&self, points: Vec<Vec<Point>>) -> Vec<Series> {
        let mut points = points.into_iter();
        let baseline = points.next().unwrap_or_default();
        let name = self.ranking.baseline();
        let mut series = vec![self.one_series(name, Style::BASELINE, baseline)];
        series.extend(self.series(points));
        series
    }

    /// Series of the cuts of the baseline and of the variants shown; a variant that does not report its cuts has no points.
    pub(super) fn series_of_cuts(&self, points: impl Fn(&Cuts) -> Vec<Point>) -> Vec<Series> {
        let all = self.cuts.variants.iter();
        let points = all.map(|cuts| match cuts.is_reported {
            true => points(cuts),
            false => Vec::new(),
        });
        self.series_with_baseline(points.collect())
    }

    /// Which variants do not report their cuts, as a sentence after others.
    pub(super) fn not_reported(&self) -> String {
        let names = [self.ranking.baseline()]
            .into_iter()
            .chain(self.shown.iter().copied());
        let silent = names
            .zip(&self.cuts.variants)
            .filter(|(_, cuts)| !cuts.is_reported);
        let names: Vec<String> = silent.map(|(name, _)| self.label(name)).collect();
        match names.len() {
            0 => String::new(),
            _ => format!(
                " Not shown, because other programs do not report it: {}.",
                names.join(", ")
            ),
        }
    }

    /// An axis of ratios to the baseline, with a line at 1.
    pub(super) fn ratio_axis(&self) -> Axis {
        let mut baseline = self.label(self.ranking.baseline());
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

/// A mean with its spread over positions: the middle half of them or, where they are few, each of them.
pub(super) fn with_spread(x: f64, spread: &Spread) -> Point {
    let is_few = spread.positions() < FEW;
    let (low, high) = (spread.lower_quartile, spread.upper_quartile);
    Point {
        bar: (!is_few).then_some(Interval { low, high }),
        // A single one is the point itself.
        values: match is_few && spread.positions() > 1 {
            true => spread.values.clone(),
            false => Vec::new(),
        },
        ..Point::bare(x, spread.geometric_mean)
    }
}

/// What `with_spread` draws, as a sentence.
pub(super) fn spread_sentence<'s>(spreads: impl Iterator<Item = &'s Spread>) -> String {
    let (few, many): (Vec<usize>, Vec<usize>) = spreads
        .map(Spread::positions)
        .filter(|&n| n > 1)
        .partition(|&n| n < FEW);
    match (few.is_empty(), many.is_empty()) {
        (_, true) => "Pale dots: the positions.".to_owned(),
        (true, false) => "Pale bars: the middle half of the positions.".to_owned(),
        (false, false) => format!(
            "Pale bars: the middle half of the positions or, where there are fewer than {FEW}, a pale dot for each."
        ),
    }
}

/// Points by depth. A line leads from one depth to the next where both rest on the same positions: a position
/// that completed a depth completed those before, so the positions are the same if they are as many.
pub(super) fn by_depth<'s, S: 's>(
    depths: impl IntoIterator<Item = &'s (usize, S)>,
    positions: fn(&S) -> usize,
    point: impl Fn(f64, &S) -> Point,
) -> Vec<Point> {
    let mut before = None;
    let points = depths.into_iter().map(|(depth, found)| {
        let positions = positions(found);
        Point {
            is_joined: before.replace(positions) == Some(positions),
            ..point(*depth as f64, found)
        }
    });
    points.collect()
}

/// Numbers of positions below the ticks, over all series.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers(Vec<(f64, usize, usize)>);

impl Numbers {
    /// From the positions behind each point: its x and how many.
    pub(super) fn of(all: impl Iterator<Item = (f64, usize)>) -> Self {
        let mut numbers: Vec<(f64, usize, usize)> = Vec::new();
        for (x, positions) in all {
            match numbers.iter_mut().find(|(at, ..)| *at == x) {
                Some((_, fewest, most)) => {
                    (*fewest, *most) = ((*fewest).min(positions), (*most).max(positions));
                }
                None => numbers.push((x, positions, positions)),
            }
        }
        Numbers(numbers)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether they are not the same everywhere.
    pub(super) fn differ(&self) -> bool {
        let all = || self.0.iter().flat_map(|(_, fewest, most)| [fewest, most]);
        all().min() != all().max()
    }

    /// The same as notes below ticks.
    pub(super) fn notes(&self) -> Vec<Note> {
        let note = |&(at, fewest, most): &(f64, usize, usize)| Note {
            at,
            text: match fewest == most {
                true => format!("n {most}"),
                false => format!("n {fewest}-{most}"),
            },
        };
        self.0.iter().map(note).collect()
    }
}

/// Which points by depth a line joins, as a sentence after others.
pub(super) fn lines_sentence(numbers: &Numbers, ends: &str) -> String {
    match numbers.differ() {
        true => format!(
            " A line joins depths with the same positions. Where n falls, positions have {ends}: compare variants at such a depth, not \
             depths with each other."
        ),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_analysis::log_ratio::LogRatio;

    #[test]
    fn a_line_ends_where_positions_drop_out() {
        let ratio = LogRatio::of(1, 2).unwrap();
        let spreads = [3, 3, 2, 2, 1].map(|n| Spread::of(&vec![ratio; n]).unwrap());
        let spreads: Vec<(usize, Spread)> = (1..).zip(spreads).collect();
        let points = by_depth(&spreads, Spread::positions, |x, spread| {
            Point::bare(x, spread.geometric_mean)
        });
        let joined: Vec<bool> = points.iter().map(|point| point.is_joined).collect();
        assert_eq!(joined, [false, true, false, true, false]);
        assert_eq!(points[4].x, 5.0);
    }

    #[test]
    fn few_positions_are_drawn_one_by_one() {
        let spread = |n| Spread::of(&vec![LogRatio::ONE; n]).unwrap();
        let (many, few, one) = (spread(10), spread(9), spread(1));
        let drawn = |spread| {
            let point = with_spread(1.0, spread);
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
        let numbers = Numbers::of([(1.0, 7), (2.0, 7), (1.0, 7), (2.0, 5)].into_iter());
        assert!(numbers.differ());
        let texts: Vec<String> = numbers.notes().into_iter().map(|note| note.text).collect();
        assert_eq!(texts, ["n 7", "n 5-7"]);
    }
}
