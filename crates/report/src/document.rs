//! What a command found, written once. From it come the text for a terminal, Markdown, comma-separated values, JSON, JUnit and
//! files.

use std::io;

use plybench_engine::game::chess::Chess;
use serde_json::Value;

pub use super::section::{Filter, Section};
use super::{
    ReportError,
    junit::{self, Test},
    page_contents::Page,
    table::Table,
};
use plybench_figures::{CaptionLength, Figure, Size, board};
use plybench_text::escape;

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
    /// What its numbers mean, a sentence each. Other documents of its kind say the same, but for names, depths and sample sizes.
    pub terms: Vec<String>,
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
    /// How its figures are written as files.
    pub pictures: Pictures,
    /// What only its page shows.
    pub page: Page,
    /// The same as tests that passed or failed, for JUnit.
    pub tests: Vec<Test>,
}

/// How figures are written as files.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// How large they are.
    pub size: Size,
    /// Whether they are written as PDF, too.
    pub pdf: bool,
    /// The only figure that is written, by name, and nothing but it; none for all.
    pub only: Option<String>,
    /// Its title, if not its own.
    pub title: Option<String>,
    /// How much of its caption it has.
    pub caption: CaptionLength,
}

impl Default for Pictures {
    fn default() -> Self {
        Pictures {
            size: Size::SCREEN,
            pdf: false,
            only: None,
            title: None,
            caption: CaptionLength::Full,
        }
    }
}

impl Pictures {
    /// The endings of the files of a figure.
    #[must_use]
    pub fn endings(&self) -> &'static [&'static str] {
        match self.pdf {
            true => &["svg", "png", "pdf"],
            false => &["svg", "png"],
        }
    }
}

impl Document {
    /// As text for a terminal: facts and terms, then each section with its table in aligned columns.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", escape::plain(&self.title));
        if let Some(position) = &self.position {
            text.push_str(&board::text(position.board()));
        }
        for fact in self.facts.iter().chain(&self.terms) {
            text.push_str(&format!("{}\n", escape::plain(fact)));
        }
        for section in &self.sections {
            text.push_str(&format!("\n{}\n", escape::plain(&section.heading)));
            if !section.text.is_empty() {
                text.push_str(&format!("{}\n", escape::plain(&section.text)));
            }
            text.push_str(&section.table.text());
        }
        text
    }

    /// As Markdown, for a file or the summary of a CI step.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", escape::markdown(&self.title));
        if !self.intro.is_empty() {
            text.push_str(&format!("{}\n\n", self.intro));
        }
        if let Some(position) = &self.position {
            let words = board::in_words(position.board());
            text.push_str(&format!("![{words}]({BOARD})\n\n"));
        }
        for fact in self.facts.iter().chain(&self.terms) {
            text.push_str(&format!("- {}\n", escape::markdown_line(fact)));
        }
        for section in &self.sections {
            text.push_str(&format!("\n## {}\n\n", escape::markdown(&section.heading)));
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
        junit::xml(name, &self.tests)
    }

    /// As files: Markdown and comma-separated values under a name, the position's board as SVG, each figure as SVG and PNG
    /// under its own name. The page is not among them (see [`Document::files`]).
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub(super) fn files_but_the_page(
        &self,
        name: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        if let Some(only) = &self.pictures.only {
            return self.pictures(|name| name == only);
        }
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
        files.extend(self.pictures(|_| true)?);
        Ok(files)
    }

    /// The figures with such names as files.
    fn pictures(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        let mut files = Vec::new();
        for (name, figure) in self.figures.iter().filter(|(name, _)| is_wanted(name)) {
            let failure = |source| ReportError { name, source };
            let title = self.pictures.title.clone();
            let figure = Figure {
                title: title.unwrap_or_else(|| figure.title.clone()),
                ..figure.clone()
            };
            let figure = figure.captioned(self.pictures.caption);
            let drawn = figure.drawn(self.pictures.size).map_err(failure)?;
            for ending in self.pictures.endings() {
                let bytes = match *ending {
                    "svg" => drawn.svg().into_bytes(),
                    "png" => drawn.png().map_err(failure)?,
                    _ => drawn.pdf(),
                };
                files.push((format!("{name}.{ending}"), bytes));
            }
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::words;

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
