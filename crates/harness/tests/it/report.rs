//! `report` on real runs: which files it writes, that they are whole and always the same, and what it
//! says of runs that it cannot report.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use super::experiment::{fails, plybench};
use serde_json::Value;

const CHARTS: [&str; 8] = [
    "ratio-by-variant",
    "ratio-by-depth",
    "ratio-by-dtm",
    "ratio-distribution",
    "cuts-by-ply",
    "techniques-by-depth",
    "beta-cutoffs-by-move",
    "branching-factor",
];
const TABLES: [&str; 5] = [
    "table.md",
    "table.csv",
    "saving-and-cost.csv",
    "by-depth.csv",
    "techniques.csv",
];

fn json_and_stderr(arguments: &[&str]) -> (Value, String) {
    let output = plybench(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    (serde_json::from_slice(&output.stdout).unwrap(), said)
}

/// A finished run in a folder, of the variants of a grid over some settings and a baseline "off".
fn finished(folder: &Path, dataset: &str, over: &str) -> PathBuf {
    let datasets = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiment/datasets");
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"off\"\ndepth = 5\nnodes = 8000\n\
         [[datasets]]\nfile = \"{datasets}/{dataset}\"\ntake = 20\n\
         [[variants]]\nname = \"off\"\nbase = \"plain\"\nset = {{ mate-distance = \"off\" }}\n\
         [[grid]]\nname = \"g\"\nbase = \"plain\"\nover = {{ {over} }}\n"
    );
    let file = folder.join("wanted.toml");
    fs::write(&file, text).unwrap();
    let out = folder.join("run");
    let (file, to) = (file.to_str().unwrap(), out.to_str().unwrap());
    assert!(plybench(&["run", file, "--out", to]).status.success());
    out
}

const FORMS: &str = "mate-distance = [\"stockfish\", \"cpw\", \"check-aware\"]";
const CPW: &str = "g/mate-distance=cpw";

fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap();
    let file = |entry: Result<fs::DirEntry, _>| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    };
    let is_shown = |(name, _): &(String, Vec<u8>)| !name.starts_with('.');
    entries.map(file).filter(is_shown).collect()
}

/// All that is written in a picture, its lines joined.
fn words(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter_map(|node| node.text());
    let words = texts.flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn all_charts_are_written_and_are_always_the_same_bytes() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path(), "mates.epd", FORMS);
    let run = run.to_str().unwrap();
    let out = |name: &str| home.path().join(name);
    let report = |name: &str| {
        json_and_stderr(&[
            "report",
            run,
            "--out",
            out(name).to_str().unwrap(),
            "--json",
        ])
    };
    let (listed, said) = report("a");
    assert!(said.is_empty(), "{said}");
    report("b");
    let made = files(&out("a"));
    assert_eq!(made, files(&out("b")));

    let mut wanted: Vec<String> = TABLES.map(str::to_owned).to_vec();
    wanted.extend(
        CHARTS
            .iter()
            .flat_map(|name| ["svg", "png"].map(|end| format!("{name}.{end}"))),
    );
    wanted.push("index.html".to_owned());
    let names: Vec<&str> = listed["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(names, wanted);
    wanted.sort_unstable();
    assert!(made.keys().eq(&wanted), "{:?}", made.keys());

    for name in CHARTS {
        let svg = String::from_utf8(made[&format!("{name}.svg")].clone()).unwrap();
        let text = words(&svg);
        let version = concat!("Plybench ", env!("CARGO_PKG_VERSION"));
        let experiment =
            "Experiment: a test. 20 positions (mates.epd), depth 5, at most 8,000 nodes.";
        for says in [experiment, CPW, version] {
            assert!(text.contains(says), "{name}: {says:?} is missing");
        }
        // The metric is that of ratios; nodes and cuts are counted whatever it is.
        let is_of_ratios = name.starts_with("ratio");
        assert_eq!(text.contains("Metric nodes"), is_of_ratios, "{name}");
        assert!(made[&format!("{name}.png")].starts_with(b"\x89PNG"));
    }
    let markdown = String::from_utf8(made["table.md"].clone()).unwrap();
    assert!(markdown.contains("## By depth") && markdown.contains("Fewest nodes first"));
    // The ranking is that of `rank`.
    let rank = plybench(&["rank", run, "--format", "csv"]).stdout;
    assert_eq!(made["table.csv"], rank);
}

