//! The ratio to the baseline by distance to mate, with a confidence interval.

use super::{
    super::{counted::counted_first, interval, number, ranking::depths},
    About, RunReport,
    series::{Numbers, whole},
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
};
use plybench_figures::{Figure, Panel, Point};

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let summaries = |comparison: &Comparison| -> Vec<(i32, Summary)> {
        let groups = comparison.groups(By::Dtm).into_iter();
        let with_dtm = groups.filter_map(|(group, summary)| match group {
            Group::Dtm(moves) => Some((moves, summary)),
            _ => None,
        });
        with_dtm.collect()
    };
    let all: Vec<Vec<(i32, Summary)>> = subject.comparisons().map(summaries).collect();
    let found = || all.iter().flatten();
    let numbers = Numbers::of(found().map(|(moves, one)| (f64::from(*moves), one.positions)));
    if numbers.is_empty() {
        return None;
    }
    let point = |(moves, summary): &(i32, Summary)| {
        let mean = Point::bare(f64::from(*moves), summary.geometric_mean?);
        Some(Point {
            whisker: summary.interval.map(interval),
            // Each distance has positions of its own: nothing leads from one to the next.
            is_joined: false,
            ..mean
        })
    };
    let points = all
        .iter()
        .map(|groups| groups.iter().filter_map(point).collect());
    let series = subject.series(points).into_iter().map(|one| {
        let style = one.style.points();
        super::Series { style, ..one }
    });
    let mut comparisons = subject.comparisons();
    let has_unknown =
        comparisons.any(|comparison| comparison.grouped(By::Dtm).contains_key(&Group::NoDtm));
    let has_mated = found().any(|(moves, _)| *moves < 0);
    let mut x = whole("distance to mate (moves)");
    x.notes = numbers.notes();
    Some(Figure {
        title: format!(
            "{} of each variant as a multiple of the baseline's, by distance to mate",
            counted_first(subject.metric)
        ),
        caption: subject.caption(
            &format!(
                "Points: geometric mean over the n positions with this distance to mate, each at the deepest depth that every \
                 variant of the run completed ({}). Lines: its {}{}. The data set \
                 gives the distances{}.{}",
                depths(subject.ranking),
                number::interval_method(found().map(|(_, one)| one.positions)),
                if found().any(|(_, one)| one.positions < 10) {
                    ", likely too narrow for fewer than 10 positions, none for one"
                } else {
                    ""
                },
                if has_mated {
                    "; they are negative where the side to move is mated"
                } else {
                    ""
                },
                if has_unknown {
                    " Positions without one are left out."
                } else {
                    ""
                }
            ),
            About::Ratios,
        ),
        panels: vec![Panel::of(x, subject.ratio_axis(), series.collect())],
        columns: 1,
    })
}
