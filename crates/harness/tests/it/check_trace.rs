//! Traces of other programs: the examples in C, Python and Rust as they are, and with an error of each kind.

#![cfg(target_os = "linux")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use super::{
    experiment::{fails, plybench, stderr, stdout_json},
    own_technique::example,
};
use plybench_traces::{check::Statement, header::Use, step::Reason};
use serde_json::Value;

fn tracer(path: &str) -> PathBuf {
    let tracer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tracer");
    tracer.join(path)
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// A text with one change.
fn changed(text: &str, [from, to]: [&str; 2]) -> String {
    assert!(text.contains(from), "{from:?}");
    text.replacen(from, to, 1)
}

/// The trace of the C program to this depth, with a change of its source.
fn traced_c(home: &Path, change: Option<[&str; 2]>, depth: &str) -> PathBuf {
    let source = fs::read_to_string(tracer("c/connect.c")).unwrap();
    let source = change.map_or(source.clone(), |change| changed(&source, change));
    let (file, program, trace) = (
        home.join("changed.c"),
        home.join("changed"),
        home.join("c.trace"),
    );
    fs::write(&file, source).unwrap();
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-Wall", "-Wextra", "-O1", "-I"]);
    compile.arg(tracer("c")).arg("-o");
    done(compile.arg(&program).arg(&file));
    done(Command::new(&program).arg(&trace).arg(depth));
    trace
}

/// The same of the program in Python.
fn traced_python(home: &Path, change: Option<[&str; 2]>, depth: &str) -> PathBuf {
    let source = fs::read_to_string(tracer("python/tic_tac_toe.py")).unwrap();
    let source = change.map_or(source.clone(), |change| changed(&source, change));
    let (file, trace) = (home.join("changed.py"), home.join("python.trace"));
    fs::write(&file, source).unwrap();
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", tracer("python"));
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    done(python.arg(&file).arg(&trace).arg(depth));
    trace
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn checked(trace: &Path) -> Value {
    let said = plybench(&["check-trace", text(trace), "--json"]);
    assert_eq!(stderr(&said), "", "{}", trace.display());
    stdout_json(&said)
}

/// How often a statement was checked.
fn times(report: &Value, statement: Statement) -> u64 {
    let all = report["statements"].as_array().unwrap();
    let one = all.iter().find(|one| one["name"] == statement.word());
    one.unwrap()["checked"].as_u64().unwrap()
}

#[test]
fn the_examples_pass_and_together_make_every_check() {
    let home = tempfile::tempdir().unwrap();
    let coins = home.path().join("coins.trace");
    done(Command::new(example("coins")).arg(&coins).arg("10"));
    let c = traced_c(home.path(), None, "5");
    let python = traced_python(home.path(), None, "9");
    let reports = [&c, &python, &coins].map(|trace| checked(trace));
    assert_eq!(reports[1]["nodes"], 48_851);
    for &statement in Statement::ALL {
        let all = reports.iter().map(|report| times(report, statement));
        assert!(all.sum::<u64>() > 0, "{statement:?}");
    }
    let said = plybench(&["check-trace", text(&coins)]);
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("moves of a game that is not known"), "{said}");
    for file in ["c/plybench_trace.h", "python/plybench_trace.py"] {
        let lines = fs::read_to_string(tracer(file)).unwrap().lines().count();
        assert!(lines <= 100, "{file}: {lines}");
    }
}

/// Errors in the source of the C program, and the statement that does not hold then.
const PLANTED: [(Statement, [&str; 2]); 23] = [
    (
        Statement::Nesting,
        [
            "return leave(best, best",
            "return ply == 0 ? best : leave(best, best",
        ],
    ),
    (Statement::Declared, [" reductions table", " table"]),
    (Statement::Declared, ["pvs null-move", "pvs"]),
    (Statement::Legal, ["'1' + at / SIDE", "'5' + at / SIDE"]),
    (
        Statement::Window,
        [
            "reduction, -raised - 1, -raised",
            "reduction, -raised - 2, -raised",
        ],
    ),
    (Statement::Window, ["-beta, 1 - beta", "-beta, 2 - alpha"]),
    (Statement::Window, ["-beta, -raised", "-beta, -alpha - 1"]),
    (
        Statement::Depth,
        ["depth - 1 - reduction", "depth - 2 - reduction"],
    ),
    (Statement::Depth, ["depth - 3, -beta", "depth, -beta"]),
    (
        Statement::Again,
        [
            "depth - 1, -raised - 1, -raised",
            "depth - 2, -raised - 1, -raised",
        ],
    ),
    (
        Statement::Again,
        [
            "if (value > raised && value < beta)",
            "if (value > raised && value < beta && depth < 3)",
        ],
    ),
    (
        Statement::Cut,
        ["if (value >= beta) break", "if (value > beta) break"],
    ),
    (
        Statement::Cut,
        [
            "if (value >= beta) return leave(beta, \"null",
            "if (value >= beta - 1) return leave(beta, \"null",
        ],
    ),
    (
        Statement::Value,
        [
            "return leave(best, best",
            "return leave(best + (ply == 2), best",
        ],
    ),
    (Statement::Value, ["leave(ply - MATE", "leave(1 - MATE"]),
    (
        Statement::Ending,
        ["at = -1; at < SQUARES;", "at = -1; at < SQUARES - 1;"],
    ),
    (
        Statement::Mate,
        ["pb_evaluation(evaluation)", "pb_evaluation(MATE)"],
    ),
    (
        Statement::Hit,
        [
            "if (entry->bound && entry->key == key)",
            "if (entry->bound)",
        ],
    ),
    (
        Statement::Key,
        ["player = -player, key ^= keys[0][0]", "player = -player"],
    ),
    (
        Statement::TableCut,
        ["entry->depth >= depth", "entry->depth >= depth - 1"],
    ),
    (
        Statement::Stored,
        ["best >= beta ? PB_LOWER : best > alpha", "best > alpha"],
    ),
    (
        Statement::Stored,
        ["depth, best_move, bound}", "depth + 1, best_move, bound}"],
    ),
    (Statement::Nodes, ["    nodes++;", "    nodes += 2;"]),
];

#[test]
fn an_error_of_each_kind_is_found_at_the_first_wrong_step() {
    let home = tempfile::tempdir().unwrap();
    let sound = fs::read_to_string(traced_c(home.path(), None, "7")).unwrap();
    for (statement, change) in PLANTED {
        let trace = traced_c(home.path(), Some(change), "7");
        let said = plybench(&["check-trace", text(&trace), "--json"]);
        assert_eq!(said.status.code(), Some(1), "{change:?}");
        let wrong = &stdout_json(&said)["wrong"];
        assert_eq!(wrong["statement"], statement.word(), "{change:?}: {wrong}");
        // The error is told at the line that differs from the sound program's, or at the next, which shows it.
        let found = fs::read_to_string(&trace).unwrap();
        let same = sound.lines().zip(found.lines());
        let first = same.take_while(|(a, b)| a == b).count() as u64 + 1;
        let late = wrong["line"].as_u64().unwrap() - first;
        let most = match statement {
            // A declaration is missed where it is needed, and a key where a second position has it.
            Statement::Declared | Statement::Key => u64::MAX,
            _ => 1,
        };
        assert!(late <= most, "{change:?}: {late} after {first}: {wrong}");
    }
    for &statement in Statement::ALL {
        assert!(
            PLANTED.iter().any(|(planted, _)| *planted == statement),
            "{statement:?}"
        );
    }
}

#[test]
fn an_error_of_a_fail_hard_program_is_found() {
    let home = tempfile::tempdir().unwrap();
    for (statement, change) in [
        (
            Statement::Value,
            ["leave(alpha, \"moves\")", "leave(alpha + 1, \"moves\")"],
        ),
        (
            Statement::Ending,
            ["range(9):\n            if", "range(8):\n            if"],
        ),
        (
            Statement::Window,
            ["-beta, -alpha, ply", "-beta, -alpha + 1, ply"],
        ),
    ] {
        let trace = traced_python(home.path(), Some(change), "5");
        let said = plybench(&["check-trace", text(&trace), "--json"]);
        let wrong = &stdout_json(&said)["wrong"];
        assert_eq!(wrong["statement"], statement.word(), "{change:?}: {wrong}");
    }
}

#[test]
fn two_builds_of_a_program_are_explored_with_their_difference() {
    let home = tempfile::tempdir().unwrap();
    let before = home.path().join("before.trace");
    fs::rename(traced_c(home.path(), None, "5"), &before).unwrap();
    let after = traced_c(home.path(), Some(["may_pass && depth > 2", "0"]), "5");
    let page = home.path().join("difference.html");
    let traces = format!("{},{}", text(&before), text(&after));
    let said = plybench(&["tree", "--traces", &traces, "--explore", text(&page)]);
    assert_eq!(stderr(&said), "");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("an additional search by null-move"));
    assert!(page.contains("\"moves\":{\"0\":\"a1\""));
    // A trace of another root, and one of this program.
    let other = traced_python(home.path(), None, "3");
    let traces = format!("{},{}", text(&before), text(&other));
    let page = home.path().join("none.html");
    fails(
        &["tree", "--traces", &traces, "--explore", text(&page)],
        2,
        "another root",
    );
}

