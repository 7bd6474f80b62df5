//! The window contract: for a result r of a search with window (a, b) and the exact value v, r ≤ a
//! means v ≤ a, r ≥ b means v ≥ b, and else r = v; fail-soft, r also bounds v on its side.
//!
//! Root scores alone hide bounds that are off by one: mates come in steps of two plies, so a wrong bound
//! between two of them changes no root score. Here single nodes are searched, at any ply, with windows on
//! and around the mate bounds of that ply.
//!
//! Techniques that only keep mates are checked on endings whose mates lie within the depth: the value is
//! the exact distance.

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;
use plybench_engine::{
    game::chess::Chess,
    score::Score,
    search::{FailMode, SearchOptions, minimax},
    techniques::Effect,
    units::{Depth, Ply},
    window::Window,
};
use plybench_oracle::Dtm;
use rand::{RngExt, seq::IndexedRandom};

use super::{
    super::{
        settings::{EXACT_TABLE, MATES_ONLY, QUIESCENCE, violation},
        subject::TestedSearch,
    },
    Check, Findings, Material, Subject,
};

pub(super) const CHECK: Check = Check {
    name: "window-contract",
    holds: "single nodes at any ply, asked with any window, answer as minimax bounds them",
    applies: |subject| subject.keeps_mates(),
    run,
};

/// Cases per unit of scale.
const CASES: usize = 100_000;
/// Consecutive cases on one position.
const BATCH: usize = 250;

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    if subject.effect == Effect::MateExact {
        return mates(subject, material, found);
    }
    let mut generator = material.generator(CHECK.name);
    let (endings, assorted) = (&material.endings, &material.assorted);
    for batch in 0..CASES * material.scale / BATCH {
        let root = if batch % 8 == 0 {
            assorted.choose(&mut generator)
        } else {
            endings.choose(&mut generator).map(|ending| &ending.root)
        };
        let Some(root) = root else { return };
        let deepest = if batch % 8 == 0 { 1 } else { 2 };
        let base = match batch % 3 {
            0 => MATES_ONLY,
            1 => EXACT_TABLE,
            _ => QUIESCENCE,
        };
        let fail = if generator.random() {
            FailMode::Hard
        } else {
            FailMode::Soft
        };
        ask(
            subject,
            root,
            &SearchOptions { fail, ..base },
            deepest,
            (&mut generator, found),
        );
        if found.is_settled() {
            return;
        }
    }
}

/// Checks only mates, at depths that reach them.
fn mates(subject: &Subject, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    let short: Vec<(&Chess, Score, u16)> = material
        .endings
        .iter()
        .filter_map(|ending| {
            let (score, plies) = match ending.truth {
                Dtm::Win(plies) => (Score::mate_in(plies), plies),
                Dtm::Loss(plies) => (Score::mated_in(plies), plies),
                Dtm::Draw => return None,
            };
            (plies <= 3).then_some((&ending.root, score, plies))
        })
        .collect();
    for batch in 0..CASES * material.scale / BATCH {
        let Some(&(root, score, plies)) = short.choose(&mut generator) else {
            return;
        };
        let table = if batch % 2 == 0 {
            MATES_ONLY.table
        } else {
            EXACT_TABLE.table
        };
        let fail = if generator.random() {
            FailMode::Hard
        } else {
            FailMode::Soft
        };
        let base = SearchOptions {
            table,
            fail,
            ..MATES_ONLY
        };
        let depths = plies as u8..=plies as u8 + 1;
        question(
            subject,
            root,
            &base,
            (depths, &|_| score),
            (&mut generator, found),
        );
        if found.is_settled() {
            return;
        }
    }
}

/// Checks a batch of nodes of one position.
fn ask(
    subject: &Subject,
    root: &Chess,
    base: &SearchOptions,
    deepest: u8,
    (generator, found): (&mut ChaCha8Rng, &mut Findings),
) {
    let exact: Vec<Score> = (0..=deepest)
        .map(|depth| value(root, base, depth))
        .collect();
    let exact = |depth: u8| exact[usize::from(depth)];
    question(
        subject,
        root,
        base,
        (0..=deepest, &exact),
        (generator, found),
    );
}

