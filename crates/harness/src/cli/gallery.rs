//! The reports of a directory, in chapters: what `plybench report DIR --index` shows.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

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

/// What a host of static files needs besides the reports, each with its directory and its name: the texts in a directory and below it as
/// pages, and the pages of reports with links to the gallery and to its definitions.
pub(super) fn texts(directory: &Path) -> Result<Vec<(PathBuf, String, Vec<u8>)>, Failure> {
    let root = directory.canonicalize().map_err(|error| {
        Failure::input(format_args!("cannot read {}: {error}", directory.display()))
    })?;
    let has_definitions = definitions(directory, true).is_some();
    let mut pages = Vec::new();
    // Each with the number of directories above it.
    let mut waiting = vec![(directory.to_owned(), 0)];
    while let Some((place, above)) = waiting.pop() {
        for path in entries(&place)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // A link could lead around in a circle, and what begins with a dot is not published.
            if path.is_dir() && !path.is_symlink() && !name.starts_with('.') {
                waiting.push((path, above + 1));
                continue;
            }
            if name == page::INDEX && above > 0 {
                let page = read(&path)?;
                let linked = page::text::linked(&page, (above, has_definitions));
                pages.extend(linked.map(|page| (place.clone(), name.into(), page.into_bytes())));
                continue;
            }
            // The page of a report has this name.
            if name == "index.md" {
                continue;
            }
            let Some(page) = page::text::page_name(&name).filter(|_| path.is_file()) else {
                continue;
            };
            let text = read(&path)?;
            // Nothing above the directory is published.
            let exists = |to: &str| {
                let to = place.join(to).canonicalize();
                to.is_ok_and(|to| to.is_file() && to.starts_with(&root))
            };
            let html = page::text::page(&text, (above, has_definitions), exists).into_bytes();
            pages.push((place.clone(), page, html));
        }
    }
    Ok(pages)
}

fn read(path: &Path) -> Result<String, Failure> {
    let text = user_file::read_text(path);
    text.map_err(|error| Failure::input(format_args!("cannot read {}: {error}", path.display())))
}

/// What is in a directory, sorted by name.
fn entries(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: io::Error| {
        Failure::input(format_args!("cannot read {}: {error}", directory.display()))
    };
    let entries = fs::read_dir(directory).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>().map_err(unreadable)?;
    paths.sort_unstable();
    Ok(paths)
}

/// The definitions that a gallery links to: the text of its directory, as a page or as it is.
pub(super) fn definitions(directory: &Path, has_texts: bool) -> Option<&'static str> {
    let is_there = directory.join("README.md").is_file();
    is_there.then_some(if has_texts {
        "README.html"
    } else {
        "README.md"
    })
}

/// The reports in a directory and right below it: in the order of its `gallery.toml`, then the others, sorted by name.
pub(super) fn chapters(directory: &Path, has_texts: bool) -> Result<Vec<Chapter>, Failure> {
    let mut cards = BTreeMap::new();
    for path in entries(directory)? {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        cards.extend(card(&path, &name, has_texts).map(|card| (name, card)));
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
fn card(path: &Path, name: &str, has_texts: bool) -> Option<Card> {
    let page = |path: &Path, address: String| {
        let page = user_file::read(path).unwrap_or_default();
        let summary = Summary::of(&String::from_utf8_lossy(&page))?;
        Some((address, summary))
    };
    if !path.is_dir() {
        // Nothing else is read: it may be large, or no file.
        let is_page =
            name != page::INDEX && name.ends_with(".html") && !path.with_extension("md").is_file();
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
    .map(
        |card| match page::text::page_name(&card.address).filter(|_| has_texts) {
            Some(address) => Card { address, ..card },
            None => card,
        },
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
