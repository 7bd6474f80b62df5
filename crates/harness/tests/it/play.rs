//! `plybench play` and `search --moves`.

use std::{
    fs,
    process::{Child, Output, Stdio},
};

use cozy_chess::{Board, GameStatus, util::parse_san_move};
use plybench_engine::game::chess::Chess;
use plybench_oracle::Oracle;
use serde_json::Value;

use super::experiment::{command, fails, plybench, stderr};

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A game that ends with a mate, quickly.
const MATE: [&str; 8] = [
    "play",
    KRK,
    "--variant",
    "glass",
    "--set",
    "mate-distance=stockfish",
    "--depth",
    "8",
];

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn with(more: &[&str]) -> Vec<String> {
    let all = MATE.iter().chain(more);
    all.map(|&argument| argument.to_owned()).collect()
}

fn run(arguments: &[String]) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    plybench(&arguments)
}

/// The game's lines as JSON: moves, and the end.
fn lines(arguments: &[&str]) -> (Vec<Value>, Value) {
    let text = text(&plybench(&[arguments, &["--json"]].concat()));
    let mut lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end = lines.pop().unwrap();
    (lines, end)
}

#[test]
fn a_won_game_is_won_and_every_mate_on_the_way_is_true() {
    let (moves, end) = lines(&MATE);
    assert_eq!(
        (&end["result"], &end["termination"]),
        (&"1-0".into(), &"checkmate".into())
    );
    assert_eq!(end["plies"], moves.len());
    let mut oracle = Oracle::in_folder(env!("CARGO_TARGET_TMPDIR").into());
    let mut board: Board = KRK.parse().unwrap();
    let mut mates = 0;
    for line in &moves {
        let position = Chess::from_fen(&board.to_string()).unwrap();
        let exact = oracle.probe(&position).unwrap().plies().unwrap();
        if let Some(plies) = line["score"]["plies"].as_i64() {
            mates += 1;
            let loses = line["side"] == "black";
            // Never shorter than the truth, for the winner; the loser may see a mate that comes later if it has to.
            assert_eq!(plies < 0, loses, "{line}");
            assert!(plies.unsigned_abs() >= u64::from(exact), "{line}");
        }
        assert!(line["nodes"].as_u64() > Some(0) && line["pv"][0] == line["uci"]);
        let mv = parse_san_move(&board, line["san"].as_str().unwrap()).unwrap();
        board.play(mv);
    }
    assert!(mates > 5);
    assert_eq!(board.status(), GameStatus::Won);
    assert_eq!(end["fen"], board.to_string());
}

#[test]
fn people_get_a_line_a_move_and_a_sentence() {
    let shown = text(&plybench(&[
        "play",
        "8/8/8/8/8/2K5/7R/1k6 b - - 7 39",
        "--depth",
        "4",
    ]));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines,
        [
            "move    SAN      score      nodes",
            "39...   Ka1       -500        506",
            "40.     Kb3         M2       1293",
            "40...   Kb1        -M1        429",
            "41.     Rh1#        M1       1084",
            "1-0: White mates after 4 plies; White first saw Mate in 2 at move 40",
        ]
    );
}

/// Moreland's error: with mates of one value the winner sees a mate at once and never gives it. The value says nothing of the
/// distance.
#[test]
fn a_mate_of_one_value_is_said_without_its_distance() {
    let fen = "4k3/8/4K3/8/8/8/8/R6R w - - 0 1";
    let moreland = ["play", fen, "--variant", "moreland", "--depth", "4"];
    let (_, end) = lines(&moreland);
    assert_eq!(
        end["sentence"],
        "1-0: White mates after 1 ply; White first saw Mate in 1 at move 1"
    );
    let (_, end) = lines(&[&moreland[..], &["--set", "mates=flat"]].concat());
    assert_eq!(
        end["sentence"],
        "1/2-1/2: draw by threefold repetition after 11 plies; White first saw a mate at move 1"
    );
}

#[test]
fn games_are_added_to_a_file_and_are_the_same_on_any_day() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let path = file.to_str().unwrap();
    let play = || text(&run(&with(&["--games", path])));
    let shown = play();
    let one = fs::read_to_string(&file).unwrap();
    assert!(
        one.starts_with(
            "[Event \"plybench play, depth 8\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
        )
    );
    assert!(one.ends_with("{checkmate} 1-0\n\n") && one.contains("[SetUp \"1\"]\n[FEN"));
    assert!(one.contains("[White \"glass, mate-distance=stockfish\"]\n"));
    assert_eq!(play(), shown);
    assert_eq!(fs::read_to_string(&file).unwrap(), one.repeat(2));
    // However the games before it end, one blank line stands between.
    fs::write(&file, format!("\n{}", one.trim_end())).unwrap();
    play();
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        format!("\n{}", one.repeat(2))
    );
    // Some Windows editors put a byte order mark before the first game.
    fs::write(&file, format!("\u{feff}{one}")).unwrap();
    play();
    assert!(fs::read_to_string(&file).unwrap().ends_with(&one.repeat(2)));
    // Only the file is there, nothing half-written.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Black begins, and the other variant has white.
    fs::remove_file(&file).unwrap();
    let black = [
        "play",
        "8/8/8/8/8/2K5/7R/1k6 b - - 0 1",
        "--depth",
        "3",
        "--against",
        "glass",
        "--games",
        path,
    ];
    text(&plybench(&black));
    let game = fs::read_to_string(&file).unwrap();
    assert!(
        game.contains("[White \"glass\"]\n[Black \"plain\"]\n"),
        "{game}"
    );
}

