//! What a command found, written once: sentences and tables for people, rows and values for programs.

use serde_json::Value;

use super::{guard, table::Table};

/// What a command found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What was found, a sentence each.
    pub facts: Vec<String>,
    /// Tables with their headings.
    pub sections: Vec<Section>,
    /// Its rows in comma-separated values.
    pub rows: Table,
    /// What these rows alone do not say, a sentence each.
    pub notes: Vec<String>,
    /// The same for programs, as JSON.
    pub values: Value,
}

/// A table with its heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What the table shows.
    pub heading: String,
    /// The table.
    pub table: Table,
}

impl Section {
    /// A table with its heading.
    #[must_use]
    pub fn new(heading: impl Into<String>, table: Table) -> Self {
        Section {
            heading: heading.into(),
            table,
        }
    }
}

impl Document {
    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", guard::shown(&self.title));
        for fact in &self.facts {
            text.push_str(&format!("{}\n", guard::shown(fact)));
        }
        for Section { heading, table } in &self.sections {
            text.push_str(&format!("\n{}\n{}", guard::shown(heading), table.text()));
        }
        text
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", guard::markdown(&self.title));
        for fact in &self.facts {
            text.push_str(&format!("- {}\n", guard::markdown(fact)));
        }
        for Section { heading, table } in &self.sections {
            text.push_str(&format!(
                "\n## {}\n\n{}",
                guard::markdown(heading),
                table.markdown()
            ));
        }
        text
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
