//! The ratio to the baseline by distance to mate, with a confidence interval.

use super::{
    super::{
        chart::{Figure, Form, Panel, Point},
        counted::counted_first,
        ranking::depths,
    },
    Subject,
    look::{counts, whole},
};
use crate::analysis::{
    bootstrap::RESAMPLES,
    comparison::{By, Comparison, Group},
    summary::Summary,
};

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let summaries = |comparison: &Comparison| -> Vec<(i32, Summary)> {
        let groups = comparison.groups(By::Dtm).into_iter();
        let with_dtm = groups.filter_map(|(group, summary)| match group {
            Group::Dtm(moves) => Some((moves, summary)),
            _ => None,
        });
        with_dtm.collect()
    };
    let all: Vec<Vec<(i32, Summary)>> = subject.comparisons().map(summaries).collect();
    let positions = all.iter().flatten();
    let counts = counts(positions.map(|(moves, summary)| (f64::from(*moves), summary.positions)));
    if counts.is_empty() {
        return None;
    }
    let point = |(moves, summary): &(i32, Summary)| {
        let interval = summary.interval.map(|found| (found.low, found.high));
        let at = Point::bare(f64::from(*moves), summary.geometric_mean?);
        Some(Point {
            whisker: interval,
            ..at
        })
    };
    let points = all
        .iter()
        .map(|groups| groups.iter().filter_map(point).collect());
    let depths = depths(subject.ranking);
    Some(Figure {
        title: format!(
            "{} of each variant as a multiple of the baseline's, by distance to mate",
            counted_first(subject.metric)
        ),
        caption: subject.caption(&format!(
            "Points: geometric mean over positions, n below the axis, each at the deepest depth that every variant of the run \
             completed ({depths}); upright lines: its 95 % interval (BCa bootstrap, {RESAMPLES} resamples), too narrow from few positions, \
             none from one. Each distance has positions of its own; the lines between only guide the eye. Distance as the \
             data set claims it, negative where the side to move is mated."
        )),
        x: whole("distance to mate (moves)"),
        y: subject.ratio_axis(),
        panels: vec![Panel {
            heading: String::new(),
            curves: subject.curves(points),
        }],
        counts,
        form: Form::Dodged,
    })
}