#[test]
fn games_that_end_at_once_are_all_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let arguments = [
        "play",
        KRK,
        "--depth",
        "2",
        "--games",
        file.to_str().unwrap(),
    ];
    for games in [8, 16] {
        let play = || command(&arguments).stdout(Stdio::null()).spawn().unwrap();
        let playing: Vec<Child> = (0..8).map(|_| play()).collect();
        for mut process in playing {
            assert!(process.wait().unwrap().success());
        }
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches("[Event ").count(), games);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_file_of_something_else_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for (name, contents) in [
        ("notes.txt", "[my notes]\n"),
        ("records.jsonl", ""),
        ("bytes", "\u{7f}"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, contents).unwrap();
        let arguments = with(&["--games", file.to_str().unwrap()]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        fails(&arguments, 2, "give another path with --games");
        assert_eq!(fs::read_to_string(&file).unwrap(), contents);
    }
    let folder = folder.path().to_str().unwrap();
    fails(
        &[&MATE[..], &["--games", folder]].concat(),
        2,
        "give another path with --games",
    );
    let missing = format!("{folder}/none/games.pgn");
    let output = run(&with(&["--games", &missing]));
    let is_there = fs::exists(&missing).unwrap();
    assert!(output.status.success() == is_there, "{}", stderr(&output));
}

#[test]
fn moves_that_cannot_be_played_are_named() {
    let moves = |command: &'static str, moves: &'static str, says: &str| {
        fails(&[command, START, "--depth", "2", "--moves", moves], 2, says);
    };
    for command in ["search", "play"] {
        moves(
            command,
            "e4 e2e5",
            "--moves: move 2: \"e2e5\" is not legal in this position; the position before it is rnbq",
        );
        moves(
            command,
            "e4 e5 x",
            "--moves: move 3: \"x\" is not a move; give one such as",
        );
        moves(command, "e4 d5 f3 d4 Nd2", "move 5: \"Nd2\" is not legal");
        moves(
            command,
            "f3 e5 g4 Qh4",
            "the game is over by checkmate (0-1): rnb1kbnr/",
        );
        moves(
            command,
            "f3 e5 g4 Qh4 a3",
            "move 5, \"a3\": the game is over before it by checkmate",
        );
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        moves(
            command,
            shuffle,
            "the game is over by threefold repetition (1/2-1/2)",
        );
    }
    let play = |fen, says| fails(&["play", fen, "--depth", "2"], 2, says);
    play("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "over by checkmate (1-0)");
    play("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "over by stalemate");
    play("8/8/8/8/8/5k2/8/5K2 w - - 0 1", "over by dead position");
    play("8/7K/8/8/8/8/R7/7k w - - 100 90", "over by fifty moves");
    let search = ["search", KRK, "--depth", "2", "--moves", "a2b2"];
    fails(
        &[&search[..], &["--mutant", "flat-mates"]].concat(),
        2,
        "cannot be used with",
    );
    fails(
        &[&search[..], &["--ply", "3", "--window=0,1"]].concat(),
        2,
        "cannot be used with",
    );
    let tree = "branching=3 depth=4 spread=9 mated-share=0 best-first-share=0.5 seed=1";
    fails(
        &["search", tree, "--depth", "2", "--moves", "a2b2"],
        2,
        "needs a position of a game, not a tree",
    );
    fails(
        &["play", KRK, "--depth", "2", "--against-set", "scout=pvs"],
        2,
        "--against",
    );
    fails(&["play", KRK, "--depth", "0"], 2, "1 to 100");
}

/// White has one move, into a position that was there before.
#[test]
fn a_search_knows_the_game_before_it_and_its_steps_are_checked() {
    let start = "7k/8/8/8/8/8/3q4/1K6 b - - 0 1";
    let search = |more: &[&str]| {
        let fen = "7k/8/8/8/8/8/3q4/K7 w - - 3 3";
        let root = if more.contains(&"--moves") {
            start
        } else {
            fen
        };
        let output = plybench(&[&["search", root, "--depth", "4", "--json"], more].concat());
        let scores: Vec<Value> = text(&output)
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["score"]["cp"].clone())
            .collect();
        (scores, stderr(&output))
    };
    let moves = ["--moves", "h8g8", "Ka1", "g8h8", "--check"];
    let (with_game, said) = search(&moves);
    assert_eq!(with_game, [0, 0, 0, 0]);
    assert!(said.contains("steps are correct"), "{said}");
    // The moves as one text, as UCI has them, are the same.
    assert_eq!(search(&["--moves", "h8g8 b1a1 g8h8"]).0, with_game);
    assert_eq!(search(&[]).0[0], -900);
    let without_the_rule = ["--moves", "h8g8 b1a1 g8h8", "--set", "repetition=false"];
    assert_eq!(search(&without_the_rule).0[0], -900);
}
