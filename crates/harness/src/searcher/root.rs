//! The root of a job: a chess position or a synthetic tree.

use plybench_engine::game::{
    chess::Chess,
    uniform_tree::{CheckedTree, UniformTree},
};

/// A root position of one of the games of experiments.
#[derive(Clone, Debug)]
pub enum Root {
    /// A chess position.
    Chess(Chess),
    /// The root of a uniform tree.
    Tree(CheckedTree),
}

impl Root {
    /// The position as text, as in `positions.jsonl` and job ids: the FEN, or the tree's
    /// parameters.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Root::Chess(position) => position.fen(),
            Root::Tree(tree) => tree.shape().to_string(),
        }
    }

    /// The root of such a text; none if the text is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(position) = Chess::from_fen(text) {
            return Some(Root::Chess(position));
        }
        let tree = CheckedTree::try_from(text.parse::<UniformTree>().ok()?);
        tree.ok().map(Root::Tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_the_root_again() {
        let fen = "8/7K/8/8/8/8/R7/7k w - - 0 1";
        let shape = "branching=3 depth=4 spread=50 mated-share=0.1 best-first-share=1 seed=7";
        for text in [fen, shape] {
            assert_eq!(Root::parse(text).unwrap().text(), text);
        }
        assert!(Root::parse(&shape.replace("=3", "=0")).is_none());
    }
}
