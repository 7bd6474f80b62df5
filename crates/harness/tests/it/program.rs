//! Programs that speak lines of JSON: the example, one that counts on command, and one that misbehaves.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    engines::end,
    engines_hostile::{gone, marked_run},
    experiment::{command, fails, iterations, jobs, plybench, records, run, stderr, stdout_json},
    side_by_side::side_by_side,
};
use serde_json::{Value, json};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

#[test]
fn twenty_lines_of_python_search_node_for_node_as_plain_does() {
    let program = fs::read_to_string(format!("{EXAMPLES}/program.py")).unwrap();
    assert!(program.lines().count() <= 20);
    let home = tempfile::tempdir().unwrap();
    let file = PathBuf::from(format!("{EXAMPLES}/program.toml"));
    let out = home.path().join("out");
    let said = run(&file, &out, &["--json"]);
    assert_eq!(
        (stdout_json(&said)["doubts"].clone(), stderr(&said)),
        (json!(0), String::new())
    );
    let all = iterations(&out);
    let of = |variant: &str| {
        let own = all.iter().filter(|one| one["variant"] == variant);
        let keys = ["position", "depth", "score", "nodes", "pv"];
        own.map(|one| keys.map(|key| one[key].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("program.py").len(), 10 * 6);
    assert_eq!(of("program.py"), of("plain"));
    assert_ne!(of("program.py"), of("minimax"));

    // The program is known by its file, and a count of its own is exported. `plain` has the same count under another name.
    let record = fs::read_to_string(out.join("engines.jsonl")).unwrap();
    let record: Value = serde_json::from_str(record.trim()).unwrap();
    assert_eq!(
        (&record["protocol"], &record["process"]),
        (&json!("json"), &Value::Null)
    );
    assert_eq!(
        record["files"]["program.py"].as_str().map(str::len),
        Some(64)
    );
    let rows = stdout_json(&plybench(&["export", out.to_str().unwrap(), "--json"]));
    let rows = rows.as_array().unwrap();
    let cutoffs = |variant: &str, count: &str| {
        let own = rows.iter().filter(|row| row["variant"] == variant);
        own.map(|row| row[count].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        cutoffs("program.py", "count_cutoffs"),
        cutoffs("plain", "beta_cutoffs")
    );
    assert!(
        rows.iter()
            .all(|row| row["variant"] != "plain" || row["count_cutoffs"].is_null())
    );

    // It stands in every command as an engine does.
    let directory = out.to_str().unwrap();
    let rank = String::from_utf8(plybench(&["rank", directory]).stdout).unwrap();
    assert!(rank.contains("program.py is python3 (SHA-256 "), "{rank}");
    let compared = plybench(&["compare", directory, "program.py", "plain", "--json"]);
    assert_eq!(stdout_json(&compared)["geomean_ratio"], 1.0);
    let report = plybench(&["report", directory]);
    assert!(report.status.success(), "{}", stderr(&report));
    fails(
        &[
            "compare",
            directory,
            "program.py",
            "plain",
            "--metric",
            "nodes-to-pv",
        ],
        2,
        "program \"program.py\" does not report nodes-to-pv",
    );
    // The same bytes with one worker, and from the copy of the experiment file.
    let one = home.path().join("one");
    run(&file, &one, &["--jobs", "1"]);
    assert_eq!(records(&one), records(&out));
    assert_eq!(stdout_json(&run(&out, &out, &["--json"]))["run"], 0);
}

#[test]
fn an_engine_that_speaks_the_xboard_protocol_is_a_program_through_the_example() {
    const FAIRYMAX: &str = "/usr/games/fairymax";
    assert!(Path::new(FAIRYMAX).exists(), "apt-get install fairymax");
    let home = tempfile::tempdir().unwrap();
    let text = |more: &str| {
        format!(
            "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"fairymax\"\ndepth = 4\n\
             positions = [{{ id = \"mate\", fen = \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\" }},\n\
             {{ id = \"mated\", fen = \"7k/8/6K1/8/8/8/R7/8 b - - 0 1\" }}]\n\
             [[program]]\nname = \"fairymax\"\ncommand = \"python3\"\n\
             args = [\"{EXAMPLES}/xboard.py\", \"{FAIRYMAX}\"]\n{more}\n"
        )
    };
    let ran = ["", "process = \"position\""].map(|more| {
        let file = home.path().join("experiment.toml");
        fs::write(&file, text(more)).unwrap();
        let out = home
            .path()
            .join(if more.is_empty() { "kept" } else { "own" });
        assert_eq!(stderr(&run(&file, &out, &[])), "");
        for (position, mate, plies) in [("mate", 1, 1), ("mated", -1, -2)] {
            let last = &end(&out, "fairymax", position)["iterations"][3];
            assert_eq!(
                last["score"],
                json!({ "mate": mate, "plies": plies }),
                "{last}"
            );
        }
        records(&out)
    });
    assert_eq!(ran[0], ran[1]);
}

/// A program that answers as one does until it is told to search, and then does what its argument says. `$d` is the depth that is
/// asked for; `deepen` answers each.
const HOSTILE: &str = r#"#!/bin/sh
how=$1
say() { echo "{\"depth\": $1, \"score\": ${3:-{\"cp\": 5\}}, \"nodes\": $2, \"pv\": [\"g6f6\"]$4}"; }
deepen() { i=1; while [ $i -le $d ]; do say $i $((i * 9)) "$1" "$2"; i=$((i + 1)); done; }
done_() { echo '{"done": true}'; }
while read -r line; do
  echo "$line" >>asked
  d=${line#*\"depth\":}; d=${d%%,*}
  case $how in
    good) deepen '' ', "cuts": 3, "by_ply": [1, 2], "nodes_to_pv": 4, "comment": "x", "rate": 0.5'; done_ ;;
    last) say $d $((d * 9)); done_ ;;
    once) deepen; done_; exit ;;
    slow-to-end) deepen ;;
    dies) say 1 9; echo "out of ideas" >&2; exit 3 ;;
    hangs) say 1 9 ;;
    silent) ;;
    endless) yes x | tr -d '\n' ;;
    blank) yes '' ;;
    long) head -c 10000000 /dev/zero | tr '\0' x; echo; done_ ;;
    chat) echo "thinking about it"; deepen; done_ ;;
    list) echo '[1]'; done_ ;;
    nul) printf '{"depth": 1\000}\n'; done_ ;;
    utf8) printf '{"depth": 1, "pv": ["\377"]}\n'; done_ ;;
    unfinished) printf '{"depth": 1' ; exit ;;
    flood) while :; do say 1 9; done ;;
    error) echo '{"error": "no such position"}' ;;
    depthless) echo '{"nodes": 5}' ;;
    scoreless) echo '{"depth": 1, "nodes": 5}' ;;
    countless) echo '{"depth": 1, "score": {"cp": 5}}' ;;
    negative) say 1 -9; done_ ;;
    half) say 1 9.5; done_ ;;
    huge) say 1 18446744073709551615; done_ ;;
    count) deepen '' ', "cuts": -1'; done_ ;;
    name) deepen '' ', "a b": 1'; done_ ;;
    scores) deepen '{"cp": 5, "mate": 1}'; done_ ;;
    parity) deepen '{"plies": 4}'; done_ ;;
    mated) deepen '{"mate": 0}'; done_ ;;
    illegal) echo '{"depth": 1, "score": {"cp": 5}, "nodes": 9, "pv": ["a1a8"]}'; done_ ;;
    spaces) echo '{"depth": 1, "score": {"cp": 5}, "nodes": 9, "pv": ["g6f6 h8h7"]}'; done_ ;;
    moveless) echo '{"depth": 1, "score": {"cp": 5}, "nodes": 9}'; done_ ;;
    deep) say 1 9; say 9 99; done_ ;;
    back) say 1 9; say 1 9; done_ ;;
    nothing) done_ ;;
    falls) say 1 9; say 2 8; done_ ;;
    after) deepen; done_; say 1 9 ;;
    orphan) sleep 1000 & exit 4 ;;
    babbling-orphan) (while :; do echo; done) & exit 4 ;;
    deaf) exec sleep 1000 ;;
    limited) say 1 9; done_ ;;
    unlimited) deepen; sleep 1000 ;;
    random) say 1 $(od -An -N2 -tu2 /dev/urandom | tr -d ' '); done_ ;;
    warm) n=$((n + 1)); say 1 $((90 + n)); done_ ;;
  esac
