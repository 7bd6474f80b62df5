//! Other programs that speak UCI: real engines from Debian's packages, and one that misbehaves on command.

#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use super::experiment::{fails, iterations, jobs, plybench, records, run, stderr, stdout_json};
use plybench::uci;
use serde_json::{Value, json};

/// The position of the published table.
pub(super) const FEN: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";

const STOCKFISH: &str = "/usr/games/stockfish";
const GLAURUNG: &str = "/usr/games/glaurung";

/// Two mates and a middlegame.
const POSITIONS: &str = "positions = [\n\
    { id = \"mate in 1\", fen = \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\" },\n\
    { id = \"mate in 2\", fen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\" },\n\
    { id = \"middlegame\", fen = \"r2q1rk1/pp1nbppp/2p1pn2/3p1b2/2PP1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 9\" },\n]\n";

/// An experiment to depth 4 with the variant `plain`, and what else is given.
pub(super) fn experiment_file(folder: &Path, head: &str, tables: &str) -> PathBuf {
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"plain\"\ndepth = 4\n{head}\n{POSITIONS}\
         [[variants]]\nname = \"plain\"\nbase = \"plain\"\nset = {{ mate-at-horizon = true }}\n{tables}"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

pub(super) fn engine(name: &str, command: &str, more: &str) -> String {
    format!("[[engine]]\nname = {name:?}\ncommand = {command:?}\n{more}\n")
}

fn real_engines() -> String {
    for path in [STOCKFISH, GLAURUNG] {
        assert!(
            Path::new(path).exists(),
            "apt-get install stockfish glaurung"
        );
    }
    engine("sf", STOCKFISH, "options = { hash = 4 }")
        + &engine("gl", GLAURUNG, "options = { Hash = 4 }")
}

/// How the job of a variant on a position ended.
pub(super) fn end(folder: &Path, variant: &str, position: &str) -> Value {
    let mut jobs = jobs(folder).into_iter();
    let found = jobs.find(|job| job["variant"] == variant && job["position"] == position);
    found.unwrap_or_else(|| panic!("{variant} on {position} has no end"))
}

#[test]
fn an_installed_engine_reports_its_node_rate() {
    let installed = uci::installed();
    assert!(!installed.is_empty(), "apt-get install stockfish");
    for engine in installed {
        let time = Duration::from_millis(300);
        let rate = uci::node_rate(&engine, FEN, time).unwrap();
        assert!(rate > 1000.0, "{rate}");
    }
}

/// What a fresh process says when it is asked for a depth: its last node count and its last score.
fn asked_by_hand(program: &str, fen: &str, depth: u64, options: &[&str]) -> (u64, String) {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "uci").unwrap();
    for option in options {
        writeln!(input, "setoption name {option}").unwrap();
    }
    writeln!(input, "isready\nposition fen {fen}\ngo depth {depth}").unwrap();
    let (mut nodes, mut score) = (0, String::new());
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |key| words.iter().position(|word| *word == key);
        match words.first() {
            Some(&"bestmove") => break,
            Some(&"info") => {
                if let Some(at) = after("nodes") {
                    nodes = words[at + 1].parse().unwrap();
                }
                if let Some(at) = after("score") {
                    score = words[at + 1..at + 3].join(" ");
                }
            }
            _ => {}
        }
    }
    writeln!(input, "quit").unwrap();
    child.wait().unwrap();
    (nodes, score)
}

#[test]
fn an_engine_s_records_are_what_it_says_at_each_depth() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_file(home.path(), "", &real_engines());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    let mut compared = 0;
    for line in &iterations(&out) {
        let (program, options): (_, &[&str]) = match line["variant"].as_str().unwrap() {
            "sf" => (STOCKFISH, &["Threads value 1", "Hash value 4"]),
            "gl" => (GLAURUNG, &["Threads value 1", "OwnBook value false"]),
            _ => continue,
        };
        let depth = line["depth"].as_u64().unwrap();
        let named = line["position"].as_str().unwrap();
        let fens = fs::read_to_string(out.join("positions.jsonl")).unwrap();
        let mut positions = fens
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let position = positions
            .find(|position| position["position"] == named)
            .unwrap();
        let fen = position["fen"].as_str().unwrap();
        let (nodes, score) = asked_by_hand(program, fen, depth, options);
        let told = match &line["score"]["mate"] {
            Value::Null => format!("cp {}", line["score"]["cp"]),
            mate => format!("mate {mate}"),
        };
        assert_eq!(
            (line["nodes"].as_u64(), told),
            (Some(nodes), score),
            "{line}"
        );
        compared += 1;
    }
    assert_eq!(compared, 2 * 3 * 4);
    // A mate in 1 is one of 1 ply.
    let mate = iterations(&out).into_iter().find(|line| {
        line["variant"] == "sf" && line["position"] == "mate in 1" && line["depth"] == 4
    });
    assert_eq!(mate.unwrap()["score"], json!({ "mate": 1, "plies": 1 }));
}

