//! `rank` on a real run: against a baseline, within a setting, and from rung to rung.

use std::{fs, path::Path};

use super::{
    compare::{OFF, fails, finished, json, stdout},
    experiment::plybench,
};
use serde_json::Value;

#[test]
fn rank_orders_the_variants_as_compare_measures_them() {
    let home = tempfile::tempdir().unwrap();
    let run = finished(home.path());
    let run = run.to_str().unwrap();
    let told = json(&["rank", run, "--json"]);
    assert_eq!(told["baseline"], OFF);
    let rows = told["variants"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let mean = |row: &Value| row["geomean_ratio"].as_f64().unwrap();
    assert!(mean(&rows[0]) <= mean(&rows[1]));
    for row in rows {
        let pair = json(&[
            "compare",
            run,
            OFF,
            row["variant"].as_str().unwrap(),
            "--json",
        ]);
        for key in [
            "geomean_ratio",
            "total_ratio",
            "ci95",
            "sign_test_p",
            "score_differences",
        ] {
            assert_eq!(row[key], pair[key], "{key}");
        }
        let p = |key: &str| row[key].as_f64().unwrap();
        assert!(p("sign_test_p_holm") >= p("sign_test_p"));
    }
    let other = json(&["rank", run, "--baseline", "mvv", "--json"]);
    assert_eq!(other["baseline"], "mvv");
    for (format, p, total) in [
        ("table", "p, Holm", "total ratio"),
        ("markdown", "p, Holm", "total ratio"),
        ("csv", "p_holm", "total_ratio"),
    ] {
        let text = stdout(&["rank", run, "--format", format]);
        assert!(text.contains("mvv") && text.contains(p), "{text}");
        assert!(text.contains(total), "{text}");
    }
    // Numbers for programs, however small.
    let csv = stdout(&["rank", run, "--format", "csv"]);
    let p = csv.lines().nth(1).unwrap().split(',').nth(9).unwrap();
    assert!(p.parse::<f64>().is_ok(), "{csv}");
    fails(&["rank", run, "--baseline", "mwv"], "\"mvv\"");
}

/// A ladder beside a grid, and variants that are the same under two names.
const LADDER: &str = r#"
[[variants]]
name = "off"
base = "plain"
set = { scout = "pvs" }

[[variants]]
name = "off again"
base = "plain"
set = { "scout" = "pvs", mate-distance = "off" }

[[grid]]
name = "form"
base = "plain"
set = { scout = "pvs" }
over = { mate-distance = ["stockfish", "cpw"] }

[[ladder]]
name = "steps"
base = "plain"
set = { scout = "pvs" }
add = [{ mvv-lva = true }, { killers = true, history = true }, { table.size = { entries = 4096 }, table-move = true }]
"#;

/// A run of 7 variants on 8 positions, and what was said of it.
fn ladder(home: &Path, baseline: &str) -> (String, String) {
    run_of(home, baseline, 3_000, LADDER)
}

/// A run of these variants on 8 positions with a node limit, and what was said of it.
fn run_of(home: &Path, baseline: &str, nodes: u32, variants: &str) -> (String, String) {
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/mates.epd"
    );
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"{baseline}\"\ndepth = 4\nnodes = {nodes}\n\
         [[datasets]]\nfile = \"{dataset}\"\ntake = 8\n{variants}"
    );
    let (file, out) = (home.join("ladder.toml"), home.join("ladder"));
    fs::write(&file, text).unwrap();
    let arguments = [
        "run",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    let output = plybench(&arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    (out.to_str().unwrap().to_owned(), said)
}

fn pairs(ranking: &Value) -> Vec<(&str, &str)> {
    let rows = ranking["variants"].as_array().unwrap().iter();
    rows.map(|row| {
        (
            row["baseline"].as_str().unwrap(),
            row["variant"].as_str().unwrap(),
        )
    })
    .collect()
}

#[test]
fn each_rung_is_ranked_against_the_one_before() {
    let home = tempfile::tempdir().unwrap();
    let (run, said) = ladder(home.path(), "off");
    assert!(
        said.contains(
            "note: variants \"off\" and \"off again\" are the same search under two names, which is run once"
        ),
        "{said}"
    );
    let rungs = [
        "steps/1 +mvv-lva",
        "steps/2 +history,killers",
        "steps/3 +size=entries:4096,table-move",
    ];
    let all = json(&["rank", &run, "--json"]);
    // Whoever plans the run is told how many of the jobs are searched.
    let dry = home.path().join("dry");
    let file = home.path().join("ladder.toml");
    let planned = json(&[
        "run",
        file.to_str().unwrap(),
        "--out",
        dry.to_str().unwrap(),
        "--dry-run",
        "--json",
    ]);
    let count = |key: &str| planned[key].as_u64().unwrap();
    assert_eq!(
        (count("variants"), count("to_run") - count("searched")),
        (7, count("positions"))
    );
    // Without the bare base, which "off" is already, and without "off again", which is "off".
    assert_eq!(all["variants"].as_array().unwrap().len(), 5);
    assert_eq!(all["repeated"][0]["variant"], "off again");
    for row in all["variants"].as_array().unwrap() {
        let p = |key: &str| row[key].as_f64().unwrap();
        assert!(p("sign_test_p_holm") <= 5.0 * p("sign_test_p") + 1e-9);
    }
    // It is there all the same, and as a baseline it stands for "off".
    let pair = json(&["compare", &run, "off", "off again", "--json"]);
    assert_eq!(pair["geomean_ratio"], 1.0);
    let again = json(&["rank", &run, "--baseline", "off again", "--json"]);
    assert_eq!(
        again["repeated"][0],
        serde_json::json!({"variant": "off", "same_as": "off again"})
    );
    let steps = json(&["rank", &run, "--steps", "--json"]);
    assert_eq!(
        pairs(&steps),
        [
            ("off", rungs[0]),
            (rungs[0], rungs[1]),
            (rungs[1], rungs[2])
        ]
    );
    for row in steps["variants"].as_array().unwrap() {
        let p = |key: &str| row[key].as_f64().unwrap();
        assert!(p("sign_test_p_holm") <= 3.0 * p("sign_test_p") + 1e-9);
    }
    let table = stdout(&["rank", &run, "--steps"]);
    assert!(
        table.contains("In the ladder's order") && table.contains("against"),
        "{table}"
    );
    // With its own foot.
    let home = tempfile::tempdir().unwrap();
    let (run, _) = ladder(home.path(), "steps/0");
    let steps = json(&["rank", &run, "--steps", "--json"]);
    assert_eq!(pairs(&steps)[0], ("steps/0", rungs[0]));
    let (one, other) = ("steps/2", "entries:4096");
    let told = json(&["compare", &run, one, other, "--json"]);
    assert_eq!(
        (&told["a"], &told["b"]),
        (&rungs[1].into(), &rungs[2].into())
    );
}

/// Three settings in all combinations, with what they are added to, and a pair left out of more.
const SUBSETS: &str = r#"
[defaults]
base = "plain"
set = { scout = "pvs" }
[[variants]]
name = "off"
[[subsets]]
name = "three"
of = [{ mvv-lva = true }, { killers = true, history = true }, { table.size = { entries = 4096 }, table-move = true }]
[[leave-one-out]]
name = "out"
of = [{ mvv-lva = true }, { mate-distance = "stockfish" }]
"#;

#[test]
fn what_settings_save_is_divided_among_them() {
    let home = tempfile::tempdir().unwrap();
    let (run, _) = run_of(home.path(), "off", 10_000_000, SUBSETS);
    let chart = home.path().join("chart.svg");
    let chart = chart.to_str().unwrap();
    let told = json(&["rank", &run, "--shares", "--json", "--chart", chart]);
    let [out, three] = &told["tables"].as_array().unwrap()[..] else {
        panic!("{told}")
    };
    let share = |row: &Value, of: &str| row[of]["share"].as_f64().unwrap();
    let shares = three["shares"].as_array().unwrap();
    let sum: f64 = shares.iter().map(|row| share(row, "average")).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{told}");
    // Added first, a setting saves what it saves alone.
    let pair = json(&["compare", &run, "off", "three/mvv-lva", "--json"]);
    let all = json(&["compare", &run, "off", "three/all", "--json"]);
    assert_eq!(three["whole"]["geomean_ratio"], all["geomean_ratio"]);
    let log = |told: &Value| told["geomean_ratio"].as_f64().unwrap().ln();
    assert!((share(&shares[0], "first") - log(&pair) / log(&all)).abs() < 1e-4);
    let [low, high] = [0, 1].map(|at| shares[0]["first"]["ci95"][at].as_f64().unwrap());
    assert!(low < share(&shares[0], "first") && share(&shares[0], "first") < high);
    // Two subsets are searched by other variants: with "three/mvv-lva" and "off", averages are known here, too.
    assert_eq!(out["shares"].as_array().unwrap().len(), 2);
    assert!(out["shares"][0]["last"].is_object() && out["shares"][1]["first"].is_object());
    let possible = three["possible"].as_array().unwrap();
    assert_eq!(possible.len(), 8);
    assert_eq!(possible[0]["possible"]["share"], 1.0);
    let svg = fs::read_to_string(chart).unwrap();
    assert!(svg.contains("added first") && svg.contains("history,killers"));
    let text = stdout(&["rank", &run, "--shares"]);
    assert!(text.contains("three: shares of the settings"), "{text}");
    assert!(text.contains("sum") && text.contains("100.0 %"), "{text}");
    let csv = stdout(&["rank", &run, "--shares", "--format", "csv"]);
    let head = "table,row,settings,variant,average,average_low,average_high,first,first_low,first_high,\
                last,last_low,last_high,error_of_orders,total_ratio,possible,possible_low,possible_high";
    assert_eq!(csv.lines().next(), Some(head));
    assert_eq!(csv.lines().count(), 1 + 3 + 8 + 2 + 4);

    let pairs = json(&[
        "rank",
        &run,
        "--interactions",
        "--json",
        "--chart",
        chart,
        "--caption",
        "none",
    ]);
    let first = &pairs["tables"][1]["pairs"];
    assert_eq!(first.as_array().unwrap().len(), 3);
    let value = |key: &str| first[0][key].as_f64().unwrap();
    let [one, other] = [0, 1].map(|at| first[0]["factors"][at].as_f64().unwrap());
    let expected = value("factor_both") / one / other;
    assert!(
        (value("interaction") / expected - 1.0).abs() < 1e-4,
        "{pairs}"
    );
    let svg = fs::read_to_string(chart).unwrap();
    assert!(!svg.contains("Blue, below 1</text>"), "{svg}");
    let csv = stdout(&["rank", &run, "--interactions", "--format", "csv"]);
    assert!(csv.starts_with("table,one,other,factor_one,"), "{csv}");
    fails(
        &["rank", &run, "--shares", "--steps"],
        "cannot be used with",
    );

    let home = tempfile::tempdir().unwrap();
    let (run, _) = ladder(home.path(), "off");
    let says = "no settings that are on or off, which --shares needs; add [[subsets]]";
    fails(&["rank", &run, "--shares"], says);
    let home = tempfile::tempdir().unwrap();
    let lone = SUBSETS
        .replace("[[variants]]\nname = \"off\"", "")
        .replace("name = \"three\"", "name = \"three\"\nsizes = [1, 2]");
    let (run, _) = run_of(home.path(), "out/all", 3_000, &lone);
    let says = "nothing for --shares: out: no finished variant with none of its settings; three: no finished";
    fails(&["rank", &run, "--shares"], says);
}

#[test]
fn a_variant_is_ranked_within_a_setting_once_and_not_against_itself() {
    let home = tempfile::tempdir().unwrap();
    let (run, _) = ladder(home.path(), "off");
    let within = json(&["rank", &run, "--within", "mate-distance=off", "--json"]);
    let mut found = pairs(&within);
    found.sort_unstable();
    let on = ["form/mate-distance=cpw", "form/mate-distance=stockfish"];
    assert_eq!(found, [("off", on[0]), ("off", on[1])]);
    let same = &within["repeated"][0];
    assert_eq!(
        (&same["variant"], &same["same_as"]),
        (&"off again".into(), &"off".into())
    );
    // Two tests, and not four.
    for row in within["variants"].as_array().unwrap() {
        let p = |key: &str| row[key].as_f64().unwrap();
        assert!(
            p("sign_test_p_holm") <= 2.0 * p("sign_test_p") + 1e-9,
            "{row}"
        );
    }
    let table = stdout(&["rank", &run, "--within", "mate-distance=off"]);
    assert!(
        table.contains("off again has the same settings as off"),
        "{table}"
    );
    // The page answers so, if it is asked to.
    let setting = "mate-distance=off";
    stdout(&["report", &run, "--within", setting]);
    let page = fs::read_to_string(Path::new(&run).join("index.html")).unwrap();
    for says in [
        "Each variant is compared with the one that differs only in mate-distance=off: it needs ",
        " times the nodes of the same with mate-distance=off (95 % interval ",
        "Nodes of each variant as a multiple of those with mate-distance=off",
        "Variants, each against the same with mate-distance=off",
    ] {
        assert!(page.contains(says), "{says}: {page}");
    }
    let nothing = ["report", &run, "--within", "fail=hard"];
    fails(&nothing, "no two variants differ only in \"fail=hard\"");
}

#[test]
fn an_iteration_that_costs_over_ten_times_the_one_before_is_named() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("explosion.toml");
    let text = r#"purpose = "The variant `modern` explodes where Stockfish did (issue 7003)"
metric = "nodes"
baseline = "modern"
depth = 15

[[positions]]
id = "SF-7003"
fen = "8/8/1Rk3p1/2P2rRp/8/3K4/6PP/4r3 b - - 2 50"

[[variants]]
name = "modern"
base = "modern"

[[variants]]
name = "modern without singular-extension"
base = "modern"
set = { singular-extension = false }
"#;
    fs::write(&file, text).unwrap();
    let out = home.path().join("out");
    let out = out.to_str().unwrap();
    assert!(
        plybench(&["run", file.to_str().unwrap(), "--out", out])
            .status
            .success()
    );
    let ranked = plybench(&["rank", out, "--json"]);
    let told: Value = serde_json::from_slice(&ranked.stdout).unwrap();
    let [largest] = &told["explosions"].as_array().unwrap()[..] else {
        panic!("{told}");
    };
    assert_eq!(largest["variant"], "modern");
    assert_eq!(largest["depth"], 15);
    let count = |key: &str| largest[key].as_f64().unwrap();
    let factor = count("nodes") / count("nodes_before");
    assert!(factor > 10.0 && (factor / count("factor") - 1.0).abs() < 1e-5);
    let note = String::from_utf8(ranked.stderr).unwrap();
    let says = "note: 1 iteration costs over 10 times as much as the one before; the largest: modern on SF-7003, depth 15, ";
    assert!(note.contains(says) && note.lines().count() == 1, "{note}");
    let shown = stdout(&["rank", out]);
    assert!(
        shown.contains("Iterations that cost over 10 times"),
        "{shown}"
    );
}