done
"#;

/// The program in a folder, and an experiment with it.
fn hostile(folder: &Path, how: &str, head: &str, more: &str) -> PathBuf {
    let program = folder.join("hostile");
    fs::write(&program, HOSTILE).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"plain\"\n{head}\n\
         positions = [{{ id = \"krk\", fen = \"7k/8/6K1/8/8/8/R7/8 w - - 0 1\" }},\n\
         {{ id = \"krk2\", fen = \"7k/8/6K1/8/8/8/1R6/8 w - - 0 1\" }}]\n\
         [[variants]]\nname = \"plain\"\nbase = \"plain\"\n\
         [[program]]\nname = \"bad\"\ncommand = \"./hostile\"\nargs = [{how:?}]\ncwd = \".\"\n{more}\n"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_request_and_its_answers_are_what_is_documented() {
    let home = tempfile::tempdir().unwrap();
    let settings = "set = { margin = 100, by = [0.5, true], under = { name = \"a\\\"b\" } }";
    let file = hostile(home.path(), "good", "depth = 3\nnodes = 27", settings);
    let out = home.path().join("out");
    let said = run(&file, &out, &["--jobs", "1", "--json"]);
    assert_eq!(
        (stdout_json(&said)["doubts"].clone(), stderr(&said)),
        (json!(0), String::new())
    );
    let asked = fs::read_to_string(home.path().join("asked")).unwrap();
    let last: Value = serde_json::from_str(asked.lines().last().unwrap()).unwrap();
    let wanted = json!({ "search": {
        "position": "7k/8/6K1/8/8/8/1R6/8 w - - 0 1", "depth": 3, "nodes": 27,
        "settings": { "margin": 100, "by": [0.5, true], "under": { "name": "a\"b" } },
    } });
    assert_eq!(last, wanted);
    let job = end(&out, "bad", "krk");
    assert_eq!(
        (&job["ended"], &job["nodes"]),
        (&json!("depth"), &json!(27))
    );
    let counts = json!({ "by_ply": [1, 2], "cuts": 3, "nodes_to_pv": 4 });
    let answer =
        json!({ "depth": 2, "score": { "cp": 5 }, "nodes": 18, "pv": ["g6f6"], "counts": counts });
    assert_eq!(job["iterations"][1], answer);
    let csv = plybench(&["export", out.to_str().unwrap(), "--csv"]);
    let csv = String::from_utf8(csv.stdout).unwrap();
    let header = csv.lines().next().unwrap();
    assert!(header.ends_with(",count_by_ply,count_cuts"), "{header}");
    // Other settings are another searcher.
    let file = hostile(
        home.path(),
        "good",
        "depth = 3\nnodes = 27",
        "set = { margin = 101 }",
    );
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    fails(&arguments, 2, "has 2 jobs with other settings");
}

#[test]
fn a_program_may_answer_only_the_last_depth() {
    for more in ["", "one-search = false"] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), "last", "depth = 3", more);
        let out = home.path().join("out");
        run(&file, &out, &[]);
        let nodes = [9, 18, 27].map(Value::from).to_vec();
        let job = end(&out, "bad", "krk2");
        let found = job["iterations"].as_array().unwrap().iter();
        assert_eq!(
            found.map(|one| one["nodes"].clone()).collect::<Vec<_>>(),
            nodes
        );
    }
}

