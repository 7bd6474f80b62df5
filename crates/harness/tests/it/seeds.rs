//! The band of `reports/krk-mdp-seeds` is that of the seeds there, and the program has it in it.

use plybench::{
    analysis::{
        published::{PublishedRows, PublishedTable},
        seed_band::{self, BandRow, SeedRun},
    },
    report::{document::Document, published::PublishedReport},
    spec::built_in_data,
};
use plybench_records::{Ended, samples};
use serde_json::json;

const SEEDS: &str = include_str!("../../../../reports/krk-mdp-seeds/seeds.csv");
const BAND: &str = include_str!("../../../../reports/krk-mdp-seeds/band.csv");

/// The committed seeds; their scores as far as they tell when a mate was seen.
fn committed_seeds() -> Vec<SeedRun> {
    let mut runs: Vec<SeedRun> = Vec::new();
    for line in SEEDS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<u64>().unwrap();
        let cell = |at: usize| {
            let mut iteration = samples::iteration(number(1) as u8, number(at + 1));
            iteration.score = serde_json::from_value(match fields[at].strip_prefix('M') {
                Some(moves) => {
                    let mate: i32 = moves.parse().unwrap();
                    json!({"mate": mate, "plies": 2 * mate - 1})
                }
                None => json!({"cp": fields[at].parse::<i32>().unwrap()}),
            })
            .unwrap();
            let to_pv = json!({ "nodes_to_pv": number(at + 2) });
            iteration.counts = serde_json::from_value(to_pv).unwrap();
            iteration
        };
        if number(1) == 1 {
            runs.push(SeedRun {
                seed: number(0) as u32,
                found: Vec::new(),
            });
        }
        let run = runs.last_mut().unwrap();
        run.found.push([cell(2), cell(5)]);
    }
    runs
}

fn published() -> PublishedRows {
    let columns = vec!["off".to_owned(), "on".to_owned()];
    PublishedRows::parse(built_in_data("krk-mdp").unwrap(), columns).unwrap()
}

fn band(runs: &[SeedRun]) -> Vec<BandRow> {
    seed_band::rows(runs, published().first_two(), Some(54), true)
}

fn committed() -> Vec<BandRow> {
    seed_band::parse(built_in_data("krk-mdp-band").unwrap()).unwrap()
}

/// The document of the first of these seeds, with the band of all.
fn document(runs: &[SeedRun], rows: &[BandRow], earlier: &[BandRow]) -> Document {
    let job = |(at, variant): (usize, &str)| {
        let mut job = samples::job(variant, "krk", &[], Ended::Depth);
        let found = runs[0].found.iter();
        job.iterations = found.map(|pair| pair[at].clone()).collect();
        job
    };
    let answers = ["off", "on"].map(|name| (name, Some(name)));
    let jobs: Vec<_> = (0..).zip(["off", "on"]).map(job).collect();
    let report = PublishedReport {
        table: PublishedTable::of(&jobs, &answers, &published(), true, rows),
        minimal: None,
        title: "title".to_owned(),
        source: "source".to_owned(),
        conditions: None,
        position: None,
        purpose: "purpose".to_owned(),
        command: "plybench reproduce".to_owned(),
        seeds: runs.to_vec(),
        earlier: earlier.to_vec(),
    };
    report.document()
}

#[test]
fn the_committed_band_is_that_of_the_committed_seeds() {
    let runs = committed_seeds();
    let seeds: Vec<u32> = runs.iter().map(|run| run.seed).collect();
    assert_eq!(seeds, (1..=200).collect::<Vec<u32>>());
    let rows = band(&runs);
    let written = seed_band::to_csv(&rows).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), BAND);
    assert_eq!(rows, committed());
    let depths: Vec<u8> = rows.iter().map(|row| row.depth).collect();
    assert_eq!(depths, (1..=20).collect::<Vec<u8>>());
    let is_whole = |row: &BandRow| row.seeds == 200 && row.chosen.is_some();
    let is_ordered = |row: &BandRow| row.low <= row.median && row.median <= row.high;
    assert!(rows.iter().all(|row| is_whole(row) && is_ordered(row)));
    let document = document(&runs, &rows, &rows);
    let [("seeds", by_seed)] = &document.more_rows[..] else {
        panic!("{:?}", document.more_rows);
    };
    assert_eq!(by_seed.csv(), SEEDS);
    let told = document.text();
    assert!(told.contains("This is the committed band, number for number."));
}

#[test]
fn some_seeds_are_compared_with_the_committed_band() {
    let runs = &committed_seeds()[..15];
    let rows = band(runs);
    let told = document(runs, &rows, &committed()).text();
    // At depths 14 to 20, where seeds differ.
    assert!(told.contains("of 105 ratios"), "{told}");
    assert!(
        told.contains("lie within the committed band, which holds 90 % of 200 seeds"),
        "{told}"
    );
    let bare = document(runs, &rows, &[]).text();
    assert!(bare.contains("no committed band to compare with"), "{bare}");
}
