//! A game up to its present position.

use plybench_engine::game::{
    Game,
    chess::{Chess, ChessMove},
};
use thiserror::Error;

use super::Ending;
use crate::{SanError, read_move};

/// A chess game up to its present position.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    start: Chess,
    /// Each move with the position after it.
    played: Vec<(ChessMove, Chess)>,
}

/// Why moves do not make a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongMoves {
    /// A move cannot be read, or is not legal.
    #[error("move {number}: {problem}; the position before it is {fen}")]
    Move {
        /// Its number, from 1, of the moves of both sides.
        number: usize,
        /// Why it cannot be played.
        problem: SanError,
        /// The position in which it was to be played.
        fen: String,
    },
    /// The game ended before a move.
    #[error("move {number}, {text:?}: the game is over before it by {}", ending.name())]
    Over {
        /// Its number, from 1, of the moves of both sides.
        number: usize,
        /// The move as the user gave it.
        text: String,
        /// The rule that had ended the game before this move.
        ending: Ending,
    },
}

impl PlayedGame {
    /// A game in which no move has been played yet.
    #[must_use]
    pub fn of(start: Chess) -> Self {
        PlayedGame {
            start,
            played: Vec::new(),
        }
    }

    /// The game with these moves, in UCI notation or in SAN.
    ///
    /// # Errors
    /// The first move that cannot be played.
    pub fn read<'t>(
        start: Chess,
        moves: impl IntoIterator<Item = &'t str>,
    ) -> Result<Self, WrongMoves> {
        let mut game = PlayedGame::of(start);
        for (number, text) in (1..).zip(moves) {
            if let Some(ending) = game.ending() {
                let text = plybench_text::echo(text);
                return Err(WrongMoves::Over {
                    number,
                    text,
                    ending,
                });
            }
            let mv = read_move(game.position(), text).map_err(|problem| WrongMoves::Move {
                number,
                problem,
                fen: game.position().fen(),
            })?;
            game.play(mv);
        }
        Ok(game)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: ChessMove) {
        let after = self.position().play(mv);
        self.played.push((mv, after));
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> &Chess {
        self.played.last().map_or(&self.start, |(_, after)| after)
    }

    /// All positions in the order of play, the present one last.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Chess> {
        let after = self.played.iter().map(|(_, after)| after);
        std::iter::once(&self.start).chain(after)
    }

    /// Each move with the position before it.
    pub fn moves(&self) -> impl Iterator<Item = (&Chess, ChessMove)> {
        self.positions().zip(self.played.iter().map(|&(mv, _)| mv))
    }

    /// The number of moves of both sides.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// The keys of the positions before the present one, in the order of play, for
    /// [`Search::after`](plybench_engine::search::Search::after).
    #[must_use]
    pub fn past(&self) -> Vec<u64> {
        self.moves().map(|(before, _)| before.key()).collect()
    }

    /// How the game has ended; none if it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        Ending::of(self)
    }

    /// The moves in UCI notation.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        let moves = self.moves();
        moves.map(|(before, mv)| before.notation(mv)).collect()
    }

    /// The game as UCI's `position` command has it: the FEN of the first position, and `moves` with the moves, if there are any.
    #[must_use]
    pub fn text(&self) -> String {
        let moves = self.notation();
        match moves.is_empty() {
            true => self.start.fen(),
            false => format!("{} moves {}", self.start.fen(), moves.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn read(moves: &str) -> Result<PlayedGame, WrongMoves> {
        PlayedGame::read(Chess::from_fen(START).unwrap(), moves.split_whitespace())
    }

    #[test]
    fn moves_are_read_in_either_notation_and_written_in_one() {
        let game = read("e4 e7e5 Nf3 b8c6 f1b5 Nf6 O-O").unwrap();
        let text = format!("{START} moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
        assert_eq!(game.text(), text);
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
        assert_eq!(game.position().fen(), fen);
        assert_eq!(read("").unwrap().text(), START);
    }

    #[test]
    fn the_past_has_the_keys_before_the_present_position_in_order() {
        let game = read("g1f3 g8f6 f3g1 f6g8 g1f3").unwrap();
        let keys: Vec<u64> = game.positions().map(Game::key).collect();
        assert_eq!(game.past(), keys[..5]);
        // After four plies the first position is there again.
        assert_eq!((keys[0], keys[1]), (keys[4], keys[5]));
        assert!(keys[0] != keys[1] && keys[0] != keys[2]);
    }

    #[test]
    fn a_wrong_move_is_named_with_its_place() {
        let wrong = |moves| read(moves).unwrap_err().to_string();
        assert_eq!(
            wrong("e4 e2e5"),
            "move 2: \"e2e5\" is not legal in this position; the position before it is \
             rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
        );
        assert!(wrong("e4 Ke7 x9").starts_with("move 2: \"Ke7\" is not legal"));
        assert!(wrong("x9").starts_with("move 1: \"x9\" is not a move"));
        assert!(wrong("f3 e5 g4 Qh4# Kf2").ends_with("the game is over before it by checkmate"));
    }
}
