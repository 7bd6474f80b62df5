//! `dtm`, `verify` and `zoo` as their users meet them.

use std::{fmt::Write as _, fs, process::Output};

use super::experiment::{plybench, stdout_json as parsed};
use serde_json::{Value, json};

#[test]
fn dtm_says_who_wins_how_fast_and_how() {
    let win = parsed(&plybench(&[
        "dtm",
        "8/7K/8/8/8/8/R7/7k w - - 0 1",
        "--json",
    ]));
    assert_eq!(
        (&win["result"], &win["plies"], &win["moves"]),
        (&json!("win"), &json!(15), &json!(8))
    );
    assert_eq!(win["pv"].as_array().unwrap().len(), 15);
    let loss = parsed(&plybench(&["dtm", "7k/8/6K1/8/8/8/8/R7 b - -", "--json"]));
    assert_eq!(
        (&loss["result"], &loss["plies"], &loss["moves"]),
        (&json!("loss"), &json!(2), &json!(-1))
    );
    let draw = parsed(&plybench(&[
        "dtm",
        "8/8/8/3k4/8/8/8/K6N w - - 0 1",
        "--json",
    ]));
    assert_eq!(
        (&draw["result"], &draw["plies"], &draw["pv"]),
        (&json!("draw"), &Value::Null, &json!([]))
    );
    let beyond = plybench(&["dtm", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(beyond.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&beyond.stderr).contains("castling"));
    assert_eq!(plybench(&["dtm"]).status.code(), Some(2));
    assert_eq!(
        plybench(&["dtm", "--epd", "/no/such/file"]).status.code(),
        Some(2)
    );
}

#[test]
fn a_file_is_held_line_by_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mates.epd");
    let text = "8/7K/8/8/8/8/R7/7k w - - bm #8; id \"four fields\";\r\n\
                8/7K/8/8/8/8/R7/7k w - - 0 1 dm 7;\n\n\
                # a comment\n\
                7k/8/6K1/8/8/8/8/R7 b - - dm -1;\n\
                8/8/8/3k4/8/8/8/K6N w - - dm 0;\n\
                rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm #9;\n\
                8/7K/8/8/8/8/R7/7k w - - bm Kg6;\n";
    fs::write(&path, text).unwrap();
    let output = plybench(&["dtm", "--epd", path.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told = parsed(&output);
    for (key, count) in [
        ("positions", 6),
        ("checked", 4),
        ("agree", 3),
        ("disagree", 1),
        ("out_of_reach", 1),
        ("without_claim", 1),
    ] {
        assert_eq!(told[key], count, "{key}: {told}");
    }
    assert_eq!(told["disagreements"][0]["line"], 2);
    assert_eq!(told["disagreements"][0]["truth"], "#8");
}

#[test]
fn ten_thousand_broken_lines_are_complained_of_and_the_rest_is_checked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("broken.epd");
    let mut text = String::new();
    for line in 1..=100_000 {
        let broken = if line % 10 == 0 {
            "8/7K/8/8/8/8/R7/7x w - -"
        } else {
            "8/7K/8/8/8/8/R7/7k w - - bm #8;"
        };
        let _ = writeln!(text, "{broken}");
    }
    fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap();
    let brief = plybench(&["dtm", "--epd", name, "--json"]);
    assert_eq!(brief.status.code(), Some(2));
    assert_eq!(parsed(&brief)["agree"], 90_000);
    let complaints = |output: &Output| -> Vec<String> {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.lines()
            .filter(|line| line.contains(".epd:"))
            .map(str::to_owned)
            .collect()
    };
    assert!(complaints(&brief).len() < 10);
    let whole = plybench(&["dtm", "--epd", name, "--verbose"]);
    let located = complaints(&whole);
    assert!(
        located.iter().any(|line| line.contains(".epd:99990: FEN")),
        "{:?}",
        located.last()
    );
    assert!(located.len() >= 10_000);
}

#[test]
fn a_mutant_searches_like_any_variant() {
    let mate = |more: &[&str]| {
        let mut arguments = vec!["search", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--json"];
        arguments.extend(more);
        let output = plybench(&arguments);
        assert!(output.status.success());
        let last = String::from_utf8(output.stdout).unwrap();
        serde_json::from_str::<Value>(last.lines().last().unwrap()).unwrap()
    };
    let bug = ["--mutant", "mate-off-by-two"];
    let sound = mate(&["--depth", "2"]);
    assert_eq!(sound["score"], json!({ "mate": 1, "plies": 1 }));
    let bugged = mate(&[&["--depth", "2"], &bug[..]].concat());
    assert_eq!(bugged["score"], json!({ "mate": 2, "plies": 3 }));
    let single = ["--depth", "2", "--ply", "4", "--window", "-30001,30001"];
    assert_eq!(mate(&single)["value"], json!(29_995));
    assert_eq!(mate(&[&single[..], &bug].concat())["value"], json!(29_993));
}

#[test]
fn a_sound_technique_is_held_and_a_mutant_is_killed() {
    let sound = plybench(&[
        "verify",
        "--technique",
        "stockfish",
        "--nodes",
        "300000",
        "--json",
    ]);
    assert_eq!(
        sound.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&sound.stderr)
    );
    let told = parsed(&sound);
    assert_eq!(told["violations"], 0);
    assert!(told["cases"].as_u64().unwrap() > 100_000);
    assert_eq!(told["techniques"][0]["name"], "stockfish");
    let checks = told["techniques"][0]["checks"].as_array().unwrap();
    let recorded = &checks.last().unwrap()["recorded"];
    for (kind, least) in [("alone", 200_000), ("with null-move", 3_000)] {
        assert!(
            recorded[kind]["least"].as_u64() >= Some(least),
            "{recorded}"
        );
    }
    assert_eq!(recorded["alone"]["acted"], json!(["mate-distance"]));
    let killed = plybench(&["zoo", "--mutant", "mated-bound-by-one", "--json"]);
    assert_eq!(
        killed.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&killed.stderr)
    );
    let told = parsed(&killed);
    assert_eq!(
        (&told["mutants"], &told["killed"], &told["false_alarms"]),
        (&json!(1), &json!(1), &json!(0))
    );
    let shown = plybench(&["zoo", "--mutant", "mated-bound-by-one"]).stdout;
    let shown = String::from_utf8(shown).unwrap();
    for said in [
        "Source: RubiChess",
        "1 of 1 bug caught (seed 1).",
        "mate-claims",
        "depth 7 scores M4 (8 plies), the truth is M4 (7 plies)",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
}

#[test]
fn the_command_that_a_violation_gives_shows_a_single_node() {
    let node = [
        "search",
        "8/7K/8/8/8/8/R7/7k b - - 0 1",
        "--depth",
        "1",
        "--ply",
        "4",
        "--window=-29996,-29995",
        "--json",
    ];
    let output = plybench(&node);
    assert_eq!(output.status.code(), Some(0));
    assert!(parsed(&output)["value"].is_i64());
}

#[test]
fn every_step_of_a_search_is_checked() {
    let mate = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";
    let check = |arguments: &[&str]| {
        let all = [&["search"], arguments, &["--depth", "5", "--check"]].concat();
        let output = plybench(&all);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), stderr)
    };
    let (code, stderr) = check(&[mate, "--variant", "glass", "--set", "null-move=true"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains(" steps are correct"), "{stderr}");
    let tree = "branching=3 depth=5 spread=20 mated-share=0.1 best-first-share=0.3 seed=1";
    let (code, stderr) = check(&[tree, "--nodes", "300", "--set", "scout=pvs"]);
    assert_eq!(code, Some(0), "{stderr}");
    // A bug: the step that is wrong is named, with what should be there.
    let (code, stderr) = check(&[mate, "--mutant", "mate-off-by-two"]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("a step of the search is wrong: step "),
        "{stderr}"
    );
    assert!(
        stderr.contains("expected \"left as mated with -29997\""),
        "{stderr}"
    );
    // A planted technique is not one of those that have a rule.
    let (code, stderr) = check(&[mate, "--mutant", "null-move-mate"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no rule for null-move-mate"), "{stderr}");
    let (code, stderr) = check(&["branching=3 depth=99", "--nodes", "300"]);
    assert_eq!(code, Some(2));
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
