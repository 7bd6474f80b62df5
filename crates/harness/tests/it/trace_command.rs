//! `plybench trace` from outside: the file, its lines, and what it refuses.

use std::{collections::HashMap, fs};

use plybench_checker::trace::{Next, Reader};
use serde_json::Value;

use super::experiment::{fails, plybench, stderr};

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const MIDDLEGAME: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

/// The lines that `--json` prints, and the file.
fn traced(arguments: &[&str]) -> (Vec<Value>, Vec<u8>) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.trace");
    let own = ["trace", "--json", "--out", file.to_str().unwrap()];
    let output = plybench(&[&own[..], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), fs::read(file).unwrap())
}

#[test]
fn the_lines_are_the_steps_of_the_file_and_count_what_the_search_counts() {
    let settings = [
        "--variant",
        "glass",
        "--depth",
        "6",
        "--set",
        "null-move=true",
        "--set",
        "late-move-reduction=true",
        "--set",
        "mate-distance=cpw",
    ];
    let (lines, file) = traced(&[&[KRK][..], &settings].concat());
    let mut reader = Reader::new(&file[..]).unwrap();
    let mut steps = 0;
    while let Next::Step(step) = reader.step().unwrap() {
        steps += 1;
        assert_eq!(lines[steps]["step"], step.name());
    }
    assert_eq!(lines.len(), steps + 2);
    assert_eq!(lines[0]["header"]["root"], KRK);

    let searched = plybench(&[&["search", KRK, "--json"][..], &settings].concat()).stdout;
    let last = String::from_utf8(searched).unwrap();
    let last: Value = serde_json::from_str(last.lines().last().unwrap()).unwrap();
    let steps = || lines.iter().filter(|line| line.get("step").is_some());
    let entered = steps().filter(|line| line["step"] == "Entered").count();
    assert_eq!(last["nodes"], entered as u64);
    assert_eq!(lines.last().unwrap()["summary"]["nodes"], entered as u64);
    let mut ends: HashMap<&str, u64> = HashMap::new();
    for line in steps().filter(|line| line["step"] == "Left") {
        *ends.entry(line["end"].as_str().unwrap()).or_default() += 1;
    }
    for (end, count) in ends {
        assert_eq!(last["ends"][end], count, "{end}");
    }
    // Moves and techniques have their names.
    let names = |field: &str| {
        let named = steps().filter_map(move |line| line.get(field)?.as_str());
        named.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(names("move").iter().all(|mv| (4..=5).contains(&mv.len())));
    for technique in ["null-move", "late-move-reduction", "mate-distance"] {
        assert!(names("by").iter().any(|by| by == technique), "{technique}");
    }
}

#[test]
fn trees_and_positions_after_moves_are_traced_too() {
    let tree = "branching=3 depth=3 spread=100 mated-share=0.1 best-first-share=0.5 seed=3";
    let (lines, _) = traced(&[tree, "--depth", "3"]);
    assert!(lines.len() > 50);
    let moves = ["--moves", "b1c3", "f6g8", "--depth", "2"];
    let (lines, _) = traced(&[&[MIDDLEGAME][..], &moves].concat());
    // The positions before the root, which can be repeated.
    assert_eq!(lines[0]["header"]["past"].as_array().map(Vec::len), Some(2));
    assert!(
        lines.iter().any(|line| line["end"] == "mated"),
        "h5f7 mates"
    );
}

#[test]
fn a_trace_is_replaced_by_the_same_bytes_and_mistakes_are_one_line() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.trace");
    let path = file.to_str().unwrap();
    let trace = ["trace", MIDDLEGAME, "--depth", "1", "--out", path];
    assert!(plybench(&trace).status.success());
    let before = fs::read(&file).unwrap();
    assert!(plybench(&trace).status.success());
    assert_eq!(fs::read(&file).unwrap(), before);
    for (arguments, says) in [
        (
            &["trace", MIDDLEGAME, "--depth", "0", "--out", path][..],
            "'0' for '--depth <N>': give 1 to 100;",
        ),
        (
            &[
                "trace", MIDDLEGAME, "--depth", "1", "--nodes", "0", "--out", path,
            ],
            "'0' for '--nodes <N>': give 1 or more;",
        ),
        (
            &["trace", "8/8 w", "--depth", "1", "--out", path],
            "FEN: 2 fields",
        ),
        (
            &[
                "trace",
                MIDDLEGAME,
                "--depth",
                "1",
                "--out",
                "/nowhere/a.trace",
            ],
            "/nowhere/a.trace",
        ),
    ] {
        let output = plybench(arguments);
        let said = stderr(&output);
        assert!(said.contains(says) && said.lines().count() == 1, "{said}");
        assert!(matches!(output.status.code(), Some(2 | 3)), "{said}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// What `trace` writes of the proof-number search, `check-trace` accepts.
#[test]
fn the_certificate_of_a_mate_is_written_and_checked() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.certificate");
    let path = file.to_str().unwrap();
    let connect = "connect 4x4 3 place";
    for (root, plies, claim) in [
        (KRK, "15", "mate within 15 plies"),
        (KRK, "7", "no mate within 7 plies"),
        (MIDDLEGAME, "1", "mate within 1 ply"),
        (connect, "5", "mate within 5 plies"),
    ] {
        let own = ["--depth", plies, "--variant", "df-pn", "--out", path];
        let said = plybench(&[&["trace", root][..], &own].concat());
        let (code, said) = (said.status.code(), String::from_utf8(said.stdout).unwrap());
        assert_eq!(code, Some(0), "{root}");
        assert!(said.starts_with(&format!("{path}: {claim}, ")), "{said}");
        let checked = plybench(&["check-trace", path]);
        let checked = String::from_utf8(checked.stdout).unwrap();
        assert!(
            checked.starts_with(&format!("{path}: {claim}, ")),
            "{checked}"
        );
    }
    let before = fs::read(&file).unwrap();
    let own = [
        "trace",
        KRK,
        "--depth",
        "3",
        "--variant",
        "df-pn",
        "--out",
        path,
    ];
    for (more, option) in [
        (&["--json"][..], "--json"),
        (&["--nodes", "9"], "--nodes"),
        (&["--set", "scout=pvs"], "--set"),
    ] {
        let says = format!("{option} does not go with --variant df-pn");
        fails(&[&own[..], more].concat(), 2, &says);
    }
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_tree_of_nested_lists_is_recorded() {
    let (lines, _) = traced(&["[[3,12,8],[2,4,6]]", "--depth", "2"]);
    assert_eq!(lines[0]["header"]["root"], "[[3, 12, 8], [2, 4, 6]]");
    let last = lines.last().unwrap();
    assert!(last["summary"].is_object(), "{last}");
}
