//! Trees written by hand, such as those in textbooks, for which the visited leaves are known.
//!
//! A tree is a nested list of numbers, such as `[[3, 12, 8], [2, 4, 6]]`. A number is a leaf; its
//! value is from the point of view of the side to move *at the root*, as in textbooks. An empty list
//! is a mated position. Leaves may have different depths: a leaf ends its line whatever depth is left.

use std::{fmt, sync::Arc};

use thiserror::Error;

use super::{
    Game, MoveKind,
    named::{AnyPosition, Kind, NamedGame},
};
use crate::eval::Evaluation;

/// The deepest nesting that is accepted.
const DEEPEST: usize = 64;
/// The longest list that is accepted: a move is a 16-bit number.
const LONGEST: usize = u16::MAX as usize;

#[derive(Clone, Debug, PartialEq, Eq)]
enum TreeNode {
    Leaf(i32),
    Inner(Vec<usize>),
}

/// A tree, stored as a list of nodes in the order of the text. Node 0 is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitTree {
    /// Shared by its positions.
    nodes: Arc<[TreeNode]>,
}

/// Why a text is not a valid tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tree, byte {position}: {problem}")]
pub struct TreeError {
    /// Byte offset into the text.
    pub position: usize,
    /// What is wrong at that byte, and what is expected there.
    pub problem: &'static str,
}

impl ExplicitTree {
    /// Reads nested lists such as `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`.
    ///
    /// # Errors
    /// If the text is not a valid tree; the error has the place. Causes are a stray character, an
    /// unclosed list, a comma without an entry before it, a number that is no integer within ±20000,
    /// more than 64 levels of nesting, and a list with more than 65,535 entries.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut nodes = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut closed = false;
        // Whether the list has an entry before `at` that no comma follows.
        let mut has_entry = false;
        while at < bytes.len() {
            let error = |problem| TreeError {
                position: at,
                problem,
            };
            match bytes[at] {
                b' ' | b'\n' | b'\t' => at += 1,
                b',' if !has_entry => {
                    return Err(error("no entry before this comma; give a number or a list"));
                }
                b',' => {
                    has_entry = false;
                    at += 1;
                }
                _ if closed => return Err(error("unexpected text after the tree; give one tree")),
                b'[' if open.len() == DEEPEST => {
                    return Err(error("nested more than 64 lists deep"));
                }
                b'[' => {
                    add(&mut nodes, &open, TreeNode::Inner(Vec::new())).map_err(error)?;
                    open.push(nodes.len() - 1);
                    has_entry = false;
                    at += 1;
                }
                b']' => {
                    open.pop().ok_or_else(|| error("] without a matching ["))?;
                    closed = open.is_empty();
                    has_entry = true;
                    at += 1;
                }
                b'-' | b'0'..=b'9' => {
                    let digits = bytes[at + 1..]
                        .iter()
                        .take_while(|b| b.is_ascii_digit())
                        .count();
                    let next = bytes.get(at + 1 + digits);
                    if next.is_some_and(|next| !b" ,\n\t[]".contains(next)) {
                        return Err(error("not an integer; round or scale the leaves"));
                    }
                    let value = text[at..=at + digits]
                        .parse()
                        .ok()
                        .filter(|value: &i32| (-20_000..=20_000).contains(value))
                        .ok_or_else(|| error("not a number within ±20000"))?;
                    add(&mut nodes, &open, TreeNode::Leaf(value)).map_err(error)?;
                    closed = open.is_empty();
                    has_entry = true;
                    at += digits + 1;
                }
                _ => return Err(error("expected a list or a number")),
            }
        }
        if !closed {
            return Err(TreeError {
                position: at,
                problem: "the tree ends early; close its lists with ]",
            });
        }
        let nodes = nodes.into();
        Ok(ExplicitTree { nodes })
    }

    /// The root as a position.
    #[must_use]
    pub fn root(&self) -> TreePosition {
        TreePosition {
            tree: self.clone(),
            node: 0,
            root_to_move: true,
        }
    }
}

