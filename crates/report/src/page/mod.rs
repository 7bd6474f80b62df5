//! A document as one HTML page that works from disk without a network: tables that can be sorted, filtered and copied, charts whose
//! values can be read, every position with its board.
//!
//! The page has no data that is not in its tables: its scripts only read them. The same document gives the same bytes.

mod chart;
mod index;
mod positions;
mod sections;
mod values;

use maud::{Markup, html};

pub use self::index::{Summary, index};
pub use super::page_contents::{
    Download, Finding, Page, PositionCard, Positions, Setup, VariantCommand,
};
use super::{ReportError, document::Document, section::Section};
use plybench_text::escape;

/// The file of the page.
pub const INDEX: &str = "index.html";

impl Document {
    /// As a page, beside which these files stand.
    ///
    /// # Errors
    /// If a figure cannot be drawn.
    pub fn page(&self, files: &[&str]) -> Result<Vec<u8>, ReportError> {
        Ok(html(self, files)?.into_bytes())
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

/// The page of a document that is written as these files, too.
///
/// # Errors
/// If a figure cannot be drawn.
fn html(document: &Document, files: &[&str]) -> Result<String, ReportError> {
    let page = &document.page;
    let sections = match page.sections.is_empty() {
        true => &document.sections,
        false => &page.sections,
    };
    let mut figures = Vec::new();
    for (name, figure) in &document.figures {
        let failure = |source| ReportError { name, source };
        figures.push(chart::markup(name, figure, document.pictures.endings()).map_err(failure)?);
    }
    let heading = match page.heading.is_empty() {
        true => &document.title,
        false => &page.heading,
    };
    let tables = files.iter().filter_map(|file| Download::of_table(file));
    let downloads: Vec<Download> = tables.chain(page.downloads.iter().cloned()).collect();
    let parts = parts(document, sections, &figures, &downloads);
    let body = html! {
        header {
            h1 { (escape::plain(heading)) }
            @if !page.purpose.is_empty() { p.purpose { (escape::plain(&page.purpose)) } }
        }
        nav aria-label="Contents" {
            ul { @for part in &parts { @if let Some(name) = part.name { li { a href={"#" (part.id)} { (name) } } } } }
        }
        main id="main" {
            @for part in parts { section id=(part.id) { (part.content) } }
        }
        footer {
            p { "Written by " code { "plybench " (page.command) } ", Plybench " (env!("CARGO_PKG_VERSION")) "." }
        }
    };
    Ok(plybench_pages::page(
        &plybench_pages::Head {
            command: page.command,
            title: &escape::plain(heading),
            purpose: &escape::plain(&page.purpose),
            answer: &page
                .answer
                .iter()
                .map(|one| escape::plain(one))
                .collect::<Vec<_>>(),
            has_boards: !page.positions.cards.is_empty() || document.position.is_some(),
            has_charts: !document.figures.is_empty(),
            kind: plybench_pages::Kind::Report,
        },
        &body,
    ))
}

/// A part of a page.
struct Part {
    id: &'static str,
    /// Its name in the contents; none if it is not listed there.
    name: Option<&'static str>,
    content: Markup,
}

/// What a page consists of, from above: only what there is.
fn parts(
    document: &Document,
    sections: &[Section],
    figures: &[Markup],
    downloads: &[Download],
) -> Vec<Part> {
    let page = &document.page;
    let (first_chart, charts) = figures.split_at(figures.len().min(1));
    let (main, others) = sections.split_at(sections.len().min(1));
    let all = |sections: &[Section], level| html! { @for one in sections { (sections::section(one, level)) } };
    let mut parts = Vec::new();
    let mut add = |id, name, is_there, content| {
        if is_there {
            parts.push(Part { id, name, content });
        }
    };
    let answer = html! {
        h2 { "Answer" }
        ul { @for sentence in &page.answer { li { (escape::plain(sentence)) } } }
    };
    add("answer", Some("Answer"), !page.answer.is_empty(), answer);
    let picture = html! {
        @for chart in first_chart { (chart) }
        @if let Some(position) = &document.position { (positions::alone(position)) }
    };
    let is_there = !first_chart.is_empty() || document.position.is_some();
    add("picture", None, is_there, picture);
    add("table", Some("Table"), !main.is_empty(), all(main, 2));
    let more = html! { h2 { "Charts" } @for chart in charts { (chart) } };
    add("charts", Some("Charts"), !charts.is_empty(), more);
    let more = html! { h2 { "More tables" } (all(others, 3)) };
    add("tables", Some("More tables"), !others.is_empty(), more);
    let settings = page.settings.as_slice();
    add(
        "settings",
        Some("Settings"),
        !settings.is_empty(),
        all(settings, 2),
    );
    let verdicts = html! { h2 { "Is it sound?" } (all(&page.verdicts, 3)) };
    add(
        "verdicts",
        Some("Is it sound?"),
        !page.verdicts.is_empty(),
        verdicts,
    );
    let are_there = !page.positions.cards.is_empty();
    add(
        "positions",
        Some("Positions"),
        are_there,
        positions::markup(&page.positions),
    );
    let method = html! {
        h2 { "Method" }
        @if !document.intro.is_empty() { p { (sections::with_code(&document.intro)) } }
        ul { @for fact in document.facts.iter().chain(&page.definitions) { li { (sections::with_code(&escape::plain(fact))) } } }
    };
    add("method", Some("Method"), true, method);
    let is_there = !page.repeat.is_empty() || !downloads.is_empty();
    let repeat = sections::repeat(&page.repeat, &page.experiment, downloads);
    add("repeat", Some("Repeat it"), is_there, repeat);
    parts
}
