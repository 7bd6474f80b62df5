//! Trees as a page that plays each search step by step, as in a lecture.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::{
    Kind, Moment, SearchTree,
    picture::{Inline, Place, inline},
    text::{called, summary},
};
use crate::words;
use plybench_figures::sheet::{SMALL, VALUE};
use plybench_pages::{Head, data};
use plybench_text::escape;

/// What the keyboard does.
const KEYS: [(&str, &str); 8] = [
    ("→ ←", "one step forward or back"),
    ("c C", "to the next cut or the one before"),
    ("Home End", "to the first or the last step"),
    ("Space", "play or pause"),
    ("s", "the searches in step, or each at its own pace"),
    ("h", "hide what is not visited yet, or show its outline"),
    ("l", "large type"),
    ("f", "full screen"),
];

/// Trees of one root as a page.
#[must_use]
pub fn page(trees: &[SearchTree]) -> String {
    let root = trees.first().map_or("", |tree| &tree.root);
    let title = format!("Search tree of {}", escape::plain(root));
    let summaries: Vec<String> = trees.iter().map(summary).collect();
    let is_proof = trees.iter().any(|tree| tree.claim.is_some());
    let values = values(trees);
    let body = html! {
        header { h1 { (title) } }
        main id="main" {
            div.stage {
                @for (number, (tree, drawn)) in (1..).zip(trees.iter().zip(inline(trees))) { (section(number, tree, drawn, &values)) }
            }
            div.player {}
            (notes(is_proof))
        }
        footer { p { "Written by " code { "plybench tree --page" } ", Plybench " (env!("CARGO_PKG_VERSION")) "." } }
    };
    plybench_pages::page(
        &Head {
            command: "tree",
            title: &title,
            purpose: "A search, step by step",
            answer: &summaries,
            has_boards: trees.iter().any(|tree| tree.is_chess),
            has_charts: true,
            kind: plybench_pages::Kind::Tree,
        },
        &body,
    )
}

fn section(
    number: usize,
    tree: &SearchTree,
    (svg, size, places): Inline,
    values: &BTreeMap<i16, String>,
) -> Markup {
    let summary = escape::plain(&summary(tree));
    html! {
        section.tree id={"tree-" (number)} aria-label=(summary) {
            h2 { (escape::plain(&called(tree))) }
            div.chart { div.frame role="region" tabindex="0" aria-label={"Tree " (number) ": " (summary)} { div.picture { (PreEscaped(svg)) } } }
            (data("steps", &steps(tree, size, &places, values)))
        }
    }
}

/// What is folded below the bar.
fn notes(is_proof: bool) -> Markup {
    let below = if is_proof {
        "the plies left"
    } else {
        "its window on entry"
    };
    html! {
        details.notes {
            summary { "Key and keyboard" }
            p { "A house that points up has MAX to move, the side to move at the root; one that points down has MIN to move. All values and "
                "windows are those of MAX. A house has the node's name and its value; below it are " (below) " and how it ended. "
                @if !is_proof { "A coloured value belongs to a node that is still open: it is the best so far, and the node's value is at least \
                    (MAX) or at most (MIN) that. " }
                "Broad lines are the best line. Dashed branches with a cross were never searched." }
            dl.keys { @for (keys, what) in KEYS { div { dt { @for key in keys.split(' ') { kbd { (key) } " " } } dd { (what) } } } }
            p { "A click on a node leads to its first step. The address names the step, so that a step can be linked." }
        }
    }
}

/// All values that the lines of the page have, in order: those of all trees, so that their lines can be compared.
fn values(trees: &[SearchTree]) -> BTreeMap<i16, String> {
    let of_moment = |tree: &SearchTree, moment: &Moment| {
        let bounds = [moment.window.alpha, moment.window.beta];
        let value = tree.nodes[moment.node].value();
        let all = bounds.into_iter().chain(value).chain(moment.best_above);
        all.collect::<Vec<i16>>()
    };
    let all = trees.iter().flat_map(|tree| {
        let moments = tree.moments.iter();
        moments.flat_map(move |moment| of_moment(tree, moment))
    });
    all.map(|raw| (raw, words::score(raw))).collect()
}

/// The steps for the script. Names of moves are texts to it, never markup.
fn steps(
    tree: &SearchTree,
    (width, height): (i32, i32),
    places: &[Place],
    values: &BTreeMap<i16, String>,
) -> Value {
    let nodes = tree.nodes.iter().map(|node| {
        let label = escape::plain(&tree.drawn_label(node));
        json!([node.parent, node.side().name(), label, node.name])
    });
    let rank = |raw: i16| values.range(..raw).count();
    json!({
        "nodes": nodes.collect::<Vec<_>>(),
        "boards": tree.boards,
        "chess": tree.is_chess,
        "size": [width, height],
        "text": [SMALL, VALUE],
        "places": places,
        "values": values.values().collect::<Vec<_>>(),
        "table": tree.has_table,
        "proof": tree.claim.is_some(),
        "moments": tree.moments.iter().map(|one| moment(one, rank, tree)).collect::<Vec<_>>(),
    })
}

fn moment(moment: &Moment, rank: impl Fn(i16) -> usize, tree: &SearchTree) -> Value {
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
    let is_left = matches!(moment.kind, Kind::Leaves | Kind::Cuts);
    let value = tree.nodes[moment.node].value().filter(|_| is_left);
    let window = [moment.window.alpha, moment.window.beta].map(&rank);
    let (value, best) = (value.map(&rank), moment.best_above.map(&rank));
    let text = escape::plain(&moment.text);
    json!([moment.node, kind, text, window, value, best, stored])
}
