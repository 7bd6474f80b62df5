//! The forms in which a command prints what it found.

use serde_json::Value;

use super::{failure::Failure, message, output};
use crate::report::{document::Document, grid::Grid};

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

/// Something that can be printed in every form.
pub(super) trait Printable {
    fn document(&self) -> Document;
    fn rows(&self) -> Grid;
    fn json(&self) -> Value;
    /// What the rows alone do not say; with these it goes to stderr.
    fn notes(&self) -> Vec<String>;
}

impl FormatArguments {
    /// Whether rows are printed, and nothing else.
    pub(super) fn is_csv(&self) -> bool {
        !self.json && self.format == Format::Csv
    }

    pub(super) fn print(&self, what: &impl Printable) -> Result<(), Failure> {
        let format = if self.json { Format::Json } else { self.format };
        let text = match format {
            Format::Table => what.document().text(),
            Format::Markdown => what.document().markdown(),
            Format::Csv => what.rows().csv(),
            Format::Json => format!("{}\n", what.json()),
        };
        if format == Format::Csv {
            for note in what.notes() {
                message::note(note);
            }
        }
        output::result(text)
    }

    /// Prints what stands in files too: on the screen it is a summary of them, and nothing is lost if it cannot be
    /// printed.
    pub(super) fn print_beside_files(&self, what: &impl Printable) -> Result<(), Failure> {
        let printed = self.print(what);
        let is_for_the_screen = !self.json && self.format == Format::Table;
        if is_for_the_screen { Ok(()) } else { printed }
    }
}
