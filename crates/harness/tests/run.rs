//! `run`: the same bytes however it goes.

mod experiment;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::{Mutex, atomic::AtomicBool},
    thread::sleep,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use plybench::{
    plan::{Plan, Shard},
    run::run_all,
    spec::Experiment,
    store::{Journal, Unmatched},
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use self::experiment::{
    experiment, hold, plybench, records, records_of, resealed, run, stderr, told,
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
    // The first variant and 10 jobs of the second are there; of the next its first line and a half.
    let ends = (0..whole.len()).filter(|&at| whole[at..].starts_with(b"\"ended\""));
    let end = ends.take(34).last().unwrap();
    let mut lines = (end..whole.len()).filter(|&at| whole[at] == b'\n');
    let torn = lines.nth(1).unwrap() + 100;
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
            said.contains("note: process 4711 on elsewhere is at work on") && said.contains(says),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1 + usize::from(code == 2), "{said}");
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
            "none of its 200 positions passes the filters; loosen with",
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
        run_all(part, 2, &never, &(), job, |done| {
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
fn a_greater_depth_searches_what_ended_at_the_old_one_and_a_smaller_one_reads_the_prefix() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let text = fs::read_to_string(&file).unwrap();
    let at_depth = |depth: u8, name: &str| {
        let text = text.replace("depth = 5", &format!("depth = {depth}"));
        fs::write(&file, text).unwrap();
        let told = told(&run(&file, &home.path().join(name), &["--json"]));
        (
            told["run"].as_u64().unwrap(),
            told["kept"].as_u64().unwrap(),
        )
    };
    let table = |name: &str| {
        let folder = home.path().join(name);
        let output = plybench(&["export", folder.to_str().unwrap(), "--csv"]);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{}",
            stderr(&output)
        );
        without_seconds(&output.stdout)
    };
    at_depth(4, "four");
    at_depth(5, "five");
    // What met its node limit before depth 4 would do so again.
    at_depth(4, "run");
    let (ran, kept) = at_depth(5, "run");
    assert!(ran > 0 && kept > 0, "{ran} {kept}");
    assert_eq!(
        records(&home.path().join("run")),
        records(&home.path().join("five"))
    );
    // The deeper records stay, and are read to the depth that is asked for.
    assert_eq!(at_depth(4, "run"), (0, 72));
    assert_eq!(
        records(&home.path().join("run")),
        records(&home.path().join("five"))
    );
    assert_eq!(table("run"), table("four"));
    assert_eq!(at_depth(5, "run"), (0, 72));
    // Until it is run, a greater depth has only the jobs that would not go deeper.
    at_depth(4, "waiting");
    let copy = home.path().join("waiting/experiment.toml");
    fs::write(&copy, text.replace("depth = 5", "depth = 6")).unwrap();
    let said = stderr(&plybench(&[
        "rank",
        home.path().join("waiting").to_str().unwrap(),
    ]));
    assert!(
        said.contains(&format!("has {kept} of 72 jobs; `plybench run")),
        "{said}"
    );
}

/// A table without its column of seconds, which differ from run to run.
fn without_seconds(table: &[u8]) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table);
    let names = reader.headers().unwrap().clone();
    let kept = |record: &csv::StringRecord| {
        let cells = names
            .iter()
            .zip(record)
            .filter(|(name, _)| *name != "seconds");
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",")
    };
    reader
        .records()
        .map(|record| kept(&record.unwrap()))
        .collect()
}

