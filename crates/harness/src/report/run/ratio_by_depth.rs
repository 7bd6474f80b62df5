//! The ratio to the baseline by depth, with its spread over positions.

use super::{
    super::chart::{Figure, Form, Panel, Point},
    Subject,
    look::{counts, whole},
};
use crate::analysis::{
    comparison::{By, Comparison, Group},
    spread::Spread,
};

/// A comparison's spread at each depth.
pub(super) fn spreads(comparison: &Comparison) -> Vec<(usize, Spread)> {
    let groups = comparison.grouped(By::Depth).into_iter();
    let spread = |(group, ratios): (Group, Vec<_>)| match group {
        Group::Depth(depth) => Some((depth, Spread::of(&ratios)?)),
        _ => None,
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
    let point = |(depth, spread): &(usize, Spread)| Point {
        x: *depth as f64,
        y: spread.geometric_mean,
        bar: Some(spread.quartiles),
        whisker: Some(spread.deciles),
    };
    let points = all
        .iter()
        .map(|spreads| spreads.iter().map(point).collect());
    Some(Figure {
        title: "Nodes of each variant as a multiple of the baseline's, by depth".to_owned(),
        caption: subject.caption(
            "Points: geometric mean over the positions at which both completed the depth, n below the axis (at deeper \
             depths those that a node limit left); broad bars: the middle half of the positions; thin: the middle \
             80 %. Below 1 the variant counts fewer.",
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
