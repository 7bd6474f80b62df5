//! Another program as a searcher: a UCI engine, of chess positions, or a program that speaks JSON, of any.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use super::{Limits, Memory, Outcome, Receive, Root, SearchError, Searcher, Stop};
use crate::spec::CLAIMED;
use crate::uci::{Deadline, Engine, EngineError, ReadyEngine, Timed};
use plybench_records::{EngineProcess, Iteration, Protocol};

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

/// An engine as a searcher: one depth after the other. UCI reports no counts besides the nodes; other programs may.
///
/// An iteration counts if the engine has entered no more nodes than the limit when it answers. After a search that ended well, the
/// process is kept for the next job, if the engine's record says so.
pub struct EngineSearcher<'m> {
    engine: &'m Arc<Engine>,
    kept: &'m mut KeptEngine,
    claim: Option<i32>,
    is_compared: bool,
}

impl<'m> EngineSearcher<'m> {
    /// A searcher that finds the engine's process in `memory`, and keeps it there.
    #[must_use]
    pub fn new(engine: &'m Arc<Engine>, memory: &'m mut Memory) -> Self {
        EngineSearcher {
            engine,
            kept: &mut memory.engine,
            claim: None,
            is_compared: false,
        }
    }

    /// The searcher that asks for a mate in so many moves, if it asks for the claimed mate.
    #[must_use]
    pub fn asking_for(mut self, claim: Option<i32>) -> Self {
        self.claim = claim;
        self
    }

    /// The searcher that also asks a fresh process, if its own has searched before: if the counts differ, the answers of the
    /// fresh one are the result, with a note.
    #[must_use]
    pub fn compared_with_fresh(mut self, is_compared: bool) -> Self {
        self.is_compared = is_compared;
        self
    }
}

impl EngineSearcher<'_> {
    /// The whole command of what it is asked in place of depths.
    fn go(&self, go: &str, nodes: Option<u64>) -> String {
        let moves = self.claim.map(|moves| moves.to_string());
        let go = moves.map_or_else(|| go.to_owned(), |moves| go.replace(CLAIMED, &moves));
        // As with a depth, one more node shows whether the search was completed.
        let nodes = nodes.map(|nodes| format!(" nodes {}", nodes.saturating_add(1)));
        format!("go {go}{}", nodes.unwrap_or_default())
    }
}

impl Searcher for EngineSearcher<'_> {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        if self.engine.record.protocol == Protocol::Uci && root.position().is_none() {
            return Err(SearchError::NotChess);
        }
        let kept = self.kept.take(self.engine);
        let go = self.engine.record.go.as_deref();
        // How far an engine gets in a time is another each time.
        let is_repeatable = go.is_none_or(|go| !go.starts_with("movetime"));
        let is_compared = self.is_compared && is_repeatable && kept.is_some();
        let question = Question {
            engine: self.engine,
            // A game with its moves, as UCI has it.
            root: root.text(),
            go: go.map(|go| self.go(go, limits.nodes)),
            depth: limits.depth,
            nodes: limits.nodes,
            deadline: Deadline {
                until: Instant::now() + self.engine.spec.timeout * (1 + u32::from(is_compared)),
                stop: limits.stop,
            },
        };
        let mut job = Job {
            question,
            kept: kept.map(Process::from),
            is_compared,
            fresh: None,
        };
        let mut outcome = Outcome {
            stop: Stop::Depth,
            nodes: 0,
        };
        for depth in 1..=limits.depth {
            let asked = job.ask(depth);
            if matches!(asked, Err(EngineError::Stopped)) {
                outcome.stop = Stop::Requested;
                return Ok(outcome);
            }
            let (timed, mut notes) = asked.map_err(|error| error.after(depth - 1))?;
            let (mut answer, seconds) = (timed.answer, timed.seconds);
            if let Some(most) = limits.nodes.filter(|&most| answer.nodes > most) {
                // Engines go beyond the limit by different amounts, so the limit is recorded.
                (outcome.stop, outcome.nodes) = (Stop::Nodes, most);
                break;
            }
            if go.is_some() {
                // It was not asked for a depth.
                answer.depth = None;
            }
            let judged = answer.judged(root, depth, outcome.nodes);
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
                counts: answer.counts,
            };
            if receive(iteration, seconds).is_break() {
                outcome.stop = Stop::Requested;
                break;
            }
        }
        if self.engine.record.process.is_kept() {
            // A process whose search failed may still be at it.
            let idle = job.kept.or(job.fresh).filter(|idle| idle.failed.is_none());
            self.kept.0 = idle.map(|idle| (Arc::clone(self.engine), idle.ready));
        }
        Ok(outcome)
    }
}

