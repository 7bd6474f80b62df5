//! What the readers of a run say if it is not whole, or its file was edited.

use std::fs;

use super::{
    compare::{OFF, ON, fails, finished, json, run_of, stdout},
    experiment::plybench,
};

#[test]
fn what_an_unfinished_run_lacks_is_said() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let directory = run.to_str().unwrap();
    let records = run.join("records.jsonl");
    let sound = fs::read_to_string(&records).unwrap();
    let is_end = |line: &&str| line.contains("\"ended\"");
    let ends = |text: &str| text.lines().filter(is_end).count();
    // The whole of the first variant, mvv, and two jobs of the second.
    let mut kept = String::new();
    for line in sound.lines() {
        kept.push_str(line);
        kept.push('\n');
        if ends(&kept) == 27 {
            break;
        }
    }
    fs::write(&records, &kept).unwrap();
    let told = json(&["compare", directory, "mvv", OFF, "--json"]);
    assert_eq!(told["positions"], 2);
    assert_eq!(told["left_out"].as_array().unwrap().len(), 23);
    let table = stdout(&["compare", directory, "mvv", OFF]);
    let says = "23 positions without a finished job of B";
    assert!(
        table.contains(says) && table.contains("too narrow"),
        "{table}"
    );
    let csv = plybench(&["compare", directory, "mvv", OFF, "--format", "csv"]);
    assert!(String::from_utf8_lossy(&csv.stderr).contains(says));
    fails(&["compare", directory, "mvv", ON], "no position to compare");
    let rank = json(&["rank", directory, "--json"]);
    assert_eq!(rank["is_level"], false);
    assert_eq!(rank["variants"][1]["variant"], ON);
    assert!(rank["variants"][1]["geomean_ratio"].is_null());
    fs::write(&records, "").unwrap();
    fails(&["rank", directory], "no position to compare");
}

#[test]
fn a_file_that_was_edited_after_the_run_is_not_believed() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let directory = run.to_str().unwrap();
    let clean = plybench(&["compare", directory, OFF, "mvv"]);
    assert!(
        clean.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&clean.stderr)
    );
    let file = run.join("experiment.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("mvv-lva = true", "mvv-lva = false")).unwrap();
    for reader in [
        &["compare", directory, OFF, "mvv"][..],
        &["rank", directory],
        &["baseline", directory],
        &["export", directory, "--csv"],
    ] {
        fails(reader, "has 25 jobs with other settings");
        fails(
            reader,
            "with other settings, limits or engine than the experiment file",
        );
    }
    fs::write(&file, text.replacen("\nnodes = ", "\nnodes = 9", 1)).unwrap();
    for reader in [&["rank", directory][..], &["baseline", directory]] {
        fails(reader, "has 75 jobs with other settings");
    }
}

/// A smaller depth is answered by the records that are there; a greater one has yet to be run.
#[test]
fn an_edited_depth_is_what_readers_go_by() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let (directory, file) = (run.to_str().unwrap(), run.join("experiment.toml"));
    let baseline = home.path().join("baseline.jsonl");
    let baseline = baseline.to_str().unwrap();
    stdout(&["baseline", directory, "--out", baseline]);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("depth = 5", "depth = 4")).unwrap();
    let told = json(&["compare", directory, OFF, ON, "--by", "depth", "--json"]);
    assert_eq!(told["groups"].as_array().unwrap().len(), 4, "{told}");
    // The baseline went deeper, which the run does not show any more.
    let check = plybench(&["check", directory, "--baseline", baseline]);
    assert_eq!(check.status.code(), Some(1));
    fs::write(&file, text.replace("depth = 5", "depth = 6")).unwrap();
    for reader in [&["report", directory][..], &["baseline", directory]] {
        fails(reader, "runs the rest");
    }
}

#[test]
fn a_job_that_another_depth_would_not_change_is_believed() {
    let home = tempfile::tempdir().unwrap();
    // The mate ends the search at depth 2, the node limit every other one soon after depth 1.
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 8\nnodes = 60\nstop-at-mate = true\n\
         positions = [{ id = \"mate\", fen = \"6k1/5ppp/8/8/8/8/1R6/R3K3 w - - 0 1\" },\n\
         { id = \"krk\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }]\n\
         variants = [{ name = \"a\", base = \"plain\" }, { name = \"b\", base = \"glass\" }]\n";
    let run = run_of(home.path(), text);
    let file = home.path().join("experiment.toml");
    let at_eight = stdout(&["compare", &run, "a", "b"]);
    let edit = |depth: u8| {
        fs::write(
            &file,
            text.replace("depth = 8", &format!("depth = {depth}")),
        )
        .unwrap();
        let plan = json(&["run", &run, "--dry-run", "--json"]);
        plan["to_run"].as_u64().unwrap()
    };
    assert_eq!(edit(30), 0);
    assert_eq!(stdout(&["compare", &run, "a", "b"]), at_eight);
    assert_eq!(edit(1), 0);
    let shallow = json(&["compare", &run, "a", "b", "--by", "depth", "--json"]);
    assert_eq!(shallow["groups"].as_array().unwrap().len(), 1, "{shallow}");
}
