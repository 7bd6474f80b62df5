//! The formats in which a command prints its result.

use super::{failure::Failure, message, output};
use plybench_report::{comparison::Form, document::Document};

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
    /// What a document is prepared for: its rows alone, JSON, or the whole document.
    pub(super) fn form(&self) -> Form {
        match self.format {
            _ if self.json => Form::Json,
            Format::Json => Form::Json,
            Format::Csv => Form::Rows,
            Format::Table | Format::Markdown => Form::Document,
        }
    }

    /// Prints the result. If the command has written it to files (`is_in_files`), the table on the screen is a summary, and a
    /// failure to print it is ignored.
    pub(super) fn print(&self, document: &Document, is_in_files: bool) -> Result<(), Failure> {
        let text = match (self.form(), self.format) {
            (Form::Json, _) => document.json(),
            (Form::Rows, _) => {
                document.notes.iter().for_each(message::note);
                document.rows.csv()
            }
            (Form::Document, Format::Markdown) => document.markdown(),
            (Form::Document, _) if is_in_files => {
                output::summary(document.text());
                return Ok(());
            }
            (Form::Document, _) => document.text(),
        };
        output::result(text)
    }
}