#[test]
fn engines_stand_beside_variants_in_every_command() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_file(home.path(), "", &real_engines());
    let out = home.path().join("out");
    let first = run(&file, &out, &["--jobs", "1", "--json"]);
    // Two engines with the same options are two: nothing is said of that. Glaurung remembers a little of what it searched, and goes
    // to depth 2 where it is asked for depth 1.
    let said = stderr(&first);
    assert_eq!(said.lines().count(), 2, "{said}");
    for note in [
        "note: engine \"gl\" does not forget what it searched: ",
        "each depth of each position gets",
        "note: 3 doubtful answers; \"gl\" on \"mate in 1\", depth 1: answers with depth 2",
    ] {
        assert!(said.contains(note), "{said}");
    }
    assert_eq!(stdout_json(&first)["run"], 9);
    let ids = fs::read_to_string(out.join("engines.jsonl")).unwrap();
    assert!(
        ids.contains("\"id\":\"Stockfish ") && ids.contains("\"Hash\":\"4\""),
        "{ids}"
    );
    assert!(ids.contains("\"id\":\"Glaurung 2.2\"") && ids.contains("\"Threads\":\"1\""));
    let processes: Vec<bool> = ids
        .lines()
        .map(|line| line.contains("\"process\":\"depth\""))
        .collect();
    assert_eq!(processes, [false, true], "{ids}");

    // The same bytes with two at once, and in shards that are merged.
    let again = home.path().join("again");
    run(&file, &again, &["--jobs", "2"]);
    assert_eq!(records(&again), records(&out));
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = home.path().join(shard.replace('/', "-of-"));
        run(&file, &part, &["--shard", shard]);
        part
    });
    for with_file in [false, true] {
        let merged = home.path().join(format!("merged-{with_file}"));
        let mut arguments = vec!["merge", merged.to_str().unwrap()];
        arguments.extend(parts.iter().map(|part| part.to_str().unwrap()));
        let elsewhere = home.path().join("elsewhere.toml");
        if with_file {
            // Who merges need not have the engines.
            let text = fs::read_to_string(&file).unwrap();
            let text = text
                .replace(STOCKFISH, "/nowhere/sf")
                .replace(GLAURUNG, "/nowhere/gl");
            fs::write(&elsewhere, text).unwrap();
            arguments.extend(["--experiment", elsewhere.to_str().unwrap()]);
        }
        let output = plybench(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(records(&merged), records(&out));
    }

    let directory = out.to_str().unwrap();
    let rank = plybench(&["rank", directory]);
    let said = String::from_utf8(rank.stdout).unwrap();
    assert!(said.contains("gl is Glaurung 2.2 (SHA-256 "), "{said}");
    assert!(said.contains("Threads = 1, a process a depth)"), "{said}");
    let compared = plybench(&["compare", directory, "gl", "sf", "--json"]);
    assert_eq!(stdout_json(&compared)["positions"], 3);
    let report = plybench(&["report", directory]);
    assert!(report.status.success(), "{}", stderr(&report));
    let cuts = fs::read_to_string(out.join("beta-cutoffs-by-move.svg")).unwrap();
    assert!(
        cuts.contains("do not report it") && !cuts.contains("sf: -"),
        "{cuts}"
    );
    let baseline = home.path().join("baseline.jsonl");
    let (run_file, file_name) = (directory, baseline.to_str().unwrap());
    assert!(
        plybench(&["baseline", run_file, "--out", file_name])
            .status
            .success()
    );
    let check = plybench(&["check", again.to_str().unwrap(), "--baseline", file_name]);
    assert!(check.status.success(), "{}", stderr(&check));
    let rows = plybench(&["export", directory, "--csv"]);
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert_eq!(rows.lines().filter(|row| row.contains(",sf,")).count(), 12);
    let dry = run(&file, &home.path().join("dry"), &["--dry-run", "--json"]);
    assert_eq!(stdout_json(&dry)["to_run"], 9);
}

#[test]
fn an_engine_keeps_the_experiment_s_limits() {
    let home = tempfile::tempdir().unwrap();
    let limits = "nodes = 200\nstop-at-mate = true";
    let file = experiment_file(home.path(), limits, &real_engines());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    for name in ["sf", "gl"] {
        let mate = end(&out, name, "mate in 1");
        assert_eq!(
            (&mate["ended"], mate["iterations"].as_array().unwrap().len()),
            (&json!("mate"), 1)
        );
        let limited = end(&out, name, "middlegame");
        assert_eq!(
            (&limited["ended"], &limited["nodes"]),
            (&json!("nodes"), &json!(200))
        );
    }
    for line in jobs(&out) {
        assert!(line["nodes"].as_u64().unwrap() <= 200, "{line}");
    }
}

