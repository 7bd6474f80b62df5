//! A table with its heading and how to read it.

use super::table::Table;

/// A filter of a table: a column by its name for programs, and the value that is chosen first; none for all rows.
pub type Filter = (&'static str, Option<&'static str>);

/// A table with its heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What the table shows.
    pub heading: String,
    /// How to read it. Empty if the heading says enough.
    pub(super) text: String,
    /// Its rows and columns.
    pub table: Table,
    /// What a page filters its rows by.
    pub(super) filters: Vec<Filter>,
    /// The columns that a page shows on demand, by their names for programs.
    pub(super) more: Vec<&'static str>,
}

impl Section {
    /// A table with its heading.
    #[must_use]
    pub fn new(heading: impl Into<String>, table: Table) -> Self {
        Section {
            heading: heading.into(),
            text: String::new(),
            table,
            filters: Vec::new(),
            more: Vec::new(),
        }
    }

    /// The same with a paragraph above the table, in Markdown of our own: nothing from files.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Self {
        Section {
            text: text.into(),
            ..self
        }
    }

    /// The same with columns that a page shows on demand.
    #[must_use]
    pub(super) fn with_more(self, columns: impl IntoIterator<Item = &'static str>) -> Self {
        Section {
            more: columns.into_iter().collect(),
            ..self
        }
    }

    /// The same, with what a page filters its rows by.
    #[must_use]
    pub fn with_filters(self, filters: impl Into<Vec<Filter>>) -> Self {
        Section {
            filters: filters.into(),
            ..self
        }
    }
}
