//! Synthetic trees through the whole of it: an experiment file, a run, its records and what they say.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use super::experiment::{self, plybench};
use serde_json::Value;

fn done(arguments: &[&str]) -> String {
    let output = plybench(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn fails(arguments: &[&str], says: &str) {
    experiment::fails(arguments, 2, says);
}

fn experiment_of(folder: &Path, trees: &str) -> PathBuf {
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 5\n\
         variants = [{{ name = \"off\", base = \"plain\" }},\n\
         {{ name = \"on\", base = \"plain\", set = {{ mate-distance = \"stockfish\" }} }}]\n{trees}"
    );
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    file
}

const TREES: &str = "[[trees]]\nname = \"b\"\nbranching = [2, 5]\ndepth = 5\nspread = 50\n\
                     mated-share = 0.1\nbest-first-share = 0.5\nseeds = 3\n\
                     [[trees]]\nname = \"p\"\nbranching = 3\ndepth = 5\nspread = 50\n\
                     mated-share = [0, 0.2]\nbest-first-share = 1\nseeds = [4, 18446744]\n";

fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn jobs_and_shards_change_no_byte() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), TREES);
    let file = file.to_str().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let records = |name: &str| fs::read(home.path().join(name).join("records.jsonl")).unwrap();
    for jobs in ["1", "2"] {
        done(&["run", file, "--out", &at(jobs), "--jobs", jobs]);
    }
    assert_eq!(records("1"), records("2"));
    for shard in ["1/3", "2/3", "3/3"] {
        let part = at(&format!("part-{}", &shard[..1]));
        done(&["run", file, "--out", &part, "--shard", shard]);
    }
    let [one, two, three] = ["part-3", "part-1", "part-2"].map(at);
    done(&[
        "merge",
        &at("merged"),
        &one,
        &two,
        &three,
        "--experiment",
        file,
    ]);
    assert_eq!(records("merged"), records("1"));
    let again = done(&["run", file, "--out", &at("1"), "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap()["kept"], 20);
}

#[test]
fn each_tree_has_an_id_a_category_and_its_parameters() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), TREES);
    done(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        home.path().to_str().unwrap(),
    ]);
    let positions = lines(&home.path().join("positions.jsonl"));
    assert_eq!(positions.len(), 6 + 4);
    let ids: HashSet<&str> = positions
        .iter()
        .map(|line| line["position"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 10);
    assert_eq!(
        positions[9],
        serde_json::json!({
            "position": "p/mated-share=0.2,seed=18446744", "category": "p", "dtm": null,
            "fen": "branching=3 depth=5 spread=50 mated-share=0.2 best-first-share=1 seed=18446744",
            "sum": positions[9]["sum"],
        })
    );
    for line in experiment::iterations(home.path()) {
        let counts = line["counts"].as_object().unwrap();
        let ends = counts.iter().filter(|(name, _)| name.starts_with("ends_"));
        let sum: u64 = ends.map(|(_, part)| part.as_u64().unwrap()).sum();
        assert_eq!(line["nodes"], sum);
        let moves = line["pv"].as_array().unwrap();
        assert!(
            moves
                .iter()
                .all(|mv| mv.as_str().unwrap().parse::<u16>().is_ok())
        );
    }
}

#[test]
fn a_perfectly_ordered_tree_is_the_minimal_one() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(
        home.path(),
        "[[trees]]\nname = \"minimal\"\nbranching = [2, 3, 7, 16]\ndepth = [3, 4, 5]\nspread = 100\n\
         mated-share = 0\nbest-first-share = 1\nseeds = 2\n",
    );
    done(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        home.path().to_str().unwrap(),
    ]);
    let positions = lines(&home.path().join("positions.jsonl"));
    let records = experiment::iterations(home.path());
    let mut checked = 0;
    for position in &positions {
        let tree = position["fen"].as_str().unwrap();
        let number = |name: &str| -> u64 {
            let mut words = tree.split(' ');
            let value = words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.unwrap().parse().unwrap()
        };
        let (b, n) = (number("branching"), number("depth") as u32);
        for variant in ["off", "on"] {
            // Counts run over all iterations: the tree's own is the difference of the last two.
            let leaves = |depth: u32| {
                let record = records.iter().find(|line| {
                    line["variant"] == variant
                        && line["position"] == position["position"]
                        && line["depth"] == depth
                });
                record.unwrap()["counts"]["ends_horizon"].as_u64().unwrap()
            };
            let minimal = b.pow(n.div_ceil(2)) + b.pow(n / 2) - 1;
            assert_eq!(leaves(n) - leaves(n - 1), minimal, "{tree}");
            checked += 1;
        }
    }
    assert_eq!(checked, 4 * 3 * 2 * 2);
}

