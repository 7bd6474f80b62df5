//! Tells the build which commit it is of: times are kept with it.
//!
//! `PLYBENCH_COMMIT` in the environment is taken as it is, for whoever builds without the repository.

use std::{path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-env-changed=PLYBENCH_COMMIT");
    let given = std::env::var("PLYBENCH_COMMIT").ok();
    let commit = given
        .or_else(of_repository)
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=PLYBENCH_COMMIT={commit}");
}

fn of_repository() -> Option<String> {
    // Sources that change make the build one of no commit; that costs nothing, since they are built anew anyway.
    for path in ["../engine/src", "../oracle/src", "src", "build.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    // It grows with every commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&[
        "--no-optional-locks",
        "status",
        "--porcelain",
        "--untracked-files=no",
        "--",
        "..",
    ])?;
    Some(if changed.is_empty() {
        commit
    } else {
        format!("{commit}-dirty")
    })
}

/// What git says.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
