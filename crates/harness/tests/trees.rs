//! Synthetic trees through the whole of it: an experiment file, a run, its records and what they say.

mod experiment;

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use experiment::plybench;
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
    for line in lines(&home.path().join("records.jsonl")) {
        if let Some(counts) = line["counts"].as_object() {
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
    let records = lines(&home.path().join("records.jsonl"));
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
                        && line.get("counts").is_some()
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
fn the_saving_is_told_by_parameter() {
    let home = tempfile::tempdir().unwrap();
    let file = experiment_of(home.path(), TREES);
    done(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        home.path().to_str().unwrap(),
    ]);
    let run = home.path().to_str().unwrap();
    let out = home.path().join("out");
    let out = out.to_str().unwrap();
    let told: Value =
        serde_json::from_str(&done(&["trees", run, "off", "on", "--json", "--out", out])).unwrap();
    let sweeps = told["sweeps"].as_array().unwrap();
    let names: Vec<&Value> = sweeps.iter().map(|sweep| &sweep["parameter"]).collect();
    assert_eq!(names, ["branching", "mated-share"]);
    assert_eq!(told["score_differences"], 0);
    // Without mates there is nothing to save, on any tree.
    let none = &sweeps[1]["points"][0];
    assert_eq!((&none["value"], &none["ties"]), (&0.0.into(), &2.into()));
    assert_eq!(
        (&none["geomean_ratio"], &none["mates"]),
        (&1.0.into(), &0.into())
    );
    // With many there is.
    let many = sweeps[1]["points"][1]["geomean_ratio"].as_f64().unwrap();
    assert!(many < 1.0, "{many}");
    let mut files: Vec<_> = fs::read_dir(out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["saving.png", "saving.svg", "table.csv", "table.md"]);
    let text = done(&["trees", run, "off", "on"]);
    assert!(
        text.contains("b, by branching") && text.contains("p, by mated-share"),
        "{text}"
    );
    let csv = done(&["trees", run, "off", "on", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + 3 * 4, "{csv}");
    fails(&["trees", run, "off", "onn"], "\"on\"");
    fails(&["trees", run, "on", "on"], "two variants");
    let lone = "[[trees]]\nname = \"b\"\nbranching = 2\ndepth = 5\nspread = 50\n\
                mated-share = 0.1\nbest-first-share = 0.5\nseeds = 3\n";
    let file = experiment_of(home.path(), lone);
    done(&["run", "--discard", file.to_str().unwrap(), "--out", run]);
    fails(
        &["trees", run, "off", "on"],
        "no trees of which a parameter varies",
    );
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
