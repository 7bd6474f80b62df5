//! Rows and columns, written once for people and for programs: few digits on a terminal and in Markdown, six significant
//! ones in comma-separated values and JSON.

use comfy_table::{CellAlignment, Table as TextTable, presets};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::number::{self, NONE};
use plybench_analysis::bootstrap::Interval;
use plybench_text::escape;

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name for programs: lower case, with underscores.
    key: String,
    /// Its heading for people; none if only programs see it.
    heading: Option<String>,
    is_number: bool,
}

/// A column of words.
#[must_use]
pub fn words(heading: impl Into<String>) -> Column {
    let heading = heading.into();
    Column {
        key: key(&heading),
        heading: Some(heading),
        is_number: false,
    }
}

/// A column of numbers, which stand to the right.
#[must_use]
pub fn numbers(heading: impl Into<String>) -> Column {
    Column {
        is_number: true,
        ..words(heading)
    }
}

/// A heading as a name for programs: `total ratio` is `total_ratio`.
pub(super) fn key(heading: &str) -> String {
    heading
        .chars()
        .map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter.to_ascii_lowercase(),
            false => '_',
        })
        .collect()
}

impl Column {
    /// The same with another name for programs.
    #[must_use]
    pub fn named(self, key: &str) -> Self {
        Column {
            key: key.to_owned(),
            ..self
        }
    }

    /// The same, left out for people.
    #[must_use]
    pub fn for_programs(self) -> Self {
        Column {
            heading: None,
            ..self
        }
    }
}

/// A column, and what gives its cell for an item.
pub type ColumnOf<T> = (Column, fn(&T) -> Cell);

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// There is none.
    Missing,
    /// A name or other text.
    Text(String),
    /// A name that programs look up elsewhere, so that they read it unchanged.
    Name(String),
    /// A count.
    Count(u64),
    /// A whole number that may be negative.
    Number(i64),
    /// A ratio.
    Ratio(f64),
    /// A share of a whole, from 0 to 1: 0.143 is shown as 14.3 %.
    Share(f64),
    /// How far a number is from another, as a share of that: 0.018 is shown as +1.8 %.
    Change(f64),
    /// A large multiple, which is shown with one decimal.
    Multiple(f64),
    /// A number that was given, as it is written.
    Value(f64),
    /// A value of a chart: a whole number as it is, any other with six significant digits.
    Plotted(f64),
    /// The p-value of a test.
    Probability(f64),
    /// Seconds, to the microsecond.
    Seconds(f64),
    /// Counts by ply or by move number, from 0.
    Counts(Vec<u64>),
    /// The end of an interval, and the standard error that it has from resampling.
    End(f64, f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Self {
        Cell::Number(number.into())
    }
}

impl From<u8> for Cell {
    fn from(count: u8) -> Self {
        Cell::Count(count.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Cell::Count(count as u64)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Cell::Count(count)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Missing, Into::into)
    }
}

impl Cell {
    /// A ratio, if there is one.
    #[must_use]
    pub fn ratio(ratio: Option<f64>) -> Self {
        ratio.map_or(Cell::Missing, Cell::Ratio)
    }

    /// A p-value, if there is one.
    #[must_use]
    pub fn probability(p: Option<f64>) -> Self {
        p.map_or(Cell::Missing, Cell::Probability)
    }

    /// The ends of an interval, if there is one.
    #[must_use]
    pub fn ends(interval: Option<Interval>) -> [Self; 2] {
        interval.map_or([Cell::Missing, Cell::Missing], |ends| {
            [
                Cell::End(ends.low, ends.low_error),
                Cell::End(ends.high, ends.high_error),
            ]
        })
    }

