//! Every command that writes files: one that an option names is replaced whole, and those of a directory only if the same command
//! wrote them.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use super::experiment::{command, experiment, fails, plybench, run, stderr};

const KRK: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const TREE: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const VARIANTS: [&str; 2] = ["mdp/mate-distance=off", "mdp/mate-distance=cpw"];

/// A command line without its last argument, the file; how the file begins; and the ending of its name. RUN and BASELINE stand
/// for paths.
type Case = (&'static [&'static str], &'static [u8], &'static str);

const NAMED: [Case; 16] = [
    (&["export", "RUN", "--csv", "--out"], b"job,", "csv"),
    (&["export", "RUN", "--json", "--out"], b"[\n{", "json"),
    (
        &["baseline", "RUN", "--out"],
        b"{\"plybench-baseline",
        "jsonl",
    ),
    (
        &["check", "RUN", "--baseline", "BASELINE", "--junit"],
        b"<?xml",
        "xml",
    ),
    (
        &["check", "RUN", "--baseline", "BASELINE", "--markdown"],
        b"# ",
        "md",
    ),
    (&["rank", "RUN", "--chart"], b"<svg", "svg"),
    (&["rank", "RUN", "--chart"], b"\x89PNG", "png"),
    (
        &[
            "compare",
            "RUN",
            VARIANTS[0],
            VARIANTS[1],
            "--by",
            "depth",
            "--chart",
        ],
        b"%PDF",
        "pdf",
    ),
    (&["tree", TREE, "--svg"], b"<svg", "svg"),
    (&["tree", TREE, "--pdf"], b"%PDF", "pdf"),
    (&["tree", TREE, "--slide", "--png"], b"\x89PNG", "png"),
    (&["tree", TREE, "--page"], b"<!DOCTYPE html>", "html"),
    (&["tree", TREE, "--dot"], b"digraph", "dot"),
    (
        &["tree", KRK, "--depth", "3", "--explore"],
        b"<!DOCTYPE html>",
        "html",
    ),
    (
        &["trace", KRK, "--depth", "2", "--out"],
        b"{\"format\":",
        "trace",
    ),
    (
        &["datasets", "draw", "KQK", "--per-distance", "1", "--out"],
        b"# Drawn by plybench",
        "epd",
    ),
];

/// A run and its baseline.
fn material() -> &'static (TempDir, PathBuf, PathBuf) {
    static MATERIAL: OnceLock<(TempDir, PathBuf, PathBuf)> = OnceLock::new();
    MATERIAL.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let (out, baseline) = (home.path().join("run"), home.path().join("baseline.jsonl"));
        run(&experiment(home.path()), &out, &[]);
        let [run, to] = [&out, &baseline].map(|path| path.to_str().unwrap());
        assert!(plybench(&["baseline", run, "--out", to]).status.success());
        (home, out, baseline)
    })
}

/// The whole command line of a case.
fn with<'a>(case: &Case, file: &'a Path) -> Vec<&'a str> {
    let (_, run, baseline) = material();
    let arguments = case.0.iter().map(|&argument| match argument {
        "RUN" => run.to_str().unwrap(),
        "BASELINE" => baseline.to_str().unwrap(),
        other => other,
    });
    arguments.chain([file.to_str().unwrap()]).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: Result<fs::DirEntry, _>| entry.unwrap().file_name().into_string().unwrap();
    entries.map(name).collect()
}

