//! Games besides chess, from the command line and in experiments: their known results, and that no command knows chess where it need
//! not.

use std::{fs, ops::ControlFlow, path::Path, process::Command};

use plybench::{
    dataset::{BUILT_IN, Epd, MateClaim},
    searcher::{Limits, Memory, Root, Searcher, Skeleton},
};
use plybench_engine::{
    ordering::OrderingOptions,
    search::{ScoutMode, SearchOptions},
    table::{TableOptions, TableSize},
    variants,
};
use serde_json::Value;
use tempfile::tempdir;

use super::{experiment::plybench, own_technique::example};

/// An exact search with what it needs to get to the end of a game.
fn exact() -> SearchOptions {
    SearchOptions {
        scout: ScoutMode::Pvs,
        mate_at_horizon: true,
        ordering: OrderingOptions {
            table_move: true,
            killers: true,
            history: true,
            ..OrderingOptions::NONE
        },
        table: TableOptions {
            size: TableSize::Entries(1 << 21),
            ..TableOptions::default()
        },
        ..variants::PLAIN.options
    }
}

/// The scores of all depths, each with the best move.
fn scores(root: &Root, depth: u8, memory: &mut Memory) -> Vec<(Value, String)> {
    let mut scores = Vec::new();
    let limits = Limits::to_depth(depth);
    Skeleton::new(exact(), memory)
        .deepen(root, &limits, &mut |iteration, _| {
            let score = serde_json::to_value(iteration.score).unwrap();
            let best = iteration.best_move().unwrap_or_default();
            scores.push((score, best.to_owned()));
            ControlFlow::Continue(())
        })
        .unwrap();
    scores
}

fn lines(name: &str) -> Vec<Epd<Root>> {
    let set = BUILT_IN.iter().find(|set| set.name() == name).unwrap();
    let lines = set.text.lines();
    lines
        .filter_map(|line| Epd::of_any_game(line).unwrap())
        .collect()
}

#[test]
fn endgames_of_othello_have_their_known_results() {
    let mut memory = Memory::default();
    let few_empty = |epd: &Epd<Root>| epd.root.text().matches('-').count() <= 16;
    let problems: Vec<Epd<Root>> = lines("fforum").into_iter().filter(few_empty).collect();
    assert_eq!(problems.len(), 21);
    for epd in problems {
        let id = epd.id().unwrap();
        // A ply for each empty square, and some to pass.
        let scores = scores(&epd.root, 20, &mut memory);
        let (score, best) = scores.last().unwrap();
        let known = epd.centipawns().unwrap().unwrap();
        assert_eq!(score["cp"], known, "{id}");
        assert!(epd.best_moves().unwrap().contains(best), "{id}: {best}");
    }
}

#[test]
fn connect_four_has_its_known_results() {
    let mut memory = Memory::default();
    for epd in lines("connect-four") {
        let (id, text) = (epd.id().unwrap(), epd.root.text());
        let squares = text.matches('.').count();
        match epd.mate_claim().unwrap().unwrap() {
            MateClaim::Moves(moves) if id != "board-6x4" => {
                let plies = 2 * moves.unsigned_abs() - u32::from(moves > 0);
                let scores = scores(&epd.root, plies as u8, &mut memory);
                let (last, before) = scores.split_last().unwrap();
                assert_eq!(last.0["mate"], moves, "{id}");
                // There is no shorter one.
                assert!(
                    before.iter().all(|(score, _)| score["mate"].is_null()),
                    "{id}"
                );
            }
            MateClaim::Draw if (1..=18).contains(&squares) => {
                let scores = scores(&epd.root, squares as u8, &mut memory);
                assert_eq!(scores.last().unwrap().0["cp"], 0, "{id}");
            }
            _ => {}
        }
    }
    for (board, plies) in [("4x4", 16), ("5x4", 20), ("4x5", 20)] {
        let root = Root::read(&format!("connect {board} 4 drop")).unwrap();
        let scores = scores(&root, plies, &mut memory);
        assert_eq!(scores.last().unwrap().0["cp"], 0, "{board}");
    }
}

/// A position of each game, small enough to be searched to its end.
const POSITIONS: [&str; 4] = [
    "connect 4x4 3 place xo../.x../..../...o",
    "connect 5x4 4 drop ...../..o../.xox./oxxo.",
    "othello OOOOOOOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXO---------------- O",
    "tic-tac-toe",
];

