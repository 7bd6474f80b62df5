//! Trees as JSON.

use serde_json::{Value, json};

use super::{Branch, SearchTree, TreeNode, Window};
use crate::{visits::Reached, words};
use plybench_engine::score::Score;
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
    json!({
        "variant": tree.name,
        "depth": tree.iteration,
        "value": tree.value,
        "score": Score::from_raw(tree.value).map(ScoreRecord::from),
        "pv": tree.line,
        "claim": tree.claim,
        "entered": tree.claim.is_none().then_some(tree.nodes.len()),
        "unsearched": tree.unsearched(),
        "nodes": (1..).zip(&tree.nodes).map(node_json).collect::<Vec<_>>(),
    })
}

fn node_json((number, node): (usize, &TreeNode)) -> Value {
    let visit = &node.visit;
    let reached = match visit.reached {
        Reached::Root => "root",
        Reached::Move => "move",
        Reached::MoveAgain => "move-again",
        Reached::Pass => "pass",
        Reached::Again => "same-node",
        Reached::Without => "without-move",
    };
    let children = node.branches.iter().filter_map(|branch| match branch {
        Branch::Searched(place) => Some(place + 1),
        Branch::Unsearched(_) => None,
    });
    let unsearched = node.unsearched().map(|one| {
        json!({
            "move": one.mv,
            "why": one.skipped_by.map_or("cut", |_| "skipped"),
            "by": one.skipped_by,
            "leaf": one.leaf,
        })
    });
    let Window { alpha, beta } = node.window();
    json!({
        "number": number,
        "parent": node.parent.map(|parent| parent + 1),
        "children": children.collect::<Vec<_>>(),
        "reached": reached,
        "move": node.mv,
        "asked_by": words::technique(visit.asked_by),
        "ply": visit.ply,
        "depth": visit.depth,
        "quiescence": visit.in_quiescence,
        "side": node.side().name(),
        "window": [alpha, beta],
        "value": node.value(),
        "bound": node.value().map(|_| words::bound(node.bound())),
        "end": visit.end.name(),
        "by": words::technique(visit.ended_by),
        "refuted_by": node.refuted_by,
        "in_pv": visit.is_in_line,
        "unsearched": unsearched.collect::<Vec<_>>(),
    })
}
