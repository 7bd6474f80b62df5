//! A document as one HTML page that works from disk without a network: tables that can be sorted, filtered and copied, charts whose
//! values can be read, every position with its board.
//!
//! The page has no data that is not in its tables: its scripts only read them. The same document gives the same bytes.

mod chart;
mod index;
mod positions;
mod readme;
mod sections;
pub mod text;
mod values;

use maud::{Markup, html};

pub use self::{
    index::{Card, Chapter, Summary, index},
    readme::Readme,
};
pub use super::page_contents::{
    Download, Finding, Page, PositionCard, Positions, Setup, VariantCommand,
};
use super::{ReportError, document::Document, section::Section};
use plybench_text::escape;

/// The file of the page.
pub const INDEX: &str = "index.html";
/// The most bytes of a page as it is; a larger one is packed.
const MOST_BYTES: usize = 400_000;
/// The most rows of a table of a packed page.
const MOST_ROWS: usize = 1000;

impl Document {
    /// As a page, beside which these files stand.
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub fn page(&self, files: &[&str]) -> Result<Vec<u8>, ReportError> {
        let page = self.page_packed(files, false)?;
        match page.len() > MOST_BYTES {
            true => self.page_packed(files, true),
            false => Ok(page),
        }
    }

    /// The page, with the table and all that follows it packed or as it is.
    fn page_packed(&self, files: &[&str], is_packed: bool) -> Result<Vec<u8>, ReportError> {
        let page = &self.page;
        let sections = match page.sections.is_empty() {
            true => &self.sections,
            false => &page.sections,
        };
        let mut figures = Vec::new();
        for (name, figure) in &self.figures {
            let failure = |source| ReportError { name, source };
            let mut figure = figure.clone().captioned(self.pictures.caption);
            figure.caption.context = without(&page.setup.purpose, &figure.caption.context);
            let endings = self.pictures.endings();
            figures
                .push(chart::markup(name, &figure, endings, figures.is_empty()).map_err(failure)?);
        }
        let setup = &page.setup;
        let heading = setup.name.unwrap_or(&self.title);
        let tables = files.iter().filter_map(|file| Download::of_table(file));
        let downloads: Vec<Download> = tables.chain(setup.downloads.iter().cloned()).collect();
        let most_rows = if is_packed { MOST_ROWS } else { usize::MAX };
        let parts = parts(self, sections, &figures, &downloads, most_rows);
        let table = parts.iter().position(|part| part.id == "table");
        let (first, rest) = parts.split_at(table.unwrap_or(parts.len()));
        let body = html! {
            header {
                h1 { (escape::plain(heading)) }
                @if !setup.purpose.is_empty() { p.purpose { (escape::plain(&setup.purpose)) } }
            }
            nav aria-label="Contents" {
                ul { @for part in &parts { @if !part.name.is_empty() { li { a href={"#" (part.id)} { (part.name) } } } } }
            }
            main id="main" {
                (of_parts(first))
                @if is_packed {
                    noscript { p { "The rest is unpacked by the page's script. The files beside the page have the same tables and charts." } }
                    (plybench_pages::packed(&of_parts(rest)))
                } @else { (of_parts(rest)) }
            }
            footer {
                (sections::terms(setup.terms.iter().copied().chain(self.terms.iter().map(String::as_str))))
                p { "Written by " code { "plybench " (page.command) } ", Plybench " (env!("CARGO_PKG_VERSION")) "." }
            }
        };
        let answer = page.answer.iter().map(|one| escape::plain(one));
        let text = plybench_pages::page(
            &plybench_pages::Head {
                command: page.command,
                title: &escape::plain(heading),
                purpose: &escape::plain(&setup.purpose),
                answer: &answer.collect::<Vec<_>>(),
                has_boards: !page.positions.cards.is_empty() || self.position.is_some(),
                has_charts: !self.figures.is_empty(),
                kind: plybench_pages::Kind::Report,
            },
            &body,
        );
        Ok(text.into_bytes())
    }