#[test]
fn results_of_removed_variants_stay_and_are_named() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    let all = records(&out);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace(", \"cpw\"", "")
            .replace("take = 24", "take = 23"),
    )
    .unwrap();
    let again = run(&file, &out, &["--json"]);
    assert_eq!(
        (&told(&again)["run"], &told(&again)["kept"]),
        (&0.into(), &46.into())
    );
    let names_both = |said: &str| {
        assert!(
            said.contains("results of variant \"mdp/mate-distance=cpw\""),
            "{said}"
        );
        assert!(
            said.contains("results of position \"") && said.contains("kept and not used"),
            "{said}"
        );
    };
    names_both(&stderr(&again));
    assert_eq!(records(&out).len(), all.len());
    let directory = out.to_str().unwrap();
    let (off, on) = ("mdp/mate-distance=off", "mdp/mate-distance=stockfish");
    for reader in [
        &["rank", directory][..],
        &["compare", directory, off, on],
        &["export", directory, "--csv"],
        &["report", directory],
        &["baseline", directory],
    ] {
        let output = plybench(reader);
        assert!(output.status.success(), "{}", stderr(&output));
        names_both(&stderr(&output));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("=cpw"));
    }
    // They are there again when the file has them again, and gone when the user says so.
    fs::write(&file, &text).unwrap();
    assert_eq!(told(&run(&file, &out, &["--json"]))["kept"], 72);
    assert_eq!(records(&out), all);
    fs::write(&file, text.replace(", \"cpw\"", "")).unwrap();
    let discarded = run(&file, &out, &["--discard"]);
    assert!(
        !stderr(&discarded).contains("cpw"),
        "{}",
        stderr(&discarded)
    );
    assert!(records(&out).len() < all.len());
}

#[test]
fn changed_settings_are_refused_and_everywhere_alike() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    let all = records(&out);
    let text = fs::read_to_string(&file).unwrap();
    let directory = out.to_str().unwrap();
    for changed in [
        text.replace("nodes = 5000", "nodes = 4000"),
        text.replace(
            "base = \"plain\"",
            "base = \"plain\"\nset = { mvv-lva = true }",
        ),
    ] {
        fs::write(&file, &changed).unwrap();
        let refused = plybench(&["run", file.to_str().unwrap(), "--out", directory]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(
            stderr(&refused).contains("72 of the jobs in")
                && stderr(&refused).contains("--discard"),
            "{}",
            stderr(&refused)
        );
        let kept = fs::read_to_string(out.join("experiment.toml")).unwrap();
        fs::write(out.join("experiment.toml"), &changed).unwrap();
        for reader in [
            &["rank", directory][..],
            &["export", directory, "--csv"],
            &["report", directory],
            &["baseline", directory],
        ] {
            let output = plybench(reader);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(
                said.lines().count() == 1 && said.contains("72 of the jobs in"),
                "{said}"
            );
        }
        fs::write(out.join("experiment.toml"), kept).unwrap();
    }
    assert_eq!(records(&out), all);
    let told = told(&run(&file, &out, &["--json", "--discard"]));
    assert_eq!((&told["run"], &told["kept"]), (&72.into(), &0.into()));
}

#[test]
fn a_setting_that_is_written_out_at_its_default_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let text = fs::read_to_string(&file).unwrap();
    // Without a table nothing depends on how it replaces its entries.
    let set =
        "base = \"plain\"\nset = { null-move = false, size = \"off\", replacement = \"two-tier\" }";
    fs::write(&file, text.replace("base = \"plain\"", set)).unwrap();
    assert_eq!(told(&run(&file, home.path(), &["--json"]))["kept"], 72);
}

#[test]
fn records_begin_with_what_searched_and_another_search_is_not_mixed_in() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let text = String::from_utf8(records(home.path())).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["plybench-records"], 2);
    assert_eq!(header["searcher"], "plybench-engine");
    assert_eq!(
        header["version"],
        plybench_engine::SEARCH_VERSION.to_string()
    );
    // Records of the format before this one, and of one to come.
    let (own, later) = ("\"plybench-records\":2", "\"plybench-records\":3");
    let first = text.lines().next().unwrap();
    let rest = &text[first.len() + 1..];
    for (changed, says) in [
        (
            resealed(&first.replace(own, later)) + rest,
            "format 3; this build reads format 2; use a newer build",
        ),
        (
            resealed(&first.replace("\"version\":\"", "\"version\":\"9")) + rest,
            "",
        ),
    ] {
        fs::write(&path, &changed).unwrap();
        let run = plybench(&[
            "run",
            file.to_str().unwrap(),
            "--out",
            home.path().to_str().unwrap(),
        ]);
        assert_eq!(run.status.code(), Some(2), "{}", stderr(&run));
        let rank = plybench(&["rank", home.path().to_str().unwrap()]);
        assert_eq!(rank.status.code(), Some(2), "{}", stderr(&rank));
        if says.is_empty() {
            assert!(
                stderr(&run).contains("has records of plybench-engine version 9"),
                "{}",
                stderr(&run)
            );
            continue;
        }
        for output in [run, rank] {
            assert!(stderr(&output).contains(says), "{}", stderr(&output));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    }
}

