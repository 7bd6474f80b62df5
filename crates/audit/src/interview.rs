//! The conversation with an engine over all questions: an engine that ends or falls silent is started again for the next one.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plybench_experiment::uci::{Deadline, Engine, EngineError, Question, ReadyEngine, Transcript};

use super::finding::{Findings, Kind};

/// After so many failures one after the other, an engine is asked no more.
const MOST_FAILURES: usize = 5;

/// An engine that is asked one question after the other.
pub(crate) struct Interview<'e> {
    engine: &'e Engine,
    stop: &'e AtomicBool,
    running: Option<ReadyEngine>,
    searches: usize,
    /// After this time it is asked no more.
    pub(crate) until: Option<Instant>,
    /// How many questions were not asked.
    unasked: usize,
    /// How many questions in a row it has failed to answer.
    failures: usize,
    /// What it was asked since it started or since its last new game.
    game: Vec<Question>,
}

impl<'e> Interview<'e> {
    pub(crate) fn of(engine: &'e Engine, stop: &'e AtomicBool) -> Self {
        Interview {
            engine,
            stop,
            running: None,
            searches: 0,
            until: None,
            unasked: 0,
            failures: 0,
            game: Vec::new(),
        }
    }

    /// How many questions were asked.
    pub(crate) fn searches(&self) -> usize {
        self.searches
    }

    /// How many were not, since the time was over or the engine had failed too often.
    pub(crate) fn unasked(&self) -> usize {
        self.unasked
    }

    /// The time that is left; none if there is no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        let until = self.until?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// Whether it can be asked for several variations: if it has the option, and the user has not set it.
    pub(crate) fn has_variations(&self) -> bool {
        let mut offers = self
            .engine
            .offers
            .iter()
            .filter(|one| one.is_named("MultiPV"));
        offers.any(|one| !self.engine.record.options.contains_key(&one.name))
    }

    /// Whether it has failed so often that no answer can be expected.
    pub(crate) fn has_given_up(&self) -> bool {
        self.failures >= MOST_FAILURES
    }

    /// What was asked in this game, the last question included: what has to be typed to see the same again.
    pub(crate) fn asked(&self) -> &[Question] {
        &self.game
    }

    /// Asks a question. That the engine ends or does not answer is a finding, and then there is no answer.
    ///
    /// # Errors
    /// If it cannot be started again, or the stop flag was set.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        findings: &mut Findings,
    ) -> Result<Option<Transcript>, EngineError> {
        if self.has_given_up() || self.left() == Some(Duration::ZERO) {
            self.unasked += 1;
            return Ok(None);
        }
        if question.is_new_game || self.running.is_none() {
            self.game.clear();
        }
        let mut engine = match self.running.take() {
            Some(engine) => engine,
            None => self.engine.start(&Deadline {
                stop: Some(self.stop),
                ..Deadline::of(self.engine.spec.start_timeout)
            })?,
        };
        self.searches += 1;
        let answer = engine.transcribe(&question, Some(self.stop));
        self.game.push(question);
        match answer {
            Ok(transcript) => {
                self.running = Some(engine);
                self.failures = 0;
                Ok(Some(transcript))
            }
            Err(EngineError::Stopped) => Err(EngineError::Stopped),
            Err(error) => {
                self.failures += 1;
                findings.add(Kind::Died, || error.to_string(), &self.game);
                Ok(None)
            }
        }
    }
}
