//! `baseline`, `check` and `export`: what leaves a baseline is told, and tables hold what the records do.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Names that a terminal, XML, Markdown and a spreadsheet would each take amiss.
const VARIANT: &str = "=off <b>&'|`";
const POSITION: &str = "a \"<&>\" ]]> \u{1}\u{1b}[2J | \n é, ]";

/// A finished run of two variants on a mate and on a position without one, and its baseline.
struct Run {
    home: TempDir,
}

impl Run {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let text = format!(
            "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = {variant}\ndepth = 6\n\
             [[positions]]\nid = \"mate\"\nfen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\"\n\
             [[positions]]\nid = {position}\nfen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\"\n\
             [[variants]]\nname = {variant}\nbase = \"plain\"\n\
             [[variants]]\nname = \"on\"\nbase = \"plain\"\nset = {{ mate-distance = \"stockfish\" }}\n",
            variant = json!(VARIANT),
            position = json!(POSITION),
        );
        fs::write(home.path().join("experiment.toml"), text).unwrap();
        let run = Run { home };
        assert_eq!(
            run.plybench("run", &[&run.at("experiment.toml"), "--out", &run.at("")])
                .0,
            0
        );
        let baseline = run.at("baseline.jsonl");
        assert_eq!(
            run.plybench("baseline", &[&run.at(""), "--out", &baseline])
                .0,
            0
        );
        run
    }

    fn at(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Exit code, stdout and stderr.
    fn plybench(&self, command: &str, arguments: &[&str]) -> (i32, String, String) {
        let output: Output = Command::new(cargo_bin("plybench"))
            .arg(command)
            .args(arguments)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap();
        (code, text(output.stdout), text(output.stderr))
    }

    fn check(&self, more: &[&str]) -> (i32, String, String) {
        let (directory, baseline) = (self.at(""), self.at("baseline.jsonl"));
        let mut arguments = vec![directory.as_str(), "--baseline", baseline.as_str()];
        arguments.extend(more);
        self.plybench("check", &arguments)
    }

    /// The baseline's lines, with the header.
    fn baseline(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path("baseline.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Writes the lines with the counts that they have.
    fn write(&self, lines: &[Value]) {
        let mut lines = lines.to_vec();
        let depths = lines[1..]
            .iter()
            .map(|job| job["nodes"].as_array().unwrap().len());
        lines[0]["depths"] = json!(depths.sum::<usize>());
        lines[0]["jobs"] = json!(lines.len() - 1);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(self.path("baseline.jsonl"), text).unwrap();
    }

    fn departures(&self, more: &[&str]) -> Vec<Value> {
        let (code, out, _) = self.check(&[more, &["--json"]].concat());
        let all: Value = serde_json::from_str(&out).unwrap();
        let departures = all["departures"].as_array().unwrap().clone();
        assert_eq!(code, i32::from(!departures.is_empty()), "{all}");
        departures
    }
}

#[test]
fn a_run_is_as_its_own_baseline() {
    let run = Run::new();
    let (code, out, _) = run.check(&[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("4 jobs as in the baseline"), "{out}");
    let (_, printed, _) = run.plybench("baseline", &[&run.at("")]);
    let written = fs::read_to_string(run.path("baseline.jsonl")).unwrap();
    assert_eq!(printed, written);
    let lines = run.baseline();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[1]["nodes"].as_array().unwrap().len(), 6);
    assert!(run.departures(&[]).is_empty());
}

#[test]
fn each_difference_is_named() {
    let run = Run::new();
    let sound = run.baseline();
    let scores = sound[1]["scores"].as_array().unwrap();
    let mates = scores.iter().position(|score| score["mate"] == 2).unwrap();
    assert!(mates > 0 && mates < 5, "mate in 2 at depth {}", mates + 1);
    let longer = json!({ "mate": 3, "plies": 5 });
    let one = |edit: &dyn Fn(&mut Value)| -> Value {
        let mut lines = sound.clone();
        edit(&mut lines[1]);
        run.write(&lines);
        let departures = run.departures(&[]);
        assert_eq!(departures.len(), 1, "{departures:?}");
        assert_eq!(departures[0]["variant"], VARIANT);
        departures[0].clone()
    };

    let nodes = sound[1]["nodes"][2].as_u64().unwrap();
    let found = one(&|job| job["nodes"][2] = json!(nodes + 1));
    assert_eq!(found["what"], "nodes");
    assert_eq!(
        (&found["first_depth"], &found["now"]),
        (&json!(3), &json!(nodes))
    );

    let found = one(&|job| job["scores"][0] = json!({ "cp": 7777 }));
    assert_eq!(
        (&found["what"], &found["depth"]),
        (&json!("score"), &json!(1))
    );
    assert_eq!(found["baseline"], json!({ "cp": 7777 }));

    let found = one(&|job| job["scores"][5] = json!({ "cp": 1 }));
    assert_eq!(
        (&found["what"], &found["change"]),
        (&json!("mate"), &json!("new"))
    );

    let found = one(&|job| job["scores"][mates] = json!({ "cp": 1 }));
    assert_eq!(found["change"], "sooner", "{found}");
    let found = one(&|job| job["scores"][mates - 1] = job["scores"][mates].clone());
    assert_eq!(found["change"], "later", "{found}");
    assert_eq!(found["depth"], mates);
    let found = one(&|job| job["scores"][5] = longer.clone());
    assert_eq!(
        (&found["change"], &found["depth"]),
        (&json!("shorter"), &json!(6))
    );
    let found = one(&|job| job["scores"][5] = json!({ "mate": 1, "plies": 1 }));
    assert_eq!(found["change"], "longer");
    // An odd ply more and the same moves: only a broken search says so, and it is told.
    let found = one(&|job| job["scores"][5] = json!({ "mate": 2, "plies": 4 }));
    assert!(
        found["message"].as_str().unwrap().contains("M2 in 4 plies"),
        "{found}"
    );

    let found = one(&|job| {
        job["nodes"].as_array_mut().unwrap().push(json!(9_999_999));
        job["scores"].as_array_mut().unwrap().push(longer.clone());
    });
    assert_eq!(
        (&found["what"], &found["now"]),
        (&json!("depth"), &json!(6))
    );

    let found = one(&|job| job["position"] = json!("gone"));
    assert_eq!(
        (&found["what"], &found["position"]),
        (&json!("missing"), &json!("gone"))
    );
    let (code, out, err) = run.check(&[]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(
        out.contains("missing") && out.contains("1 job is not in the baseline"),
        "{out}"
    );

    // What the baseline does not have is not held.
    let mut lines = sound.clone();
    lines.truncate(3);
    for list in ["nodes", "scores"] {
        lines[1][list].as_array_mut().unwrap().truncate(2);
    }
    run.write(&lines);
    let (code, out, _) = run.check(&[]);
    assert_eq!(code, 0);
    assert!(
        out.contains("2 jobs as in") && out.contains("2 jobs are not in"),
        "{out}"
    );
}

#[test]
fn the_tolerance_includes_its_bound() {
    let run = Run::new();
    let mut lines = run.baseline();
    let nodes = lines[1]["nodes"][5].as_u64().unwrap();
    let mut with = |last: u64, tolerance: &str| {
        lines[1]["nodes"][5] = json!(last);
        run.write(&lines);
        run.departures(&["--nodes", tolerance]).len()
    };
    assert_eq!(with(2 * nodes, "50%"), 0);
    assert_eq!(with(2 * nodes, "49.999999%"), 1);
    assert_eq!(with(2 * nodes + 1, "50%"), 1);
    assert_eq!(with(2 * nodes - 1, "50%"), 0);
    assert_eq!(with(nodes - 1, "0%"), 1);
    assert_eq!(with(nodes, "0%"), 0);
    for nonsense in ["2", "x%", "NaN%", "1e1%", "0.0000001%"] {
        let (code, _, said) = run.check(&["--nodes", nonsense]);
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains("0.5%"), "{said}");
    }
    let (code, _, said) = run.check(&["--nodes=-1%"]);
    assert!(code == 2 && said.contains("0% or more"), "{said}");
}

#[test]
fn the_table_is_short_and_the_rest_is_counted() {
    let run = Run::new();
    let mut lines = run.baseline();
    for line in &mut lines[1..] {
        line["nodes"][0] = json!(1_000);
    }
    lines[4]["scores"][0] = json!({ "cp": -7777 });
    run.write(&lines);
    let (code, out, said) = run.check(&["--rows", "2"]);
    assert_eq!((code, said.lines().count()), (1, 1));
    assert!(
        said.contains("4 of 4 jobs") && said.contains("plybench baseline"),
        "{said}"
    );
    assert!(out.contains("By kind: score 1, nodes 4.\n"), "{out}");
    let (_, none, _) = run.check(&["--rows", "0"]);
    assert!(none.contains("\n0 of 5; --rows 5 shows all.\n"), "{none}");
    let (_, table) = out.split_once("the worst first\n").unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "2 of 5; --rows 5 shows all.");
    assert!(
        rows[2].starts_with("score") && rows[3].starts_with("nodes") && rows[4].is_empty(),
        "{out}"
    );
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out:?}");
}

