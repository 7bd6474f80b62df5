//! The root of a job: a chess position, perhaps with the game before it, or a synthetic tree.

use plybench_engine::game::{
    chess::Chess,
    uniform_tree::{CheckedTree, UniformTree},
};

use plybench_games::PlayedGame;

/// A root position of one of the games of experiments.
#[derive(Clone, Debug)]
pub enum Root {
    /// A chess position without a past: no position before it counts as repeated.
    Chess(Chess),
    /// The present position of a chess game. The positions before it count as repeated.
    Game(PlayedGame),
    /// The root of a uniform tree.
    Tree(CheckedTree),
}

impl Root {
    /// The position as text, as in `positions.jsonl` and job ids: the FEN, a game as in UCI (`FEN moves e2e4 e7e5`), or the tree's
    /// parameters.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Root::Chess(position) => position.fen(),
            Root::Game(game) => game.text(),
            Root::Tree(tree) => tree.shape().to_string(),
        }
    }

    /// The chess position to be searched; none for a tree.
    #[must_use]
    pub fn position(&self) -> Option<&Chess> {
        match self {
            Root::Chess(position) => Some(position),
            Root::Game(game) => Some(game.position()),
            Root::Tree(_) => None,
        }
    }

    /// The root of such a text; none if the text is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(position) = Chess::from_fen(text) {
            return Some(Root::Chess(position));
        }
        if let Some((start, moves)) = text.split_once(" moves ") {
            let start = Chess::from_fen(start).ok()?;
            let game = PlayedGame::read(start, moves.split(' '));
            return game.ok().map(Root::Game);
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
        let game = "8/7K/8/8/8/8/R7/7k w - - 0 1 moves a2b2 h1g1";
        for text in [fen, shape, game] {
            assert_eq!(Root::parse(text).unwrap().text(), text);
        }
        assert!(Root::parse(&game.replace("a2", "a3")).is_none());
        assert!(Root::parse(&shape.replace("=3", "=0")).is_none());
    }
}
