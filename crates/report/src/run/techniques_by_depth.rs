//! What techniques did by depth, per thousand nodes.

use super::{About, RunReport, series::whole};
use plybench_analysis::technique_totals::TechniqueTotals;
use plybench_figures::{Axis, Figure, Panel, Point, Scale};

/// So many counts have a panel.
const MOST_PANELS: usize = 9;

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let with_baseline = [subject.ranking.baseline()];
    let with_baseline = with_baseline.iter().chain(subject.shown);
    let of_variant = |name: &&str| {
        let all = subject.variants.iter().position(|other| other == name);
        all.map_or(&[][..], |at| &subject.technique_totals.by_depth[at])
    };
    let by_variant: Vec<&[TechniqueTotals]> = with_baseline.map(of_variant).collect();
    let happens = |name: &&str| {
        let mut all = by_variant.iter().copied().flatten();
        all.any(|totals| totals.count(name) > Some(0))
    };
    let names: Vec<&str> = subject
        .technique_totals
        .names()
        .into_iter()
        .filter(happens)
        .collect();
    if names.is_empty() {
        return None;
    }
    let (shown, others) = names.split_at(names.len().min(MOST_PANELS));
    let panel = |name: &&str| {
        let points = by_variant.iter().map(|by_depth| points(by_depth, name));
        Panel {
            // The title names the only one.
            heading: match shown {
                [_] => String::new(),
                _ => words(name),
            },
            ..Panel::of(
                whole("depth (plies)"),
                Axis::new("per thousand nodes (log)", Scale::Log10),
                subject.series_with_baseline(points.collect()),
            )
        }
    };
    let what = match shown {
        [only] => format!(" ({})", words(only)),
        _ => String::new(),
    };
    let left_out = match others {
        [] => String::new(),
        others => {
            let others: Vec<String> = others.iter().map(|name| words(name)).collect();
            format!(" Not shown: {}.", others.join(", "))
        }
    };
    Some(Figure {
        title: format!("What techniques did, by depth{what}"),
        caption: subject.caption(
            &format!(
                "Counts per thousand nodes, both summed over the positions at which every variant of the run completed the depth. A \
                 line joins depths with the same positions. A depth at which nothing was counted has no point.{left_out}{}",
                subject.not_reported()
            ),
            About::Nodes,
        ),
        panels: shown.iter().map(panel).collect(),
        columns: match shown.len() {
            1 => 1,
            _ => 2,
        },
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
    let mut before = None;
    let points = (1_u8..).zip(by_depth).filter_map(|(depth, totals)| {
        let is_joined = before.replace(totals.positions) == Some(totals.positions);
        let count = totals.count(name).filter(|&count| count > 0)?;
        Some(Point {
            is_joined,
            ..Point::bare(
                f64::from(depth),
                count as f64 * 1_000.0 / totals.nodes as f64,
            )
        })
    });
    points.collect()
}
