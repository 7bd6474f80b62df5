//! The ratio to the baseline by depth, with its confidence interval and its spread over positions.

use super::{
    super::{counted::counted_first, interval, number},
    About, RunReport,
    series::{Numbers, by_depth, lines_sentence, spread_sentence, whole, with_spread},
};
use plybench_analysis::{
    bootstrap::{self, Interval},
    comparison::Comparison,
    grouping::{By, Group},
    log_ratio::LogRatio,
    spread::Spread,
    summary::CountPair,
};
use plybench_figures::{Figure, Panel, Point};

/// What a variant counts at one depth, by what the baseline counts.
pub(super) struct AtDepth {
    pub(super) spread: Spread,
    /// The 95 % interval of the geometric mean; none of fewer than two positions.
    pub(super) interval: Option<Interval>,
}

/// A comparison's ratios at each depth.
pub(super) fn depths(comparison: &Comparison) -> Vec<(usize, AtDepth)> {
    let groups = comparison.grouped(By::Depth).into_iter();
    let at_depth = |(group, counts): (Group, Vec<CountPair>)| {
        let Group::Depth(depth) = group else {
            return None;
        };
        let ratios: Vec<LogRatio> = counts.iter().map(|one| one.log_ratio).collect();
        let found = AtDepth {
            spread: Spread::of(&ratios)?,
            interval: bootstrap::interval(&ratios),
        };
        Some((depth, found))
    };
    groups.filter_map(at_depth).collect()
}

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let all: Vec<Vec<(usize, AtDepth)>> = subject.comparisons().map(depths).collect();
    let found = || all.iter().flatten();
    let numbers = Numbers::of(found().map(|(depth, at)| (*depth as f64, at.spread.positions())));
    if numbers.is_empty() {
        return None;
    }
    let points = all.iter().map(|depths| {
        by_depth(
            depths,
            |at| at.spread.positions(),
            |x, at| Point {
                whisker: at.interval.map(interval),
                ..with_spread(x, &at.spread)
            },
        )
    });
    let mut x = whole("depth (plies)");
    x.notes = numbers.notes();
    Some(Figure {
        title: format!(
            "{} of each variant as a multiple of the baseline's, by depth",
            counted_first(subject.metric)
        ),
        caption: subject.caption(
            &format!(
                "Points: geometric mean over the n positions at which every variant of the run completed the depth. Thin lines: its {}. {}{}",
                number::interval_method(found().map(|(_, at)| at.spread.positions())),
                spread_sentence(found().map(|(_, at)| &at.spread)),
                lines_sentence(&numbers, subject.ends)
            ),
            About::Ratios,
        ),
        panels: vec![Panel::of(x, subject.ratio_axis(), subject.series(points))],
        columns: 1,
    })
}
