//! `run` and whatever breaks: nothing sound is lost.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

use assert_cmd::cargo::cargo_bin;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::experiment::{
    cannot, exits, experiment, plybench, records, records_of, run, stderr, stdout_json,
};

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
    // The first line says what searched; each of the others is a job.
    let mut flipped = sound.clone();
    flipped[feeds[2] + 40] ^= 4;
    let flip = said(&flipped);
    assert!(
        flip.contains("short at line 4; 1 line is lost; lost jobs are run again"),
        "{flip}"
    );
    let cut = said(&sound[..feeds[1] + 40]);
    assert!(cut.contains("at line 3; 1 line is lost"), "{cut}");
    // Whole lines are no damage: the jobs after them are missing.
    assert_eq!(said(&sound[..=feeds[2]]), "");
    let mut flipped = sound.clone();
    flipped[20] ^= 4;
    let flip = said(&flipped);
    assert!(flip.contains("at line 1; 1 line is lost"), "{flip}");
    assert_eq!(said(&sound), "");
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
    exits(&below, 2, "cannot write");
    cannot(&run(Path::new("/proc/plybench")), "cannot write");
    // Records that are there and must not be touched: permissions do not bind root, a directory in
    // place of a file binds everyone.
    let out = home.path().join("out");
    fs::create_dir_all(out.join("timings.jsonl")).unwrap();
    exits(&run(&out), 2, "timings.jsonl");
    let out = home.path().join("another");
    fs::create_dir_all(out.join(".lock")).unwrap();
    exits(&run(&out), 2, ".lock");
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
    let again = stdout_json(&run(&file, &out, &["--json"]));
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
    let again = stdout_json(&run(&file, &full, &["--json"]));
    assert_eq!(again["kept"], there, "what was kept is not run again");
    assert_eq!(records(&full), whole);
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
        let timing: Value = serde_json::from_str(line).unwrap();
        assert!(timing["cores"].as_u64() > Some(0) && timing["commit"].is_string());
    }
    // One line a job; the torn one's is lost.
    assert_eq!(text.lines().count(), 71);
    assert!(output.stderr.is_empty(), "quiet where nobody watches");
}

#[test]
fn a_file_of_somebody_elses_by_a_runs_name_is_not_touched() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    for (name, text) in [
        ("records.jsonl", "{\"my\":\"own\"}\n"),
        ("records.jsonl", "not even a line"),
        ("positions.jsonl", "{\"my\":\"own\"}\n"),
        ("timings.jsonl", "a b c\n"),
        ("experiment.toml", "purpose = \"M\u{fc}he\"\n"),
    ] {
        let out = tempfile::tempdir().unwrap();
        let own = out.path().join(name);
        fs::write(&own, text).unwrap();
        let out = out.path().to_str().unwrap();
        let refused = plybench(&["run", file.to_str().unwrap(), "--out", out]);
        let said = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains(name), "{said}");
        assert_eq!(fs::read_to_string(&own).unwrap(), text);
    }
    // What a kill leaves of the first line is a run's.
    let out = home.path().join("cut");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("records.jsonl"), "{\"plybench-rec").unwrap();
    run(&file, &out, &[]);
}

#[test]
fn an_experiment_file_that_was_edited_there_is_kept_beside() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    let kept = out.join("experiment.toml");
    let edited = format!("# Remember this.\n{}", fs::read_to_string(&kept).unwrap());
    fs::write(&kept, &edited).unwrap();
    let again = run(&file, &out, &[]);
    assert!(stderr(&again).contains("experiment.before.toml"));
    assert_eq!(
        fs::read_to_string(out.join("experiment.before.toml")).unwrap(),
        edited
    );
    assert!(!fs::read_to_string(&kept).unwrap().contains("Remember"));
    // A second one does not replace the first.
    let second = format!("# Remember that.\n{}", fs::read_to_string(&kept).unwrap());
    fs::write(&kept, &second).unwrap();
    let again = run(&file, &out, &[]);
    assert!(
        stderr(&again).contains("experiment.before-2.toml"),
        "{}",
        stderr(&again)
    );
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("experiment.before.toml"), edited);
    assert_eq!(read("experiment.before-2.toml"), second);
}

#[test]
fn a_lock_that_no_run_wrote_is_not_touched() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let refused = |out: &Path| {
        let output = plybench(&[
            "run",
            file.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(
            stderr(&output).contains(".lock was not written by a run"),
            "{}",
            stderr(&output)
        );
    };
    let out = home.path().join("own");
    fs::create_dir(&out).unwrap();
    fs::write(out.join(".lock"), "my own words").unwrap();
    refused(&out);
    assert_eq!(
        fs::read_to_string(out.join(".lock")).unwrap(),
        "my own words"
    );
    let (link, target) = (home.path().join("link"), home.path().join("precious"));
    fs::create_dir(&link).unwrap();
    fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink(&target, link.join(".lock")).unwrap();
    refused(&link);
    assert_eq!(fs::read_to_string(&target).unwrap(), "");
    // A pipe that nobody writes to would be waited for.
    let pipe = home.path().join("pipe");
    run(&file, &pipe, &[]);
    fs::remove_file(pipe.join(".lock")).unwrap();
    let made = Command::new("mkfifo").arg(pipe.join(".lock")).status();
    assert!(made.unwrap().success());
    refused(&pipe);
    let mut rank = Command::new(assert_cmd::cargo::cargo_bin("plybench"));
    assert!(
        rank.arg("rank")
            .arg(&pipe)
            .output()
            .unwrap()
            .status
            .success()
    );
}

#[test]
fn a_users_hidden_folder_stays_and_what_killed_writers_left_goes() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    let out = home.path().join("out");
    run(&file, &out, &[]);
    for name in [".report", ".part"] {
        fs::create_dir(out.join(name)).unwrap();
        fs::write(out.join(name).join("own"), "text").unwrap();
    }
    let left = out.join(".plybench-a4711z.part");
    fs::write(&left, "half").unwrap();
    let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    let opened = fs::File::options().write(true).open(&left).unwrap();
    opened.set_modified(hour_ago).unwrap();
    drop(opened);
    assert!(
        plybench(&["report", out.to_str().unwrap()])
            .status
            .success()
    );
    assert!(!left.exists());
    for name in [".report", ".part"] {
        assert_eq!(
            fs::read_to_string(out.join(name).join("own")).unwrap(),
            "text"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_run_without_an_end_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment(home.path());
    for name in ["records.jsonl", "positions.jsonl"] {
        let out = home.path().join("out");
        run(&file, &out, &[]);
        fs::remove_file(out.join(name)).unwrap();
        std::os::unix::fs::symlink("/dev/zero", out.join(name)).unwrap();
        let output = plybench(&["rank", out.to_str().unwrap()]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains(name), "{said}");
        fs::remove_dir_all(&out).unwrap();
    }
}
