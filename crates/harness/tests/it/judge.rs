//! A judge values the moves that variants play: its regrets against separate searches of each move, and where they are shown.

use std::{collections::BTreeMap, fs, path::Path};

use plybench_engine::game::{Game, MoveKind, chess::Chess};

use super::compare::{fails, json, run_of, stdout};
use serde_json::Value;

/// What the judge and the baseline have in common.
const ORDERED: &str = "quiescence = true, evaluation = \"piece-square\", mvv-lva = true, killers = true, scout = \"pvs\"";

/// An exact technique beside one that is not, on ten positions.
fn experiment(judge: &str) -> String {
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/quiet.epd"
    );
    format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"ordered\"\ndepth = 3\n\
         [[datasets]]\nfile = \"{dataset}\"\ntake = 10\n\
         [[positions]]\nid = \"mate\"\nfen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\"\n\
         [judge]\nbase = \"plain\"\nset = {{ {ORDERED}, table.size = {{ entries = 65536 }}, table.depth = \"exactly\" }}\n{judge}\n\
         [[variants]]\nname = \"ordered\"\nbase = \"plain\"\nset = {{ {ORDERED} }}\n\
         [[variants]]\nname = \"stockfish\"\nbase = \"plain\"\nset = {{ {ORDERED}, mate-distance = \"stockfish\" }}\n\
         [[variants]]\nname = \"blind\"\nbase = \"plain\"\nset = {{ evaluation = \"material\", mvv-lva = true }}\n"
    )
}

/// The value of a search of the position after a move, from the point of view of the side that made it, if it is no mate.
fn value(fen: &str, mv: &str, depth: u64) -> Option<i64> {
    let root = Chess::from_fen(fen).unwrap();
    let mut position = None;
    root.for_each_move(MoveKind::All, |other| {
        if root.notation(other) == mv {
            position = Some(root.play(other).fen());
        }
    });
    let (position, depth) = (position.unwrap(), depth.to_string());
    let mut arguments = vec!["search", &position, "--depth", &depth, "--json"];
    let settings = ["quiescence=true", "evaluation=piece-square", "mvv-lva=true"];
    arguments.extend(settings.iter().flat_map(|setting| ["--set", setting]));
    let text = stdout(&arguments);
    let last: Value = serde_json::from_str(text.lines().last()?).unwrap();
    Some(-last["score"]["cp"].as_i64()?)
}

#[test]
fn regret_is_what_separate_searches_of_the_moves_say() {
    let home = tempfile::tempdir().unwrap();
    let run = run_of(home.path(), &experiment(""));
    let rows = json(&["export", &run, "--json"]);
    let rows = rows.as_array().unwrap();
    assert!(rows.iter().all(|row| row["variant"] != "judge"));
    let deepest = rows
        .iter()
        .filter(|row| row["depth"] == 3 && row["position"] != "mate");
    let mut values: BTreeMap<(String, String), Option<i64>> = BTreeMap::new();
    let mut regretted = 0;
    for row in deepest {
        let fen = row["fen"].as_str().unwrap();
        let mut of = |mv: &str| {
            let key = (fen.to_owned(), mv.to_owned());
            *values.entry(key).or_insert_with(|| value(fen, mv, 2))
        };
        let played = of(row["best_move"].as_str().unwrap()).unwrap();
        // The baseline is exact: what it plays is a best move.
        let best = rows.iter().find(|other| {
            other["variant"] == "ordered"
                && other["depth"] == 3
                && other["position"] == row["position"]
        });
        let best = of(best.unwrap()["best_move"].as_str().unwrap()).unwrap();
        assert_eq!(row["regret_cp"].as_i64(), Some(best - played), "{row}");
        regretted += usize::from(best != played);
    }
    assert!(regretted > 0, "no move was worse than another");
}

