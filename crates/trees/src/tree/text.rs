//! A tree as indented text: a line a node, in columns.

use std::fmt::Write as _;

use super::{Cause, Drawn, SearchTree};
use crate::words;
use plybench_text::plural::{count, in_thousands};

/// A line of the text, before its columns are aligned.
struct Line {
    /// The order of visit, or the mark of a move that was never searched.
    number: String,
    /// The indented name.
    name: String,
    window: String,
    value: String,
    /// What is said at the end.
    rest: String,
}

/// The tree as text. Nodes are numbered in the order in which they were entered; a cross marks what was never searched.
#[must_use]
pub fn text(tree: &SearchTree) -> String {
    let mut lines = Vec::new();
    for root in tree.visits.below(None) {
        write_node(tree, root, 0, &mut lines);
    }
    let widest = |column: fn(&Line) -> &str| {
        let widths = lines.iter().map(|line| column(line).chars().count());
        widths.max().unwrap_or(0)
    };
    let number = widest(|line| &line.number);
    let name = widest(|line| &line.name);
    let window = widest(|line| &line.window);
    let value = widest(|line| &line.value);
    let mut text = format!("{}\n{}\n\n", tree.visits.root, summary(tree));
    for line in &lines {
        let columns = format!(
            "{:>number$}  {:<name$}  {:<window$}  {:>value$}  {}",
            line.number, line.name, line.window, line.value, line.rest
        );
        let _ = writeln!(text, "{}", columns.trim_end());
    }
    text
}

/// What was searched, and how large the tree is, in a line.
pub(super) fn summary(tree: &SearchTree) -> String {
    let visits = &tree.visits;
    let nodes = visits.nodes.len();
    format!(
        "{}, depth {}: value {}, {} {} entered, {} never searched",
        visits.name,
        visits.iteration,
        tree.value(),
        in_thousands(nodes as u64),
        if nodes == 1 { "node" } else { "nodes" },
        count(tree.unsearched() as u64, "move"),
    )
}

/// Why a move was never searched, in words.
fn reason(cause: Cause) -> String {
    match cause {
        Cause::Cut => "never searched".to_owned(),
        Cause::Skipped(technique) => format!("skipped by {technique}"),
    }
}

fn write_node(tree: &SearchTree, place: usize, level: usize, lines: &mut Vec<Line>) {
    let node = tree.node(place);
    let (label, side) = (node.label(), node.side().name());
    let name = if label.is_empty() {
        side.to_owned()
    } else {
        format!("{label} {side}")
    };
    lines.push(Line {
        number: (place + 1).to_string(),
        name: format!("{:indent$}{name}", "", indent = 2 * level),
        window: words::window(node.window()),
        value: node.value_text(),
        rest: node.ending().unwrap_or_default(),
    });
    let indent = 2 * (level + 1);
    for branch in node.drawn() {
        match branch {
            Drawn::Node(below) => write_node(tree, below, level + 1, lines),
            Drawn::Stub {
                label, cause, leaf, ..
            } => lines.push(Line {
                number: "×".to_owned(),
                name: format!("{:indent$}{label}", ""),
                window: String::new(),
                value: leaf,
                rest: reason(cause),
            }),
        }
    }
}
