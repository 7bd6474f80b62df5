//! `run` and `merge`: the same bytes however a run goes, and nothing sound lost whatever happens to it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::{Mutex, atomic::AtomicBool},
    thread::sleep,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use plybench::{
    plan::{Plan, Shard},
    run::run_all,
    spec::Experiment,
    store::Journal,
};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// An experiment of 3 variants on 24 positions of the project's own, 72 jobs, in a folder.
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
    let lock = hold(home.path(), "process 4711");
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

/// Takes a folder as a run does that calls itself so.
fn hold(folder: &Path, name: &str) -> fs::File {
    let lock = fs::File::create(folder.join(".lock")).unwrap();
    fs::write(folder.join(".lock"), format!("{name}\n")).unwrap();
    fs4::fs_std::FileExt::lock_exclusive(&lock).unwrap();
    lock
}

#[test]
fn readers_take_what_a_run_at_work_has_written_and_say_so() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let whole = records(home.path());
    // The first variant and 10 jobs of the second are there; of the next its first line and a half.
    let ends = (0..whole.len()).filter(|&at| whole[at..].starts_with(b"\"ended\""));
    let end = ends.take(34).last().unwrap();
    let mut lines = (end..whole.len()).filter(|&at| whole[at] == b'\n');
    let torn = lines.nth(1).unwrap() + 100;
    fs::write(home.path().join("records.jsonl"), &whole[..torn]).unwrap();
    let directory = home.path().to_str().unwrap();
    let (off, on) = ("mdp/mate-distance=off", "mdp/mate-distance=stockfish");
    let readers = [
        (&["compare", directory, off, on][..], "34 of 48 jobs", 0),
        (&["rank", directory], "34 of 72 jobs", 0),
        (&["export", directory, "--csv"], "34 of 72 jobs", 0),
        (&["report", directory], "34 of 72 jobs", 2),
        (&["baseline", directory], "34 of 72 jobs", 2),
    ];
    for (reader, _, _) in readers {
        let said = stderr(&plybench(reader));
        assert!(said.contains("damaged; run the experiment again"), "{said}");
    }
    let lock = hold(home.path(), "process 4711 on elsewhere");
    for (reader, says, code) in readers {
        let output = plybench(reader);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(
            said.contains("note: process 4711 on elsewhere is at work on") && said.contains(says),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1 + usize::from(code == 2), "{said}");
    }
    // A line that is damaged within is so whoever is at work.
    let mut damaged = whole[..torn].to_vec();
    damaged[50] ^= 1;
    fs::write(home.path().join("records.jsonl"), damaged).unwrap();
    for (reader, _, _) in readers {
        assert!(stderr(&plybench(reader)).contains("records.jsonl:1: damaged"));
    }
    drop(lock);
}

#[test]
fn a_part_that_is_being_run_is_not_merged() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    run(&file, &one, &["--shard", "1/2"]);
    run(&file, &two, &["--shard", "2/2"]);
    let merged = home.path().join("merged");
    let merge = || {
        plybench(&[
            "merge",
            merged.to_str().unwrap(),
            one.to_str().unwrap(),
            two.to_str().unwrap(),
            "--experiment",
            file.to_str().unwrap(),
        ])
    };
    let lock = hold(&two, "process 4711");
    cannot(&merge(), "two: process 4711; wait for it");
    assert!(records_of(&merged).is_empty());
    drop(lock);
    assert!(merge().status.success());
}

