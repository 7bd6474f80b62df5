//! Tells the build which commit it is of: `--version` shows it, and times are kept with it.
//!
//! `PLYBENCH_COMMIT` in the environment is taken as it is. Else a package knows the commit that it was made from, and the
//! repository its own.

use std::{fs, path::Path, process::Command};

/// What `cargo package` notes in a package: the commit, and whether files were changed since.
const PACKED_FROM: &str = ".cargo_vcs_info.json";

/// What the program is made of, in the repository.
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
    // An unpacked package may lie in somebody else's repository, which does not know this file.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Sources that change make the build one of no commit; that costs nothing, since they are built anew anyway.
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    // It grows with every commit and checkout.
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

/// What git says.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
