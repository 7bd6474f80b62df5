//! `merge`: the bytes of one machine from parts, and nothing sound lost.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;

use super::experiment::{cannot, experiment, hold, records, records_of, resealed, run, stderr};

/// Merges parts, of the experiment that they carry unless one is given.
fn merged_into(directory: &Path, parts: &[&Path], experiment: Option<&Path>) -> Output {
    Command::new(cargo_bin("plybench"))
        .arg("merge")
        .arg(directory)
        .args(parts)
        .args(
            experiment
                .map(|file| ["--experiment".as_ref(), file.as_os_str()])
                .into_iter()
                .flatten(),
        )
        .output()
        .unwrap()
}

#[test]
fn a_part_that_is_being_run_is_not_merged() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    run(&file, &one, &["--shard", "1/2"]);
    run(&file, &two, &["--shard", "2/2"]);
    let merged = home.path().join("merged");
    let merge = || merged_into(&merged, &[&one, &two], Some(&file));
    let lock = hold(&two, "process 4711");
    cannot(&merge(), "two: process 4711; wait until it ends");
    assert!(records_of(&merged).is_empty());
    drop(lock);
    assert!(merge().status.success());
}

#[test]
fn parts_of_different_experiments_do_not_merge() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (one, other) = (home.path().join("one"), home.path().join("other"));
    run(&file, &one, &[]);
    fs::create_dir(&other).unwrap();
    let text = fs::read_to_string(&file).unwrap().replace(
        "base = \"plain\"",
        "base = \"plain\"\nset = { mvv-lva = true }",
    );
    fs::write(home.path().join("changed.toml"), text).unwrap();
    run(&home.path().join("changed.toml"), &other, &[]);
    let merged = home.path().join("merged");
    let output = merged_into(&merged, &[&one, &other], Some(&file));
    assert_eq!(output.status.code(), Some(2));
    assert!(records_of(&merged).is_empty());
    assert!(
        stderr(&output).contains("with other settings, limits or engine"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn parts_know_their_experiment() {
    let home = tempfile::tempdir().unwrap();
    let there = home.path().join("there");
    fs::create_dir(&there).unwrap();
    let file = experiment(&there);
    // A path that leads to the positions from here alone, and trees.
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/assorted.epd"
    );
    fs::copy(dataset, there.join("own.epd")).unwrap();
    let trees = "[[trees]]\nname = \"t\"\nbranching = 3\ndepth = 4\nspread = 50\nmated-share = [0, 0.1]\nbest-first-share = 1\nseeds = 2\n";
    let text = fs::read_to_string(&file)
        .unwrap()
        .replace(dataset, "own.epd")
        + trees;
    fs::write(&file, text).unwrap();
    let at = |name: &str| home.path().join(name);
    run(&file, &at("whole"), &[]);
    run(&file, &at("one"), &["--shard", "1/2"]);
    run(&file, &at("two"), &["--shard", "2/2"]);
    let merge = |parts: &[&str]| {
        let parts: Vec<PathBuf> = parts.iter().map(|name| at(name)).collect();
        let parts: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
        merged_into(&at("merged"), &parts, None)
    };
    let refused = |output: &Output, says: &str| {
        let said = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains(says), "{said}");
        assert!(said.contains("the experiment with --experiment"), "{said}");
    };
    let kept = fs::read_to_string(at("two").join("experiment.toml")).unwrap();
    fs::write(
        at("two").join("experiment.toml"),
        format!("{kept}# edited\n"),
    )
    .unwrap();
    refused(&merge(&["one", "two"]), "two/experiment.toml are different");
    fs::remove_file(at("two").join("experiment.toml")).unwrap();
    refused(&merge(&["one", "two"]), "cannot read");
    fs::write(at("two").join("experiment.toml"), kept).unwrap();
    assert!(!at("merged").exists());
    // One after the other, too.
    assert_eq!(merge(&["one"]).status.code(), Some(1));
    assert!(merge(&["two"]).status.success());
    for name in ["records.jsonl", "positions.jsonl", "experiment.toml"] {
        let bytes = |folder: &str| fs::read(at(folder).join(name)).unwrap();
        assert!(bytes("merged") == bytes("whole"), "{name}");
    }
}

