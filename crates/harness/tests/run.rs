//! `run` and `merge`: the same bytes however a run goes, and nothing sound lost whatever happens to it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread::sleep,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// An experiment of 3 variants on 24 positions of the project's own, in a folder.
fn experiment(folder: &Path) -> PathBuf {
    let dataset = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/assorted.epd");
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"mdp/mate-distance=off\"\ndepth = 5\nnodes = 5000\n\
         [[datasets]]\nfile = \"{dataset}\"\ntake = 24\n\
         [[grid]]\nname = \"mdp\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"stockfish\", \"cpw\"] }}\n"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

fn plybench(arguments: &[&str]) -> Output {
    Command::new(cargo_bin("plybench"))
        .args(arguments)
        .output()
        .unwrap()
}

fn run(file: &Path, out: &Path, more: &[&str]) -> Output {
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

fn records(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("records.jsonl")).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn jobs_and_shards_change_no_byte() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let at = |name: &str| home.path().join(name);
    run(&file, &at("one"), &["--jobs", "1"]);
    run(&file, &at("two"), &["--jobs", "2"]);
    let whole = records(&at("one"));
    assert_eq!(whole, records(&at("two")));
    let mut parts: Vec<String> = Vec::new();
    for part in 1..=7 {
        let folder = at(&format!("part-{part}"));
        run(&file, &folder, &["--shard", &format!("{part}/7")]);
        parts.insert(0, folder.to_str().unwrap().to_owned());
    }
    let merged = at("merged");
    let experiment = ["--experiment", file.to_str().unwrap()];
    let merge = |parts: &[String]| {
        let mut arguments = vec!["merge", merged.to_str().unwrap()];
        arguments.extend(parts.iter().map(String::as_str));
        arguments.extend(experiment);
        plybench(&arguments)
    };
    let lacking = merge(&parts[1..]);
    assert_eq!(lacking.status.code(), Some(1));
    assert!(stderr(&lacking).contains("missing"), "{}", stderr(&lacking));
    assert!(merge(&parts).status.success());
    assert_eq!(records(&merged), whole);
    let positions = |name: &str| fs::read_to_string(at(name).join("positions.jsonl")).unwrap();
    assert_eq!(positions("merged"), positions("one"));
    assert_eq!(positions("one").lines().count(), 24);
}

#[test]
fn a_job_that_meets_its_node_limit_says_so() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let text = String::from_utf8(records(home.path())).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ends: Vec<&Value> = lines
        .iter()
        .filter(|line| line.get("ended").is_some())
        .collect();
    assert_eq!(ends.len(), 72);
    let limited: Vec<_> = ends.iter().filter(|end| end["ended"] == "nodes").collect();
    assert!(!limited.is_empty() && limited.len() < 72);
    let nodes = limited.iter().map(|end| end["nodes"].as_u64().unwrap());
    assert!(
        nodes
            .into_iter()
            .all(|nodes| nodes > 5_000 && nodes < 5_050)
    );
    assert!(lines.iter().all(|line| line["sum"].is_string()));
}

#[test]
fn fifty_kills_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (calm, killed) = (home.path().join("calm"), home.path().join("killed"));
    run(&file, &calm, &[]);
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut kills = 0;
    while kills < 50 {
        let mut child = Command::new(cargo_bin("plybench"))
            .args([
                "run",
                file.to_str().unwrap(),
                "--out",
                killed.to_str().unwrap(),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(generator.random_range(1..40)));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // A run that came to its end starts anew, so that every kill meets one at work.
        if fs::read(killed.join("records.jsonl"))
            .is_ok_and(|bytes| bytes.len() >= records(&calm).len())
        {
            fs::remove_dir_all(&killed).unwrap();
        }
    }
    run(&file, &killed, &[]);
    assert_eq!(records(&killed), records(&calm));
}

#[test]
fn a_cut_or_damaged_file_costs_only_the_jobs_that_it_hits() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let sound = records(home.path());
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    for round in 0..12 {
        let at = generator.random_range(1..sound.len());
        let mut bytes = sound.clone();
        if round % 2 == 0 {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << (round % 8);
        }
        fs::write(home.path().join("records.jsonl"), bytes).unwrap();
        let output = run(&file, home.path(), &["--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(records(home.path()), sound, "round {round}, byte {at}");
        if round % 2 == 1 {
            assert!(told["run"].as_u64().unwrap() <= 2, "{told}");
            assert!(stderr(&output).contains("run again"), "{}", stderr(&output));
        }
    }
}

#[test]
fn two_at_one_directory_are_kept_apart() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let lock = fs::File::create(home.path().join(".lock")).unwrap();
    fs::write(home.path().join(".lock"), "process 4711\n").unwrap();
    fs4::fs_std::FileExt::lock_exclusive(&lock).unwrap();
    let output = plybench(&["run", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let said = stderr(&output);
    assert!(
        said.lines().count() == 1 && said.contains("process 4711"),
        "{said}"
    );
    drop(lock);
    run(&file, home.path(), &[]);
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
    let output = plybench(&[
        "merge",
        merged.to_str().unwrap(),
        one.to_str().unwrap(),
        other.to_str().unwrap(),
        "--experiment",
        file.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("not the same in"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_mistake_in_an_experiment_is_one_line_that_says_where() {
    let home = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(experiment(home.path())).unwrap();
    let file = home.path().join("wrong.toml");
    for (from, to, says) in [
        ("depth = 5", "dept = 5", "line 4"),
        ("assorted.epd", "assorted.ep", "cannot read"),
        ("\"stockfish\"", "\"stokfish\"", "line 10: variant"),
        ("take = 24", "men-at-most = 1", "no position is left"),
        (
            "mdp/mate-distance=off\"\ndepth",
            "mdp/mate-distance=of\"\ndepth",
            "\"mdp/mate-distance=off\"",
        ),
    ] {
        fs::write(&file, good.replace(from, to)).unwrap();
        let output = plybench(&[
            "run",
            file.to_str().unwrap(),
            "--out",
            home.path().join("out").to_str().unwrap(),
        ]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.lines().count() == 1 && said.contains(says) && said.contains("wrong.toml"),
            "{said}"
        );
    }
    for shard in ["0/3", "4/3", "x"] {
        let output = plybench(&[
            "run",
            home.path().join("experiment.toml").to_str().unwrap(),
            "--shard",
            shard,
        ]);
        assert_eq!(output.status.code(), Some(2));
    }
    assert!(!home.path().join("out").exists());
}
