//! The empirical distribution of the ratios to the baseline.

use super::{
    super::{counted::counted, ranking::depths},
    About, RunReport, Series,
};
use plybench_analysis::{comparison::Comparison, distribution};
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let corners = |comparison: &Comparison| -> Vec<Point> {
        let ratios: Vec<_> = comparison
            .pairs
            .iter()
            .map(|pair| pair.counts.log_ratio)
            .collect();
        let mut height = 0.0;
        let steps = distribution::steps(&ratios).into_iter();
        let corners = steps.flat_map(|step| {
            let from = height;
            height = step.share * 100.0;
            [from, height].map(|share| Point::bare(step.ratio, share))
        });
        corners.collect()
    };
    let series = subject
        .series(subject.comparisons().map(corners))
        .into_iter();
    // With its number of positions where they are not the same for all.
    let numbers: Vec<usize> = subject.comparisons().map(|one| one.pairs.len()).collect();
    let differ = numbers.windows(2).any(|two| two[0] != two[1]);
    let series: Vec<Series> = series
        .zip(&numbers)
        .map(|(one, n)| Series {
            label: match differ {
                true => format!("{} (n {n})", one.label),
                false => one.label,
            },
            style: one.style.bare(),
            ..one
        })
        .collect();
    if series.iter().all(|one| one.points.is_empty()) {
        return None;
    }
    let at_one = series.iter().flat_map(|one| one.points.windows(2));
    let jumps = { at_one }.any(|two| two[0].x == 1.0 && two[1].x == 1.0 && two[0].y < two[1].y);
    let y = Axis::new("positions with at most this ratio (%)", Scale::Linear);
    Some(Figure {
        title: match counted(subject.metric) {
            "nodes" => "Distribution of the node ratios over the positions".to_owned(),
            other => format!("Distribution of the ratios of {other} over the positions"),
        },
        caption: subject.caption(
            &format!(
                "Empirical distribution of the ratios, each position at the deepest depth that every variant of the run \
                 completed ({}). Left of the line at 1 the variant counts fewer {} than the baseline{}.",
                depths(subject.ranking),
                counted(subject.metric),
                if jumps {
                    "; the jump at 1 is positions with equal counts"
                } else {
                    ""
                }
            ),
            About::Ratios,
        ),
        panels: vec![Panel::of(subject.ratio_axis(), y, series)],
        columns: 1,
    })
}
