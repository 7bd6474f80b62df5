//! `plybench tree` from outside: its forms, and what it refuses.

use std::fs;

use serde_json::Value;

use super::experiment::{plybench, stderr, stdout_json};

const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const MATE_IN_8: &str = "8/7K/8/8/8/8/R7/7k w - - 0 1";
const KRK: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";

#[test]
fn the_readme_shows_what_the_command_prints() {
    let output = plybench(&["tree", TEXTBOOK]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let shown = format!("$ plybench tree '{TEXTBOOK}'\n{printed}```\n");
    assert!(
        readme.contains(&shown),
        "write this into crates/harness/README.md:\n{shown}"
    );
}

#[test]
fn the_orders_of_the_readme_are_good_and_bad() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let variants = "plain+ties={random=1},plain+ties={random=5}";
    assert!(readme.contains(&format!("--variants '{variants}'")));
    let output = plybench(&["tree", TEXTBOOK, "--variants", variants, "--json"]);
    let trees = &stdout_json(&output)["trees"];
    assert_eq!([&trees[0]["entered"], &trees[1]["entered"]], [9, 13]);
}

#[test]
fn letters_name_nodes_and_a_slide_with_small_text_is_noted() {
    let output = plybench(&["tree", TEXTBOOK, "--letters"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("\n   C    1 MIN    (3, ∞)   ≤ 2  alpha cutoff\n  C1 "),
        "{printed}"
    );
    let home = tempfile::tempdir().unwrap();
    let slide = home.path().join("slide.svg");
    let draw = |tree: &str| {
        let file = slide.to_str().unwrap();
        let output = plybench(&["tree", tree, "--name-leaves", "--slide", "--svg", file]);
        assert!(output.status.success());
        let picture = fs::read_to_string(&slide).unwrap();
        assert!(picture.contains(">C2</text>"));
        stderr(&output)
    };
    assert_eq!(draw(TEXTBOOK), "");
    let wide = ["[3,12,8,1,2,3,4,5]"; 4].join(",");
    let said = draw(&format!("[{wide}]"));
    assert!(said.contains("for 18 px draw fewer nodes\n"), "{said}");
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

/// What a page says of its searches, and how long the lists are that its scripts read.
fn explored(arguments: &[&str]) -> (String, Vec<(String, String, u64)>) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("explorer.html");
    let own = ["tree", "--explore", file.to_str().unwrap()];
    let output = plybench(&[&own[..], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let page = fs::read_to_string(&file).unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with(&format!("{}: ", file.display())) && said.ends_with(" bytes\n"),
        "{said}"
    );
    let json = |class: &str| -> Value {
        let from = page.find(class).unwrap() + class.len();
        let text = &page[from..];
        serde_json::from_str(&text[..text.find("</script>").unwrap()]).unwrap()
    };
    let head = json("<script type=\"application/json\" class=\"head\">");
    let columns = head["layout"].as_array().unwrap().iter().map(|column| {
        let text = |at: usize| column[at].as_str().unwrap().to_owned();
        (text(0), text(1), column[3].as_u64().unwrap())
    });
    let summary = json("<script type=\"application/json\" id=\"summary\">");
    (summary["answer"].to_string(), columns.collect())
}

fn nodes_of_iteration(variant: &str, depth: usize) -> u64 {
    let depth_text = depth.to_string();
    let arguments = ["search", KRK, "--variant", variant, "--depth", &depth_text];
    let output = plybench(&[&arguments[..], &["--json"]].concat());
    let lines = String::from_utf8(output.stdout).unwrap();
    let nodes: Vec<u64> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["nodes"]
                .as_u64()
                .unwrap()
        })
        .collect();
    nodes[depth - 1] - nodes[depth - 2]
}

#[test]
fn an_explorer_has_the_nodes_that_the_searches_count() {
    let arguments = [KRK, "--depth", "5", "--variants", "plain,glass"];
    let (answer, columns) = explored(&arguments);
    for (part, variant) in [("a", "plain"), ("b", "glass")] {
        let nodes = nodes_of_iteration(variant, 5);
        let said = format!(
            "{variant}, iteration 5: {},{:03} nodes",
            nodes / 1000,
            nodes % 1000
        );
        assert!(answer.contains(&said), "{answer}: {said}");
        assert!(
            columns.contains(&(part.to_owned(), "value".to_owned(), nodes)),
            "{columns:?}"
        );
    }
    // What is left out is counted all the same. Kept with the largest subtrees are the listed divergences and all above them.
    let (small, fewer) = explored(&[&arguments[..], &["--keep", "50"]].concat());
    assert_eq!(small, answer);
    let spans = |columns: &[(String, String, u64)]| {
        columns.iter().find(|column| column.1 == "span").unwrap().2
    };
    assert!((100..spans(&columns) / 2).contains(&spans(&fewer)));
}

