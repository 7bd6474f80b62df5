//! How many positions with best moves are solved: in the tables of `report`, and in every form of `compare`.

use std::fs;

use super::{
    compare::{fails, json, run_of, stdout},
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
        "variant,category,positions,solved,share,low,high,depth,nodes,search,evaluation,gained,lost,p"
    );
    assert!(rows[1].starts_with("blind,all,4,1,0.25,"), "{solved}");
    assert!(rows[2].starts_with("material,all,4,2,0.5,"), "{solved}");
    assert!(rows[2].ends_with(",1,0,1"), "{solved}");
    let missed = read("missed.csv");
    let of_material: Vec<&str> = missed
        .lines()
        .filter_map(|row| row.strip_prefix("material,moves,"))
        .collect();
    let wanted = "avoid,,a1a8,a1a8,M1,2,,6k1/5ppp/8/8/8/6P1/5P1P/R5K1 w - - 0 1";
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
    let chart = read("solved-by-nodes.svg");
    for says in [
        "Positions solved, by node limit",
        ">moves (n 4)<",
        ">material<",
    ] {
        assert!(chart.contains(says), "{says:?}: {chart}");
    }

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
    for file in ["solved.csv", "solved-by-nodes.svg"] {
        assert!(!fs::exists(format!("{run}/{file}")).unwrap(), "{file}");
    }
    let told = json(&["compare", &run, "a", "b", "--json"]);
    assert!(told.get("solved").is_none());
    let table = fs::read_to_string(format!("{run}/table.md")).unwrap();
    assert!(!table.contains("Best moves"), "{table}");
}

#[test]
fn misses_of_the_search_are_told_from_those_of_the_evaluation() {
    let home = tempfile::tempdir().unwrap();
    // A mate in 3, which takes depth 6; a position whose move is wrong; a mate in 1, and a position without moves.
    let positions = "\
8/8/8/8/8/8/5R2/k2K4 w - - bm Kc2; id \"deep\";
8/7k/8/5RK1/8/8/8/8 w - - bm Rf2; id \"wrong\";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8+; id \"solved\";
8/8/8/8/8/2K5/7R/k7 w - - id \"none\";
";
    fs::write(home.path().join("moves.epd"), positions).unwrap();
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 9\nnodes = 2000\nnodes-if-missed = 25000\n\
                datasets = [{ file = \"moves.epd\" }]\n\
                variants = [{ name = \"a\", base = \"plain\" }, { name = \"b\", base = \"plain\", set = { mvv-lva = true } }]\n";
    let run = run_of(home.path(), text);
    let said = plybench(&["run", &run]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.starts_with("8 jobs: 0 run, 8 already done"), "{said}");
    assert!(plybench(&["report", &run]).status.success());
    let read = |file: &str| fs::read_to_string(format!("{run}/{file}")).unwrap();
    let solved = read("solved.csv");
    assert!(solved.contains("\na,all,3,1,0.333333,"), "{solved}");
    assert!(solved.contains(",1,1,,,\nb,all,3,1,"), "{solved}");
    // What is solved is what the run asks: it comes first.
    let page = read("index.html");
    let of_a = "&quot;a&quot; solves 1 of 3 positions with at most 2,000 nodes, and 1 of the other 2 with 25,000.";
    let places = [
        "<section id=\"answer\">",
        of_a,
        "&quot;b&quot; needs ",
        "id=\"chart-solved-by-nodes\"",
        "id=\"chart-ratio-by-depth\"",
    ];
    let places = places.map(|part| page.find(part).unwrap_or_else(|| panic!("{part}: {page}")));
    assert!(places.is_sorted(), "{places:?}");
    let missed = read("missed.csv");
    for says in [
        "a,moves,deep,d1c2,,f2f1,500,4,search,",
        "a,moves,wrong,f5f2,,f5f1,500,4,evaluation,",
    ] {
        assert!(missed.contains(says), "{missed}");
    }
    // Ids depend on the second limit and the moves where there are moves, and only there.
    let ids = |run: &str| -> Vec<String> {
        let records = fs::read_to_string(format!("{run}/records.jsonl")).unwrap();
        let jobs = records.lines().skip(1).take(4);
        jobs.map(|job| job.split('"').nth(3).unwrap().to_owned())
            .collect()
    };
    let other = tempfile::tempdir().unwrap();
    let moved = positions.replace("bm Rf2", "bm Rf3");
    fs::write(other.path().join("moves.epd"), moved).unwrap();
    let (one, other) = (ids(&run), ids(&run_of(other.path(), text)));
    let differ: Vec<bool> = one.iter().zip(&other).map(|(a, b)| a != b).collect();
    assert_eq!(differ, [false, true, false, false]);
    let once = tempfile::tempdir().unwrap();
    fs::write(once.path().join("moves.epd"), positions).unwrap();
    let once = ids(&run_of(
        once.path(),
        &text.replace("nodes-if-missed = 25000\n", ""),
    ));
    let differ: Vec<bool> = one.iter().zip(&once).map(|(a, b)| a != b).collect();
    assert_eq!(differ, [true, true, true, false]);
}

#[test]
fn a_second_search_needs_best_moves() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("experiment.toml");
    let text = "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = \"a\"\ndepth = 1\nnodes = 5\nnodes-if-missed = 10\n\
                datasets = [{ name = \"krk\" }]\nvariants = [{ name = \"a\", base = \"plain\" }]\n";
    fs::write(&file, text).unwrap();
    let says = "line 7: nodes-if-missed is given, but no position has best moves";
    fails(&["run", file.to_str().unwrap()], says);
}
