//! Proof-number search as a variant: what it records, and how its counts stand beside nodes.

use std::{fs, path::Path};

use super::{
    compare::{json, stdout},
    experiment::{fails, jobs, plybench, records, run, stdout_json},
};
use serde_json::{Value, json};

const TEXT: &str = r#"
purpose = "a test"
metric = "nodes"
baseline = "plain"
depth = 5
nodes = 300000
datasets = [{ file = "mates.epd" }]
[[variants]]
name = "plain"
base = "plain"
[[variants]]
name = "mdp"
base = "plain"
set = { mate-distance = "stockfish" }
[[variants]]
name = "each"
base = "df-pn"
[[variants]]
name = "claimed"
base = "df-pn"
set = { ask = "claimed" }
[[variants]]
name = "limited"
base = "df-pn"
set = { expansions = 20 }
"#;

/// A mate in 3, being mated in 1, and a mate in 2 that is claimed as one in 1.
const POSITIONS: &str = "\
8/8/8/8/8/8/5R2/k2K4 w - - bm #3; id \"three\";
8/8/8/8/8/1K6/7R/k7 b - - bm #-1; id \"mated\";
8/8/8/8/8/2K5/7R/k7 w - - bm #1; id \"false\";
";

fn run_of(home: &Path, text: &str) -> String {
    fs::write(home.join("mates.epd"), POSITIONS).unwrap();
    let file = home.join("experiment.toml");
    fs::write(&file, text).unwrap();
    let out = home.join("run");
    assert_eq!(stdout_json(&run(&file, &out, &["--json"]))["failed"], 0);
    out.to_str().unwrap().to_owned()
}

/// The job of a variant on a position.
fn job(all: &[Value], variant: &str, position: &str) -> Value {
    let mut all = all.iter();
    let found = all.find(|job| job["variant"] == variant && job["position"] == position);
    found.unwrap().clone()
}

#[test]
fn a_solver_records_what_it_has_proven() {
    let home = tempfile::tempdir().unwrap();
    let directory = run_of(home.path(), TEXT);
    let all = jobs(Path::new(&directory));
    let each = job(&all, "each", "three");
    let scores: Vec<&Value> = each["iterations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["score"])
        .collect();
    let none = &json!({ "cp": 0 });
    let mate = &json!({ "mate": 3, "plies": 5 });
    assert_eq!(scores, [none, none, none, none, mate]);
    let last = &each["iterations"][4];
    assert_eq!(
        (&each["ended"], &last["nodes"]),
        (&json!("mate"), &json!(0))
    );
    assert_eq!(last["pv"].as_array().unwrap().len(), 5);
    assert!(last["counts"]["created"].as_u64() > last["counts"]["expansions"].as_u64());

    let claimed = job(&all, "claimed", "three");
    let only = &claimed["iterations"][0];
    assert_eq!(claimed["iterations"].as_array().unwrap().len(), 1);
    assert_eq!((&only["score"], &only["bound"]), (mate, &json!("lower")));
    assert!(only["counts"]["created"].as_u64() < last["counts"]["created"].as_u64());

    let mated = job(&all, "claimed", "mated")["iterations"][0].clone();
    assert_eq!(mated["score"], json!({ "mate": -1, "plies": -2 }));
    assert_eq!(
        (&mated["bound"], &mated["pv"]),
        (&json!("upper"), &json!(["a1b1", "h2h1"]))
    );
    let refuted = job(&all, "claimed", "false");
    assert_eq!(
        (&refuted["ended"], &refuted["iterations"][0]["score"]),
        (&json!("depth"), none)
    );
    let limited = job(&all, "limited", "three");
    assert_eq!(
        (&limited["ended"], &limited["nodes"]),
        (&json!("nodes"), &json!(0))
    );

    // The same on any number of threads; what is done is not done again.
    let again = tempfile::tempdir().unwrap();
    fs::write(home.path().join("mates.epd"), POSITIONS).unwrap();
    let file = home.path().join("experiment.toml");
    assert!(run(&file, again.path(), &["--jobs", "1"]).status.success());
    assert_eq!(records(again.path()), records(Path::new(&directory)));
    let kept = stdout_json(&run(&file, Path::new(&directory), &["--json"]));
    assert_eq!((&kept["run"], &kept["kept"]), (&json!(0), &json!(15)));
    // Only the claim is part of the question, and only where it is asked for.
    fs::write(
        home.path().join("mates.epd"),
        POSITIONS.replace("bm #3", "bm #4"),
    )
    .unwrap();
    let other = tempfile::tempdir().unwrap();
    assert!(run(&file, other.path(), &[]).status.success());
    let ids = |variant: &str| {
        [&jobs(other.path()), &all].map(|all| job(all, variant, "three")["job"].clone())
    };
    let is_same = |[one, other]: [Value; 2]| one == other;
    assert!(is_same(ids("each")) && is_same(ids("plain")) && !is_same(ids("claimed")));
}

#[test]
fn nodes_and_expansions_stand_side_by_side_without_a_ratio() {
    let home = tempfile::tempdir().unwrap();
    let directory = run_of(home.path(), TEXT);
    let ranking = json(&["rank", &directory, "--json"]);
    let rows = ranking["variants"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "plain against mdp: {ranking}");
    let work = ranking["work"].as_array().unwrap();
    let of = |name: &str| work.iter().find(|row| row["variant"] == name).unwrap();
    assert!(of("plain")["nodes"].is_u64() && of("plain")["expansions"].is_null());
    assert!(of("each")["nodes"].is_null() && of("each")["created"].is_u64());
    let text = stdout(&["rank", &directory]);
    assert!(
        text.contains("expansions") && text.contains("each is a proof-number search"),
        "{text}"
    );

    let counts = "does not count nodes";
    fails(&["compare", &directory, "plain", "each"], 2, counts);
    fails(&["rank", &directory, "--baseline", "each"], 2, counts);
    fails(&["report", &directory, "--variants", "each"], 2, counts);
    let created = ["--metric", "counts.created", "--json"];
    let compared = json(&[&["compare", &directory, "each", "limited"][..], &created].concat());
    assert_eq!(compared["positions"], 3, "{compared}");
    let once = "is asked a single question";
    fails(
        &[&["compare", &directory, "each", "claimed"][..], &created].concat(),
        2,
        once,
    );

    assert!(plybench(&["report", &directory]).status.success());
    let table = fs::read_to_string(format!("{directory}/table.md")).unwrap();
    assert!(table.contains("## Nodes and expansions"), "{table}");
    let exported = stdout(&["export", &directory, "--csv"]);
    assert!(
        exported
            .lines()
            .next()
            .unwrap()
            .ends_with("count_expansions,count_created,count_look_ups")
    );
    let baseline = home.path().join("accepted.jsonl");
    let baseline = baseline.to_str().unwrap();
    assert!(
        plybench(&["baseline", &directory, "--out", baseline])
            .status
            .success()
    );
    assert!(
        plybench(&["check", &directory, "--baseline", baseline])
            .status
            .success()
    );
}

#[test]
fn what_a_solver_cannot_search_is_refused_before_the_run() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    for (from, to, says) in [
        (
            "bm #1; ",
            "",
            "of which no data set claims a mate (bm #N or dm N)",
        ),
        ("bm #1", "bm #129", "whose mate is too far away to ask for"),
    ] {
        fs::write(home.path().join("mates.epd"), POSITIONS.replace(from, to)).unwrap();
        fs::write(&file, TEXT).unwrap();
        let says = format!("variant \"claimed\" cannot search \"false\", {says}");
        fails(&["run", file.to_str().unwrap()], 2, &says);
    }
    let trees = "[[trees]]\nname = \"t\"\nbranching = 2\ndepth = 2\nspread = 9\nmated-share = 0\nbest-first-share = 0.5\nseeds = 1\n";
    fs::write(home.path().join("mates.epd"), POSITIONS).unwrap();
    fs::write(&file, format!("{TEXT}{trees}")).unwrap();
    fails(
        &["run", file.to_str().unwrap()],
        2,
        "which is not a chess position",
    );
    let games = TEXT.replace("nodes = 300000", "against = \"oracle\"");
    fs::write(&file, games).unwrap();
    fails(
        &["run", file.to_str().unwrap()],
        2,
        "solves positions and plays no games",
    );
}

