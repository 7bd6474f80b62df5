//! An engine that an experiment names: what makes its results its own, and how it is asked.
//!
//! Each position has a process of its own, and each depth a new game with a cleared hash table: `go depth 1`, `go depth 2`, …. So
//! a depth shows what a user sees who starts the engine and asks for it, and the engine's node count there is that of all its
//! iterations up to this depth. It also keeps the results of one position free of what the engine remembers of others
//! (Glaurung 2.2 remembers something in spite of a new game and a cleared hash table: a few nodes differ).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Answer, Conversation, EngineError, Heard, Message, Offer, Patience, Takes, answer::Hearing,
    program,
};
use crate::{
    spec::{self, EngineSpec},
    store::EngineRecord,
};

/// What is set besides what the user wants, where an engine offers it: several threads search another tree each time, and a
/// book answers without a search.
const ALWAYS: [(&str, &str); 2] = [("Threads", "1"), ("OwnBook", "false")];
/// Set to its default if the user does not set it, so that it is written down.
const HASH: &str = "Hash";
/// A button that some engines have.
const CLEAR_HASH: &str = "Clear Hash";
/// Bytes that an engine may take besides its hash table.
const ENGINE_BYTES: u64 = 128 << 20;

/// An engine with its options.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What the experiment says of it.
    pub spec: EngineSpec,
    /// Its program.
    pub program: PathBuf,
    /// What makes its results its own.
    pub record: EngineRecord,
}

/// An engine that is about to search one position.
pub struct Asked<'e> {
    conversation: Conversation,
    engine: &'e Engine,
    /// Whether it has a button to clear its hash table.
    clears_hash: bool,
}

impl Engine {
    /// Finds an engine's program, starts it to see what it is and what it offers, and checks the options that it is to have.
    /// Relative paths start at `folder`.
    ///
    /// # Errors
    /// If there is no such program, it is no engine, or does not offer an option.
    pub fn find(spec: &EngineSpec, folder: &Path) -> Result<Self, EngineError> {
        let input = |problem| EngineError::Input {
            engine: spec.name.clone(),
            problem,
        };
        let program = program::find(spec.command.get_ref(), folder).map_err(input)?;
        let sha256 = program::sha256(&program)
            .map_err(|error| input(format!("cannot read {}: {error}", program.display())))?;
        let introduction = introduce(spec, &program, Patience::of(spec.start_timeout))?;
        let Some((_, id, offers)) = introduction else {
            return Err(not_ready(spec));
        };
        let engine = Engine {
            record: EngineRecord {
                engine: spec.name.clone(),
                id,
                sha256,
                args: spec.args.clone(),
                options: options(spec, &offers).map_err(input)?,
            },
            spec: spec.clone(),
            program,
        };
        // It also has to live with its options.
        engine.start(&Patience::of(spec.start_timeout))?;
        Ok(engine)
    }

    /// An engine whose results a run has kept. It is not looked for.
    #[must_use]
    pub fn of_run(spec: &EngineSpec, record: EngineRecord) -> Self {
        Engine {
            spec: spec.clone(),
            program: PathBuf::from(spec.command.get_ref()),
            record,
        }
    }

    /// Bytes that it may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let mib = self
            .record
            .options
            .get(HASH)
            .and_then(|mib| mib.parse().ok());
        ENGINE_BYTES.saturating_add(u64::saturating_mul(mib.unwrap_or(0), 1 << 20))
    }

    /// Starts a process of its own; none if it was told to stop meanwhile.
    ///
    /// # Errors
    /// If it cannot be started, is another than it was, or does not get ready.
    pub fn start(&self, patience: &Patience<'_>) -> Result<Option<Asked<'_>>, EngineError> {
        let start = Patience {
            until: patience
                .until
                .min(Patience::of(self.spec.start_timeout).until),
            stop: patience.stop,
        };
        let Some((conversation, id, offers)) = introduce(&self.spec, &self.program, start)? else {
            return Ok(None);
        };
        if id != self.record.id {
            let was = &self.record.id;
            return Err(conversation.failed(format!("calls itself {id:?} now, and {was:?} before")));
        }
        let clears_hash = offers
            .iter()
            .any(|offer| offer.is_named(CLEAR_HASH) && offer.takes == Takes::Button);
        let mut asked = Asked {
            conversation,
            engine: self,
            clears_hash,
        };
        for (name, value) in &self.record.options {
            let option = format!("setoption name {name} value {value}");
            asked.conversation.say(&option)?;
        }
        match asked.is_ready(&start)? {
            Some(true) => Ok(Some(asked)),
            Some(false) => Err(not_ready(&self.spec)),
            None => Ok(None),
        }
    }
}