/// The nested lists; [`ExplicitTree::parse`] reads them.
impl fmt::Display for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(tree: &ExplicitTree, node: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match &tree.nodes[node] {
                TreeNode::Leaf(value) => write!(f, "{value}"),
                TreeNode::Inner(children) => {
                    f.write_str("[")?;
                    for (number, &child) in children.iter().enumerate() {
                        f.write_str(if number == 0 { "" } else { ", " })?;
                        write(tree, child, f)?;
                    }
                    f.write_str("]")
                }
            }
        }
        write(self, 0, f)
    }
}

fn add(nodes: &mut Vec<TreeNode>, open: &[usize], node: TreeNode) -> Result<(), &'static str> {
    let index = nodes.len();
    nodes.push(node);
    if let Some(&parent) = open.last()
        && let TreeNode::Inner(children) = &mut nodes[parent]
    {
        if children.len() == LONGEST {
            return Err("a list has more than 65,535 entries");
        }
        children.push(index);
    }
    Ok(())
}

/// A node of an [`ExplicitTree`].
#[derive(Clone)]
pub struct TreePosition {
    tree: ExplicitTree,
    node: usize,
    root_to_move: bool,
}

impl TreePosition {
    /// The tree that it is a node of.
    #[must_use]
    pub fn tree(&self) -> &ExplicitTree {
        &self.tree
    }

    /// The plies to the deepest leaf. A mate is seen only above the horizon, so that an empty list counts one.
    fn height(&self) -> u8 {
        if self.is_leaf() {
            return 0;
        }
        let moves = 0..self.children().len() as u16;
        1 + moves.map(|mv| self.play(mv).height()).max().unwrap_or(0)
    }

    fn children(&self) -> &[usize] {
        match &self.tree.nodes[self.node] {
            TreeNode::Leaf(_) => &[],
            TreeNode::Inner(children) => children,
        }
    }
}

impl fmt::Debug for TreePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}", self.node)
    }
}

impl Game for TreePosition {
    /// The number of the child, from 0.
    type Move = u16;

    fn for_each_move(&self, kind: MoveKind, visit: impl FnMut(u16)) {
        if kind == MoveKind::All {
            (0..self.children().len() as u16).for_each(visit);
        }
    }

    fn has_legal_move(&self) -> bool {
        !self.children().is_empty()
    }

    fn play(&self, mv: u16) -> Self {
        TreePosition {
            tree: self.tree.clone(),
            node: self.children()[usize::from(mv)],
            root_to_move: !self.root_to_move,
        }
    }

    fn make(&mut self, mv: u16) {
        self.node = self.children()[usize::from(mv)];
        self.root_to_move = !self.root_to_move;
    }

    fn in_check(&self) -> bool {
        matches!(&self.tree.nodes[self.node], TreeNode::Inner(children) if children.is_empty())
    }

    fn is_leaf(&self) -> bool {
        matches!(self.tree.nodes[self.node], TreeNode::Leaf(_))
    }

    fn key(&self) -> u64 {
        (self.node as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        match self.tree.nodes[self.node] {
            TreeNode::Leaf(value) if self.root_to_move => value,
            TreeNode::Leaf(value) => -value,
            TreeNode::Inner(_) => 0,
        }
    }
}

impl NamedGame for TreePosition {
    const NAME: &'static str = "tree";
    const FORMAT: &'static str = "nested lists of numbers, such as [[3, 12, 8], [2, 4, 6]]";
    const ABOUT: &'static str = "a tree that is given; leaves have values for the side to move at the root, and [] is a mate";

    fn read(text: &str) -> Result<Self, String> {
        let tree = ExplicitTree::parse(text).map_err(|error| error.to_string())?;
        let root = tree.root();
        if root.has_legal_move() {
            return Ok(root);
        }
        Err(
            "the tree is empty; give a list of numbers or lists, such as [[3,12,8],[2,4,6]]"
                .to_owned(),
        )
    }

    /// The whole tree, whichever of its nodes this is.
    fn text(&self) -> String {
        self.tree.to_string()
    }

