//! The window contract: for a result r of a search with window (a, b) and the exact value v, r ≤ a
//! means v ≤ a, r ≥ b means v ≥ b, and else r = v; fail-soft, r also bounds v on its side.
//!
//! Root scores alone hide bounds that are off by one: mates come in steps of two plies, so a wrong bound
//! between two of them changes no root score. Here single nodes are searched, at any ply, with windows on
//! and around the mate bounds of that ply.
//!
//! Techniques that only keep mates are checked on endings whose mates lie within the depth: the value is
//! the exact distance.

use chacha20::ChaCha8Rng;
use plybench_engine::{
    game::chess::Chess,
    score::Score,
    search::{FailMode, SearchOptions, minimax},
    techniques::Effect,
    units::{Depth, Ply},
    window::Window,
};
use rand::{RngExt, seq::IndexedRandom};

use super::{
    Case, Check, EXACT_TABLE, Findings, MATES_ONLY, Material, Part, QUIESCENCE, TestedSearch,
    TestedSearcher,
};

pub(super) const CHECK: Check = Check {
    name: "window-contract",
    holds: "single nodes at any ply, asked with any window, answer as minimax bounds them",
    applies: |subject| subject.keeps_mates(),
    sees: &[
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::SkippedMoves,
    ],
    run,
};

/// Cases per unit of scale.
const CASES: usize = 100_000;
/// Consecutive cases on one position.
const BATCH: usize = 250;

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let mut generator = material.generator(CHECK.name);
    let endings = || material.endings.iter();
    let without_mate = |root| (root, None);
    let any: Vec<_> = endings().map(|ending| without_mate(&ending.root)).collect();
    let assorted: Vec<_> = material.assorted.iter().map(without_mate).collect();
    // A technique that only keeps mates is asked at depths that reach them.
    let is_about_mates = subject.effect == Effect::MateExact;
    let with_mate = endings().map(|ending| (&ending.root, ending.mate()));
    let is_short = |mate: Option<(Score, u16)>| mate.is_some_and(|(_, plies)| plies <= 3);
    let short: Vec<_> = with_mate.filter(|&(_, mate)| is_short(mate)).collect();
    found.over(0..CASES * material.scale / BATCH, |batch, found| {
        let roots = match is_about_mates {
            true => &short,
            false if batch % 8 == 0 => &assorted,
            false => &any,
        };
        let Some(&(root, mate)) = roots.choose(&mut generator) else {
            return;
        };
        let mut base = match (is_about_mates, batch % 2, batch % 3) {
            (true, 0, _) | (false, _, 0) => MATES_ONLY,
            (true, ..) => SearchOptions {
                table: EXACT_TABLE.table,
                ..MATES_ONLY
            },
            (false, _, 1) => EXACT_TABLE,
            (false, ..) => QUIESCENCE,
        };
        base.fail = if generator.random() {
            FailMode::Hard
        } else {
            FailMode::Soft
        };
        let values: Vec<(u8, Score)> = match mate {
            Some((score, plies)) => [0, 1].map(|more| (plies as u8 + more, score)).into(),
            None => {
                let deepest = if batch % 8 == 0 { 1 } else { 2 };
                let exact = |depth| (depth, value(root, &base, depth));
                (0..=deepest).map(exact).collect()
            }
        };
        ask(
            Case::new(subject, &base, root),
            &values,
            &mut generator,
            found,
        );
    });
}

/// Checks a batch of nodes of one position at random plies, depths and windows. `exact` has the depths and the root's values there.
fn ask(case: Case<'_>, exact: &[(u8, Score)], generator: &mut ChaCha8Rng, found: &mut Findings) {
    let Case {
        subject,
        base,
        root,
    } = case;
    let (shallowest, deepest) = (exact[0].0, exact[exact.len() - 1].0);
    let at = |depth: u8, ply: Ply| at_ply(exact[usize::from(depth - shallowest)].1, ply);
    let questions: Vec<(Ply, Depth, Window)> = (0..BATCH)
        .map(|_| {
            let ply = Ply::new(generator.random_range(1..60));
            let depth = generator.random_range(shallowest..=deepest);
            (
                ply,
                Depth::new(depth),
                window(generator, ply, at(depth, ply)),
            )
        })
        .collect();
    let answers = subject
        .search
        .values_at(root, &subject.options(base), &questions);
    let answers = match answers {
        Ok(answers) => answers,
        Err(error) => {
            found.record(false, || case.violation("", error.to_string()));
            return;
        }
    };
    for (&(ply, depth, window), r) in questions.iter().zip(answers) {
        let v = at(depth.plies(), ply);
        let kept = if window.fails_low(r) {
            window.fails_low(v) && (base.fail == FailMode::Hard || v <= r)
        } else if window.fails_high(r) {
            window.fails_high(v) && (base.fail == FailMode::Hard || v >= r)
        } else {
            r == v
        };
        found.record(kept, || {
            let (ply, depth) = (ply.plies(), depth.plies());
            let (alpha, beta) = (window.alpha().raw(), window.beta().raw());
            let (r, v) = (r.raw(), v.raw());
            case.violation(
                &format!("--depth {depth} --ply {ply} --window={alpha},{beta}"),
                format!(
                    "ply {ply} depth {depth} window ({alpha}, {beta}): returned {r}, the exact value is {v}"
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
