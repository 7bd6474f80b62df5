//! Does an engine prune by mate distance, and with which bounds? From its node counts alone, without another engine to compare with.
//!
//! Long after a mate is found, each further iteration only shows again that nothing is better, and with mate distance pruning its cost
//! does not depend on the depth. In a mate in 2 with one reply, a search with both bounds enters two nodes for each move at the root:
//! the position after it, and after one reply, which is cut since no mate from there comes sooner. Once the window is narrowed, the
//! mate cuts off the other moves beside it; a form that only tests copies of the bounds has to enter each of them. A bound that is one
//! ply loose lets each of the root's moves be searched two plies deeper. In a mate in 1 the lower bound cuts the position after each
//! move at once; without it, one reply is entered as well. So the law `nodes = constant + a × root's moves + b × moves beside the mate`
//! over positions with different numbers of moves names the form, whatever the engine counts besides: `stockfish` has a = 2, b = 0,
//! exactly, `test-only` b = 1, `fruit` a = 1.

mod fit;
mod positions;

use std::{collections::BTreeMap, time::Duration};

use plybench_experiment::uci::{EngineError, Go, Question};

pub use self::positions::{Position, all};
use super::{finding::Findings, interview::Interview};

/// How deep each mate is searched, in plies.
pub const DEPTH: u8 = 60;
/// How many nodes a search of the probe may enter.
pub const NODES: u64 = 200_000;
/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// A mate has to be searched so far, in plies, before its cost says anything.
const FAR: u32 = 8;
/// Of so many positions of a kind, a law is derived.
const ENOUGH: usize = 6;

/// Nodes for each move, at most, with the lower bound: one, and two without.
const WITH_LOWER_BOUND: f64 = 1.4;
const MISSING_LOWER: f64 = 2.5;
/// Nodes for each move at the root: 1 with Fruit's bound, 2 with both bounds. Engines that search a move twice, or count it twice, enter more.
const TIGHTER: f64 = 1.5;
const TIGHT: f64 = 4.0;
/// Nodes for each move beside the mate: none if the window is narrowed, one if the bounds are only tested.
const NARROWED: f64 = 0.35;
const BESIDE: std::ops::RangeInclusive<f64> = 0.5..=1.5;
/// Nodes for each move of both kinds: above this the upper bound is loose, and above that nothing stops the search.
const LOOSE: f64 = 8.0;
const NOTHING: f64 = 250.0;
/// A law whose deviations are larger than this share of the costs is none.
const ERRATIC: f64 = 0.35;

/// What node counts say of mate distance pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both bounds, tight, and the window is narrowed.
    Tight,
    /// As tight, with the lower bound two plies higher where a node is not mated.
    Tighter,
    /// Both bounds are tested, but the window is left as it is.
    TestOnly,
    /// The lower bound works; the upper one is a ply loose, or missing.
    UpperLoose,
    /// The upper bound works; the lower one is missing.
    LowerMissing,
    /// The upper bound is a ply loose, or missing, and the lower one is missing, but something bounds the search.
    BothWeak,
    /// Nothing bounds the search after a mate.
    None,
    /// The counts fit no form.
    Undecided,
}

impl Verdict {
    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Tight => "tight",
            Verdict::Tighter => "tighter",
            Verdict::TestOnly => "test-only",
            Verdict::UpperLoose => "upper-loose",
            Verdict::LowerMissing => "lower-missing",
            Verdict::BothWeak => "both-weak",
            Verdict::None => "none",
            Verdict::Undecided => "undecided",
        }
    }

    /// A sentence.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Verdict::Tight => {
                "It prunes by mate distance: both bounds are tight, and the window is narrowed."
            }
            Verdict::Tighter => {
                "It prunes by mate distance, with a lower bound that is tighter than usual, as in Fruit."
            }
            Verdict::TestOnly => {
                "It prunes by mate distance: both bounds are tested, but the window is not narrowed."
            }
            Verdict::UpperLoose => {
                "Half of its mate distance pruning works: the upper bound, mate in p + 1 plies, is one ply loose or missing."
            }
            Verdict::LowerMissing => {
                "Half of its mate distance pruning works: the lower bound, mated in p plies, is missing."
            }
            Verdict::BothWeak => {
                "Its mate distance pruning is weak: the upper bound is one ply loose, and the lower one is missing."
            }
            Verdict::None => {
                "It does not prune by mate distance: iterations after a mate grow without bound."
            }
            Verdict::Undecided => {
                "Its node counts after a mate fit no known form of mate distance pruning."
            }
        }
    }
}

/// What an iteration costs, long after a mate is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Where.
    pub position: Position,
    /// Nodes of one more iteration: the lower quartile of the last third of those that were completed. Some engines search more now and then.
    pub nodes: f64,
    /// The last iteration, in plies.
    pub depth: u32,
}

/// What the probe found.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The costs that the verdict follows from.
    pub costs: Vec<Cost>,
    /// Nodes for each move of a mate in 1.
    pub per_move_in_1: Option<f64>,
    /// In a mate in 2, nodes for each of the root's moves, and for each move beside the mate.
    pub per_move_in_2: Option<[f64; 2]>,
    /// Nodes of an iteration that do not depend on the moves, in a mate in 2 that does not begin in check.
    pub constant: Option<f64>,
    /// The median deviation from the law of the mates in 2, in nodes.
    pub deviation: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
}

/// How many positions the probe asks for.
#[must_use]
pub fn positions() -> usize {
    all().len()
}

