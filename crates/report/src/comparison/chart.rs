//! The ratio by one group with its interval, or by two groups as a grid of colours.

use super::{
    super::{
        counted::{counted, counted_first},
        names::Names,
        number,
        summary::{MostPositions, mean},
    },
    View,
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
};
use plybench_figures::{
    Axis, Caption, Colour, Figure, Note, Panel, Point, Scale, Series, Style, Tile, Tiles,
};

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
        By::KnownMate => "known mate",
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
            format!("Numbers: {of_what}, geometric mean over positions. {COLOURS}"),
            format!("{} and {}", axis_label(first), axis_label(second)),
        ),
        _ => return None,
    };
    let context = [
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
        caption: Caption {
            marks: means,
            context: context.join(" "),
            ..Caption::default()
        },
        panels: vec![panel],
        columns: 1,
    })
}

/// What the points are, and their intervals if there are any.
fn means_sentence(groups: &[(Group, Summary)]) -> String {
    let with_interval = groups.iter().map(|(_, summary)| summary);
    let with_interval = with_interval.filter(|summary| summary.interval.is_some());
    let positions: Vec<usize> = with_interval.map(|summary| summary.positions).collect();
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
    let most = MostPositions::of(groups.iter().map(|(_, summary)| summary.positions));
    for (group, summary) in groups {
        let at = names.len() as f64;
        let Some(point) = mean(at, summary) else {
            continue;
        };
        points.push(point);
        let text = format!("n {}", summary.positions);
        let share = most.share(summary.positions);
        notes.push(Note { at, text, share });
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

/// What the colours of [`by_two`] are, as a sentence.
pub(crate) const COLOURS: &str =
    "Blue: fewer than the baseline; vermillion: more; the further from 1, the stronger.";

/// Ratios by two groups as a grid of colours, each with its number: columns are the first groups, rows the second. None without a
/// ratio.
pub(crate) fn by_two(comparison: &Comparison, first: By, second: By) -> Option<Panel> {
    let groups = comparison.groups_of_two(first, second);
    let with_ratio = groups.iter();
    let with_ratio = with_ratio.filter_map(|(key, summary)| Some((key, summary.geometric_mean?)));
    let axis = |place: usize| -> Vec<&Group> {
        let mut found: Vec<&Group> = groups.iter().map(|(key, _)| &key[place]).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let (columns, rows) = (axis(0), axis(1));
    let tile = |([column, row], ratio): (&[Group; 2], f64)| {
        let (column, row) = (columns.binary_search(&column), rows.binary_search(&row));
        Some((column.ok()?, row.ok()?, ratio))
    };
    let tiles: Vec<_> = with_ratio.filter_map(tile).collect();
    if tiles.is_empty() {
        return None;
    }
    let axis = |by: By, groups: &[&Group]| {
        let names = groups.iter().map(ToString::to_string).collect();
        Axis::new(axis_label(by), Scale::Names(names))
    };
    Some(Panel {
        tiles: coloured(&tiles),
        ..Panel::of(axis(first, &columns), axis(second, &rows), Vec::new())
    })
}

/// In so many columns, a ratio has room for two decimals only.
const MANY_COLUMNS: usize = 16;

/// Tiles with a ratio each, given by column and row, in the [`COLOURS`] of the ratios.
pub(crate) fn coloured(ratios: &[(usize, usize, f64)]) -> Vec<Tiles> {
    let distance = |ratio: f64| ratio.ln().abs();
    let distances = ratios.iter().map(|(.., ratio)| distance(*ratio));
    let largest = distances.fold(f64::MIN_POSITIVE, f64::max);
    let is_narrow = ratios.iter().any(|(column, ..)| *column >= MANY_COLUMNS);
    let text = |ratio: f64| match is_narrow && (0.1..9.995).contains(&ratio) {
        true => format!("{ratio:.2}"),
        false => number::ratio(ratio),
    };
    let tiles = |&(column, row, ratio): &(usize, usize, f64)| Tiles {
        label: String::new(),
        colour: match ratio <= 1.0 {
            true => Colour::Blue,
            false => Colour::Vermillion,
        },
        strength: 0.04 + 0.9 * distance(ratio) / largest,
        tiles: vec![Tile {
            column,
            row,
            text: text(ratio),
        }],
    };
    ratios.iter().map(tiles).collect()
}
