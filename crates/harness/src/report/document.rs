//! What a command found, written once. From it come the text for a terminal, Markdown, comma-separated values, JSON, JUnit and
//! files.

use std::io;

use plybench_engine::game::chess::Chess;
use serde_json::Value;

use super::{
    ReportError, board,
    figure::Figure,
    guard,
    junit::{self, Suite},
    table::Table,
};

/// The file with the board of a document's position.
const BOARD: &str = "board.svg";

/// What a command found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What a reader of the page has to know first, in Markdown of our own: nothing from files. A terminal does not show it.
    pub intro: String,
    /// The position, if it is about one: drawn above all else.
    pub position: Option<Chess>,
    /// What was found, a sentence each.
    pub facts: Vec<String>,
    /// Tables with their headings.
    pub sections: Vec<Section>,
    /// Figures with the names of their files, without an ending.
    pub figures: Vec<(&'static str, Figure)>,
    /// Its rows in comma-separated values.
    pub rows: Table,
    /// More rows, each with the name of its file, without an ending.
    pub more_rows: Vec<(&'static str, Table)>,
    /// What these rows alone do not say, a sentence each.
    pub notes: Vec<String>,
    /// The same for programs, as JSON.
    pub values: Value,
    /// The same as tests that passed or failed, for JUnit.
    pub suites: Vec<Suite>,
}

/// A table with its heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What the table shows.
    pub heading: String,
    /// How to read it. Empty if the heading says enough.
    text: String,
    /// The table.
    pub table: Table,
}

impl Section {
    /// A table with its heading.
    #[must_use]
    pub fn new(heading: impl Into<String>, table: Table) -> Self {
        Section {
            heading: heading.into(),
            text: String::new(),
            table,
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
}

impl Document {
    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", guard::shown(&self.title));
        if let Some(position) = &self.position {
            text.push_str(&board::text(position.board()));
        }
        for fact in &self.facts {
            text.push_str(&format!("{}\n", guard::shown(fact)));
        }
        for section in &self.sections {
            text.push_str(&format!("\n{}\n", guard::shown(&section.heading)));
            if !section.text.is_empty() {
                text.push_str(&format!("{}\n", guard::shown(&section.text)));
            }
            text.push_str(&section.table.text());
        }
        text
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", guard::markdown(&self.title));
        if !self.intro.is_empty() {
            text.push_str(&format!("{}\n\n", self.intro));
        }
        if let Some(position) = &self.position {
            let words = board::in_words(position.board());
            text.push_str(&format!("![{words}]({BOARD})\n\n"));
        }
        for fact in &self.facts {
            text.push_str(&format!("- {}\n", guard::markdown_line(fact)));
        }
        for section in &self.sections {
            text.push_str(&format!("\n## {}\n\n", guard::markdown(&section.heading)));
            if !section.text.is_empty() {
                text.push_str(&format!("{}\n\n", section.text));
            }
            text.push_str(&section.table.markdown());
        }
        text
    }

    /// For programs, with a line feed at the end.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{}\n", self.values)
    }

    /// As JUnit XML, under the name of the command that wrote it.
    ///
    /// # Errors
    /// If it cannot be rendered, which only a lack of memory could cause.
    pub fn junit(&self, name: &str) -> io::Result<Vec<u8>> {
        junit::xml(name, &self.suites)
    }

    /// As files: Markdown and comma-separated values under a name, the position's board as SVG, and each figure as SVG and PNG
    /// under its own name.
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub fn files(&self, name: &str) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        let mut files = vec![
            (format!("{name}.md"), self.markdown().into_bytes()),
            (format!("{name}.csv"), self.rows.csv().into_bytes()),
        ];
        if let Some(position) = &self.position {
            files.push((BOARD.to_owned(), board::svg(position.board()).into_bytes()));
        }
        for (name, table) in &self.more_rows {
            files.push((format!("{name}.csv"), table.csv().into_bytes()));
        }
        for (name, figure) in &self.figures {
            let failure = |source| ReportError { name, source };
            let svg = figure.svg().map_err(failure)?;
            files.push((format!("{name}.svg"), svg.into_bytes()));
            files.push((format!("{name}.png"), figure.png().map_err(failure)?));
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::words;

    #[test]
    fn nothing_that_a_name_carries_is_markup() {
        let mut table = Table::new([words("name")]);
        table.push(["`|<b>".into()]);
        let document = Document {
            title: "[a](javascript:b)".to_owned(),
            facts: vec!["<script>\u{1b}[2J".to_owned()],
            sections: vec![Section::new("<i>\u{202e}", table)],
            ..Document::default()
        };
        let markdown = document.markdown();
        assert!(
            !markdown.contains(['<', '\u{1b}', '\u{202e}']),
            "{markdown}"
        );
        assert!(
            markdown.starts_with("# \\[a\\](javascript:b)\n"),
            "{markdown}"
        );
        assert!(markdown.ends_with("| \\`\\|&lt;b&gt; |\n"), "{markdown}");
        let text = document.text();
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
}
