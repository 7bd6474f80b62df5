//! An engine of an experiment: its identity, and how it searches.
//!
//! Each depth is a new game with a cleared hash table: `go depth 1`, `go depth 2`, …. So the result of a depth is the one that a user
//! gets who starts the engine and asks for that depth, and the engine's node count there includes all its iterations up to this
//! depth. Whether a new game makes an engine forget what it searched before is found out by [`Engine::examine`].

use std::{
    collections::BTreeMap,
    path::{self, Path, PathBuf},
    process::Command,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{
    Answer, Conversation, Deadline, EngineError, Info, Message, Offer, Takes, Transcript,
    answer::PartialAnswer, iterations::go_depth, json, program,
};
use crate::spec::EngineSpec;
use plybench_files::user_file;
use plybench_records::{EngineRecord, Protocol};

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
    /// The options that it offers; none if its results are those of a stored run.
    pub offers: Vec<Offer>,
    /// Whether a new game also presses its button `Clear Hash`. [`Engine::examine`] finds out whether `ucinewgame` suffices.
    pub(super) clears_hash: bool,
}

/// A running engine that is ready to search positions, one after the other.
#[derive(Debug)]
pub struct ReadyEngine {
    pub(super) conversation: Conversation,
    /// Its limit for a position, for messages.
    pub(super) timeout: Duration,
    pub(super) spoken: Spoken,
}

/// What a process understands.
#[derive(Debug)]
pub(super) enum Spoken {
    Uci {
        /// Whether a new game presses its button to clear the hash table.
        clears_hash: bool,
    },
    /// JSON; each request has these settings.
    Json(serde_json::Map<String, serde_json::Value>),
}

