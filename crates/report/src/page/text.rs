//! A text in Markdown as a page, so that a static host shows it as one.
//!
//! Links to other texts lead to their pages, links to what is not there become plain text, and headings can be linked as on GitHub. HTML
//! within a text is shown as it is written: the page has no other markup than ours.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use super::index::Summary;
use plybench_text::escape;

/// The file of a text's page; none if this is no text.
#[must_use]
pub fn page_name(name: &str) -> Option<String> {
    name.strip_suffix(".md").map(|name| format!("{name}.html"))
}

/// A text as a page, so many directories below the gallery, which may have definitions. `exists` says whether there is a file at a path
/// beside it.
#[must_use]
pub fn page(
    markdown: &str,
    (below, has_definitions): (usize, bool),
    exists: impl Fn(&str) -> bool,
) -> String {
    let events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let anchors = anchors(&events);
    let title = anchors
        .first()
        .map_or("Report", |(title, _)| title.as_str());
    let mut headings = anchors.iter();
    // Whether each link that is open leads anywhere.
    let mut leads = Vec::new();
    let shown = events.iter().cloned().filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => {
            let id = headings.next().map(|(_, id)| id.clone().into());
            let (classes, attrs) = (Vec::new(), Vec::new());
            Some(Event::Start(Tag::Heading {
                level,
                id,
                classes,
                attrs,
            }))
        }
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let address = address(&dest_url, &exists);
            leads.push(address.is_some());
            let dest_url = address?.into();
            Some(Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }))
        }
        Event::End(TagEnd::Link) => leads.pop()?.then_some(Event::End(TagEnd::Link)),
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let is_own = !dest_url.contains(':') && !dest_url.starts_with('/');
            let dest_url = if is_own { dest_url } else { CowStr::from("") };
            Some(Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }))
        }
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        // A block of code is one text of several lines.
        Event::Text(text) => {
            let lines: Vec<String> = text.split('\n').map(escape::plain).collect();
            Some(Event::Text(lines.join("\n").into()))
        }
        event => Some(event),
    });
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, shown);
    let body = body.replace("<pre>", "<pre tabindex=\"0\">");
    let mut tables = body.split("<table>");
    let first = tables.next().unwrap_or_default().to_owned();
    let body = (1..).zip(tables).fold(first, |body, (number, rest)| {
        format!("{body}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table {number}\"><table>{rest}")
    });
    let body = body.replace("</table>", "</table></div>");
    let body = html! {
        header { (around(below, has_definitions)) }
        main id="main" class="text" { (PreEscaped(body)) }
        footer { p { "Written by " code { "plybench report --index --texts" } ", Plybench " (env!("CARGO_PKG_VERSION")) "." } }
    };
    plybench_pages::page(
        &plybench_pages::Head {
            command: "report --texts",
            title: &escape::plain(title),
            purpose: &escape::plain(title),
            answer: &[],
            has_boards: false,
            has_charts: false,
            kind: plybench_pages::Kind::Gallery,
        },
        &body,
    )
}

/// The links from a page, so many directories below the gallery, to what is around it.
fn around(below: usize, has_definitions: bool) -> Markup {
    let up = match below {
        0 => "./".to_owned(),
        _ => "../".repeat(below),
    };
    html! {
        p.around {
            a href={(up) "index.html"} { "All reports" }
            @if below > 0 && has_definitions { " · " a href={(up) "README.html"} { "Definitions and methods" } }
        }
    }
}

/// The page of a report with links to the gallery and to its definitions, in place of those that it may have and of its own terms; none
/// if it is no such page, or has these.
#[must_use]
pub fn linked(page: &str, (below, has_definitions): (usize, bool)) -> Option<String> {
    const HEADER: &str = "<header>";
    Summary::of(page)?;
    let (head, rest) = page.split_once(HEADER)?;
    let older = rest.strip_prefix("<p class=\"around\">");
    let rest = older.map_or(rest, |older| {
        older.split_once("</p>").map_or(older, |(_, rest)| rest)
    });
    let rest = match rest.split_once("<ul class=\"terms\">") {
        Some((before, terms)) if below > 0 && has_definitions => {
            let after = terms.split_once("</ul>").map_or(terms, |(_, after)| after);
            format!("{before}{after}")
        }
        _ => rest.to_owned(),
    };
    let links = around(below, has_definitions).into_string();
    let linked = format!("{head}{HEADER}{links}{rest}");
    (linked != page).then_some(linked)
}

/// The headings with the names under which they can be linked: small letters, digits and hyphens.
fn anchors(events: &[Event]) -> Vec<(String, String)> {
    let mut headings: Vec<(String, String)> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut open: Option<String> = None;
    for event in events {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut open {
                    heading.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = open.take().unwrap_or_default();
                let letters = heading.to_lowercase();
                let is_kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
                let id: String = letters.chars().filter(is_kept).collect();
                let id = id.replace(' ', "-");
                let again = seen.entry(id.clone()).or_default();
                let name = match *again {
                    0 => id,
                    again => format!("{id}-{again}"),
                };
                *again += 1;
                headings.push((heading, name));
            }
            _ => {}
        }
    }
    headings
}

/// Where a link leads: to the page of a text, or as it is written; nowhere if the file is not there or the address is of another kind.
fn address(written: &str, exists: &impl Fn(&str) -> bool) -> Option<String> {
    if written.starts_with("https://") || written.starts_with("http://") || written.starts_with('#')
    {
        return Some(written.to_owned());
    }
    let (path, anchor) = written.split_once('#').unwrap_or((written, ""));
    let is_below = !path.contains(':') && !path.starts_with('/') && exists(path);
    let path = is_below.then(|| page_name(path).unwrap_or_else(|| path.to_owned()))?;
    Some(match anchor {
        "" => path,
        anchor => format!("{path}#{anchor}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_a_page_whose_links_lead_somewhere() {
        let text = "# What `x` saves\n\n[other](../b/README.md#how) [gone](../../crates/a.md) [far](https://a.org) [bad](javascript:alert(1))\n\n\
            ## What x saves?\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n\n![chart](a.svg) ![badge](https://ci/b.svg)\n\n<script>alert(2)</script>\n\n```\none < two\nthree\n```\n";
        let page = page(text, (1, true), |path| path == "../b/README.md");
        for wanted in [
            "<h1 id=\"what-x-saves\">",
            "<h2 id=\"what-x-saves-1\">",
            "<a href=\"../b/README.html#how\">other</a>",
            " gone ",
            "<a href=\"https://a.org\">far</a>",
            "<img src=\"a.svg\" alt=\"chart\" />",
            "aria-label=\"Table 1\"><table>",
            "&lt;script&gt;alert(2)",
            "<code>one &lt; two\nthree\n</code>",
        ] {
            assert!(page.contains(wanted), "{wanted}: {page}");
        }
        assert!(!page.contains("javascript:") && !page.contains("ci/b.svg"));
        assert!(page.contains("<title>What x saves · Plybench</title>"));
    }
}