#[test]
fn a_mistake_is_one_line_that_says_where() {
    let home = tempfile::tempdir().unwrap();
    for (from, to, says) in [
        (
            "[2, 5]",
            "[2, 500]",
            "line 9: branching = 500; give 1 to 255",
        ),
        ("best-first-share = 0.5", "best-first = 0.5", "line 13"),
        ("name = \"p\"", "name = \"P\"", "line 16: trees are named"),
        ("seeds = 3", "seeds = \"3\"", "line 14: seeds"),
        ("[0, 0.2]", "[0.2, 0.2]", "two positions are named"),
    ] {
        let file = experiment_of(home.path(), &TREES.replace(from, to));
        fails(&["run", file.to_str().unwrap(), "--dry-run"], says);
    }
}

#[test]
fn ratios_are_grouped_by_parameters_of_the_trees() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), TREES);
    let run = home.path().to_str().unwrap();
    done(&["run", file.to_str().unwrap(), "--out", run]);
    let compare = ["compare", run, "off", "on", "--category", "p", "--by"];
    let by = |groups, more: &[&str]| done(&[&compare[..], &[groups], more].concat());
    let found: Value = serde_json::from_str(&by("mated-share,mate", &["--json"])).unwrap();
    assert_eq!(
        (&found["score_differences"], &found["positions"]),
        (&0.into(), &4.into())
    );
    // Without mates there is nothing to save, on any tree.
    let none = &found["groups"][0];
    assert_eq!(
        (&none["mated-share"], &none["mate"]),
        (&0.0.into(), &false.into())
    );
    assert_eq!(
        (&none["geomean_ratio"], &none["ties"]),
        (&1.0.into(), &2.into())
    );
    // With many there is.
    let found: Value = serde_json::from_str(&by("mated-share", &["--json"])).unwrap();
    let many = found["groups"][1]["geomean_ratio"].as_f64().unwrap();
    assert!(many < 1.0, "{many}");
    let csv = by("mated-share", &["--format", "csv"]);
    assert!(
        csv.starts_with("mated_share,positions,ratio,low,high,total_ratio,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 1 + 2, "{csv}");
    // A picture of one group has points, one of two has cells.
    for (groups, mark) in [("mated-share", "<circle"), ("mated-share,mate", "<polygon")] {
        let picture = home.path().join("picture.svg");
        by(groups, &["--chart", picture.to_str().unwrap()]);
        let svg = fs::read_to_string(&picture).unwrap();
        assert!(
            svg.contains(mark) && svg.contains("mated nodes (share)"),
            "{groups}"
        );
    }
    fails(
        &["compare", run, "off", "on", "--category", "q"],
        "the categories are b, p",
    );
    fails(
        &[&compare[..], &["mate,depth"]].concat(),
        "give --by depth,mate",
    );
    fails(
        &[&compare[..], &["depth,beyond"]].concat(),
        "in several groups of both",
    );
    fails(&[&compare[..], &["mate,mate"]].concat(), "twice");
    fails(&[&compare[..], &["category,dtm,mate"]].concat(), "3 groups");
}

#[test]
fn a_report_has_charts_of_the_trees() {
    let home = tempfile::tempdir().unwrap();
    let both = format!(
        "{TREES}[[trees]]\nname = \"two\"\nbranching = [2, 3]\ndepth = 4\nspread = 50\n\
         mated-share = [0.1, 0.3]\nbest-first-share = 1\nseeds = 2\n"
    );
    let file = experiment_of(home.path(), &both);
    let run = home.path().to_str().unwrap();
    done(&["run", file.to_str().unwrap(), "--out", run]);
    done(&["report", run]);
    let picture = |name: &str| fs::read_to_string(home.path().join(format!("{name}.svg"))).unwrap();
    let leaves = picture("leaves-by-iteration");
    for text in [
        "minimal tree",
        "whole tree",
        "b, b = 5, n",
        "two, b = 3, n 4",
    ] {
        assert!(leaves.contains(text), "{text}");
    }
    let ratios = picture("ratio-by-tree-parameter");
    assert!(ratios.contains("branching factor") && ratios.contains("mated nodes (share)"));
    assert!(picture("ratio-by-two-parameters").contains("two, on"));
}

#[test]
fn the_other_commands_take_trees_too() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), TREES);
    done(&["run", file.to_str().unwrap(), "--dry-run"]);
    done(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        home.path().to_str().unwrap(),
    ]);
    let run = home.path().to_str().unwrap();
    let told = done(&["compare", run, "off", "on", "--by", "category", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["positions"], &told["score_differences"]),
        (&10.into(), &0.into())
    );
    let baseline = home.path().join("baseline.jsonl");
    let baseline = baseline.to_str().unwrap();
    done(&["baseline", run, "--out", baseline]);
    done(&["check", run, "--baseline", baseline]);
    assert!(done(&["export", run, "--csv"]).contains("mated-share=0.2"));
}
