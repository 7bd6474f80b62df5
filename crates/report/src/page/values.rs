//! The values of a chart as a table.

use plybench_figures::{Axis, Figure, Interval, Panel, PlottedValue, Scale};

use super::super::table::{Cell, ColumnOf, Table, named, of_numbers, of_words};

/// A value with its panel.
type Row<'f> = (&'f Panel, &'f PlottedValue);

/// The values of a figure, without columns that have nothing to say: a row for each point, tile and edge of a band.
pub(super) fn table(figure: &Figure, values: &[PlottedValue]) -> Table {
    let values = values.iter();
    let rows = values.map(|value| (&figure.panels[value.panel], value));
    let table = Table::rows(rows).columns([
        of_words("panel", |(panel, _)| text(&panel.heading)),
        of_words("series", |(_, value)| text(&value.label)),
        on(
            figure,
            "x",
            |panel| &panel.x,
            |(panel, value)| on_axis(&panel.x, Some(value.x)),
        ),
        on(
            figure,
            "y",
            |panel| &panel.y,
            |(panel, value)| on_axis(&panel.y, value.y),
        ),
        of_words("text", |(_, value)| text(&value.text)),
        of_numbers("low", |(_, value)| end(value.whisker, |ends| ends.low)),
        of_numbers("high", |(_, value)| end(value.whisker, |ends| ends.high)),
        named(
            "across_from",
            of_numbers("from", |(_, value)| end(value.across, |ends| ends.low)),
        ),
        named(
            "across_to",
            of_numbers("to", |(_, value)| end(value.across, |ends| ends.high)),
        ),
        of_numbers("middle half from", |(_, value)| {
            end(value.bar, |ends| ends.low)
        }),
        named(
            "middle_half_to",
            of_numbers("to", |(_, value)| end(value.bar, |ends| ends.high)),
        ),
    ]);
    table.without_empty_columns()
}

/// A column of the values on an axis, under the label that all panels share there.
fn on<'f>(
    figure: &Figure,
    key: &str,
    axis: fn(&Panel) -> &Axis,
    cell: fn(&Row<'f>) -> Cell,
) -> ColumnOf<Row<'f>> {
    let mut labels = figure.panels.iter().map(|panel| axis(panel).label.as_str());
    let first = labels.next().unwrap_or_default();
    let is_shared = labels.all(|other| other == first) && !first.is_empty();
    let heading = if is_shared { first } else { key };
    let is_named = |panel: &Panel| matches!(axis(panel).scale, Scale::Names(_));
    let column = match figure.panels.iter().any(is_named) {
        true => of_words(heading, cell),
        false => of_numbers(heading, cell),
    };
    named(key, column)
}

fn text(text: &str) -> Cell {
    match text.is_empty() {
        true => Cell::Missing,
        false => text.into(),
    }
}

fn end(interval: Option<Interval>, end: fn(Interval) -> f64) -> Cell {
    interval.map(|ends| Cell::Plotted(end(ends))).into()
}

/// A value as its axis has it, if there is one.
fn on_axis(axis: &Axis, value: Option<f64>) -> Cell {
    match &axis.scale {
        Scale::Names(names) => value
            .and_then(|value| names.get(value as usize).cloned())
            .into(),
        _ => value.map(Cell::Plotted).into(),
    }
}
