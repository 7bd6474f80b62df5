//! How many positions with best moves are solved: in the tables of `report`, and in every form of `compare`.

use std::fs;

use super::{
    compare::{json, run_of, stdout},
    experiment::plybench,
};

/// Two positions for the mate on a8, which the last says to avoid; a queen to take; castling; and one without moves.
const POSITIONS: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8+; id \"mate\";
7k/8/8/3q4/8/8/3R4/K7 w - - bm Rd3 Rxd5; id \"queen\";
5k2/8/8/8/8/8/8/4K2R w K - bm O-O+; am Kd1; id \"castle\";
6k1/5ppp/8/8/8/7P/5PP1/R5K1 w - - id \"none\";
6k1/5ppp/8/8/8/6P1/5P1P/R5K1 w - - am Ra8+; id \"avoid\";
";

#[test]
fn solved_and_missed_positions_are_told_in_every_form() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("moves.epd"), POSITIONS).unwrap();
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"blind\"\ndepth = 2\ndatasets = [{ file = \"moves.epd\" }]\n\
                variants = [{ name = \"blind\", base = \"plain\", set = { evaluation = \"zero\" } }, { name = \"material\", base = \"plain\" }]\n";
    let run = run_of(home.path(), text);
    let positions = fs::read_to_string(format!("{run}/positions.jsonl")).unwrap();
    let castle = "\"best_moves\":[\"e1g1\"],\"avoided_moves\":[\"e1d1\"]";
    assert!(positions.contains(castle), "{positions}");
    assert_eq!(positions.matches("best_moves").count(), 3, "{positions}");

    assert!(plybench(&["report", &run]).status.success());
    let read = |file: &str| fs::read_to_string(format!("{run}/{file}")).unwrap();
    let solved = read("solved.csv");
    let rows: Vec<&str> = solved.lines().collect();
    assert_eq!(
        rows[0],
        "variant,category,positions,solved,share,low,high,depth,nodes,gained,lost,p"
    );
    assert!(rows[1].starts_with("blind,all,4,1,0.25,"), "{solved}");
    assert!(rows[2].starts_with("material,all,4,2,0.5,"), "{solved}");
    assert!(rows[2].ends_with(",1,0,1"), "{solved}");
    let missed = read("missed.csv");
    let of_material: Vec<&str> = missed
        .lines()
        .filter_map(|row| row.strip_prefix("material,moves,"))
        .collect();
    let wanted = "avoid,,a1a8,a1a8,M1,2,6k1/5ppp/8/8/8/6P1/5P1P/R5K1 w - - 0 1";
    assert_eq!(of_material[0], wanted, "{missed}");
    assert!(of_material[1].starts_with("castle,e1g1,e1d1,"), "{missed}");
    assert_eq!(missed.lines().count(), 1 + 3 + 2, "{missed}");
    let table = read("table.md");
    for says in [
        "## Best moves\n",
        "## Best moves missed\n",
        "| avoid | - | a1a8 | a1a8 | M1 |",
    ] {
        assert!(table.contains(says), "{says:?}: {table}");
    }
    let answer = "Of 4 positions with best moves, the baseline solves 1, the best of the others, &quot;material&quot;, 2.";
    assert!(read("index.html").contains(answer));

    let told = stdout(&["compare", &run, "blind", "material"]);
    let sentence = "Of 4 positions with best moves, A solves 1 and B 2: both 1, only A 0, only B 1, neither 2; exact two-sided \
                    sign test, p = 1.";
    assert!(told.contains(sentence), "{told}");
    let told = json(&["compare", &run, "blind", "material", "--json"]);
    let wanted =
        serde_json::json!({"both": 1, "only_a": 0, "only_b": 1, "neither": 2, "sign_test_p": 1.0});
    assert_eq!(told["solved"], wanted);
}

#[test]
fn nothing_is_said_of_best_moves_where_there_are_none() {
    let home = tempfile::tempdir().unwrap();
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 1\ndatasets = [{ name = \"krk\", take = 2 }]\n\
                variants = [{ name = \"a\", base = \"plain\" }, { name = \"b\", base = \"minimax\" }]\n";
    let run = run_of(home.path(), text);
    assert!(plybench(&["report", &run]).status.success());
    assert!(!fs::exists(format!("{run}/solved.csv")).unwrap());
    let told = json(&["compare", &run, "a", "b", "--json"]);
    assert!(told.get("solved").is_none());
    let table = fs::read_to_string(format!("{run}/table.md")).unwrap();
    assert!(!table.contains("Best moves"), "{table}");
}
