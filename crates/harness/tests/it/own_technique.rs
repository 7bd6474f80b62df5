//! The command line with a technique of one's own: the example, as a user would run it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, PoisonError},
};

use serde_json::Value;

const FEN: &str = "8/2P5/P7/8/3Bp3/K3R1pR/1P1p2p1/5krb w - - 0 1";
const OWN: &str = "extended-futility";

/// An example. `cargo test` builds it beside the tests; where only some targets are tested, it is built here.
pub(super) fn example(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_BIN_EXE_plybench")).parent().unwrap();
    let example = tests.join("examples").join(name);
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if !example.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--workspace", "--locked", "--example", name]);
        if tests.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().unwrap().success());
    }
    example
}

fn run(arguments: &[&str]) -> Output {
    Command::new(example("own_technique"))
        .args(arguments)
        .output()
        .unwrap()
}

fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

#[test]
fn it_is_listed_with_its_parameters() {
    let techniques = json(&["techniques", "--json"]);
    let mut listed = techniques.as_array().unwrap().iter();
    let own = listed.find(|one| one["name"] == OWN).unwrap();
    assert_eq!(
        (&own["setting"], &own["effect"]),
        (&"extended-futility=true".into(), &"heuristic".into())
    );
    let settings = json(&["settings", "extended-futility.margin", "--json"]);
    assert_eq!(settings[0]["default"], 300);
    assert_eq!(settings[0]["range"], "0 to 10000 centipawns");
    // The command itself has none of it.
    let plain = Command::new(env!("CARGO_BIN_EXE_plybench"))
        .arg("techniques")
        .output()
        .unwrap();
    assert!(!String::from_utf8(plain.stdout).unwrap().contains(OWN));
}

#[test]
fn a_smaller_margin_skips_more_and_saves_more() {
    let mut last = (u64::MAX, 0);
    for margin in ["10000", "500", "300", "150"] {
        let set = format!("extended-futility={{ margin = {margin} }}");
        let text = done(&[
            "search",
            FEN,
            "--depth",
            "4",
            "--set",
            "futility=true",
            "--set",
            &set,
            "--json",
        ]);
        let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(end["score"]["cp"], 400);
        let now = (
            end["nodes"].as_u64().unwrap(),
            end["counts"]["extended-futility.skipped"].as_u64().unwrap(),
        );
        assert!(
            now.0 < last.0 && (now.1 > last.1 || margin == "10000"),
            "{now:?} after {last:?}"
        );
        last = now;
    }
}

