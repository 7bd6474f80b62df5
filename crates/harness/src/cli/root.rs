//! The roots that the user names: chess positions, perhaps with moves played from them, and trees.

use std::{ffi::OsStr, path::Path};

use plybench_engine::game::{
    Game, MoveKind,
    chess::Chess,
    explicit_tree::{ExplicitTree, TreePosition},
    uniform_tree::{CheckedTree, UniformTree},
};

use super::failure::Failure;
use plybench_experiment::searcher::Root;
use plybench_games::PlayedGame;

/// A root of any game that can be recorded step by step.
pub(super) enum AnyRoot {
    /// A tree that the user wrote.
    Explicit(ExplicitTree),
    /// The root of another game.
    Other(Root),
}

/// Evaluates an expression that is generic over games with `$root`, a root's position, and `$past`, the hashes of the positions before
/// it.
macro_rules! with_root {
    ($any:expr, |$root:ident, $past:ident| $body:expr) => {
        match $any {
            AnyRoot::Explicit(tree) => {
                let ($root, $past): (_, &[u64]) = (&tree.root(), &[]);
                $body
            }
            AnyRoot::Other(Root::Tree(tree)) => {
                let ($root, $past): (_, &[u64]) = (&tree.root(), &[]);
                $body
            }
            AnyRoot::Other(Root::Chess(root)) => {
                let ($root, $past): (_, &[u64]) = (root, &[]);
                $body
            }
            AnyRoot::Other(Root::Game(game)) => {
                let ($root, $past): (_, &[u64]) = (game.position(), &game.past());
                $body
            }
        }
    };
}
pub(super) use with_root;

impl AnyRoot {
    /// Reads nested lists of numbers, or what [`root`] reads.
    pub(super) fn read(text: &str, moves: &[String]) -> Result<Self, Failure> {
        if !text.trim_start().starts_with('[') {
            return root(text, moves).map(AnyRoot::Other);
        }
        if !moves.is_empty() {
            return Err(Failure::input("--moves needs a chess position"));
        }
        let tree = ExplicitTree::parse(text).map_err(Failure::input)?;
        if !tree.root().has_legal_move() {
            return Err(Failure::input(
                "the tree is empty; give a list of numbers or lists, such as [[3,12,8],[2,4,6]]",
            ));
        }
        Ok(AnyRoot::Explicit(tree))
    }

    pub(super) fn is_chess(&self) -> bool {
        matches!(self, AnyRoot::Other(Root::Chess(_) | Root::Game(_)))
    }

    /// The plies to the deepest leaf; none if the game has no such bound.
    pub(super) fn height(&self) -> Option<u8> {
        match self {
            AnyRoot::Explicit(tree) => Some(height(&tree.root())),
            AnyRoot::Other(Root::Tree(tree)) => Some(tree.shape().depth.max(1)),
            AnyRoot::Other(Root::Chess(_) | Root::Game(_)) => None,
        }
    }
}

/// The depth to which everything in a tree is searched. At the horizon a mate is not noticed, so an empty list needs a ply.
fn height(position: &TreePosition<'_>) -> u8 {
    if position.is_leaf() {
        return 0;
    }
    let mut below = 0;
    position.for_each_move(MoveKind::All, |mv| {
        below = below.max(height(&position.play(mv)));
    });
    below + 1
}

/// A chess position, perhaps with moves played from it, or a uniform tree by its parameters.
pub(super) fn root(text: &str, played: &[String]) -> Result<Root, Failure> {
    if text.starts_with("branching=") {
        if !played.is_empty() {
            return Err(Failure::input("--moves needs a chess position"));
        }
        let tree: UniformTree = text.parse().map_err(Failure::input)?;
        let tree = CheckedTree::try_from(tree).map_err(Failure::input)?;
        return Ok(Root::Tree(tree));
    }
    let position = position(text)?;
    Ok(if played.is_empty() {
        Root::Chess(position)
    } else {
        Root::Game(game(position, played)?)
    })
}

/// A chess position. For the name of a file, or a line of one, the message says what to give.
pub(super) fn position(text: &str) -> Result<Chess, Failure> {
    if names_file(text) {
        return Err(Failure::input(format_args!(
            "{text} names a file; give one of its positions"
        )));
    }
    Chess::from_fen(text).map_err(|error| {
        let hint = match text.contains(';') {
            true => "; operations such as bm are read in files only, leave them out",
            false => "",
        };
        Failure::input(format_args!("{error}{hint}"))
    })
}

/// Whether a user gave a file, which perhaps does not exist, in the place of a position.
pub(super) fn names_file(text: &str) -> bool {
    let path = Path::new(text);
    let extension = path.extension().and_then(OsStr::to_str);
    path.is_file() || extension.is_some_and(|name| ["epd", "fen", "pgn"].contains(&name))
}

/// The game with these moves, one or more in each text. It must not be over.
pub(super) fn game(start: Chess, moves: &[String]) -> Result<PlayedGame, Failure> {
    let moves = moves.iter().flat_map(|text| text.split_whitespace());
    let game = PlayedGame::read(start, moves)
        .map_err(|problem| Failure::input(format_args!("--moves: {problem}")))?;
    match game.ending() {
        None => Ok(game),
        Some(ending) => Err(Failure::input(format_args!(
            "the game is over by {} ({}): {}; give a position in which it goes on",
            ending.name(),
            ending.result(),
            game.position().fen()
        ))),
    }
}
