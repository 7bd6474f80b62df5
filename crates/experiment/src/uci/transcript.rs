//! One search of an engine, as a judge of engines reads it: what it says after each iteration, what it plays, and whether it kept its
//! limits.

use std::{collections::BTreeMap, fmt, sync::atomic::AtomicBool, time::Duration};

use super::{Deadline, EngineError, Info, ReadyEngine};

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
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Asks for one search, and writes down what the engine says.
    ///
    /// # Errors
    /// If the engine ends, or does not answer in spite of `stop`, or if the stop flag was set meanwhile.
    pub fn transcribe(
        &mut self,
        question: &Question,
        stop: Option<&AtomicBool>,
    ) -> Result<Transcript, EngineError> {
        let within = |time| Deadline {
            stop,
            ..Deadline::of(time)
        };
        if question.is_new_game {
            self.begin_game(&within(self.timeout))?;
        }
        let (patience, mut iterations) = (question.patience, BTreeMap::new());
        let transcript = self.read_search(
            &question.position,
            &question.go.to_string(),
            patience.nodes,
            within(patience.time),
            Some(AFTER_STOP),
            |info| {
                let is_first = info.multipv.is_none_or(|line| line == 1);
                if let (true, Some(depth), Some((_, None))) = (is_first, info.depth, info.score) {
                    iterations.insert(depth, info);
                }
            },
        )?;
        Ok(Transcript {
            iterations,
            ..transcript
        })
    }
}