    /// As files: those of its tables, position and figures, and the page if a command writes one and not a single figure is wanted.
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub fn files(&self, name: &str) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
        let mut files = self.files_but_the_page(name)?;
        if !self.page.command.is_empty() && self.pictures.only.is_none() {
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            let page = self.page(&names)?;
            files.push((INDEX.to_owned(), page));
        }
        Ok(files)
    }
}

/// What is said of an experiment without its question, which stands at the top of a page.
fn without(question: &str, text: &str) -> String {
    const BEGINNING: &str = "Experiment: ";
    let asked = text.strip_prefix(BEGINNING).and_then(|rest| {
        let rest = rest.strip_prefix(escape::plain(question).trim())?;
        // About an experiment, a question without an end of its own ends with a stop.
        rest.strip_prefix(". ").or(rest.strip_prefix(' '))
    });
    asked.map_or_else(|| text.to_owned(), |rest| format!("{BEGINNING}{rest}"))
}

/// A part of a page, which is left out if it is empty.
struct Part {
    id: &'static str,
    /// Its name in the contents; empty if it is not listed there.
    name: &'static str,
    /// Whether the name stands above it, too: a section has a heading of its own.
    has_heading: bool,
    content: Markup,
}

fn of_parts(parts: &[Part]) -> Markup {
    html! {
        @for part in parts { section id=(part.id) { @if part.has_heading { h2 { (part.name) } } (part.content) } }
    }
}

/// What a page consists of, from above: only what there is. Tables have so many rows at most.
fn parts(
    document: &Document,
    sections: &[Section],
    figures: &[Markup],
    downloads: &[Download],
    most_rows: usize,
) -> Vec<Part> {
    let page = &document.page;
    let setup = &page.setup;
    let (first_chart, charts) = figures.split_at(figures.len().min(1));
    let (main, others) = sections.split_at(sections.len().min(1));
    let all = |sections: &[Section], level| html! { @for one in sections { (sections::section(one, level, most_rows)) } };
    let answer = html! {
        @if !page.answer.is_empty() { ul { @for sentence in &page.answer { li { (escape::plain(sentence)) } } } }
    };
    let picture = html! {
        @for chart in first_chart { (chart) }
        @if let Some(position) = &document.position { (positions::alone(position)) }
    };
    let facts = document.facts.iter().chain(&setup.origin);
    let facts = facts.map(|fact| without(&setup.purpose, fact));
    let notes = html! {
        @if !document.intro.is_empty() { p { (sections::with_code(&document.intro)) } }
        ul { @for fact in facts { li { (sections::with_code(&escape::plain(&fact))) } } }
    };
    let part = |id, name, has_heading, content| Part {
        id,
        name,
        has_heading,
        content,
    };
    let mut parts = vec![
        part("answer", "Answer", true, answer),
        part("picture", "", false, picture),
        part("table", "Table", false, all(main, 2)),
        part(
            "charts",
            "Charts",
            true,
            html! { @for chart in charts { (chart) } },
        ),
        part("tables", "More tables", true, all(others, 3)),
        part(
            "settings",
            "Settings",
            false,
            all(setup.settings.as_slice(), 2),
        ),
        part("verdicts", "Is it sound?", true, all(&setup.verdicts, 3)),
        part(
            "positions",
            "Positions",
            true,
            positions::markup(&page.positions),
        ),
        part("notes", "Notes", true, notes),
        part(
            "repeat",
            "Repeat it",
            true,
            sections::repeat(setup, downloads),
        ),
    ];
    parts.retain(|part| !part.content.0.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn the_question_of_a_page_is_not_asked_again() {
        for (question, text) in [
            ("a test", "Experiment: a test. 2 positions."),
            ("a test.", "Experiment: a test. 2 positions."),
            (" Is it? ", "Experiment: Is it? 2 positions."),
        ] {
            assert_eq!(without(question, text), "Experiment: 2 positions.");
        }
        // What only has the same words stays.
        for (question, text) in [
            (
                "positions",
                "Fewer than 10 positions: intervals are too narrow.",
            ),
            ("another", "Experiment: a test. 2 positions."),
        ] {
            assert_eq!(without(question, text), text);
        }
    }
}
