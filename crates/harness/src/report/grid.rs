//! Rows and columns, for a terminal, as Markdown and as comma-separated values.

use comfy_table::{CellAlignment, Table, presets};

use super::guard;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// Whether it holds numbers, which stand to the right.
    pub is_number: bool,
}

/// A column of words.
#[must_use]
pub const fn words(name: &'static str) -> Column {
    Column {
        name,
        is_number: false,
    }
}

/// A column of numbers.
#[must_use]
pub const fn numbers(name: &'static str) -> Column {
    Column {
        name,
        is_number: true,
    }
}

/// Rows of cells. What names can carry is made harmless for each form by its [`guard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// Without rows yet.
    #[must_use]
    pub fn new(columns: impl Into<Vec<Column>>) -> Self {
        Grid {
            columns: columns.into(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, a cell for each column.
    pub fn push(&mut self, row: impl IntoIterator<Item = String>) {
        let row: Vec<String> = row.into_iter().map(|cell| guard::shown(&cell)).collect();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// In columns of equal width, each line with its line feed.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(self.columns.iter().map(|column| column.name));
        table.add_rows(&self.rows);
        for (column, shown) in self.columns.iter().zip(table.column_iter_mut()) {
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
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.columns.iter().map(|column| column.name.to_owned()));
        let rules = self.columns.iter().map(|column| column.is_number);
        let rules: Vec<&str> = rules
            .map(|right| if right { "--:" } else { "---" })
            .collect();
        text.push_str(&format!("|{}|\n", rules.join("|")));
        for row in &self.rows {
            text.push_str(&line(&mut row.iter().map(|cell| guard::markdown(cell))));
        }
        text
    }

    /// As comma-separated values with a header (RFC 4180, with line feeds).
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let names = self.columns.iter().map(|column| column.name);
        // Memory does not fail, and rows are as long as the header.
        let _ = writer.write_record(names);
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(|cell| guard::csv(cell).into_owned()));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new([words("name"), numbers("nodes")]);
        grid.push(["a|b, \"c\"".to_owned(), "7".to_owned()]);
        grid.push(["\u{1b}[31m".to_owned(), "1234567".to_owned()]);
        grid
    }

    #[test]
    fn text_is_aligned_and_harmless() {
        let text = grid().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(
            lines[1].ends_with("       7") && lines[2].ends_with(" 1234567"),
            "{text}"
        );
        assert!(lines[2].starts_with("\\u{1b}[31m"), "{text}");
    }

    #[test]
    fn markdown_and_csv_quote_what_would_break_them() {
        assert_eq!(
            grid().markdown().lines().take(3).collect::<Vec<_>>(),
            ["| name | nodes |", "|---|--:|", "| a\\|b, \"c\" | 7 |"]
        );
        assert_eq!(
            grid().csv().lines().take(2).collect::<Vec<_>>(),
            ["name,nodes", "\"a|b, \"\"c\"\"\",7"]
        );
    }
}
