//! The roots that the user names: positions of chess, perhaps with moves played from them, and of other games, and trees.

use std::{ffi::OsStr, path::Path};

use plybench_engine::game::{
    Game, MoveKind,
    chess::Chess,
    named::{self, AnyPosition},
};

use super::failure::Failure;
use plybench_experiment::searcher::Root;
use plybench_games::PlayedGame;
use plybench_text::echo;

/// A position of any game, perhaps with moves played from it, or a tree.
pub(super) fn root(text: &str, played: &[String]) -> Result<Root, Failure> {
    match AnyPosition::read(text) {
        None => {
            let position = position(text)?;
            Ok(match played {
                [] => Root::Chess(position),
                _ => Root::Game(game(position, played)?),
            })
        }
        Some(other) => {
            let other = other.map_err(Failure::input)?;
            after(other, played).map(Root::Other)
        }
    }
}

/// The position of another game than chess after these moves, one or more in each text.
fn after(start: AnyPosition, moves: &[String]) -> Result<AnyPosition, Failure> {
    if start.is_tree() && !moves.is_empty() {
        return Err(Failure::input(
            "--moves needs a position of a game, not a tree",
        ));
    }
    let mut moves = moves.iter().flat_map(|text| text.split_whitespace());
    moves.try_fold(start, |position, name| match position.find_move(name) {
        Some(mv) => Ok(position.play(mv)),
        None => {
            let mut legal = Vec::new();
            position.for_each_move(MoveKind::All, |mv| legal.push(position.notation(mv)));
            let give = match &legal[..] {
                [] => "the game is over".to_owned(),
                _ => format!("give one of {}", legal.join(", ")),
            };
            Err(Failure::input(format_args!(
                "--moves: {:?} is not legal in {}; {give}",
                echo(name),
                position.text()
            )))
        }
    })
}

/// A chess position. For the name of a file, or a line of one, the message says what to give.
pub(super) fn position(text: &str) -> Result<Chess, Failure> {
    if names_file(text) {
        return Err(Failure::input(format_args!(
            "{text} names a file; give one of its positions"
        )));
    }
    if let Some(game) = named::game_of(text) {
        return Err(Failure::input(format_args!(
            "a chess position is needed here, not a {}; give a FEN",
            match game.is_tree {
                true => "tree".to_owned(),
                false => format!("position of {}", game.name),
            }
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
