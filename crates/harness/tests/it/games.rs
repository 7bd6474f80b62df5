//! Games against the oracle: from the experiment file to the report.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use plybench_engine::game::chess::Chess;
use serde_json::Value;

use super::experiment::{fails, iterations, plybench};
use plybench::games::{Ending, PlayedGame};

const HEAD: &str = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"by ply\"\ndepth = 4\nagainst = \"oracle\"\n";
const POSITIONS: &str = "[[positions]]\nid = \"mate in 2\"\nfen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\"\n\
    [[positions]]\nid = \"mated in 1\"\nfen = \"8/8/8/8/8/1k6/7r/K7 w - - 0 1\"\n";
const VARIANTS: &str = "[[variants]]\nname = \"by ply\"\nbase = \"moreland\"\n\
    [[variants]]\nname = \"flat\"\nbase = \"moreland\"\nset = { mates = \"flat\" }\n";

fn experiment_of(folder: &Path, text: &str) -> PathBuf {
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

fn done(arguments: &[&str]) -> String {
    let output = plybench(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_record_is_a_game_and_its_bytes_do_not_depend_on_threads_shards_or_where_it_went_on() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), &format!("{HEAD}{POSITIONS}{VARIANTS}"));
    let file = file.to_str().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let records =
        |name: &str| fs::read_to_string(home.path().join(name).join("records.jsonl")).unwrap();
    done(&["run", file, "--out", &at("whole"), "--jobs", "2"]);
    for shard in ["1/3", "2/3", "3/3"] {
        done(&[
            "run",
            file,
            "--out",
            &at(&shard[..1]),
            "--shard",
            shard,
            "--jobs",
            "1",
        ]);
    }
    done(&[
        "merge",
        &at("merged"),
        &at("3"),
        &at("1"),
        &at("2"),
        "--experiment",
        file,
    ]);
    assert_eq!(records("merged"), records("whole"));
    // A shallower run goes on to the same records.
    let shallow = experiment_of(
        &home.path().join("."),
        &format!("{HEAD}{POSITIONS}{VARIANTS}").replace("depth = 4", "depth = 2"),
    );
    done(&["run", shallow.to_str().unwrap(), "--out", &at("deeper")]);
    experiment_of(home.path(), &format!("{HEAD}{POSITIONS}{VARIANTS}"));
    done(&["run", file, "--out", &at("deeper")]);
    assert_eq!(records("deeper"), records("whole"));

    let mut ids = BTreeSet::new();
    for record in iterations(&home.path().join("whole")) {
        ids.insert(record["job"].as_str().unwrap().to_owned());
        let moves = record["pv"].as_array().unwrap();
        let fen = match record["position"].as_str() {
            Some("mate in 2") => "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
            _ => "8/8/8/8/8/1k6/7r/K7 w - - 0 1",
        };
        let moves = moves.iter().map(|mv| mv.as_str().unwrap());
        let game = PlayedGame::read(Chess::from_fen(fen).unwrap(), moves).unwrap();
        let plies = record["score"]["plies"]
            .as_i64()
            .map(|plies| plies.unsigned_abs() as usize);
        match game.ending().unwrap() {
            Ending::Checkmate { .. } => assert_eq!(plies, Some(game.plies())),
            _ => assert_eq!(record["score"]["cp"], 0),
        }
    }
    // Games are other jobs than searches of the same positions.
    let searched = format!("{HEAD}{POSITIONS}{VARIANTS}").replace("against = \"oracle\"\n", "");
    let searched = experiment_of(home.path(), &searched);
    done(&["run", searched.to_str().unwrap(), "--out", &at("searched")]);
    for line in records("searched").lines().skip(1) {
        let record: Value = serde_json::from_str(line).unwrap();
        assert!(!ids.contains(record["job"].as_str().unwrap()));
    }
}

#[test]
fn the_report_counts_what_was_won() {
    let home = tempfile::tempdir().unwrap();
    let rooks = "[[positions]]\nid = \"mate in 1\"\nfen = \"6k1/8/6K1/8/8/8/8/R7 w - - 0 1\"\n";
    let file = experiment_of(home.path(), &format!("{HEAD}{POSITIONS}{rooks}{VARIANTS}"));
    let run = home.path().join("run");
    let run = run.to_str().unwrap();
    done(&["run", file.to_str().unwrap(), "--out", run]);
    let told = done(&["report", run, "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let names = [
        "games.md",
        "games.csv",
        "mated-by-depth.svg",
        "mated-by-depth.png",
        "index.html",
    ];
    assert_eq!(told["files"], serde_json::json!(names));
    let csv = fs::read_to_string(Path::new(run).join("games.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 1 + 2 * 4);
    // By ply, depth 4 sees both mates and gives them in the fewest moves.
    assert!(rows[4].starts_with("by ply,4,3,3,1,"), "{csv}");
    // Which variants the chart shows is a choice, as in other reports.
    fails(
        &["report", run, "--variants", "by ply"],
        2,
        "name another variant",
    );
    fails(
        &["report", run, "--within", "mate-distance=off"],
        2,
        "games against the oracle have no ratios",
    );
}

#[test]
fn what_no_game_can_be_played_with_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let good = format!("{HEAD}{POSITIONS}{VARIANTS}");
    // Black takes the rook.
    let draw = "8/8/8/8/8/K6R/6k1/8 b - - 0 1";
    let mate = "k6R/8/1K6/8/8/8/8/8 b - - 0 1";
    let castling = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let many = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let won = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    let tree = "[[trees]]\nname = \"t\"\nbranching = 2\ndepth = 2\nspread = 1\nmated-share = 0\nbest-first-share = 0\nseeds = 1\n";
    let engine = "[[engine]]\nname = \"e\"\ncommand = \"/bin/false\"\n";
    for (text, says) in [
        (
            good.replace("\"oracle\"", "\"stockfish\""),
            "line 5: against = \"stockfish\"; give \"oracle\", or leave it out to search the positions",
        ),
        (
            good.replace("depth = 4", "depth = 4\nstop-at-mate = true"),
            "line 5: stop-at-mate is for searches; remove it, or play no games",
        ),
        (
            good.replace("depth = 4", "depth = 4\nnodes = 9\nnodes-if-missed = 10"),
            "line 6: nodes-if-missed is for searches; remove it, or play no games",
        ),
        (
            good.replace("\"nodes\"", "\"nodes-to-pv\""),
            "line 2: games count nodes only; give metric = \"nodes\"",
        ),
        (
            format!("{good}{tree}"),
            "[[trees]] have no games of chess; remove them",
        ),
        (
            format!("{good}{engine}"),
            "[[engine]] searches positions and plays no games; remove it",
        ),
        (
            good.replace(won, draw),
            "line 8: no game against the oracle from \"mate in 2\": it is a draw; give a position that one side wins",
        ),
        (good.replace(won, mate), "it is mate already; remove it"),
        (good.replace(won, castling), "castling"),
        (good.replace(won, many), "32 men on the board"),
    ] {
        let file = experiment_of(home.path(), &text);
        fails(
            &[
                "run",
                file.to_str().unwrap(),
                "--out",
                home.path().join("run").to_str().unwrap(),
            ],
            2,
            says,
        );
    }
}
