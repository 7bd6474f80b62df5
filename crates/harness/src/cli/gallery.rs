//! The reports of a directory, in chapters: what `plybench report DIR --index` shows.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::Deserialize;

use super::failure::Failure;
use plybench_files::user_file;
use plybench_report::page::{self, Card, Chapter, Readme, Summary};

/// The file that has the order of the reports.
const ORDER: &str = "gallery.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    chapter: Vec<OrderedChapter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderedChapter {
    title: String,
    reports: Vec<String>,
}

/// The reports in a directory and right below it: in the order of its `gallery.toml`, then the others, sorted by name.
pub(super) fn chapters(directory: &Path) -> Result<Vec<Chapter>, Failure> {
    let unreadable = |error: io::Error| {
        Failure::input(format_args!("cannot read {}: {error}", directory.display()))
    };
    let mut cards = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        cards.extend(card(&entry.path(), &name).map(|card| (name, card)));
    }
    if cards.is_empty() {
        return Err(Failure::input(format_args!(
            "no directory in {} has the {} of a report, or a README.md with **Question.** and **Answer.**; `plybench report RUN` writes a page",
            directory.display(),
            page::INDEX
        )));
    }
    let mut chapters = Vec::new();
    for ordered in order(directory)? {
        let mut chapter = Chapter {
            title: Some(ordered.title),
            cards: Vec::new(),
        };
        for name in ordered.reports {
            let Some(card) = cards.remove(&name) else {
                let order = directory.join(ORDER);
                return Err(Failure::input(format_args!(
                    "{}: no report {:?} in {}, or it stands here twice; {}",
                    order.display(),
                    plybench_text::echo(&name),
                    directory.display(),
                    plybench_text::suggestion(&name, cards.keys().map(String::as_str))
                )));
            };
            chapter.cards.push(card);
        }
        chapters.push(chapter);
    }
    if !cards.is_empty() {
        let is_ordered = !chapters.is_empty();
        chapters.push(Chapter {
            title: is_ordered.then(|| "Others".to_owned()),
            cards: cards.into_values().collect(),
        });
    }
    Ok(chapters)
}

/// The report of an entry of the directory: a page of its own, or a directory with a page or a text.
fn card(path: &Path, name: &str) -> Option<Card> {
    let page = |path: &Path, address: String| {
        let page = user_file::read(path).unwrap_or_default();
        let summary = Summary::of(&String::from_utf8_lossy(&page))?;
        Some((address, summary))
    };
    if !path.is_dir() {
        // Nothing else is read: it may be large, or no file.
        let is_page = name != page::INDEX && name.ends_with(".html");
        if !is_page {
            return None;
        }
        return Card::of(page(path, name.to_owned()), None);
    }
    let text = user_file::read_text(&path.join("README.md")).ok();
    Card::of(
        page(&path.join(page::INDEX), format!("{name}/{}", page::INDEX)),
        text.map(|text| (name, Readme::of(&text))),
    )
}

/// The chapters of the directory's file; none if there is no such file.
fn order(directory: &Path) -> Result<Vec<OrderedChapter>, Failure> {
    let path = directory.join(ORDER);
    let at_fault = |problem: &dyn std::fmt::Display| {
        Failure::input(format_args!("{}: {problem}", path.display()))
    };
    match user_file::read_text(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(at_fault(&error)),
        Ok(text) => {
            let order: Order = toml::from_str(&text).map_err(|error| {
                let example = "write [[chapter]] with title = \"...\" and reports = [\"a\", \"b\"]";
                let line = error
                    .span()
                    .map_or(1, |span| 1 + text[..span.start].matches('\n').count());
                at_fault(&format_args!(
                    "line {line}: {}; {example}",
                    error.message().lines().next().unwrap_or_default()
                ))
            })?;
            Ok(order.chapter)
        }
    }
}
