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
    cases::{Case, Truth, of_epd},
    claims::Distance,
    document::{blank, document},
    finding::{Finding, Findings, Kind, Severity},
};
use interview::Interview;
use probe::Probe;

/// What an engine is asked.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The positions with exact results.
    pub cases: Vec<Case>,
    /// Nodes of each search of them, as the engine counts them.
    pub nodes: u64,
}

impl Questions {
    /// A quarter of the built-in positions: seconds.
    #[must_use]
    pub fn quick() -> Self {
        Questions {
            cases: cases::built_in(4),
            nodes: 10_000,
        }
    }

    /// All of them, with more nodes: a minute or two.
    #[must_use]
    pub fn thorough() -> Self {
        Questions {
            cases: cases::built_in(1),
            nodes: 100_000,
        }
    }

    /// The steps of an audit with these questions.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.cases.len() + 2 + probe::positions()
    }
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

/// Asks an engine all questions. `step` is called after each of [`Questions::steps`]. None if the stop flag was set meanwhile.
///
/// # Errors
/// If the engine cannot be started again. An engine that ends or does not answer is no error, but a finding.
pub fn audit(
    engine: &Engine,
    questions: &Questions,
    stop: &AtomicBool,
    mut step: impl FnMut(),
) -> Result<Option<Audit>, EngineError> {
    let mut findings = Findings::default();
    let mut interview = Interview::of(engine, stop);
    let mut distances = claims::Distances::default();
    for case in &questions.cases {
        let judged = claims::judge(
            case,
            questions.nodes,
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
