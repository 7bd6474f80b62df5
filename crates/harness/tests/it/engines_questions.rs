//! What engines are asked besides depths, and where they run.

#![cfg(unix)]

use std::fs;

use super::{
    engines_broken::pretender,
    experiment::{fails, iterations, run, stderr, stdout_json},
};
use serde_json::{Value, json};

const STOCKFISH: &str = "/usr/games/stockfish";

/// An experiment of depth 1 with one engine on two positions.
fn text(engine: &str) -> String {
    format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"e\"\ndepth = 1\n\
         positions = [{{ id = \"castling\", fen = \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" }},\n\
         {{ id = \"mate in 2\", fen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\" }}]\n[[engine]]\nname = \"e\"\n{engine}\n"
    )
}

/// A search that stops at its limit, one that stops at the mate, and one that is told to search on: the depths that one search does not
/// tell are searched one by one.
#[test]
fn all_depths_are_read_from_one_search() {
    let home = tempfile::tempdir().unwrap();
    for (engine, limits) in [
        (STOCKFISH, "depth = 9"),
        (STOCKFISH, "depth = 9\nnodes = 1500"),
        ("/usr/games/ethereal-chess", "depth = 6"),
    ] {
        let found = [false, true].map(|one_search| {
            let engine = format!("command = {engine:?}\none-search = {one_search}");
            let file = home.path().join("experiment.toml");
            fs::write(
                &file,
                text(&engine).replace("depth = 1\n", &format!("{limits}\n")),
            )
            .unwrap();
            let out = home.path().join("out");
            let output = run(&file, &out, &["--json"]);
            assert_eq!(stdout_json(&output)["failed"], 0);
            let found = iterations(&out);
            let engines = fs::read_to_string(out.join("engines.jsonl")).unwrap();
            assert_eq!(engines.contains("one_search"), one_search, "{engines}");
            fs::remove_dir_all(out).unwrap();
            found
        });
        let of =
            |all: &[Value], what: fn(&Value) -> Value| all.iter().map(what).collect::<Vec<_>>();
        let what: fn(&Value) -> Value = |one| {
            json!([
                one["position"],
                one["depth"],
                one["nodes"],
                one["score"],
                one["pv"][0]
            ])
        };
        assert_eq!(
            of(&found[0], what),
            of(&found[1], what),
            "{engine}, {limits}"
        );
    }
}

