//! The forms in which a command prints what it found.

use super::{failure::Failure, message, output};
use crate::report::document::Document;

/// Options that say how to print.
#[derive(clap::Args)]
pub(super) struct FormatArguments {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Print JSON: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For a terminal
    Table,
    /// For a page
    Markdown,
    /// For a spreadsheet: rows only
    Csv,
    /// For a program
    Json,
}

impl FormatArguments {
    /// Whether rows are printed, and nothing else.
    pub(super) fn is_csv(&self) -> bool {
        !self.json && self.format == Format::Csv
    }

    /// Prints. Where the command has written files with the same, the table on the screen is a summary of them, and nothing is
    /// lost if it cannot be printed.
    pub(super) fn print(&self, document: &Document, is_in_files: bool) -> Result<(), Failure> {
        let format = if self.json { Format::Json } else { self.format };
        let text = match format {
            Format::Table => document.text(),
            Format::Markdown => document.markdown(),
            Format::Csv => document.rows.csv(),
            Format::Json => format!("{}\n", document.values),
        };
        if format == Format::Csv {
            document.notes.iter().for_each(message::note);
        }
        if is_in_files && format == Format::Table {
            output::summary(text);
            return Ok(());
        }
        output::result(text)
    }
}