#[test]
fn a_baseline_that_is_none_is_one_line_that_says_where() {
    let run = Run::new();
    let sound = fs::read_to_string(run.path("baseline.jsonl")).unwrap();
    let first_job = sound.lines().nth(1).unwrap();
    for (text, says) in [
        (
            sound.replacen(":2,", ":7,", 1),
            "baseline.jsonl:1: a baseline of version 7",
        ),
        (
            sound.replacen(":2,", ":1,", 1),
            "baseline.jsonl:1: a baseline of version 1, which does not say how many jobs it has",
        ),
        (
            sound
                .lines()
                .take(4)
                .map(|line| format!("{line}\n"))
                .collect(),
            "baseline.jsonl:1: the first line says \"jobs\":4 and \"depths\":24, but the file has 3 and 18",
        ),
        (
            sound.replacen("\"nodes\"", "\"node\"", 1),
            "baseline.jsonl:2: column",
        ),
        (
            sound.replacen("\"nodes\":[", "\"nodes\":[-", 1),
            "baseline.jsonl:2: column",
        ),
        (format!("{sound}=======\n"), "baseline.jsonl:6: column 1"),
        (
            format!("{sound}{first_job}\n"),
            "baseline.jsonl:6: the same variant",
        ),
        (sound.lines().next().unwrap().to_owned(), "no job"),
        (String::new(), "not a baseline"),
        ("\0".repeat(100_000), "not a baseline"),
    ] {
        fs::write(run.path("baseline.jsonl"), text).unwrap();
        let (code, out, said) = run.check(&["--junit", &run.at("junit.xml")]);
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
        assert!(said.contains(says) && said.len() < 700, "{said}");
        assert!(out.is_empty() && !run.path("junit.xml").exists());
    }
    fs::remove_file(run.path("baseline.jsonl")).unwrap();
    let (code, _, said) = run.check(&[]);
    assert!(code == 2 && said.contains("plybench baseline"), "{said}");
}

