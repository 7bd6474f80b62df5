//! `plybench ab`: engines that differ in one thing, revisions of a repository, and mistakes.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use super::experiment::{cannot, exits, fails, plybench, stderr, stdout_json};

/// Ethereal with other lines of information, as a Python expression of `line` has them.
fn changed(folder: &Path, name: &str, expression: &str) -> PathBuf {
    let text = format!(
        r#"#!/usr/bin/env python3
import re, subprocess, sys

engine = subprocess.Popen(["/usr/games/ethereal-chess"], stdin=sys.stdin, stdout=subprocess.PIPE, text=True, bufsize=1)
more = lambda line: re.sub(r"(?<= nodes )\d+", lambda nodes: str(int(nodes[0]) * 3 // 2), line)
for line in engine.stdout:
    print({expression}, end="", flush=True)
"#
    );
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A few mates, and a position without one.
const POSITIONS: &str = "\
8/8/8/8/8/1K6/7R/k7 w - - dm 1; id \"one\";
8/8/7Q/8/8/5K2/8/6k1 w - - dm 2; id \"two\";
5R2/5R2/k7/8/8/3K4/8/8 w - - dm 2; id \"rooks\";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - id \"quiet\";
";

/// Compares Ethereal with another engine at these positions.
fn ab(folder: &Path, b: &Path, more: &[&str]) -> Output {
    let positions = folder.join("some.epd");
    fs::write(&positions, POSITIONS).unwrap();
    let [positions, b] = [&positions, b].map(|path| path.to_str().unwrap());
    let arguments = [
        "ab",
        "/usr/games/ethereal-chess",
        b,
        "--epd",
        positions,
        "--depth",
        "8",
    ];
    plybench(&[&arguments, more].concat())
}

fn says(found: &Value) -> &str {
    found["ab"]["diagnosis"].as_str().unwrap_or("")
}

#[test]
fn where_the_nodes_differ_is_the_diagnosis() {
    let home = tempfile::tempdir().unwrap();
    for (name, expression, says_it, beyond, elsewhere) in [
        ("same", "line", "", 1.0, 1.0),
        (
            "beyond",
            "more(line) if 'score mate' in line else line",
            "Only what follows a known mate",
            1.5,
            1.0,
        ),
        (
            "before",
            "line if 'score mate' in line else more(line)",
            "The search itself has changed",
            1.0,
            1.5,
        ),
        ("both", "more(line)", "Both have changed", 1.5, 1.5),
    ] {
        let b = changed(home.path(), name, expression);
        let out = home.path().join(format!("{name}.run"));
        let output = ab(home.path(), &b, &["--json", "--out", out.to_str().unwrap()]);
        let found = stdout_json(&output);
        assert!(says(&found).starts_with(says_it), "{name}: {}", found["ab"]);
        let parts = ["beyond_known_mate", "elsewhere"];
        let ratios = parts.map(|part| found["ab"][part]["ratio"].as_f64().unwrap());
        for (ratio, wanted) in ratios.into_iter().zip([beyond, elsewhere]) {
            // Counts are whole numbers.
            assert!((ratio - wanted).abs() < 0.05, "{name}: {ratios:?}");
        }
        assert_eq!(found["ab"]["identical"], name == "same");
        assert_eq!(found["ab"]["smallest"].is_null(), name == "same");
        if name == "before" {
            let smallest = &found["ab"]["smallest"];
            assert_eq!(smallest["depth"], 1, "{smallest}");
        }
        for file in [
            "ab.md",
            "index.html",
            "known-mate.svg",
            "beyond-mate.png",
            "records.jsonl",
        ] {
            assert!(out.join(file).is_file(), "{name}: {file}");
        }
    }
}

#[test]
fn bounds_are_for_ci() {
    let home = tempfile::tempdir().unwrap();
    let shorter = "re.sub(r'score cp \\d+', 'score mate 1', line) if ' depth 6 ' in line else line";
    let liar = changed(home.path(), "liar", shorter);
    let junit = home.path().join("ab.xml");
    let output = ab(
        home.path(),
        &liar,
        &[
            "--fail-on",
            "nodes>2%, wrong-mate",
            "--junit",
            junit.to_str().unwrap(),
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("B claims a wrong mate at "), "{said}");
    let junit = fs::read_to_string(junit).unwrap();
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("tests=\"3\""),
        "{junit}"
    );

    let slower = changed(home.path(), "slower", "more(line)");
    for (bound, code) in [
        ("nodes>60%", 0),
        ("nodes>40%", 1),
        ("nodes", 1),
        ("score,move", 0),
    ] {
        let output = ab(home.path(), &slower, &["--fail-on", bound]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{bound}: {}",
            stderr(&output)
        );
    }
}

/// What is not compared is no reason to say that both are the same.
#[test]
fn a_depth_that_one_does_not_reach_and_an_engine_that_dies_are_told() {
    let home = tempfile::tempdir().unwrap();
    let explodes = "re.sub(r'(?<= nodes )\\d+', r'\\g<0>0000', line) if re.search(' depth [5-8] ', line) else line";
    let explodes = changed(home.path(), "explodes", explodes);
    let found = stdout_json(&ab(home.path(), &explodes, &["--json"]));
    assert_eq!(
        (&found["ab"]["other_nodes"], &found["ab"]["identical"]),
        (&0.into(), &false.into())
    );
    assert!(
        says(&found).starts_with("They are the same as far as both get"),
        "{}",
        found["ab"]
    );
    let output = ab(home.path(), &explodes, &["--fail-on", "nodes>2%"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("over twice the nodes"),
        "{}",
        stderr(&output)
    );

    let dies = "sys.exit() if re.search('score cp -?\\d\\d? ', line) else line";
    let dies = changed(home.path(), "dies", dies);
    let output = ab(home.path(), &dies, &[]);
    assert_eq!(output.status.code(), Some(3));
    let said = stderr(&output);
    assert!(
        said.contains("1 of 8 searches failed, and are not compared"),
        "{said}"
    );
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("3 positions that both answered, of 4"),
        "{printed}"
    );
}

/// Two programs may be the same file, and what lies beside them not.
#[test]
fn the_same_launcher_in_two_places_is_two_engines() {
    let home = tempfile::tempdir().unwrap();
    let [a, b] = [("a", "line"), ("b", "more(line)")].map(|(name, expression)| {
        let folder = home.path().join(name);
        fs::create_dir(&folder).unwrap();
        changed(&folder, "real", expression);
        let launcher = folder.join("engine");
        fs::write(&launcher, "#!/bin/sh\nexec \"$(dirname \"$0\")/real\"\n").unwrap();
        fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755)).unwrap();
        launcher
    });
    let quiet = home.path().join("quiet.epd");
    fs::write(&quiet, POSITIONS.lines().last().unwrap()).unwrap();
    let [a, b, quiet] = [&a, &b, &quiet].map(|path| path.to_str().unwrap());
    let arguments = ["ab", a, b, "--epd", quiet, "--depth", "6", "--json"];
    let found = stdout_json(&plybench(&arguments));
    // Of what follows a mate, nothing is known.
    let wanted = "The search itself has changed. No position is searched on after a mate";
    assert!(says(&found).starts_with(wanted), "{}", found["ab"]);
    let output = plybench(&[&arguments[..], &["--fail-on", "wrong-mate"]].concat());
    assert!(
        stderr(&output).contains("so that no mate can be checked"),
        "{}",
        stderr(&output)
    );
}

/// A repository whose first revision is Ethereal, and whose second is Ethereal with more nodes beyond a mate.
pub(crate) fn repository(folder: &Path) -> PathBuf {
    let repository = folder.join("repository");
    fs::create_dir(&repository).unwrap();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@x",
                "-c",
                "init.defaultBranch=main",
            ])
            .args(arguments)
            .current_dir(&repository)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    };
    git(&["init", "-q"]);
    for (tag, expression) in [
        ("old", "line"),
        ("new", "more(line) if 'score mate' in line else line"),
    ] {
        changed(&repository, "engine.py", expression);
        git(&["add", "."]);
        git(&["commit", "-q", "-m", tag]);
        git(&["tag", tag]);
    }
    repository
}