    fn height(&self) -> Option<u8> {
        Some(TreePosition::height(self))
    }

    const IS_TREE: bool = true;

    fn erased(self) -> AnyPosition {
        Kind::Explicit(self).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn lists_become_nodes_and_numbers_leaves() {
        let tree = ExplicitTree::parse("[[3, 12], [-2], []]").unwrap();
        let root = tree.root();
        assert_eq!(root.children().len(), 3);
        assert_eq!(root.play(0).play(1).evaluate(Evaluation::Zero), 12);
        assert!(root.play(2).in_check() && !root.play(2).has_legal_move());
        assert!(root.play(1).play(0).is_leaf());
    }

    #[test]
    fn a_broken_text_is_located() {
        for (text, position) in [
            ("[1, x]", 4),
            ("[1", 2),
            ("", 0),
            ("[1]]", 3),
            ("[99999]", 1),
            ("[20001]", 1),
            ("[-20001]", 1),
            ("[-2147483648]", 1),
            ("[2147483648]", 1),
            ("]", 0),
            ("[-]", 1),
            ("[1,,2]", 3),
            ("[,1]", 1),
            ("[[1], ,2]", 6),
            (",[1]", 0),
            ("[1, 12.5]", 4),
            ("[1e3]", 1),
            ("[1-2]", 1),
        ] {
            assert_eq!(
                ExplicitTree::parse(text).unwrap_err().position,
                position,
                "{text}"
            );
        }
        assert!(ExplicitTree::parse(&"[".repeat(100)).is_err());
        let wide = |leaves| ExplicitTree::parse(&format!("[{}]", "1,".repeat(leaves)));
        assert_eq!(wide(65_535).unwrap().root().children().len(), 65_535);
        assert_eq!(wide(65_536).unwrap_err().position, 1 + 2 * 65_535);
    }
    #[test]
    fn keys_differ_in_the_high_bits_that_select_a_slot_of_the_table() {
        let tree = ExplicitTree::parse(&format!("[{}]", "1,".repeat(256))).unwrap();
        let root = tree.root();
        let high: HashSet<u64> = (0..256).map(|mv| root.play(mv).key() >> 56).collect();
        // As many as random keys have: 256 · (1 - 1/e) = 162.
        assert!(high.len() > 150, "{}", high.len());
    }

    #[test]
    fn a_tree_that_is_written_and_read_is_the_same() {
        for text in [
            "5",
            "-20000",
            "[]",
            "[20000]",
            "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]",
            "[[], [[1], -2, []], 0, [[[-1, 1]]]]",
        ] {
            let tree = ExplicitTree::parse(text).unwrap();
            assert_eq!(tree.to_string(), text);
            assert_eq!(ExplicitTree::parse(&tree.to_string()).unwrap(), tree);
        }
        // Written in one way, however it was read.
        let tree = ExplicitTree::parse("\n[ [3\t12,8,],[] 007 ]").unwrap();
        assert_eq!(tree.to_string(), "[[3, 12, 8], [], 7]");
        assert_eq!(ExplicitTree::parse(&tree.to_string()).unwrap(), tree);
    }

    #[test]
    fn lists_are_nested_as_deep_as_documented_and_no_deeper() {
        let nested = |lists: usize, leaf: &str| {
            ExplicitTree::parse(&format!("{}{leaf}{}", "[".repeat(lists), "]".repeat(lists)))
        };
        for leaf in ["", "7"] {
            let deepest = nested(64, leaf).unwrap();
            assert_eq!(ExplicitTree::parse(&deepest.to_string()).unwrap(), deepest);
            let refused = nested(65, leaf).unwrap_err();
            assert_eq!(refused.position, 64);
            assert_eq!(
                refused.to_string(),
                "tree, byte 64: nested more than 64 lists deep"
            );
        }
        // What counts is how many lists are open, not how many there are.
        let wide = format!("[{}]", "[[1], [2]], ".repeat(100));
        assert_eq!(
            ExplicitTree::parse(&wide).unwrap().root().children().len(),
            100
        );
    }
}
