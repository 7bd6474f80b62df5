//! `--moves`: the moves played from a position.

use plybench_engine::game::chess::Chess;

use super::failure::Failure;
use plybench_games::PlayedGame;

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
