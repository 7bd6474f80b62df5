//! `compare` on a real run, in every form, and what it refuses.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::experiment::{self, plybench};
use plybench_experiment::finished_run::FinishedRun;
use serde_json::Value;

pub(super) const OFF: &str = "mdp/mate-distance=off";
pub(super) const ON: &str = "mdp/mate-distance=stockfish";

pub(super) fn stdout(arguments: &[&str]) -> String {
    let output = plybench(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

pub(super) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

pub(super) fn fails(arguments: &[&str], says: &str) {
    experiment::fails(arguments, 2, says);
}

/// A finished run in a folder: 3 variants on 24 positions and a mate, under a node limit.
pub(super) fn finished(folder: &Path) -> PathBuf {
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/assorted.epd"
    );
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"{OFF}\"\ndepth = 5\nnodes = 5000\n\
         positions = [{{ id = \"mate\", fen = \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\" }}]\n\
         [[datasets]]\nfile = \"{dataset}\"\ntake = 24\n\
         [[grid]]\nname = \"mdp\"\nbase = \"plain\"\nover = {{ mate-distance = [\"off\", \"stockfish\"] }}\n\
         [[variants]]\nname = \"mvv\"\nbase = \"plain\"\nset = {{ mvv-lva = true, mate-distance = \"off\" }}\n"
    );
    let file = folder.join("wanted.toml");
    fs::write(&file, text).unwrap();
    let out = folder.join("run");
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    assert!(plybench(&arguments).status.success());
    out
}