#[test]
fn saving_and_cost_stand_together_wherever_variants_are_compared() {
    let home = tempfile::tempdir().unwrap();
    let run = run_of(home.path(), &experiment(""));
    let ranked = json(&["rank", &run, "--json"]);
    let rows = ranked["saving_and_cost"]["variants"].as_array().unwrap();
    let of = |name: &str| rows.iter().find(|row| row["variant"] == name).unwrap();
    for exact in ["ordered", "stockfish"] {
        let regret = &of(exact)["regret"];
        assert_eq!(
            (&regret["mean"], &regret["best"]),
            (&Value::from(0.0), &Value::from(11)),
            "{exact}"
        );
    }
    let blind = &of("blind")["regret"];
    assert!(
        blind["mean"].as_f64().unwrap() > 0.0 && blind["best"].as_u64() < Some(11),
        "{blind}"
    );
    let ends = blind["ci95"].as_array().unwrap();
    let mean = blind["mean"].as_f64().unwrap();
    assert!(ends[0].as_f64().unwrap() <= mean && mean <= ends[1].as_f64().unwrap());
    let compared = json(&["compare", &run, "ordered", "blind", "--json"]);
    assert_eq!(compared["saving_and_cost"]["variants"][1]["regret"], *blind);
    // The baseline loses nothing, so that the difference is what the other loses.
    assert_eq!(compared["regret_difference"]["mean"], blind["mean"]);
    assert_eq!(compared["regret_difference"]["ci95"], blind["ci95"]);
    stdout(&["report", &run]);
    let directory = Path::new(&run);
    for file in [
        "nodes-against-regret.svg",
        "nodes-against-regret.png",
        "saving-and-cost.csv",
    ] {
        assert!(directory.join(file).exists(), "{file}");
    }
    let page = fs::read_to_string(directory.join("index.html")).unwrap();
    assert!(page.contains("Saving and cost") && page.contains("dominated"));
    let data = page.split("class=\"positions\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    let categories = data["categories"].as_array().unwrap().iter();
    let cards = categories.flat_map(|category| category[1].as_array().unwrap());
    let of_blind: i64 = cards
        .filter_map(|card| card[2][2][4].as_str()?.parse::<i64>().ok())
        .sum();
    let exported = json(&["export", &run, "--json"]);
    let rows = exported.as_array().unwrap().iter();
    let deepest = rows.filter(|row| row["variant"] == "blind" && row["depth"] == 3);
    let known: i64 = deepest.filter_map(|row| row["regret_cp"].as_i64()).sum();
    assert!(of_blind > 0 && of_blind == known, "{of_blind} and {known}");
}

#[test]
fn a_judge_with_too_few_nodes_judges_nothing() {
    let home = tempfile::tempdir().unwrap();
    let run = run_of(home.path(), &experiment("nodes = 1"));
    let ranked = json(&["rank", &run, "--json"]);
    assert_eq!(
        ranked["saving_and_cost"]["variants"][0]["regret"],
        Value::Null
    );
    fails(
        &["report", &run, "--chart", "nodes-against-regret"],
        "no move",
    );
}

/// An experiment with all exact techniques, under the conditions of exactness, on all positions of a data set.
fn exact_techniques(depth: u8, dataset: &str) -> String {
    let listed = json(&["techniques", "--json"]);
    let listed = listed.as_array().unwrap();
    let exact = listed.iter().filter(|one| one["effect"] == "exact");
    let variants = exact.map(|one| {
        let (name, value) = one["setting"].as_str().unwrap().split_once('=').unwrap();
        let value = match value {
            "true" => value.to_owned(),
            form => format!("{form:?}"),
        };
        format!(
            "[[variants]]\nname = {}\nbase = \"ordered\"\nset = {{ {name} = {value} }}\n",
            one["name"]
        )
    });
    let variants: Vec<String> = variants.collect();
    assert!(variants.len() > 10);
    format!(
        "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"ordered\"\ndepth = {depth}\n\
         [[datasets]]\nname = \"{dataset}\"\n\
         [judge]\nbase = \"ordered\"\n\
         [[variants]]\nname = \"ordered\"\nbase = \"plain\"\nset = {{ {ORDERED}, table-move = true, table.size = {{ entries = 65536 }}, \
         table.depth = \"exactly\", draws.repetition = false, draws.fifty-moves = false }}\n{}",
        variants.concat()
    )
}

/// On every shipped position: half a minute on one core.
#[test]
fn exact_techniques_lose_nothing_at_the_judges_depth() {
    let listed = json(&["datasets", "--json"]);
    let sets = listed.as_array().unwrap().iter();
    let (mut sets_of_positions, mut judged) = (0, 0);
    for set in sets {
        let home = tempfile::tempdir().unwrap();
        let set = set["name"].as_str().unwrap();
        let run = run_of(home.path(), &exact_techniques(3, set));
        let ranked = json(&["rank", &run, "--json"]);
        let rows = ranked["saving_and_cost"]["variants"].as_array().unwrap();
        assert!(rows.len() > 10);
        for row in rows {
            let regret = &row["regret"];
            assert_eq!(regret["best"], regret["judged"], "{set}: {row}");
            assert_eq!(
                regret["judged"], rows[0]["regret"]["judged"],
                "{set}: {row}"
            );
        }
        sets_of_positions += 1;
        judged += rows[0]["regret"]["judged"].as_u64().unwrap();
    }
    // Where a side has no move, nothing is judged.
    assert!(sets_of_positions > 14 && judged > 1400, "{judged}");
}

#[test]
fn the_file_of_twenty_lines_in_the_documentation_prices_six_techniques() {
    let home = tempfile::tempdir().unwrap();
    let manual = include_str!("../../../../reports/README.md");
    let section = manual
        .split("## Saving and cost on your own positions")
        .nth(1)
        .unwrap();
    let file = section
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    assert!(file.lines().count() <= 20, "{}", file.lines().count());
    let dataset = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../experiment/datasets/tactics.epd"
    );
    let text = fs::read_to_string(dataset).unwrap();
    let some: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(" id "))
        .take(3)
        .collect();
    fs::write(home.path().join("mine.epd"), some.join("\n")).unwrap();
    let run = run_of(home.path(), &file.replace("depth = 6", "depth = 3"));
    let ranked = json(&["rank", &run, "--json"]);
    let rows = ranked["saving_and_cost"]["variants"].as_array().unwrap();
    let has = |part: &str| {
        rows.iter()
            .any(|row| row["variant"].as_str().unwrap().contains(part))
    };
    // Alone, left out, and stacked.
    assert!(
        has("six/late-move-reduction")
            && has("six/-null-move")
            && has("stacked/2 +late-move-reduction")
    );
    stdout(&["report", &run, "--chart", "nodes-against-regret"]);
    stdout(&["report", &run]);
    assert!(Path::new(&run).join("index.html").exists());
}

#[test]
fn a_baseline_is_of_the_variants_alone() {
    let home = tempfile::tempdir().unwrap();
    let run = run_of(home.path(), &experiment(""));
    let baseline = home.path().join("baseline.jsonl");
    let baseline = baseline.to_str().unwrap();
    stdout(&["baseline", &run, "--out", baseline]);
    stdout(&["check", &run, "--baseline", baseline]);
}
