//! The band of `reports/krk-mdp-seeds` is that of the seeds there, and the program has it in it.

use plybench::{
    analysis::{
        depth_result::DepthResult,
        published::PublishedRows,
        seed_band::{self, BandRow, SeedRun},
    },
    report::{
        document::Document,
        seeds::{self, band_csv},
    },
    spec::built_in_data,
};
use serde_json::json;

const SEEDS: &str = include_str!("../../../../reports/krk-mdp-seeds/seeds.csv");
const BAND: &str = include_str!("../../../../reports/krk-mdp-seeds/band.csv");

/// The committed seeds; their scores as far as they tell when a mate was seen.
fn committed_seeds() -> Vec<SeedRun> {
    let mut runs: Vec<SeedRun> = Vec::new();
    for line in SEEDS.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<u64>().unwrap();
        let cell = |at: usize| DepthResult {
            score: serde_json::from_value(match fields[at].strip_prefix('M') {
                Some(moves) => {
                    let mate: i32 = moves.parse().unwrap();
                    json!({"mate": mate, "plies": 2 * mate - 1})
                }
                None => json!({"cp": fields[at].parse::<i32>().unwrap()}),
            })
            .unwrap(),
            nodes: number(at + 1),
            nodes_to_pv: number(at + 2),
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

fn band(runs: &[SeedRun]) -> Vec<BandRow> {
    let columns = vec!["off".to_owned(), "on".to_owned()];
    let published = PublishedRows::parse(built_in_data("krk-mdp").unwrap(), columns).unwrap();
    seed_band::rows(runs, published.first_two(), Some(54), true)
}

fn committed() -> Vec<BandRow> {
    seed_band::parse(built_in_data("krk-mdp-band").unwrap()).unwrap()
}

fn document(runs: &[SeedRun], rows: &[BandRow], earlier: &[BandRow]) -> Document {
    seeds::document(runs, rows, earlier, true, "plybench reproduce")
}

#[test]
fn the_committed_band_is_that_of_the_committed_seeds() {
    let runs = committed_seeds();
    let seeds: Vec<u32> = runs.iter().map(|run| run.seed).collect();
    assert_eq!(seeds, (1..=200).collect::<Vec<u32>>());
    let rows = band(&runs);
    assert_eq!(String::from_utf8(band_csv(&rows).unwrap()).unwrap(), BAND);
    assert_eq!(rows, committed());
    let depths: Vec<u8> = rows.iter().map(|row| row.depth).collect();
    assert_eq!(depths, (1..=20).collect::<Vec<u8>>());
    let is_whole = |row: &BandRow| row.seeds == 200 && row.chosen.is_some();
    let is_ordered = |row: &BandRow| row.low <= row.median && row.median <= row.high;
    assert!(rows.iter().all(|row| is_whole(row) && is_ordered(row)));
    let document = document(&runs, &rows, &rows);
    assert_eq!(document.rows.csv(), SEEDS);
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
    assert!(bare.contains("no committed band"), "{bare}");
}
