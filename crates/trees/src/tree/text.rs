//! A tree as indented text: a line a node, in columns.

use super::{Branch, SearchTree};
use crate::words;
use plybench_text::plural::{count, in_thousands};

/// A line of the text, before its columns are aligned: the order of visit or the mark of a move that was never searched, the indented
/// name, the window, the value, and what is said at the end.
type Line = [String; 5];

/// The tree as text. Nodes are numbered in the order in which they were entered; a cross marks what was never searched.
#[must_use]
pub fn text(tree: &SearchTree) -> String {
    let mut lines = Vec::new();
    for root in tree.roots() {
        write_node(tree, root, 0, &mut lines);
    }
    let widest = |column: usize| {
        let widths = lines.iter().map(|line: &Line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let [number, name, window, value] = [0, 1, 2, 3].map(widest);
    let mut text = format!("{}\n{}\n\n", tree.root, summary(tree));
    for [a, b, c, d, rest] in &lines {
        let columns = format!("{a:>number$}  {b:<name$}  {c:<window$}  {d:>value$}  {rest}");
        text.push_str(columns.trim_end());
        text.push('\n');
    }
    text
}

/// What a tree is called: its variant, and whether that is the alpha-beta of textbooks.
pub(super) fn called(tree: &SearchTree) -> String {
    match tree.is_alpha_beta {
        true => format!("{} (alpha-beta)", tree.name),
        false => tree.name.clone(),
    }
}

/// What was searched, and how large the tree is, in a line.
pub(super) fn summary(tree: &SearchTree) -> String {
    let nodes = tree.nodes.len();
    if let Some(claim) = &tree.claim {
        return format!(
            "{}: {claim}, shown by {}",
            called(tree),
            count(nodes as u64, "node")
        );
    }
    format!(
        "{}, depth {}: value {}, {} {} entered, {} never searched",
        called(tree),
        tree.iteration,
        words::score(tree.value),
        in_thousands(nodes as u64),
        if nodes == 1 { "node" } else { "nodes" },
        count(tree.unsearched() as u64, "move"),
    )
}

fn write_node(tree: &SearchTree, place: usize, level: usize, lines: &mut Vec<Line>) {
    let node = &tree.nodes[place];
    let (label, side) = (node.label(), node.side().name());
    let name = format!("{label} {side}");
    let name = name.trim_start();
    lines.push([
        node.name.clone(),
        format!("{:indent$}{name}", "", indent = 2 * level),
        tree.question(node),
        node.value_text(),
        node.ending().unwrap_or_default(),
    ]);
    let indent = 2 * (level + 1);
    for branch in node.drawn() {
        match branch {
            Branch::Searched(below) => write_node(tree, below, level + 1, lines),
            Branch::Unsearched(one) => {
                let name = format!("{:indent$}{}", "", one.mv);
                let reason = match one.skipped_by {
                    None => "never searched".to_owned(),
                    Some(technique) => format!("skipped by {technique}"),
                };
                lines.push([
                    format!("× {}", one.name).trim_end().to_owned(),
                    name,
                    String::new(),
                    one.leaf_text(),
                    reason,
                ]);
            }
        }
    }
}
