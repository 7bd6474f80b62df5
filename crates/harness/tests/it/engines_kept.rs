//! Processes of engines that are kept from job to job, and engines that do not forget what they searched.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::experiment::{iterations, jobs, plybench, records, run, stderr, stdout_json};

/// An engine that notes each start in a file, and counts as its first argument says.
const KEPT: &str = r#"#!/bin/sh
how=$1
log=$2
echo start >>"$log"
searches=0
while read -r line; do
  case $line in
    uci) echo "id name Kept 1"; echo "option name Clear Hash type button"; echo uciok ;;
    setoption*) echo press >>"$log"; [ $how = needs-button ] && searches=0 ;;
    isready) echo readyok ;;
    go*)
      nodes=100
      case $how in
        warm|needs-button) [ $searches -gt 0 ] && nodes=90 ;;
        own) nodes=$((100 + searches / 13)) ;;
        tired) [ $searches -gt 16 ] && nodes=90 ;;
        random) nodes=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ') ;;
        mortal) [ $searches -gt 16 ] && exit 9 ;;
      esac
      searches=$((searches + 1))
      depth=${line#go depth }
      echo "info depth ${depth%% *} score cp 5 nodes $nodes pv a1a2"
      echo "bestmove a1a2"
      ;;
  esac
done
"#;

/// How many positions the experiment has, and how many of them are searched again in a fresh process.
const POSITIONS: usize = 592;
const COMPARED: usize = 2;

/// An experiment with this engine alone, of depth 1.
fn kept(folder: &Path, how: &str, more: &str) -> PathBuf {
    let program = folder.join("kept");
    fs::write(&program, KEPT).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    // The clock and the number of the move tell the positions apart.
    let fens = (0..POSITIONS).map(|number| {
        let (clock, mv) = (number % 64, 40 + number / 64);
        format!("1k5K/8/8/8/8/8/8/R7 w - - {clock} {mv}\n")
    });
    fs::write(folder.join("positions.fen"), fens.collect::<String>()).unwrap();
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"engine\"\ndepth = 1\n\
         datasets = [{{ file = \"positions.fen\" }}]\n\
         [[engine]]\nname = \"engine\"\ncommand = \"./kept\"\nargs = [{how:?}, \"log\"]\ncwd = \".\"\n{more}\n"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

/// How many processes were started since this was last asked, and how often their button was pressed.
fn log(folder: &Path) -> (usize, usize) {
    let log = folder.join("log");
    let lines = fs::read_to_string(&log).unwrap_or_default();
    fs::write(&log, "").unwrap();
    let count = |line| lines.lines().filter(|&one| one == line).count();
    (count("start"), count("press"))
}

fn counts(out: &Path) -> Vec<u64> {
    let found = iterations(out).into_iter();
    found.map(|line| line["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn a_process_is_kept_from_job_to_job() {
    let home = tempfile::tempdir().unwrap();
    let file = kept(home.path(), "forgets", "");
    let out = home.path().join("out");
    let said = run(&file, &out, &["--jobs", "1", "--json"]);
    assert_eq!(
        (stderr(&said).as_str(), &stdout_json(&said)["doubts"]),
        ("", &0.into())
    );
    // One to find it and to examine it, a fresh one to examine it, one for all jobs, and one at each position that is compared.
    assert_eq!(log(home.path()), (3 + COMPARED, 0));
    assert!(
        !fs::read_to_string(out.join("engines.jsonl"))
            .unwrap()
            .contains("process")
    );
    // The button is pressed where the engine does not forget without it: three processes show that, two that the button helps, and one
    // does all jobs.
    let file = kept(home.path(), "needs-button", "");
    let pressed = home.path().join("pressed");
    let said = run(&file, &pressed, &["--jobs", "1"]);
    assert_eq!(stderr(&said), "");
    assert_eq!(counts(&pressed), counts(&out));
    // Depths 1 to 12, the last one twice more, and once in a fresh process.
    let examined = 15;
    let (started, pressed) = log(home.path());
    assert_eq!(started, 6 + COMPARED);
    assert_eq!(pressed, examined + POSITIONS + COMPARED);
    // The same bytes with two threads, and with a process for each position, which is not examined.
    let file = kept(home.path(), "forgets", "");
    let two = home.path().join("two");
    run(&file, &two, &["--jobs", "2"]);
    assert_eq!(records(&two), records(&out));
    log(home.path());
    let file = kept(home.path(), "forgets", "process = \"position\"");
    let own = home.path().join("own");
    run(&file, &own, &[]);
    assert_eq!(records(&own), records(&out));
    // Without an examination the button is pressed at each position.
    assert_eq!(log(home.path()), (1 + POSITIONS, POSITIONS));
    // A process for each depth is another way to ask.
    let file = kept(home.path(), "forgets", "process = \"depth\"");
    let depth = home.path().join("depth");
    run(&file, &depth, &[]);
    assert_eq!(counts(&depth), counts(&out));
    assert_ne!(records(&depth), records(&out));
}

#[test]
fn an_engine_that_does_not_forget_gets_processes_of_its_own() {
    for (how, process, says) in [
        (
            "warm",
            "depth",
            "does not forget what it searched: 90, 90 and 90 nodes at depth 12 in one process, 100",
        ),
        (
            "own",
            "position",
            "100, 100 and 101 nodes at depth 12 in one process, 100 in a fresh one; each position gets",
        ),
        ("random", "depth", "is not repeatable"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let file = kept(home.path(), how, "");
        let out = home.path().join("out");
        let said = stderr(&run(&file, &out, &[]));
        assert!(
            said.lines().count() == 1 && said.contains(says),
            "{how}: {said}"
        );
        let record = fs::read_to_string(out.join("engines.jsonl")).unwrap();
        assert!(
            record.contains(&format!("\"process\":{process:?}")),
            "{record}"
        );
        if how != "random" {
            assert_eq!(counts(&out), vec![100; POSITIONS], "{how}");
        }
    }
}

#[test]
fn what_the_examination_does_not_show_is_found_during_the_run() {
    let home = tempfile::tempdir().unwrap();
    let file = kept(home.path(), "tired", "");
    let out = home.path().join("out");
    let output = run(&file, &out, &["--jobs", "1", "--json"]);
    let said = stderr(&output);
    let says = "a kept process entered 90 nodes, and a fresh one 100";
    assert!(
        said.contains("doubtful answer") && said.contains(says),
        "{said}"
    );
    // Such a process is not used again.
    let noted: Vec<_> = jobs(&out)
        .into_iter()
        .filter(|job| job.to_string().contains("\"notes\""))
        .collect();
    assert_eq!(stdout_json(&output)["doubts"], noted.len());
    for job in noted {
        assert_eq!(job["iterations"][0]["nodes"], 100, "{job}");
    }
    // Who reads the run is told, too.
    let export = plybench(&["export", out.to_str().unwrap(), "--csv"]);
    let said = stderr(&export);
    assert!(
        said.contains("doubtful answer") && said.contains(says),
        "{said}"
    );
}

#[test]
fn a_kept_process_that_fails_fails_no_job() {
    let home = tempfile::tempdir().unwrap();
    let file = kept(home.path(), "mortal", "");
    let out = home.path().join("out");
    let output = run(&file, &out, &["--jobs", "1"]);
    let said = stderr(&output);
    let says = "a kept process ended unexpectedly (exit status: 9); this is a fresh one's answer";
    assert!(said.contains(says), "{said}");
    assert_eq!(counts(&out), vec![100; POSITIONS]);
}
