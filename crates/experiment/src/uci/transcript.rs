//! One search of an engine, as a judge of engines reads it: what it says after each iteration, what it plays, and whether it kept its
//! limits.

use std::{collections::BTreeMap, fmt, mem, sync::atomic::AtomicBool, time::Duration};

use super::{Deadline, EngineError, Info, ReadyEngine};

/// How long an engine may take to answer after `stop`.
const AFTER_STOP: Duration = Duration::from_secs(5);

/// The line that asks for several variations, without their number.
const VARIATIONS: &str = "setoption name MultiPV value";

/// What an engine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What stands after `position`: `fen 8/… w - - 0 1 moves a1a2`.
    pub position: String,
    /// What stands after `go`.
    pub go: Go,
    /// Whether it is a new game, with a cleared hash table.
    pub is_new_game: bool,
    /// How many variations are asked for, by the option MultiPV; 1 leaves the option alone.
    pub variations: u8,
    /// After so long, or this many nodes, it is told to stop.
    pub patience: Patience,
}

/// The limits that an engine is given. Without any, it searches until it is told to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The depth in plies.
    pub depth: Option<u8>,
    /// The moves of the mate that is searched for.
    pub mate: Option<u8>,
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
    /// If it was asked for several variations: the last whole set of each depth, in the order of their numbers.
    pub variations: BTreeMap<u32, Vec<Info>>,
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
        let [depth, mate] = [self.depth, self.mate].map(|limit| limit.map(u64::from));
        let limits = [
            ("depth", depth),
            ("mate", mate),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
        ];
        for (name, limit) in limits {
            if let Some(limit) = limit {
                write!(f, " {name} {limit}")?;
            }
        }
        match *self == Go::default() {
            true => f.write_str(" infinite"),
            false => Ok(()),
        }
    }
}

impl Question {
    /// A question about a FEN, perhaps with moves, in a new game. The engine is told to stop after this time.
    #[must_use]
    pub fn new(fen: &str, go: Go, time: Duration) -> Self {
        Question {
            position: format!("fen {fen}"),
            go,
            is_new_game: true,
            variations: 1,
            patience: Patience { time, nodes: None },
        }
    }

    /// The same, but the engine is also told to stop as soon as it reports more nodes.
    #[must_use]
    pub fn up_to(mut self, nodes: u64) -> Self {
        self.patience.nodes = Some(nodes);
        self
    }

    /// The lines that ask it by hand.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let new_game = self.is_new_game.then(|| "ucinewgame".to_owned());
        let position = format!("position {}", self.position);
        let lines = new_game.into_iter().chain([position, self.go.to_string()]);
        self.set_variations().into_iter().chain(lines).collect()
    }

    fn set_variations(&self) -> Option<String> {
        (self.variations > 1).then(|| format!("{VARIATIONS} {}", self.variations))
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
        if let Some(several) = question.set_variations() {
            self.conversation.send(&several)?;
        }
        if question.is_new_game {
            self.begin_game(&within(self.timeout))?;
        }
        let (patience, mut iterations) = (question.patience, BTreeMap::new());
        let (mut variations, mut set) = (BTreeMap::new(), Vec::<Info>::new());
        let transcript = self.read_search(
            &question.position,
            &question.go.to_string(),
            patience.nodes,
            within(patience.time),
            Some(AFTER_STOP),
            |info| {
                let (Some(depth), Some((_, None))) = (info.depth, info.score) else {
                    return;
                };
                let number = info.multipv.unwrap_or(1);
                if question.variations > 1 {
                    // While a depth is searched, the variations that are not done yet are told again with the depth before.
                    if number == 1 || set.last().is_some_and(|last| last.depth != info.depth) {
                        set.clear();
                    }
                    if number as usize == set.len() + 1 {
                        set.push(info.clone());
                    }
                    if set.len() == usize::from(question.variations) {
                        variations.insert(depth, mem::take(&mut set));
                    }
                }
                if number == 1 {
                    iterations.insert(depth, info);
                }
            },
        )?;
        if question.variations > 1 {
            self.conversation.send(&format!("{VARIATIONS} 1"))?;
        }
        Ok(Transcript {
            iterations,
            variations,
            ..transcript
        })
    }
}
