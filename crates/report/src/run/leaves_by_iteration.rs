//! The leaves that iterations search of synthetic trees, beside those of the minimal tree and of the whole tree.

use super::{About, RunReport, series::whole};
use plybench_analysis::trees::{Leaves, minimal_leaves};
use plybench_figures::{Axis, Colour, Dash, Figure, Panel, Point, Scale, Series, Style};

/// Panels at most.
const MOST_PANELS: usize = 9;

const MINIMAL: Style = Style {
    colour: Colour::Grey,
    ..Style::BASELINE.bare().with_line(Dash::Solid)
};
const WHOLE: Style = MINIMAL.with_line(Dash::Dashed(2, 3));

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let searched = |leaves: &&Leaves| leaves.of_variants.iter().any(|means| !means.is_empty());
    let all: Vec<&Leaves> = subject.leaves.iter().filter(searched).collect();
    if all.is_empty() {
        return None;
    }
    let (shown, others) = all.split_at(all.len().min(MOST_PANELS));
    let left_out = match others.len() {
        0 => String::new(),
        more => format!(" {more} more are not shown."),
    };
    Some(Figure {
        title: "Leaves that each iteration searches of synthetic trees".to_owned(),
        caption: subject.caption(
            &format!(
                "Mean number of nodes at the horizon in iteration d alone, over the trees of one table and branching factor b. Minimal tree: \
                 b^ceil(d/2) + b^floor(d/2) - 1 leaves, what alpha-beta needs at least in a tree without mates (Knuth and Moore 1975). Whole \
                 tree: b^d leaves. Mated nodes end a line before the horizon, so a search can have fewer leaves than the minimal tree.{left_out}"
            ),
            About::Nodes,
        ),
        panels: shown.iter().map(|leaves| panel(subject, leaves)).collect(),
        columns: shown.len().clamp(1, 3),
    })
}

fn panel(subject: &RunReport, leaves: &Leaves) -> Panel {
    let depth = leaves.of_variants.iter().map(Vec::len).max().unwrap_or(0);
    let bound = |label: &str, style: Style, value: &dyn Fn(u32) -> f64| Series {
        label: label.to_owned(),
        style,
        points: (1..=depth as u32)
            .map(|depth| Point::bare(f64::from(depth), value(depth)))
            .collect(),
    };
    let branching = leaves.branching;
    let mut series = vec![
        bound("whole tree", WHOLE, &|depth| {
            f64::from(branching).powi(depth as i32)
        }),
        bound("minimal tree", MINIMAL, &|depth| {
            minimal_leaves(branching, depth)
        }),
    ];
    let points = leaves.of_variants.iter().map(|means| {
        let points = (1..).zip(means).filter(|(_, mean)| **mean > 0.0);
        points
            .map(|(depth, &mean)| Point::bare(f64::from(depth), mean))
            .collect()
    });
    series.extend(subject.series_with_baseline(points.collect()));
    Panel {
        heading: format!("{}, b = {branching}, n {}", leaves.category, leaves.trees),
        ..Panel::of(
            whole("iteration (depth d in plies)"),
            Axis::new("leaves (log)", Scale::Log10),
            series,
        )
    }
}
