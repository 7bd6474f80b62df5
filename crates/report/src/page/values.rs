//! The values of a chart as a table.

use plybench_figures::{Axis, Figure, Interval, Panel, PlottedValue, Scale};

use super::super::table::{Cell, Column, Table, numbers, words};

/// A value with its panel.
struct Row<'f> {
    panel: &'f Panel,
    value: &'f PlottedValue,
}

/// The values of a figure, without columns that have nothing to say: a row for each point, tile and edge of a band.
pub(super) fn table(figure: &Figure, values: &[PlottedValue]) -> Table {
    let shared = |label: fn(&Panel) -> &Axis, otherwise: &str| {
        let mut labels = figure
            .panels
            .iter()
            .map(|panel| label(panel).label.as_str());
        let first = labels.next().unwrap_or_default();
        match labels.all(|other| other == first) && !first.is_empty() {
            true => first.to_owned(),
            false => otherwise.to_owned(),
        }
    };
    let column = |axis: fn(&Panel) -> &Axis, otherwise: &str, key: &str| -> Column {
        let heading = shared(axis, otherwise);
        let is_named = |panel: &Panel| matches!(axis(panel).scale, Scale::Names(_));
        match figure.panels.iter().any(is_named) {
            true => words(heading),
            false => numbers(heading),
        }
        .named(key)
    };
    let rows = values.iter().map(|value| Row {
        panel: &figure.panels[value.panel],
        value,
    });
    let rows: Vec<Row> = rows.collect();
    type CellOf<'f> = fn(&Row<'f>) -> Cell;
    let columns: [(Column, CellOf); 9] = [
        (words("panel"), |row| text(&row.panel.heading)),
        (words("series"), |row| text(&row.value.label)),
        (column(|panel| &panel.x, "x", "x"), |row| {
            on_axis(&row.panel.x, row.value.x)
        }),
        (column(|panel| &panel.y, "y", "y"), |row| {
            row.value
                .y
                .map_or(Cell::Missing, |y| on_axis(&row.panel.y, y))
        }),
        (words("text"), |row| text(&row.value.text)),
        (numbers("low"), |row| {
            end(row.value.whisker, |ends| ends.low)
        }),
        (numbers("high"), |row| {
            end(row.value.whisker, |ends| ends.high)
        }),
        (numbers("middle half from"), |row| {
            end(row.value.bar, |ends| ends.low)
        }),
        (numbers("to").named("middle_half_to"), |row| {
            end(row.value.bar, |ends| ends.high)
        }),
    ];
    let columns: Vec<(Column, CellOf)> = columns
        .into_iter()
        .filter(|(_, cell)| rows.iter().any(|row| cell(row) != Cell::Missing))
        .collect();
    Table::of(&rows, columns)
}

fn text(text: &str) -> Cell {
    match text.is_empty() {
        true => Cell::Missing,
        false => text.into(),
    }
}

fn end(interval: Option<Interval>, end: fn(Interval) -> f64) -> Cell {
    interval.map_or(Cell::Missing, |ends| Cell::Plotted(end(ends)))
}

/// A value as its axis has it.
fn on_axis(axis: &Axis, value: f64) -> Cell {
    match &axis.scale {
        Scale::Names(names) => names
            .get(value as usize)
            .map_or(Cell::Missing, |name| name.as_str().into()),
        _ => Cell::Plotted(value),
    }
}