#[test]
fn mistakes_are_told_as_those_in_built_in_techniques() {
    for (set, says) in [
        (
            "extended-futility.margin=5",
            "extended-futility is off; give extended-futility = true, too",
        ),
        (
            "extended-futilty=true",
            "did you mean \"extended-futility\"?",
        ),
        (
            "extended-futility={ margin = 10001 }",
            "10001 is out of range; give 0 to 10000 centipawns",
        ),
        ("extended-futility={ slack = 1 }", "slack"),
    ] {
        let output = run(&["search", FEN, "--depth", "2", "--set", set]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{set}: {said}");
        assert!(
            said.contains(says) && said.lines().count() == 1,
            "{set}: {said}"
        );
    }
}

#[test]
fn it_goes_through_an_experiment_to_records_and_charts() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("own.toml");
    let trees = "[[trees]]\nname = \"t\"\nbranching = 4\ndepth = 5\nspread = 900\nmated-share = 0.0\n\
                 best-first-share = 0.5\nseeds = 3\n";
    let text = format!(
        "purpose = \"What does a margin save?\"\nmetric = \"counts.extended-futility.skipped\"\nbaseline = \"300\"\n\
         depth = 4\npositions = [{{ id = \"p\", fen = {FEN:?} }}]\n\
         [[variants]]\nname = \"300\"\nbase = \"plain\"\nset = {{ extended-futility = true }}\n\
         [[variants]]\nname = \"300 again\"\nbase = \"plain\"\nset = {{ extended-futility = {{ margin = 300 }} }}\n\
         [[variants]]\nname = \"150\"\nbase = \"plain\"\nset = {{ extended-futility = {{ margin = 150 }} }}\n\
         [[variants]]\nname = \"off\"\nbase = \"plain\"\n{trees}"
    );
    fs::write(&file, text).unwrap();
    let out = home.path().join("run");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    done(&["run", file, "--out", out]);
    assert!(done(&["run", file, "--out", out, "--dry-run"]).contains("0 to run"));

    let rows = json(&["export", out, "--json"]);
    let rows = rows.as_array().unwrap();
    let last = |variant: &str| {
        let of =
            |row: &&Value| row["variant"] == variant && row["position"] == "p" && row["depth"] == 4;
        rows.iter().find(of).unwrap()
    };
    // The same settings are the same job, however they are written; others are not.
    assert_eq!(last("300")["job"], last("300 again")["job"]);
    assert_ne!(last("300")["job"], last("150")["job"]);
    let skipped = |variant| last(variant)["extended_futility_skipped"].as_u64();
    assert!(skipped("150") > skipped("300") && skipped("300") > Some(0));
    assert_eq!(skipped("off"), None);
    assert!(last("off")["nodes"].as_u64() > last("300")["nodes"].as_u64());
    let on_trees =
        |row: &&Value| row["variant"] == "150" && row["position"] != "p" && row["depth"] == 4;
    let on_trees = rows
        .iter()
        .filter(on_trees)
        .map(|row| row["extended_futility_skipped"].as_u64());
    assert!(on_trees.flatten().sum::<u64>() > 0, "it acts on trees, too");

    let rank = json(&["rank", out, "--json"]);
    assert_eq!(rank["metric"], "counts.extended-futility.skipped");
    let nodes = json(&["rank", out, "--json", "--metric", "nodes"]);
    assert_eq!(nodes["metric"], "nodes");
    assert_eq!(
        nodes["techniques"][0]["counts"]["extended-futility.skipped"],
        rank["techniques"][0]["counts"]["extended-futility.skipped"]
    );
    done(&["report", out]);
    let chart = fs::read_to_string(Path::new(out).join("techniques-by-depth.svg")).unwrap();
    assert!(chart.contains("extended-futility: skipped"));
    let baseline = home.path().join("baseline.jsonl");
    let baseline = baseline.to_str().unwrap();
    done(&[
        "baseline",
        out,
        "--metric",
        "counts.extended-futility.skipped",
        "--out",
        baseline,
    ]);
    assert!(
        done(&["check", out, "--baseline", baseline])
            .contains("(tolerance for counts.extended-futility.skipped: 0%)")
    );

    // The command itself does not know the technique, and says so.
    let plain = Command::new(env!("CARGO_BIN_EXE_plybench"))
        .args(["rank", out])
        .output()
        .unwrap();
    assert_eq!(plain.status.code(), Some(2));
    assert!(String::from_utf8(plain.stderr).unwrap().contains("unknown"));
}

#[test]
fn the_grid_that_its_documentation_shows_runs_as_written() {
    let source = include_str!("../../examples/own_technique.rs");
    let (_, grid) = source.split_once("//! ```toml\n").unwrap();
    let (grid, _) = grid.split_once("//! ```\n").unwrap();
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("own.toml");
    let text = format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"margin/extended-futility.margin=300\"\ndepth = 2\n\
         positions = [{{ id = \"p\", fen = {FEN:?} }}]\n{}",
        grid.replace("//! ", "")
    );
    fs::write(&file, text).unwrap();
    let told = done(&["run", file.to_str().unwrap(), "--dry-run"]);
    assert!(told.contains("3 variants"), "{told}");
}

#[test]
fn it_is_held_to_what_it_promises() {
    for (technique, has_rule) in [(OWN, true), (WITHOUT_RULE, false)] {
        let verdict = json(&[
            "verify",
            "--technique",
            technique,
            "--nodes",
            "1000000",
            "--json",
        ]);
        let found = &verdict["techniques"][0];
        assert_eq!(
            (&verdict["violations"], &found["name"]),
            (&0.into(), &technique.into())
        );
        assert!(verdict["cases"].as_u64() > Some(1_000));
        let mut checks = found["checks"].as_array().unwrap().iter();
        let steps = checks.find(|check| check["check"] == "steps").unwrap();
        assert!(steps["cases"].as_u64() > Some(100), "{steps}");
        let unchecked = steps["unchecked"][technique].as_u64();
        assert_eq!(unchecked.is_none(), has_rule, "{steps}");
        assert!(has_rule || unchecked > Some(1_000), "{steps}");
    }
}

/// A technique of the example that has no rule.
const WITHOUT_RULE: &str = "move-limit";
const TREE: &str = "branching=9 depth=6 spread=900 mated-share=0.01 best-first-share=0.5 seed=3";

