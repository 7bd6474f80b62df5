//! Synthetic trees: the ratio to the baseline by each parameter that varies in a table of them, a panel a parameter; by two
//! parameters at once, as a grid of colours; and the leaves that iterations search, beside those of the minimal tree.

use std::collections::BTreeMap;

use super::{
    super::{
        comparison::{COLOURS, axis_label, by_two},
        counted::counted_first,
        number,
        summary::mean,
        table::{Cell, Table, named, of_numbers, of_words},
    },
    About, Drawn, RunReport,
    series::{unjoined, whole},
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    summary::Summary,
    trees::{self, Leaves, Shape, TreeTable, minimal_leaves},
};
use plybench_figures::{Axis, Colour, Dash, Figure, Note, Panel, Point, Scale, Series, Style};

/// The groups of one variant's trees, from the smallest ratios to the largest.
const BY_MATE: [(&str, Option<bool>); 3] = [
    ("trees with a mate at the root", Some(true)),
    ("all trees", None),
    ("trees without", Some(false)),
];

/// Panels of leaves at most.
const MOST_OF_LEAVES: usize = 9;
/// Panels by two parameters at most.
const MOST_BY_TWO: usize = 6;

const MINIMAL: Style = Style {
    colour: Colour::Grey,
    ..Style::BASELINE.bare().with_line(Dash::Solid)
};
const WHOLE: Style = MINIMAL.with_line(Dash::Dashed(2, 3));

/// The trees of one table by one parameter.
struct Sweep {
    category: String,
    by: By,
    /// Which trees they are: "breadth: depth 6, spread 100".
    origin: String,
    /// A series for each variant, or for each of [`BY_MATE`]: its label and what it has at each value of the parameter.
    series: Vec<(String, Vec<(Group, Summary)>)>,
}

impl Sweep {
    fn of(subject: &RunReport, table: &TreeTable, by: By) -> Self {
        let common = table.common.iter();
        let common: Vec<String> = common
            .map(|(by, value)| format!("{} {value}", by.name()))
            .collect();
        let others = match table.varied.len() {
            1 => "",
            _ => ", over all values of the others that vary",
        };
        let names = subject.shown.names();
        let of_table = |comparison: &Comparison| {
            let of_table = comparison.clone().of_category(&table.category);
            if !subject.is_alone() {
                return vec![(names.label(comparison.b), of_table.groups(by))];
            }
            let both = of_table.groups_of_two(by, By::Mate);
            let of_mate = |wanted: bool| {
                let of_mate = both.iter();
                let of_mate = of_mate.filter(|([_, mate], _)| *mate == Group::Mate(wanted));
                of_mate
                    .map(|([value, _], summary)| (value.clone(), summary.clone()))
                    .collect()
            };
            let series = BY_MATE.map(|(label, wanted)| {
                let found = wanted.map_or_else(|| of_table.groups(by), of_mate);
                (label.to_owned(), found)
            });
            series.to_vec()
        };
        Sweep {
            category: table.category.clone(),
            by,
            origin: format!("{}: {}{others}", table.category, common.join(", ")),
            series: subject.comparisons().flat_map(of_table).collect(),
        }
    }

    fn found(&self) -> impl Iterator<Item = &(Group, Summary)> {
        self.series.iter().flat_map(|(_, found)| found)
    }

