//! `run --out`: the experiment file that is kept beside the records can itself be run, and a file that a user
//! wrote stays.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// An experiment of 2 variants on 2 + 1 positions in files that it names by relative paths.
const EXPERIMENT: &str = r#"# Two files.
purpose = "a test"
metric = "nodes"
baseline = "off"
depth = 3
datasets = [{ file = "../sets/krk.epd", take = 2 }, { file = 'own "1".epd' }]

[[variants]]
name = "off"
base = "plain"

[[variants]]
name = "stockfish"
base = "plain"
set = { mate-distance = "stockfish" }
"#;

fn experiment(home: &Path) -> PathBuf {
    let sets = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiment/datasets");
    for folder in ["asked", "sets"] {
        fs::create_dir(home.join(folder)).unwrap();
    }
    fs::copy(format!("{sets}/krk.epd"), home.join("sets/krk.epd")).unwrap();
    let own = "8/7K/8/8/8/8/R7/7k w - - id \"own\";\n";
    fs::write(home.join("asked/own \"1\".epd"), own).unwrap();
    let file = home.join("asked/experiment.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    file
}

fn plybench(arguments: &[&str], folder: &Path) -> Output {
    Command::new(cargo_bin("plybench"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// What a run says that it did, as JSON.
fn run(arguments: &[&str], folder: &Path) -> Value {
    let output = plybench(&[&["run", "--json"], arguments].concat(), folder);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_kept_experiment_file_resumes_the_run() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("far/away");
    let told = run(&[file.to_str().unwrap(), "--out", "far/away"], home.path());
    assert_eq!((&told["jobs"], &told["run"]), (&6.into(), &6.into()));
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let kept = read("experiment.toml");
    assert!(
        kept.contains("\"../../sets/krk.epd\"") && kept.starts_with("# Two files.\n"),
        "{kept}"
    );
    assert_eq!(kept.lines().count(), EXPERIMENT.lines().count());
    let (records, positions) = (read("records.jsonl"), read("positions.jsonl"));
    // From its own folder, from another, and by the first file again.
    let copy = out.join("experiment.toml");
    for (arguments, folder) in [
        (&["."][..], out.as_path()),
        (&[out.to_str().unwrap()], home.path()),
        (&[copy.to_str().unwrap(), "--out", "far/away"], home.path()),
        (
            &["experiment.toml", "--out", "../far/away"],
            &home.path().join("asked"),
        ),
    ] {
        let told = run(arguments, folder);
        assert_eq!((&told["run"], &told["kept"]), (&0.into(), &6.into()));
        assert_eq!(read("experiment.toml"), kept);
        assert_eq!(
            (read("records.jsonl"), read("positions.jsonl")),
            (records.clone(), positions.clone())
        );
    }
    // A run in the file's own folder leaves the file as the user wrote it.
    run(
        &["experiment.toml", "--out", "."],
        &home.path().join("asked"),
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), EXPERIMENT);
    // Shards elsewhere merge by the file of the directory that they are merged into.
    for part in ["1", "2"] {
        run(
            &[
                "asked/experiment.toml",
                "--out",
                part,
                "--shard",
                &format!("{part}/2"),
            ],
            home.path(),
        );
    }
    fs::remove_file(out.join("records.jsonl")).unwrap();
    let merged = plybench(&["merge", "far/away", "1", "2"], home.path());
    assert!(
        merged.status.success(),
        "{}",
        String::from_utf8_lossy(&merged.stderr)
    );
    assert_eq!(
        (read("records.jsonl"), read("experiment.toml")),
        (records, kept)
    );
}

#[test]
fn an_experiment_that_was_not_run_is_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let changed = home.path().join("asked/deeper.toml");
    fs::write(&changed, EXPERIMENT.replace("depth = 3", "depth = 4")).unwrap();
    let output = plybench(&["run", "asked/deeper.toml", "--out", "asked"], home.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("asked/experiment.toml is a different experiment"),
        "{said}"
    );
    assert!(
        said.lines().count() == 1 && said.contains("--out"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), EXPERIMENT);
    assert!(!home.path().join("asked/records.jsonl").exists());
    run(&["asked/deeper.toml", "--out", "out"], home.path());
    // With records it is a run's own copy, which follows the file that was changed.
    run(&["asked/experiment.toml", "--out", "out"], home.path());
}