#[test]
fn only_a_finished_and_sound_run_gives_a_baseline() {
    let run = Run::new();
    let part = run.at("part");
    let shard = [&run.at("experiment.toml"), "--out", &part, "--shard", "1/2"];
    assert_eq!(run.plybench("run", &shard).0, 0);
    let out = run.at("new.jsonl");
    let (code, _, said) = run.plybench("baseline", &[&part, "--out", &out]);
    assert!(code == 2 && said.contains("2 of 4 jobs"), "{said}");
    let records = run.path("records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    for (damaged, line) in [
        (text.replacen("\"nodes\":", "\"nodes\":1", 1), ":2"),
        (
            (text.lines().take(1).chain(text.lines().skip(2)))
                .map(|line| format!("{line}\n"))
                .collect(),
            ":2",
        ),
        (
            text.lines()
                .take(6)
                .map(|line| format!("{line}\n"))
                .collect(),
            ":2",
        ),
    ] {
        fs::write(&records, damaged).unwrap();
        for command in ["baseline", "export", "check"] {
            let format: &[&str] = match command {
                "export" => &["--json", "--out", &out],
                "check" => &["--baseline", &run.at("baseline.jsonl")],
                _ => &["--out", &out],
            };
            let (code, _, said) = run.plybench(command, &[&[run.at("").as_str()], format].concat());
            let place = format!("records.jsonl{line}: damaged");
            assert!(code == 2 && said.contains(&place), "{command}: {said}");
            assert_eq!(said.lines().count(), 1);
            assert!(!Path::new(&out).exists(), "{command}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_is_exit_code_3_and_hides_no_verdict() {
    let run = Run::new();
    let nowhere = run.at("no/such/file");
    for option in ["--junit", "--markdown"] {
        let (code, out, said) = run.check(&[option, &nowhere]);
        assert_eq!((code, said.lines().count()), (3, 1), "{said}");
        assert!(said.contains(option) && said.contains(&nowhere), "{said}");
        assert!(out.contains("4 jobs as in"), "{out}");
    }
    let directory = run.at("");
    for (command, arguments) in [
        ("baseline", &[directory.as_str()][..]),
        ("export", &[directory.as_str(), "--csv"]),
    ] {
        let arguments = [arguments, &["--out", &nowhere]].concat();
        let (code, _, said) = run.plybench(command, &arguments);
        assert_eq!((code, said.lines().count()), (3, 1), "{said}");
    }
}

#[test]
fn junit_and_markdown_hold_whatever_names_there_are() {
    let run = Run::new();
    let mut lines = run.baseline();
    lines[2]["nodes"][0] = json!(1_000);
    lines[2]["scores"][0] = json!({ "cp": -7777 });
    lines.remove(4);
    run.write(&lines);
    let (xml, markdown) = (run.path("junit.xml"), run.path("summary.md"));
    let (code, _, _) = run.check(&[
        "--junit",
        &run.at("junit.xml"),
        "--markdown",
        &run.at("summary.md"),
    ]);
    assert_eq!(code, 1);

    let text = fs::read_to_string(xml).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(
        ["name", "tests", "failures"].map(|key| root.attribute(key)),
        [Some("plybench check"), Some("4"), Some("1")]
    );
    let cases: Vec<_> = root
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .collect();
    let position = "a \"<&>\" ]]> \\u{1}\\u{1b}[2J | \\n é, ]";
    assert_eq!(cases[1].attribute("name"), Some(position));
    assert_eq!(cases[1].attribute("classname"), Some(VARIANT));
    let failure = cases[1]
        .children()
        .find(|node| node.has_tag_name("failure"))
        .unwrap();
    assert_eq!(failure.attribute("type"), Some("score"));
    assert!(
        failure
            .attribute("message")
            .unwrap()
            .starts_with("score at depth 1")
    );
    assert_eq!(failure.text().unwrap().lines().count(), 2);
    assert!(!cases[0].has_children() && !cases[2].has_children());
    assert!(cases[3].children().any(|node| node.has_tag_name("skipped")));

    let text = fs::read_to_string(markdown).unwrap();
    let (_, table) = text.split_once("the worst first\n\n").unwrap();
    let rows: Vec<&str> = table
        .lines()
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert_eq!(rows.len(), 2 + 2, "{text}");
    for row in rows {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 8, "{row}");
        assert!(!row.contains('<'), "{row}");
    }
    let (_, totals) = text.split_once("per variant\n\n").unwrap();
    assert_eq!(totals.lines().count(), 2 + 2, "{text}");
    for row in totals.lines() {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 6, "{row}");
        assert!(!row.contains('<'), "{row}");
    }
}

#[test]
fn a_baseline_replaces_nothing_but_a_baseline() {
    let run = Run::new();
    let (home, file) = (run.at(""), run.at("mine.toml"));
    fs::write(&file, "purpose = \"mine\"\n").unwrap();
    let (code, _, said) = run.plybench("baseline", &[&home, "--out", &file]);
    assert!(
        code == 2 && said.contains("was not written by this command"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "purpose = \"mine\"\n");
    let (code, _, _) = run.plybench("baseline", &[&home, "--out", &run.at("baseline.jsonl")]);
    assert_eq!(code, 0);
}

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

    let records: Vec<Value> = fs::read_to_string(run.path("records.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line.get("pv").is_some())
        .collect();
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
fn long_names_stand_whole_in_the_table() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let common = "the same beginning of a name that is much longer than its column";
    let variants: Vec<String> = (0..9)
        .map(|number| {
            format!("[[variants]]\nname = \"{common} {number} and a common end of it all\"\nbase = \"plain\"\n")
        })
        .collect();
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"{common} 0 and a common end of it all\"\ndepth = 3\n\
         [[positions]]\nid = \"krk\"\nfen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\"\n{}",
        variants.concat()
    );
    fs::write(home.path().join("wanted.toml"), text).unwrap();
    let plybench = |arguments: &[&str]| {
        Command::new(cargo_bin("plybench"))
            .args(arguments)
            .output()
            .unwrap()
    };
    assert!(
        plybench(&["run", &at("wanted.toml"), "--out", &at("run")])
            .status
            .success()
    );
    let baseline = String::from_utf8(plybench(&["baseline", &at("run")]).stdout).unwrap();
    // Every job has one node more than it had.
    let changed = baseline.replace("\"nodes\":[", "\"nodes\":[9");
    fs::write(home.path().join("baseline.jsonl"), changed).unwrap();
    let told = plybench(&["check", &at("run"), "--baseline", &at("baseline.jsonl")]);
    assert_eq!(told.status.code(), Some(1));
    let table = String::from_utf8(told.stdout).unwrap();
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("nodes"))
        .collect();
    assert_eq!(rows.len(), 9, "{table}");
    for number in 0..9 {
        let name = format!("{common} {number} and a common end of it all");
        let with_name = rows.iter().filter(|row| row.contains(&name));
        assert_eq!(with_name.count(), 1, "{table}");
    }
}

#[test]
fn a_name_is_text_in_every_table() {
    let run = Run::new();
    let directory = run.at("");
    let out = run.at("report");
    assert_eq!(run.plybench("report", &[&directory, "--out", &out]).0, 0);
    let file = |name: &str| fs::read_to_string(run.path("report").join(name)).unwrap();
    let printed = |command: &str, more: &[&str]| {
        let mut arguments = vec![directory.as_str()];
        arguments.extend(more);
        let (code, stdout, said) = run.plybench(command, &arguments);
        assert_eq!(code, 0, "{command}: {said}");
        stdout
    };
    let compared = ["on", VARIANT, "--format"];
    let compare = |format| printed("compare", &[&compared[..], &[format]].concat());
    for table in [
        file("table.csv"),
        file("by-depth.csv"),
        printed("rank", &["--baseline", "on", "--format", "csv"]),
        compare("csv"),
        printed("export", &["--csv"]),
    ] {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        for row in reader.records() {
            for cell in &row.unwrap() {
                let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
                assert!(
                    !is_formula || cell.parse::<f64>().is_ok(),
                    "{cell:?} in {table}"
                );
            }
        }
    }
    for page in [
        file("table.md"),
        printed("rank", &["--baseline", "on", "--format", "markdown"]),
        compare("markdown"),
    ] {
        assert!(!page.contains("<b>") && !page.contains(" ]]>"), "{page}");
        assert!(page.contains("&lt;b&gt;"), "{page}");
        assert!(!page.contains('\u{1b}'), "{page}");
    }
    for text in [printed("rank", &[]), compare("table")] {
        assert!(!text.contains(['\u{1b}', '\u{1}']), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_obeys_no_name_and_a_pipe_gets_its_bytes() {
    let run = Run::new();
    let terminal = |command: &str| {
        let line = format!(
            "'{}' {command} '{}' --csv",
            cargo_bin("plybench").display(),
            run.at("")
        );
        // script gives the command a terminal of its own.
        let output = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = terminal("export");
    assert!(
        shown.contains("\\u{1b}[2J") && !shown.contains('\u{1b}'),
        "{shown}"
    );
    assert!(
        run.plybench("export", &[&run.at(""), "--csv"])
            .1
            .contains("\u{1b}[2J")
    );
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
    assert_eq!(code, 3, "{said}");
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
