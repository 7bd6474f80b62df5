//! Trees as a page that plays each search step by step.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::{
    Kind, Moment, SearchTree,
    picture::{Place, inline},
    text::summary,
};
use crate::words;
use plybench_pages::{Head, data};
use plybench_text::escape;

/// How the keyboard plays a search.
const KEYS: &str = "Keys: → and ← go one step on or back, c and C to the next or the previous cut, Home and End to the first and the \
                    last step. The address names the step.";

/// Trees of one root as a page.
#[must_use]
pub fn page(trees: &[SearchTree]) -> String {
    let root = trees.first().map_or("", |tree| &tree.root);
    let title = format!("Search tree of {}", escape::plain(root));
    let lead = "Values and windows are those of MAX, the side to move at the root.";
    let contents = html! {
        p { (KEYS) }
        @for (number, tree) in (1..).zip(trees) { (section(number, tree)) }
    };
    let summaries: Vec<String> = trees.iter().map(summary).collect();
    plybench_pages::page(
        &Head {
            command: "tree",
            title: &title,
            purpose: "A search, step by step",
            answer: &summaries,
            has_boards: false,
            has_charts: true,
            kind: plybench_pages::Kind::Tree,
        },
        &plybench_pages::body(&title, lead, &contents, "tree --page"),
    )
}

fn section(number: usize, tree: &SearchTree) -> Markup {
    let (svg, width, places) = inline(tree);
    let summary = escape::plain(&summary(tree));
    // Small text is as large as that of the page's tables.
    let style = format!("width: {}px", width * 4 / 5);
    html! {
        section.tree id={"tree-" (number)} {
            h2 { (summary) }
            div.player {}
            div.chart { div.frame role="region" tabindex="0" aria-label={"Tree " (number) ": " (summary)} { div.picture style=(style) { (PreEscaped(svg)) } } }
            (data("steps", &steps(tree, &places)))
        }
    }
}

/// The steps for the script. Names of moves are texts to it, never markup.
fn steps(tree: &SearchTree, places: &[Place]) -> Value {
    let nodes = tree.nodes.iter().map(|node| {
        let label = escape::plain(&node.label());
        json!([node.parent, node.side().name(), label])
    });
    json!({
        "nodes": nodes.collect::<Vec<_>>(),
        "places": places,
        "table": tree.has_table,
        "moments": tree.moments.iter().map(moment).collect::<Vec<_>>(),
    })
}

fn moment(moment: &Moment) -> Value {
    let kind = match moment.kind {
        Kind::Enters => "enters",
        Kind::Leaves => "leaves",
        Kind::Cuts => "cuts",
        Kind::Within => "within",
    };
    let stored = moment.stored.as_ref().map(|stored| {
        let mv = stored.mv.as_deref().map(escape::plain);
        let value = words::score(stored.value);
        json!([value, words::bound(stored.bound), stored.depth, mv])
    });
    let (text, window) = (escape::plain(&moment.text), words::window(moment.window));
    json!([moment.node, kind, text, window, stored])
}
