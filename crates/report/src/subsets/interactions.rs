//! How each pair of settings acts together.

use serde_json::{Value, json};

use super::{LONGEST, View, interval_json, sample, table_json};
use crate::{
    comparison::coloured,
    counted::counted,
    document::{Document, Section},
    names::Names,
    number,
    table::{Cell, Column, Table, numbers, words},
};
use plybench_analysis::{interactions::Interaction, subsets::SubsetCounts};
use plybench_figures::{Axis, Figure, Panel, Scale};

/// The interactions of each table, and their grids of colours; `lacking` gets the reason for each table that has none. `None` if
/// no table has any.
pub fn interactions(view: View, lacking: &mut Vec<String>) -> Option<(Document, Figure)> {
    let (mut sections, mut tables, mut panels) = (Vec::new(), Vec::new(), Vec::new());
    let mut rows = Table::new([words("table")].into_iter().chain(columns()));
    for counts in view.tables {
        let mut pairs = plybench_analysis::interactions::interactions(counts);
        if pairs.is_empty() {
            lacking.push(format!(
                "{}: there are no variants with a pair of settings and with each of them alone",
                counts.name
            ));
            continue;
        }
        pairs.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
        let mut table = Table::new(columns());
        for pair in &pairs {
            table.push(cells(pair));
            rows.push([Cell::from(counts.name)].into_iter().chain(cells(pair)));
        }
        let heading = format!("{}: pairs that help each other first", counts.name);
        let section = Section::new(heading, table.without_empty_columns());
        sections.push(section.with_text(format!("{}.", sample(counts))));
        let mut one = table_json(counts);
        panels.push(panel(counts, &pairs));
        one["pairs"] = pairs.iter().map(pair_json).collect();
        tables.push(one);
    }
    if sections.is_empty() {
        return None;
    }
    let mut document = view.document(
        "Interactions of settings",
        &[
            "Interaction: the joint factor of two settings divided by the product of the factors of each alone, geometric means over \
             positions. 1: they act independently; above 1: they save partly the same; below 1: together they save more than one by one.",
            "Factors are multiples of the count with no setting.",
        ],
    );
    document.sections = sections;
    document.rows = rows;
    document.values = view.json(tables);
    let chart = Figure {
        title: "Each pair of settings: joint factor divided by the product of the single factors".to_owned(),
        caption: view.caption(format!(
            "Numbers: {} with both settings, as a multiple of those with none, divided by the product of the multiples with each \
             alone; geometric mean over positions. Blue, below 1: together they save more than one by one; vermillion, above 1: they \
             save partly the same; the further from 1, the stronger.",
            counted(view.metric)
        )),
        panels,
        columns: 1,
    };
    Some((document, chart))
}

fn columns() -> [Column; 8] {
    [
        words("one"),
        words("other"),
        numbers("factor of one").named("factor_one"),
        numbers("of other").named("factor_other"),
        numbers("of both").named("factor_both"),
        numbers("interaction"),
        numbers("low"),
        numbers("high"),
    ]
}

fn cells(pair: &Interaction) -> [Cell; 8] {
    let ([one, other], alone) = (pair.settings, pair.alone);
    [
        one.into(),
        other.into(),
        Cell::Ratio(alone[0]),
        Cell::Ratio(alone[1]),
        Cell::Ratio(pair.joint),
        Cell::Ratio(pair.ratio),
        Cell::low(pair.interval),
        Cell::high(pair.interval),
    ]
}

fn pair_json(pair: &Interaction) -> Value {
    let [ends, errors] = interval_json(pair.interval);
    json!({
        "settings": pair.settings,
        "factors": pair.alone.map(number::significant),
        "factor_both": number::significant(pair.joint),
        "interaction": number::significant(pair.ratio),
        "ci95": ends,
        "ci95_resampling_error": errors,
    })
}

/// Each pair once: in the column of its first setting, and in the row of its second.
fn panel(counts: &SubsetCounts, pairs: &[Interaction]) -> Panel {
    let names = Names::of(counts.settings.iter().copied(), LONGEST);
    let axis = |settings: &[&str]| {
        let labels = settings.iter().map(|name| names.label(name)).collect();
        Axis::new("", Scale::Names(labels))
    };
    let last = counts.settings.len() - 1;
    let tiles = pairs.iter();
    let tiles = tiles.map(|pair| (pair.numbers[0], pair.numbers[1] - 1, pair.ratio));
    Panel {
        heading: counts.name.to_owned(),
        tiles: coloured(&tiles.collect::<Vec<_>>()),
        ..Panel::of(
            axis(&counts.settings[..last]),
            axis(&counts.settings[1..]),
            Vec::new(),
        )
    }
}
