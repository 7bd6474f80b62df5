//! An engine of an experiment: its identity, and how it searches.
//!
//! Each depth is a new game with a cleared hash table: `go depth 1`, `go depth 2`, …. So the result of a depth is the one that a user
//! gets who starts the engine and asks for that depth, and the engine's node count there includes all its iterations up to this
//! depth. Whether a new game makes an engine forget what it searched before is found out by [`Engine::examine`].

use std::{
    collections::BTreeMap,
    path::{self, Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{
    Answer, Conversation, Deadline, EngineError, Message, Offer, Received, Takes,
    answer::PartialAnswer, program,
};
use crate::spec::EngineSpec;
use plybench_files::user_file;
use plybench_records::EngineRecord;

/// Options that are always set if an engine has them: several threads search a different tree each time, and a book answers
/// without a search.
const ALWAYS: [(&str, &str); 2] = [("Threads", "1"), ("OwnBook", "false")];
/// This option is set to its default if the user does not set it, so that it is recorded.
const HASH: &str = "Hash";
/// This option changes how castling is written in positions and moves.
const CHESS960: &str = "UCI_Chess960";
/// A button that some engines have.
const CLEAR_HASH: &str = "Clear Hash";
/// Bytes of memory that an engine may take besides its hash table.
const ENGINE_BYTES: u64 = 128 << 20;

/// An engine with its options.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Its table in the experiment file.
    pub spec: EngineSpec,
    /// The path of its program.
    pub program: PathBuf,
    /// Where it runs, if not in the directory of this process.
    pub directory: Option<PathBuf>,
    /// Its record, with everything that can change its results.
    pub record: EngineRecord,
}

/// A running engine that is ready to search positions, one after the other.
#[derive(Debug)]
pub struct ReadyEngine {
    pub(super) conversation: Conversation,
    /// Its limit for a position, for messages.
    pub(super) timeout: Duration,
    /// Whether it has a button to clear its hash table.
    clears_hash: bool,
}

impl Engine {
    /// Finds an engine's program, starts it to learn its name and options, and checks the options of the experiment. Relative
    /// paths start at `folder`.
    ///
    /// # Errors
    /// If there is no such program, it is not an engine, or it does not have an option.
    pub fn find(spec: &EngineSpec, folder: &Path) -> Result<Self, EngineError> {
        let input = |problem| EngineError::Input {
            engine: spec.name.clone(),
            problem,
        };
        let program = program::find(spec.command.get_ref(), folder).map_err(input)?;
        let sha256 = user_file::sha256(&program)
            .map_err(|error| input(format!("cannot read {}: {error}", program.display())))?;
        let directory = spec.cwd.as_ref().map(|cwd| folder.join(cwd.get_ref()));
        if let Some(directory) = directory.as_ref().filter(|directory| !directory.is_dir()) {
            let problem = "there is no directory";
            let path = directory.display();
            return Err(input(format!(
                "{problem} {path}; give cwd relative to the experiment file"
            )));
        }
        let command = command(spec, &program, directory.as_deref());
        let handshake = handshake(spec, command, Deadline::of(spec.start_timeout))?;
        let Some((conversation, id, offers)) = handshake else {
            unreachable!("no stop flag is given");
        };
        drop(conversation);
        let engine = Engine {
            record: EngineRecord {
                engine: spec.name.clone(),
                id,
                sha256,
                args: spec.args.clone(),
                options: options(spec, &offers).map_err(input)?,
                go: spec.go.as_ref().map(|go| go.get_ref().clone()),
                env: spec.env.iter().cloned().collect(),
                process: spec.process.unwrap_or_default(),
            },
            spec: spec.clone(),
            program,
            directory,
        };
        // It also has to start with its options.
        engine.start(&Deadline::of(spec.start_timeout))?;
        Ok(engine)
    }

    /// An engine whose results are stored in a run. Its program is not looked for.
    #[must_use]
    pub fn of_run(spec: &EngineSpec, record: EngineRecord) -> Self {
        Engine {
            spec: spec.clone(),
            program: PathBuf::from(spec.command.get_ref()),
            directory: None,
            record,
        }
    }

    /// Bytes of memory that it may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let mib = self
            .record
            .options
            .get(HASH)
            .and_then(|mib| mib.parse().ok());
        ENGINE_BYTES.saturating_add(u64::saturating_mul(mib.unwrap_or(0), 1 << 20))
    }

    /// An error about this engine.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        EngineError::Failed {
            engine: self.spec.name.clone(),
            problem: problem.into(),
        }
    }

    /// Starts a process; none if the stop flag was set meanwhile.
    ///
    /// # Errors
    /// If it cannot be started, has another name than before, or does not get ready.
    pub fn start(&self, deadline: &Deadline<'_>) -> Result<Option<ReadyEngine>, EngineError> {
        let start = Deadline {
            until: deadline
                .until
                .min(Deadline::of(self.spec.start_timeout).until),
            stop: deadline.stop,
        };
        let command = command(&self.spec, &self.program, self.directory.as_deref());
        let Some((conversation, id, offers)) = handshake(&self.spec, command, start)? else {
            return Ok(None);
        };
        if id != self.record.id {
            let was = &self.record.id;
            return Err(conversation.failed(format!("now calls itself {id:?}, but {was:?} before")));
        }
        let clears_hash = offers
            .iter()
            .any(|offer| offer.is_named(CLEAR_HASH) && offer.takes == Takes::Button);
        let mut ready = ReadyEngine {
            conversation,
            timeout: self.spec.timeout,
            clears_hash,
        };
        for (name, value) in &self.record.options {
            let option = format!("setoption name {name} value {value}");
            ready.conversation.send(&option)?;
        }
        match ready.is_ready(&start)? {
            Some(true) => Ok(Some(ready)),
            Some(false) => Err(not_ready(&ready.conversation, &self.spec)),
            None => Ok(None),
        }
    }
}