    fn panel(&self, subject: &RunReport, y: &Axis) -> Panel {
        let mut values: Vec<&Group> = self.found().map(|(value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        let at = |value: &Group| values.iter().position(|other| *other == value);
        let styled = self.series.iter().zip(Style::VARIANTS);
        let series = styled.map(|((label, found), style)| {
            let points = found.iter();
            let points = points.filter_map(|(value, summary)| mean(at(value)? as f64, summary));
            Series {
                label: label.clone(),
                style,
                points: points.collect(),
            }
        });
        let number = |series: usize, value: &Group| {
            let mut found = self
                .series
                .iter()
                .skip(series)
                .take(1)
                .flat_map(|(_, found)| found);
            let of_value = found.find(|(other, _)| other == value);
            of_value.map_or(0, |(_, summary)| summary.positions)
        };
        let note = |(at, value): (usize, &&Group)| Note {
            share: None,
            at: at as f64,
            text: match subject.is_alone() {
                true => format!("{}/{}", number(0, value), number(1, value)),
                false => format!("n {}", number(0, value)),
            },
        };
        let names = values.iter().map(ToString::to_string).collect();
        let x = Axis {
            notes: values.iter().enumerate().map(note).collect(),
            ..Axis::new(axis_label(self.by), Scale::Names(names))
        };
        Panel {
            heading: self.category.clone(),
            // The values are names at even steps, which no line joins.
            ..Panel::of(x, y.clone(), unjoined(series.collect()))
        }
    }
}

pub(super) fn by_parameter(subject: &RunReport) -> Drawn {
    let tables = trees::tables(subject.outcomes.positions());
    let sweeps = tables.iter().flat_map(|table| {
        let varied = table.varied.iter();
        varied.map(move |&by| Sweep::of(subject, table, by))
    });
    let sweeps: Vec<Sweep> = sweeps.collect();
    if sweeps.is_empty() {
        return Err(None);
    }
    let all = || sweeps.iter().flat_map(Sweep::found);
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
    let mut origins: Vec<&str> = sweeps.iter().map(|sweep| &*sweep.origin).collect();
    origins.dedup();
    let below = match subject.is_alone() {
        true => "trees with a mate at the root of the baseline's search / all trees",
        false => "the number of trees",
    };
    let what = format!(
        "Points: geometric mean over trees, each {}. Lines: its {}. Below each value: {below}. {}.",
        subject.at_the_deepest_depth(),
        number::interval_method(all().map(|(_, summary)| summary.positions)),
        origins.join("; ")
    );
    let title = subject.ratios_by("parameter of the trees");
    let panels = sweeps.iter().map(|sweep| sweep.panel(subject, &y));
    Ok(Figure {
        columns: 3,
        ..subject.figure(title, what, About::Ratios, panels.collect())
    })
}

/// A panel for each two parameters that vary in one table, and for each variant.
pub(super) fn by_two_parameters(subject: &RunReport) -> Drawn {
    let names = subject.shown.names();
    let mut panels = Vec::new();
    for table in trees::tables(subject.outcomes.positions()) {
        for (number, &first) in table.varied.iter().enumerate() {
            for &second in &table.varied[number + 1..] {
                panels.extend(subject.comparisons().filter_map(|comparison| {
                    let of_table = comparison.clone().of_category(&table.category);
                    let heading = format!("{}, {}", table.category, names.label(comparison.b));
                    Some(Panel {
                        heading,
                        ..by_two(&of_table, first, second)?
                    })
                }));
            }
        }
    }
    if panels.is_empty() {
        return Err(None);
    }
    let left_out = left_out(&mut panels, MOST_BY_TWO);
    let what = format!(
        "Numbers: geometric mean over trees, each {}. {}{left_out}",
        subject.at_the_deepest_depth(),
        COLOURS
    );
    let title = format!(
        "{} as a multiple of the baseline's, by two parameters of the trees",
        counted_first(subject.metric)
    );
    Ok(Figure {
        columns: panels.len().min(2),
        ..subject.figure(title, what, About::Ratios, panels)
    })
}

/// Leaves out what is too much for a figure, and says how much, as a sentence after others.
fn left_out<T>(all: &mut Vec<T>, most: usize) -> String {
    let more = all.split_off(all.len().min(most)).len();
    match more {
        0 => String::new(),
        _ => format!(" Not shown: {more} more."),
    }
}

/// What the last iteration searched of each shape of trees, by all variants; no rows if there are no trees.
pub(super) fn table(subject: &RunReport) -> Table {
    Table::rows(trees::shapes(subject.outcomes, subject.variants)).columns([
        of_words("trees", |of| of.category.into()),
        of_numbers("branching", |of| u64::from(of.tree.branching).into()),
        of_numbers("depth", |of| of.depth.into()),
        of_numbers("spread", |of| u64::from(of.tree.spread).into()),
        of_numbers("mated share", |of| Cell::Value(of.tree.mated_share)),
        of_numbers("best first share", |of| {
            Cell::Value(of.tree.best_first_share)
        }),
        of_words("variant", |of| of.variant.into()),
        of_numbers("seeds", |of| of.leaves.positions.into()),
        named(
            "leaves",
            of_numbers("leaves / minimal tree", |of| {
                Cell::ratio(of.leaves.geometric_mean)
            }),
        ),
        of_numbers("low", |of| Cell::low(of.leaves.interval)),
        of_numbers("high", |of| Cell::high(of.leaves.interval)),
        of_numbers("mean nodes", |of| Cell::Plotted(of.nodes.round())),
        of_numbers("cutoffs by the first move", |of| {
            of.first_move.map_or(Cell::Missing, Cell::Share)
        }),
    ])
}

/// The leaves of trees that differ in their move ordering, by how often the first move cuts.
pub(super) fn by_first_move(subject: &RunReport) -> Drawn {
    let variants: Vec<&str> = subject.shown.all().collect();
    let shapes = trees::shapes(subject.outcomes, &variants);
    let mut panels: BTreeMap<_, Vec<&Shape>> = BTreeMap::new();
    for shape in &shapes {
        let place = (shape.category, shape.tree.branching);
        panels.entry(place).or_default().push(shape);
    }
    let share = |shape: &&Shape| shape.tree.best_first_share;
    panels.retain(|_, shapes| shapes.iter().any(|one| share(one) != share(&shapes[0])));
    if panels.is_empty() {
        return Err(None);
    }
    let panel = |((category, branching), shapes): ((&str, u16), Vec<&Shape>)| {
        let points = variants.iter().map(|&variant| {
            let of_variant = shapes.iter().filter(|shape| shape.variant == variant);
            of_variant
                .filter_map(|shape| mean(shape.first_move? * 100.0, &shape.leaves))
                .collect()
        });
        let x = Axis::new("cutoffs by the first move (%)", Scale::Linear);
        let y = Axis::new("leaves / leaves of the minimal tree (log)", Scale::Log10);
        Panel {
            heading: format!("{category}, b = {branching}"),
            ..Panel::of(x, y, subject.shown.series_with_baseline(points))
        }
    };
    let mut panels: Vec<Panel> = panels.into_iter().map(panel).collect();
    let left_out = left_out(&mut panels, MOST_OF_LEAVES);
    let what = format!(
        "Leaves of the last iteration alone as a multiple of those of the minimal tree: geometric mean over seeds and its 95 % interval, \
         by the share of the nodes that failed high whose first move did. A point for each shape of trees.{left_out}"
    );
    let title = "Leaves of synthetic trees by how often the first move cuts";
    Ok(Figure {
        columns: panels.len().clamp(1, 2),
        ..subject.figure(title, what, About::Nodes, panels)
    })
}

pub(super) fn leaves(subject: &RunReport) -> Drawn {
    let variants: Vec<&str> = subject.shown.all().collect();
    let mut all = trees::leaves(subject.outcomes, &variants);
    all.retain(|leaves| leaves.of_variants.iter().any(|means| !means.is_empty()));
    if all.is_empty() {
        return Err(None);
    }
    let left_out = left_out(&mut all, MOST_OF_LEAVES);
    let what = format!(
        "Mean number of nodes at the horizon in iteration d alone, over the trees of one table and branching factor b. Minimal tree: \
         b^ceil(d/2) + b^floor(d/2) - 1 leaves, what alpha-beta needs at least in a tree without mates (Knuth and Moore 1975). Whole \
         tree: b^d leaves. Mated nodes end a line before the horizon, so a search can have fewer leaves than the minimal tree.{left_out}"
    );
    let title = "Leaves that each iteration searches of synthetic trees";
    let panels = all.iter().map(|leaves| panel_of_leaves(subject, leaves));
    Ok(Figure {
        columns: all.len().clamp(1, 3),
        ..subject.figure(title, what, About::Nodes, panels.collect())
    })
}

fn panel_of_leaves(subject: &RunReport, leaves: &Leaves) -> Panel {
    let depth = leaves.of_variants.iter().map(Vec::len).max().unwrap_or(0);
    let branching = leaves.branching;
    let whole_tree = |depth| f64::from(branching).powi(depth as i32);
    let minimal = |depth| minimal_leaves(branching, depth);
    let bound = |label: &str, style: Style, value: &dyn Fn(u32) -> f64| Series {
        label: label.to_owned(),
        style,
        points: (1..=depth as u32)
            .map(|depth| Point::bare(f64::from(depth), value(depth)))
            .collect(),
    };
    let mut series = vec![
        bound("whole tree", WHOLE, &whole_tree),
        bound("minimal tree", MINIMAL, &minimal),
    ];
    let points = leaves.of_variants.iter().map(|means| {
        let points = (1..).zip(means).filter(|(_, mean)| **mean > 0.0);
        points
            .map(|(depth, &mean)| Point::bare(f64::from(depth), mean))
            .collect()
    });
    series.extend(subject.shown.series_with_baseline(points));
    let x = whole("iteration (depth d in plies)");
    Panel {
        heading: format!("{}, b = {branching}, n {}", leaves.category, leaves.trees),
        ..Panel::of(x, Axis::new("leaves (log)", Scale::Log10), series)
    }
}