impl Engine {
    /// Finds an engine's program, starts it to learn its name and options, and checks the options of the experiment. Relative
    /// paths start at `folder`. Returns also the process that it has started.
    ///
    /// # Errors
    /// If there is no such program, it is not an engine, or it does not have an option, or if the stop flag was set meanwhile.
    pub fn find(
        spec: &EngineSpec,
        folder: &Path,
        stop: Option<&AtomicBool>,
    ) -> Result<(Self, ReadyEngine), EngineError> {
        let input = |problem| EngineError::Input {
            engine: spec.called(),
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
        let start = || Deadline {
            stop,
            ..Deadline::of(spec.start_timeout)
        };
        let (conversation, id, offers, options) = match spec.protocol {
            Protocol::Uci => {
                let (conversation, id, offers) = handshake(spec, command, start())?;
                let options = options(spec, &offers).map_err(input)?;
                (conversation, id, offers, options)
            }
            Protocol::Json => {
                let conversation = Conversation::with(&spec.called(), command)?;
                let options = spec.options.iter().cloned().collect();
                (conversation, json::id(&program), Vec::new(), options)
            }
        };
        let files = json::files(spec, directory.as_deref()).map_err(input)?;
        let engine = Engine {
            clears_hash: has_clear_hash(&offers),
            record: EngineRecord {
                engine: spec.name.clone(),
                id,
                sha256,
                args: spec.args.clone(),
                options,
                go: spec.go.as_ref().map(|go| go.get_ref().clone()),
                one_search: spec.one_search,
                env: spec.env.iter().cloned().collect(),
                process: spec.process.unwrap_or_default(),
                protocol: spec.protocol,
                files,
            },
            spec: spec.clone(),
            program,
            directory,
            offers,
        };
        // It also has to get ready with its options.
        let ready = engine.made_ready(conversation, &start())?;
        Ok((engine, ready))
    }

    /// An engine whose results are stored in a run. Its program is not looked for.
    #[must_use]
    pub fn of_run(spec: &EngineSpec, record: EngineRecord) -> Self {
        Engine {
            spec: spec.clone(),
            program: PathBuf::from(spec.command.get_ref()),
            directory: None,
            record,
            offers: Vec::new(),
            clears_hash: false,
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
            engine: self.spec.called(),
            problem: problem.into(),
        }
    }

    /// Starts a process.
    ///
    /// # Errors
    /// If it cannot be started, has another name than before, or does not get ready, or if the stop flag was set meanwhile.
    pub fn start(&self, deadline: &Deadline<'_>) -> Result<ReadyEngine, EngineError> {
        let start = Deadline {
            until: deadline
                .until
                .min(Deadline::of(self.spec.start_timeout).until),
            stop: deadline.stop,
        };
        let command = command(&self.spec, &self.program, self.directory.as_deref());
        if self.record.protocol == Protocol::Json {
            let conversation = Conversation::with(&self.spec.called(), command)?;
            return self.made_ready(conversation, &start);
        }
        let (conversation, id, _) = handshake(&self.spec, command, start)?;
        if id != self.record.id {
            let was = &self.record.id;
            return Err(conversation.failed(format!("now calls itself {id:?}, but {was:?} before")));
        }
        self.made_ready(conversation, &start)
    }

    /// What its processes understand.
    pub(super) fn spoken(&self) -> Spoken {
        match self.record.protocol {
            Protocol::Json => Spoken::Json(json::settings(&self.record.options)),
            Protocol::Uci => Spoken::Uci {
                clears_hash: self.clears_hash,
            },
        }
    }

    /// A process that has introduced itself, with the options set.
    fn made_ready(
        &self,
        conversation: Conversation,
        start: &Deadline<'_>,
    ) -> Result<ReadyEngine, EngineError> {
        let mut ready = ReadyEngine {
            conversation,
            timeout: self.spec.timeout,
            spoken: self.spoken(),
        };
        if self.record.protocol == Protocol::Json {
            return Ok(ready);
        }
        for (name, value) in &self.record.options {
            let option = format!("setoption name {name} value {value}");
            ready.conversation.send(&option)?;
        }
        match ready.is_ready(start)? {
            true => Ok(ready),
            false => Err(not_ready(&ready.conversation, &self.spec)),
        }
    }
}

impl ReadyEngine {
    /// Searches a position to a depth in a new game, until it has entered more than `nodes` nodes.
    ///
    /// # Errors
    /// If the engine ends, takes too long, or its answer has no move, no score or no node count, or if the stop flag was set meanwhile.
    pub fn search(
        &mut self,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
    ) -> Result<Answer, EngineError> {
        match self.spoken {
            Spoken::Uci { .. } => self.ask(fen, &go_depth(depth, nodes), nodes, deadline),
            Spoken::Json(_) => self.ask_in_json(fen, depth, nodes, deadline),
        }
    }

    /// Asks about a position in a new game, with a whole `go` command; tells the engine to stop when it has entered more than `nodes`
    /// nodes.
    ///
    /// # Errors
    /// As [`ReadyEngine::search`].
    pub fn ask(
        &mut self,
        fen: &str,
        go: &str,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
    ) -> Result<Answer, EngineError> {
        self.begin_game(deadline)?;
        let (position, mut partial) = (format!("fen {fen}"), PartialAnswer::default());
        let hear = |info| partial.add(info);
        let end = self.read_search(&position, go, nodes, *deadline, None, hear)?;
        let answer = partial.finish(end.best_move, end.nodes);
        answer.map_err(|lack| self.failed(format!("answers {go:?} {lack}")))
    }

