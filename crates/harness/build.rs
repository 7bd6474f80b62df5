//! Passes the commit to the build: `--version` shows it, and timings are recorded with it.
//!
//! `PLYBENCH_COMMIT` in the environment is used as it is. Otherwise the commit is that of the package, if this is one, or of
//! the repository.

use std::{fs, path::Path, process::Command};

/// The file in which `cargo package` notes the commit, and whether files were changed since.
const PACKED_FROM: &str = ".cargo_vcs_info.json";

/// What a crate of the repository is built from.
const PARTS: [&str; 6] = [
    "src",
    "assets",
    "datasets",
    "experiments",
    "build.rs",
    "Cargo.toml",
];

/// The sources of the program in the repository: those of all its crates.
fn sources() -> Vec<String> {
    let crates = fs::read_dir("..").into_iter().flatten().flatten();
    let parts = crates.flat_map(|home| PARTS.map(|part| home.path().join(part)));
    let mut sources: Vec<String> = parts
        .filter(|part| part.exists())
        .map(|part| part.display().to_string())
        .collect();
    sources.sort_unstable();
    sources.extend(["../../Cargo.toml", "../../Cargo.lock"].map(str::to_owned));
    sources
}

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
    let sources = sources();
    for path in &sources {
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
    let paths = sources.iter().map(String::as_str);
    let arguments: Vec<&str> = status.into_iter().chain(paths).collect();
    let changed = git(&arguments)?;
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
