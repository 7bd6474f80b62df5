//! `plybench games`.

use plybench_engine::game::named;
use serde_json::json;

use super::{failure::Failure, output};

/// List the games besides chess that commands and experiments search, and how their positions are written
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench games\n          plybench search tic-tac-toe --depth 9\n          plybench search othello --moves f5 d6 --depth 8\n          plybench search connect 5x4 4 drop --depth 20"
)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let games = named::all();
    if arguments.json {
        let game = |game: named::KnownGame| {
            let (name, format) = (game.name, game.format);
            json!({"name": name, "format": format, "about": game.about, "is_tree": game.is_tree})
        };
        let games: Vec<_> = games.into_iter().map(game).collect();
        return output::json(&games);
    }
    let text = games.into_iter().map(|game| {
        let written = match game.is_tree {
            true => game.format.to_owned(),
            false => format!("{} {}", game.name, game.format),
        };
        format!("{}\n  {}\n", written.trim_end(), game.about)
    });
    output::result(text.collect::<String>())
}