/// Checks nodes at random plies, depths and windows; `exact` is the value at a depth.
fn question(
    subject: &Subject,
    root: &Chess,
    base: &SearchOptions,
    (depths, exact): (RangeInclusive<u8>, &dyn Fn(u8) -> Score),
    (generator, found): (&mut ChaCha8Rng, &mut Findings),
) {
    let questions: Vec<(Ply, Depth, Window)> = (0..BATCH)
        .map(|_| {
            let ply = Ply::new(generator.random_range(1..60));
            let depth = generator.random_range(depths.clone());
            let v = at_ply(exact(depth), ply);
            (ply, Depth::new(depth), window(generator, ply, v))
        })
        .collect();
    let answers = subject
        .search
        .values_at(root, &subject.options(base), &questions);
    let answers = match answers {
        Ok(answers) => answers,
        Err(error) => {
            let what = error.to_string();
            found.record(false, || violation(subject, base, root, "", what));
            return;
        }
    };
    for (&(ply, depth, window), r) in questions.iter().zip(answers) {
        let v = at_ply(exact(depth.plies()), ply);
        let kept = if window.fails_low(r) {
            window.fails_low(v) && (base.fail == FailMode::Hard || v <= r)
        } else if window.fails_high(r) {
            window.fails_high(v) && (base.fail == FailMode::Hard || v >= r)
        } else {
            r == v
        };
        found.record(kept, || {
            let arguments = format!(
                "--depth {} --ply {} --window={},{}",
                depth.plies(),
                ply.plies(),
                window.alpha().raw(),
                window.beta().raw()
            );
            violation(
                subject,
                base,
                root,
                &arguments,
                format!(
                    "ply {} depth {} window ({}, {}): returned {}, the exact value is {}",
                    ply.plies(),
                    depth.plies(),
                    window.alpha().raw(),
                    window.beta().raw(),
                    r.raw(),
                    v.raw()
                ),
            )
        });
    }
}

/// The exact value of a position as a root: that of minimax or, with quiescence, which minimax does not
/// have, that of the plain search with a full window.
fn value(root: &Chess, base: &SearchOptions, depth: u8) -> Score {
    if !base.quiescence {
        return minimax::minimax(root, base, depth).0;
    }
    let question = (Ply::ROOT, Depth::new(depth), Window::full());
    let values = TestedSearch::SOUND.values_at(root, &QUIESCENCE, &[question]);
    values.expect("it has no table that could lack memory")[0]
}

/// A root's value as that of a node at `ply`: mates are further from the root by `ply` plies.
fn at_ply(value: Score, ply: Ply) -> Score {
    match value.mate_plies() {
        Some(plies) if value.is_win() => Score::mate_in(plies + ply.plies()),
        Some(plies) => Score::mated_in(plies + ply.plies()),
        None => value,
    }
}

/// A random window, most often a null window, at the value, at a mate bound of the ply, or anywhere.
fn window(generator: &mut ChaCha8Rng, ply: Ply, value: Score) -> Window {
    loop {
        let mut bound = || edge(generator, ply, value);
        let (alpha, beta) = (bound(), bound());
        if generator.random_range(0..4) > 0 {
            return Window::null_above(alpha);
        }
        if let Some(window) = Window::new(alpha, beta) {
            return window;
        }
    }
}

fn edge(generator: &mut ChaCha8Rng, ply: Ply, value: Score) -> Score {
    let plies = (ply.plies() + generator.random_range(0..8)).saturating_sub(2);
    match generator.random_range(0..8) {
        0 => value,
        1 => value.just_below(),
        2 | 3 => Score::mate_in(plies),
        4 | 5 => Score::mated_in(plies),
        6 => Score::evaluation(generator.random_range(-900..900)),
        _ => -Score::INFINITE,
    }
}