#[test]
fn a_program_that_misbehaves_is_a_failed_job_with_its_reason() {
    let cases = [
        (
            "dies",
            "ended unexpectedly (exit status: 3); it wrote to stderr: out of ideas; it answered to depth 1",
        ),
        (
            "hangs",
            "has no answer to a search to depth 2 after 1 s at this position (timeout); it answered to depth 1",
        ),
        (
            "slow-to-end",
            "has no answer to a search to depth 2 after 1 s",
        ),
        ("silent", "has no answer to a search to depth 2 after 1 s"),
        ("blank", "has no answer to a search to depth 2 after 1 s"),
        ("endless", "has no answer to a search to depth 2 after 1 s"),
        ("deaf", "has no answer to a search to depth 2 after 1 s"),
        ("long", "writes a line of 16384 bytes or more"),
        (
            "chat",
            "writes a line that is not a JSON object: \"thinking about it\"; messages belong on stderr",
        ),
        ("list", "writes a line that is not a JSON object: \"[1]\""),
        ("nul", "writes a line that is not a JSON object"),
        ("utf8", "writes a line that is not UTF-8"),
        (
            "unfinished",
            "writes a line that is not a JSON object: \"{\\\"depth\\\": 1\"",
        ),
        (
            "flood",
            "answers depth 1; depths 1 to 2 were asked for, each once and in order",
        ),
        ("error", "reports an error: no such position"),
        ("depthless", "writes a line without a depth: {\"nodes\": 5}"),
        ("scoreless", "answers depth 1 without score"),
        ("countless", "answers depth 1 without nodes"),
        (
            "negative",
            "answers \"nodes\": -9; give a whole number, 0 or more",
        ),
        ("half", "answers \"nodes\": 9.5; give a whole number"),
        (
            "huge",
            "reports 18446744073709551615 nodes, which cannot be",
        ),
        ("count", "counts -1 as \"cuts\", which cannot be"),
        (
            "name",
            "has a count \"a b\"; name it with up to 60 letters, digits and _",
        ),
        (
            "scores",
            "answers depth 1 with another score than {\"cp\": N}",
        ),
        ("parity", "answers depth 1 with another score than"),
        (
            "spaces",
            "answers depth 1 with a move that is empty, has spaces",
        ),
        ("mated", "claims to be mated (mate 0), but has moves"),
        ("illegal", "plays a1a8, which is illegal"),
        ("moveless", "answers without a move"),
        ("deep", "answers depth 9; depths 1 to 2 were asked for"),
        ("back", "answers depth 1; depths 1 to 2 were asked for"),
        (
            "nothing",
            "ends a search to depth 1 without an answer at this depth",
        ),
        ("orphan", "ended unexpectedly (exit status: 4)"),
        ("babbling-orphan", "ended unexpectedly (exit status: 4)"),
    ];
    let home = tempfile::tempdir().unwrap();
    // All are written before one begins: a program that another thread's child still has open for writing cannot be started.
    let cases = cases.map(|(how, reason)| {
        let folder = home.path().join(how);
        fs::create_dir(&folder).unwrap();
        let seconds = if reason.contains("no answer") { 1 } else { 60 };
        let file = hostile(&folder, how, "depth = 2", &format!("timeout = {seconds}"));
        (how, reason, file)
    });
    side_by_side(8, cases.into(), |(how, reason, file)| {
        let out = file.with_file_name("out");
        let began = Instant::now();
        let mark = out.to_str().unwrap();
        let status = marked_run(&file, &out, mark).status().unwrap();
        assert_eq!(status.code(), Some(3), "{how}");
        assert!(began.elapsed() < Duration::from_secs(50), "{how}");
        gone(mark);
        for position in ["krk", "krk2"] {
            let job = end(&out, "bad", position);
            let said = job["reason"].as_str().unwrap();
            let reason = format!("program \"bad\" {reason}");
            assert!(
                said.starts_with(&reason) && said.lines().count() == 1,
                "{how}: {said}"
            );
            assert_eq!(end(&out, "plain", position)["ended"], "depth", "{how}");
        }
    });
}

