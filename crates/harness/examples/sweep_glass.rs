//! Searches for the configuration that comes nearest to the published table of mate distance
//! pruning, the variant `glass`.
//!
//! `cargo run --release -p plybench --example sweep_glass -- [SEED [CONFIGURATIONS [REFINED [METRIC]]]]`
//!
//! Draws configurations at random from the engine's options, then improves the best ones by
//! changing one option at a time. For each configuration, the table's position is searched to
//! depth 20 without and with each form of mate distance pruning that is tried. The defaults are seed 1,
//! 400 configurations drawn, 4 improved, by `nodes-to-pv`: the run that `glass` was taken from. METRIC is
//! `nodes`, all nodes entered, or `nodes-to-pv`, those until the principal variation last changed, which
//! is what the published counts are.
//!
//! Objective, smaller is better: the largest deviation of the twenty ratios on/off from the
//! published ones, `max |ratio / published - 1|`. A configuration is rejected unless
//!
//! - both columns find the mate in 8 first at depth 16, and scores agree at every depth;
//! - node counts of both columns, whatever the metric, agree to 0.1 % through depth 12 and to 1 % through depth 15;
//! - depth 20 takes at most 25 million nodes (the published search took 7.8 million);
//! - no ratio is more than 12 % off: such a pair is given up at that depth.
//!
//! Candidates of equal objective to a tenth of a percent are ordered by how far the node count at
//! depth 20 is from the published one, as a factor. One line is printed for each configuration
//! that is better than all before it; the last line is the best as JSON.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::{
    collections::HashSet,
    env,
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use plybench::analysis::published;
use plybench_engine::{
    eval::Evaluation,
    game::{Game, chess::Chess},
    ordering::{OrderingOptions, Ties},
    score::Score,
    search::{
        DrawRules, FailMode, Iteration, Legality, Limits, MateValues, QuiescenceInCheck,
        RootDriver, ScoutMode, Search, SearchOptions,
    },
    table::{PrincipalEntries, Replacement, TableDepth, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, MateDistance, check_extension::CheckExtension,
        late_move_reduction::LateMoveReduction,
    },
};

const FORMS: [MateDistance; 6] = [
    MateDistance::Stockfish,
    MateDistance::Cpw,
    MateDistance::Vipermate,
    MateDistance::UpperOnlyTight,
    MateDistance::TestOnly,
    MateDistance::AfterProbe,
];
const DEPTH: u8 = 20;
const NODE_LIMIT: u64 = 25_000_000;
const GIVEN_UP_BEYOND: f64 = 0.12;

/// The choice of each option, as a number below the option's number of choices.
type Genes = [u32; GENES.len()];

/// Number of choices of each option, in the order of [`options`].
const GENES: [u32; 14] = [2, 2, 3, 2, 3, 16, 2, 3, 2, 2, 64, 2, 2, 4];

fn options(genes: &Genes) -> SearchOptions {
    let on = |at: usize| genes[at] == 1;
    SearchOptions {
        fail: if on(0) {
            FailMode::Soft
        } else {
            FailMode::Hard
        },
        scout: if on(1) {
            ScoutMode::Pvs
        } else {
            ScoutMode::FullWindow
        },
        driver: [
            RootDriver::FullWindow,
            RootDriver::Aspiration(25),
            RootDriver::Mtdf,
        ][genes[2] as usize],
        mate_at_horizon: false,
        quiescence: on(3),
        quiescence_in_check: QuiescenceInCheck::Evasions,
        mates: MateValues::ByPly,
        under_promotion: true,
        legality: Legality::KingSafety,
        evaluation: [
            Evaluation::MopUp,
            Evaluation::PieceSquare,
            Evaluation::Material,
        ][genes[4] as usize],
        draws: DrawRules {
            repetition: on(11),
            fifty_moves: true,
            contempt: 0,
        },
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: on(8),
            history: on(9),
            ties: if genes[10] == 0 {
                Ties::Generation
            } else {
                Ties::Random(genes[10])
            },
        },
        table: TableOptions {
            // 2^15 to 2^22.5 entries in half steps.
            size: TableSize::Entries({
                let whole = 1u32 << (15 + genes[5] / 2);
                if genes[5].is_multiple_of(2) {
                    whole
                } else {
                    whole / 2 * 3
                }
            }),
            depth: if on(6) {
                TableDepth::Exactly
            } else {
                TableDepth::AtLeast
            },
            replacement: [
                Replacement::Always,
                Replacement::DepthPreferred,
                Replacement::TwoTier,
            ][genes[7] as usize],
            probe_at_horizon: on(12),
            principal_variation: PrincipalEntries::Shared,
        },
        techniques: BuiltIn {
            check_extension: (genes[13] & 1 == 1)
                .then_some(Limited::everywhere(CheckExtension::DEFAULT)),
            late_move_reduction: (genes[13] & 2 == 2)
                .then_some(Limited::everywhere(LateMoveReduction::DEFAULT)),
            ..BuiltIn::OFF
        },
    }
}