/// Parts, and what readers read, may be on a file system that cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_read_and_merged() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (whole, merged) = (home.path().join("whole"), home.path().join("merged"));
    run(&file, &whole, &[]);
    let read_only = |line: &str| {
        let script = format!(
            "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && ! touch \"$1/x\" 2>&- && exec \"$0\" {line}"
        );
        Command::new("unshare")
            .args(["--map-root-user", "--mount", "sh", "-c", &script])
            .args([&cargo_bin("plybench"), &whole, &merged])
            .output()
            .expect("unshare is part of util-linux")
    };
    for lock in [true, false] {
        if !lock {
            fs::remove_file(whole.join(".lock")).unwrap();
        }
        for line in ["merge \"$2\" \"$1\"", "rank \"$1\"", "baseline \"$1\""] {
            let output = read_only(line);
            assert!(
                output.status.success() && output.stderr.is_empty(),
                "{}",
                stderr(&output)
            );
        }
        assert_eq!(records(&merged), records(&whole));
    }
}

#[test]
fn a_merge_adds_to_what_is_there_and_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (whole, part) = (home.path().join("whole"), home.path().join("part"));
    run(&file, &whole, &[]);
    run(&file, &part, &["--shard", "1/2"]);
    let all = records(&whole);
    let merge = |parts: &[&Path]| merged_into(&whole, parts, None);
    for parts in [&[part.as_path()][..], &[whole.as_path()], &[&part, &whole]] {
        let output = merge(parts);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(records(&whole), all);
    }
    let changed = fs::read_to_string(&file)
        .unwrap()
        .replace("nodes = 5000", "nodes = 4000");
    fs::write(whole.join("experiment.toml"), changed).unwrap();
    assert_eq!(merge(&[&part]).status.code(), Some(2));
    assert_eq!(records(&whole), all);
}

/// The lines of a folder's times, sorted.
fn times(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("timings.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn times_are_kept_as_long_as_their_records_and_merged_with_them() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let sound = times(home.path());
    // The same jobs timed before, jobs of another experiment, and lines that are none.
    let path = home.path().join("timings.jsonl");
    let before = fs::read_to_string(&path).unwrap();
    let changed = |from: &str, to: &str| -> String {
        before
            .lines()
            .map(|line| resealed(&line.replacen(from, to, 1)))
            .collect()
    };
    let slower = changed("\"seconds\":[", "\"seconds\":[9");
    let others = changed("\"job\":\"", "\"job\":\"f");
    fs::write(&path, format!("{slower}{others}none\n{before}{{\"job")).unwrap();
    run(&file, home.path(), &[]);
    assert_eq!(times(home.path()), sound);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("nodes = 5000", "nodes = 4000")).unwrap();
    let mut parts = Vec::new();
    for part in ["1/2", "2/2"] {
        let folder = home.path().join(part.replace('/', "-"));
        run(&file, &folder, &["--shard", part]);
        parts.push(folder);
    }
    run(&file, home.path(), &["--discard"]);
    assert_eq!(times(home.path()).len(), 72);

    let merged = home.path().join("merged");
    // Twice: what is there already is not taken again.
    for _ in 0..2 {
        let output = merged_into(&merged, &[&parts[0], &parts[1]], Some(&file));
        assert!(output.status.success(), "{}", stderr(&output));
        let mut all = [times(&parts[0]), times(&parts[1])].concat();
        all.sort();
        assert_eq!(times(&merged), all);
    }
}

#[test]
fn parts_may_lie_anywhere_and_their_data_sets_be_gone() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::create_dir(path("asked")).unwrap();
    let file = experiment(&path("asked"));
    let text = fs::read_to_string(&file).unwrap();
    let set = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/assorted.epd"
    );
    fs::copy(set, path("assorted.epd")).unwrap();
    fs::write(&file, text.replace(set, "../assorted.epd")).unwrap();
    run(&file, &path("whole"), &[]);
    let parts = [path("deep/er/one"), path("two")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        run(&file, part, &["--shard", shard]);
    }
    let merge = |into: &Path| {
        let output = merged_into(into, &[&parts[0], &parts[1]], None);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(records(into), records(&path("whole")));
        fs::read_to_string(into.join("experiment.toml")).unwrap()
    };
    assert!(merge(&path("a/b/c")).contains("\"../../../assorted.epd\""));
    fs::remove_file(path("assorted.epd")).unwrap();
    assert!(merge(&path("a/d")).contains("\"../../assorted.epd\""));
    fs::remove_dir_all(path("asked")).unwrap();
    merge(&path("e"));
}