fn printed(arguments: &[&str], code: i32) -> String {
    let output = plybench(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    match code {
        0 => String::from_utf8(output.stdout).unwrap(),
        _ => said,
    }
}

#[test]
fn the_command_counts_what_textbooks_do() {
    let rows = |variant: &str| -> Vec<u64> {
        let flat = ["--set", "mates=flat", "--set", "mate-at-horizon=true"];
        let search = [
            "search",
            "tic-tac-toe",
            "--depth",
            "9",
            "--json",
            "--variant",
        ];
        let text = printed(&[&search[..], &[variant], &flat].concat(), 0);
        let rows = text.lines().map(serde_json::from_str::<Value>);
        rows.map(|row| row.unwrap()["nodes"].as_u64().unwrap())
            .collect()
    };
    let (minimax, plain) = (rows("minimax"), rows("plain"));
    // Nodes are those of all depths together.
    assert_eq!(minimax[8] - minimax[7], 549_946);
    assert_eq!(plain[8] - plain[7], 18_297);
}

#[test]
fn each_game_goes_through_the_commands() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    for position in POSITIONS {
        for settings in [&["--variant", "plain"][..], &["--variant", "modern"]] {
            let search = ["search", position, "--depth", "5", "--check"];
            printed(&[&search[..], settings].concat(), 0);
        }
        let tree = printed(&["tree", position, "--depth", "1"], 0);
        assert!(tree.contains("depth 1"), "{tree}");
        let (svg, trace) = (path("tree.svg"), path("search.trace"));
        printed(&["tree", position, "--depth", "1", "--svg", &svg], 0);
        let explored = path("explored.html");
        let two = ["--variants", "plain,glass", "--explore", &explored];
        printed(&[&["tree", position, "--depth", "4"], &two[..]].concat(), 0);
        let steps = ["trace", position, "--depth", "3", "--out", &trace, "--json"];
        assert!(printed(&steps, 0).contains("\"Entered\""));
        printed(&["tree", "--traces", &trace, "--explore", &explored], 0);
        // What is about chess says so.
        for command in [
            &["mate", position, "--moves", "2"][..],
            &["dtm", position],
            &["play", position, "--depth", "2"],
            &["search", position, "--depth", "2", "--board"],
        ] {
            let said = printed(command, 2);
            assert!(said.contains("chess position"), "{command:?}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    let after = printed(
        &["search", "othello", "--moves", "d3", "c5", "--depth", "1"],
        0,
    );
    assert_eq!(after.lines().count(), 2, "{after}");
    let said = printed(&["search", "othello", "--moves", "d4", "--depth", "1"], 2);
    assert!(said.contains("give one of d3, c4, f5, e6"), "{said}");
    let said = printed(&["search", "connect 3x3 3 fall", "--depth", "1"], 2);
    assert!(said.contains("connect: give columns"), "{said}");
}

fn experiment(directory: &Path) -> String {
    fs::write(
        directory.join("mine.epd"),
        "# Two games in one file\n\
         connect 4x4 3 place; id \"lines\"; dm 3;\n\
         othello --------XXXXXX--XXOOXO--XOXXOO--OXXXOX--XOOXXO--OOOOOO---------- X; id \"discs\";\n",
    )
    .unwrap();
    let file = directory.join("experiment.toml");
    fs::write(
        &file,
        "purpose = \"Games besides chess.\"\ndepth = 4\nbaseline = \"plain\"\nmetric = \"nodes\"\n\n[[positions]]\nid = \"small\"\nfen = \"tic-tac-toe\"\n\n\
         [[datasets]]\nfile = \"mine.epd\"\n\n[[datasets]]\nname = \"connect-four\"\ntake = 3\n\n\
         [[variants]]\nname = \"plain\"\nbase = \"plain\"\n\n[[variants]]\nname = \"mtdf\"\nbase = \"plain\"\n\
         set = { driver = \"mtdf\", table = { size = { entries = 4096 } }, enhanced-transposition-cutoff = true }\n",
    )
    .unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn an_experiment_has_positions_of_any_game() {
    let directory = tempdir().unwrap();
    let (file, out) = (experiment(directory.path()), directory.path().join("out"));
    let out = out.to_str().unwrap();
    printed(&["run", &file, "--out", out], 0);
    assert!(printed(&["compare", out, "plain", "mtdf"], 0).contains("over 6 positions"));
    assert!(printed(&["rank", out], 0).contains("mtdf"));
    printed(&["report", out], 0);
    let export = printed(&["export", out, "--csv"], 0);
    assert!(export.contains("connect 4x4 3 place"));
    let page = fs::read_to_string(Path::new(out).join("index.html")).unwrap();
    assert!(page.contains("connect 3x3 3 place"));
}

#[test]
fn filters_of_chess_name_the_line_that_has_no_men() {
    let directory = tempdir().unwrap();
    let file = experiment(directory.path());
    let text = fs::read_to_string(&file).unwrap();
    let text = text.replace("\"mine.epd\"", "\"mine.epd\"\nmen-at-most = 4");
    fs::write(&file, text).unwrap();
    let out = directory.path().join("out");
    let said = printed(&["run", &file, "--out", out.to_str().unwrap()], 2);
    assert!(
        said.contains("mine.epd:2: this is not a chess position"),
        "{said}"
    );
}

#[test]
fn a_game_of_ones_own_is_searched_like_the_others() {
    let example = example("own_game");
    let done = |arguments: &[&str]| {
        let output = Command::new(&example).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(done(&["games"]).contains("nim STONES STONES ..."));
    for heaps in [[1, 2, 3], [1, 2, 2], [2, 2, 0], [1, 1, 1], [3, 1, 0]] {
        let [a, b, c] = heaps;
        let position = format!("nim {a} {b} {c}");
        let depth = (a + b + c + 1).to_string();
        let search = ["search", &position, "--depth", &depth, "--json", "--check"];
        let last: Value = serde_json::from_str(done(&search).lines().last().unwrap()).unwrap();
        let mate = last["score"]["mate"].as_i64().unwrap();
        assert_eq!(mate > 0, a ^ b ^ c != 0, "{heaps:?}");
        let known = if mate > 0 { "win\n" } else { "loss\n" };
        assert_eq!(done(&["dtm", &position]), known);
    }
    let kept = done(&["games", "--check", "nim", "3", "4", "5"]);
    assert!(kept.contains("positions keep the rules"), "{kept}");
    done(&["verify", "--technique", "cpw"]);
}