#[test]
fn revisions_are_built_in_worktrees_that_go_away() {
    let home = tempfile::tempdir().unwrap();
    let repository = repository(home.path());
    let positions = home.path().join("some.epd");
    fs::write(&positions, POSITIONS).unwrap();
    let run = |revisions: [&str; 2], build: &str, engine: &str| {
        let [repository, positions] = [&repository, &positions].map(|path| path.to_str().unwrap());
        // One that looks like an option is still a revision.
        let rev = revisions.map(|revision| format!("--rev={revision}"));
        let rev = rev.each_ref().map(String::as_str);
        let arguments = [
            "ab",
            engine,
            "--build",
            build,
            "--repository",
            repository,
            "--epd",
            positions,
            "--depth",
            "8",
            "--json",
        ];
        plybench(&[&arguments[..], &rev].concat())
    };
    let build = "mkdir bin && cp engine.py bin/engine";
    let found = stdout_json(&run(["old", "new"], build, "bin/engine"));
    assert!(
        says(&found).starts_with("Only what follows a known mate"),
        "{}",
        found["ab"]
    );
    let found = stdout_json(&run(["old", "old"], build, "bin/engine"));
    assert_eq!(found["ab"]["identical"], true);
    for (revisions, build, engine, problem) in [
        (
            ["old", "new"],
            build,
            "/usr/games/ethereal-chess",
            "is not within the repository",
        ),
        (
            ["old", "new"],
            build,
            "../engine",
            "is not within the repository",
        ),
        (
            ["old", "none"],
            build,
            "bin/engine",
            "--rev none: git worktree add failed",
        ),
        (
            ["old", "--force"],
            build,
            "bin/engine",
            "git worktree add failed",
        ),
        (
            ["old", "new"],
            "echo oh no >&2; exit 3",
            "bin/engine",
            "exit status: 3); it wrote to stderr: oh no",
        ),
        (["old", "new"], "true", "bin/engine", "makes no bin/engine"),
    ] {
        let output = run(revisions, build, engine);
        assert_eq!(output.status.code(), Some(2));
        let said = stderr(&output);
        // Besides what is being built.
        let said = said.lines().last().unwrap();
        assert!(said.contains(problem), "{said}");
    }
    let worktrees = Command::new("git")
        .args(["worktree", "list"])
        .current_dir(&repository)
        .output();
    let worktrees = String::from_utf8(worktrees.unwrap().stdout).unwrap();
    assert_eq!(worktrees.lines().count(), 1, "{worktrees}");
}