#[test]
fn a_run_of_the_format_before_is_refused_with_the_build_that_reads_it() {
    let home = tempfile::tempdir().unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-1");
    for name in ["experiment.toml", "positions.jsonl", "records.jsonl"] {
        fs::copy(old.join(name), home.path().join(name)).unwrap();
    }
    let directory = home.path().to_str().unwrap();
    let merged = home.path().join("merged");
    for arguments in [
        &["run", directory][..],
        &["run", directory, "--dry-run"],
        &["rank", directory],
        &["compare", directory, "off", "on"],
        &["export", directory, "--csv"],
        &["report", directory],
        &["baseline", directory],
        &["merge", merged.to_str().unwrap(), directory],
    ] {
        let output = plybench(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let says = "has records in format 1; this build reads format 2; the last build that reads them is that of commit 5898ce7";
        assert!(
            said.lines().count() == 1 && said.contains(says),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_first_line_that_is_missing_or_of_nobody_is_mended() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let sound = String::from_utf8(records(home.path())).unwrap();
    let (first, rest) = sound.split_once('\n').unwrap();
    fs::write(&path, rest).unwrap();
    assert_eq!(told(&run(&file, home.path(), &["--json"]))["kept"], 72);
    assert_eq!(records(home.path()), sound.as_bytes());
    // Another build was killed before its first job.
    let older = resealed(&first.replace("\"version\":\"", "\"version\":\"9"));
    fs::write(&path, older).unwrap();
    run(&file, home.path(), &[]);
    assert_eq!(records(home.path()), sound.as_bytes());
}

#[test]
fn a_greater_depth_under_a_limit_may_be_interrupted() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let text = fs::read_to_string(&file).unwrap();
    let at_depth = |depth: u8, name: &str| {
        let out = home.path().join(name);
        fs::write(
            &file,
            text.replace("depth = 5", &format!("depth = {depth}")),
        )
        .unwrap();
        run(&file, &out, &[]);
        String::from_utf8(records(&out)).unwrap()
    };
    let (shallow, deep) = (at_depth(4, "four"), at_depth(6, "six"));
    // What a run leaves that is stopped before it puts its jobs in order: those of both depths, the limit met within depth 5.
    let (_, jobs) = deep.split_once('\n').unwrap();
    let both = home.path().join("both");
    fs::create_dir(&both).unwrap();
    for name in ["experiment.toml", "positions.jsonl"] {
        fs::copy(home.path().join("six").join(name), both.join(name)).unwrap();
    }
    fs::write(both.join("records.jsonl"), format!("{shallow}{jobs}")).unwrap();
    let directory = both.to_str().unwrap();
    let baseline = |directory: &str| plybench(&["baseline", directory]).stdout;
    assert_eq!(
        baseline(directory),
        baseline(home.path().join("six").to_str().unwrap())
    );
    assert!(
        shallow.contains("\"ended\":\"depth\",\"depth\":4")
            && deep.contains("\"ended\":\"nodes\",\"depth\":4")
    );
    run(&file, &both, &[]);
    assert_eq!(records(&both), deep.as_bytes());
    // Parts of both depths merge, too.
    let (four, six) = (home.path().join("four"), home.path().join("six"));
    let merged = home.path().join("merged");
    let output = plybench(&[
        "merge",
        merged.to_str().unwrap(),
        four.to_str().unwrap(),
        six.to_str().unwrap(),
        "--experiment",
        file.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(records(&merged), deep.as_bytes());
}

#[test]
fn a_job_that_is_there_twice_counts_once_and_one_that_is_missing_is_told() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let sound = String::from_utf8(records(home.path())).unwrap();
    let lines: Vec<&str> = sound.split_inclusive('\n').collect();
    let end = lines
        .iter()
        .position(|line| line.contains("\"ended\""))
        .unwrap();
    let first_job = lines[1..=end].concat();
    let directory = home.path().to_str().unwrap();
    let export = || plybench(&["export", directory, "--csv"]);
    let table = export().stdout;
    fs::write(&path, format!("{sound}{first_job}")).unwrap();
    let twice = export();
    assert!(
        stderr(&twice).contains("1 job is there more than once; each counts once"),
        "{}",
        stderr(&twice)
    );
    assert_eq!(twice.stdout, table);
    fs::write(&path, sound.replace(&first_job, "")).unwrap();
    let missing = export();
    assert!(
        stderr(&missing).contains("has 71 of 72 jobs"),
        "{}",
        stderr(&missing)
    );
    let rows = |table: &[u8]| without_seconds(table).len();
    assert_eq!(rows(&missing.stdout), rows(&table) - (end - 1));
    // A job with two different results is damaged, whoever reads it.
    let other = first_job.replace("\"nodes_to_pv\":", "\"nodes_to_pv\":1");
    let other: String = other.lines().map(resealed).collect();
    fs::write(&path, format!("{sound}{other}")).unwrap();
    let said = stderr(&export());
    assert!(
        said.contains(&format!("records.jsonl:{}: damaged", lines.len() + 1)),
        "{said}"
    );
    run(&file, home.path(), &[]);
    assert_eq!(records(home.path()), sound.as_bytes());
}

#[test]
fn an_edited_position_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("positions.jsonl");
    let sound = fs::read_to_string(&path).unwrap();
    fs::write(&path, sound.replacen("\"dtm\":null", "\"dtm\":3", 1)).unwrap();
    for command in ["rank", "report", "baseline"] {
        let output = plybench(&[command, home.path().to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("positions.jsonl:1: damaged"),
            "{}",
            stderr(&output)
        );
    }
    run(&file, home.path(), &[]);
    assert_eq!(fs::read_to_string(&path).unwrap(), sound);
}

#[test]
fn without_out_a_run_has_a_folder_of_its_own_and_goes_on_from_there() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let named = home.path().join("forms.toml");
    fs::rename(&file, &named).unwrap();
    assert!(
        plybench(&["run", named.to_str().unwrap(), "--shard", "1/2"])
            .status
            .success()
    );
    let out = home.path().join("forms.run");
    assert!(out.join("records.jsonl").is_file());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2);
    let again = plybench(&["run", out.to_str().unwrap(), "--json"]);
    assert_eq!(
        (&told(&again)["run"], &told(&again)["kept"]),
        (&36.into(), &36.into())
    );
    assert!(!home.path().join("forms.run/experiment.run").exists());
}

#[test]
fn a_report_of_earlier_results_is_told() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    assert!(
        plybench(&["report", out.to_str().unwrap()])
            .status
            .success()
    );
    let quiet = run(&file, &out, &[]);
    assert!(quiet.stderr.is_empty(), "{}", stderr(&quiet));
    let text = fs::read_to_string(&file).unwrap();
    // Also where no job is run: a smaller depth makes other charts.
    fs::write(&file, text.replace("depth = 5", "depth = 4")).unwrap();
    let said = stderr(&run(&file, &out, &[]));
    assert!(said.contains("of earlier results"), "{said}");
    fs::write(&file, text.replace("depth = 5", "depth = 6")).unwrap();
    let said = stderr(&run(&file, &out, &[]));
    assert!(
        said.contains("of earlier results; write the report again with `plybench report"),
        "{said}"
    );
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
            && said.contains("run the same line again"),
        "{said}"
    );
    let half = records(&out);
    assert!(half.ends_with(b"\n") && half.len() < records(&calm).len());
    let again = told(&run(&file, &out, &["--json"]));
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
