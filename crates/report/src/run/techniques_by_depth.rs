//! What techniques did by depth, per thousand nodes.

use super::{
    About, Drawn, RunReport,
    series::{joined, whole},
};
use plybench_analysis::technique_totals::TechniqueTotals;
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

/// So many counts have a panel.
const MOST_PANELS: usize = 9;

pub(super) fn figure(subject: &RunReport) -> Drawn {
    let totals = subject.technique_totals;
    let by_variant: Vec<&[TechniqueTotals]> =
        (subject.numbers().map(|at| &*totals.by_depth[at])).collect();
    let mut names = totals.names();
    names.retain(|name| {
        let mut all = by_variant.iter().copied().flatten();
        all.any(|totals| totals.count(name) > Some(0))
    });
    let (shown, others) = names.split_at(names.len().min(MOST_PANELS));
    // The title names the only one.
    let (what, columns) = match shown {
        [] => {
            return Err(Some(
                "no technique of those shown did anything at a depth that all variants completed",
            ));
        }
        [only] => (format!(" ({})", words(only)), 1),
        _ => (String::new(), 2),
    };
    let panel = |name: &&str| {
        let points = by_variant.iter().map(|by_depth| points(by_depth, name));
        let x = whole("depth (plies)");
        let y = Axis::new("per thousand nodes (log)", Scale::Log10);
        let heading = (columns > 1).then(|| words(name));
        Panel {
            heading: heading.unwrap_or_default(),
            ..Panel::of(x, y, subject.shown.series_with_baseline(points))
        }
    };
    let others: Vec<String> = others.iter().map(|name| words(name)).collect();
    let left_out = match others.len() {
        0 => String::new(),
        _ => format!(" Not shown: {}.", others.join(", ")),
    };
    let title = format!("What techniques did, by depth{what}");
    let what = format!(
        "Counts per thousand nodes, both summed over the positions at which every variant of the run completed the depth. A \
         line joins depths with the same positions. A depth at which nothing was counted has no point.{left_out}{}",
        subject.not_reported()
    );
    let panels = shown.iter().map(panel).collect();
    Ok(Figure {
        columns,
        ..subject.figure(title, what, About::Nodes, panels)
    })
}

/// A count's name for people: `null-move.searched-again` is "null-move: searched again".
fn words(name: &str) -> String {
    name.rsplit_once('.').map_or_else(
        || name.to_owned(),
        |(technique, effect)| format!("{technique}: {}", effect.replace('-', " ")),
    )
}

/// A count at depth 1, 2, …, where there is one.
fn points(by_depth: &[TechniqueTotals], name: &str) -> Vec<Point> {
    let points = (1_u8..).zip(by_depth).map(|(depth, totals)| {
        let count = totals.count(name).unwrap_or(0) as f64;
        let per_thousand = count * 1_000.0 / totals.nodes.max(1) as f64;
        (totals.positions, Point::bare(depth.into(), per_thousand))
    });
    let mut points = joined(points);
    points.retain(|point| point.y > 0.0);
    points
}