#[test]
fn a_program_that_ends_after_each_search_is_started_for_each() {
    let home = tempfile::tempdir().unwrap();
    let file = hostile(home.path(), "once", "depth = 2", "");
    let out = home.path().join("out");
    let said = run(&file, &out, &[]);
    assert_eq!(stderr(&said), "");
    assert!(jobs(&out).iter().all(|job| job["ended"] == "depth"));
}

#[test]
fn what_contradicts_itself_or_follows_the_end_is_noted() {
    for (how, note) in [
        (
            "falls",
            "depth 2: reports 8 nodes, fewer than the 9 of the depth before",
        ),
        // Whether its line is read before or after the next request is chance.
        ("after", "a kept process "),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), how, "depth = 2", "process = \"kept\"");
        let said = stderr(&run(&file, &home.path().join("out"), &["--jobs", "1"]));
        assert!(
            said.contains("doubtful answer") && said.contains(note),
            "{how}: {said}"
        );
    }
}

#[test]
fn the_limit_of_nodes_ends_a_job_whether_it_is_kept_or_not() {
    for how in ["limited", "unlimited"] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(
            home.path(),
            how,
            "depth = 9\nnodes = 15",
            "process = \"kept\"",
        );
        let out = home.path().join("out");
        let began = Instant::now();
        run(&file, &out, &[]);
        assert!(began.elapsed() < Duration::from_secs(30), "{how}");
        for position in ["krk", "krk2"] {
            let job = end(&out, "bad", position);
            let depths = job["iterations"].as_array().unwrap().len();
            assert_eq!(
                (&job["ended"], &job["nodes"], depths),
                (&json!("nodes"), &json!(15), 1),
                "{how}"
            );
        }
    }
}

