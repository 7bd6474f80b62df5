//! The root of a job: a position of chess, perhaps with the game before it, or of another game.

use plybench_engine::game::{chess::Chess, named::AnyPosition};

use plybench_games::PlayedGame;

/// A root position of one of the games of experiments.
#[derive(Clone, Debug)]
pub enum Root {
    /// A chess position without a past: no position before it counts as repeated.
    Chess(Chess),
    /// The present position of a chess game. The positions before it count as repeated.
    Game(PlayedGame),
    /// A position of another game, or the root of a tree.
    Other(AnyPosition),
}

/// Evaluates an expression that is generic over games with `$root`, a root's position, and `$past`, the keys of the positions before
/// it.
#[macro_export]
macro_rules! with_root {
    ($any:expr, |$root:ident, $past:ident| $body:expr) => {
        match $any {
            $crate::searcher::Root::Other(root) => {
                let ($root, $past): (_, &[u64]) = (root, &[]);
                $body
            }
            $crate::searcher::Root::Chess(root) => {
                let ($root, $past): (_, &[u64]) = (root, &[]);
                $body
            }
            $crate::searcher::Root::Game(game) => {
                let ($root, $past): (_, &[u64]) = (game.position(), &game.past());
                $body
            }
        }
    };
}

impl Root {
    /// The position as text, as in `positions.jsonl` and job ids: the FEN, a game as in UCI (`FEN moves e2e4 e7e5`), or a position of
    /// another game with its name, or a tree.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Root::Chess(position) => position.fen(),
            Root::Game(game) => game.text(),
            Root::Other(position) => position.text(),
        }
    }

    /// The chess position to be searched; none in another game.
    #[must_use]
    pub fn position(&self) -> Option<&Chess> {
        match self {
            Root::Chess(position) => Some(position),
            Root::Game(game) => Some(game.position()),
            Root::Other(_) => None,
        }
    }

    /// The most plies that the game can go on for; none in chess, and where there is no such bound.
    #[must_use]
    pub fn height(&self) -> Option<u8> {
        match self {
            Root::Other(position) => position.height(),
            Root::Chess(_) | Root::Game(_) => None,
        }
    }

    /// Reads a position without a past: a FEN, or a position of another game, with its name.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Self, String> {
        match AnyPosition::read(text) {
            Some(other) => other.map(Root::Other),
            None => Chess::from_fen(text)
                .map(Root::Chess)
                .map_err(|error| error.to_string()),
        }
    }

    /// The root with this [text](Root::text); none if the text is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(root) = Root::read(text) {
            return Some(root);
        }
        let (start, moves) = text.split_once(" moves ")?;
        let start = Chess::from_fen(start).ok()?;
        let game = PlayedGame::read(start, moves.split(' '));
        game.ok().map(Root::Game)
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
        for text in [fen, shape, game, "connect 3x3 3 place x../.../..."] {
            assert_eq!(Root::parse(text).unwrap().text(), text);
        }
        assert!(Root::parse(&game.replace("a2", "a3")).is_none());
        assert!(Root::parse(&shape.replace("=3", "=0")).is_none());
    }
}
