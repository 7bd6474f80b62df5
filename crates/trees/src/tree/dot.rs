//! Trees in the language of Graphviz: `dot -Tsvg tree.dot`.

use std::fmt::{Display, Write as _};

use super::{Cause, Drawn, SearchTree, Side, text::summary};
use crate::words;

/// Trees of one root as a graph, each in a box. Houses point up at nodes of MAX and down at those of MIN.
#[must_use]
pub fn dot(trees: &[SearchTree]) -> String {
    let mut text = "digraph tree {\n  graph [fontname=\"Helvetica\", ordering=out];\n  \
                    node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none];\n"
        .to_owned();
    for (number, tree) in trees.iter().enumerate() {
        let title = format!("{}\n{}", tree.visits.root, summary(tree));
        push(
            &mut text,
            format_args!(
                "  subgraph cluster_{number} {{\n    color=none;\n    label={};\n",
                quoted(&title)
            ),
        );
        for place in 0..tree.details.len() {
            write_node(&mut text, (number, tree), place);
        }
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

/// Memory does not fail.
fn push(text: &mut String, what: std::fmt::Arguments) {
    let _ = text.write_fmt(what);
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let escaped = plybench_text::escape::shown(&text.replace('\n', "\u{1}"));
    // A line feed of ours is one of Graphviz; those of others are shown as escapes.
    let escaped = escaped.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace("\\\\u{1}", "\\n"))
}

fn shape(side: Side) -> &'static str {
    match side {
        Side::Max => "house",
        Side::Min => "invhouse",
    }
}

fn write_node(text: &mut String, (number, tree): (usize, &SearchTree), place: usize) {
    let node = tree.node(place);
    let name = |what: &dyn Display| format!("t{number}_{what}");
    let own = name(&(place + 1));
    let (value, window) = (node.value_text(), words::window(node.window()));
    let mut label = format!("{}: {value}\n{window}", place + 1);
    if let Some(ending) = node.ending() {
        label.push('\n');
        label.push_str(&ending);
    }
    let width = if node.visit.is_in_line { 2.5 } else { 1.0 };
    push(
        text,
        format_args!(
            "    {own} [shape={}, penwidth={width}, label={}];\n",
            shape(node.side()),
            quoted(&label)
        ),
    );
    for (at, branch) in node.drawn().into_iter().enumerate() {
        let (label, cause, mut inside) = match branch {
            Drawn::Stub {
                label, cause, leaf, ..
            } => (label, cause, leaf),
            Drawn::Node(below) => {
                let child = tree.node(below);
                let is_bold = node.visit.is_in_line && child.visit.is_in_line;
                push(
                    text,
                    format_args!(
                        "    {own} -> {} [label={}, penwidth={}];\n",
                        name(&(below + 1)),
                        quoted(&child.label()),
                        if is_bold { 2.5 } else { 1.0 }
                    ),
                );
                continue;
            }
        };
        let stub = format!("{own}_{at}");
        if let Cause::Skipped(technique) = cause {
            inside = format!("{inside}\nskipped by {technique}");
        }
        push(
            text,
            format_args!(
                "    {stub} [shape={}, style=dashed, color=gray45, fontcolor=gray45, label={}];\n    \
                 {own} -> {stub} [style=dashed, color=gray45, label={}];\n",
                shape(node.side().other()),
                quoted(inside.trim_start()),
                quoted(&format!("× {label}"))
            ),
        );
    }
}
