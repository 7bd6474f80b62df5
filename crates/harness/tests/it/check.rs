//! `baseline` and `check`: what leaves a baseline is told.

use std::{fs, path::Path};

use super::named_run::{Run, VARIANT};
use serde_json::{Value, json};

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
        (text[..text.len() - 30].to_owned(), ":5"),
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
fn a_file_in_no_folder_is_exit_code_2_and_hides_no_verdict() {
    let run = Run::new();
    let nowhere = run.at("no/such/file");
    for option in ["--junit", "--markdown"] {
        let (code, out, said) = run.check(&[option, &nowhere]);
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
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
        assert_eq!((code, said.lines().count()), (2, 1), "{said}");
    }
}
