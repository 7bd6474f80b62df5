//! An experiment that answers a published table. The table here is made up: it only tests the way from data to a report.

use std::{fs, path::Path};

use tempfile::tempdir;

use crate::experiment::plybench;

const FILE: &str = r#"purpose = "A made-up table, for a test"
metric = "nodes"
baseline = "plain"
depth = 3

[[positions]]
id = "krk"
fen = "8/7K/8/8/8/8/R7/7k w - - 0 1"

[[variants]]
name = "plain"
base = "plain"
column = "off"

[[variants]]
name = "pruned"
base = "plain"
set = { mate-distance = "stockfish" }
column = "on"

[published]
title = "A made-up table"
source = "Made-up Journal 1(1)"
page = "page 2"
counted = "nodes"
conditions = "no table"
data = "rows.csv"
"#;

const BAND: &str = "\n[band]\nseeds = 2\n";
const ROWS: &str = "depth,off,on\n1,10,10\n2,100,80\n3,1000,500\n4,2000,900\n";

fn write(folder: &Path, file: &str, rows: &str) -> String {
    fs::write(folder.join("rows.csv"), rows).unwrap();
    let path = folder.join("table.toml");
    fs::write(&path, file).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs and reports an experiment, and returns the rows of `published.csv` and the tables in Markdown.
fn reported(file: &str) -> (Vec<Vec<String>>, String) {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), file, ROWS);
    let out = folder.path().join("out");
    let out_name = out.to_str().unwrap();
    for arguments in [
        &["run", &file, "--out", out_name][..],
        &["report", out_name],
    ] {
        let done = plybench(arguments);
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{said}");
    }
    let rows = fs::read_to_string(out.join("published.csv")).unwrap();
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("Beside the published table"));
    (
        rows.lines().map(fields).collect(),
        fs::read_to_string(out.join("table.md")).unwrap(),
    )
}

fn cell(rows: &[Vec<String>], depth: usize, name: &str) -> f64 {
    let at = rows[0].iter().position(|column| column == name);
    let at = at.unwrap_or_else(|| panic!("{name}: {:?}", rows[0]));
    rows[depth][at].parse().unwrap()
}

#[test]
fn a_published_table_needs_only_data() {
    let (rows, markdown) = reported(FILE);
    // The fourth row is deeper than the experiment.
    assert_eq!(rows.len(), 1 + 3);
    for depth in 1..=3 {
        let [off, on, ratio, published, deviation] = [
            "nodes_plain",
            "nodes_pruned",
            "ratio",
            "published_ratio",
            "deviation",
        ]
        .map(|name| cell(&rows, depth, name));
        assert!((on / off - ratio).abs() < 1e-5, "{rows:?}");
        assert!(
            (ratio / published - 1.0 - deviation).abs() < 1e-4,
            "{rows:?}"
        );
    }
    assert_eq!(cell(&rows, 3, "published_ratio"), 0.5);
    assert_eq!(cell(&rows, 2, "published_on"), 80.0);
    for said in [
        "Published: Made-up Journal 1(1), page 2.",
        "no table.",
        "| depth | score plain | nodes plain | score pruned | nodes pruned | pruned / plain | published | deviation |",
    ] {
        assert!(markdown.contains(said), "{said}: {markdown}");
    }
    assert!(!markdown.contains("Other seeds"));
}

#[test]
fn a_band_repeats_the_search_over_seeds() {
    let (rows, markdown) = reported(&format!("{FILE}{BAND}"));
    assert!(markdown.contains("## Other seeds"), "{markdown}");
    for depth in 1..=3 {
        let [seeds, low, median, high] = ["seeds", "seeds_low", "seeds_median", "seeds_high"]
            .map(|name| cell(&rows, depth, name));
        assert_eq!(seeds, 2.0);
        assert!(low <= median && median <= high);
    }
    // Two variants as they are, and two for each seed.
    assert!(markdown.contains("pruned/ties=random:2"), "{markdown}");
    assert!(!markdown.contains("ties=random:3"), "{markdown}");
}

const CHANGES: &str = r#"purpose = "A made-up table of changes, for a test"
metric = "nodes"
baseline = "plain"
depth = 3

