//! Names are text in every format, whatever a terminal, XML, Markdown or a spreadsheet would take them for.

use std::{fs, process::Command};

use super::{
    experiment::plybench,
    named_run::{Run, VARIANT},
};
use assert_cmd::cargo::cargo_bin;
use serde_json::json;

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
fn control_characters_in_names_are_escaped_on_a_terminal_and_pass_through_a_pipe() {
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
