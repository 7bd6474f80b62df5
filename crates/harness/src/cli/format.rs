//! The formats in which a command prints its result.

use super::{failure::Failure, message, output};
use plybench_report::document::Document;

/// The options that choose the output format.
#[derive(clap::Args)]
pub(super) struct FormatArguments {
    /// The output format
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
    /// For a document
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

    /// Prints the result. If the command has written it to files (`is_in_files`), the table on the screen is a summary, and a
    /// failure to print it is ignored.
    pub(super) fn print(&self, document: &Document, is_in_files: bool) -> Result<(), Failure> {
        let format = if self.json { Format::Json } else { self.format };
        let text = match format {
            Format::Table => document.text(),
            Format::Markdown => document.markdown(),
            Format::Csv => document.rows.csv(),
            Format::Json => document.json(),
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