[[datasets]]
name = "mates"
take = 4

[[datasets]]
name = "krk"
take = 3

[[variants]]
name = "plain"
base = "plain"

[[variants]]
name = "ordered"
base = "plain"
set = { mvv-lva = true }

[[variants]]
name = "pruned"
base = "plain"
set = { mvv-lva = true, killers = true }

[published]
title = "A made-up table of changes"
source = "Made-up Journal 1(2)"
counted = "nodes"
changes = "rows.csv"
"#;

const CHANGED: &str = "set,depth,variant,against,best,percent,solved,positions,place\n\
                       TWO,2,ordered,plain,,-11.86,-10,879,page 3\nTWO,,ordered,plain,pruned,99,,,abstract\n";

#[test]
fn a_table_of_changes_stands_beside_what_was_measured() {
    let folder = tempdir().unwrap();
    let file = write(folder.path(), CHANGES, CHANGED);
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for arguments in [&["run", &file, "--out", out][..], &["report", out]] {
        let done = plybench(arguments);
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{said}");
    }
    let rows = fs::read_to_string(Path::new(out).join("published.csv")).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    // A claim, and three depths of two data sets and of both; then the same of the share.
    assert_eq!(rows.len(), 1 + 2 * (1 + 3 * 3), "{rows:?}");
    assert_eq!(rows[1], "ordered,plain,,2,TWO,page 3,879,-0.1186,,,,-10");
    assert!(rows[11].starts_with("ordered,plain,pruned,,TWO,abstract,,0.99,"));
    let compared = plybench(&[
        "compare", out, "plain", "ordered", "--by", "depth", "--json",
    ]);
    let compared = crate::experiment::stdout_json(&compared);
    let total = compared["groups"][2]["total_ratio"].as_f64().unwrap() - 1.0;
    let all = rows
        .iter()
        .find(|row| row.starts_with("ordered,plain,,3,all,"));
    let all: Vec<&str> = all.unwrap().split(',').collect();
    assert_eq!(all[6], "7");
    assert!(
        (all[7].parse::<f64>().unwrap() - total).abs() < 1e-6,
        "{all:?} {total}"
    );
    let markdown = fs::read_to_string(Path::new(out).join("table.md")).unwrap();
    for said in [
        "## ordered against plain",
        "## ordered: share of the reduction from plain to pruned",
        "| 2 | TWO | page 3 | 879 | -11.9 % | - | - | - | -10 |",
        "Published: Made-up Journal 1(2).",
    ] {
        assert!(markdown.contains(said), "{said}: {markdown}");
    }
}

#[test]
fn mistakes_in_a_table_of_changes_are_named() {
    let changed = |from: &str, to: &str| CHANGES.replacen(from, to, 1);
    for (file, rows, says) in [
        (
            CHANGES.to_owned(),
            CHANGED.replace("ordered,plain,,", "orderd,plain,,"),
            "rows.csv, line 2: unknown variant \"orderd\"; did you mean \"ordered\"?",
        ),
        (
            changed("counted = \"nodes\"", "counted = \"nodes-to-pv\""),
            CHANGED.to_owned(),
            "give \"nodes\", which changes compare",
        ),
        (
            format!("{CHANGES}data = \"rows.csv\"\n"),
            CHANGED.to_owned(),
            "[published] with changes and data; remove one of them",
        ),
        (
            format!("{CHANGES}[band]\nseeds = 2\n"),
            CHANGED.to_owned(),
            "[published] with changes and [band]; remove one of them",
        ),
    ] {
        let folder = tempdir().unwrap();
        let file = write(folder.path(), &file, &rows);
        let refused = plybench(&["run", &file, "--dry-run"]);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(
            message.contains(says) && message.lines().count() == 1,
            "{says}: {message}"
        );
    }
}

