//! A small experiment, and helpers to run it and inspect its output.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// An experiment of 3 variants on 24 positions of the project's own, 72 jobs, in a folder.
pub(crate) fn experiment(folder: &Path) -> PathBuf {
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/assorted.epd"
    );
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"mdp/mate-distance=off\"\ndepth = 5\nnodes = 5000\n\
         [[datasets]]\nfile = \"{dataset}\"\ntake = 24\n\
         [[grid]]\nname = \"mdp\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"stockfish\", \"cpw\"] }}\n"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

/// The command, with tables kept where no user's are.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("plybench"));
    command
        .env("PLYBENCH_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .args(arguments);
    command
}

pub(crate) fn plybench(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

pub(crate) fn run(file: &Path, out: &Path, more: &[&str]) -> Output {
    let mut arguments = vec![
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    arguments.extend(more);
    let output = plybench(&arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

pub(crate) fn records(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("records.jsonl")).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Stdout as JSON.
pub(crate) fn stdout_json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Locks a directory like a run of this name.
pub(crate) fn hold(folder: &Path, name: &str) -> fs::File {
    let lock = fs::File::create(folder.join(".lock")).unwrap();
    fs::write(folder.join(".lock"), format!("{name}\n")).unwrap();
    lock.lock().unwrap();
    lock
}

/// Asserts the exit code, one line on stderr that contains `says`, and nothing on stdout.
pub(crate) fn fails(arguments: &[&str], code: i32, says: &str) {
    let output = plybench(arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(said.contains(says), "{arguments:?}: {said}");
    assert!(said.len() < 700, "{arguments:?}: {} bytes", said.len());
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

/// Asserts exit code 3 and one line on stderr that contains `says`.
pub(crate) fn cannot(output: &Output, says: &str) {
    exits(output, 3, says);
}

/// Asserts an exit code and one line on stderr that contains `says`.
pub(crate) fn exits(output: &Output, code: i32, says: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.lines().count() == 1 && said.contains(says), "{said}");
}

/// The records of a directory; empty if there is no file.
pub(crate) fn records_of(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("records.jsonl")).unwrap_or_default()
}

/// A line with the right checksum for its content.
pub(crate) fn resealed(line: &str) -> String {
    let content = &line[..line.rfind(",\"sum\"").unwrap()];
    let sum = blake3::hash(content.as_bytes()).to_hex();
    format!("{content},\"sum\":\"{}\"}}\n", &sum[..16])
}

/// The jobs of a run: the lines of its records without the first, which says what wrote them.
pub(crate) fn jobs(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("records.jsonl")).unwrap();
    let lines = text.lines().skip(1);
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The iterations of a run's jobs, each with the id of its job and the names of its variant and position.
pub(crate) fn iterations(folder: &Path) -> Vec<Value> {
    let mut all = Vec::new();
    for job in jobs(folder) {
        for iteration in job["iterations"].as_array().unwrap() {
            let mut iteration = iteration.clone();
            for key in ["job", "variant", "position"] {
                iteration[key] = job[key].clone();
            }
            all.push(iteration);
        }
    }
    assert!(!all.is_empty());
    all
}
