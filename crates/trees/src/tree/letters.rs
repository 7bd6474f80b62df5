//! Letters for the nodes of trees, as textbooks have them.

use std::collections::VecDeque;

use super::{Branch, BranchOrder, SearchTree};
use crate::visits::Reached;

/// What is searched below a node, and which of several searches of it this is. Nodes of two trees that are reached by the same have one
/// name.
type Step = (Reached, u16, usize);

/// One node in several trees: its place in each, or the node above and the place of its branch there, if it was not searched.
#[derive(Clone, Copy)]
enum Found {
    Node(usize),
    Unsearched(usize, usize),
}

/// Names the nodes of trees of one root by letters, level by level and from left to right: `A` is the root. The leaves below `C` are `C1`,
/// `C2` and so on.
pub fn letters(trees: &mut [SearchTree], order: BranchOrder) {
    let roots: Vec<Vec<usize>> = trees.iter().map(|tree| tree.roots().collect()).collect();
    let most = roots.iter().map(Vec::len).max().unwrap_or(0);
    let nth = |at: usize| -> Vec<(usize, Found)> {
        let places = roots.iter().enumerate();
        let found = places.filter_map(|(tree, roots)| Some((tree, Found::Node(*roots.get(at)?))));
        found.collect()
    };
    let mut waiting: VecDeque<_> = (0..most).map(nth).collect();
    let mut letters = 0;
    while let Some(group) = waiting.pop_front() {
        let name = letter(letters);
        letters += 1;
        for &(tree, found) in &group {
            set(&mut trees[tree], found, &name);
        }
        let below = below(trees, &group, order);
        for (number, group) in (1..).zip(below) {
            if group
                .iter()
                .any(|&(tree, found)| is_inner(&trees[tree], found))
            {
                waiting.push_back(group);
                continue;
            }
            for &(tree, found) in &group {
                set(&mut trees[tree], found, &format!("{name}{number}"));
            }
        }
    }
}

/// `A` to `Z`, `AA`, `AB` and so on.
fn letter(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (number % 26) as u8));
        match number / 26 {
            0 => break,
            more => number = more - 1,
        }
    }
    letters.iter().rev().collect()
}

fn set(tree: &mut SearchTree, found: Found, name: &str) {
    match found {
        Found::Node(place) => name.clone_into(&mut tree.nodes[place].name),
        Found::Unsearched(place, at) => {
            if let Branch::Unsearched(one) = &mut tree.nodes[place].branches[at] {
                name.clone_into(&mut one.name);
            }
        }
    }
}

/// Whether moves lead on from it, as far as the tree tells.
fn is_inner(tree: &SearchTree, found: Found) -> bool {
    match found {
        Found::Node(place) => !tree.nodes[place].branches.is_empty(),
        Found::Unsearched(place, at) => match &tree.nodes[place].branches[at] {
            Branch::Unsearched(one) => one.leaf.is_none(),
            Branch::Searched(_) => true,
        },
    }
}

/// What the node leads to in any of the trees, from left to right.
fn below(
    trees: &[SearchTree],
    group: &[(usize, Found)],
    order: BranchOrder,
) -> Vec<Vec<(usize, Found)>> {
    let mut all: Vec<(Step, Vec<(usize, Found)>)> = Vec::new();
    for &(tree, found) in group {
        let Found::Node(place) = found else { continue };
        let mut seen = Vec::new();
        let node = &trees[tree].nodes[place];
        for (at, branch) in node.branches.iter().enumerate() {
            if matches!(branch, Branch::Unsearched(one) if node.is_bundled(one)) {
                continue;
            }
            let (reached, number, found) = match branch {
                Branch::Searched(below) => {
                    let visit = &trees[tree].nodes[*below].visit;
                    (visit.reached, visit.mv, Found::Node(*below))
                }
                Branch::Unsearched(one) => {
                    (Reached::Move, one.number, Found::Unsearched(place, at))
                }
            };
            let before = seen.iter().filter(|one| **one == (reached, number));
            let step = (reached, number, before.count());
            seen.push((reached, number));
            match all.iter_mut().find(|(other, _)| *other == step) {
                Some((_, group)) => group.push((tree, found)),
                None => all.push((step, vec![(tree, found)])),
            }
        }
    }
    if order == BranchOrder::AsListed {
        all.sort_by_key(|&((_, number, _), _)| number);
    }
    all.into_iter().map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn letters_go_on_after_z() {
        let named = [0, 1, 25, 26, 51, 52, 701, 702].map(super::letter);
        assert_eq!(named, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
