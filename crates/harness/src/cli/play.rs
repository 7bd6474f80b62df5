//! `plybench play`.

use std::path::PathBuf;

use cozy_chess::Color;
use serde_json::json;

use super::{
    configuration::{self, ConfigurationArguments},
    failure::Failure,
    memory,
    number::{DEPTHS, whole},
    output, pgn_file, root,
};
use plybench_experiment::{
    play::{
        ChosenMove, Match, WholeGame, name_of,
        pgn::{Names, pgn},
    },
    searcher::{Memory, SearchError, Skeleton},
    spec::Settings,
};

/// Play a game on to its end
#[derive(clap::Args)]
#[command(
    mut_arg("variant", |variant| variant.help("The named configuration of the side to move, and of the other side without --against")),
    mut_arg("settings", |set| set.help("Change a setting of --variant; names can be whole or short, values are as in TOML")),
    after_help = "Examples: plybench play '8/7K/8/8/8/8/R7/7k w - - 0 1' --variant glass --depth 12\n          plybench play '8/7K/8/8/8/8/R7/7k w - - 0 1' --variant glass --set mate-distance=stockfish --against plain --depth 6 --games krk.pgn\n\nA game ends by checkmate, stalemate, threefold repetition, fifty moves without a capture or a pawn's move, or a dead position. Each side keeps its table over the game, and its searches know the positions played. The same command plays the same game."
)]
pub(super) struct Arguments {
    /// The position, in the six fields of FEN or EPD's first four; quotes are optional
    #[arg(required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Play on after these moves, in UCI notation or in SAN
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Search each move to this depth, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u8>(DEPTHS))]
    depth: u8,
    #[command(flatten)]
    configuration: ConfigurationArguments,
    /// The named configuration of the other side
    #[arg(long, value_name = "VARIANT")]
    against: Option<String>,
    /// Change a setting of --against
    #[arg(long = "against-set", value_name = "KEY=VALUE", requires = "against")]
    against_settings: Vec<String>,
    /// Add the game to this file, in PGN, when it is over: whole or not at all, also if other commands add to it at once; a file that
    /// is not PGN is refused
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Print one JSON object per move, and one with the result
    #[arg(long)]
    json: bool,
}

/// A player of the game.
struct Player {
    name: String,
    settings: Settings,
}

impl Player {
    fn new(variant: &str, settings: &[String]) -> Result<Self, Failure> {
        let name = [&[variant.to_owned()], settings].concat().join(", ");
        let settings = configuration::settings(variant, |variant| variant, settings)?;
        Ok(Player { name, settings })
    }
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let start = root::position(&arguments.fen.join(" "))?;
    let game = root::game(start, &arguments.moves)?;
    let depth = arguments.depth;
    let ConfigurationArguments { variant, settings } = &arguments.configuration;
    let first = Player::new(variant, settings)?;
    let second = match &arguments.against {
        Some(variant) => Player::new(variant, &arguments.against_settings)?,
        None => Player::new(variant, settings)?,
    };
    memory::refuse_beyond_free(1, first.settings.memory() + second.settings.memory())?;
    if let Some(file) = &arguments.games {
        // Before the game, which may take long.
        pgn_file::games(file)?;
    }
    let mut memories = [Memory::of_a_game(), Memory::of_a_game()];
    let [of_first, of_second] = &mut memories;
    let mut one = Skeleton::new(first.settings.clone(), of_first);
    let mut other = Skeleton::new(second.settings.clone(), of_second);
    let to_move = game.position().board().side_to_move();
    let played = Match::new(game, [&mut one, &mut other]);
    let json = arguments.json;
    let mut printed = output::result(match json {
        true => "",
        false => "move    SAN      score      nodes\n",
    });
    let whole = played.to_end(depth, |chosen| {
        if printed.is_ok() {
            printed = output::result(line(chosen, json));
        }
        // The file is written even if stdout is gone.
        if arguments.games.is_none() {
            std::mem::replace(&mut printed, Ok(()))?;
        }
        Ok::<(), Failure>(())
    })?;
    let WholeGame { game, ending, .. } = &whole;
    let by_side = match to_move {
        Color::White => [&first, &second],
        Color::Black => [&second, &first],
    };
    if let Some(file) = &arguments.games {
        let [white, black] = by_side.map(|player| &player.name[..]);
        let names = Names {
            event: &format!("plybench play, depth {depth}"),
            white,
            black,
        };
        pgn_file::add(file, &pgn(game, names, *ending))?;
    }
    printed?;
    let sentence = whole.in_words(by_side.map(|player| player.settings.search.mates));
    if json {
        return output::json(&json!({
            "result": ending.result(),
            "termination": ending.name(),
            "plies": game.plies(),
            "fen": game.position().fen(),
            "sentence": sentence,
        }));
    }
    output::result(sentence + "\n")
}

fn line(chosen: &ChosenMove, json: bool) -> String {
    let ChosenMove {
        side,
        number,
        san,
        score,
        nodes,
        pv,
    } = chosen;
    if json {
        let side = name_of(*side).to_lowercase();
        let object = json!({
            "move": number, "side": side, "san": san, "uci": pv.first(), "score": score, "nodes": nodes, "pv": pv,
        });
        return format!("{object}\n");
    }
    let dots = match side {
        Color::White => ".",
        Color::Black => "...",
    };
    let (number, score) = (format!("{number}{dots}"), score.to_string());
    format!("{number:<7} {san:<7} {score:>6} {nodes:>10}\n")
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Failure::impossible(error)
    }
}