#[test]
fn the_means_by_depth_are_those_of_compare() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path(), "mates.epd", FORMS);
    let run = run.to_str().unwrap();
    // Into the run's own directory, whose records stay.
    let records = fs::read(home.path().join("run/records.jsonl")).unwrap();
    json_and_stderr(&["report", run, "--json"]);
    assert_eq!(
        fs::read(home.path().join("run/records.jsonl")).unwrap(),
        records
    );
    let table = fs::read_to_string(home.path().join("run/by-depth.csv")).unwrap();
    let (compare, _) = json_and_stderr(&["compare", run, "off", CPW, "--by", "depth", "--json"]);
    let groups = compare["groups"].as_array().unwrap();
    let rows: Vec<&str> = table.lines().filter(|row| row.starts_with(CPW)).collect();
    assert_eq!(rows.len(), groups.len());
    for (row, group) in rows.iter().zip(groups) {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[1], group["depth"].to_string());
        assert_eq!(cells[2], group["positions"].to_string());
        assert_eq!(
            cells[3].parse::<f64>().unwrap(),
            group["geomean_ratio"].as_f64().unwrap()
        );
    }
}

#[test]
fn too_many_variants_are_thinned_and_named_ones_are_shown() {
    let home = tempfile::tempdir().unwrap();
    let over = format!("{FORMS}, mvv-lva = [true, false], killers = [true, false]");
    let run = finished(home.path(), "quiet.epd", &over);
    let run = run.to_str().unwrap();
    let out = home.path().join("out");
    let to = out.to_str().unwrap();
    let (listed, said) = json_and_stderr(&["report", run, "--out", to, "--json"]);
    // Quiet positions claim no mate.
    assert_eq!(listed["omitted"][0]["chart"], "ratio-by-dtm");
    assert!(said.contains("no chart ratio-by-dtm: no position has a distance to mate"));
    assert!(!out.join("ratio-by-dtm.svg").exists());
    let chart = || words(&fs::read_to_string(out.join("ratio-by-depth.svg")).unwrap());
    assert!(chart().contains("7 of 12 variants, evenly"), "{}", chart());
    let table = fs::read_to_string(out.join("table.md")).unwrap();
    let of_depth_1 = |line: &&str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        line.starts_with("| g/") && cells[1..3] == ["1", "20"]
    };
    let variants = table.lines().filter(of_depth_1);
    assert_eq!(variants.count(), 12, "the tables have all: {table}");

    let (listed, _) = json_and_stderr(&["rank", run, "--json"]);
    let name = listed["variants"][3]["variant"].as_str().unwrap();
    json_and_stderr(&[
        "report",
        run,
        "--out",
        to,
        "--variants",
        &format!("off,{name}"),
        "--json",
    ]);
    assert!(
        chart().contains("1 of 12 variants, as chosen with --variants"),
        "{}",
        chart()
    );

    // Abbreviations, with commas in and between them.
    let short = "cpw,mvv-lva=true,killers=false,check-aware,mvv-lva=false,killers=true";
    json_and_stderr(&["report", run, "--out", to, "--variants", short, "--json"]);
    assert!(
        chart().contains("2 of 12 variants, as chosen with --variants"),
        "{}",
        chart()
    );

    let all: Vec<&str> = listed["variants"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["variant"].as_str())
        .collect();
    let named = all[..8].join(",");
    fails(&["report", run, "--variants", &named], 2, "at most 7");
}

/// Every text of a picture.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.is_text());
    let texts = texts.filter_map(|node| node.text());
    texts.map(|text| text.trim().to_owned()).collect()
}

#[test]
fn no_chart_shows_two_equal_labels() {
    let home = tempfile::tempdir().unwrap();
    let over = "fail = [\"hard\", \"soft\"], mate-distance = [\"check-aware\", \"stockfish\"], scout = [\"full-window\", \"pvs\"]";
    let run = finished(home.path(), "mates.epd", over);
    let run = run.to_str().unwrap();
    let chart = home.path().join("rank.svg");
    json_and_stderr(&[
        "rank",
        run,
        "--baseline",
        "check-aware,hard,pvs",
        "--chart",
        chart.to_str().unwrap(),
        "--json",
    ]);
    json_and_stderr(&["report", run, "--json"]);
    let labels = |file: &Path| -> Vec<String> {
        let texts = texts(&fs::read_to_string(file).unwrap()).into_iter();
        texts
            .filter(|text| text.starts_with("g/") || text == "off")
            .collect()
    };
    for (file, wanted) in [
        (chart, 8),
        (home.path().join("run/ratio-distribution.svg"), 7),
    ] {
        let mut found = labels(&file);
        let all = found.len();
        found.sort();
        found.dedup();
        assert!(
            found.len() == all && all >= wanted,
            "{}: {found:?}",
            file.display()
        );
    }
}

