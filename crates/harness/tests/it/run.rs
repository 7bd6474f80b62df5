//! `run`: the same bytes however it goes.

use std::{
    fs,
    process::{Command, Stdio},
    sync::{Mutex, atomic::AtomicBool},
    thread::sleep,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use chacha20::ChaCha8Rng;
use plybench::{
    plan::{Plan, Shard},
    run::run_all,
    spec::Experiment,
    store::{Journal, Unmatched},
};
use rand::{SeedableRng, seq::SliceRandom};
use serde_json::Value;

use super::experiment::{
    experiment, hold, plybench, records, records_of, run, stderr, stdout_json,
};

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
    assert!(limited.iter().all(|end| end["nodes"] == 5_000));
    assert!(lines.iter().all(|line| line["sum"].is_string()));
}

#[test]
fn two_at_one_directory_are_kept_apart() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let lock = hold(home.path(), "process 4711");
    let out = home.path().to_str().unwrap();
    let output = plybench(&["run", file.to_str().unwrap(), "--out", out]);
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
fn readers_take_what_a_run_at_work_has_written_and_say_so() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let whole = records(home.path());
    // The first variant and 10 jobs of the second are there; half of the next.
    let ends = (0..whole.len()).filter(|&at| whole[at..].starts_with(b"\"ended\""));
    let end = ends.take(34).last().unwrap();
    let mut lines = (end..whole.len()).filter(|&at| whole[at] == b'\n');
    let torn = lines.next().unwrap() + 100;
    fs::write(home.path().join("records.jsonl"), &whole[..torn]).unwrap();
    let directory = home.path().to_str().unwrap();
    let (off, on) = ("mdp/mate-distance=off", "mdp/mate-distance=stockfish");
    let readers = [
        (&["compare", directory, off, on][..], "34 of 72 jobs", 0),
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
            said.contains("process 4711 on elsewhere is working on") && said.contains(says),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    // A line that is damaged within is so whoever is at work.
    let mut damaged = whole[..torn].to_vec();
    let second = damaged.iter().position(|&byte| byte == b'\n').unwrap() + 50;
    damaged[second] ^= 1;
    fs::write(home.path().join("records.jsonl"), damaged).unwrap();
    for (reader, _, _) in readers {
        assert!(stderr(&plybench(reader)).contains("records.jsonl:2: damaged"));
    }
    drop(lock);
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
        (
            "take = 24",
            "with = \"none\"",
            "the filters leave none of 200 positions; relax with",
        ),
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
        let journal = Journal::open(&shuffled, &plan, Unmatched::Keep).unwrap();
        assert_eq!(journal.contents().damage, None);
        let journal = Mutex::new(journal);
        let never = AtomicBool::new(false);
        let job = |number| plan.job(number);
        run_all(part, 2, &never, job, |done| {
            let mut journal = journal.lock().unwrap();
            journal
                .append(done.number, &done.job, &done.timing)
                .unwrap();
        })
        .unwrap();
        if part.len() > 20 {
            assert_ne!(records(&shuffled), records(&calm));
            journal.into_inner().unwrap().finish().unwrap();
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
fn a_finished_run_is_left_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let again = stdout_json(&run(&file, home.path(), &["--json"]));
    assert_eq!(
        (again["run"].as_u64(), again["kept"].as_u64()),
        (Some(0), Some(72))
    );
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn variants_with_the_same_settings_keep_their_own_times() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("twins.toml");
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 4\n\
                positions = [{ id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }]\n\
                variants = [{ name = \"a\", base = \"plain\" }, { name = \"b\", base = \"plain\" }]\n";
    fs::write(&file, text).unwrap();
    let out = home.path().join("out");
    run(&file, &out, &["--jobs", "1"]);
    let times = || fs::read_to_string(out.join("timings.jsonl")).unwrap();
    let before = times();
    let exported = plybench(&["export", out.to_str().unwrap(), "--json"]);
    let rows: Value = serde_json::from_slice(&exported.stdout).unwrap();
    let rows = rows.as_array().unwrap();
    for (line, rows) in before.lines().zip(rows.chunks(4)) {
        let line: Value = serde_json::from_str(line).unwrap();
        let times = line["seconds"].as_array().unwrap();
        for (row, time) in rows.iter().zip(times) {
            let [told, kept] = [&row["seconds"], time].map(|one| one.as_f64().unwrap());
            assert!((told - kept).abs() < 1e-6, "{told} {kept}");
        }
    }
    assert_eq!((before.lines().count(), rows.len()), (2, 8));
    run(&file, &out, &[]);
    assert_eq!(times(), before);
}

#[test]
fn a_dry_run_writes_nothing_and_tells_what_is_to_be_done() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    let plan = stdout_json(&run(&file, &out, &["--dry-run", "--json"]));
    assert!(!out.exists());
    assert_eq!(plan["to_run"], 72);
    let estimated = plan["estimated_nodes"].as_f64().unwrap();
    let nodes = stdout_json(&run(&file, &out, &["--json"]))["nodes"]
        .as_f64()
        .unwrap();
    assert!(
        (0.5..2.0).contains(&(estimated / nodes)),
        "{estimated} {nodes}"
    );
    let plan = stdout_json(&run(&file, &out, &["--dry-run", "--json"]));
    assert_eq!((&plan["to_run"], &plan["kept"]), (&0.into(), &72.into()));
    assert_eq!(plan["estimated_nodes"], 0.0);
    let output = run(&file, &home.path().join("other"), &["--dry-run"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("about") && text.contains("at most"), "{text}");
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
    // Before its first job it has nothing to finish, and ends at once.
    while !String::from_utf8_lossy(&records_of(&out)).contains("\"ended\"") {
        sleep(Duration::from_millis(1));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = stderr(&output);
    assert!(
        said.lines().count() == 1
            && said.contains("interrupted")
            && said.contains("run the same command again"),
        "{said}"
    );
    let half = records(&out);
    assert!(half.ends_with(b"\n") && half.len() < records(&calm).len());
    let again = stdout_json(&run(&file, &out, &["--json"]));
    assert!(again["kept"].as_u64().unwrap() > 0, "{again}");
    assert_eq!(records(&out), records(&calm));
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
        said.lines().count() == 1 && said.contains("294984 MiB") && said.contains("--jobs"),
        "{said}"
    );
    assert!(!out.exists());
}
