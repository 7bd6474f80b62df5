//! The ratio to the baseline by depth, with its spread over positions.

use super::{
    super::{
        chart::{Figure, Form, Panel, Point},
        counted::counted_first,
    },
    Subject,
    look::{by_depth, counts, whole},
};
use crate::analysis::{
    comparison::{By, Comparison, Group},
    log_ratio::LogRatio,
    spread::Spread,
    summary::Counts,
};

/// A comparison's spread at each depth.
pub(super) fn spreads(comparison: &Comparison) -> Vec<(usize, Spread)> {
    let groups = comparison.grouped(By::Depth).into_iter();
    let spread = |(group, counts): (Group, Vec<Counts>)| {
        let Group::Depth(depth) = group else {
            return None;
        };
        let ratios: Vec<LogRatio> = counts.iter().map(|one| one.log_ratio).collect();
        Some((depth, Spread::of(&ratios)?))
    };
    groups.filter_map(spread).collect()
}

pub(super) fn figure(subject: &Subject) -> Option<Figure> {
    let all: Vec<Vec<(usize, Spread)>> = subject.comparisons().map(spreads).collect();
    let positions = all.iter().flatten();
    let counts = counts(positions.map(|(depth, spread)| (*depth as f64, spread.positions)));
    if counts.is_empty() {
        return None;
    }
    let points = all.iter().map(|spreads| {
        by_depth(spreads, |spread| Point {
            bar: Some(spread.quartiles),
            whisker: Some(spread.deciles),
            ..Point::bare(0.0, spread.geometric_mean)
        })
    });
    Some(Figure {
        title: format!(
            "{} of each variant as a multiple of the baseline's, by depth",
            counted_first(subject.metric)
        ),
        caption: subject.caption(
            "Points: geometric mean over the positions at which every variant of the run completed the depth, n below the \
             axis; broad bars: the middle half of the positions; thin: the middle 80 %. A line joins depths with the same \
             positions and ends where n falls: those are gone that met their node limit or had shown their mate, so that \
             variants can be compared at such a depth, but not such depths with each other. Below 1 the variant counts fewer.",
        ),
        x: whole("depth (plies)"),
        y: subject.ratio_axis(),
        panels: vec![Panel {
            heading: String::new(),
            curves: subject.curves(points),
        }],
        counts,
        form: Form::Dodged,
    })
}
