//! One search of an engine, as a judge of engines reads it: what it says after each iteration, what it plays, and whether it kept its
//! limits.

use std::{
    collections::BTreeMap,
    fmt,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{Deadline, EngineError, Info, Message, ReadyEngine, Received};

/// How long an engine may take to answer after `stop`.
const AFTER_STOP: Duration = Duration::from_secs(5);

/// What an engine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What stands after `position`: `fen 8/… w - - 0 1 moves a1a2`.
    pub position: String,
    /// What stands after `go`.
    pub go: Go,
    /// Whether it is a new game, with a cleared hash table.
    pub is_new_game: bool,
    /// After so long, or this many nodes, it is told to stop.
    pub patience: Patience,
}

/// The limits that an engine is given. Without any, it searches until it is told to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The depth in plies.
    pub depth: Option<u8>,
    /// The nodes, as the engine counts them.
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    pub movetime: Option<u64>,
}

/// When an engine is told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// After so long.
    pub time: Duration,
    /// As soon as it reports more nodes.
    pub nodes: Option<u64>,
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// The last line of each depth that has a value, and not only a bound, of the first variation.
    pub iterations: BTreeMap<u32, Info>,
    /// The move that it plays; none if it has no move.
    pub best_move: Option<String>,
    /// The last node count that it reported.
    pub nodes: Option<u64>,
    /// How long it took.
    pub time: Duration,
    /// How long it took after `stop`; none if it answered before.
    pub after_stop: Option<Duration>,
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(milliseconds) = self.movetime {
            write!(f, " movetime {milliseconds}")?;
        }
        match *self == Go::default() {
            true => f.write_str(" infinite"),
            false => Ok(()),
        }
    }
}

impl Question {
    /// The lines that ask it by hand.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let new_game = self.is_new_game.then(|| "ucinewgame".to_owned());
        let position = format!("position {}", self.position);
        let lines = new_game.into_iter().chain([position, self.go.to_string()]);
        lines.collect()
    }
}

impl ReadyEngine {
    /// Asks for one search, and writes down what the engine says; none if the stop flag was set meanwhile.
    ///
    /// # Errors
    /// If the engine ends, or does not answer in spite of `stop`.
    pub fn transcribe(
        &mut self,
        question: &Question,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<Transcript>, EngineError> {
        let ready = Deadline {
            until: Instant::now() + self.timeout,
            stop,
        };
        if question.is_new_game && self.begin_game(&ready)?.is_none() {
            return Ok(None);
        }
        self.conversation
            .send(&format!("position {}", question.position))?;
        let go = question.go.to_string();
        let began = Instant::now();
        self.conversation.send(&go)?;
        let mut transcript = Transcript {
            iterations: BTreeMap::new(),
            best_move: None,
            nodes: None,
            time: Duration::ZERO,
            after_stop: None,
        };
        let mut deadline = Deadline {
            until: began + question.patience.time,
            stop,
        };
        let mut stopped: Option<Instant> = None;
        loop {
            let is_late = match self.conversation.receive(&deadline)? {
                Received::Line(Message::Info(info)) => {
                    transcript.add(info);
                    let beyond = |most| transcript.nodes.is_some_and(|nodes| nodes > most);
                    question.patience.nodes.is_some_and(beyond)
                }
                Received::Line(Message::BestMove(best)) => {
                    transcript.best_move = best;
                    transcript.time = began.elapsed();
                    transcript.after_stop = stopped.map(|stopped| stopped.elapsed());
                    return Ok(Some(transcript));
                }
                Received::Line(_) => false,
                Received::Timeout => true,
                Received::Stopped => return Ok(None),
            };
            if !is_late {
                continue;
            }
            match stopped {
                None => {
                    self.conversation.send("stop")?;
                    stopped = Some(Instant::now());
                    deadline.until = Instant::now() + AFTER_STOP;
                }
                Some(since) if since.elapsed() >= AFTER_STOP => {
                    return Err(self.failed(format!(
                        "does not answer {go:?} within {} s after \"stop\"",
                        AFTER_STOP.as_secs()
                    )));
                }
                Some(_) => {}
            }
        }
    }
}

impl Transcript {
    fn add(&mut self, info: Info) {
        self.nodes = info.nodes.or(self.nodes);
        let is_first = info.multipv.is_none_or(|line| line == 1);
        if let (true, Some(depth), Some((_, None))) = (is_first, info.depth, info.score) {
            self.iterations.insert(depth, info);
        }
    }
}
