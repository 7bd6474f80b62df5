//! What `--dry-run` foretells, against what the jobs then take: the shapes of the experiments in `reports/`, and of
//! endgames beside them, scaled down, with the effort scaled down as much.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use plybench::{
    plan::{Plan, Shard},
    run::{Effort, estimate, run_all},
    spec::Experiment,
};

const EFFORT: Effort = Effort {
    jobs: 64,
    nodes: 400_000,
};

/// The seeds: a single position, a table that holds what can be reached, a mate on the way.
const ONE_POSITION: &str = r#"
depth = 13
[[positions]]
id = "krk"
fen = "8/7K/8/8/8/8/R7/7k w - - 0 1"
[[grid]]
name = "g"
base = "glass"
over = { ties = [{ random = 1 }, { random = 2 }, { random = 3 }], mate-distance = ["off", "test-only"] }
"#;

const ENDGAMES: &str = r#"
depth = 10
[[datasets]]
file = "krk.epd"
take = 8
[[datasets]]
file = "kbnk.epd"
take = 4
[[grid]]
name = "g"
base = "glass"
over = { mate-distance = ["off", "stockfish"] }
"#;

const FORMS: &str = r#"
depth = 6
nodes = 20000
[[datasets]]
file = "krk.epd"
mate-at-most = 4
[[datasets]]
file = "krrk.epd"
mate-at-most = 4
[[datasets]]
file = "mates.epd"
mate-at-most = 3
take = 20
[[grid]]
name = "g"
base = "plain"
set = { table-move = true, size = { entries = 4096 }, scout = "pvs", mate-at-horizon = true }
over = { mate-distance = ["off", "stockfish", "cpw", "delayed-loss"] }
"#;

const BY_DISTANCE: &str = r#"
depth = 8
nodes = 100000
[[datasets]]
file = "krk.epd"
mate-at-most = 7
take = 20
[[datasets]]
file = "krrk.epd"
take = 20
[[grid]]
name = "g"
base = "plain"
set = { table-move = true, size = { entries = 16384 }, scout = "pvs", mate-at-horizon = true, "table.depth" = "exactly" }
over = { mate-distance = ["off", "stockfish"] }
"#;

const WITHOUT_TABLE: &str = r#"
depth = 5
[[datasets]]
file = "krk.epd"
take = 8
[[datasets]]
file = "pawn-endings.epd"
take = 8
[[grid]]
name = "g"
base = "plain"
set = { mvv-lva = true }
over = { scout = ["full-window", "pvs"] }
"#;

const TREES: &str = r#"
depth = 5
[[trees]]
name = "t"
branching = [2, 8, 16]
depth = 6
spread = 100
mated-share = [0, 0.1]
best-first-share = 0.5
seeds = 20
[[grid]]
name = "g"
base = "plain"
over = { mate-distance = ["off", "stockfish"] }
"#;

fn plan(rest: &str) -> Plan {
    let head = "purpose = \"p\"\nmetric = \"nodes\"\nbaseline = \"off\"\n";
    let off = "[[variants]]\nname = \"off\"\nbase = \"plain\"\n";
    let (depth, rest) = rest.split_at(rest.find("[[").unwrap());
    let text = format!("{head}{depth}{off}{rest}");
    let experiment = Experiment::parse(&text).unwrap();
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiment/datasets");
    Plan::of(&experiment, &datasets, |_| {}).unwrap()
}

#[test]
fn it_is_within_a_factor_of_three_and_nine_of_ten_ranges_hold_the_truth() {
    let (mut trials, mut hits) = (0, 0);
    for (name, text) in [
        ("one position", ONE_POSITION),
        ("endgames", ENDGAMES),
        ("forms", FORMS),
        ("by distance", BY_DISTANCE),
        ("without a table", WITHOUT_TABLE),
        ("trees", TREES),
    ] {
        let plan = plan(text);
        // All but the variant that the file must have.
        let positions = plan.positions().len();
        let numbers: Vec<usize> = plan.numbers(Shard::WHOLE).skip(positions).collect();
        let told = estimate(&EFFORT, &numbers, 2, |number| plan.job(number)).unwrap();
        let (nodes, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        run_all(
            &numbers,
            2,
            &stop,
            |number| plan.job(number),
            |done| {
                nodes.fetch_add(done.job.nodes, Ordering::Relaxed);
            },
        )
        .unwrap();
        let truth = nodes.into_inner() as f64;
        let factor = told.nodes.likely / truth;
        println!("{name}: {truth:.2e} nodes, x{factor:.2}, {:?}", told.nodes);
        assert!((1.0 / 3.0..=3.0).contains(&factor), "{name}: {factor}");
        assert!(
            told.nodes.low <= truth && truth <= told.nodes.high,
            "{name}: {truth} {:?}",
            told.nodes
        );
        assert!(told.extrapolated > 0, "{name} is told, not foretold");
        assert!(told.seconds.likely > 0.0 && told.nodes.likely / told.seconds.likely > 1e3);
        // Smaller samples, too.
        for nodes in [50_000, 100_000, 200_000, 400_000] {
            for jobs in [8, 16, 32, 64] {
                let effort = Effort { jobs, nodes };
                let told = estimate(&effort, &numbers, 2, |number| plan.job(number)).unwrap();
                let holds = told.nodes.low <= truth && truth <= told.nodes.high;
                (trials, hits) = (trials + 1, hits + u32::from(holds));
            }
        }
    }
    assert!(hits * 10 >= trials * 9, "{hits} of {trials}");
}

#[test]
fn the_same_jobs_have_the_same_estimate_on_any_number_of_threads() {
    let plan = plan(FORMS);
    let numbers: Vec<usize> = plan.numbers(Shard::WHOLE).collect();
    let estimated = |threads| {
        let estimate = estimate(&EFFORT, &numbers, threads, |number| plan.job(number));
        estimate.unwrap().nodes
    };
    assert_eq!(estimated(1), estimated(2));
}