/// What a command with `--set` for each of these techniques prints, and what it says beside that.
fn searched(arguments: &[&str], techniques: &[&str]) -> (String, String) {
    let settings = techniques
        .iter()
        .map(|technique| format!("{technique}=true"));
    let settings: Vec<String> = settings.collect();
    let set = settings.iter().flat_map(|setting| ["--set", setting]);
    let output = run(&arguments.iter().copied().chain(set).collect::<Vec<_>>());
    let [printed, said] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{arguments:?}: {said}");
    (printed, said)
}

#[test]
fn every_step_is_checked_that_a_technique_without_a_rule_does_not_determine() {
    for root in [FEN, TREE] {
        let command = ["search", root, "--depth", "4", "--check", "--json"];
        let (printed, said) = searched(&command, &[OWN]);
        assert!(
            said.starts_with("plybench: note: all ") && said.ends_with(" steps are correct\n"),
            "{said}"
        );
        let checked = |printed: &str| -> Value {
            serde_json::from_str(printed.lines().last().unwrap()).unwrap()
        };
        assert_eq!(
            checked(&printed)["check"]["unchecked"],
            serde_json::json!({})
        );

        let (printed, said) = searched(&command, &[OWN, WITHOUT_RULE]);
        let check = &checked(&printed)["check"];
        let unchecked = check["unchecked"][WITHOUT_RULE].as_u64().unwrap();
        assert!(
            unchecked > 0 && check["steps"].as_u64() > Some(unchecked),
            "{check}"
        );
        assert!(
            said.contains(" steps are correct\n")
                && said
                    .contains(" steps of technique move-limit were not checked: it has no rule\n")
                && !said.contains("technique extended-futility"),
            "{said}"
        );
        // As many as the search counts.
        let last = printed.lines().nth_back(1).unwrap();
        let last: Value = serde_json::from_str(last).unwrap();
        assert_eq!(last["counts"]["move-limit.skipped"], unchecked);
    }
    // Without own techniques, nothing is printed but the iterations.
    let (printed, _) = searched(&["search", FEN, "--depth", "2", "--check", "--json"], &[]);
    assert_eq!(printed.lines().count(), 2);
}

#[test]
fn trees_traces_and_differences_name_it() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let (trace, other) = (path("own.trace"), path("other.trace"));
    let command = ["trace", FEN, "--depth", "3", "--json", "--out", &trace];
    let (steps, _) = searched(&command, &[WITHOUT_RULE]);
    assert!(
        steps
            .lines()
            .next()
            .unwrap()
            .contains("\"own\":[{\"name\":\"move-limit\"")
    );
    let skipped = |steps: &str, by: &str| {
        let by = format!("\"by\":\"{by}\"");
        let named = |line: &&str| line.contains("\"Skipped\"") && line.contains(&by);
        steps.lines().filter(named).count()
    };
    assert!(skipped(&steps, WITHOUT_RULE) > 0);
    let command = ["trace", FEN, "--depth", "3", "--json", "--out", &other];
    let (steps, _) = searched(&command, &[OWN]);
    assert!(skipped(&steps, OWN) > 0 && skipped(&steps, WITHOUT_RULE) == 0);

    // Each is the first own technique of its search.
    let page = path("difference.html");
    let both = format!("{other},{trace}");
    done(&["tree", "--traces", &both, "--explore", &page]);
    let shown = fs::read_to_string(&page).unwrap();
    for name in [OWN, WITHOUT_RULE] {
        assert!(
            shown.contains(&format!("moves skipped by {name}")),
            "{name}"
        );
    }
    let variants = "plain+extended-futility=true,plain+move-limit=true";
    done(&[
        "tree",
        FEN,
        "--depth",
        "3",
        "--variants",
        variants,
        "--explore",
        &page,
    ]);
    let shown = fs::read_to_string(&page).unwrap();
    assert!(shown.contains(&format!("moves skipped by {WITHOUT_RULE}")));

    // A small tree, of lists too.
    let lists = "[[3,2,1,0,4,5,6,7,8],[2,4,6,1,1,1,1,1,1]]";
    for root in [TREE, lists] {
        let set = "move-limit={ moves = 2 }";
        let tree = done(&["tree", root, "--depth", "2", "--set", set, "--json"]);
        assert!(tree.contains("\"move-limit\""), "{root}: {tree}");
    }
    // Another program does not know the technique, and says so.
    let plain = Command::new(env!("CARGO_BIN_EXE_plybench"))
        .args(["tree", "--traces", &trace, "--explore", &page])
        .output()
        .unwrap();
    assert_eq!(plain.status.code(), Some(2));
    let said = String::from_utf8(plain.stderr).unwrap();
    assert!(
        said.contains("technique \"move-limit\" is not registered in this program"),
        "{said}"
    );
}
