//! Records as a table for other programs, one row a record, written row by row: CSV or a JSON array.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use plybench_analysis::columns::{Cell, Columns, ExportRow};
use plybench_text::escape;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As in RFC 4180, with a header line; lines end in a line feed. Lists stand as in JSON.
    Csv,
    /// An array with an object a row.
    Json,
}

/// A table that is being written.
pub struct Table<'c, W: Write> {
    columns: &'c Columns,
    out: Out<W>,
}

enum Out<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Json { out: W, has_rows: bool },
}

impl<'c, W: Write> Table<'c, W> {
    /// Begins a table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(format: Format, columns: &'c Columns, mut out: W) -> io::Result<Self> {
        let out = match format {
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(columns.names()).map_err(io_error)?;
                Out::Csv(Box::new(writer))
            }
            Format::Json => {
                out.write_all(b"[")?;
                Out::Json {
                    out,
                    has_rows: false,
                }
            }
        };
        Ok(Table { columns, out })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, row: &ExportRow) -> io::Result<()> {
        match &mut self.out {
            Out::Csv(writer) => {
                let cells = self.columns.cells(row).map(|cell| csv_cell(&cell));
                writer.write_record(cells).map_err(io_error)
            }
            Out::Json { out, has_rows } => {
                out.write_all(if *has_rows { b",\n" } else { b"\n" })?;
                *has_rows = true;
                Ok(serde_json::to_writer(out, &Object(self.columns, row))?)
            }
        }
    }

    /// Ends the table and gives back where it went.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(self) -> io::Result<W> {
        let mut out = match self.out {
            Out::Csv(writer) => writer.into_inner().map_err(|error| {
                let error = error.error();
                io::Error::new(error.kind(), error.to_string())
            })?,
            Out::Json { mut out, .. } => {
                out.write_all(b"\n]\n")?;
                out
            }
        };
        out.flush()?;
        Ok(out)
    }
}

/// What the system said, with its kind: a reader that went away is no failure.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A cell as text.
fn csv_cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Name(name) => escape::csv(name).into_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Seconds(seconds) => format!("{seconds:.6}"),
        Cell::Counts(counts) => format!("{counts:?}"),
    }
}

/// A row as a JSON object with the columns in their order.
struct Object<'a>(&'a Columns, &'a ExportRow<'a>);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Object(columns, row) = self;
        let mut map = serializer.serialize_map(Some(columns.count()))?;
        for (name, cell) in columns.names().zip(columns.cells(row)) {
            map.serialize_entry(&name, &cell)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_formula_and_a_number_stays_one() {
        assert_eq!(csv_cell(&Cell::Name("=1+1")), "'=1+1");
        assert_eq!(csv_cell(&Cell::Name("krk")), "krk");
        assert_eq!(csv_cell(&Cell::Number(-3)), "-3");
        assert_eq!(csv_cell(&Cell::Counts(&[3, 0, 1])), "[3, 0, 1]");
    }
}
