//! A page over the pages of several reports.

use maud::html;
use serde::Deserialize;

use super::sections::encoded;
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

/// The page over reports, each with the path of its page below the directory of this one.
#[must_use]
pub fn index(reports: &[(String, Summary)]) -> String {
    let lead = "What search-tree pruning saves and whether it changes the results, with the commands that repeat every measurement.";
    let contents = html! {
        @for (page, summary) in reports {
            section {
                @let names: Vec<String> = page.split('/').map(encoded).collect();
                h2 { a href={"./" (names.join("/"))} { (escape::plain(&summary.title)) } }
                @if !summary.purpose.is_empty() { p { (escape::plain(&summary.purpose)) } }
                ul { @for sentence in &summary.answer { li { (escape::plain(sentence)) } } }
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
            kind: plybench_pages::Kind::Report,
        },
        &plybench_pages::body("Plybench reports", lead, &contents, "report --index"),
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
        let index = index(&[("javascript:a/index.html".to_owned(), summary)]);
        assert!(
            !index.contains(hostile) && index.contains("href=\"./javascript%3Aa/index.html\""),
            "{index}"
        );
    }
}
