//! The page around its contents: head, style, scripts, fonts and the shapes of the pieces.

use std::io::Write;

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use plybench_figures::{self as figure, board};

const STYLE: &str = include_str!("../assets/page.css");
const UNPACK: &str = include_str!("../assets/unpack.js");
/// How a [`packed`] part begins. No text on a page does: in texts `<` is escaped.
const PACKED: &str = "<script type=\"application/gzip\" class=\"packed\">";
/// What a page shows, which decides on its scripts and its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The report of an experiment.
    Report,
    /// Cards of reports, with pictures that stand beside the page.
    Gallery,
    /// A tree that is played step by step.
    Tree,
    /// A large tree, or the difference of two.
    Explorer,
}

impl Kind {
    /// What the common style lacks.
    fn style(self) -> &'static str {
        match self {
            Kind::Report => "",
            Kind::Gallery => include_str!("../assets/gallery.css"),
            Kind::Tree => include_str!("../assets/steps.css"),
            Kind::Explorer => include_str!("../assets/explorer.css"),
        }
    }

    /// The scripts in their order; the later ones use what the first ones define.
    fn scripts(self) -> &'static [&'static str] {
        const DOM: &str = include_str!("../assets/dom.js");
        const BOARD: &str = include_str!("../assets/board.js");
        const THEME: &str = include_str!("../assets/theme.js");
        match self {
            Kind::Report => &[
                DOM,
                THEME,
                include_str!("../assets/tables.js"),
                include_str!("../assets/charts.js"),
                BOARD,
                include_str!("../assets/positions.js"),
            ],
            Kind::Gallery => &[DOM, THEME],
            Kind::Tree => &[
                DOM,
                THEME,
                BOARD,
                include_str!("../assets/steps-tree.js"),
                include_str!("../assets/steps.js"),
            ],
            Kind::Explorer => &[
                DOM,
                THEME,
                BOARD,
                include_str!("../assets/explorer-nodes.js"),
                include_str!("../assets/explorer-icicle.js"),
                include_str!("../assets/explorer.js"),
            ],
        }
    }
}

/// How the line with the summary of a page begins.
pub const SUMMARY: &str = "<script type=\"application/json\" id=\"summary\">";

/// What the head of a page says.
pub struct Head<'p> {
    /// The command that writes the page: the first line names it, so that the command may replace the page.
    pub command: &'p str,
    /// What it is about, also for programs that read the page.
    pub title: &'p str,
    /// What it was done for.
    pub purpose: &'p str,
    /// The answer in numbers, a sentence each.
    pub answer: &'p [String],
    /// Whether there are boards.
    pub has_boards: bool,
    /// Whether there are charts or other pictures.
    pub has_charts: bool,
    /// Which scripts and styles the page needs.
    pub kind: Kind,
}

/// The page as one HTML file, which needs no other.
pub fn page(head: &Head, body: &Markup) -> String {
    let scripts = head.kind.scripts().iter().map(|script| compact(script));
    let mut scripts: Vec<String> = scripts.collect();
    let is_packed = body.0.contains(PACKED);
    if is_packed {
        // Each with names of its own, in one script, so that they run in their order.
        let all = scripts.iter().map(|script| format!("{{\n{script}}}\n"));
        scripts = vec![all.collect(), compact(UNPACK)];
    }
    let fonts = head.has_charts.then(figure::fonts).unwrap_or_default();
    let styles = fonts + &compact_style(STYLE) + &compact_style(head.kind.style());
    let pictures = match head.kind {
        // `'self'` on a server; files have no origin.
        Kind::Gallery => "'self' file: data:",
        _ => "data:",
    };
    // The browser itself refuses what is not the page's own: other scripts, and everything from elsewhere.
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src {pictures}; base-uri 'none'; form-action 'none'; script-src {}",
        scripts
            .iter()
            .map(|script| hash(script))
            .collect::<Vec<_>>()
            .join(" ")
    );
    let page = html! {
        (DOCTYPE)
        (PreEscaped(format!("<!-- plybench {} -->\n", head.command)))
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="description" content=(head.purpose);
                title { (head.title) " · Plybench" }
                style { (PreEscaped(styles)) }
            }
            body {
                (PreEscaped("\n"))
                (PreEscaped(summary(head)))
                a.skip href="#main" { "Skip to the contents" }
                @if head.has_boards { (PreEscaped(board::shapes())) }
                (body)
                @for (at, script) in scripts.iter().enumerate() {
                    @let is_later = is_packed && at == 0;
                    script class=[is_later.then_some("later")] type=(if is_later { "text/plain" } else { "module" }) { (PreEscaped(script)) }
                }
            }
        }
    };
    page.into_string()
}

/// The body of a page: its heading, what is shown on it, the contents, what its terms mean, and the command with the option that writes it.
#[must_use]
pub fn body(heading: &str, lead: &str, contents: &Markup, terms: &Markup, writer: &str) -> Markup {
    html! {
        header {
            h1 { (heading) }
            p.purpose { (lead) }
        }
        main id="main" { (contents) }
        footer { (terms) p { "Written by " code { "plybench " (writer) } ", Plybench " (env!("CARGO_PKG_VERSION")) "." } }
    }
}

/// A script or a style without indentation, empty lines and lines that are only a comment: every page has it in full. No text in them
/// extends over lines.
fn compact(source: &str) -> String {
    let is_comment =
        |line: &str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    let lines = source.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !is_comment(line));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A style as [`compact`], without the ends of lines after a rule or a declaration.
fn compact_style(source: &str) -> String {
    let mut style = compact(source);
    for end in [";", "{", "}"] {
        style = style.replace(&format!("{end}\n"), end);
    }
    style
}

fn hash(script: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script)))
}

/// Title, purpose and answer for programs, in a line of its own. In JSON `<` is written as `\u003c`, so nothing in it can end
/// the element.
fn summary(head: &Head) -> String {
    let summary = json!({"title": head.title, "purpose": head.purpose, "answer": head.answer});
    format!(
        "{SUMMARY}{}</script>\n",
        summary.to_string().replace('<', "\\u003c")
    )
}

/// A part of a page, compressed (gzip) and in base64: some six times shorter. The page puts it in place when it is opened.
#[must_use]
pub fn packed(part: &Markup) -> Markup {
    let mut to = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a `Vec` is infallible.
    let _ = to.write_all(part.0.as_bytes());
    let bytes = to.finish().unwrap_or_default();
    html! { (PreEscaped(PACKED)) (PreEscaped(STANDARD.encode(bytes))) (PreEscaped("</script>")) }
}

/// Data for a page's scripts. In JSON `<` is written as `\u003c`, so nothing in it can end the element.
#[must_use]
pub fn data(class: &str, value: &impl Serialize) -> Markup {
    // Only maps whose keys are not texts have no JSON.
    let json = serde_json::to_string(value).map(|json| json.replace('<', "\\u003c"));
    let json = PreEscaped(json.unwrap_or_default());
    html! { script type="application/json" class=(class) { (json) } }
}
