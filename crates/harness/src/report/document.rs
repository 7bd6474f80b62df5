//! A title, some sentences and some tables, for a terminal and as Markdown.

use super::{grid::Grid, guard};

/// What a command has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// What was found, a sentence each.
    pub facts: Vec<String>,
    /// Tables with their headings.
    pub sections: Vec<(String, Grid)>,
}

impl Document {
    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", guard::shown(&self.title));
        for fact in &self.facts {
            text.push_str(&format!("{}\n", guard::shown(fact)));
        }
        for (heading, grid) in &self.sections {
            text.push_str(&format!("\n{}\n{}", guard::shown(heading), grid.text()));
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
        for (heading, grid) in &self.sections {
            text.push_str(&format!(
                "\n## {}\n\n{}",
                guard::markdown(heading),
                grid.markdown()
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::grid::words;

    #[test]
    fn nothing_that_a_name_carries_is_markup() {
        let mut grid = Grid::new([words("name")]);
        grid.push(["`|<b>".to_owned()]);
        let document = Document {
            title: "[a](javascript:b)".to_owned(),
            facts: vec!["<script>\u{1b}[2J".to_owned()],
            sections: vec![("<i>\u{202e}".to_owned(), grid)],
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