#[test]
fn another_program_or_option_makes_another_searcher() {
    let home = tempfile::tempdir().unwrap();
    let bin = home.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let program = bin.join("gl");
    fs::copy(GLAURUNG, &program).unwrap();
    // A path starts at the experiment file.
    let file = experiment_file(
        home.path(),
        "depth = 2",
        &engine("gl", "bin/gl", "process = \"position\""),
    );
    let text = fs::read_to_string(&file)
        .unwrap()
        .replace("depth = 4\n", "");
    fs::write(&file, &text).unwrap();
    let out = home.path().join("out");
    run(&file, &out, &[]);
    let before = records(&out);
    // The copy of the file leads to the same program.
    let again = run(&out, &out, &["--json"]);
    assert_eq!(
        (&stdout_json(&again)["run"], &stdout_json(&again)["kept"]),
        (&json!(0), &json!(6))
    );

    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    let refused = "has 3 jobs with other settings";
    fs::write(&file, text.clone() + "options = { Hash = 8 }\n").unwrap();
    fails(&arguments, 2, refused);
    fs::write(&file, &text).unwrap();
    // The same engine by name, but not by its bytes.
    let mut bytes = fs::read(&program).unwrap();
    bytes.push(0);
    fs::write(&program, bytes).unwrap();
    fails(&arguments, 2, refused);
    assert_eq!(records(&out), before);
    // What is there can still be read, also without the program.
    fs::remove_file(&program).unwrap();
    let rank = plybench(&["rank", out.to_str().unwrap(), "--json"]);
    assert!(rank.status.success(), "{}", stderr(&rank));
    fails(&arguments, 2, "there is no file");
}

#[test]
fn a_user_s_mistake_is_one_line_and_exit_code_2() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("script");
    fs::write(&script, "no program").unwrap();
    let gl = |more| engine("gl", GLAURUNG, more);
    let two = gl("") + &gl("");
    let named_plain = engine("plain", GLAURUNG, "");
    let trees = gl("")
        + "[[trees]]\nname = \"t\"\nbranching = 2\ndepth = 2\nspread = 9\nmated-share = 0\n\
           best-first-share = 1\nseeds = 1\n";
    for (tables, says) in [
        (
            engine("x", "no-such-engine", ""),
            "no \"no-such-engine\" in PATH; give its whole path",
        ),
        (engine("x", "stokfish/stockfish", ""), "there is no file"),
        (engine("x", script.to_str().unwrap(), ""), "chmod +x"),
        (
            engine("x", "", ""),
            "command = \"\"; give the name or the path",
        ),
        (engine("", GLAURUNG, ""), "name = \"\"; give some letters"),
        (
            "[[engine]]\nname = \"x\"\n".to_owned(),
            "command is missing; add a line such as",
        ),
        (two, "two variants or engines are named \"gl\""),
        (named_plain, "two variants or engines are named \"plain\""),
        (
            gl("options = { Hahs = 8 }"),
            "has no option \"Hahs\"; did you mean \"Hash\"?",
        ),
        (
            gl("options = { Hash = 1 }"),
            "Hash = 1; give a whole number, 4 to 4096",
        ),
        (
            gl("options = { OwnBook = true }"),
            "OwnBook is always false",
        ),
        (gl("options = { threads = 2 }"), "Threads is always 1"),
        (
            gl("options = { Ponder = \"yes\" }"),
            "Ponder = yes; give true or false",
        ),
        (gl("options = { \"Clear Hash\" = true }"), "it is a button"),
        (
            gl("options = { Hash = 8, hash = 9 }"),
            "Hash is given twice",
        ),
        (
            gl("options = { Hash = [8] }"),
            "Hash = [8]; give a text, a whole number",
        ),
        (
            gl("options = 3"),
            "options = 3; give a table of UCI options",
        ),
        (gl("args = \"-x\""), "args = \"-x\"; give a list of texts"),
        (
            gl("process = \"own\""),
            "process = \"own\"; give \"kept\", \"position\" or \"depth\"",
        ),
        (gl("timeout = 0"), "timeout = 0; give a whole number, 1 to"),
        (gl("time = 9"), "unknown key \"time\" in [[engine]]"),
        (
            trees,
            "cannot search \"t/seed=1\", which is not a chess position",
        ),
        (
            gl("") + "[[datasets]]\nfile = \"mated.fen\"\n",
            "cannot search \"mated:1\", which has no legal move",
        ),
    ] {
        fs::write(
            home.path().join("mated.fen"),
            "R6k/8/6K1/8/8/8/8/8 b - - 0 1\n",
        )
        .unwrap();
        let file = experiment_file(home.path(), "", &tables);
        let out = home.path().join("out");
        fails(
            &[
                "run",
                file.to_str().unwrap(),
                "--out",
                out.to_str().unwrap(),
            ],
            2,
            says,
        );
        assert!(!out.exists(), "{says}");
    }
    let file = experiment_file(home.path(), "", &gl(""));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"nodes\"", "\"nodes-to-pv\"")).unwrap();
    fails(
        &["run", file.to_str().unwrap()],
        2,
        "line 2: metric = \"nodes-to-pv\" with engine \"gl\"",
    );
}
