//! The positions of a traced game, where Plybench knows the game.

use std::hash::{DefaultHasher, Hash, Hasher};

use plybench_engine::game::{
    Game, MoveKind,
    chess::Chess,
    named::{self, AnyPosition},
};
use plybench_games::read_uci;
use thiserror::Error;

use crate::header::Header;

/// Why a root cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("root {text:?}: {problem}")]
pub struct RootError {
    /// As the trace has it.
    pub text: String,
    /// What is wrong.
    pub problem: String,
}

/// A position.
#[derive(Clone)]
pub(crate) enum Board {
    Chess(Box<Chess>),
    Other(AnyPosition),
    /// Of a game that is not known, or after a pass that the game does not have.
    Unknown,
}

impl Board {
    /// The root of a trace.
    pub(crate) fn root(header: &Header) -> Result<Self, RootError> {
        let text = &header.root;
        let wrong = |problem: String| RootError {
            text: plybench_text::echo(text),
            problem,
        };
        if header.game == "chess" {
            let chess = Chess::from_fen(text).map_err(|error| wrong(error.to_string()))?;
            return Ok(Board::Chess(chess.into()));
        }
        let Some(game) = named::game_of(&header.game) else {
            return Ok(Board::Unknown);
        };
        // The name of the game may begin the root, or be left out there.
        let root = match named::game_of(text) {
            Some(_) => AnyPosition::read(text),
            None => AnyPosition::read(&format!("{} {text}", game.name)),
        };
        match root {
            Some(Ok(position)) => Ok(Board::Other(position)),
            Some(Err(problem)) => Err(wrong(problem)),
            None => Ok(Board::Unknown),
        }
    }

    /// After a move, and what tells it from the other moves of the position; none if it is not legal.
    pub(crate) fn after(&self, mv: &str) -> Option<(Self, u64)> {
        Some(match self {
            Board::Chess(chess) => {
                let mv = read_uci(chess, mv)?;
                (Board::Chess(chess.play(mv).into()), mv.number().into())
            }
            Board::Other(position) => {
                let mv = position.find_move(mv)?;
                (Board::Other(position.play(mv)), mv.into())
            }
            Board::Unknown => {
                let mut hasher = DefaultHasher::new();
                mv.hash(&mut hasher);
                (Board::Unknown, hasher.finish())
            }
        })
    }

    /// After a pass; none if a side that is in check would pass.
    pub(crate) fn after_pass(&self) -> Option<Self> {
        Some(match self {
            _ if self.in_check() == Some(true) => return None,
            // Whatever men it has: that a pass without officers proves little is the search's affair.
            Board::Chess(chess) => Board::Chess(chess.null_move()?.into()),
            Board::Other(position) => position.pass().map_or(Board::Unknown, Board::Other),
            Board::Unknown => Board::Unknown,
        })
    }

    /// What tells it from other positions, if that is known. Programs need not give each square of an en passant capture a key.
    pub(crate) fn identity(&self) -> Option<u64> {
        match self {
            Board::Chess(chess) => Some(chess.board().hash_without_ep()),
            Board::Other(position) => Some(position.key()),
            Board::Unknown => None,
        }
    }

    /// Whether the side to move is in check, if that is known.
    pub(crate) fn in_check(&self) -> Option<bool> {
        match self {
            Board::Chess(chess) => Some(chess.in_check()),
            Board::Other(position) => Some(position.in_check()),
            Board::Unknown => None,
        }
    }

    /// The number of legal moves, if that is known; 0 where the game is over.
    pub(crate) fn legal_moves(&self) -> Option<usize> {
        let mut moves = 0;
        match self {
            Board::Chess(chess) => chess.for_each_move(MoveKind::All, |_| moves += 1),
            Board::Other(position) if position.is_leaf() => {}
            Board::Other(position) => position.for_each_move(MoveKind::All, |_| moves += 1),
            Board::Unknown => return None,
        }
        Some(moves)
    }

    pub(crate) fn is_known(&self) -> bool {
        !matches!(self, Board::Unknown)
    }
}