#[test]
fn mistakes_are_one_line_that_says_how_to_fix_it() {
    let home = tempfile::tempdir().unwrap();
    let engine = "/usr/games/ethereal-chess";
    let out = home.path().join("out");
    let out = out.to_str().unwrap();
    for (arguments, problem) in [
        (
            vec![engine],
            "A is compared with itself; give a second engine",
        ),
        (vec![engine, "/no/engine"], "there is no file /no/engine"),
        (
            vec![engine, "--rev", "x", "--build", "true"],
            "--rev is given once; give it twice",
        ),
        (vec![engine, engine, "--fail-on", "node"], "give nodes>2%"),
        (
            vec![engine, "--a-option", "Hash"],
            "--a-option \"Hash\": there is no `=`",
        ),
        (
            vec![engine, "--b-option", "Has=2"],
            "it has no option \"Has\"",
        ),
        (
            vec![engine, "--b-option", "Hash=2", "--epd", "/no/file"],
            "/no/file",
        ),
    ] {
        fails(&[&["ab"], &arguments[..]].concat(), 2, problem);
    }
    // A directory with another run is not written to.
    let same = changed(home.path(), "same", "line");
    assert!(ab(home.path(), &same, &["--out", out]).status.success());
    let other = ab(home.path(), &same, &["--out", out, "--nodes", "9"]);
    exits(
        &other,
        2,
        "is of another run; give another directory with --out",
    );
    let dies = changed(
        home.path(),
        "dies",
        "sys.exit() if ' depth 1 ' in line else line",
    );
    cannot(&ab(home.path(), &dies, &[]), "there is nothing to compare");
}
