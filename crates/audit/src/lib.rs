#![doc = include_str!("../README.md")]

pub mod ab;
mod cases;
mod claims;
mod document;
mod finding;
pub mod forms;
mod interview;
mod limits;
mod line;
mod mates;
pub mod probe;
mod terminal;

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

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

/// How long a quick audit goes on asking. The last answer may come some seconds later.
const QUICK: Duration = Duration::from_secs(50);

/// What an engine is asked.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The positions with exact results.
    pub cases: Vec<Case>,
    /// Nodes of each search of them, as the engine counts them.
    pub nodes: u64,
    /// After so long, nothing more is asked; after half of it, no more of the positions.
    pub time: Option<Duration>,
}

impl Questions {
    /// A quarter of the built-in positions: seconds, and under a minute with any engine.
    #[must_use]
    pub fn quick() -> Self {
        Questions {
            cases: cases::built_in(4),
            nodes: 10_000,
            time: Some(QUICK),
        }
    }

    /// All of them, with ten times the nodes.
    #[must_use]
    pub fn thorough() -> Self {
        Questions {
            cases: cases::built_in(1),
            nodes: 100_000,
            time: None,
        }
    }

    /// The steps of an audit with these questions.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.cases.len() + 3 + probe::positions()
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
    /// How many questions were not asked, since the time was over or the engine failed again and again.
    pub unasked: usize,
    /// Whether it failed so often in a row that it was asked no more.
    pub has_failed: bool,
}

/// Asks an engine all questions. `step` is called after each of [`Questions::steps`].
///
/// # Errors
/// If the engine cannot be started again, or the stop flag was set meanwhile. An engine that ends or does not answer is no error, but a finding.
pub fn audit(
    engine: &Engine,
    questions: &Questions,
    stop: &AtomicBool,
    mut step: impl FnMut(),
) -> Result<Audit, EngineError> {
    let mut findings = Findings::default();
    let mut interview = Interview::of(engine, stop);
    let mut distances = claims::Distances::default();
    let began = Instant::now();
    interview.until = questions.time.map(|time| began + time / 2);
    for case in &questions.cases {
        claims::judge(
            case,
            questions.nodes,
            &mut interview,
            &mut findings,
            &mut distances,
        )?;
        step();
    }
    distances.note_equal_scores(&mut findings);
    interview.until = questions.time.map(|time| began + time);
    for judge in [terminal::judge, limits::judge, mates::judge] {
        judge(&mut interview, &mut findings)?;
        step();
    }
    let probe = probe::of_engine(&mut interview, &mut findings, &mut step)?;
    Ok(Audit {
        engine: engine.record.clone(),
        searches: interview.searches(),
        unasked: interview.unasked(),
        has_failed: interview.has_given_up(),
        findings,
        distances: distances.rows(),
        probe,
    })
}