impl Asked<'_> {
    /// Searches a position to a depth as if it had searched nothing before, until it has entered more than so many nodes; none if
    /// it was told to stop meanwhile.
    ///
    /// # Errors
    /// If it ends, takes too long, or its answer has no move, no score or no node count.
    pub fn search(
        &mut self,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
        patience: &Patience<'_>,
    ) -> Result<Option<Answer>, EngineError> {
        self.conversation.say("ucinewgame")?;
        if self.clears_hash {
            let button = format!("setoption name {CLEAR_HASH}");
            self.conversation.say(&button)?;
        }
        let go = match nodes {
            // Engines end with the limit's last node, also within an iteration; one more tells those that completed it.
            Some(nodes) => format!("go depth {depth} nodes {}", nodes.saturating_add(1)),
            None => format!("go depth {depth}"),
        };
        match self.is_ready(patience)? {
            Some(true) => {}
            Some(false) => return Err(self.too_slow("isready")),
            None => return Ok(None),
        }
        self.conversation.say(&format!("position fen {fen}"))?;
        self.conversation.say(&go)?;
        let (mut hearing, mut is_told_to_stop) = (Hearing::default(), false);
        loop {
            match self.conversation.hear(patience)? {
                Heard::Line(Message::Info(info)) => hearing.hear(info),
                Heard::Line(Message::BestMove(best)) => {
                    let answer = hearing.end(best);
                    return answer.map(Some).map_err(|lack| {
                        self.conversation.failed(format!("answers {go:?} {lack}"))
                    });
                }
                Heard::Line(_) => {}
                Heard::Nothing => return Err(self.too_slow(&go)),
                Heard::Stopped => return Ok(None),
            }
            // Not every engine minds the limit.
            let beyond = |most| hearing.nodes().is_some_and(|nodes| nodes > most);
            if nodes.is_some_and(beyond) && !is_told_to_stop {
                self.conversation.say("stop")?;
                is_told_to_stop = true;
            }
        }
    }

    /// An error about an answer.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        self.conversation.failed(problem)
    }

    /// Whether it has done all that it was told within the time; none if it was told to stop.
    fn is_ready(&mut self, patience: &Patience<'_>) -> Result<Option<bool>, EngineError> {
        self.conversation.say("isready")?;
        loop {
            match self.conversation.hear(patience)? {
                Heard::Line(Message::ReadyOk) => return Ok(Some(true)),
                Heard::Line(_) => {}
                Heard::Nothing => return Ok(Some(false)),
                Heard::Stopped => return Ok(None),
            }
        }
    }

    fn too_slow(&self, asked: &str) -> EngineError {
        let seconds = self.engine.spec.timeout.as_secs();
        self.failed(format!(
            "has no answer to {asked:?} after {seconds} s at this position (timeout)"
        ))
    }
}

fn not_ready(spec: &EngineSpec) -> EngineError {
    let seconds = spec.start_timeout.as_secs();
    EngineError::Failed {
        engine: spec.name.clone(),
        problem: format!(
            "is not ready after {seconds} s; is it a UCI engine? give it more time with start-timeout"
        ),
    }
}

/// Starts a program and hears what it calls itself and what it offers; none if it was told to stop meanwhile.
fn introduce(
    spec: &EngineSpec,
    program: &Path,
    patience: Patience<'_>,
) -> Result<Option<(Conversation, String, Vec<Offer>)>, EngineError> {
    let mut conversation = Conversation::start(&spec.name, program, &spec.args)?;
    conversation.say("uci")?;
    let (mut id, mut offers) = (None, Vec::new());
    loop {
        match conversation.hear(&patience)? {
            Heard::Line(Message::Name(name)) => id = Some(name),
            Heard::Line(Message::Offer(offer)) => offers.push(offer),
            Heard::Line(Message::UciOk) => {
                let id = id.unwrap_or_else(|| "unnamed".to_owned());
                return Ok(Some((conversation, id, offers)));
            }
            Heard::Line(_) => {}
            Heard::Nothing => return Err(not_ready(spec)),
            Heard::Stopped => return Ok(None),
        }
    }
}

/// The options that an engine is given: the user's, and those that are always set.
fn options(spec: &EngineSpec, offers: &[Offer]) -> Result<BTreeMap<String, String>, String> {
    let mut options = BTreeMap::new();
    for (name, value) in &spec.options {
        let offer = offers.iter().find(|offer| offer.is_named(name));
        let offer = offer.ok_or_else(|| {
            let names = offers.iter().map(|offer| &*offer.name);
            format!(
                "it offers no option {name:?}; {}",
                spec::suggestion(name, names)
            )
        })?;
        if let Some((always, value)) = ALWAYS.iter().find(|(name, _)| offer.is_named(name)) {
            return Err(format!(
                "{always} is always {value}, so that results repeat; take it out"
            ));
        }
        let problem = |give| format!("{} = {}; {give}", offer.name, spec::echo(value));
        offer.check(value).map_err(problem)?;
        if options.insert(offer.name.clone(), value.clone()).is_some() {
            return Err(format!("{} is given twice; take one out", offer.name));
        }
    }
    for (name, value) in ALWAYS {
        if let Some(offer) = offers.iter().find(|offer| offer.is_named(name)) {
            options.insert(offer.name.clone(), value.to_owned());
        }
    }
    if let Some(offer) = offers.iter().find(|offer| offer.is_named(HASH))
        && let Some(default) = &offer.default
    {
        options
            .entry(offer.name.clone())
            .or_insert_with(|| default.clone());
    }
    Ok(options)
}
