//! The ratio to the baseline by each parameter that varies in a table of synthetic trees: a panel a parameter.

use super::{
    super::{comparison::axis_label, counted::counted_first, interval, number, ranking::depths},
    About, RunReport,
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
    trees::TreeTable,
};
use plybench_figures::{Axis, Figure, Note, Panel, Point, Scale, Series, Style};

/// The groups of one variant's trees, from the smallest ratios to the largest.
const BY_MATE: [(&str, Option<bool>); 3] = [
    ("trees with a mate at the root", Some(true)),
    ("all trees", None),
    ("trees without", Some(false)),
];

/// What a series has at each value of the parameter.
type Found = Vec<(Group, Summary)>;

/// The trees of one table by one parameter.
struct Sweep<'t> {
    table: &'t TreeTable,
    by: By,
    /// A series for each variant, or for each of [`BY_MATE`].
    series: Vec<Found>,
}

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let is_alone = subject.shown.len() == 1;
    let sweeps: Vec<Sweep> = subject
        .trees
        .iter()
        .flat_map(|table| table.varied.iter().map(move |&by| (table, by)))
        .map(|(table, by)| Sweep {
            table,
            by,
            series: found(subject, table, by, is_alone),
        })
        .collect();
    if sweeps.is_empty() {
        return None;
    }
    let all = || sweeps.iter().flat_map(|sweep| &sweep.series).flatten();
    let ends = all().flat_map(|(_, summary)| {
        let high = summary.interval.map(|ends| ends.high);
        [summary.geometric_mean, high]
    });
    let top = ends.flatten().fold(1.0, f64::max);
    let y = Axis {
        range: Some([0.0, top * 1.05]),
        label: subject.ratio_axis().label.replace(" (log)", ""),
        ..Axis::new("", Scale::Linear)
    };
    let panels = sweeps
        .iter()
        .map(|sweep| panel(subject, sweep, &y, is_alone));
    let mut origins: Vec<String> = sweeps.iter().map(origin).collect();
    origins.dedup();
    let below = match is_alone {
        true => {
            "Below each value: trees with a mate at the root of the baseline's search / all trees."
        }
        false => "Below each value: the number of trees.",
    };
    Some(Figure {
        title: format!(
            "{} of each variant as a multiple of the baseline's, by parameter of the trees",
            counted_first(subject.metric)
        ),
        caption: subject.caption(
            &format!(
                "Points: geometric mean over trees, each at the deepest depth that every variant of the run completed ({}). Lines: its {}. \
                 {below} {}.",
                depths(subject.ranking),
                number::interval_method(all().map(|(_, summary)| summary.positions)),
                origins.join("; ")
            ),
            About::Ratios,
        ),
        panels: panels.collect(),
        columns: 3,
    })
}

/// The trees of a table by a parameter: of the one variant by mate, or of each variant.
fn found(subject: &RunReport, table: &TreeTable, by: By, is_alone: bool) -> Vec<Found> {
    let of_table = |comparison: &Comparison| {
        let of_table = comparison.clone().of_category(&table.category);
        match is_alone {
            false => vec![of_table.groups(by)],
            true => {
                let both = of_table.groups_of_two(by, By::Mate);
                let of_mate = |wanted: bool| -> Found {
                    let of_mate = both
                        .iter()
                        .filter(|([_, mate], _)| *mate == Group::Mate(wanted));
                    of_mate
                        .map(|([value, _], summary)| (value.clone(), summary.clone()))
                        .collect()
                };
                let of_group = BY_MATE.iter().map(|(_, wanted)| match wanted {
                    Some(wanted) => of_mate(*wanted),
                    None => of_table.groups(by),
                });
                of_group.collect()
            }
        }
    };
    subject.comparisons().flat_map(of_table).collect()
}

fn panel(subject: &RunReport, sweep: &Sweep, y: &Axis, is_alone: bool) -> Panel {
    let mut values: Vec<&Group> = sweep
        .series
        .iter()
        .flatten()
        .map(|(value, _)| value)
        .collect();
    values.sort_unstable();
    values.dedup();
    let points = sweep.series.iter().map(|found| {
        let points = found.iter().filter_map(|(value, summary)| {
            let at = values.binary_search(&value).ok()?;
            Some(Point {
                whisker: summary.interval.map(interval),
                ..Point::bare(at as f64, summary.geometric_mean?)
            })
        });
        points.collect::<Vec<Point>>()
    });
    let series: Vec<Series> = match is_alone {
        false => subject.series(points),
        true => {
            let styled = BY_MATE.iter().zip(Style::VARIANTS).zip(points);
            let series = styled.map(|(((label, _), style), points)| Series {
                label: (*label).to_owned(),
                style,
                points,
            });
            series.collect()
        }
    };
    // The values are names at even steps, which no line joins.
    let series = series.into_iter().map(|one| Series {
        style: one.style.points(),
        ..one
    });
    let number = |group: usize, value: &Group| {
        let found = sweep.series.get(group).into_iter().flatten();
        let mut of_value = found.filter(|(other, _)| other == value);
        of_value.next().map_or(0, |(_, summary)| summary.positions)
    };
    let note = |(at, value): (usize, &&Group)| Note {
        at: at as f64,
        text: match is_alone {
            true => format!("{}/{}", number(0, value), number(1, value)),
            false => format!("n {}", number(0, value)),
        },
    };
    let names = values.iter().map(ToString::to_string).collect();
    let x = Axis {
        notes: values.iter().enumerate().map(note).collect(),
        ..Axis::new(axis_label(sweep.by), Scale::Names(names))
    };
    Panel {
        heading: sweep.table.category.clone(),
        ..Panel::of(x, y.clone(), series.collect())
    }
}

/// Which trees a panel has: "breadth: depth 6, spread 100".
fn origin(sweep: &Sweep) -> String {
    let common = sweep.table.common.iter();
    let common: Vec<String> = common
        .map(|(by, value)| format!("{} {value}", by.name()))
        .collect();
    let others = match sweep.table.varied.len() {
        1 => "",
        _ => ", over all values of the others that vary",
    };
    format!("{}: {}{others}", sweep.table.category, common.join(", "))
}