#[test]
fn one_flipped_bit_is_one_place_and_the_lines_of_its_job() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let sound = records(home.path());
    let path = home.path().join("records.jsonl");
    let said = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let said = stderr(&run(&file, home.path(), &[]));
        assert_eq!(records(home.path()), sound);
        said
    };
    let feeds: Vec<usize> = (0..sound.len()).filter(|&at| sound[at] == b'\n').collect();
    let text = String::from_utf8_lossy(&sound);
    let first_job = 1 + text
        .lines()
        .position(|line| line.contains("\"ended\""))
        .unwrap();
    assert!(first_job > 3);
    let mut flipped = sound.clone();
    flipped[feeds[1] + 40] ^= 4;
    let (flip, says) = (
        said(&flipped),
        format!("short at line 3; {first_job} lines are part of no whole job, to be run again"),
    );
    assert!(flip.contains(&says), "{flip}");
    let cut = said(&sound[..feeds[0] + 40]);
    assert!(cut.contains("at line 2; 2 lines are part"), "{cut}");
    let cut = said(&sound[..=feeds[1]]);
    assert!(cut.contains("at line 1; 2 lines are part"), "{cut}");
    let (cut, says) = (
        said(&sound[..feeds[first_job - 1] + 9]),
        format!("at line {}; 1 line is part", first_job + 1),
    );
    assert!(cut.contains(&says), "{cut}");
    assert_eq!(said(&sound), "");
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
    assert!(records_of(&merged).is_empty());
    assert!(
        stderr(&output).contains("jobs that are not of this experiment"),
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
        ("\"stockfish\"", "\"stokfish\"", "line 12: grid \"mdp\""),
        ("take = 24", "with = \"none\"", "no position is left"),
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

/// The last line of stdout as JSON.
fn told(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_order_in_which_jobs_end_changes_no_byte() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (calm, shuffled) = (home.path().join("calm"), home.path().join("shuffled"));
    run(&file, &calm, &[]);
    let text = fs::read_to_string(&file).unwrap();
    let plan = Plan::of(&Experiment::parse(&text).unwrap(), home.path(), |_| ()).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let mut numbers: Vec<usize> = plan.numbers(Shard::WHOLE).collect();
    numbers.shuffle(&mut generator);
    // Twenty jobs, an interruption, the others.
    for part in [&numbers[..20], &numbers[20..]] {
        let (journal, damage) = Journal::open(&shuffled, &plan).unwrap();
        assert_eq!(damage, None);
        let journal = Mutex::new(journal);
        let never = AtomicBool::new(false);
        let job = |number| plan.job(number);
        run_all(part, 2, &never, job, |done| {
            let mut journal = journal.lock().unwrap();
            journal
                .append(done.number, &done.records, &done.end)
                .unwrap();
        })
        .unwrap();
        if part.len() > 20 {
            assert_ne!(records(&shuffled), records(&calm));
            journal.into_inner().unwrap().finish(&plan).unwrap();
        }
    }
    assert_eq!(records(&shuffled), records(&calm));
}

#[test]
fn shards_may_share_a_directory_one_after_the_other() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (whole, shared) = (home.path().join("whole"), home.path().join("shared"));
    run(&file, &whole, &[]);
    for shard in ["2/3", "3/3", "1/3"] {
        run(&file, &shared, &["--shard", shard]);
    }
    assert_eq!(records(&shared), records(&whole));
}

#[test]
fn another_depth_runs_again_what_it_changes_and_only_that() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let at_five = records(home.path());
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("depth = 5", "depth = 4")).unwrap();
    // Sound records are not dropped unless one says so.
    let out = home.path().to_str().unwrap();
    let refused = plybench(&["run", file.to_str().unwrap(), "--out", out]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("--discard"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(records(home.path()), at_five);
    let again = told(&run(&file, home.path(), &["--json", "--discard"]));
    // What met its node limit before depth 4 would do so again.
    let (ran, kept) = (&again["run"], &again["kept"]);
    assert!(
        ran.as_u64().unwrap() > 0 && kept.as_u64().unwrap() > 0,
        "{again}"
    );
    let fresh = home.path().join("fresh");
    run(&file, &fresh, &[]);
    assert_eq!(records(home.path()), records(&fresh));
    fs::write(&file, text).unwrap();
    run(&file, home.path(), &["--discard"]);
    assert_eq!(records(home.path()), at_five);
}

#[test]
fn parts_know_their_experiment() {
    let home = tempfile::tempdir().unwrap();
    let there = home.path().join("there");
    fs::create_dir(&there).unwrap();
    let file = experiment(&there);
    // A path that leads to the positions from here alone, and trees.
    let dataset = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/assorted.epd");
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
        let folders: Vec<PathBuf> = ["merged"]
            .iter()
            .chain(parts)
            .map(|name| at(name))
            .collect();
        let folders = folders.iter().map(|folder| folder.to_str().unwrap());
        plybench(&["merge"].into_iter().chain(folders).collect::<Vec<_>>())
    };
    let refused = |output: &Output, says: &str| {
        let said = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains(says), "{said}");
        assert!(said.contains("give --experiment FILE"), "{said}");
    };
    let kept = fs::read_to_string(at("two").join("experiment.toml")).unwrap();
    fs::write(
        at("two").join("experiment.toml"),
        format!("{kept}# edited\n"),
    )
    .unwrap();
    refused(
        &merge(&["one", "two"]),
        "two/experiment.toml are not the same",
    );
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
    let merge = |parts: &[&Path]| {
        let mut arguments = vec!["merge", whole.to_str().unwrap()];
        arguments.extend(parts.iter().map(|part| part.to_str().unwrap()));
        plybench(&arguments)
    };
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