impl ReadyEngine {
    /// Searches a position to a depth in a new game, until it has entered more than `nodes` nodes; none if the stop flag was set
    /// meanwhile.
    ///
    /// # Errors
    /// If the engine ends, takes too long, or its answer has no move, no score or no node count.
    pub fn search(
        &mut self,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
    ) -> Result<Option<Answer>, EngineError> {
        let go = match nodes {
            // Engines stop at the limit even within an iteration. One more node shows whether the iteration was completed.
            Some(nodes) => format!("go depth {depth} nodes {}", nodes.saturating_add(1)),
            None => format!("go depth {depth}"),
        };
        self.ask(fen, &go, nodes, deadline)
    }

    /// Asks about a position in a new game, with a whole `go` command; tells the engine to stop when it has entered more than `nodes`
    /// nodes. None if the stop flag was set meanwhile.
    ///
    /// # Errors
    /// As [`ReadyEngine::search`].
    pub fn ask(
        &mut self,
        fen: &str,
        go: &str,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
    ) -> Result<Option<Answer>, EngineError> {
        if self.begin_game(deadline)?.is_none() {
            return Ok(None);
        }
        self.conversation.send(&format!("position fen {fen}"))?;
        self.conversation.send(go)?;
        let (mut partial, mut is_told_to_stop) = (PartialAnswer::default(), false);
        loop {
            match self.conversation.receive(deadline)? {
                Received::Line(Message::Info(info)) => partial.add(info),
                Received::Line(Message::BestMove(best)) => {
                    let answer = partial.finish(best);
                    return answer.map(Some).map_err(|lack| {
                        self.conversation.failed(format!("answers {go:?} {lack}"))
                    });
                }
                Received::Line(_) => {}
                Received::Timeout => return Err(self.too_slow(go)),
                Received::Stopped => return Ok(None),
            }
            // Not every engine obeys the limit.
            let beyond = |most| partial.nodes().is_some_and(|nodes| nodes > most);
            if nodes.is_some_and(beyond) && !is_told_to_stop {
                self.conversation.send("stop")?;
                is_told_to_stop = true;
            }
        }
    }

    /// Begins a new game with a cleared hash table; none if the stop flag was set meanwhile.
    pub(super) fn begin_game(
        &mut self,
        deadline: &Deadline<'_>,
    ) -> Result<Option<()>, EngineError> {
        self.conversation.send("ucinewgame")?;
        if self.clears_hash {
            let button = format!("setoption name {CLEAR_HASH}");
            self.conversation.send(&button)?;
        }
        match self.is_ready(deadline)? {
            Some(true) => Ok(Some(())),
            Some(false) => Err(self.too_slow("isready")),
            None => Ok(None),
        }
    }