#[test]
fn a_trace_at_fault_is_named_with_its_line() {
    let home = tempfile::tempdir().unwrap();
    let begin = "plybench-text-trace 1\nprogram mine\ngame chess\nroot 7k/8/8/8/8/8/8/R6K w - - 0 1\nuses\n";
    for (lines, says) in [
        (
            "iteration 1\nenter - 1 -5 5\nleave 3 mov",
            "line 8: the file ends within it",
        ),
        (
            "iteration 1\nenter - one -5 5\n",
            "line 7: DEPTH of \"enter\" is \"one\"",
        ),
        (
            "iteration 1\nenter - 1 -5\n",
            "line 7: \"enter\" has no BETA; its fields are MOVE DEPTH ALPHA BETA",
        ),
        (
            "iteration 1\nenter - 1 -5 5 5\n",
            "line 7: \"enter\" goes on with \"5\"",
        ),
        (
            "iteration 1\nentered -\n",
            "line 7: \"entered\" names no step; give one of iteration",
        ),
        (
            "iteration 1\nenter - 1 -5 99999999999\n",
            "BETA of \"enter\" is \"99999999999\"",
        ),
        (
            "using pvs\n",
            "line 6: \"using\" begins no line of a header",
        ),
        ("mate none\n", "mate has \"none\""),
        ("uses pvs\n", "\"uses\" is given twice"),
        ("", "the trace has no nodes"),
    ] {
        let trace = home.path().join("wrong.trace");
        fs::write(&trace, format!("{begin}{lines}")).unwrap();
        fails(&["check-trace", text(&trace)], 2, says);
    }
    let root = home.path().join("root.trace");
    fs::write(&root, begin.replace("7k/8", "7k/9")).unwrap();
    fails(&["check-trace", text(&root)], 2, "root \"7k/9");
    fs::write(&root, "{}\n").unwrap();
    fails(&["check-trace", text(&root)], 2, "not a text trace");
    fails(
        &["check-trace", "/nowhere/a.trace"],
        2,
        "/nowhere/a.trace: ",
    );
}

