//! A document as one HTML page that works from disk without a network: tables that can be sorted, filtered and copied, charts whose
//! values can be read, every position with its board.
//!
//! The page has no data that is not in its tables: its scripts only read them. The same document gives the same bytes.

mod chart;
mod index;
mod positions;
mod sections;
pub(crate) mod shell;

use maud::{Markup, html};

pub(crate) use self::sections::data;
pub use self::{
    index::{Summary, index},
    positions::{Finding, PositionCard, Positions, VariantCommand},
    sections::{Download, Filter},
};
use super::{
    ReportError,
    document::{Document, Section},
    guard,
};

/// The file of the page.
pub const INDEX: &str = "index.html";

/// What a page has beside its document's facts, tables and figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The command that writes the page. Empty if the document has no page.
    pub command: &'static str,
    /// What the document is about, if its title does not say it.
    pub heading: String,
    /// What it was done for.
    pub purpose: String,
    /// The answer in numbers, a sentence each.
    pub answer: Vec<String>,
    /// The tables of the page, the main one first, where they are not those of the document.
    pub sections: Vec<Section>,
    /// The settings that differ.
    pub settings: Option<Section>,
    /// Every position.
    pub positions: Positions,
    /// How it can be done again: commands with what each does.
    pub repeat: Vec<(String, String)>,
    /// The experiment file.
    pub experiment: String,
    /// The files that stand beside the page, besides those of the document.
    pub downloads: Vec<Download>,
}

/// What the page of an experiment says of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// Its name, if it is built in.
    pub name: Option<&'static str>,
    /// What it is for.
    pub purpose: String,
    /// The settings that differ between variants.
    pub settings: Option<Section>,
    /// How each variant is searched with, in the experiment's order.
    pub variants: Vec<VariantCommand>,
    /// The arguments of searches after the position, such as `--depth 9`.
    pub limits: String,
    /// How it can be done again: commands with what each does.
    pub repeat: Vec<(String, String)>,
    /// The experiment file.
    pub experiment: String,
    /// The files that stand beside the page.
    pub downloads: Vec<Download>,
}

impl Page {
    /// The page of an experiment's results, which this command writes.
    #[must_use]
    pub fn of(command: &'static str, setup: &Setup) -> Self {
        Page {
            command,
            heading: setup.name.unwrap_or_default().to_owned(),
            purpose: setup.purpose.clone(),
            settings: setup.settings.clone(),
            repeat: setup.repeat.clone(),
            experiment: setup.experiment.clone(),
            downloads: setup.downloads.clone(),
            ..Page::default()
        }
    }
}

/// The page of a document that is written as these files, too.
///
/// # Errors
/// If a figure cannot be drawn.
pub(super) fn html(document: &Document, files: &[&str]) -> Result<String, ReportError> {
    let page = &document.page;
    let sections = match page.sections.is_empty() {
        true => &document.sections,
        false => &page.sections,
    };
    let (main, others) = match sections.split_first() {
        Some((main, others)) => (Some(main), others),
        None => (None, &[][..]),
    };
    let mut figures = Vec::new();
    for (name, figure) in &document.figures {
        let failure = |source| ReportError { name, source };
        figures.push(chart::markup(name, figure, document.pictures.endings()).map_err(failure)?);
    }
    let mut figures = figures.into_iter();
    let heading = match page.heading.is_empty() {
        true => &document.title,
        false => &page.heading,
    };
    let tables = files.iter().filter_map(|file| Download::of_table(file));
    let downloads: Vec<Download> = tables.chain(page.downloads.iter().cloned()).collect();
    let contents = Contents {
        first_chart: figures.next(),
        main,
        charts: figures.collect(),
        others,
    };
    let body = html! {
        header {
            h1 { (guard::shown(heading)) }
            @if !page.purpose.is_empty() { p.purpose { (guard::shown(&page.purpose)) } }
        }
        (contents.navigation(page))
        main id="main" {
            @if !page.answer.is_empty() {
                section id="answer" {
                    h2 { "Answer" }
                    ul { @for sentence in &page.answer { li { (guard::shown(sentence)) } } }
                }
            }
            @if let Some(chart) = &contents.first_chart { (chart) }
            @if let Some(position) = &document.position { (positions::alone(position)) }
            @if let Some(main) = main {
                section id="table" { (sections::section(main, 2)) }
            }
            @if !contents.charts.is_empty() {
                section id="charts" {
                    h2 { "Charts" }
                    @for chart in &contents.charts { (chart) }
                }
            }
            @if !others.is_empty() {
                section id="tables" {
                    h2 { "More tables" }
                    @for other in others { (sections::section(other, 3)) }
                }
            }
            @if let Some(settings) = &page.settings {
                section id="settings" { (sections::section(settings, 2)) }
            }
            (positions::markup(&page.positions))
            section id="method" {
                h2 { "Method" }
                @if !document.intro.is_empty() { p { (sections::with_code(&document.intro)) } }
                ul { @for fact in &document.facts { li { (sections::with_code(&guard::shown(fact))) } } }
            }
            (sections::repeat(&page.repeat, &page.experiment, &downloads))
        }
        footer {
            p { "Written by " code { "plybench " (page.command) } ", Plybench " (env!("CARGO_PKG_VERSION")) "." }
        }
    };
    Ok(shell::page(
        &shell::Head {
            command: page.command,
            title: &guard::shown(heading),
            purpose: &guard::shown(&page.purpose),
            answer: &page
                .answer
                .iter()
                .map(|one| guard::shown(one))
                .collect::<Vec<_>>(),
            pieces: !page.positions.cards.is_empty() || document.position.is_some(),
            charts: !document.figures.is_empty(),
            kind: shell::Kind::Report,
        },
        &body,
    ))
}

/// What a page consists of, from above.
struct Contents<'d> {
    first_chart: Option<Markup>,
    main: Option<&'d Section>,
    charts: Vec<Markup>,
    others: &'d [Section],
}

impl Contents<'_> {
    fn navigation(&self, page: &Page) -> Markup {
        let parts = [
            ("answer", "Answer", !page.answer.is_empty()),
            ("table", "Table", self.main.is_some()),
            ("charts", "Charts", !self.charts.is_empty()),
            ("tables", "More tables", !self.others.is_empty()),
            ("settings", "Settings", page.settings.is_some()),
            ("positions", "Positions", !page.positions.cards.is_empty()),
            ("method", "Method", true),
            ("repeat", "Repeat it", true),
        ];
        html! {
            nav aria-label="Contents" {
                ul { @for (id, name, is_there) in parts { @if is_there { li { a href={"#" (id)} { (name) } } } } }
            }
        }
    }
}
