//! The values of a figure as a table, with the place of each in the picture: for readers who want the numbers.

use super::{
    super::table::{Cell, Column, Table, numbers, words},
    Axis, Figure, FigureError, Interval, Panel, Scale, Size,
    canvas::FINE,
    ground::Ground,
    layout::Layout,
    pen::Place,
};

/// The values of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// A row for each point, tile and end of a band.
    pub table: Table,
    /// For each row its place in the picture, as shares of the width and of the height from the upper left corner; none for a value
    /// that the picture has no mark for.
    pub places: Vec<Option<[f64; 2]>>,
}

/// What stands at one place.
struct Row {
    panel: String,
    series: String,
    x: Cell,
    y: Cell,
    text: String,
    whisker: Option<Interval>,
    bar: Option<Interval>,
    at: Option<Place>,
}

impl Figure {
    /// Its values.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn values(&self) -> Result<Values, FigureError> {
        let layout = Layout::of(self, Size::SCREEN)?;
        let panels = self.panels.iter().zip(&layout.panels);
        let rows = panels.flat_map(|(panel, places)| Ground { panel, places }.rows());
        let rows: Vec<Row> = rows.collect();
        let share = |at: i32, whole: i32| f64::from(at) / f64::from(whole * FINE);
        let places = rows.iter().map(|row| {
            let (x, y) = row.at?;
            Some([share(x, layout.width), share(y, layout.height)])
        });
        Ok(Values {
            places: places.collect(),
            table: self.table(&rows),
        })
    }

    /// The rows, without columns that have nothing to say.
    fn table(&self, rows: &[Row]) -> Table {
        let shared = |label: fn(&Panel) -> &Axis, otherwise: &str| {
            let mut labels = self.panels.iter().map(|panel| label(panel).label.as_str());
            let first = labels.next().unwrap_or_default();
            match labels.all(|other| other == first) && !first.is_empty() {
                true => first.to_owned(),
                false => otherwise.to_owned(),
            }
        };
        let column = |axis: fn(&Panel) -> &Axis, otherwise: &str, key: &str| -> Column {
            let heading = shared(axis, otherwise);
            let is_named = |panel: &Panel| matches!(axis(panel).scale, Scale::Names(_));
            match self.panels.iter().any(is_named) {
                true => words(heading),
                false => numbers(heading),
            }
            .named(key)
        };
        type CellOf = fn(&Row) -> Cell;
        let columns: [(Column, CellOf); 9] = [
            (words("panel"), |row| text(&row.panel)),
            (words("series"), |row| text(&row.series)),
            (column(|panel| &panel.x, "x", "x"), |row| row.x.clone()),
            (column(|panel| &panel.y, "y", "y"), |row| row.y.clone()),
            (words("text"), |row| text(&row.text)),
            (numbers("low"), |row| end(row.whisker, |ends| ends.low)),
            (numbers("high"), |row| end(row.whisker, |ends| ends.high)),
            (numbers("middle half from"), |row| {
                end(row.bar, |ends| ends.low)
            }),
            (numbers("to").named("middle_half_to"), |row| {
                end(row.bar, |ends| ends.high)
            }),
        ];
        let columns: Vec<(Column, CellOf)> = columns
            .into_iter()
            .filter(|(_, cell)| rows.iter().any(|row| cell(row) != Cell::Missing))
            .collect();
        Table::of(rows, columns)
    }
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
fn value(axis: &Axis, value: f64) -> Cell {
    match &axis.scale {
        Scale::Names(names) => names
            .get(value as usize)
            .map_or(Cell::Missing, |name| name.as_str().into()),
        _ => Cell::Plotted(value),
    }
}

impl Ground<'_> {
    fn rows(&self) -> Vec<Row> {
        let panel = self.panel;
        let row = |series: &str, x: f64, y: f64| Row {
            panel: panel.heading.clone(),
            series: series.to_owned(),
            x: value(&panel.x, x),
            y: value(&panel.y, y),
            text: String::new(),
            whisker: None,
            bar: None,
            at: None,
        };
        let mut rows = Vec::new();
        for (number, series) in panel.series.iter().enumerate() {
            rows.extend(series.points.iter().map(|point| Row {
                whisker: point.whisker,
                bar: point.bar,
                at: self.marker(number, point),
                ..row(&series.label, point.x, point.y)
            }));
        }
        for tiles in &panel.tiles {
            rows.extend(tiles.tiles.iter().map(|tile| {
                let (x, y) = (tile.column as f64, tile.row as f64);
                Row {
                    text: tile.text.replace('\n', " "),
                    at: self.tile(tile.column, tile.row),
                    ..row(&tiles.label, x, y)
                }
            }));
        }
        for band in &panel.bands {
            rows.extend(band.edges.iter().map(|edge| Row {
                y: Cell::Missing,
                whisker: Some(Interval {
                    low: edge.low,
                    high: edge.high,
                }),
                ..row(&band.label, edge.x, 0.0)
            }));
        }
        rows
    }
}