#[test]
fn a_finished_run_is_left_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let again = told(&run(&file, home.path(), &["--json"]));
    assert_eq!(
        (again["run"].as_u64(), again["kept"].as_u64()),
        (Some(0), Some(72))
    );
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn a_dry_run_writes_nothing_and_tells_what_is_to_be_done() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    let plan = told(&run(&file, &out, &["--dry-run", "--json"]));
    assert!(!out.exists());
    assert_eq!(plan["to_run"], 72);
    let estimated = plan["estimated_nodes"].as_f64().unwrap();
    let nodes = told(&run(&file, &out, &["--json"]))["nodes"]
        .as_f64()
        .unwrap();
    assert!(
        (0.5..2.0).contains(&(estimated / nodes)),
        "{estimated} {nodes}"
    );
    let plan = told(&run(&file, &out, &["--dry-run", "--json"]));
    assert_eq!((&plan["to_run"], &plan["kept"]), (&0.into(), &72.into()));
    assert_eq!(plan["estimated_nodes"], 0.0);
    let output = run(&file, &home.path().join("other"), &["--dry-run"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("about") && text.contains("at most"), "{text}");
}

/// Asserts exit code 3 and one line on stderr that says the right thing.
fn cannot(output: &Output, says: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.lines().count() == 1 && said.contains(says), "{said}");
}

#[test]
fn what_cannot_be_written_is_said_before_any_search() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    fs::write(home.path().join("in-the-way"), "").unwrap();
    let run = |out: &Path| {
        let arguments = ["run", file.to_str().unwrap(), "--out"];
        let mut command = Command::new(cargo_bin("plybench"));
        command.args(arguments).arg(out).output().unwrap()
    };
    let below = run(&home.path().join("in-the-way/out"));
    cannot(&below, "cannot write");
    cannot(&run(Path::new("/proc/plybench")), "cannot write");
    // Records that are there and must not be touched: permissions do not bind root, a directory in
    // place of a file binds everyone.
    let out = home.path().join("out");
    fs::create_dir_all(out.join("timings.jsonl")).unwrap();
    cannot(&run(&out), "timings.jsonl");
    let out = home.path().join("another");
    fs::create_dir_all(out.join(".lock")).unwrap();
    cannot(&run(&out), ".lock");
}

/// A read-only file system is refused also to root. Needs a mount namespace of its own: given to root,
/// and on most systems to everyone.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_file_system_is_said_and_keeps_what_it_has() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &["--shard", "1/2"]);
    let before = records(&out);
    let script = "mount --bind \"$2\" \"$2\" && mount -o remount,ro,bind \"$2\" && exec \"$0\" run \"$1\" --out \"$2\"";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .args([&cargo_bin("plybench"), &file, &out])
        .output()
        .expect("unshare is part of util-linux");
    cannot(&output, "Read-only file system");
    assert_eq!(records(&out), before);
}

/// A file system of 64 KiB, in a mount namespace of its own; what it held is copied out of it.
#[cfg(target_os = "linux")]
#[test]
fn what_a_full_file_system_held_is_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (calm, out) = (home.path().join("calm"), home.path().join("out"));
    let small = home.path().join("small");
    run(&file, &calm, &[]);
    fs::create_dir(&small).unwrap();
    let script = "mount -t tmpfs -o size=64k none \"$2\" || exit 9; \"$0\" run \"$1\" --out \"$2\"; code=$?; cp -r \"$2\" \"$3\"; exit $code";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .args([&cargo_bin("plybench"), &file, &small, &out])
        .output()
        .expect("unshare is part of util-linux");
    cannot(&output, "No space left on device");
    let again = told(&run(&file, &out, &["--json"]));
    assert!(again["kept"].as_u64().unwrap() > 10, "{again}");
    assert_eq!(records(&out), records(&calm));
}

