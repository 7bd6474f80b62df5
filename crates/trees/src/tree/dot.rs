//! Trees in the language of Graphviz: `dot -Tsvg tree.dot`.

use super::{Branch, SearchTree, Side, text::summary};

/// Trees of one root as a graph, each in a box. Houses point up at nodes of MAX and down at those of MIN.
#[must_use]
pub fn dot(trees: &[SearchTree]) -> String {
    let mut text = "digraph tree {\n  graph [fontname=\"Helvetica\", ordering=out];\n  \
                    node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none];\n"
        .to_owned();
    for (number, tree) in trees.iter().enumerate() {
        let title = quoted(&format!("{}\n{}", tree.root, summary(tree)));
        text.push_str(&format!(
            "  subgraph cluster_{number} {{\n    color=none;\n    label={title};\n"
        ));
        for place in 0..tree.nodes.len() {
            text.push_str(&of_node((number, tree), place));
        }
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let escaped = plybench_text::escape::plain(&text.replace('\n', "\u{1}"));
    // A line feed of ours is one of Graphviz; those of others are shown as escapes.
    let escaped = escaped.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace("\\\\u{1}", "\\n"))
}

/// A node and its branches.
fn of_node((number, tree): (usize, &SearchTree), place: usize) -> String {
    let node = &tree.nodes[place];
    let name = |place: usize| format!("t{number}_{}", place + 1);
    let house = |side: Side| match side {
        Side::Max => "house",
        Side::Min => "invhouse",
    };
    let broad = |is_in_line: bool| if is_in_line { 2.5 } else { 1.0 };
    let own = name(place);
    let (value, window) = (node.value_text(), tree.question(node));
    let ending = node.ending().map(|ending| format!("\n{ending}"));
    let ending = ending.unwrap_or_default();
    let label = quoted(&format!("{}: {value}\n{window}{ending}", node.name));
    let (shape, width) = (house(node.side()), broad(node.visit.is_in_line));
    let mut text = format!("    {own} [shape={shape}, penwidth={width}, label={label}];\n");
    for (at, branch) in node.drawn().into_iter().enumerate() {
        text += &match branch {
            Branch::Searched(below) => {
                let child = &tree.nodes[below];
                let width = broad(node.visit.is_in_line && child.visit.is_in_line);
                let (below, label) = (name(below), quoted(&child.label()));
                format!("    {own} -> {below} [label={label}, penwidth={width}];\n")
            }
            Branch::Unsearched(one) => {
                let reason = one.skipped_by.map(|by| format!("\nskipped by {by}"));
                let inside = one.leaf_text() + &reason.unwrap_or_default();
                let label = quoted(&format!("× {}", one.mv));
                let inside = quoted(inside.trim_start());
                let (stub, shape) = (format!("{own}_{at}"), house(node.side().other()));
                format!(
                    "    {stub} [shape={shape}, style=dashed, color=gray45, fontcolor=gray45, label={inside}];\n    \
                     {own} -> {stub} [style=dashed, color=gray45, label={label}];\n"
                )
            }
        };
    }
    text
}
