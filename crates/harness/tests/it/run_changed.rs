//! `run` and the readers, where an experiment file or what a run has kept was changed since: nothing sound is lost, and every
//! command takes it in the same way.

use std::{fs, path::Path};

use serde_json::Value;

use super::experiment::{experiment, jobs, plybench, records, resealed, run, stderr, stdout_json};

#[test]
fn a_greater_depth_searches_what_ended_at_the_old_one_and_a_smaller_one_reads_the_prefix() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let text = fs::read_to_string(&file).unwrap();
    let at_depth = |depth: u8, name: &str| {
        let text = text.replace("depth = 5", &format!("depth = {depth}"));
        fs::write(&file, text).unwrap();
        let told = stdout_json(&run(&file, &home.path().join(name), &["--json"]));
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
    // Until it is run, a greater depth has only the jobs that would not go deeper, and they are ranked.
    at_depth(4, "waiting");
    let copy = home.path().join("waiting/experiment.toml");
    fs::write(&copy, text.replace("depth = 5", "depth = 6")).unwrap();
    let output = plybench(&["rank", home.path().join("waiting").to_str().unwrap()]);
    let said = stderr(&output);
    assert!(
        output.status.success() && !output.stdout.is_empty(),
        "{said}"
    );
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
        (&stdout_json(&again)["run"], &stdout_json(&again)["kept"]),
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
    assert_eq!(stdout_json(&run(&file, &out, &["--json"]))["kept"], 72);
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
            stderr(&refused).contains("has 72 jobs with other settings")
                && stderr(&refused).contains("(variants \"mdp/mate-distance=cpw\", ")
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
                said.lines().count() == 1 && said.contains("has 72 jobs with other settings"),
                "{said}"
            );
        }
        fs::write(out.join("experiment.toml"), kept).unwrap();
    }
    assert_eq!(records(&out), all);
    let told = stdout_json(&run(&file, &out, &["--json", "--discard"]));
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
    assert_eq!(
        stdout_json(&run(&file, home.path(), &["--json"]))["kept"],
        72
    );
}

#[test]
fn records_begin_with_what_searched_and_another_search_is_not_mixed_in() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    run(&file, home.path(), &[]);
    let path = home.path().join("records.jsonl");
    let text = String::from_utf8(records(home.path())).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["plybench-records"], 3);
    assert_eq!(header["searcher"], "plybench-engine");
    assert_eq!(
        header["version"],
        plybench_engine::SEARCH_VERSION.to_string()
    );
    // Records of the format before this one, and of one to come.
    let (own, later) = ("\"plybench-records\":3", "\"plybench-records\":4");
    let first = text.lines().next().unwrap();
    let rest = &text[first.len() + 1..];
    for (changed, says) in [
        (
            resealed(&first.replace(own, later)) + rest,
            "format 4; this build reads format 3; use a newer build",
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
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-2");
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
        let says = "has records in format 2; this build reads format 3; the build of commit 58fc92f reads them";
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
    assert_eq!(
        stdout_json(&run(&file, home.path(), &["--json"]))["kept"],
        72
    );
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
    let (_, deeper) = deep.split_once('\n').unwrap();
    let both = home.path().join("both");
    fs::create_dir(&both).unwrap();
    for name in ["experiment.toml", "positions.jsonl"] {
        fs::copy(home.path().join("six").join(name), both.join(name)).unwrap();
    }
    fs::write(both.join("records.jsonl"), format!("{shallow}{deeper}")).unwrap();
    let directory = both.to_str().unwrap();
    let baseline = |directory: &str| plybench(&["baseline", directory]).stdout;
    assert_eq!(
        baseline(directory),
        baseline(home.path().join("six").to_str().unwrap())
    );
    let has = |folder: &str, ended: &str| {
        let mut jobs = jobs(&home.path().join(folder)).into_iter();
        jobs.any(|job| job["ended"] == ended && job["iterations"].as_array().unwrap().len() == 4)
    };
    assert!(has("four", "depth") && has("six", "nodes"));
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
    let first_job = lines[1].to_owned();
    let iterations = jobs(home.path())[0]["iterations"].as_array().unwrap().len();
    let directory = home.path().to_str().unwrap();
    let export = || plybench(&["export", directory, "--csv"]);
    let table = export().stdout;
    fs::write(&path, format!("{sound}{first_job}")).unwrap();
    let twice = export();
    assert!(
        stderr(&twice).contains("1 job is stored more than once; each counts once"),
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
    assert_eq!(rows(&missing.stdout), rows(&table) - iterations);
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
        (&stdout_json(&again)["run"], &stdout_json(&again)["kept"]),
        (&36.into(), &36.into())
    );
    assert!(!home.path().join("forms.run/experiment.run").exists());
    // A run that lies beside the file is not searched again without a word.
    let beside = plybench(&[
        "run",
        out.join("experiment.toml").to_str().unwrap(),
        "--dry-run",
    ]);
    assert!(
        stderr(&beside).contains("forms.run has a run, too; `plybench run"),
        "{}",
        stderr(&beside)
    );
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
    assert!(said.contains("from earlier results"), "{said}");
    fs::write(&file, text.replace("depth = 5", "depth = 6")).unwrap();
    let said = stderr(&run(&file, &out, &[]));
    assert!(
        said.contains("from earlier results; write the report again with `plybench report"),
        "{said}"
    );
}