/// The limit on the size of files stands for a full disk: a write comes back short, or with an error,
/// in the same place.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_costs_nothing_that_is_sound() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let (calm, full) = (home.path().join("calm"), home.path().join("full"));
    run(&file, &calm, &[]);
    let whole = records(&calm);
    // In blocks of 1 KiB; the signal that goes with the limit is ignored, so that the error is seen.
    for kib in [0, 1, 20, 50] {
        let script = "trap '' XFSZ; ulimit -f $3; exec \"$0\" run \"$1\" --out \"$2\"";
        let output = Command::new("bash")
            .args(["-c", script])
            .args([&cargo_bin("plybench"), &file, &full])
            .arg(kib.to_string())
            .output()
            .unwrap();
        cannot(&output, "File too large");
        let kept = records_of(&full);
        assert!(kept.len() <= kib * 1024);
        assert!(kept.is_empty() || kept.ends_with(b"\n"));
        // Each job of the calm run that the full disk had room for is whole.
        let lines = |bytes: &[u8]| -> BTreeSet<Vec<u8>> {
            bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
        };
        assert!(lines(&kept).is_subset(&lines(&whole)), "{kib} KiB");
        assert!(kib < 20 || kept.len() > kib * 512, "{} bytes", kept.len());
    }
    let ends = |bytes: &[u8]| String::from_utf8_lossy(bytes).matches("\"ended\"").count();
    let there = ends(&records_of(&full));
    let again = told(&run(&file, &full, &["--json"]));
    assert_eq!(again["kept"], there, "what was kept is not run again");
    assert_eq!(records(&full), whole);
}

/// The records of a folder; none where there is no file.
fn records_of(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("records.jsonl")).unwrap_or_default()
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_so_and_the_same_line_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let text = fs::read_to_string(&file).unwrap();
    let longer = text.replace("nodes = 5000", "nodes = 100000");
    fs::write(&file, longer.replace("depth = 5", "depth = 7")).unwrap();
    let (calm, out) = (home.path().join("calm"), home.path().join("out"));
    run(&file, &calm, &[]);
    let child = Command::new(cargo_bin("plybench"))
        .args(["run", file.to_str().unwrap(), "--out"])
        .arg(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while records_of(&out).is_empty() {
        sleep(Duration::from_millis(1));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    cannot(&output, "interrupted");
    assert!(stderr(&output).contains("run the same line again"));
    let half = records(&out);
    assert!(half.ends_with(b"\n") && half.len() < records(&calm).len());
    let again = told(&run(&file, &out, &["--json"]));
    assert!(again["kept"].as_u64().unwrap() > 0, "{again}");
    assert_eq!(records(&out), records(&calm));
}

#[test]
fn a_half_written_timing_is_cut_off() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &["--shard", "1/2"]);
    let path = home.path().join("timings.jsonl");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let output = run(&file, home.path(), &[]);
    let text = fs::read_to_string(&path).unwrap();
    for line in text.lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    let ran = String::from_utf8(records(home.path())).unwrap();
    let iterations = ran.lines().filter(|line| line.contains("\"pv\"")).count();
    assert_eq!(text.lines().count(), iterations - 1);
    assert!(output.stderr.is_empty(), "quiet where nobody watches");
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
    let slower = before.replace("\"seconds\":", "\"seconds\":9");
    let others = before.replace("{\"job\":\"", "{\"job\":\"f");
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
    let iterations = String::from_utf8(records(home.path())).unwrap();
    let iterations = iterations
        .lines()
        .filter(|line| line.contains("\"pv\""))
        .count();
    assert_eq!(times(home.path()).len(), iterations);

    let merged = home.path().join("merged");
    // Twice: what is there already is not taken again.
    for _ in 0..2 {
        let output = plybench(&[
            "merge",
            merged.to_str().unwrap(),
            parts[0].to_str().unwrap(),
            parts[1].to_str().unwrap(),
            "--experiment",
            file.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let mut all = [times(&parts[0]), times(&parts[1])].concat();
        all.sort();
        assert_eq!(times(&merged), all);
    }
}

#[test]
fn tables_that_do_not_fit_are_refused_beforehand() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let text = fs::read_to_string(&file).unwrap();
    let huge = "base = \"plain\"\nset = { size = { mib = 4096 } }";
    fs::write(&file, text.replace("base = \"plain\"", huge)).unwrap();
    let out = home.path().join("out");
    // More than any machine has.
    let arguments = ["--jobs", "1000000", "--out", out.to_str().unwrap()];
    let mut line = vec!["run", file.to_str().unwrap()];
    line.extend(arguments);
    let output = plybench(&line);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.lines().count() == 1 && said.contains("4097000000 MiB") && said.contains("--jobs"),
        "{said}"
    );
    assert!(!out.exists());
}
