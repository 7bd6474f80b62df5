//! The ratio to the baseline by two parameters of synthetic trees at once, as a grid of colours: a panel for each two that
//! vary in one table, and for each variant.

use super::{
    super::{comparison::by_two, counted::counted_first, heat_map, ranking::depths},
    About, RunReport,
};
use plybench_analysis::grouping::By;
use plybench_figures::Figure;

/// Panels at most.
const MOST_PANELS: usize = 6;

pub(super) fn figure(subject: &RunReport) -> Option<Figure> {
    let names = subject.names();
    let tables = subject.trees.iter().flat_map(|table| {
        let varied = table.varied.iter().enumerate();
        let pairs = varied.flat_map(|(number, &first)| {
            let others = table.varied[number + 1..].iter();
            others.map(move |&second| (first, second))
        });
        pairs.map(move |pair| (table.category.as_str(), pair))
    });
    let all: Vec<(&str, (By, By))> = tables.collect();
    let panels = all.iter().flat_map(|&(category, (first, second))| {
        let names = &names;
        subject.comparisons().filter_map(move |comparison| {
            let of_table = comparison.clone().of_category(category);
            let mut panel = by_two(&of_table, first, second)?;
            panel.heading = format!("{category}, {}", names.label(comparison.b));
            Some(panel)
        })
    });
    let mut panels: Vec<_> = panels.collect();
    if panels.is_empty() {
        return None;
    }
    let left_out = panels.len().saturating_sub(MOST_PANELS);
    panels.truncate(MOST_PANELS);
    let left_out = match left_out {
        0 => String::new(),
        more => format!(" {more} more are not shown."),
    };
    Some(Figure {
        title: format!(
            "{} as a multiple of the baseline's, by two parameters of the trees",
            counted_first(subject.metric)
        ),
        caption: subject.caption(
            &format!(
                "Numbers: geometric mean over trees, each at the deepest depth that every variant of the run completed ({}). {}{left_out}",
                depths(subject.ranking),
                heat_map::COLOURS
            ),
            About::Ratios,
        ),
        columns: panels.len().min(2),
        panels,
    })
}
