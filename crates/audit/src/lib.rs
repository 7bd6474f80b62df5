#![doc = include_str!("../README.md")]

mod cases;
mod claims;
mod document;
mod finding;
mod interview;
mod limits;
mod line;
pub mod probe;
mod terminal;

use std::sync::atomic::AtomicBool;

use plybench_experiment::uci::{Engine, EngineError};
use plybench_records::EngineRecord;

pub use self::{
    cases::{Case, Truth},
    claims::Distance,
    document::{blank, document},
    finding::{Finding, Findings, Kind, Severity},
};
use interview::Interview;
use probe::Probe;

/// How much an audit asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of each search, as the engine counts them.
    pub nodes: u64,
    /// Asks only one of so many positions of each data set.
    pub one_of: usize,
}

impl Effort {
    /// A quarter of the positions.
    pub const QUICK: Self = Effort {
        nodes: 10_000,
        one_of: 4,
    };
    /// All positions, with more nodes.
    pub const THOROUGH: Self = Effort {
        nodes: 100_000,
        one_of: 1,
    };
}

/// What is known of an engine after all questions.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The engine: its name, its program's checksum, its options.
    pub engine: EngineRecord,
    /// What it does wrong.
    pub findings: Findings,
    /// How soon it finds mates, by their distance.
    pub distances: Vec<Distance>,
    /// Whether it prunes by mate distance.
    pub probe: Probe,
    /// How many searches it was asked for.
    pub searches: usize,
}

/// Asks an engine all questions. `step` is called after each of [`steps`]. None if the stop flag was set meanwhile.
///
/// # Errors
/// If the engine cannot be started again. An engine that ends or does not answer is no error, but a finding.
pub fn audit(
    engine: &Engine,
    effort: Effort,
    stop: &AtomicBool,
    mut step: impl FnMut(),
) -> Result<Option<Audit>, EngineError> {
    let mut findings = Findings::default();
    let mut interview = Interview::of(engine, stop);
    let mut distances = claims::Distances::default();
    for case in cases::all(effort.one_of) {
        let judged = claims::judge(
            &case,
            effort.nodes,
            &mut interview,
            &mut findings,
            &mut distances,
        )?;
        if judged.is_none() {
            return Ok(None);
        }
        step();
    }
    distances.note_equal_scores(&mut findings);
    for judge in [terminal::judge, limits::judge] {
        if judge(&mut interview, &mut findings)?.is_none() {
            return Ok(None);
        }
        step();
    }
    let Some(probe) = probe::of_engine(&mut interview, &mut findings, &mut step)? else {
        return Ok(None);
    };
    Ok(Some(Audit {
        engine: engine.record.clone(),
        searches: interview.searches(),
        findings,
        distances: distances.rows(),
        probe,
    }))
}

/// How many steps an audit has.
#[must_use]
pub fn steps(effort: Effort) -> usize {
    cases::all(effort.one_of).len() + 2 + probe::positions()
}