/// The work to each mate, in every form: nodes of alpha-beta, created positions of proof-number search.
#[test]
fn the_report_says_what_a_mate_costs_each_variant() {
    let home = tempfile::tempdir().unwrap();
    let directory = run_of(home.path(), TEXT);
    assert!(plybench(&["report", &directory]).status.success());
    let read = |file: &str| fs::read_to_string(format!("{directory}/{file}")).unwrap();
    let rows = read("mate-finding.csv");
    let row = |start: &str| rows.lines().find(|row| row.starts_with(start)).unwrap();
    assert_eq!(
        rows.lines().next().unwrap(),
        "variant,counts,category,mate_in,positions,seen,median_to_first,proven,median_to_proof"
    );
    // The mate in 2 that is claimed as one in 1 is seen, and not in time.
    assert!(row("plain,nodes,all,all,3,").contains(",3,"), "{rows}");
    assert!(
        row("each,created positions,all,3,1,1,").contains(",1,"),
        "{rows}"
    );
    assert!(
        row("each,created positions,all,1,2,2,").contains(",1,"),
        "{rows}"
    );
    assert!(
        row("limited,created positions,all,3,1,0,,0,").ends_with(','),
        "{rows}"
    );
    assert!(read("table.md").contains("## Work to a mate"));
    // In time, all variants have one unit.
    let ranked = stdout_json(&plybench(&["rank", &directory, "--seconds", "--json"]));
    let times = ranked["milliseconds_to_proof"].as_array().unwrap();
    let of = |variant: &str, length: u64| {
        let mut rows = times.iter();
        let row = rows.find(|row| row["variant"] == variant && row["mate_in"] == length);
        row.unwrap()["milliseconds"].as_f64()
    };
    assert!(
        of("each", 3) > Some(0.0) && of("claimed", 3) > Some(0.0),
        "{ranked}"
    );
    // Of the two mates in 1 that are claimed, one is false.
    assert_eq!((of("limited", 3), of("each", 1)), (None, None));
    let read = |run: &str| fs::read_to_string(format!("{run}/mate-finding.svg")).unwrap();
    let limit = "smallest proof (nodes)";
    let chart = read(&directory);
    assert!(chart.contains("plain (nodes)") && chart.contains("each (created positions)"));
    // A wrong claim has no proof, so the limit of all is not known.
    assert!(!chart.contains(limit));
    fs::remove_dir_all(&directory).unwrap();
    let text = TEXT.replace("\"mates.epd\"", "\"mates.epd\", ids = [\"three\"]");
    let directory = run_of(home.path(), &text);
    assert!(plybench(&["report", &directory]).status.success());
    assert!(read(&directory).contains(limit));
}