#[test]
fn an_engine_is_asked_once_for_nodes_a_mate_or_a_time() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    for go in ["nodes 1", "nodes 5000", "mate 2", "movetime 30"] {
        let engine = format!("command = {STOCKFISH:?}\ngo = {go:?}");
        let engine = match go {
            // The other position has no mate in 2.
            "mate 2" => {
                text(&engine).replace("r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "7k/8/6K1/8/8/8/8/R7 w -")
            }
            _ => text(&engine),
        };
        fs::write(&file, engine).unwrap();
        let out = home.path().join(go.replace(' ', "-"));
        let output = run(&file, &out, &["--json"]);
        assert_eq!(stdout_json(&output)["failed"], 0);
        assert_eq!(stderr(&output), "", "{go}");
        let found = iterations(&out);
        assert_eq!(found.len(), 2, "one answer for each position");
        let nodes = found[1]["nodes"].as_u64().unwrap();
        match go {
            "nodes 1" => assert!(nodes < 5000, "{nodes}"),
            "nodes 5000" => assert!((5000..7000).contains(&nodes), "{nodes}"),
            "mate 2" => assert_eq!(found[1]["score"], json!({ "mate": 2, "plies": 3 })),
            _ => assert!(nodes > 5000, "{nodes}"),
        }
        let engines = fs::read_to_string(out.join("engines.jsonl")).unwrap();
        assert!(engines.contains(&format!("\"go\":{go:?}")), "{engines}");
    }
    // The claimed mate is asked for beside depths, and with a limit of nodes.
    let claims = "datasets = [{ file = \"mates.epd\" }]\n[[variants]]\nname = \"plain\"\nbase = \"plain\"\n[[engine]]";
    let mates = "7k/8/6K1/8/8/8/8/R7 w - - bm #1; id \"one\";\n8/8/8/8/8/2K5/7R/k7 w - - bm #2; id \"two\";\n";
    let engine = text(&format!("command = {STOCKFISH:?}\ngo = \"mate claimed\""));
    let (head, _) = engine.split_once("positions").unwrap();
    let (_, tail) = engine.split_once("[[engine]]").unwrap();
    let claimed = format!("{head}{claims}{tail}").replace(
        "baseline = \"e\"\ndepth = 1\n",
        "baseline = \"plain\"\ndepth = 3\nnodes = 9000\n",
    );
    fs::write(home.path().join("mates.epd"), mates).unwrap();
    fs::write(&file, &claimed).unwrap();
    let out = home.path().join("claimed");
    assert_eq!(stdout_json(&run(&file, &out, &["--json"]))["failed"], 0);
    let found = iterations(&out);
    let found: Vec<&Value> = found.iter().filter(|one| one["variant"] == "e").collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1]["score"], json!({ "mate": 2, "plies": 3 }));
    let once = "is asked a single question and has no depths to compare";
    fails(&["compare", out.to_str().unwrap(), "plain", "e"], 2, once);
    assert!(
        super::experiment::plybench(&["rank", out.to_str().unwrap()])
            .status
            .success()
    );
    fs::write(
        home.path().join("mates.epd"),
        mates.replace("bm #2", "bm Rh1"),
    )
    .unwrap();
    fs::write(&file, claimed).unwrap();
    let arguments = ["run", file.to_str().unwrap()];
    fails(
        &arguments,
        2,
        "but no data set claims that the side to move mates",
    );
    let engine = |more: &str| text(&format!("command = {STOCKFISH:?}\n{more}"));
    for (text, says) in [
        (
            engine("go = \"infinite\""),
            "go = \"infinite\"; give \"nodes 1000\", \"mate 3\" or \"movetime 100\", with a number of 1 or more, or \"mate claimed\"",
        ),
        (
            engine("go = \"nodes 5\"\none-search = true"),
            "one-search = true; give true or false, and true only without go",
        ),
        (engine("go = \"nodes 0\""), "go = \"nodes 0\"; give"),
        (
            engine("go = \"nodes 5\"").replace("depth = 1\n", "depth = 2\n"),
            "asks once for each position; give depth = 1",
        ),
        (
            engine("go = \"nodes 5\"").replace("depth = 1\n", "depth = 1\nnodes = 9\n"),
            "and no nodes",
        ),
        (
            engine("options = { UCI_Chess960 = true }"),
            "UCI_Chess960 = true; positions here are of standard chess",
        ),
        (engine("cwd = \"nowhere\""), "there is no directory"),
        (
            engine("env = { \"A=B\" = \"1\" }"),
            "give a table of variables",
        ),
        (engine("env = { A = [1] }"), "A = [1]; give a text"),
    ] {
        fs::write(&file, text).unwrap();
        fails(&arguments, 2, says);
    }
}

#[test]
fn an_engine_has_its_environment_and_directory_and_castles_in_either_way() {
    let home = tempfile::tempdir().unwrap();
    let script = r#"while read -r line; do
  case $line in
    uci) echo "id name $(basename "$PWD") $COLOUR"; echo uciok ;;
    isready) echo readyok ;;
    *fen\ r3k2r*) move=e1h1 answer=e8a8 ;;
    position*) move=h2h1 answer=a1a2 ;;
    go*) echo "info depth 1 score cp 5 nodes 9 pv $move $answer"; echo "bestmove $move" ;;
  esac
done"#;
    pretender(home.path(), script);
    fs::create_dir(home.path().join("inside")).unwrap();
    let file = home.path().join("experiment.toml");
    let engine =
        "command = \"./engine\"\ncwd = \"inside\"\nenv = { COLOUR = \"blue\" }\nprocess = \"kept\"";
    fs::write(&file, text(engine)).unwrap();
    let out = home.path().join("out");
    run(&file, &out, &[]);
    assert_eq!(iterations(&out)[0]["pv"], json!(["e1g1", "e8c8"]));
    let engines = fs::read_to_string(out.join("engines.jsonl")).unwrap();
    assert!(
        engines.contains("\"id\":\"inside blue\"")
            && engines.contains("\"env\":{\"COLOUR\":\"blue\"}"),
        "{engines}"
    );
    // The copy of the file leads to the same places.
    assert_eq!(stdout_json(&run(&out, &out, &["--json"]))["kept"], 2);
}