/// The counts of an iteration for the ratios.
type Metric = fn(&Iteration<<Chess as Game>::Move>) -> u64;

struct Column {
    scores: Vec<Score>,
    nodes: Vec<u64>,
    /// By the metric.
    counted: Vec<u64>,
}

/// How far node counts may be apart at a depth, as a share.
fn allowed(depth: u8) -> f64 {
    match depth {
        ..=12 => 0.001,
        13..=15 => 0.01,
        _ => f64::INFINITY,
    }
}

/// One column of the table, or `None` as soon as it breaks a condition; `off` is the other column
/// where that is known.
fn column(
    root: &Chess,
    options: &SearchOptions,
    metric: Metric,
    off: Option<&Column>,
) -> Option<Column> {
    let mut column = Column {
        scores: Vec::new(),
        nodes: Vec::new(),
        counted: Vec::new(),
    };
    let published = published::table();
    let limits = Limits {
        nodes: Some(NODE_LIMIT),
        stop: None,
    };
    Search::new(root, options)
        .limited(limits)
        .to_depth(DEPTH, |iteration, _| {
            column.scores.push(iteration.score);
            column.nodes.push(iteration.nodes);
            column.counted.push(metric(iteration));
            let mate = Score::mate_in(15);
            let early = iteration.score.is_mate() && iteration.depth < 16;
            let late = iteration.depth >= 16 && iteration.score != mate;
            let apart = off.is_some_and(|off| {
                let at = usize::from(iteration.depth) - 1;
                let share = |on: &[u64], off: &[u64]| on[at] as f64 / off[at] as f64;
                let ratio = share(&column.counted, &off.counted);
                (share(&column.nodes, &off.nodes) - 1.0).abs() > allowed(iteration.depth)
                    || (ratio / published[at].ratio() - 1.0).abs() > GIVEN_UP_BEYOND
                    || iteration.score != off.scores[at]
            });
            if early || late || apart {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    (column.nodes.len() == usize::from(DEPTH)).then_some(column)
}

/// The objective, and the factor between the node counts at depth 20.
fn objective(off: &Column, on: &Column) -> (f64, f64) {
    let published = published::table();
    let deviation = |(row, (&on, &off)): (&published::PublishedRow, (&u64, &u64))| {
        (on as f64 / off as f64 / row.ratio() - 1.0).abs()
    };
    let worst = published
        .iter()
        .zip(on.counted.iter().zip(&off.counted))
        .map(deviation)
        .fold(0.0, f64::max);
    let last = usize::from(DEPTH) - 1;
    let factor = off.counted[last] as f64 / published[last].nodes_off as f64;
    (worst, factor.ln().abs().exp())
}

#[derive(Clone, Debug)]
struct Found {
    worst: f64,
    factor: f64,
    genes: Genes,
    form: MateDistance,
}

impl Found {
    fn rank(&self) -> (u64, u64) {
        (
            (self.worst * 1000.0).round() as u64,
            (self.factor * 1000.0) as u64,
        )
    }
}

fn judge(root: &Chess, metric: Metric, genes: Genes) -> Vec<Found> {
    let options = options(&genes);
    let Some(off) = column(root, &options, metric, None) else {
        return Vec::new();
    };
    FORMS
        .into_iter()
        .filter_map(|form| {
            let mut with = options;
            with.techniques.mate_distance = form;
            let (worst, factor) = objective(&off, &column(root, &with, metric, Some(&off))?);
            Some(Found {
                worst,
                factor,
                genes,
                form,
            })
        })
        .collect()
}

/// Judges configurations on all cores, printing each new best.
fn judge_all(root: &Chess, metric: Metric, candidates: Vec<Genes>, found: &Mutex<Vec<Found>>) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&genes) = candidates.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let results = judge(root, metric, genes);
                    let mut found = found.lock().unwrap();
                    for result in results {
                        if found.iter().all(|other| result.rank() < other.rank()) {
                            println!(
                                "{:.4} x{:.2} {:?} {:?}",
                                result.worst, result.factor, result.form, result.genes
                            );
                        }
                        found.push(result);
                    }
                }
            });
        }
    });
}