    pub(super) fn for_people(&self) -> String {
        match self {
            Cell::Missing => NONE.to_owned(),
            Cell::Text(text) | Cell::Name(text) => escape::plain(text),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number) => number.to_string(),
            Cell::Ratio(ratio) => number::ratio(*ratio),
            Cell::Share(share) => format!("{:.1} %", share * 100.0),
            Cell::Change(share) => format!("{:+.1} %", share * 100.0),
            Cell::Multiple(multiple) => format!("{multiple:.1}"),
            Cell::Value(value) => value.to_string(),
            Cell::Plotted(value) => number::plotted(*value).to_string(),
            Cell::Probability(p) => number::probability(*p),
            Cell::Seconds(seconds) => format!("{seconds:.6}"),
            Cell::Counts(counts) => format!("{counts:?}"),
            Cell::End(end, error) => number::end(*end, *error),
        }
    }

    pub(super) fn csv(&self) -> String {
        match self {
            Cell::Missing => String::new(),
            Cell::Text(text) => escape::csv(&escape::plain(text)).into_owned(),
            Cell::Name(text) => escape::csv(text).into_owned(),
            Cell::Count(_)
            | Cell::Number(_)
            | Cell::Value(_)
            | Cell::Plotted(_)
            | Cell::Seconds(_)
            | Cell::Counts(_) => self.for_people(),
            Cell::Ratio(value)
            | Cell::Share(value)
            | Cell::Change(value)
            | Cell::Multiple(value)
            | Cell::Probability(value)
            | Cell::End(value, _) => number::significant(*value).to_string(),
        }
    }
}

impl Serialize for Cell {
    /// Null, a string, a number or an array of numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Missing => serializer.serialize_none(),
            Cell::Text(text) | Cell::Name(text) => serializer.serialize_str(text),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Number(number) => serializer.serialize_i64(*number),
            Cell::Counts(counts) => serializer.collect_seq(counts),
            Cell::Value(value) => serializer.serialize_f64(*value),
            Cell::Plotted(value) => serializer.serialize_f64(number::plotted(*value)),
            Cell::Seconds(value) => serializer.serialize_f64((value * 1e6).round() / 1e6),
            Cell::Ratio(value)
            | Cell::Share(value)
            | Cell::Change(value)
            | Cell::Multiple(value)
            | Cell::Probability(value)
            | Cell::End(value, _) => serializer.serialize_f64(number::significant(*value)),
        }
    }
}

impl Cell {
    /// The value for programs with all of its digits.
    pub(super) fn exact(&self) -> Value {
        match self {
            Cell::Ratio(value) | Cell::Change(value) | Cell::Multiple(value) => json!(value),
            other => json!(other),
        }
    }
}

/// A column that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head<'t> {
    pub(super) heading: &'t str,
    pub(super) key: &'t str,
    pub(super) is_number: bool,
}