#[test]
fn a_program_that_counts_differently_the_second_time_is_told() {
    for (how, process, says) in [
        ("random", "depth", "program \"bad\" is not repeatable: "),
        (
            "warm",
            "position",
            "program \"bad\" does not forget what it searched: 91, 92 and 93 nodes at depth 1",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = hostile(home.path(), how, "depth = 1", "");
        let out = home.path().join("out");
        let said = stderr(&run(&file, &out, &[]));
        assert!(said.contains(says), "{how}: {said}");
        let record = fs::read_to_string(out.join("engines.jsonl")).unwrap();
        assert!(
            record.contains(&format!("\"process\":{process:?}")),
            "{record}"
        );
    }
}

#[test]
fn a_mistake_in_the_table_is_one_line() {
    let home = tempfile::tempdir().unwrap();
    for (more, says) in [
        (
            "options = { Hash = 4 }",
            "unknown key \"options\" in [[program]]",
        ),
        ("set = 3", "set = 3; give a table of settings"),
        (
            "set = { day = 2020-01-01 }",
            "day = 2020-01-01; give texts, finite numbers",
        ),
        ("set = { x = nan }", "x = nan; give texts, finite numbers"),
        ("one-search = 1", "one-search = 1; give true or false"),
        ("go = \"nodes 5\"", "unknown key \"go\" in [[program]]"),
    ] {
        let file = hostile(home.path(), "good", "depth = 1", more);
        fails(&["run", file.to_str().unwrap()], 2, says);
    }
    let file = hostile(home.path(), "good", "depth = 1", "");
    let text = fs::read_to_string(&file).unwrap();
    for (from, to, says) in [
        (
            "./hostile",
            "./missing",
            "program \"bad\": there is no file",
        ),
        (
            "\"bad\"",
            "\"plain\"",
            "two variants or engines are named \"plain\"",
        ),
        (
            "depth = 1",
            "depth = 1\nagainst = \"oracle\"",
            "[[program]] searches positions and plays no games",
        ),
    ] {
        fs::write(&file, text.replace(from, to)).unwrap();
        let output = command(&["run", file.to_str().unwrap()]).output().unwrap();
        assert!(
            output.status.code() == Some(2) && stderr(&output).contains(says),
            "{}",
            stderr(&output)
        );
    }
}
