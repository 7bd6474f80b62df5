//! The empirical distribution of the ratios to the baseline.

use super::{
    super::{
        chart::{Axis, Curve, Figure, Form, Panel, Point, Scale},
        counted::counted,
        ranking::depths,
    },
    Subject,
};
use crate::analysis::{comparison::Comparison, distribution};

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let corners = |comparison: &Comparison| -> Vec<Point> {
        let ratios: Vec<_> = comparison.pairs.iter().map(|pair| pair.log_ratio).collect();
        let mut height = 0.0;
        let steps = distribution::steps(&ratios).into_iter();
        let corners = steps.flat_map(|step| {
            let from = height;
            height = step.share * 100.0;
            [from, height].map(|share| Point::bare(step.ratio, share))
        });
        corners.collect()
    };
    let curves = subject
        .curves(subject.comparisons().map(corners))
        .into_iter();
    // With its number of positions where they are not the same for all.
    let numbers: Vec<usize> = subject.comparisons().map(|one| one.pairs.len()).collect();
    let differ = numbers.windows(2).any(|two| two[0] != two[1]);
    let curves: Vec<Curve> = curves
        .zip(&numbers)
        .map(|(curve, n)| Curve {
            label: if differ {
                format!("{} (n {n})", curve.label)
            } else {
                curve.label
            },
            marker: None,
            ..curve
        })
        .collect();
    if curves.iter().all(|curve| curve.points.is_empty()) {
        return None;
    }
    Some(Figure {
        title: match counted(subject.metric) {
            "nodes" => "Distribution of the node ratios over the positions".to_owned(),
            other => format!("Distribution of the ratios of {other} over the positions"),
        },
        caption: subject.caption(&format!(
            "Empirical distribution of the ratios at the positions, each at the deepest depth that every variant \
             of the run completed ({}). Left of the line at 1 the variant counts fewer {} than the baseline; a jump at 1 \
             is positions with as many.",
            depths(subject.ranking),
            counted(subject.metric)
        )),
        x: subject.ratio_axis(),
        y: Axis {
            label: "positions with at most this ratio (%)".to_owned(),
            scale: Scale::Linear,
            is_whole: false,
            reference: None,
        },
        panels: vec![Panel {
            heading: String::new(),
            curves,
        }],
        counts: Vec::new(),
        form: Form::Overlaid,
    })
}
