//! Trees as JSON.

use serde_json::{Value, json};

use super::{
    Branch, Cause, Node, Reached, SearchTree,
    model::{Unsearched, Window},
};
use plybench_records::ScoreRecord;

/// Trees of one root as an object. Nodes are a list in the order of visit, each with the number of the node above it; numbers
/// begin with 1. Values and windows are numbers as MAX sees them: centipawns, or 30000 minus the plies to a mate; a window without
/// a bound ends at 30001.
#[must_use]
pub fn json(trees: &[SearchTree]) -> Value {
    json!({
        "root": trees.first().map(|tree| &tree.root),
        "trees": trees.iter().map(tree_json).collect::<Vec<_>>(),
    })
}

fn tree_json(tree: &SearchTree) -> Value {
    let nodes = tree.nodes.iter().enumerate();
    json!({
        "variant": tree.variant,
        "depth": tree.iteration,
        "value": tree.value.raw(),
        "score": ScoreRecord::from(tree.value),
        "pv": tree.line,
        "entered": tree.nodes.len(),
        "unsearched": tree.unsearched(),
        "nodes": nodes.map(|(place, node)| node_json(place, node)).collect::<Vec<_>>(),
    })
}

fn node_json(place: usize, node: &Node) -> Value {
    let (reached, mv) = match &node.reached {
        Reached::Root => ("root", None),
        Reached::Move {
            mv,
            is_again: false,
        } => ("move", Some(mv)),
        Reached::Move { mv, is_again: true } => ("move-again", Some(mv)),
        Reached::Pass => ("pass", None),
        Reached::Again => ("same-node", None),
        Reached::Without(mv) => ("without-move", Some(mv)),
    };
    let children = node.branches.iter().filter_map(|branch| match branch {
        Branch::Searched(place) => Some(place + 1),
        Branch::Unsearched(_) => None,
    });
    let Window { alpha, beta } = node.window;
    json!({
        "number": place + 1,
        "parent": node.parent.map(|parent| parent + 1),
        "children": children.collect::<Vec<_>>(),
        "reached": reached,
        "move": mv,
        "asked_by": node.asked_by,
        "ply": node.ply,
        "depth": node.depth,
        "quiescence": node.in_quiescence,
        "side": node.side.name(),
        "window": [alpha.raw(), beta.raw()],
        "value": node.value.map(|value| value.score.raw()),
        "bound": node.value.map(|value| value.certainty.name()),
        "end": node.end.name(),
        "by": node.ended_by,
        "refuted_by": node.refuted_by,
        "in_pv": node.is_in_line,
        "unsearched": node.unsearched().map(unsearched_json).collect::<Vec<_>>(),
    })
}

fn unsearched_json(unsearched: &Unsearched) -> Value {
    let (why, by) = match &unsearched.cause {
        Cause::Cut => ("cut", None),
        Cause::Skipped(technique) => ("skipped", Some(technique)),
    };
    json!({
        "move": unsearched.mv,
        "why": why,
        "by": by,
        "leaf": unsearched.leaf.map(|leaf| leaf.raw()),
    })
}