/// The best form of each configuration, best first; the order does not depend on threads.
fn ranked(found: &Mutex<Vec<Found>>) -> Vec<Found> {
    let mut all = found.lock().unwrap().clone();
    all.sort_by_key(|result| (result.rank(), result.genes, result.form.name()));
    let mut seen = HashSet::new();
    all.retain(|result| seen.insert(result.genes));
    all
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        let given = arguments.get(at).map(|text| text.parse::<u64>());
        given.map_or(default, |number| number.expect("a number"))
    };
    let mut state = number(0, 1);
    let configurations = number(1, 400);
    let refined = number(2, 4) as usize;
    let metric: Metric = match arguments.get(3).map(String::as_str) {
        Some("nodes") => |iteration| iteration.nodes,
        None | Some("nodes-to-pv") => |iteration| iteration.nodes_to_pv,
        Some(other) => panic!("metric {other:?}; give nodes or nodes-to-pv"),
    };
    let root = Chess::from_fen(published::FEN).expect("the table's position");
    let mut draw = |below: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let candidates: Vec<Genes> = (0..configurations).map(|_| GENES.map(&mut draw)).collect();
    let found = Arc::new(Mutex::new(Vec::new()));
    judge_all(&root, metric, candidates, &found);
    let mut judged = configurations;
    // Improve the best by one option at a time until none improves.
    loop {
        let mut best = ranked(&found);
        best.truncate(refined);
        let before: Vec<_> = best.iter().map(Found::rank).collect();
        let known: Vec<Genes> = found
            .lock()
            .unwrap()
            .iter()
            .map(|result| result.genes)
            .collect();
        let mut neighbours = Vec::new();
        for result in &best {
            for (at, &choices) in GENES.iter().enumerate() {
                for choice in 0..choices {
                    let mut genes = result.genes;
                    genes[at] = choice;
                    if !known.contains(&genes) && !neighbours.contains(&genes) {
                        neighbours.push(genes);
                    }
                }
            }
        }
        judged += neighbours.len() as u64;
        judge_all(&root, metric, neighbours, &found);
        if ranked(&found)
            .iter()
            .take(refined)
            .map(Found::rank)
            .eq(before)
        {
            break;
        }
    }
    let all = ranked(&found);
    println!(
        "{judged} configurations, {} forms each, {} within the conditions",
        FORMS.len(),
        all.len()
    );
    for result in all.iter().take(10) {
        println!(
            "{:.4} x{:.2} {:?} {:?}",
            result.worst, result.factor, result.form, result.genes
        );
    }
    if let Some(best) = all.first() {
        let mut options = options(&best.genes);
        options.techniques.mate_distance = best.form;
        println!(
            "{}",
            serde_json::to_string(&options).expect("options are plain data")
        );
    }
}