#[test]
fn certificates_are_told_from_traces_and_checked() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.certificate");
    let write = |text: &str| fs::write(&file, text).unwrap();
    let right = "plybench-certificate 1\nposition 8/8/8/8/8/2K5/7R/k7 w - - 0 1\nmate within 3 plies\n0 3 c3b3:a1b1:1\n1 1 h2h1\n";
    write(right);
    let said = plybench(&["check-trace", text(&file)]).stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(
        said.ends_with(": mate within 3 plies, shown by 4 positions in 2 lines\n8/8/8/8/8/2K5/7R/k7 w - - 0 1\n"),
        "{said}"
    );
    let wrong = right.replace("h2h1", "h2h3");
    write(&wrong);
    let says = "line 5: after h2h3: the defender is not mated, and no ply is left";
    fails(&["check-trace", text(&file)], 1, says);
    let report = stdout_json(&plybench(&["check-trace", text(&file), "--json"]));
    assert_eq!(report["wrong"]["line"], 5);
    write(&right.replace("mate within", "mate in"));
    fails(&["check-trace", text(&file)], 2, "line 3: it has to be");
    // A megabyte without an end of a line.
    write(&format!("{right}{}", "2 ".repeat(1 << 19)));
    fails(&["check-trace", text(&file)], 2, "line 6: too long");
}

#[test]
fn the_documentation_has_every_word_of_a_trace() {
    let document = fs::read_to_string(tracer("README.md")).unwrap();
    for one in Use::ALL {
        let row = format!("| `{}` | {} |", one.word(), one.about());
        assert!(document.contains(&row), "{row}");
    }
    let (_, reasons) = document.split_once("| reason | what follows |").unwrap();
    for (word, _) in Reason::WORDS {
        assert!(reasons.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn what_the_readme_shows_is_what_the_commands_print() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let document = fs::read_to_string(document).unwrap();
    let home = tempfile::tempdir().unwrap();
    let report = plybench(&["check-trace", text(&traced_c(home.path(), None, "5"))]).stdout;
    let report = String::from_utf8(report).unwrap();
    let (_, shown) = report.split_once(": ").unwrap();
    let shown: Vec<&str> = shown.lines().take(6).collect();
    assert!(document.contains(&shown.join("\n")), "{shown:?}");
    // A search again that is left out.
    let change = ["value > raised && reduction", "0"];
    let trace = traced_c(home.path(), Some(change), "6");
    let said = stderr(&plybench(&["check-trace", text(&trace)]));
    let (_, wrong) = said.split_once(": line ").unwrap();
    assert!(document.contains(wrong.trim_end()), "{wrong}");
}
