//! Rows and columns, written once for people and for programs: few digits on a terminal and in Markdown, six significant
//! ones in comma-separated values and JSON.

use comfy_table::{CellAlignment, Table as TextTable, presets};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::number::{self, NONE};
use plybench_analysis::bootstrap::Interval;
use plybench_text::escape;

/// A column of a table, as people and as programs call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What programs call it: lower case, with underscores.
    pub(super) key: String,
    /// What people read above it.
    pub(super) heading: String,
    pub(super) is_number: bool,
    /// Whether people see it. Programs always do.
    is_shown: bool,
}

/// A column of words.
#[must_use]
pub fn words(heading: impl Into<String>) -> Column {
    let heading = heading.into();
    Column {
        key: key(&heading),
        heading,
        is_number: false,
        is_shown: true,
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
    let lower = heading.to_ascii_lowercase();
    lower.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
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
}

/// A column, and what gives its cell for an item.
pub struct ColumnOf<T> {
    column: Column,
    cell: fn(&T) -> Cell,
}

/// A column of words with their cells.
#[must_use]
pub fn of_words<T>(heading: &str, cell: fn(&T) -> Cell) -> ColumnOf<T> {
    let column = words(heading);
    ColumnOf { column, cell }
}

/// A column of numbers with their cells.
#[must_use]
pub fn of_numbers<T>(heading: &str, cell: fn(&T) -> Cell) -> ColumnOf<T> {
    let column = numbers(heading);
    ColumnOf { column, cell }
}

/// A column with another name for programs.
#[must_use]
pub fn named<T>(key: &str, of: ColumnOf<T>) -> ColumnOf<T> {
    let column = of.column.named(key);
    ColumnOf { column, ..of }
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value: `-` for people, empty in comma-separated values, null in JSON.
    Missing,
    /// A name or other text.
    Text(String),
    /// A name that programs look up elsewhere, so that they read it unchanged.
    Name(String),
    /// A whole number from 0.
    Count(u64),
    /// A whole number that may be negative.
    Number(i64),
    /// The difference of two whole numbers, with its sign: +3.
    Difference(i64),
    /// A count as a multiple of another: three or four digits for people, six significant digits for programs.
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
    /// The end of an interval, and its Monte Carlo error.
    End(f64, f64),
    /// The end of an interval of a share, and its Monte Carlo error: 0.143 is shown as 14.3 %.
    ShareEnd(f64, f64),
}

/// The kind of cell that a value of a type is.
macro_rules! kinds {
    ($($type:ty: $kind:ident),*) => {$(
        impl From<$type> for Cell {
            fn from(value: $type) -> Self {
                Cell::$kind(value.into())
            }
        }
    )*};
}

kinds!(&str: Text, String: Text, u8: Count, u64: Count, i32: Number);

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Cell::Count(count as u64)
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
        ratio.map(Cell::Ratio).into()
    }

    /// The lower end of an interval, if there is one.
    pub(super) fn low(interval: Option<Interval>) -> Self {
        let end = |ends: Interval| Cell::End(ends.low, ends.low_error);
        interval.map(end).into()
    }

    /// The upper end of an interval, if there is one.
    pub(super) fn high(interval: Option<Interval>) -> Self {
        let end = |ends: Interval| Cell::End(ends.high, ends.high_error);
        interval.map(end).into()
    }

    pub(super) fn for_people(&self) -> String {
        match self {
            Cell::Missing => NONE.to_owned(),
            Cell::Text(text) | Cell::Name(text) => escape::plain(text),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number) => number.to_string(),
            Cell::Difference(number) => format!("{number:+}"),
            Cell::Ratio(ratio) => number::ratio(*ratio),
            Cell::Share(share) => number::share(*share),
            Cell::Change(share) => format!("{:+.1} %", share * 100.0),
            Cell::Multiple(multiple) => format!("{multiple:.1}"),
            Cell::Value(value) => value.to_string(),
            Cell::Plotted(value) => number::plotted(*value).to_string(),
            Cell::Probability(p) => number::probability(*p),
            Cell::Seconds(seconds) => format!("{:.6}", microseconds(*seconds)),
            Cell::Counts(counts) => format!("{counts:?}"),
            Cell::End(end, error) => number::end(*end, *error),
            Cell::ShareEnd(end, error) => number::share_end(*end, *error),
        }
    }

    pub(super) fn csv(&self) -> String {
        match self {
            Cell::Missing => String::new(),
            Cell::Text(text) => escape::csv(&escape::plain(text)).into_owned(),
            Cell::Name(text) => escape::csv(text).into_owned(),
            Cell::Difference(number) => number.to_string(),
            other => other
                .rounded()
                .map_or_else(|| self.for_people(), |value| value.to_string()),
        }
    }

    /// The number of a cell that people read in a form of its own, with six significant digits.
    fn rounded(&self) -> Option<f64> {
        match self {
            Cell::Ratio(value) | Cell::Share(value) | Cell::Change(value) => Some(value),
            Cell::Multiple(value) | Cell::Probability(value) => Some(value),
            Cell::End(value, _) | Cell::ShareEnd(value, _) => Some(value),
            _ => None,
        }
        .map(|value| number::significant(*value))
    }

    /// The value for programs with all of its digits.
    pub(super) fn exact(&self) -> Value {
        match self {
            Cell::Ratio(value) | Cell::Change(value) | Cell::Multiple(value) => json!(value),
            other => json!(other),
        }
    }
}

