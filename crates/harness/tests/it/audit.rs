//! `plybench audit`: honest engines of Debian, engines that lie one time in ten, and programs that are no engines.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    datasets,
    experiment::{cannot, fails, plybench, stderr, stdout_json},
    side_by_side::side_by_side,
};
use serde_json::{Value, json};

const STOCKFISH: &str = "/usr/games/stockfish";

/// Stockfish, but every tenth mate that it claims is changed: made shorter, longer, that of the other side, or an evaluation. Or each is
/// made shorter that is in a second variation, or in an answer to `go mate`.
const LIAR: &str = r#"#!/usr/bin/env python3
import re, subprocess, sys, threading

how = sys.argv[1]
engine = subprocess.Popen(["/usr/games/stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
claims, asked = 0, ""


def pass_on():
    global asked
    for line in sys.stdin:
        asked = line
        engine.stdin.write(line)
    engine.stdin.close()


threading.Thread(target=pass_on, daemon=True).start()


def lie(found):
    global claims
    mate = int(found[1])
    only = {"second": " multipv 2 " in found.string, "go-mate": asked.startswith("go mate")}
    if how in only:
        return f"score mate {mate - 1}" if only[how] and mate > 1 else found[0]
    if how == "shortens" and abs(mate) < 2:
        return found[0]
    claims += 1
    if claims % 10:
        return found[0]
    sign = 1 if mate > 0 else -1
    changed = {"shortens": mate - sign, "lengthens": mate + sign, "negates": -mate}
    return "score cp 450" if how == "forgets" else f"score mate {changed[how]}"


for line in engine.stdout:
    print(re.sub(r"score mate (-?\d+)", lie, line), end="", flush=True)
"#;

fn program(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// What GNU Chess 6.2.7 writes when it ends because 4,095 bytes of its output wait to be forwarded. On a busy machine they sometimes do.
const GNU_CHESS_ENDS: &str = "ForwardEngineOutputToUser(): Assertion";

/// A file of positions with near mates.
fn positions(folder: &Path) -> PathBuf {
    let near = ["kqk", "krrk"].map(|name| datasets::built_in(name).text);
    let path = folder.join("near.epd");
    fs::write(&path, near.concat()).unwrap();
    path
}

/// In how many searches a kind of finding was made.
fn cases(audit: &Value, kind: &str) -> u64 {
    let findings = audit["findings"].as_array().unwrap().iter();
    let found = findings.filter(|one| one["finding"] == kind);
    found.map(|one| one["searches"].as_u64().unwrap()).sum()
}

fn verdict(audit: &Value) -> &str {
    audit["mate_distance_pruning"]["verdict"].as_str().unwrap()
}

#[test]
fn honest_engines_are_not_accused_and_their_pruning_is_named() {
    let engines: Vec<(_, &[&str], _)> = vec![
        (STOCKFISH, &[], "tight"),
        ("/usr/games/glaurung", &[], "tight"),
        ("/usr/games/ethereal-chess", &[], "test-only"),
        ("/usr/games/toga2", &[], "tighter"),
        ("/usr/games/gnuchess", &["--uci"], "tighter"),
    ];
    // An engine and its judge wait for each other.
    side_by_side(2, engines, |(engine, args, known)| {
        assert!(Path::new(engine).exists(), "there is no {engine}");
        let judge = || {
            let output = plybench(&[&["audit", "--json", engine], args].concat());
            assert!(output.status.success(), "{}", stderr(&output));
            stdout_json(&output)
        };
        let mut audit = judge();
        // Five times in a row would not be chance.
        for _ in 0..4 {
            if audit.to_string().contains(GNU_CHESS_ENDS) {
                audit = judge();
            }
        }
        assert_eq!(audit["lies"], 0, "{engine}: {audit}");
        assert_eq!(verdict(&audit), known, "{engine}: {audit}");
        for never in ["died", "time-limit", "illegal-line", "false-line"] {
            assert_eq!(cases(&audit, never), 0, "{engine}: {never}: {audit}");
        }
        let distances = audit["distances"].as_array().unwrap().iter();
        let mut in_one = distances.filter(|row| row["moves"] == 1);
        let row = in_one.next().unwrap();
        assert_eq!(row["found"], row["positions"], "{engine}");
    });
}

#[test]
fn an_engine_that_lies_one_time_in_ten_is_found() {
    let home = tempfile::tempdir().unwrap();
    let liar = program(home.path(), "liar", LIAR);
    let liar = liar.to_str().unwrap();
    let few = positions(home.path());
    let few = ["--epd", few.to_str().unwrap(), "--nodes", "3000"];
    // What is built in suffices; the other lies are told of mates that are found sooner.
    let lies: Vec<(_, &[&str], _, _)> = vec![
        ("shortens", &[], "shorter-mate", 1),
        ("negates", &few, "wrong-side", 1),
        ("lengthens", &few, "lengthened-mate", 0),
        ("forgets", &few, "lost-mate", 0),
    ];
    // An engine and its judge wait for each other.
    side_by_side(2, lies, |(how, asked, kind, code)| {
        let output = plybench(&[&["audit", "--json"], asked, &[liar, how]].concat());
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}",
            stderr(&output)
        );
        let audit = stdout_json(&output);
        assert!(cases(&audit, kind) >= 10, "{how}: {audit}");
        // A longer mate at the end of a line that is long enough is a false line, and so a lie as well.
        if code == 1 {
            assert_eq!(output.status.code(), Some(1), "{how}");
            let said = stderr(&output);
            assert!(said.contains("the engine lies"), "{said}");
        }
        let findings = audit["findings"].as_array().unwrap();
        assert!(
            findings
                .iter()
                .all(|one| !one["lines"].as_array().unwrap().is_empty())
        );
    });
}

#[test]
fn a_lie_in_a_second_variation_or_at_go_mate_is_found() {
    let home = tempfile::tempdir().unwrap();
    let liar = program(home.path(), "liar", LIAR);
    for (how, typed) in [
        ("second", "setoption name MultiPV value 3"),
        ("go-mate", "go mate "),
    ] {
        let output = plybench(&["audit", "--json", liar.to_str().unwrap(), how]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let audit = stdout_json(&output);
        let findings = audit["findings"].as_array().unwrap();
        let lie = findings
            .iter()
            .find(|one| one["severity"] == "lie")
            .unwrap();
        assert_eq!(lie["finding"], "shorter-mate", "{how}: {lie}");
        let mut lines = lie["lines"].as_array().unwrap().iter();
        assert!(
            lines.any(|line| line.as_str().unwrap().starts_with(typed)),
            "{how}: {lie}"
        );
    }
}

/// Each search ends only when it is told to.
#[test]
fn an_audit_keeps_its_time_however_slow_the_engine_is() {
    let home = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\nwhile read -r line; do case $line in\n\
        go*) ;; stop) echo 'go depth 1' ;; *) echo \"$line\" ;;\n\
        esac; done | /usr/games/stockfish\n";
    let slow = program(home.path(), "slow", text);
    let began = Instant::now();
    let output = plybench(&["audit", "--time", "8", "--json", slow.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let audit = stdout_json(&output);
    assert!(began.elapsed() < Duration::from_secs(18), "{audit}");
    assert!(audit["unasked"].as_u64() > Some(50), "{audit}");
    assert_eq!(audit["lies"], 0);
    fails(&["audit", "--time", "0", STOCKFISH], 2, "");
}

#[test]
fn what_an_audit_finds_is_written_in_every_form() {
    let home = tempfile::tempdir().unwrap();
    let (out, junit, markdown) = (
        home.path().join("out"),
        home.path().join("audit.xml"),
        home.path().join("audit.md"),
    );
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let few = text(&positions(home.path()));
    let few = ["--epd", &few, "--nodes", "100"];
    let output = plybench(&[
        "audit",
        few[0],
        few[1],
        few[2],
        few[3],
        "--option",
        "Hash=8",
        "--out",
        &text(&out),
        "--junit",
        &text(&junit),
        "--markdown",
        &text(&markdown),
        STOCKFISH,
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(
        shown.contains("Hash = 8") && shown.contains("both bounds are tight"),
        "{shown}"
    );
    let junit = fs::read_to_string(junit).unwrap();
    assert!(
        junit.contains("name=\"shorter-mate\"") && junit.contains("failures="),
        "{junit}"
    );
    assert!(
        fs::read_to_string(markdown)
            .unwrap()
            .contains("# Engine audit")
    );
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("How soon mates are found"));
    // Only the command's own files are replaced.
    let again = plybench(&[&["audit", "--out", &text(&out)], &few[..], &[STOCKFISH]].concat());
    assert!(again.status.success(), "{}", stderr(&again));
}

#[test]
fn the_forms_stand_beside_engines_that_were_audited() {
    let home = tempfile::tempdir().unwrap();
    let (file, out) = (home.path().join("glaurung.json"), home.path().join("out"));
    let output = plybench(&["audit", "--json", "/usr/games/glaurung"]);
    let audit = stdout_json(&output);
    fs::write(&file, output.stdout).unwrap();
    let [file, out] = [file, out].map(|path| path.to_str().unwrap().to_owned());
    let output = plybench(&["audit", "--forms", &file, "--out", &out, "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let searches = stdout_json(&output);
    let searches = searches.as_array().unwrap();
    let of = |name: &str| searches.iter().find(|one| one["search"] == name).unwrap();
    let mut glaurung = of("Glaurung 2.2").clone();
    let findings = audit["findings"].as_array().unwrap().iter();
    let findings =
        findings.map(|one| json!({"finding": one["finding"], "searches": one["searches"]}));
    assert_eq!(glaurung["findings"], findings.collect::<Value>());
    glaurung
        .as_object_mut()
        .unwrap()
        .retain(|key, _| !["search", "is_form", "findings"].contains(&key.as_str()));
    assert_eq!(glaurung, audit["mate_distance_pruning"]);
    assert_eq!(
        (searches.len(), &of("off")["verdict"]),
        (18, &"none".into())
    );
    let table = fs::read_to_string(Path::new(&out).join("forms.md")).unwrap();
    for says in [
        "| form fruit | tighter |",
        "| Glaurung 2.2 | fault | plays another move than the first of its line |",
    ] {
        assert!(table.contains(says), "{says}: {table}");
    }
    let chart = fs::read_to_string(Path::new(&out).join("findings.svg")).unwrap();
    assert!(chart.contains(">plays another move than the first of its line<"));
    fails(
        &["audit", "--forms", "Cargo.toml"],
        2,
        "no audit of this version",
    );
    fails(&["audit", "--forms", "--nodes", "3"], 2, "");
}

#[test]
fn what_is_no_engine_is_told_in_one_line() {
    fails(&["audit", "no-such-engine"], 2, "whole path");
    fails(&["audit", STOCKFISH, "--option", "Hash"], 2, "");
    fails(
        &["audit", "--option", "Hash", STOCKFISH],
        2,
        "give NAME=VALUE",
    );
    fails(&["audit", "--option", "Hsh=1", STOCKFISH], 2, "\"Hash\"");
    fails(&["audit", "true"], 3, "ended unexpectedly");
}

/// An engine that dies in the middle of a search is started again.
#[test]
fn an_engine_that_dies_now_and_then_is_judged_all_the_same() {
    let home = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\nwhile read -r line; do case $line in\n\
        quit) exit ;;\n\
        'go depth 60'*) [ $(($(date +%N | sed 's/^0*//') % 20)) = 0 ] && exit 4 ;;\n\
        esac; echo \"$line\"; done | /usr/games/stockfish\n";
    let dying = program(home.path(), "dying", text);
    let output = plybench(&["audit", "--json", dying.to_str().unwrap()]);
    let audit = stdout_json(&output);
    assert!(audit["searches"].as_u64() > Some(150), "{audit}");
    assert_eq!(audit["unasked"], 0);
}

/// Nor does an engine that never answers hold anybody up for long.
#[test]
fn an_engine_that_always_fails_is_asked_five_times() {
    let home = tempfile::tempdir().unwrap();
    let text = "#!/bin/sh\nwhile read -r line; do case $line in\n\
        uci) echo 'id name Useless'; echo uciok ;; isready) echo readyok ;; go*) exit 4 ;;\n\
        esac; done\n";
    let useless = program(home.path(), "useless", text);
    let output = plybench(&["audit", "--json", useless.to_str().unwrap()]);
    cannot(&output, "failed five times in a row");
    let audit = stdout_json(&output);
    assert_eq!(
        (&audit["searches"], cases(&audit, "died")),
        (&Value::from(5), 5)
    );
    assert!(audit["unasked"].as_u64() > Some(100), "{audit}");
    assert_eq!(verdict(&audit), "undecided");
}