/// The probe of a running engine.
pub(crate) fn of_engine(
    interview: &mut Interview<'_>,
    findings: &mut Findings,
    step: &mut dyn FnMut(),
) -> Result<Probe, EngineError> {
    let mut costs = Vec::new();
    let go = Go {
        depth: Some(DEPTH),
        ..Go::default()
    };
    for (position, to_ask) in all().into_iter().zip((1..=positions() as u32).rev()) {
        // All of them are asked, and so each has its share of what time is left.
        let share = interview.left().map(|left| left / to_ask);
        let time = share.unwrap_or(PATIENCE).min(PATIENCE);
        let question = Question::new(&position.fen, go, time).up_to(NODES);
        if let Some(transcript) = interview.ask(question, findings)? {
            let lines = transcript.iterations.iter();
            let nodes = lines.filter_map(|(depth, info)| Some((*depth, info.nodes?)));
            costs.extend(cost(position, &nodes.collect()));
        }
        step();
    }
    Ok(Probe::of(costs))
}

/// What one more iteration costs, from the nodes up to the end of each depth; none if it was not searched far enough.
#[must_use]
pub fn cost(position: Position, nodes: &BTreeMap<u32, u64>) -> Option<Cost> {
    let depths: Vec<(u32, u64)> = nodes
        .iter()
        .map(|(depth, nodes)| (*depth, *nodes))
        .collect();
    let mut costs: Vec<f64> = depths
        .windows(2)
        .map(|pair| {
            let plies = f64::from(pair[1].0 - pair[0].0);
            pair[1].1.saturating_sub(pair[0].1) as f64 / plies
        })
        .collect();
    let (depth, _) = *depths.last()?;
    if depth < FAR {
        return None;
    }
    let mut last = costs.split_off(costs.len() - costs.len().div_ceil(3));
    last.sort_by(f64::total_cmp);
    Some(Cost {
        position,
        nodes: *last.get(last.len() / 4)?,
        depth,
    })
}

impl Probe {
    /// What follows from these costs.
    #[must_use]
    pub fn of(costs: Vec<Cost>) -> Self {
        let (two, one): (Vec<&Cost>, Vec<&Cost>) = costs
            .iter()
            .partition(|cost| cost.position.later_moves.is_some());
        // A search that was stopped at its limit may not have come to where its cost no longer grows. But there are engines whose every
        // search is, and whose costs follow a law all the same.
        let whole: Vec<&Cost> = two.iter().copied().filter(|cost| cost.is_whole()).collect();
        let laws = [&two, &whole].map(|costs| Some((law(costs)?, spread(costs))));
        let laws = laws.into_iter().flatten();
        let in_2 = laws.min_by(|(one, _), (other, _)| one.deviation.total_cmp(&other.deviation));
        let in_1 = law(&one);
        let verdict = match (&in_1, &in_2) {
            (Some(in_1), Some((in_2, spread))) => verdict(in_1, in_2, *spread),
            _ => Verdict::Undecided,
        };
        let in_2 = in_2.map(|(law, _)| law);
        Probe {
            per_move_in_1: in_1.map(|law| law.coefficients[1]),
            per_move_in_2: in_2
                .as_ref()
                .map(|law| [law.coefficients[1], law.coefficients[2]]),
            constant: in_2.as_ref().map(|law| law.coefficients[0]),
            deviation: in_2.map(|law| law.deviation),
            verdict,
            costs,
        }
    }
}

impl Cost {
    /// Whether the search was not stopped at its limit.
    fn is_whole(&self) -> bool {
        self.depth >= u32::from(DEPTH)
    }

    /// What the cost may depend on, and the cost.
    fn point(&self) -> (Vec<f64>, f64) {
        let position = &self.position;
        let mut known = vec![1.0, position.root_moves as f64];
        if let Some(later) = position.later_moves {
            // An engine may extend a root in check.
            known.extend([later as f64, f64::from(u8::from(position.in_check))]);
        }
        (known, self.nodes)
    }
}

/// The law of these costs, if they are enough for one.
fn law(costs: &[&Cost]) -> Option<fit::Law> {
    let points: Vec<_> = costs.iter().map(|cost| cost.point()).collect();
    (points.len() >= ENOUGH).then(|| fit::law(&points))?
}

/// How far the middle half of the costs reaches.
fn spread(costs: &[&Cost]) -> f64 {
    let mut nodes: Vec<f64> = costs.iter().map(|cost| cost.nodes).collect();
    nodes.sort_by(f64::total_cmp);
    let at = |quarter: usize| nodes.get(nodes.len() * quarter / 4).copied().unwrap_or(0.0);
    at(3) - at(1)
}

fn verdict(in_1: &fit::Law, in_2: &fit::Law, spread: f64) -> Verdict {
    let (lower, root, later) = (
        in_1.coefficients[1],
        in_2.coefficients[1],
        in_2.coefficients[2],
    );
    let has_lower = lower <= WITH_LOWER_BOUND;
    let is_narrowed = later.abs() <= NARROWED;
    if (root + later).abs() > NOTHING || in_2.deviation > NOTHING {
        return Verdict::None;
    }
    if root + later > LOOSE {
        return match has_lower {
            true => Verdict::UpperLoose,
            false => Verdict::BothWeak,
        };
    }
    if in_2.deviation > ERRATIC * spread.max(1.0) {
        return Verdict::Undecided;
    }
    match root {
        0.5..=TIGHTER if is_narrowed && has_lower => Verdict::Tighter,
        TIGHTER..=TIGHT if is_narrowed && has_lower => Verdict::Tight,
        TIGHTER..=TIGHT if is_narrowed && lower < MISSING_LOWER => Verdict::LowerMissing,
        TIGHTER..=TIGHT if BESIDE.contains(&later) && has_lower => Verdict::TestOnly,
        _ => Verdict::Undecided,
    }
}