/// Seconds to the nearest microsecond; half a microsecond is rounded up in all forms, which a format's digits alone would not do.
fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

impl Serialize for Cell {
    /// Null, a string, a number or an array of numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Missing => serializer.serialize_none(),
            Cell::Text(text) | Cell::Name(text) => serializer.serialize_str(text),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Number(number) | Cell::Difference(number) => serializer.serialize_i64(*number),
            Cell::Counts(counts) => serializer.collect_seq(counts),
            Cell::Value(value) => serializer.serialize_f64(*value),
            Cell::Plotted(value) => serializer.serialize_f64(number::plotted(*value)),
            Cell::Seconds(value) => serializer.serialize_f64(microseconds(*value)),
            other => other.rounded().serialize(serializer),
        }
    }
}

/// Items that are to be the rows of a table.
pub struct Rows<T>(Vec<T>);

impl<T> Rows<T> {
    /// The table with these columns.
    #[must_use]
    pub fn columns<const COLUMNS: usize>(self, columns: [ColumnOf<T>; COLUMNS]) -> Table {
        let row = |item: T| columns.iter().map(|one| (one.cell)(&item)).collect();
        Table {
            rows: self.0.into_iter().map(row).collect(),
            columns: columns.into_iter().map(|one| one.column).collect(),
        }
    }
}

/// Rows of cells under columns. Text from files is made harmless for each form by its [`escape`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of these columns, without rows yet.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Table {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// A row for each item, once [`Rows::columns`] says how an item gives its cells.
    #[must_use]
    pub fn rows<T>(items: impl IntoIterator<Item = T>) -> Rows<T> {
        Rows(items.into_iter().collect())
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
            column.is_shown &= !keys.contains(&column.key.as_str());
        }
        self
    }

    /// The same with those of these columns left out for people in which no row has a value.
    #[must_use]
    pub(super) fn hiding_empty(self, keys: &[&str]) -> Self {
        let is_empty = |key: &&&str| {
            let at = self.columns.iter().position(|column| column.key == **key);
            at.is_some_and(|at| self.rows.iter().all(|row| row[at] == Cell::Missing))
        };
        let empty: Vec<&str> = keys.iter().filter(is_empty).copied().collect();
        self.hiding(&empty)
    }

    /// The same without columns in which no row has a value.
    #[must_use]
    pub(super) fn without_empty_columns(mut self) -> Self {
        for at in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[at] == Cell::Missing) {
                self.columns.remove(at);
                self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
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
    pub(super) fn head(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.is_shown)
    }

    /// The cells that people see, row by row.
    pub(super) fn body(&self) -> impl Iterator<Item = impl Iterator<Item = &Cell>> {
        self.rows.iter().map(|row| {
            let cells = self.columns.iter().zip(row);
            let shown = cells.filter(|(column, _)| column.is_shown);
            shown.map(|(_, cell)| cell)
        })
    }

    /// In columns of equal width, each line with its line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = TextTable::new();
        table.load_preset(presets::NOTHING);
        table.set_header(self.head().map(|column| &column.heading));
        table.add_rows(self.body().map(|row| row.map(Cell::for_people)));
        for (column, shown) in self.head().zip(table.column_iter_mut()) {
            shown.set_padding((0, 2));
            if column.is_number {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.trim_fmt() + "\n"
    }

    /// As a Markdown table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let rule = |column: &Column| if column.is_number { "--:" } else { "---" };
        let rules: Vec<&str> = self.head().map(rule).collect();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let headings = self.head().map(|column| escape::markdown(&column.heading));
        let mut text = format!("{}|{}|\n", line(headings.collect()), rules.join("|"));
        for row in self.body() {
            let cells = row.map(|cell| escape::markdown(&cell.for_people()));
            text.push_str(&line(cells.collect()));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let hidden = numbers("p, Holm").named("p_holm");
        let mut table = Table::new([words("name"), numbers("total nodes"), hidden]);
        table.push(["a|b, \"c\"".into(), Cell::Count(7), Cell::Missing]);
        let p = Cell::Probability(0.012_345_678);
        table.push(["\u{1b}[31m".into(), Cell::Count(1_234_567), p]);
        table.hiding(&["p_holm"])
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
    fn programs_read_numbers_and_nulls() {
        let cells = ["a|b".into(), Cell::Count(7), Cell::Missing];
        assert_eq!(json!(cells), json!(["a|b", 7, null]));
        let p = Cell::Probability(0.012_345_678);
        assert_eq!(json!(p), json!(0.012_345_7));
    }

    #[test]
    fn half_a_microsecond_is_rounded_alike_for_people_and_programs() {
        for (half, rounded) in [(52.5, 53), (53.5, 54), (1_000_000.5, 1_000_001)] {
            let seconds = Cell::Seconds(half / 1e6);
            let written = f64::from(rounded) / 1e6;
            assert_eq!(seconds.for_people(), format!("{written:.6}"));
            assert_eq!(seconds.csv(), format!("{written:.6}"));
            assert_eq!(json!(seconds), json!(written));
        }
    }
}