#[test]
fn an_explorer_reads_traces() {
    let home = tempfile::tempdir().unwrap();
    let traces = ["plain", "glass"].map(|variant| {
        let file = home.path().join(format!("{variant}.trace"));
        let arguments = ["trace", KRK, "--depth", "5", "--variant", variant, "--out"];
        let output = plybench(&[&arguments[..], &[file.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        file.to_str().unwrap().to_owned()
    });
    let (answer, columns) = explored(&["--traces", &traces.join(",")]);
    let searched = explored(&[KRK, "--depth", "5", "--variants", "plain,glass"]);
    assert_eq!(columns, searched.1);
    let named = |answer: &str| {
        answer
            .replace(&traces[0], "plain")
            .replace(&traces[1], "glass")
    };
    assert_eq!(named(&answer), searched.0);
    let (answer, _) = explored(&["--traces", &traces[1], "--iteration", "4"]);
    assert!(answer.contains("iteration 4"), "{answer}");

    let text = home.path().join("text.trace");
    fs::write(&text, "no trace").unwrap();
    let cut = home.path().join("cut.trace");
    let whole = fs::read(&traces[1]).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let other = home.path().join("other.trace");
    let root = "8/7K/8/8/8/8/R7/7k w - - 0 1";
    let arguments = [
        "trace",
        root,
        "--depth",
        "2",
        "--out",
        other.to_str().unwrap(),
    ];
    assert!(plybench(&arguments).status.success());
    let page = home.path().join("page.html");
    for (files, says) in [
        (
            home.path().join("none").display().to_string(),
            "write a trace with plybench trace",
        ),
        (text.display().to_string(), "not a trace"),
        (cut.display().to_string(), "ends"),
        (
            format!("{},{}", traces[0], other.display()),
            "give traces of one root",
        ),
        (
            [&traces[0][..]; 3].join(","),
            "--traces names 3; give one or two",
        ),
    ] {
        let arguments = [
            "tree",
            "--traces",
            &files,
            "--explore",
            page.to_str().unwrap(),
        ];
        let output = plybench(&arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains(says), "{said}");
        assert!(!page.exists());
    }
}

/// Runs the explorer with so much address space, over an older page. Returns the exit code.
#[cfg(target_os = "linux")]
fn explored_within(mib: u64, arguments: &[&str]) -> Option<i32> {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("page.html");
    fs::write(&file, "an older page").unwrap();
    let script = format!("ulimit -v {} && exec \"$0\" tree \"$@\"", mib << 10);
    let output = std::process::Command::new("bash")
        .args(["-c", &script])
        .arg(assert_cmd::cargo::cargo_bin("plybench"))
        .args(arguments)
        .args(["--explore", file.to_str().unwrap()])
        .output()
        .unwrap();
    let said = stderr(&output);
    let page = fs::read_to_string(&file).unwrap();
    match output.status.code() {
        Some(0) => assert!(page.starts_with("<!DOCTYPE html>"), "{mib} MiB"),
        Some(3) => {
            assert!(
                said.lines().count() == 1
                    && ["memory", "MiB are free"]
                        .iter()
                        .any(|why| said.contains(why)),
                "{mib} MiB: {said}"
            );
            assert_eq!(page, "an older page");
        }
        code => panic!("{mib} MiB: {code:?}: {said}"),
    }
    output.status.code()
}

/// From what the program starts in to what a page takes: too little is one line, and the older page stays.
#[cfg(target_os = "linux")]
#[test]
fn an_explorer_that_memory_cannot_hold_is_exit_code_3() {
    let home = tempfile::tempdir().unwrap();
    let traces = ["plain", "glass"].map(|variant| {
        let file = home.path().join(format!("{variant}.trace"));
        let arguments = ["trace", KRK, "--depth", "7", "--variant", variant, "--out"];
        let output = plybench(&[&arguments[..], &[file.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        file.to_str().unwrap().to_owned()
    });
    let traces = traces.join(",");
    // Values of no order, which compress badly.
    let tree = "branching=6 depth=7 spread=1000 mated-share=0 best-first-share=0.2 seed=1";
    for arguments in [
        &[KRK, "--depth", "7"][..],
        &[KRK, "--depth", "7", "--variants", "plain,glass"],
        &["--traces", &traces],
        &[tree, "--variants", "minimax,plain", "--keep", "10000000"],
        &[tree, "--variants", "minimax,plain", "--keep", "100"],
    ] {
        let limits = [64, 240, 1000];
        let codes = limits.map(|mib| explored_within(mib, arguments));
        assert_eq!(codes[0], Some(3), "{arguments:?}");
        assert_eq!(codes[limits.len() - 1], Some(0), "{arguments:?}");
    }
}

#[test]
fn a_proof_is_drawn_as_the_readme_shows() {
    let output = plybench(&["tree", KRK, "--depth", "3", "--variant", "df-pn"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let shown = format!("$ plybench tree '{KRK}' --depth 3 --variant df-pn\n{printed}```\n");
    assert!(
        readme.contains(&shown),
        "write this into crates/harness/README.md:\n{shown}"
    );
}

#[test]
fn bad_input_is_one_line() {
    let deep = "[".repeat(70);
    for (arguments, says) in [
        (&["[[3,12"][..], "byte 6: the tree ends early"),
        (&["[[3]]]"], "byte 5"),
        (&["[]"], "the tree is empty"),
        (&["[3,x]"], "byte 3: expected a list or a number"),
        (&["[1,,2]"], "byte 3: no entry before this comma; give"),
        (&["[1, 12.5]"], "byte 4: not an integer; round or scale"),
        (&["[3,\u{e9}\u{1b}[2J]"], "byte 3"),
        (&["[3,99999999999999999999]"], "not a number within"),
        (&[&deep], "nested more than 64"),
        (&[""], "FEN"),
        (&["branching=3", "depth=4"], "uniform tree, word 3"),
        (&[KRK], "--depth is missing"),
        (
            &[KRK, "--depth", "0"],
            "'0' for '--depth <N>': give 1 to 100;",
        ),
        (&[KRK, "--depth", "5"], "at most 2,000 can be drawn"),
        (&[KRK, "--depth", "30"], "give a smaller --depth"),
        (&["[1,2]", "--iteration", "2"], "--iteration 2; give 1 to 1"),
        (&["[1,2]", "--variant", "plane"], "plane"),
        (&["[1,2]", "--variants", "plain,"], "unknown variant"),
        (&["[1,2]", "--set", "scout=x"], "scout"),
        (&["[1,2]", "--variants", "plain,glass+scout=x"], "scout"),
        (
            &[
                "[1,2]",
                "--explore",
                "x",
                "--variants",
                "plain,glass,minimax",
            ],
            "--variants names 3; give one or two",
        ),
        (
            &["[1,2]", "--variants", "plain,glass,plain"],
            "--variants names \"plain\" twice; remove one of them",
        ),
        (
            &[
                KRK,
                "--depth",
                "3",
                "--variant",
                "df-pn",
                "--set",
                "scout=pvs",
            ],
            "--set does not go with --variant df-pn",
        ),
        (
            &[KRK, "--depth", "3", "--variant", "df-pn", "--explore", "x"],
            "--explore does not go with --variant df-pn",
        ),
        (
            &[
                KRK,
                "--depth",
                "3",
                "--variant",
                "df-pn",
                "--iteration",
                "1",
            ],
            "--iteration does not go with --variant df-pn",
        ),
        (
            &[KRK, "--depth", "3", "--variants", "plain,df-pn"],
            "--variants: df-pn has no windows to compare",
        ),
        (
            &[MATE_IN_8, "--depth", "9", "--variant", "df-pn"],
            "at most 2,000 can be drawn; plybench trace writes it",
        ),
        (
            &["[1,2]", "--explore", "x", "--keep", "0"],
            "'0' for '--keep <N>': give 1 or more;",
        ),
        (
            &["[1,2]", "--slide"],
            "--slide shapes a picture; add --svg FILE, --pdf FILE or --png FILE",
        ),
        (
            &["[1,2]", "--moves", "e2e4"],
            "--moves needs a position of a game, not a tree",
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