    /// An error about an answer.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        self.conversation.failed(problem)
    }

    /// Whether it has executed all commands within the time; none if the stop flag was set.
    fn is_ready(&mut self, deadline: &Deadline<'_>) -> Result<Option<bool>, EngineError> {
        self.conversation.send("isready")?;
        loop {
            match self.conversation.receive(deadline)? {
                Received::Line(Message::ReadyOk) => return Ok(Some(true)),
                // It cannot be told which of its answers belongs to which search.
                Received::Line(Message::BestMove(_)) => {
                    return Err(self.failed("sends a bestmove that was not asked for"));
                }
                Received::Line(_) => {}
                Received::Timeout => return Ok(Some(false)),
                Received::Stopped => return Ok(None),
            }
        }
    }

    fn too_slow(&self, command: &str) -> EngineError {
        let seconds = self.timeout.as_secs();
        self.conversation.too_slow(&format!(
            "has no answer to {command:?} after {seconds} s at this position (timeout)"
        ))
    }
}

fn not_ready(conversation: &Conversation, spec: &EngineSpec) -> EngineError {
    let seconds = spec.start_timeout.as_secs();
    conversation.too_slow(&format!(
        "is not ready after {seconds} s; is it a UCI engine? give it more time with start-timeout"
    ))
}

/// The command that starts an engine.
fn command(spec: &EngineSpec, program: &Path, directory: Option<&Path>) -> Command {
    // A relative path would start at the engine's directory.
    let program = path::absolute(program).unwrap_or_else(|_| program.to_owned());
    let mut command = Command::new(program);
    command.args(&spec.args).envs(spec.env.iter().cloned());
    if let Some(directory) = directory {
        command.current_dir(directory);
    }
    command
}

/// Starts a program and reads its name and options; none if the stop flag was set meanwhile.
fn handshake(
    spec: &EngineSpec,
    command: Command,
    deadline: Deadline<'_>,
) -> Result<Option<(Conversation, String, Vec<Offer>)>, EngineError> {
    let mut conversation = Conversation::with(&spec.name, command)?;
    conversation.send("uci")?;
    let (mut id, mut offers) = (None, Vec::new());
    loop {
        match conversation.receive(&deadline)? {
            Received::Line(Message::Name(name)) => id = Some(name),
            Received::Line(Message::Offer(offer)) => offers.push(offer),
            Received::Line(Message::UciOk) => {
                let id = id.unwrap_or_else(|| "unnamed".to_owned());
                return Ok(Some((conversation, id, offers)));
            }
            Received::Line(_) => {}
            Received::Timeout => return Err(not_ready(&conversation, spec)),
            Received::Stopped => return Ok(None),
        }
    }
}

/// The options to set: the user's, and those that are always set.
fn options(spec: &EngineSpec, offers: &[Offer]) -> Result<BTreeMap<String, String>, String> {
    let mut options = BTreeMap::new();
    let offered = |name: &str| offers.iter().find(|offer| offer.is_named(name));
    for (name, value) in &spec.options {
        let offer = offered(name).ok_or_else(|| {
            let names = offers.iter().map(|offer| &*offer.name);
            format!(
                "it has no option {name:?}; {}",
                plybench_text::suggestion(name, names)
            )
        })?;
        if offer.is_named(CHESS960) && value == "true" {
            return Err(format!(
                "{CHESS960} = true; positions here are of standard chess, whose castling is written in another way; remove it"
            ));
        }
        if let Some((always, value)) = ALWAYS.iter().find(|(name, _)| offer.is_named(name)) {
            return Err(format!(
                "{always} is always {value}, so that results are reproducible; remove it"
            ));
        }
        let problem = |give| format!("{} = {}; {give}", offer.name, plybench_text::echo(value));
        offer.check(value).map_err(problem)?;
        if options.insert(offer.name.clone(), value.clone()).is_some() {
            return Err(format!("{} is given twice; remove one of them", offer.name));
        }
    }
    for (name, value) in ALWAYS {
        if let Some(offer) = offered(name) {
            options.insert(offer.name.clone(), value.to_owned());
        }
    }
    if let Some(offer) = offered(HASH)
        && let Some(default) = &offer.default
    {
        options
            .entry(offer.name.clone())
            .or_insert_with(|| default.clone());
    }
    Ok(options)
}
