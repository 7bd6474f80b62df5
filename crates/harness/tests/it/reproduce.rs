//! `plybench reproduce`: the published table, its seeds, and its files.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use super::experiment::{plybench, stdout_json};
use serde_json::Value;

/// The files and the stdout of a reproduction that one run makes for all tests.
pub(crate) fn shown_reproduction() -> &'static (BTreeMap<PathBuf, Vec<u8>>, String) {
    static SHOWN: OnceLock<(BTreeMap<PathBuf, Vec<u8>>, String)> = OnceLock::new();
    SHOWN.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let out = plybench(&["reproduce", "--out", directory.path().to_str().unwrap()]);
        assert!(out.status.success());
        let shown = String::from_utf8(out.stdout).unwrap();
        (files(directory.path()), shown)
    })
}

/// The files of a directory with their bytes; of timings and locks only the names.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn gather(root: &Path, folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(root, &path, all);
            } else {
                let name = path.file_name().unwrap();
                let differs = name == "timings.jsonl" || name == ".lock";
                let bytes = if differs {
                    vec![]
                } else {
                    fs::read(&path).unwrap()
                };
                all.insert(path.strip_prefix(root).unwrap().to_owned(), bytes);
            }
        }
    }
    let mut all = BTreeMap::new();
    gather(folder, folder, &mut all);
    all
}

fn reproduce(directory: &Path) -> Vec<Value> {
    let output = plybench(&["reproduce", "--json", "--out", directory.to_str().unwrap()]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_published_table_is_met() {
    let directory = tempfile::tempdir().unwrap();
    let rows = reproduce(directory.path());
    assert_eq!(rows.len(), 20);
    for (row, depth) in rows.iter().zip(1u64..) {
        assert_eq!(row["depth"], depth);
        assert_eq!(row["off"]["score"], row["on"]["score"], "depth {depth}");
        assert_eq!(
            row["off"]["score"]["mate"] == 8,
            depth >= 16,
            "depth {depth}"
        );
        let published = row["published_ratio"].as_f64().unwrap();
        // The band that is built in is of this search.
        let chosen = row["seeds"]["chosen"].as_f64().unwrap();
        let apart = chosen - row["ratio_to_pv"].as_f64().unwrap();
        assert!(apart.abs() < 1e-6, "depth {depth}: {apart}");
        assert_eq!(row["seeds"]["seeds"], 200);
        for ratio in ["ratio", "ratio_to_pv"].map(|key| row[key].as_f64().unwrap()) {
            assert!(
                (ratio / published - 1.0).abs() <= 0.05,
                "depth {depth}: {ratio} {published}"
            );
            let apart = (ratio - 1.0).abs();
            assert!(depth > 12 || apart <= 0.001, "depth {depth}: {ratio}");
            assert!(depth > 15 || apart <= 0.01, "depth {depth}: {ratio}");
        }
    }
    let again = &shown_reproduction().0;
    for (name, bytes) in files(directory.path()) {
        assert!(again.get(&name) == Some(&bytes), "{name:?} differs");
    }
}

#[test]
fn on_screen_the_published_ratio_stands_beside_the_one_that_is_counted_alike() {
    let (files, shown) = shown_reproduction();
    let text = |name| std::str::from_utf8(&files[Path::new(name)]).unwrap();
    let row = |depth: &str| -> Vec<String> {
        let mut lines = shown.lines().map(|line| line.split_whitespace());
        let row = lines.find(|words| words.clone().next() == Some(depth));
        row.unwrap().map(str::to_owned).collect()
    };
    // To PV, published, the band of the seeds, then all nodes.
    let cells = row("17");
    assert_eq!(cells[1..3], ["M8", "M8"]);
    assert_eq!(cells[5..10], ["0.752", "0.759", "0.735", "to", "0.850"]);
    assert_eq!(cells.last().unwrap(), "0.727");
    for said in ["1.5 to 1.7 times as large", "540 here, 1105 published"] {
        assert!(shown.contains(said), "{said}");
    }
    let table = text("table.md");
    for said in [
        "381847064",
        "## Other seeds",
        "| 0.436 | 0.489 | 0.544 | 0.469 | 20 % |",
    ] {
        assert!(table.contains(said), "{said}");
    }
    let chart = text("ratio.svg");
    assert!(chart.contains("90 % of 200 seeds") && chart.contains("<polygon"));
}

#[test]
fn a_few_seeds_are_searched_again_and_compared_with_the_band() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().to_str().unwrap();
    let out = plybench(&["reproduce", "--seeds", "2", "--out", place]);
    let shown = String::from_utf8(out.stdout).unwrap();
    assert!(
        out.status.success() && shown.contains("of 14 ratios"),
        "{shown}"
    );
    assert!(!shown.contains("With 200 seeds"), "{shown}");
    // The ratios of the seeds are a band.
    let chart = fs::read_to_string(directory.path().join("ratio.svg")).unwrap();
    assert!(chart.contains("90 % of 2 seeds"), "{chart}");
    assert!(!directory.path().join("nodes.svg").exists());
    let rows = stdout_json(&plybench(&["reproduce", "--seeds", "1", "--json"]));
    assert!(
        rows.as_array()
            .is_some_and(|rows| rows.iter().all(|row| row["seeds"]["seeds"] == 1)),
        "{rows}"
    );
    let found = fs::read_to_string(directory.path().join("seeds.csv")).unwrap();
    let committed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../reports/krk-mdp-seeds/seeds.csv"
    );
    let committed = fs::read_to_string(committed).unwrap();
    assert_eq!(found.lines().count(), 41);
    assert!(committed.starts_with(&found));
    let refused = plybench(&["reproduce", "--seeds", "201"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_report_that_cannot_be_written_whole_stays_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let records = directory.path().join("records.jsonl");
    fs::write(&records, "what was there").unwrap();
    // Of an earlier reproduction: another run would be refused.
    let experiment = plybench_experiment::spec::BuiltInExperiment::named("krk-mdp").unwrap();
    fs::write(directory.path().join("experiment.toml"), experiment.text).unwrap();
    fs::create_dir(directory.path().join("table.md")).unwrap();
    let out = plybench(&["reproduce", "--out", directory.path().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(3));
    let said = String::from_utf8(out.stderr).unwrap();
    let last = said.lines().last().unwrap();
    assert!(
        last.contains("table.md") && last.contains("--out"),
        "{last}"
    );
    assert_eq!(fs::read_to_string(&records).unwrap(), "what was there");
}

#[cfg(unix)]
#[test]
fn an_interrupted_reproduction_leaves_everything_as_it_was() {
    use std::{
        process::{Command, Stdio},
        thread::sleep,
        time::Duration,
    };
    let directory = tempfile::tempdir().unwrap();
    let whole = directory.path().join("records.jsonl");
    fs::write(&whole, "what was there").unwrap();
    // Of an earlier reproduction: another run would be refused.
    let experiment = plybench_experiment::spec::BuiltInExperiment::named("krk-mdp").unwrap();
    fs::write(directory.path().join("experiment.toml"), experiment.text).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("plybench"))
        .args(["reproduce", "--out", directory.path().to_str().unwrap()])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let is_at_work = || {
        let entries = fs::read_dir(directory.path()).unwrap();
        let mut names = entries.map(|entry| entry.unwrap().path());
        names.any(|path| path.join("positions.jsonl").exists())
    };
    while !is_at_work() {
        sleep(Duration::from_millis(1));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_to_string(&whole).unwrap(), "what was there");
    let entries = fs::read_dir(directory.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".lock", "experiment.toml", "records.jsonl"]);
}
