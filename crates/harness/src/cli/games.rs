//! `plybench games`.

use plybench_engine::game::named;
use serde_json::json;

use super::{failure::Failure, output, root};
use plybench_conformance::rules_of_game;
use plybench_experiment::searcher::Root;
use plybench_text::plural::in_thousands;

/// How many positions are looked at, some of them several times.
const POSITIONS: usize = 10_000;

/// List the games besides chess that commands and experiments search, and how their positions are written; or check the rules of one
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench games\n          plybench games --check othello\n          plybench search tic-tac-toe --depth 9\n          plybench search othello --moves f5 d6 --depth 8\n          plybench search connect 5x4 4 drop --depth 20"
)]
pub(super) struct Arguments {
    /// Play random games from a position of a game, and check that the game keeps what a search relies on: a position is the same after
    /// it was written and read, keys differ, moves are legal and named once, and what it says of the end follows from its moves
    #[arg(long, value_name = "POSITION", num_args = 1.., conflicts_with = "json")]
    check: Option<Vec<String>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(words) = &arguments.check {
        return check(&words.join(" "));
    }
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

fn check(text: &str) -> Result<(), Failure> {
    let root = match root::root(text, &[])? {
        Root::Other(root) if !root.is_tree() => root,
        _ => {
            return Err(Failure::input(
                "--check needs a position of a game besides chess; `plybench games` lists them",
            ));
        }
    };
    let different = rules_of_game::check(&root, POSITIONS).map_err(Failure::found)?;
    output::result(format_args!(
        "{} positions keep the rules that a search relies on\n",
        in_thousands(different as u64)
    ))
}