#[test]
fn mistakes_in_a_published_table_are_named_before_anything_is_searched() {
    let changed = |from: &str, to: &str| FILE.replacen(from, to, 1);
    for (file, rows, says) in [
        (
            changed("rows.csv", "row.csv"),
            ROWS,
            "table.toml: cannot read data = \"row.csv\"",
        ),
        (
            changed("column = \"on\"", "column = \"none\""),
            ROWS,
            "rows.csv, line 1: the header has no column \"none\"",
        ),
        (
            FILE.to_owned(),
            "depth,off,on\n1,10,ten\n",
            "rows.csv, line 2: on = \"ten\"; give a whole number",
        ),
        (
            FILE.to_owned(),
            "depth,off,on\n1,10,10\n1,10,10\n",
            "rows.csv, line 3: depth = \"1\"; give depths",
        ),
        (
            FILE.to_owned(),
            "depth,off,on\n1,10\n",
            "rows.csv, line 2: a row needs as many fields as the header",
        ),
        (
            FILE.to_owned(),
            "plies,off,on\n1,10,10\n",
            "rows.csv, line 1: the header has no column \"depth\"",
        ),
        (FILE.to_owned(), "depth,off,on\n", "the table has no rows"),
        (
            changed("column = \"off\"\n", ""),
            ROWS,
            "answers no column; add a line",
        ),
        (
            changed("counted = \"nodes\"", "counted = \"moves\""),
            ROWS,
            "counted = \"moves\"; give",
        ),
        (
            FILE[..FILE.find("[published]").unwrap()].to_owned(),
            ROWS,
            "line 13: column without [published]",
        ),
        (
            format!("{FILE}\n[band]\n"),
            ROWS,
            "[band] lacks a key: seeds or data is missing",
        ),
        (
            format!("{FILE}\n[band]\nseeds = 0\n"),
            ROWS,
            "seeds = 0; give a whole number",
        ),
        (
            format!("{FILE}\n[band]\ndata = \"rows.csv\"\n"),
            ROWS,
            "rows.csv, line 2: not a row of a band",
        ),
    ] {
        let folder = tempdir().unwrap();
        let file = write(folder.path(), &file, rows);
        let out = folder.path().join("out");
        let refused = plybench(&["run", &file, "--out", out.to_str().unwrap()]);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(
            message.contains(says) && message.lines().count() == 1,
            "{says}: {message}"
        );
        assert!(!out.exists());
    }
}

#[test]
fn only_an_experiment_with_a_published_table_is_reproduced() {
    for name in ["mdp-forms", "krk-mpd"] {
        let refused = plybench(&["reproduce", name]);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{message}");
        let says = "has a [published] table; give krk-mdp, krk-mdp-seeds, heinz-1998, ";
        assert!(
            message.contains(says) && message.lines().count() == 1,
            "{message}"
        );
    }
    for name in ["krk-mdp", "heinz-1998"] {
        let refused = plybench(&["reproduce", name, "--seeds", "2"]);
        assert_eq!(refused.status.code(), Some(2));
    }
    // Before the work, also where the table has changes.
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("published.md"), "mine").unwrap();
    let out = folder.path().to_str().unwrap();
    let refused = plybench(&["reproduce", "schaeffer-1989", "--out", out]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(message.contains("published.md exists"), "{message}");
}

#[test]
fn ratios_are_to_the_baseline_wherever_it_stands() {
    let (of_baseline, rest) = FILE.split_once("[[variants]]\nname = \"plain\"").unwrap();
    let (plain, pruned) = rest.split_once("[[variants]]").unwrap();
    let (pruned, published) = pruned.split_once("[published]").unwrap();
    let swapped = format!(
        "{of_baseline}[[variants]]{pruned}[[variants]]\nname = \"plain\"{plain}[published]{published}"
    );
    let ratios = |file: &str| [2, 3].map(|depth| cell(&reported(file).0, depth, "ratio"));
    assert_eq!(ratios(&swapped), ratios(FILE));
}

#[test]
fn a_band_takes_no_name_of_the_file() {
    let folder = tempdir().unwrap();
    let taken = "\n[[variants]]\nname = \"plain/ties=random:1\"\nbase = \"plain\"\n";
    let file = write(folder.path(), &format!("{FILE}{taken}{BAND}"), ROWS);
    let done = plybench(&["run", &file, "--dry-run"]);
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("\"plain/ties=random:1\"") && said.lines().count() == 1);
}
