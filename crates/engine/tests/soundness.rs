//! Techniques that call themselves exact leave the root score as minimax has it, on 200 assorted
//! positions (`datasets/assorted.epd`).

use std::{ops::ControlFlow, thread};

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    score::Score,
    search::{FailMode, ScoutMode, Search, SearchOptions, minimax},
    techniques::{BuiltIn, Effect},
    variants,
};

const DEPTH: u8 = 4;

fn positions() -> Vec<Chess> {
    include_str!("../../../datasets/assorted.epd")
        .lines()
        .map(|line| {
            let epd: Vec<&str> = line.split_whitespace().take(4).collect();
            Chess::from_fen(&epd.join(" ")).unwrap_or_else(|error| panic!("{line}: {error}"))
        })
        .collect()
}

fn scores(root: &Chess, options: &SearchOptions) -> Vec<Score> {
    let mut scores = Vec::new();
    Search::new(root, options).to_depth(DEPTH, |iteration, _| {
        scores.push(iteration.score);
        ControlFlow::Continue(())
    });
    scores
}

/// Plain alpha-beta with each exact technique alone, and with none.
fn exact_techniques() -> Vec<(&'static str, BuiltIn)> {
    let registry = BuiltIn::registry();
    let exact = registry
        .iter()
        .filter(|entry| entry.info.effect == Effect::Exact);
    let mut all = vec![("none", BuiltIn::default())];
    all.extend(exact.map(|entry| (entry.info.name, entry.alone)));
    assert!(all.len() > 10);
    all
}

fn check(evaluation: Evaluation, mate_at_horizon: bool) {
    let plain = variants::find("plain").unwrap().options;
    let techniques = exact_techniques();
    for root in positions() {
        let options = SearchOptions {
            evaluation,
            mate_at_horizon,
            ..plain
        };
        let expected: Vec<Score> = (1..=DEPTH)
            .map(|depth| minimax::minimax(&root, &options, depth).0)
            .collect();
        for &(name, techniques) in &techniques {
            let with = SearchOptions {
                techniques,
                ..options
            };
            assert_eq!(scores(&root, &with), expected, "{name} on {}", root.fen());
        }
        for (fail, scout) in [
            (FailMode::Hard, ScoutMode::Pvs),
            (FailMode::Soft, ScoutMode::Pvs),
        ] {
            let with = SearchOptions {
                fail,
                scout,
                ..options
            };
            assert_eq!(
                scores(&root, &with),
                expected,
                "{fail:?} {scout:?} on {}",
                root.fen()
            );
        }
    }
}

#[test]
fn exact_techniques_leave_the_score_of_every_position() {
    assert_eq!(positions().len(), 200);
    thread::scope(|scope| {
        scope.spawn(|| check(Evaluation::Zero, false));
        scope.spawn(|| check(Evaluation::Material, true));
    });
}
