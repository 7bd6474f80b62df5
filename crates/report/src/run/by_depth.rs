//! The ratio to the baseline by depth, with its confidence interval and its spread over positions; the effective branching factor
//! by depth, with its spread.

use super::{
    super::{interval, number},
    About, Drawn, RunReport,
    series::{OverPositions, spread_sentence, with_spread},
};
use plybench_analysis::{
    bootstrap::{self, Interval},
    branching,
    comparison::Comparison,
    grouping::{By, Group},
    log_ratio::LogRatio,
    spread::Spread,
    summary::CountPair,
};
use plybench_figures::{Axis, Panel, Point, Scale};

/// What a variant counts at one depth, by what the baseline counts.
pub(super) struct AtDepth {
    /// The depth, in plies.
    pub(super) depth: usize,
    pub(super) spread: Spread,
    /// The 95 % interval of the geometric mean; none of fewer than two positions.
    pub(super) interval: Option<Interval>,
}

/// A comparison's ratios at each depth.
pub(super) fn depths(comparison: &Comparison) -> Vec<AtDepth> {
    let groups = comparison.grouped(By::Depth).into_iter();
    let at_depth = |(group, counts): (Group, Vec<CountPair>)| {
        let Group::Depth(depth) = group else {
            return None;
        };
        let ratios: Vec<LogRatio> = counts.iter().map(|one| one.log_ratio).collect();
        Some(AtDepth {
            depth,
            spread: Spread::of(&ratios)?,
            interval: bootstrap::interval(&ratios),
        })
    };
    groups.filter_map(at_depth).collect()
}

pub(super) fn ratio(subject: &RunReport) -> Drawn {
    let all: Vec<Vec<AtDepth>> = subject.comparisons().map(depths).collect();
    let spreads = || all.iter().flatten().map(|at| &at.spread);
    let point = |at: &AtDepth| {
        let point = Point {
            whisker: at.interval.map(interval),
            ..with_spread(at.depth, &at.spread)
        };
        (at.spread.positions(), point)
    };
    let points = all.iter().map(|depths| depths.iter().map(point));
    let found =
        OverPositions::by_depth("depth (plies)", points).ok_or(Some("no depth has a ratio"))?;
    let what = format!(
        "Points: geometric mean over the n positions at which every variant of the run completed the depth. Thin lines: its {}. {}{}",
        number::interval_method(spreads().map(Spread::positions)),
        spread_sentence(spreads()),
        found.lines_sentence(subject.ends)
    );
    let series = subject.shown.series(found.points);
    let panel = Panel::of(found.x, subject.ratio_axis(), series);
    let title = subject.ratios_by("depth");
    Ok(subject.figure(title, what, About::Ratios, vec![panel]))
}

pub(super) fn branching(subject: &RunReport) -> Drawn {
    let variants: Vec<&str> = subject.shown.all().collect();
    let factors = branching::by_depth(subject.outcomes, &variants);
    let spreads = factors.iter().flatten().map(|(_, spread)| spread);
    let points = factors.iter().map(|factors| {
        let factors = factors.iter();
        factors.map(|(depth, spread)| (spread.positions(), with_spread(*depth, spread)))
    });
    let found = OverPositions::by_depth("depth d (plies)", points).ok_or(Some(
        "no position has a third depth that all shown completed",
    ))?;
    let what = format!(
        "Effective branching factor at depth d: the square root of N(d) / N(d-2), where N(d) is the number of nodes that iteration d \
         alone entered. It spans two plies because alpha-beta grows unevenly from odd to even depths. Points: geometric mean over \
         the n positions at which all variants shown completed the depth and entered nodes in iterations d and d-2. {}{}",
        spread_sentence(spreads),
        found.lines_sentence(subject.ends)
    );
    let label = "branching factor (per ply): sqrt(N(d) / N(d-2))";
    let y = Axis {
        reference: Some(1.0),
        ..Axis::new(label, Scale::Linear)
    };
    let series = subject.shown.series_with_baseline(found.points);
    let title = "Effective branching factor: growth of an iteration per ply";
    let panels = vec![Panel::of(found.x, y, series)];
    Ok(subject.figure(title, what, About::Nodes, panels))
}
