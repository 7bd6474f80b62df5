//! Passes the commit to the build: `--version` shows it, and timings are recorded with it.
//!
//! `PLYBENCH_COMMIT` in the environment is used as it is. Otherwise the commit is that of the package, if this is one, or of
//! the repository.

use std::{fs, path::Path, process::Command};

/// The file in which `cargo package` notes the commit, and whether files were changed since.
const PACKED_FROM: &str = ".cargo_vcs_info.json";

/// The sources of the program in the repository.
const SOURCES: [&str; 12] = [
    "../engine/src",
    "../engine/Cargo.toml",
    "../oracle/src",
    "../oracle/Cargo.toml",
    "src",
    "assets",
    "datasets",
    "experiments",
    "build.rs",
    "Cargo.toml",
    "../../Cargo.toml",
    "../../Cargo.lock",
];

fn main() {
    println!("cargo::rerun-if-env-changed=PLYBENCH_COMMIT");
    let given = std::env::var("PLYBENCH_COMMIT").ok();
    let commit = given
        .or_else(of_package)
        .or_else(of_repository)
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=PLYBENCH_COMMIT={commit}");
}

fn of_package() -> Option<String> {
    let note = fs::read_to_string(PACKED_FROM).ok()?;
    println!("cargo::rerun-if-changed={PACKED_FROM}");
    // `"sha1": "…"`: two keys of a file that Cargo writes are not worth a parser in every build.
    let commit = note
        .split("\"sha1\"")
        .nth(1)?
        .split('"')
        .nth(1)?
        .get(..12)?;
    Some(marked(commit, note.contains("\"dirty\": true")))
}

fn of_repository() -> Option<String> {
    // An unpacked package may lie in another repository, which does not track this file.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Changed sources mark the build as dirty. Watching them costs nothing, since they are compiled again anyway.
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    // This log grows with every commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let status = [
        "--no-optional-locks",
        "status",
        "--porcelain",
        "--untracked-files=no",
        "--",
    ];
    let changed = git(&[&status[..], &SOURCES].concat())?;
    Some(marked(&commit, !changed.is_empty()))
}

fn marked(commit: &str, is_changed: bool) -> String {
    let mark = if is_changed { "-dirty" } else { "" };
    format!("{commit}{mark}")
}

/// The output of git; none if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
