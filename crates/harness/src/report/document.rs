//! A title, some sentences and some tables, for a terminal and as Markdown.

use super::grid::{Grid, plain};

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
        let mut text = format!("{}\n\n", plain(&self.title));
        for fact in &self.facts {
            text.push_str(&format!("{}\n", plain(fact)));
        }
        for (heading, grid) in &self.sections {
            text.push_str(&format!("\n{heading}\n{}", grid.text()));
        }
        text
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", plain(&self.title));
        for fact in &self.facts {
            text.push_str(&format!("- {}\n", plain(fact)));
        }
        for (heading, grid) in &self.sections {
            text.push_str(&format!("\n## {heading}\n\n{}", grid.markdown()));
        }
        text
    }
}
