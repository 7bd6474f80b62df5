//! A gallery: a page over several reports, in the order of a story.

use maud::{Markup, html};
use serde::Deserialize;

use super::{readme::Readme, sections::encoded};
use plybench_pages::SUMMARY;
use plybench_text::escape;

/// What the page of a report says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Summary {
    /// The heading of the page.
    pub title: String,
    /// What the report is for.
    pub purpose: String,
    /// Its answer, a sentence each.
    pub answer: Vec<String>,
}

impl Summary {
    /// The summary in a page; none if the text is not such a page.
    #[must_use]
    pub fn of(page: &str) -> Option<Self> {
        let line = page.lines().find_map(|line| line.strip_prefix(SUMMARY))?;
        serde_json::from_str(line.strip_suffix("</script>")?).ok()
    }
}

/// A report on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The path of what it leads to, below the directory of the page.
    pub address: String,
    /// What the report is called.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// What it answers, in a sentence.
    pub answer: String,
    /// The path of its picture, and the words that stand for it.
    pub picture: Option<(String, String)>,
    /// The command that repeats it.
    pub command: String,
}

impl Card {
    /// The card of a report: its page, if there is one, by its path, and the text beside it, in this directory.
    #[must_use]
    pub fn of(page: Option<(String, Summary)>, readme: Option<(&str, Readme)>) -> Option<Self> {
        let has_page = page.is_some();
        let mut card = match page {
            Some((address, summary)) => Card {
                address,
                title: summary.title,
                question: summary.purpose,
                answer: summary.answer.into_iter().next().unwrap_or_default(),
                picture: None,
                command: String::new(),
            },
            None => Card {
                address: format!("{}/README.md", readme.as_ref()?.0),
                title: readme.as_ref()?.0.to_owned(),
                question: String::new(),
                answer: String::new(),
                picture: None,
                command: String::new(),
            },
        };
        if let Some((directory, text)) = readme {
            // What somebody wrote says more than what a command could.
            for (known, written) in [
                (&mut card.title, text.title),
                (&mut card.question, text.question),
                (&mut card.answer, text.answer),
                (&mut card.command, text.command),
            ] {
                if !written.is_empty() {
                    *known = written;
                }
            }
            let picture = text.picture;
            card.picture =
                picture.map(|(address, words)| (format!("{directory}/{address}"), words));
        }
        let says_something = has_page || !card.question.is_empty();
        says_something.then_some(card)
    }
}

/// Reports that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The heading above them; none if there is only one chapter.
    pub title: Option<String>,
    /// The reports.
    pub cards: Vec<Card>,
}

/// A path below the directory of the page as an address: never one of another scheme, such as `javascript:`.
fn below(path: &str) -> String {
    let names: Vec<String> = path.split('/').map(encoded).collect();
    format!("./{}", names.join("/"))
}

fn card(card: &Card) -> Markup {
    html! {
        li.card {
            @if let Some((picture, words)) = &card.picture {
                img src=(below(picture)) alt=(escape::plain(words)) loading="lazy";
            }
            h3 { a href=(below(&card.address)) { (escape::plain(&card.title)) } }
            @if !card.question.is_empty() { p.question { (escape::plain(&card.question)) } }
            @if !card.answer.is_empty() { p { (escape::plain(&card.answer)) } }
            @if !card.command.is_empty() { pre tabindex="0" { code { (escape::plain(&card.command)) } } }
        }
    }
}

/// The page over reports. `definitions` is what the link to the definitions leads to, if there are any.
#[must_use]
pub fn index(chapters: &[Chapter], definitions: Option<&str>) -> String {
    let lead = "Plybench measures what pruning a search tree saves and what it costs, in exact node counts, and proves that the results \
        are the same where they have to be.";
    let contents = html! {
        p {
            "To repeat a measurement, install Rust, run " code { "cargo install --locked --path crates/harness" }
            " in a copy of the repository, and then the command of its card."
            @if let Some(address) = definitions { " " a href=(below(address)) { "Definitions and methods" } " say what each number means." }
        }
        @for chapter in chapters {
            section {
                h2 { (escape::plain(chapter.title.as_deref().unwrap_or("Reports"))) }
                ul.cards { @for one in &chapter.cards { (card(one)) } }
            }
        }
    };
    plybench_pages::page(
        &plybench_pages::Head {
            command: "report --index",
            title: "Reports",
            purpose: "The reports of Plybench",
            answer: &[],
            has_boards: false,
            has_charts: false,
            kind: plybench_pages::Kind::Gallery,
        },
        &plybench_pages::body(
            "Plybench reports",
            lead,
            &contents,
            &html! {},
            "report --index",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_is_whatever_its_names_are() {
        let hostile = "</script><script>alert(1)</script>";
        let head = plybench_pages::Head {
            command: "report",
            title: hostile,
            purpose: "why \"so\"",
            answer: &["a < b".to_owned()],
            has_boards: false,
            has_charts: false,
            kind: plybench_pages::Kind::Report,
        };
        let page = plybench_pages::page(&head, &html! {});
        assert!(!page.contains(hostile), "{page}");
        let summary = Summary::of(&page).unwrap();
        assert_eq!(summary.title, hostile);
        assert_eq!(
            (summary.purpose.as_str(), summary.answer.len()),
            ("why \"so\"", 1)
        );
        assert_eq!(Summary::of("<p>other</p>"), None);
        let text = Readme {
            picture: Some((
                "\"><img src=x onerror=alert(2)>.svg".to_owned(),
                hostile.to_owned(),
            )),
            // A mark that turns the direction of writing around.
            command: "plybench run \u{202e}x".to_owned(),
            ..Readme::default()
        };
        let page = ("javascript:a/index.html".to_owned(), summary);
        let card = Card::of(Some(page), Some(("javascript:a", text))).unwrap();
        let chapter = Chapter {
            title: None,
            cards: vec![card],
        };
        let index = index(&[chapter], Some("README.md"));
        assert!(index.contains("<a href=\"./README.md\">Definitions"));
        assert!(
            !index.contains(hostile) && index.contains("href=\"./javascript%3Aa/index.html\""),
            "{index}"
        );
        assert!(
            !index.contains("<img src=x") && !index.contains('\u{202e}'),
            "{index}"
        );
    }

    #[test]
    fn a_text_without_a_page_or_a_question_is_no_report() {
        assert_eq!(Card::of(None, None), None);
        assert_eq!(Card::of(None, Some(("notes", Readme::default()))), None);
        let text = Readme {
            question: "Why?".to_owned(),
            ..Readme::default()
        };
        let card = Card::of(None, Some(("techniques", text))).unwrap();
        assert_eq!(card.address, "techniques/README.md");
    }
}