#[test]
fn only_exact_techniques_are_said_to_differ_by_deeper_entries() {
    let home = tempfile::tempdir().unwrap();
    let (file, run) = (home.path().join("four.toml"), home.path().join("run"));
    let common = "size = { entries = 4096 }, table-move = true";
    let variant = |name: &str, more: &str| {
        format!("[[variants]]\nname = \"{name}\"\nbase = \"plain\"\nset = {{ {common}{more} }}\n")
    };
    let head = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 4\nnodes = 9000\n\
                datasets = [{ name = \"tactics\", take = 8 }, { name = \"krk\", mate-at-most = 2, take = 8 }]\n";
    let variants = [
        variant("off", ""),
        variant(
            "exact",
            ", mate-distance = \"cpw\", internal-iterative-deepening = true",
        ),
        variant("heuristic", ", null-move = true"),
        variant("mate-exact", ", mate-distance = \"delayed-loss\""),
        variant("values", ", mvv-lva = true"),
    ];
    fs::write(&file, head.to_owned() + &variants.concat()).unwrap();
    experiment::run(&file, &run, &[]);
    let opened = FinishedRun::open(&run).unwrap();
    let only = |variant| {
        opened
            .only_deeper_entries_change_scores("off", variant)
            .unwrap()
    };
    assert!(only("exact"));
    assert!(!only("heuristic") && !only("mate-exact") && !only("values"));
    let shown = stdout(&[
        "compare",
        run.to_str().unwrap(),
        "off",
        "heuristic",
        "--by",
        "beyond",
    ]);
    assert!(
        shown.contains("scores differ at") && !shown.contains("exact techniques"),
        "{shown}"
    );
    // A mate in 1 goes further beyond the mate than one in 2.
    let unequal = "The rows by beyond have 4 to 8 positions";
    assert!(shown.contains(unequal), "{shown}");
    let shown = stdout(&[
        "compare",
        run.to_str().unwrap(),
        "off",
        "exact",
        "--by",
        "category",
    ]);
    assert!(!shown.contains("The rows by"), "{shown}");
}

#[test]
fn of_one_position_there_is_neither_interval_nor_test() {
    let home = tempfile::tempdir().unwrap();
    let run = home.path().join("run");
    let file = home.path().join("one.toml");
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 3\n\
                positions = [{ id = \"a\", fen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\" }]\n\
                variants = [{ name = \"off\", base = \"plain\" }, { name = \"on\", base = \"glass\" }]\n";
    fs::write(&file, text).unwrap();
    experiment::run(&file, &run, &[]);
    let run = run.to_str().unwrap();
    for command in [
        &["compare", run, "off", "on", "--by", "category"][..],
        &["rank", run],
    ] {
        let shown = stdout(command);
        let needs = "Intervals and tests need at least two positions.";
        assert!(shown.contains(needs), "{shown}");
        for more in ["95 %", "otal ratio", "sign test", " low ", " p "] {
            assert!(!shown.contains(more), "{more}: {shown}");
        }
        // Programs find the same columns as ever.
        let rows = stdout(&[command, &["--format", "csv"]].concat());
        assert!(rows.contains(",ratio,low,high,total_ratio,"), "{rows}");
    }
}

#[test]
fn compare_says_the_same_in_every_form() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let told = json(&["compare", run, OFF, "mvv", "--json"]);
    assert_eq!(told["positions"], 25);
    let (mean, interval) = (told["geomean_ratio"].as_f64().unwrap(), &told["ci95"]);
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(low < mean && mean < high, "{low} {mean} {high}");
    assert_eq!(told["score_differences"], 0);
    let counted = ["wins", "ties", "losses"].map(|key| told[key].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), 25);
    let ratios = told["ratios"].as_array().unwrap();
    assert_eq!(ratios.len(), 25);
    for one in ratios {
        let nodes = |key: &str| one[key].as_f64().unwrap();
        let ratio = nodes("nodes_b") / nodes("nodes_a");
        assert!((nodes("ratio") / ratio - 1.0).abs() < 1e-5, "{one}");
        assert_eq!(one["depth_a"], one["depth_b"]);
    }
    let sum = |key: &str| -> f64 { ratios.iter().filter_map(|one| one[key].as_f64()).sum() };
    let total = sum("nodes_b") / sum("nodes_a");
    assert!((told["total_ratio"].as_f64().unwrap() / total - 1.0).abs() < 1e-5);
    // The mean of the logarithms, by another way.
    let ratio = |one: &Value| one["ratio"].as_f64().unwrap().ln();
    let by_hand = (ratios.iter().map(ratio).sum::<f64>() / 25.0).exp();
    assert!((mean / by_hand - 1.0).abs() < 1e-5, "{mean} {by_hand}");

    let table = stdout(&["compare", run, OFF, "mvv"]);
    let begin = format!("Ratio B / A: {mean:.3}, 95 % interval ");
    let sentence = table.lines().find(|line| line.starts_with(&begin)).unwrap();
    let (shown, _) = sentence.split_once(": geometric mean").unwrap();
    let mut ends = shown[begin.len()..].split(" to ");
    for (end, error) in [low, high].into_iter().zip(0..) {
        let text = ends.next().unwrap();
        let unit = 0.1_f64.powi(text.split_once('.').unwrap().1.len() as i32);
        let off = (text.parse::<f64>().unwrap() - end).abs();
        assert!(off <= unit * 0.501, "{text} {end}");
        // No digit that the resampling does not support.
        let error = told["ci95_resampling_error"][error].as_f64().unwrap();
        assert!(unit >= error, "{text} {error}");
    }
    let markdown = stdout(&["compare", run, OFF, "mvv", "--format", "markdown"]);
    assert!(
        markdown.contains(shown) && markdown.contains("|--:|"),
        "{markdown}"
    );
    let total = format!("Total ratio (sum of B / sum of A, on the same depths): {total:.3}");
    assert!(
        table.contains(&total) && markdown.contains(&total),
        "{table}"
    );
    let groups = [
        "compare", run, OFF, "mvv", "--by", "depth", "--format", "csv",
    ];
    assert!(
        stdout(&groups)
            .lines()
            .next()
            .unwrap()
            .contains(",total_ratio,")
    );
    // Unique parts of the names will do.
    assert_eq!(told, json(&["compare", run, "off", "mv", "--json"]));
    let worst = ratios[24]["fen"].as_str().unwrap();
    assert!(table.contains(worst) && markdown.contains(worst));
    assert_eq!(
        told,
        json(&["compare", run, OFF, "mvv", "--format", "json"])
    );
}

#[test]
fn exchanging_the_variants_inverts_the_ratio() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let one = json(&["compare", run, OFF, "mvv", "--json"]);
    let other = json(&["compare", run, "mvv", OFF, "--json"]);
    let number = |value: &Value| value.as_f64().unwrap();
    let is_inverse = |one: &Value, other: &Value| (number(one) * number(other) - 1.0).abs() < 2e-5;
    assert!(is_inverse(&one["geomean_ratio"], &other["geomean_ratio"]));
    assert!(is_inverse(&one["ci95"][0], &other["ci95"][1]));
    assert!(is_inverse(&one["ci95"][1], &other["ci95"][0]));
    assert_eq!(one["wins"], other["losses"]);
    assert_eq!(one["sign_test_p"], other["sign_test_p"]);
}

#[test]
fn groups_and_rows_hold_every_position() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let groups = |by| json(&["compare", run, OFF, ON, "--by", by, "--json"])["groups"].clone();
    let by_depth = groups("depth");
    assert_eq!(by_depth[0]["depth"], 1);
    assert_eq!(by_depth[0]["positions"], 25);
    let positions = |groups: &Value| -> u64 {
        let groups = groups.as_array().unwrap().iter();
        groups.map(|one| one["positions"].as_u64().unwrap()).sum()
    };
    let by_category = groups("category");
    assert_eq!(
        (
            by_category.as_array().unwrap().len(),
            positions(&by_category)
        ),
        (2, 25)
    );
    // Of the one position given in the file: no interval.
    let single = by_category.as_array().unwrap().iter();
    let single = single
        .clone()
        .find(|one| one["category"] == "positions")
        .unwrap();
    assert!(single["ci95"].is_null() && single["geomean_ratio"].is_f64());
    assert_eq!(positions(&groups("dtm")), 25);

    let csv = stdout(&["compare", run, OFF, ON, "--format", "csv"]);
    assert_eq!(csv.lines().count() as u64, 1 + positions(&by_depth));
    assert!(
        csv.starts_with("position,category,dtm,depth,nodes_a,nodes_b,ratio,"),
        "{csv}"
    );
    let csv = stdout(&["compare", run, OFF, ON, "--by", "depth", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + by_depth.as_array().unwrap().len());
    let whole = stdout(&["compare", run, OFF, ON, "--every-depth"]);
    assert!(whole.lines().count() as u64 > positions(&by_depth));
}

#[test]
fn a_mistake_is_one_line_that_says_where() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let directory = run.to_str().unwrap();
    fails(&["compare", directory, OFF, "mwv"], "did you mean \"mvv\"?");
    fails(
        &["compare", directory, "mdp", "mvv"],
        "experiment.toml: \"mdp\" could be \"mdp/mate-distance=off\" or \"mdp/mate-distance=stockfish\"; give more",
    );
    fails(
        &["rank", directory, "--steps"],
        "no [[ladder]], which --steps needs; rank without --steps",
    );
    fails(
        &["compare", directory, OFF, OFF],
        "give two different variants",
    );
    fails(&["compare", directory, OFF], "<B>");
    fails(
        &["compare", directory, OFF, ON, "--by", "colour"],
        "category",
    );
    fails(
        &["compare", "/nowhere", OFF, ON],
        "/nowhere does not exist; give a directory",
    );
    fails(
        &["rank", "/nowhere"],
        "/nowhere does not exist; give a directory",
    );

    let records = run.join("records.jsonl");
    let sound = fs::read_to_string(&records).unwrap();
    fs::write(&records, sound.replacen("\"nodes\":", "\"nodes\":1", 1)).unwrap();
    fails(&["compare", directory, OFF, ON], "records.jsonl:2: damaged");
    fails(&["rank", directory], "records.jsonl:2: damaged");
    fs::write(&records, &sound).unwrap();
    fs::remove_file(run.join("positions.jsonl")).unwrap();
    fails(&["compare", directory, OFF, ON], "positions.jsonl");
    fs::remove_file(&records).unwrap();
    fails(
        &["compare", directory, OFF, ON],
        "give the directory of a run",
    );
}