#[test]
fn what_cannot_be_reported_is_one_line() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path(), "mates.epd", FORMS);
    let directory = run.to_str().unwrap();
    fails(
        &["report", "/nowhere"],
        2,
        "/nowhere does not exist; give a directory",
    );
    fails(
        &["report", directory, "--variants", "oof"],
        2,
        "did you mean \"off\"?",
    );
    fails(
        &["report", directory, "--variants", "off"],
        2,
        "name another",
    );

    // A directory in a file's place: nothing is written, nothing of before is lost.
    let out = home.path().join("out");
    fs::create_dir_all(out.join("cuts-by-ply.svg")).unwrap();
    let there = "# Variants against A = what was there";
    fs::write(out.join("table.md"), there).unwrap();
    fails(
        &["report", directory, "--out", out.to_str().unwrap()],
        2,
        "cuts-by-ply.svg",
    );
    assert_eq!(fs::read_to_string(out.join("table.md")).unwrap(), there);
    assert!(!out.join("ratio-by-depth.svg").exists());

    let records = run.join("records.jsonl");
    let sound = fs::read_to_string(&records).unwrap();
    let mut lines: Vec<&str> = sound.lines().collect();
    // Without the last job.
    let ends = lines.iter().rposition(|line| line.contains("\"ended\""));
    lines.truncate(ends.unwrap());
    let before = lines.iter().rposition(|line| line.contains("\"ended\""));
    lines.truncate(before.unwrap() + 1);
    fs::write(&records, lines.join("\n") + "\n").unwrap();
    fails(
        &["report", directory],
        2,
        "79 of 80 jobs are done; `plybench run ",
    );
    fs::write(&records, sound.replacen("\"nodes\":", "\"nodes\":1", 1)).unwrap();
    fails(&["report", directory], 2, "records.jsonl:2: damaged");
    fs::remove_file(&records).unwrap();
    fails(&["report", directory], 2, "records.jsonl");
}

#[test]
fn what_another_command_wrote_is_not_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path(), "mates.epd", FORMS);
    let directory = run.to_str().unwrap();
    for (name, text) in [
        (
            "table.md",
            "# Mate distance pruning on KR vs K, off and on\n",
        ),
        ("table.csv", "depth,score_off,nodes_off\n1,0,5\n"),
    ] {
        fs::write(run.join(name), text).unwrap();
        let before = files(&run);
        fails(
            &["report", directory],
            2,
            &format!("{name} exists and was not written by"),
        );
        assert_eq!(files(&run), before);
        fs::remove_file(run.join(name)).unwrap();
    }
    // A run of the user's, where `reproduce` would put its own.
    let before = files(&run);
    fails(
        &["reproduce", "--out", directory],
        2,
        "give another directory with --out",
    );
    assert_eq!(files(&run), before);
    json_and_stderr(&["report", directory, "--json"]);
    json_and_stderr(&["report", directory, "--json"]);
}

#[test]
fn a_chart_that_a_later_report_leaves_out_is_removed() {
    let home = tempfile::tempdir().unwrap();
    let mates = finished(home.path(), "mates.epd", FORMS);
    let out = home.path().join("out");
    let to = out.to_str().unwrap();
    json_and_stderr(&["report", mates.to_str().unwrap(), "--out", to, "--json"]);
    assert!(out.join("ratio-by-dtm.svg").exists());
    fs::remove_dir_all(&mates).unwrap();
    let quiet = finished(home.path(), "quiet.epd", FORMS);
    let (listed, said) =
        json_and_stderr(&["report", quiet.to_str().unwrap(), "--out", to, "--json"]);
    assert!(
        said.contains("no chart ratio-by-dtm") && said.contains("removed"),
        "{said}"
    );
    let mut wanted: Vec<&str> = listed["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    wanted.sort_unstable();
    assert_eq!(files(&out).keys().collect::<Vec<_>>(), wanted);
    // A picture of the user's own stays where there was no report.
    let other = home.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("ratio-by-dtm.svg"), "mine").unwrap();
    json_and_stderr(&[
        "report",
        quiet.to_str().unwrap(),
        "--out",
        other.to_str().unwrap(),
        "--json",
    ]);
    assert_eq!(
        fs::read_to_string(other.join("ratio-by-dtm.svg")).unwrap(),
        "mine"
    );
}