/// What is asked about a position.
struct Question<'j> {
    engine: &'j Engine,
    root: String,
    /// What it is asked in place of depths.
    go: Option<String>,
    /// The last depth.
    depth: u8,
    nodes: Option<u64>,
    deadline: Deadline<'j>,
}

impl Question<'_> {
    fn ask(&self, process: &mut Process, depth: u8) -> Result<Timed, EngineError> {
        let (nodes, deadline) = (self.nodes, &self.deadline);
        if self.engine.record.one_search {
            if depth == 1 {
                let read = &mut process.read;
                let searched = process
                    .ready
                    .search_through(&self.root, self.depth, nodes, deadline, read);
                process.failed = searched.err();
            }
            if let Some(answer) = process.read.get(&depth.into()) {
                return Ok(answer.clone());
            }
            if let Some(error) = process.failed.take() {
                return Err(error);
            }
        }
        let began = Instant::now();
        let answer = match &self.go {
            Some(go) => process.ready.ask(&self.root, go, nodes, deadline),
            None => process.ready.search(&self.root, depth, nodes, deadline),
        };
        let seconds = began.elapsed().as_secs_f64();
        answer.map(|answer| Timed { answer, seconds })
    }
}

/// A process that is asked about one position.
struct Process {
    ready: ReadyEngine,
    /// The answers by depth that are read from one search.
    read: BTreeMap<u32, Timed>,
    /// Why that search failed.
    failed: Option<EngineError>,
}

impl From<ReadyEngine> for Process {
    fn from(ready: ReadyEngine) -> Self {
        Process {
            ready,
            read: BTreeMap::new(),
            failed: None,
        }
    }
}

/// A question, and the processes that it is put to.
struct Job<'j> {
    question: Question<'j>,
    /// It has searched other positions.
    kept: Option<Process>,
    is_compared: bool,
    fresh: Option<Process>,
}

impl Job<'_> {
    /// The answer at a depth, with notes. What other positions have left behind in a kept process fails no job: if it does not answer, a
    /// fresh one is asked, as at every job before processes were kept.
    fn ask(&mut self, depth: u8) -> Result<(Timed, Vec<String>), EngineError> {
        let mut expected = None;
        if let Some(kept) = &mut self.kept {
            match self.question.ask(kept, depth) {
                Ok(answer) if !self.is_compared => return Ok((answer, Vec::new())),
                Ok(answer) => expected = Some(Ok(answer)),
                Err(EngineError::Failed { problem, .. }) if !self.question.deadline.is_over() => {
                    expected = Some(Err(problem));
                }
                Err(error) => return Err(error),
            }
        }
        let answer = self.ask_fresh(depth)?;
        let nodes = answer.answer.nodes;
        let differs = match expected {
            None => return Ok((answer, Vec::new())),
            Some(Ok(kept)) if kept.answer.nodes == nodes => {
                if kept.answer.counts == answer.answer.counts {
                    return Ok((kept, Vec::new()));
                }
                "a kept process and a fresh one enter the same nodes, but have other counts; this is the fresh one's answer".to_owned()
            }
            Some(Ok(kept)) => format!(
                "a kept process entered {} nodes, and a fresh one {nodes}; this is the fresh one's answer",
                kept.answer.nodes
            ),
            Some(Err(problem)) => {
                format!("a kept process {problem}; this is a fresh one's answer")
            }
        };
        self.kept = None;
        Ok((answer, vec![differs]))
    }

    fn ask_fresh(&mut self, depth: u8) -> Result<Timed, EngineError> {
        let Question {
            engine, deadline, ..
        } = &self.question;
        // In one search, the depths are not asked for one after the other.
        if engine.record.process == EngineProcess::Depth && !engine.record.one_search {
            self.fresh = None;
        }
        let fresh = match self.fresh.take() {
            Some(fresh) => fresh,
            None => match engine.start(deadline) {
                // A process that has just begun is not in a process group of its own yet, and Ctrl-C reaches it too.
                Err(EngineError::Interrupted { .. }) if deadline.is_stopped_soon() => {
                    return Err(EngineError::Stopped);
                }
                started => Process::from(started?),
            },
        };
        self.question.ask(self.fresh.insert(fresh), depth)
    }
}
