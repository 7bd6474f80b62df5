//! A UCI engine as a searcher of chess positions.

use std::{sync::Arc, time::Instant};

use super::{Limits, Memory, Outcome, Receive, Root, SearchError, Searcher, Stop};
use crate::uci::{Answer, Deadline, Engine, EngineError, ReadyEngine};
use plybench_records::{Counts, EngineProcess, Iteration};

/// An engine whose process is ready for the next job. A worker's jobs come variant by variant, so it keeps no more than one.
#[derive(Default)]
pub(super) struct KeptEngine(Option<(Arc<Engine>, ReadyEngine)>);

impl KeptEngine {
    /// The process of this engine, if it is the one that is kept. Another one is ended.
    fn take(&mut self, engine: &Arc<Engine>) -> Option<ReadyEngine> {
        let (of, ready) = self.0.take()?;
        Arc::ptr_eq(&of, engine).then_some(ready)
    }
}

/// An engine as a searcher: one depth after the other. UCI reports no counts besides the nodes.
///
/// An iteration counts if the engine has entered no more nodes than the limit when it answers. After a search that ended well, the
/// process is kept for the next job, if the engine's record says so.
pub struct EngineSearcher<'m> {
    engine: &'m Arc<Engine>,
    kept: &'m mut KeptEngine,
    is_compared: bool,
}

impl<'m> EngineSearcher<'m> {
    /// A searcher that finds the engine's process in `memory`, and keeps it there.
    #[must_use]
    pub fn new(engine: &'m Arc<Engine>, memory: &'m mut Memory) -> Self {
        EngineSearcher {
            engine,
            kept: &mut memory.engine,
            is_compared: false,
        }
    }

    /// The searcher that also asks a fresh process, if its own has searched before: if the counts differ, the answers of the
    /// fresh one are the result, with a note.
    #[must_use]
    pub fn compared_with_fresh(mut self, is_compared: bool) -> Self {
        self.is_compared = is_compared;
        self
    }
}

impl Searcher for EngineSearcher<'_> {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let Some(position) = root.position() else {
            return Err(SearchError::NotChess);
        };
        let kept = self.kept.take(self.engine);
        let is_compared = self.is_compared && kept.is_some();
        let mut job = Job {
            engine: self.engine,
            // As UCI has it, with the moves of a game.
            fen: root.text(),
            nodes: limits.nodes,
            deadline: Deadline {
                until: Instant::now() + self.engine.spec.timeout * (1 + u32::from(is_compared)),
                stop: limits.stop,
            },
            kept,
            is_compared,
            fresh: None,
        };
        let mut outcome = Outcome {
            stop: Stop::Depth,
            nodes: 0,
        };
        for depth in 1..=limits.depth {
            let began = Instant::now();
            let asked = job.ask(depth).map_err(|error| error.after(depth - 1))?;
            let Some((answer, mut notes)) = asked else {
                outcome.stop = Stop::Requested;
                return Ok(outcome);
            };
            let seconds = began.elapsed().as_secs_f64();
            if let Some(most) = limits.nodes.filter(|&most| answer.nodes > most) {
                // Engines go beyond the limit by different amounts, so the limit is recorded.
                (outcome.stop, outcome.nodes) = (Stop::Nodes, most);
                break;
            }
            let judged = answer.judged(position, depth, outcome.nodes);
            let (answer, doubts) = judged.map_err(|problem| self.engine.failed(problem))?;
            notes.extend(doubts);
            outcome.nodes = answer.nodes;
            let iteration = Iteration {
                depth,
                score: answer.score,
                bound: answer.bound,
                nodes: answer.nodes,
                pv: answer.pv,
                moves: Vec::new(),
                notes,
                counts: Counts::default(),
            };
            if receive(iteration, seconds).is_break() {
                outcome.stop = Stop::Requested;
                break;
            }
        }
        if self.engine.record.process.is_kept() {
            let idle = job.kept.or(job.fresh);
            self.kept.0 = idle.map(|ready| (Arc::clone(self.engine), ready));
        }
        Ok(outcome)
    }
}

/// A position, and the processes that search it.
struct Job<'j> {
    engine: &'j Engine,
    fen: String,
    nodes: Option<u64>,
    deadline: Deadline<'j>,
    /// It has searched other positions.
    kept: Option<ReadyEngine>,
    is_compared: bool,
    fresh: Option<ReadyEngine>,
}

impl Job<'_> {
    /// The answer at a depth, with notes; none if the stop flag was set meanwhile. What other positions have left behind in a kept
    /// process fails no job: if it does not answer, a fresh one is asked, as at every job before processes were kept.
    fn ask(&mut self, depth: u8) -> Result<Option<(Answer, Vec<String>)>, EngineError> {
        let mut expected = None;
        if let Some(kept) = &mut self.kept {
            match kept.search(&self.fen, depth, self.nodes, &self.deadline) {
                Ok(None) => return Ok(None),
                Ok(Some(answer)) if !self.is_compared => return Ok(Some((answer, Vec::new()))),
                Ok(Some(answer)) => expected = Some(Ok(answer)),
                Err(EngineError::Failed { problem, .. }) if !self.deadline.is_over() => {
                    expected = Some(Err(problem));
                }
                Err(error) => return Err(error),
            }
        }
        let Some(answer) = self.ask_fresh(depth)? else {
            return Ok(None);
        };
        let nodes = answer.nodes;
        let differs = match expected {
            None => return Ok(Some((answer, Vec::new()))),
            Some(Ok(kept)) if kept.nodes == nodes => return Ok(Some((kept, Vec::new()))),
            Some(Ok(kept)) => format!(
                "a kept process entered {} nodes, and a fresh one {nodes}; this is the fresh one's answer",
                kept.nodes
            ),
            Some(Err(problem)) => {
                format!("a kept process {problem}; this is a fresh one's answer")
            }
        };
        self.kept = None;
        Ok(Some((answer, vec![differs])))
    }

    fn ask_fresh(&mut self, depth: u8) -> Result<Option<Answer>, EngineError> {
        if self.engine.record.process == EngineProcess::Depth {
            self.fresh = None;
        }
        if self.fresh.is_none() {
            self.fresh = match self.engine.start(&self.deadline) {
                // A process that has just begun is not in a process group of its own yet, and Ctrl-C reaches it too.
                Err(EngineError::Interrupted { .. }) if self.deadline.is_stopped_soon() => None,
                started => started?,
            };
        }
        match &mut self.fresh {
            Some(fresh) => fresh.search(&self.fen, depth, self.nodes, &self.deadline),
            None => Ok(None),
        }
    }
}