#[test]
fn a_named_file_is_replaced_whole_whatever_it_was() {
    for case in &NAMED {
        let home = tempfile::tempdir().unwrap();
        let link = home.path().join(format!("link.{}", case.2));
        let file = home.path().join("file");
        fs::write(&file, "mine\n").unwrap();
        symlink(&file, &link).unwrap();
        let arguments = with(case, &link);
        let output = plybench(&arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            stderr(&output)
        );
        let written = fs::read(&file).unwrap();
        assert!(written.starts_with(case.1), "{arguments:?}");
        assert!(
            link.is_symlink() && names(home.path()).len() == 2,
            "{arguments:?}"
        );
        // A full disk.
        fs::remove_file(&link).unwrap();
        symlink("/dev/full", &link).unwrap();
        let output = plybench(&arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_of_a_run_and_a_name_with_the_ending_of_another_format_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let records = home.path().join("records.jsonl");
    fs::write(&records, "mine\n").unwrap();
    for case in &NAMED {
        let is_chart = case.0.contains(&"--chart");
        if !is_chart {
            fails(&with(case, &records), 2, "has the name of a file of a run");
        }
        let ending = match case.2 {
            "png" => "pdf",
            _ => "png",
        };
        let other = home.path().join(format!("file.{ending}"));
        fs::write(&other, "mine\n").unwrap();
        if !is_chart {
            let says = format!(
                "the file would not be {}; give a name",
                ending.to_uppercase()
            );
            fails(&with(case, &other), 2, &says);
            assert_eq!(fs::read_to_string(&other).unwrap(), "mine\n");
        }
    }
    assert_eq!(fs::read_to_string(&records).unwrap(), "mine\n");
}

#[test]
fn files_of_others_in_a_directory_stay() {
    let (_, run, _) = material();
    let run = run.to_str().unwrap();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\">\n";
    let png = b"\x89PNG\r\n";
    for (arguments, name, contents) in [
        (
            &["reproduce", "--out", "OUT"][..],
            "table.md",
            &b"# My notes\n"[..],
        ),
        (
            &["reproduce", "--out", "OUT"],
            "index.html",
            b"<!DOCTYPE html>\n",
        ),
        (&["reproduce", "--out", "OUT"], "board.svg", svg),
        (&["reproduce", "--out", "OUT"], "records.jsonl", b"{}\n"),
        (
            &["reproduce", "--out", "OUT"],
            "experiment.toml",
            b"purpose = \"mine\"\n",
        ),
        (&["zoo", "--out", "OUT"], "matrix.md", b"# My notes\n"),
        (&["zoo", "--out", "OUT"], "matrix.svg", svg),
        (&["zoo", "--out", "OUT"], "matrix.svg", b"no picture\n"),
        (&["zoo", "--out", "OUT"], "matrix.png", png),
        (
            &["report", run, "--out", "OUT"],
            "table.csv",
            b"depth,nodes\n",
        ),
        (&["report", run, "--out", "OUT"], "ratio-by-depth.svg", svg),
        (&["report", run, "--out", "OUT"], "ratio-by-depth.png", png),
        (&["man", "OUT"], "plybench-run.1", b"mine\n"),
        (&["datasets", "export", "OUT"], "krk.epd", b"mine\n"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().to_str().unwrap();
        let line = arguments.iter().map(|&argument| match argument {
            "OUT" => out,
            other => other,
        });
        let file = home.path().join(name);
        fs::write(&file, contents).unwrap();
        let says = format!("{name} exists and was not written by this command; move it away");
        fails(&line.collect::<Vec<_>>(), 2, &says);
        assert_eq!(fs::read(&file).unwrap(), contents);
        assert_eq!(names(home.path()), [name], "{arguments:?}");
    }
}

#[test]
fn a_report_replaces_its_own_pictures() {
    let (_, run, _) = material();
    let home = tempfile::tempdir().unwrap();
    let out = home.path().to_str().unwrap();
    let report = |more: &[&str]| {
        let line = [&["report", run.to_str().unwrap(), "--out", out], more].concat();
        let output = plybench(&line);
        assert!(output.status.success(), "{}", stderr(&output));
    };
    report(&["--pdf"]);
    let before = names(home.path()).len();
    report(&["--pdf", "--variants", VARIANTS[1]]);
    assert_eq!(names(home.path()).len(), before);
}

#[test]
fn the_help_of_each_command_states_the_rule() {
    let directories: [&[&str]; 6] = [
        &["reproduce"],
        &["zoo"],
        &["report"],
        &["man"],
        &["run"],
        &["merge"],
    ];
    let named = NAMED.iter().map(|case| match case.0[0] {
        "datasets" => &case.0[..2],
        _ => &case.0[..1],
    });
    for command in directories
        .into_iter()
        .chain(named)
        .chain([&["datasets", "export"][..]])
    {
        for help in ["-h", "--help"] {
            let output = plybench(&[command, &[help]].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(
                words.join(" ").contains(
                    "Files: one that you name is replaced, but only when the new one is complete, and never if it is a file of \
                     a run. Files in a directory are replaced only if the same command wrote them."
                ),
                "{command:?}: {text}"
            );
        }
    }
}

/// Ctrl-C, and a process that is killed.
#[test]
fn an_interrupted_trace_leaves_the_older_one() {
    for (signal, code) in [("-INT", Some(130)), ("-KILL", None)] {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("a.trace");
        let path = file.to_str().unwrap();
        let trace = ["trace", KRK, "--out", path, "--depth"];
        assert!(plybench(&[&trace[..], &["3"]].concat()).status.success());
        let before = fs::read(&file).unwrap();
        let mut long = command(&[&trace[..], &["60"]].concat());
        let mut child = long.stdout(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        let is_part = |name: &String| name.ends_with(".part");
        while !names(home.path()).iter().any(is_part) {
            assert!(began.elapsed() < Duration::from_secs(120));
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_millis(300));
        let pid = child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &pid])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(child.wait().unwrap().code(), code);
        assert_eq!(fs::read(&file).unwrap(), before);
        // The next one removes what is left of it.
        thread::sleep(Duration::from_millis(2100));
        assert!(plybench(&[&trace[..], &["3"]].concat()).status.success());
        assert_eq!(names(home.path()), ["a.trace"]);
    }
}

/// A terminal obeys control characters, a file or pipe gets them as they are.
#[test]
fn a_terminal_that_is_named_as_a_file_gets_escapes() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\\u001b[2J\"\ndepth = 1\n\
         [[positions]]\nid = \"p\"\nfen = \"{KRK}\"\n[[variants]]\nname = \"a\\u001b[2J\"\nbase = \"plain\"\n"
    );
    fs::write(&file, text).unwrap();
    let out = home.path().join("run");
    run(&file, &out, &[]);
    let line = format!(
        "'{}' export '{}' --csv --out /dev/stdout",
        cargo_bin("plybench").display(),
        out.display()
    );
    let piped = Command::new("sh")
        .args(["-c", &format!("{line} | cat")])
        .output();
    assert!(
        String::from_utf8(piped.unwrap().stdout)
            .unwrap()
            .contains("a\u{1b}[2J")
    );
    let shown = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .output();
    let shown = String::from_utf8(shown.unwrap().stdout).unwrap();
    assert!(
        shown.contains("a\\u{1b}[2J") && !shown.contains('\u{1b}'),
        "{shown}"
    );
}
