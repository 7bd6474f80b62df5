//! `export` has a row for each record; what a run cannot show is said, and none of its files is written over.

use std::fs;

use super::experiment::iterations;
use super::named_run::{Run, VARIANT};
use serde_json::{Value, json};

#[test]
fn a_table_has_a_row_a_record_in_both_formats() {
    let run = Run::new();
    let (csv_file, json_file) = (run.at("rows.csv"), run.at("rows.json"));
    let export =
        |format: &str, out: &str| run.plybench("export", &[&run.at(""), format, "--out", out]);
    assert_eq!(export("--csv", &csv_file).0, 0);
    assert_eq!(export("--json", &json_file).0, 0);
    let (_, printed, _) = run.plybench("export", &[&run.at(""), "--csv"]);
    assert_eq!(printed, fs::read_to_string(&csv_file).unwrap());

    let records = iterations(&run.path(""));
    let rows: Vec<Value> = serde_json::from_slice(&fs::read(&json_file).unwrap()).unwrap();
    let mut reader = csv::Reader::from_path(&csv_file).unwrap();
    let header = reader.headers().unwrap().clone();
    let cells: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((rows.len(), cells.len(), records.len()), (24, 24, 24));
    for ((row, cells), record) in rows.iter().zip(&cells).zip(&records) {
        for same in ["job", "variant", "position", "depth", "nodes"] {
            assert_eq!(row[same], record[same]);
        }
        assert_eq!(row["best_move"], record["pv"][0]);
        for (name, count) in record["counts"].as_object().unwrap() {
            let column = name.replace(['.', '-'], "_");
            assert_eq!(row[&column], *count, "{name}");
        }
        assert!(row["seconds"].as_f64() >= Some(0.0));
        let form = if row["variant"] == "on" {
            "stockfish"
        } else {
            "off"
        };
        assert_eq!(row["set_mate_distance"], form);
        assert_eq!(row["score_plies"], record["score"]["plies"]);
        assert_eq!(
            (&row["ended"], &row["category"]),
            (&json!("depth"), &json!("positions"))
        );
        assert_eq!(row.as_object().unwrap().len(), header.len());
        for (name, cell) in header.iter().zip(cells) {
            match &row[name] {
                Value::Null => assert_eq!(cell, "", "{name}"),
                Value::String(text) if text == VARIANT => assert_eq!(cell, format!("'{VARIANT}")),
                Value::String(text) => assert_eq!(cell, text, "{name}"),
                Value::Number(number) if name == "seconds" => {
                    let seconds: f64 = cell.parse().unwrap();
                    assert!((seconds - number.as_f64().unwrap()).abs() < 1e-5);
                }
                other => assert_eq!(
                    &serde_json::from_str::<Value>(cell).unwrap(),
                    other,
                    "{name}"
                ),
            }
        }
    }
    let documented = include_str!("../../../../reports/README.md");
    for name in header.iter().filter(|name| !name.starts_with("set_")) {
        // What techniques did is described once for all of them.
        let name = name
            .strip_prefix("mate_distance")
            .map_or(name.to_owned(), |effect| format!("…{effect}"));
        assert!(
            documented.contains(&format!("`{name}`")),
            "{name} is not described"
        );
    }

    let (code, _, said) = run.plybench("export", &[&run.at("")]);
    assert!(code == 2 && said.contains("--csv"), "{said}");
    // Damage in the last line: nothing of the lines before is shown.
    let sound = fs::read_to_string(run.path("records.jsonl")).unwrap();
    let at = sound.rfind("\"nodes\":").unwrap();
    let damaged = format!("{}\"nodes\":1{}", &sound[..at], &sound[at + 8..]);
    fs::write(run.path("records.jsonl"), damaged).unwrap();
    for format in ["--csv", "--json"] {
        let (code, shown, said) = run.plybench("export", &[&run.at(""), format]);
        assert!(code == 2 && said.contains(": damaged"), "{said}");
        assert_eq!(shown, "");
    }
    fs::write(run.path("records.jsonl"), sound).unwrap();
    let positions = fs::read_to_string(run.path("positions.jsonl")).unwrap();
    let second = positions.lines().nth(1).unwrap();
    fs::write(run.path("positions.jsonl"), format!("{second}\n")).unwrap();
    let (code, shown, said) = run.plybench("export", &[&run.at(""), "--json"]);
    assert!(
        code == 0 && said.contains("results of position \"mate\""),
        "{said}"
    );
    assert!(!shown.contains("\"mate\",\"fen\""));
}

#[test]
fn a_file_of_a_run_is_not_written_over() {
    let run = Run::new();
    let (directory, records) = (run.at(""), run.at("records.jsonl"));
    let before = fs::read(&records).unwrap();
    let baseline = run.at("baseline.jsonl");
    // A link that leads there is followed.
    let link = run.at("link.svg");
    std::os::unix::fs::symlink(&records, &link).unwrap();
    for out in [&records, &link] {
        for (command, arguments) in [
            ("baseline", vec![directory.as_str(), "--out", out]),
            ("export", vec![&directory, "--csv", "--out", out]),
            (
                "check",
                vec![&directory, "--baseline", &baseline, "--junit", out],
            ),
            ("rank", vec![&directory, "--chart", out]),
        ] {
            let (code, _, said) = run.plybench(command, &arguments);
            assert_eq!(code, 2, "{command}: {said}");
            assert_eq!(fs::read(&records).unwrap(), before, "{command}");
        }
    }
}

#[test]
fn what_a_run_cannot_show_is_said() {
    let run = Run::new();
    let directory = run.at("");
    let few = run.plybench("rank", &[&directory]).1;
    assert!(
        few.contains("Fewer than 10 positions: intervals are likely too narrow."),
        "{few}"
    );
    let (code, stdout, said) =
        run.plybench("compare", &[&directory, "on", VARIANT, "--by", "beyond"]);
    assert_eq!((code, stdout.as_str()), (2, ""), "{said}");
    assert!(
        said.lines().count() == 1 && said.contains("has a mate claimed by its data set"),
        "{said}"
    );
    let chart = run.at("no/such/x.svg");
    let (code, _, said) = run.plybench("rank", &[&directory, "--chart", &chart]);
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains(&chart) && said.ends_with("give another path with --chart\n"),
        "{said}"
    );
    let shard = run.at("shard");
    let part = ["--out", &shard, "--shard", "1/4"];
    assert_eq!(
        run.plybench(
            "run",
            &[&[run.at("experiment.toml").as_str()][..], &part].concat()
        )
        .0,
        0
    );
    for (command, more) in [
        ("rank", &[][..]),
        ("compare", &["on", VARIANT]),
        ("report", &[]),
    ] {
        let (code, _, said) = run.plybench(command, &[&[shard.as_str()][..], more].concat());
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("or merge the parts of a sharded run first"),
            "{said}"
        );
    }
}