/// Rows of cells under columns. Text from files is made harmless for each form by its [`escape`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Without rows yet.
    #[must_use]
    pub fn new(columns: impl Into<Vec<Column>>) -> Self {
        Table {
            columns: columns.into(),
            rows: Vec::new(),
        }
    }

    /// A row for each item, by columns that say how an item gives their cell.
    #[must_use]
    pub fn of<'t, T: 't>(
        items: impl IntoIterator<Item = &'t T>,
        columns: impl IntoIterator<Item = ColumnOf<T>>,
    ) -> Self {
        let (columns, cells): (Vec<Column>, Vec<_>) = columns.into_iter().unzip();
        let mut table = Table::new(columns);
        for item in items {
            table.push(cells.iter().map(|cell| cell(item)));
        }
        table
    }

    /// Adds a row, a cell for each column.
    pub fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = row.into_iter().collect();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The same with these columns left out for people; programs find them under the same names as ever.
    #[must_use]
    pub fn hiding(mut self, keys: &[&str]) -> Self {
        for column in &mut self.columns {
            if keys.contains(&column.key.as_str()) {
                column.heading = None;
            }
        }
        self
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The columns that people see.
    pub(super) fn head(&self) -> impl Iterator<Item = Head<'_>> {
        let columns = self.columns.iter();
        columns.filter_map(|column| {
            Some(Head {
                heading: column.heading.as_deref()?,
                key: &column.key,
                is_number: column.is_number,
            })
        })
    }

    /// The cells that people see, row by row: as people and as programs read them.
    pub(super) fn body(&self) -> impl Iterator<Item = Vec<[String; 2]>> {
        self.rows.iter().map(|row| {
            let cells = self.columns.iter().zip(row);
            let shown = cells.filter(|(column, _)| column.heading.is_some());
            shown
                .map(|(_, cell)| [cell.for_people(), cell.csv()])
                .collect()
        })
    }

    /// The headings that people see, with whether numbers stand below.
    fn headings(&self) -> impl Iterator<Item = (&str, bool)> {
        let columns = self.columns.iter();
        columns.filter_map(|column| Some((column.heading.as_deref()?, column.is_number)))
    }

    /// The cells that people see.
    fn shown<'t>(&'t self, row: &'t [Cell]) -> impl Iterator<Item = String> + 't {
        let cells = self.columns.iter().zip(row);
        let shown = cells.filter(|(column, _)| column.heading.is_some());
        shown.map(|(_, cell)| cell.for_people())
    }

    /// In columns of equal width, each line with its line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = TextTable::new();
        table.load_preset(presets::NOTHING);
        table.set_header(self.headings().map(|(heading, _)| heading));
        table.add_rows(self.rows.iter().map(|row| self.shown(row)));
        for ((_, is_number), shown) in self.headings().zip(table.column_iter_mut()) {
            shown.set_padding((0, 2));
            if is_number {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt() + "\n"
    }

    /// As a Markdown table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(
            &mut self
                .headings()
                .map(|(heading, _)| escape::markdown(heading)),
        );
        let rules = self.headings().map(|(_, is_number)| is_number);
        let rules: Vec<&str> = rules
            .map(|right| if right { "--:" } else { "---" })
            .collect();
        text.push_str(&format!("|{}|\n", rules.join("|")));
        for row in &self.rows {
            text.push_str(&line(
                &mut self.shown(row).map(|cell| escape::markdown(&cell)),
            ));
        }
        text
    }

    /// As comma-separated values with a header (RFC 4180, with line feeds).
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Memory does not fail, and rows are as long as the header.
        let _ = writer.write_record(self.columns.iter().map(|column| &column.key));
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(Cell::csv));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// As an array of objects with the columns' names for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let object = |row: &Vec<Cell>| -> Value {
            let keys = self.columns.iter().map(|column| column.key.clone());
            let fields = keys.zip(row.iter().map(|cell| json!(cell)));
            Value::Object(fields.collect::<Map<_, _>>())
        };
        self.rows.iter().map(object).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let hidden = numbers("p, Holm").named("p_holm").for_programs();
        let mut table = Table::new([words("name"), numbers("total nodes"), hidden]);
        table.push(["a|b, \"c\"".into(), Cell::Count(7), Cell::Missing]);
        let p = Cell::Probability(0.012_345_678);
        table.push(["\u{1b}[31m".into(), Cell::Count(1_234_567), p]);
        table
    }

    #[test]
    fn text_is_aligned_and_harmless() {
        let text = table().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].ends_with("total nodes"));
        assert!(
            lines[1].ends_with("       7") && lines[2].ends_with(" 1234567"),
            "{text}"
        );
        assert!(lines[2].starts_with("\\u{1b}[31m"), "{text}");
    }

    #[test]
    fn markdown_and_csv_quote_what_would_break_them() {
        assert_eq!(
            table().markdown().lines().take(3).collect::<Vec<_>>(),
            [
                "| name | total nodes |",
                "|---|--:|",
                "| a\\|b, \"c\" | 7 |"
            ]
        );
        assert_eq!(
            table().csv().lines().collect::<Vec<_>>(),
            [
                "name,total_nodes,p_holm",
                "\"a|b, \"\"c\"\"\",7,",
                "\\u{1b}[31m,1234567,0.0123457"
            ]
        );
    }

    #[test]
    fn a_name_is_no_formula_and_a_number_stays_one() {
        assert_eq!(Cell::Name("=1+1".to_owned()).csv(), "'=1+1");
        assert_eq!(Cell::Name("krk".to_owned()).csv(), "krk");
        assert_eq!(Cell::Number(-3).csv(), "-3");
        assert_eq!(Cell::Counts(vec![3, 0, 1]).csv(), "[3, 0, 1]");
    }

    #[test]
    fn json_has_numbers_and_nulls() {
        let rows = table().json();
        assert_eq!(
            rows[0],
            json!({"name": "a|b, \"c\"", "total_nodes": 7, "p_holm": null})
        );
        assert_eq!(rows[1]["p_holm"], json!(0.012_345_7));
    }
}