    /// Asks for a search and reads it up to its best move; `hear` gets each `info`, and the transcript has all the rest. An engine that
    /// reports more than `nodes` nodes is told to stop, since not every engine obeys the limit. At the deadline it is told to stop if
    /// there is a time for its answer to `stop`, and has failed if not.
    pub(super) fn read_search(
        &mut self,
        position: &str,
        go: &str,
        nodes: Option<u64>,
        mut deadline: Deadline<'_>,
        after_stop: Option<Duration>,
        mut hear: impl FnMut(Info),
    ) -> Result<Transcript, EngineError> {
        self.conversation.send(&format!("position {position}"))?;
        let began = Instant::now();
        self.conversation.send(go)?;
        let (mut transcript, mut stopped) = (Transcript::default(), None::<Instant>);
        loop {
            let is_late = match (self.conversation.receive(&deadline)?, after_stop) {
                (Some(Message::Info(info)), _) => {
                    transcript.nodes = info.nodes.or(transcript.nodes);
                    hear(info);
                    nodes.is_some_and(|most| transcript.nodes > Some(most))
                }
                (Some(Message::BestMove(best_move)), _) => {
                    return Ok(Transcript {
                        best_move,
                        time: began.elapsed(),
                        after_stop: stopped.map(|stopped| stopped.elapsed()),
                        ..transcript
                    });
                }
                (Some(_), _) => false,
                (None, Some(most)) if stopped.is_some() => {
                    return Err(self.failed(format!(
                        "does not answer {go:?} within {} s after \"stop\"",
                        most.as_secs()
                    )));
                }
                (None, Some(_)) => true,
                (None, None) => return Err(self.too_slow(&format!("{go:?}"))),
            };
            if is_late && stopped.is_none() {
                self.conversation.send("stop")?;
                stopped = Some(Instant::now());
                deadline.until = after_stop.map_or(deadline.until, |most| Instant::now() + most);
            }
        }
    }

    /// Begins a new game with a cleared hash table.
    pub(super) fn begin_game(&mut self, deadline: &Deadline<'_>) -> Result<(), EngineError> {
        self.conversation.send("ucinewgame")?;
        if let Spoken::Uci { clears_hash: true } = self.spoken {
            let button = format!("setoption name {CLEAR_HASH}");
            self.conversation.send(&button)?;
        }
        match self.is_ready(deadline)? {
            true => Ok(()),
            false => Err(self.too_slow("\"isready\"")),
        }
    }

    /// An error about an answer.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        self.conversation.failed(problem)
    }

    /// Whether it has executed all commands within the time.
    fn is_ready(&mut self, deadline: &Deadline<'_>) -> Result<bool, EngineError> {
        self.conversation.send("isready")?;
        loop {
            match self.conversation.receive(deadline)? {
                Some(Message::ReadyOk) => return Ok(true),
                // It cannot be told which of its answers belongs to which search.
                Some(Message::BestMove(_)) => {
                    return Err(self.failed("sends a bestmove that was not asked for"));
                }
                Some(_) => {}
                None => return Ok(false),
            }
        }
    }

    pub(super) fn too_slow(&self, question: &str) -> EngineError {
        let seconds = self.timeout.as_secs();
        self.conversation.too_slow(&format!(
            "has no answer to {question} after {seconds} s at this position (timeout)"
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

/// Starts a program and reads its name and options.
fn handshake(
    spec: &EngineSpec,
    command: Command,
    deadline: Deadline<'_>,
) -> Result<(Conversation, String, Vec<Offer>), EngineError> {
    let mut conversation = Conversation::with(&spec.called(), command)?;
    conversation.send("uci")?;
    let (mut id, mut offers) = (None, Vec::new());
    loop {
        match conversation.receive(&deadline)? {
            Some(Message::Name(name)) => id = Some(name),
            Some(Message::Offer(offer)) => offers.push(offer),
            Some(Message::UciOk) => {
                let id = id.unwrap_or_else(|| "unnamed".to_owned());
                return Ok((conversation, id, offers));
            }
            Some(_) => {}
            None => return Err(not_ready(&conversation, spec)),
        }
    }
}

/// Whether there is a button to clear the hash table.
fn has_clear_hash(offers: &[Offer]) -> bool {
    let mut buttons = offers.iter().filter(|offer| offer.takes == Takes::Button);
    buttons.any(|offer| offer.is_named(CLEAR_HASH))
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