/// A run of an experiment file with this text.
pub(super) fn run_of(home: &Path, text: &str) -> String {
    let file = home.join("experiment.toml");
    fs::write(&file, text).unwrap();
    let output = plybench(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        home.to_str().unwrap(),
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    home.to_str().unwrap().to_owned()
}

#[test]
fn a_score_that_differs_is_shown_with_its_position() {
    let home = tempfile::tempdir().unwrap();
    let fen = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    let run = run_of(
        home.path(),
        &format!(
            "purpose = \"a test\"\nmetric = \"nodes-to-pv\"\nbaseline = \"a\"\ndepth = 4\n\
             positions = [{{ id = \"krk\", fen = \"{fen}\" }}]\n\
             variants = [{{ name = \"a\", base = \"plain\" }},\n\
             {{ name = \"b\", base = \"plain\", set = {{ evaluation = \"mop-up\" }} }}]\n"
        ),
    );
    let told = json(&["compare", &run, "a", "b", "--json"]);
    assert_eq!(
        (&told["metric"], &told["score_differences"]),
        (&"nodes-to-pv".into(), &1.into())
    );
    let differing = &told["differences"][0];
    assert_eq!(
        (&differing["position"], &differing["fen"]),
        (&"krk".into(), &fen.into())
    );
    let last = differing["depths"].as_array().unwrap().last().unwrap();
    assert!(
        last["score_a"]["cp"].is_i64() && last["score_a"] != last["score_b"],
        "{last}"
    );
    let table = stdout(&["compare", &run, "a", "b"]);
    let (_, differences) = table.split_once("Differences").unwrap();
    assert!(differences.contains(fen), "{table}");
}

#[test]
fn those_that_stop_at_the_same_mate_are_compared_there() {
    let home = tempfile::tempdir().unwrap();
    // Mate in 1, seen at depth 1 by a search that tests for mate at the horizon.
    let run = run_of(
        home.path(),
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 8\nstop-at-mate = true\n\
         positions = [{ id = \"one\", fen = \"6k1/5ppp/8/8/8/8/1R6/R3K3 w - - 0 1\" }]\n\
         variants = [{ name = \"a\", base = \"plain\" },\n\
         { name = \"b\", base = \"plain\", set = { mate-at-horizon = true } }]\n",
    );
    let told = json(&["compare", &run, "a", "b", "--json"]);
    let one = &told["ratios"][0];
    assert_eq!((&one["depth_a"], &one["depth_b"]), (&2.into(), &1.into()));
    assert_eq!(one["depths"].as_array().unwrap().len(), 1);
    let table = stdout(&["compare", &run, "a", "b"]);
    assert!(table.contains("stopped with the same mate"), "{table}");
}

#[test]
fn seconds_are_shown_on_demand_with_a_warning() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let directory = run.to_str().unwrap();
    let without = stdout(&["compare", directory, OFF, ON]);
    assert!(!without.contains("Seconds"), "{without}");
    let with = stdout(&["compare", directory, OFF, ON, "--seconds"]);
    assert!(
        with.contains("to the compared depths of 25 positions: A "),
        "{with}"
    );
    let told = json(&["compare", directory, OFF, ON, "--seconds", "--json"]);
    assert_eq!(told["seconds"]["positions"], 25);
    assert!(told["seconds"]["a"].as_f64().unwrap() > 0.0);
    fs::remove_file(run.join("timings.jsonl")).unwrap();
    fails(
        &["compare", directory, OFF, ON, "--seconds"],
        "timings.jsonl has no timings",
    );
}
