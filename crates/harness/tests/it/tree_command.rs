//! `plybench tree` from outside: its forms, and what it refuses.

use std::fs;

use serde_json::Value;

use super::experiment::{plybench, stderr, stdout_json};

const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const KRK: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";

#[test]
fn the_readme_shows_what_the_command_prints() {
    let output = plybench(&["tree", TEXTBOOK]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let shown = format!("$ plybench tree '{TEXTBOOK}'\n{printed}```\n");
    assert!(
        readme.contains(&shown),
        "write this into README.md:\n{shown}"
    );
}

#[test]
fn files_are_written_whole_and_alike() {
    let home = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let [svg, dot] = ["svg", "dot"].map(|form| home.path().join(format!("{name}.{form}")));
        let output = plybench(&[
            "tree",
            KRK,
            "--depth",
            "2",
            "--variants",
            "plain,glass",
            "--svg",
            svg.to_str().unwrap(),
            "--dot",
            dot.to_str().unwrap(),
        ]);
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{}",
            stderr(&output)
        );
        (fs::read(svg).unwrap(), fs::read(dot).unwrap())
    };
    assert_eq!(write("one"), write("other"));
}

#[test]
fn an_iteration_has_the_tree_of_a_search_to_its_depth() {
    let at = |more: &[&str]| -> Value {
        let arguments = [&["tree", KRK, "--variant", "glass", "--json"], more].concat();
        stdout_json(&plybench(&arguments))
    };
    let tree = at(&["--depth", "2"]);
    assert_eq!(tree, at(&["--depth", "3", "--iteration", "2"]));
    let search = plybench(&[
        "search",
        KRK,
        "--variant",
        "glass",
        "--depth",
        "2",
        "--json",
    ]);
    let lines = String::from_utf8(search.stdout).unwrap();
    let nodes = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["nodes"]
            .as_u64()
            .unwrap()
    };
    let nodes: Vec<u64> = lines.lines().map(nodes).collect();
    assert_eq!(tree["trees"][0]["entered"], nodes[1] - nodes[0]);
}

#[test]
fn bad_input_is_one_line() {
    let deep = "[".repeat(70);
    for (arguments, says) in [
        (&["[[3,12"][..], "byte 6: the tree ends early"),
        (&["[[3]]]"], "byte 5"),
        (&["[]"], "the tree is empty"),
        (&["[3,x]"], "byte 3: expected a list or a number"),
        (&["[3,\u{e9}\u{1b}[2J]"], "byte 3"),
        (&["[3,99999999999999999999]"], "not a number within"),
        (&[&deep], "nested more than 64"),
        (&[""], "FEN"),
        (&["branching=3", "depth=4"], "uniform tree, word 3"),
        (&[KRK], "--depth is missing"),
        (&[KRK, "--depth", "0"], "--depth 0; give 1"),
        (&[KRK, "--depth", "5"], "at most 2,000 can be drawn"),
        (&[KRK, "--depth", "30"], "give a smaller --depth"),
        (&["[1,2]", "--iteration", "2"], "--iteration 2; give 1 to 1"),
        (&["[1,2]", "--variant", "plane"], "plane"),
        (&["[1,2]", "--variants", "plain,"], "unknown variant"),
        (&["[1,2]", "--set", "scout=x"], "scout"),
        (
            &["[1,2]", "--moves", "e2e4"],
            "--moves needs a chess position",
        ),
    ] {
        let output = plybench(&[&["tree"], arguments].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains(says),
            "{arguments:?}: {said}"
        );
        assert!(output.stdout.is_empty() && !said.contains('\u{1b}'));
    }
}
