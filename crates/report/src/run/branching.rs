//! The effective branching factor by depth.

use super::{
    About, RunReport,
    series::{Numbers, by_depth, lines_sentence, spread_sentence, whole, with_spread},
};
use plybench_analysis::spread::Spread;
use plybench_figures::{Axis, Figure, Panel, Scale};

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let found = || subject.factors.iter().flatten();
    let numbers = Numbers::of(found().map(|(depth, spread)| (*depth as f64, spread.positions())));
    if numbers.is_empty() {
        return None;
    }
    let points = subject
        .factors
        .iter()
        .map(|factors| by_depth(factors, Spread::positions, with_spread));
    let series = subject.series_with_baseline(points.collect());
    let mut x = whole("depth d (plies)");
    x.notes = numbers.notes();
    let y = Axis {
        reference: Some(1.0),
        ..Axis::new(
            "branching factor (per ply): sqrt(N(d) / N(d-2))",
            Scale::Linear,
        )
    };
    Some(Figure {
        title: "Effective branching factor: growth of an iteration per ply".to_owned(),
        caption: subject.caption(
            &format!(
                "Effective branching factor at depth d: the square root of N(d) / N(d-2), where N(d) is the number of nodes that iteration d \
                 alone entered. It spans two plies because alpha-beta grows unevenly from odd to even depths. Points: geometric mean over \
                 the n positions at which all variants shown completed the depth and entered nodes in iterations d and d-2. {}{}",
                spread_sentence(found().map(|(_, spread)| spread)),
                lines_sentence(&numbers, subject.ends)
            ),
            About::Nodes,
        ),
        panels: vec![Panel::of(x, y, series)],
        columns: 1,
    })
}
