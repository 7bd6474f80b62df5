//! The ratio by one group with its interval, or by two groups as a grid of colours.

use super::{
    super::{
        counted::{counted, counted_first},
        heat_map::{self, Ratio},
        names::Names,
        number,
        summary::mean,
    },
    View,
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
};
use plybench_figures::{Axis, Figure, Note, Panel, Point, Scale, Series, Style};

/// Names of variants in the title and on the axes have at most so many characters.
const LONGEST: usize = 32;

/// What an axis of groups measures.
pub(crate) fn axis_label(by: By) -> &'static str {
    match by {
        By::Category => "category",
        By::Depth => "depth (plies)",
        By::Dtm => "distance to mate (moves)",
        By::Beyond => "depth beyond the mate (plies)",
        By::Proof => "iterations counted",
        By::Mate => "score of A at the root",
        By::Branching => "branching factor",
        By::TreeDepth => "depth of the tree (plies)",
        By::Spread => "spread (centipawns)",
        By::MatedShare => "mated nodes (share)",
        By::BestFirstShare => "best move first (share of nodes)",
    }
}

/// The chart of the groups; none if there are no groups with a ratio. `experiment` is the experiment's purpose and
/// positions, as sentences.
#[must_use]
pub fn chart(comparison: &Comparison, view: View, experiment: &str) -> Option<Figure> {
    let names = Names::of([comparison.a, comparison.b].into_iter(), LONGEST);
    let (a, b) = (names.label(comparison.a), names.label(comparison.b));
    let nodes = counted(view.metric);
    let of_what = format!("{nodes} {b} / {nodes} {a}");
    let (panel, means, by) = match *view.by {
        [by] => {
            let groups = comparison.groups(by);
            (
                by_one(&groups, by, &of_what)?,
                means_sentence(&groups),
                axis_label(by).to_owned(),
            )
        }
        [first, second] => (
            by_two(comparison, first, second)?,
            format!(
                "Numbers: {of_what}, geometric mean over positions. {}",
                heat_map::COLOURS
            ),
            format!("{} and {}", axis_label(first), axis_label(second)),
        ),
        _ => return None,
    };
    let caption = [
        means,
        experiment.to_owned(),
        format!(
            "Metric {}, summed over all iterations up to the compared depth.",
            view.metric
        ),
        names.note().unwrap_or_default(),
        format!("Plybench {}.", env!("CARGO_PKG_VERSION")),
    ];
    Some(Figure {
        title: format!("{} {b} / {nodes} {a}, by {by}", counted_first(view.metric)),
        caption: caption.join(" "),
        panels: vec![panel],
        columns: 1,
    })
}

/// What the points are, and their intervals if there are any.
fn means_sentence(groups: &[(Group, Summary)]) -> String {
    let with_interval = groups
        .iter()
        .filter(|(_, summary)| summary.interval.is_some());
    let positions: Vec<usize> = with_interval
        .map(|(_, summary)| summary.positions)
        .collect();
    let intervals = match positions.is_empty() {
        true => " An interval needs at least two positions.".to_owned(),
        false => format!(
            " Lines: its {}.",
            number::interval_method(positions.into_iter())
        ),
    };
    format!("Points: geometric mean over n positions.{intervals}")
}

fn by_one(groups: &[(Group, Summary)], by: By, of_what: &str) -> Option<Panel> {
    let (mut names, mut notes, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for (group, summary) in groups {
        let at = names.len() as f64;
        let Some(point) = mean(at, summary) else {
            continue;
        };
        points.push(point);
        let text = format!("n {}", summary.positions);
        notes.push(Note { at, text });
        names.push(group.to_string());
    }
    if points.is_empty() {
        return None;
    }
    let x = Axis {
        notes,
        ..Axis::new(axis_label(by), Scale::Names(names))
    };
    let y = Axis {
        reference: Some(1.0),
        ..Axis::new(format!("{of_what} (log)"), Scale::Log10)
    };
    Some(Panel::of(x, y, vec![unnamed(points)]))
}

/// The only series of a chart: points without a name and without lines between them.
pub(crate) fn unnamed(points: Vec<Point>) -> Series {
    Series {
        label: String::new(),
        style: Style::VARIANTS[0].points(),
        points,
    }
}

/// Columns are the first groups, rows the second.
pub(crate) fn by_two(comparison: &Comparison, first: By, second: By) -> Option<Panel> {
    let groups = comparison.groups_of_two(first, second);
    let axis = |place: usize| -> Vec<Group> {
        let mut found: Vec<Group> = groups.iter().map(|(key, _)| key[place].clone()).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let (columns, rows) = (axis(0), axis(1));
    let cell = |([column, row], summary): &([Group; 2], Summary)| {
        Some(Ratio {
            column: columns.binary_search(column).ok()?,
            row: rows.binary_search(row).ok()?,
            ratio: summary.geometric_mean?,
        })
    };
    let ratios: Vec<Ratio> = groups.iter().filter_map(cell).collect();
    if ratios.is_empty() {
        return None;
    }
    let names = |groups: &[Group]| groups.iter().map(Group::to_string).collect();
    Some(heat_map::panel(
        (axis_label(first).to_owned(), names(&columns)),
        (axis_label(second).to_owned(), names(&rows)),
        &ratios,
    ))
}
