//! When a game is over, and what its result is.

use cozy_chess::Color;
use plybench_engine::game::{Game, chess::Chess};

use super::PlayedGame;

/// Plies without a capture or a pawn's move after which a game is drawn: fifty moves of each side.
const FIFTY_MOVES: u8 = 100;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The other side is mated.
    Checkmate {
        /// The side that made the last move.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has the men to mate: bare kings, one minor piece, or bishops that all stand on squares of one colour.
    DeadPosition,
    /// The position has occurred three times, with the same side to move and the same rights.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn's move. A mate on the last one comes first.
    FiftyMoves,
}

impl Ending {
    /// How a game has ended; none if it goes on. Neither side has to claim a draw.
    pub(super) fn of(game: &PlayedGame) -> Option<Self> {
        let position = game.position();
        let board = position.board();
        if !position.has_legal_move() {
            let winner = !board.side_to_move();
            return Some(if position.in_check() {
                Ending::Checkmate { winner }
            } else {
                Ending::Stalemate
            });
        }
        if position.is_dead() {
            return Some(Ending::DeadPosition);
        }
        if is_threefold(game) {
            return Some(Ending::Repetition);
        }
        (board.halfmove_clock() >= FIFTY_MOVES).then_some(Ending::FiftyMoves)
    }

    /// The result in PGN: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn result(self) -> &'static str {
        match self {
            Ending::Checkmate {
                winner: Color::White,
            } => "1-0",
            Ending::Checkmate {
                winner: Color::Black,
            } => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// Its name, such as `threefold repetition`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ending::Checkmate { .. } => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead position",
            Ending::Repetition => "threefold repetition",
            Ending::FiftyMoves => "fifty moves",
        }
    }
}

/// Whether the present position has occurred at least three times.
fn is_threefold(game: &PlayedGame) -> bool {
    let present = game.position();
    let is_present = |earlier: &&Chess| earlier.board().same_position(present.board());
    let before = game.positions().rev().skip(1);
    let reachable = before.take(present.reversible_plies().into());
    reachable.filter(is_present).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(fen: &str, moves: &str) -> Option<Ending> {
        let start = Chess::from_fen(fen).unwrap();
        PlayedGame::read(start, moves.split_whitespace())
            .unwrap()
            .ending()
    }

    #[test]
    fn games_without_moves_end_with_mate_or_stalemate() {
        let (white, black) = (Color::White, Color::Black);
        for (fen, expected) in [
            (
                "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
                Some(Ending::Checkmate { winner: white }),
            ),
            (
                "r6K/8/6k1/8/8/8/8/8 w - - 3 9",
                Some(Ending::Checkmate { winner: black }),
            ),
            // A mate comes before the fiftieth move.
            (
                "R6k/8/6K1/8/8/8/8/8 b - - 100 90",
                Some(Ending::Checkmate { winner: white }),
            ),
            ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", Some(Ending::Stalemate)),
            ("7k/8/6K1/8/8/8/8/R7 w - - 100 90", Some(Ending::FiftyMoves)),
            ("7k/8/6K1/8/8/8/8/R7 w - - 99 90", None),
        ] {
            assert_eq!(ending(fen, ""), expected, "{fen}");
        }
    }

    #[test]
    fn a_position_is_dead_if_no_men_could_mate() {
        for (men, is_dead) in [
            ("8/8/8/8/8/8/8/8", true),
            ("8/8/8/3N4/8/8/8/8", true),
            ("8/8/8/3b4/8/8/8/8", true),
            // d5 and e4 are light, d4 is dark.
            ("8/8/8/3b4/4B3/8/8/8", true),
            ("8/8/8/3b4/3B4/8/8/8", false),
            ("8/8/8/3B4/3B4/8/8/8", false),
            ("8/8/8/3b4/4N3/8/8/8", false),
            ("8/8/8/3nn3/8/8/8/8", false),
            ("8/8/8/3p4/8/8/8/8", false),
            ("8/8/8/3r4/8/8/8/8", false),
        ] {
            // No man attacks a king there.
            let mut ranks: Vec<&str> = men.split('/').collect();
            (ranks[0], ranks[7]) = ("1k6", "5K2");
            let fen = format!("{} w - - 0 1", ranks.join("/"));
            let expected = is_dead.then_some(Ending::DeadPosition);
            assert_eq!(ending(&fen, ""), expected, "{fen}");
        }
    }

    #[test]
    fn the_third_occurrence_ends_the_game_and_rights_make_a_difference() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        assert_eq!(ending(start, twice), None);
        let thrice = format!("{twice} f6g8");
        assert_eq!(ending(start, &thrice), Some(Ending::Repetition));
        // After e2e4 nobody could take en passant: the position is the same without the right.
        let pawn = "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";
        assert_eq!(ending(start, pawn), Some(Ending::Repetition));
        // The king's moves lose the right to castle, so the first position does not come back.
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let kings = "e1e2 e8e7 e2e1 e7e8";
        let twice = format!("{kings} {kings}");
        assert_eq!(ending(castling, &twice), None);
        let thrice = format!("{twice} {kings}");
        let moves = thrice.split(' ').take(10).collect::<Vec<_>>().join(" ");
        assert_eq!(ending(castling, &moves), Some(Ending::Repetition));
        let game = PlayedGame::read(Chess::from_fen(castling).unwrap(), thrice.split(' '));
        let says = "move 11, \"e2e1\": the game is over before it by threefold repetition";
        assert_eq!(game.unwrap_err().to_string(), says);
    }
}
