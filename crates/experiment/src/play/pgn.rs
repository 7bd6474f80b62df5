//! Games in PGN, the format of chess programs and databases (S. J. Edwards, "PGN: Specification and Implementation Guide", 1994).
//!
//! The export format of the standard: the seven tags in their order, movetext of lines below 80 columns, a blank line after each
//! part. There is no date, so that the same game has the same bytes on any day.

use plybench_games::{Ending, PlayedGame};

/// The longest line of movetext, in characters.
const WIDTH: usize = 79;
/// The first position of a game without the tags SetUp and FEN.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The names in a game's tags.
#[derive(Clone, Copy, Debug)]
pub struct Names<'n> {
    /// The `Event` tag: what the game was played for.
    pub event: &'n str,
    /// The player of the white men.
    pub white: &'n str,
    /// The player of the black men.
    pub black: &'n str,
}

/// A game that is over, in PGN. How it ended stands in a comment after the last move. Its last line is blank.
#[must_use]
pub fn pgn(game: &PlayedGame, names: Names<'_>, ending: Ending) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("[{name} \"{}\"]\n", escaped(value));
    };
    tag("Event", names.event);
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    tag("White", names.white);
    tag("Black", names.black);
    tag("Result", ending.result());
    let fen = game.start().fen();
    if fen != START {
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    text.push('\n');
    let mut column = 0;
    for token in tokens(game, ending) {
        if column + 1 + token.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &token;
        column += token.len();
    }
    text += "\n\n";
    text
}

/// The words of the movetext.
fn tokens(game: &PlayedGame, ending: Ending) -> Vec<String> {
    let mut tokens = Vec::new();
    for (ply, (before, mv)) in game.moves().enumerate() {
        let board = before.board();
        let number = board.fullmove_number();
        match board.side_to_move() {
            cozy_chess::Color::White => tokens.push(format!("{number}.")),
            cozy_chess::Color::Black if ply == 0 => tokens.push(format!("{number}...")),
            cozy_chess::Color::Black => {}
        }
        tokens.push(before.san(mv));
    }
    let comment = format!("{{{}}}", ending.name());
    tokens.extend(comment.split(' ').map(str::to_owned));
    tokens.push(ending.result().to_owned());
    tokens
}

/// A tag's value: quotes and backslashes with a backslash before them, anything but printable ASCII as a question mark.
fn escaped(value: &str) -> String {
    let mut escaped = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            ' '..='~' => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use plybench_engine::game::chess::Chess;

    use super::*;

    const NAMES: Names<'static> = Names {
        event: "a \"test\"",
        white: "b\\c\n",
        black: "d é",
    };

    fn written(start: &str, moves: &str) -> String {
        let start = Chess::from_fen(start).unwrap();
        let game = PlayedGame::read(start, moves.split(' ')).unwrap();
        let ending = game.ending().unwrap();
        pgn(&game, NAMES, ending)
    }

    #[test]
    fn a_game_from_the_first_position_has_seven_tags_and_its_moves() {
        let expected = "[Event \"a \\\"test\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"b\\\\c?\"]\n[Black \"d ?\"]\n[Result \"0-1\"]\n\n\
            1. f3 e5 2. g4 Qh4# {checkmate} 0-1\n\n";
        assert_eq!(written(START, "f3 e5 g4 Qh4"), expected);
    }

    #[test]
    fn another_first_position_is_a_tag_and_black_may_begin() {
        let fen = "8/8/8/8/8/2K5/7R/1k6 b - - 7 39";
        let text = written(fen, "b1a1 c3b3 a1b1 h2h1");
        let end = format!(
            "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n39... Ka1 40. Kb3 Kb1 41. Rh1# {{checkmate}} 1-0\n\n"
        );
        assert!(text.ends_with(&end), "{text}");
        // The same squares with another clock are not the first position of chess.
        let late = START.replace("0 1", "3 9");
        assert!(written(&late, "f3 e5 g4 Qh4").contains(&format!("[FEN \"{late}\"]\n")));
    }

    #[test]
    fn lines_are_short_and_broken_between_words() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 a2a3 a7a6 g1f3 g8f6 f3g1 f6g8 h2h3 h7h6 g1f3 g8f6 f3g1 f6g8 \
            e2e3 e7e6 b1c3 b8c6 c3b1 c6b8 f1e2 f8e7 e2f1 e7f8";
        let text = written(START, shuffle);
        let (_, movetext) = text.split_once("\n\n").unwrap();
        let lines: Vec<&str> = movetext.trim_end().lines().collect();
        assert_eq!(lines.len(), 3, "{movetext}");
        assert!(
            lines
                .iter()
                .all(|line| line.len() <= 79 && line.trim() == *line)
        );
        // The next word did not fit.
        let next = lines[1].split(' ').next().unwrap();
        assert!(lines[0].len() + 1 + next.len() > 79, "{movetext}");
        let end = "{threefold repetition} 1/2-1/2";
        assert!(movetext.replace('\n', " ").trim_end().ends_with(end));
    }
}
