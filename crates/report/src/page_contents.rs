//! What a page shows beside its document's facts, tables and figures.

use std::sync::Arc;

use plybench_records::PositionRecord;

use super::section::Section;

/// What a page has beside its document's facts, tables and figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The command that writes the page. Empty if the document has no page.
    pub command: &'static str,
    /// What it says of the experiment.
    pub setup: Setup,
    /// The answer in numbers, a sentence each.
    pub answer: Vec<String>,
    /// The tables of the page, the main one first, where they are not those of the document.
    pub sections: Vec<Section>,
    /// The positions, each with its board and what was found there.
    pub positions: Positions,
}

/// What a page says of its experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The name of a built-in experiment, which is the heading of its page.
    pub name: Option<&'static str>,
    /// What it was done for.
    pub purpose: String,
    /// The settings that differ between variants.
    pub settings: Option<Section>,
    /// What the checks of soundness found.
    pub verdicts: Vec<Section>,
    /// How each variant is searched with, in the experiment's order.
    pub variants: Vec<VariantCommand>,
    /// The arguments of searches after the position, such as `--depth 9`.
    pub limits: String,
    /// How it can be done again: commands with what each does.
    pub repeat: Vec<(String, String)>,
    /// General terms, the same for every experiment. Published pages link to the definitions instead.
    pub terms: Vec<&'static str>,
    /// What recorded the run, and what wrote the page.
    pub origin: Option<String>,
    /// The text of the experiment file.
    pub experiment: String,
    /// The files that stand beside the page, besides those of the document.
    pub downloads: Vec<Download>,
}

/// The positions of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// What the findings are, a sentence or two.
    pub about: String,
    /// What a finding's score is, such as "score".
    pub result: &'static str,
    /// What is counted, such as "nodes".
    pub counted: String,
    /// The variants, in the order of each card's findings.
    pub variants: Vec<VariantCommand>,
    /// The arguments of all commands after the position, such as `--depth 9`.
    pub limits: String,
    /// One card for each position, in the order in which they are shown.
    pub cards: Vec<PositionCard>,
}

/// A variant, and how it is searched with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantCommand {
    /// Its name, or what of it tells it from the others.
    pub name: String,
    /// The arguments of `plybench search` that choose it; none for another program.
    pub arguments: Option<String>,
}

/// A position with what was found there.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionCard {
    /// The position, with its name and the mate that its source claims.
    pub position: Arc<PositionRecord>,
    /// What each variant found at its last depth; none where it has no result.
    pub findings: Vec<Option<Finding>>,
}

/// What a search found at its last depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The depth in plies.
    pub depth: usize,
    /// The score, from the side to move's point of view: centipawns or a mate such as `M3`.
    pub score: String,
    /// The first move of the principal variation.
    pub best_move: Option<Arc<str>>,
    /// What the metric counts, summed over all iterations.
    pub count: u64,
    /// What the move loses, in centipawns or as a lost mate; none without a judgement.
    pub regret: Option<String>,
}

/// A file that stands beside a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Its name, in the directory of the page.
    pub file: String,
    /// What is in it.
    pub about: String,
}

impl Download {
    /// A file, and what is in it.
    #[must_use]
    pub fn new(file: &str, about: &str) -> Self {
        Download {
            file: file.to_owned(),
            about: about.to_owned(),
        }
    }

    /// A table of a document; none for a picture, which has its links where it is shown.
    pub(super) fn of_table(file: &str) -> Option<Self> {
        let about = match file.rsplit_once('.')?.1 {
            "md" => "the tables in Markdown",
            "csv" => "a table in comma-separated values",
            _ => return None,
        };
        Some(Download::new(file, about))
    }
}
