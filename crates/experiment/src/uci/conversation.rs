//! Communication with an engine that may crash, stall or flood its output.

use std::{
    io::{BufReader, Write},
    path::Path,
    process::{Command, ExitStatus},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{EngineError, Message, line::next_line, process::Process};

/// How many lines may wait to be read, by us or by the engine.
const WAITING_LINES: usize = 1024;
/// How often the stop flag and the process are looked at while there is no line.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long an engine that has closed its output may take to exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A running engine. It is killed when this is dropped, and with it all that it has started. Neither an engine that does not read nor
/// one that does not write can block its user, since threads of their own wait for both.
#[derive(Debug)]
pub struct Conversation {
    /// What messages call it.
    called: String,
    process: Process,
    input: SyncSender<String>,
    lines: Receiver<String>,
}

/// The limit on waiting for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'s> {
    /// The time at which waiting ends.
    pub until: Instant,
    /// A flag that ends waiting soon after it becomes true.
    pub stop: Option<&'s AtomicBool>,
}

impl Deadline<'_> {
    /// A deadline after this time from now, without a stop flag.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Deadline {
            until: Instant::now() + time,
            stop: None,
        }
    }

    /// Whether its time has come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Whether the stop flag is set, or will be within a second.
    #[must_use]
    pub fn is_stopped_soon(&self) -> bool {
        let until = Instant::now() + Duration::from_secs(1);
        let is_set = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
        self.stop.is_some_and(|stop| {
            while !is_set(stop) && Instant::now() < until {
                thread::sleep(Duration::from_millis(5));
            }
            is_set(stop)
        })
    }
}

impl Conversation {
    /// Starts an engine. Messages call it so, such as `engine "sf"`.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(called: &str, program: &Path, arguments: &[String]) -> Result<Self, EngineError> {
        let mut command = Command::new(program);
        command.args(arguments);
        Conversation::with(called, command)
    }

    /// Starts an engine with this command, which may have an environment and a directory of its own.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn with(called: &str, command: Command) -> Result<Self, EngineError> {
        let error = |cause| EngineError::Failed {
            engine: called.to_owned(),
            problem: format!("cannot be started: {cause}"),
        };
        let (process, mut input, output) = Process::start(command).map_err(error)?;
        let (send, lines) = sync_channel(WAITING_LINES);
        let listen = move || {
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output) {
                if send.send(line).is_err() {
                    break;
                }
            }
        };
        let (say, said) = sync_channel::<String>(WAITING_LINES);
        let speak = move || {
            for line in said {
                if input.write_all(line.as_bytes()).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().spawn(listen).map_err(error)?;
        thread::Builder::new().spawn(speak).map_err(error)?;
        Ok(Conversation {
            called: called.to_owned(),
            process,
            input: say,
            lines,
        })
    }

    /// Sends a line. That the engine does not read it is noticed by the deadline of the answer.
    ///
    /// # Errors
    /// If the engine has ended, closed its input, or does not read for a long time.
    pub fn send(&mut self, line: &str) -> Result<(), EngineError> {
        match self.input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(self.failed("does not read its input")),
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// Waits for the next line of UCI; none if the time is over.
    ///
    /// # Errors
    /// As [`Conversation::receive_line`].
    pub fn receive(&mut self, deadline: &Deadline<'_>) -> Result<Option<Message>, EngineError> {
        let line = self.receive_line(deadline)?;
        Ok(line.map(|line| Message::parse(&line)))
    }

    /// Waits for the next line; none if the time is over.
    ///
    /// # Errors
    /// If the engine has ended or closed its output, or the stop flag was set.
    pub fn receive_line(&mut self, deadline: &Deadline<'_>) -> Result<Option<String>, EngineError> {
        loop {
            if deadline
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                return Err(EngineError::Stopped);
            }
            // If it has ended, what it left behind is killed here, so that its output ends.
            let has_ended = self.process.exit().is_some();
            let left = deadline.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return Ok(Some(line)),
                // A process that left the engine's group may hold its output.
                Err(RecvTimeoutError::Timeout) if has_ended => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// A line that was not waited for; none if there is none yet.
    pub(super) fn early_line(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// An error about this engine.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        EngineError::Failed {
            engine: self.called.clone(),
            problem: problem.into(),
        }
    }

    /// An error about an engine that is too slow, with the last that it wrote to stderr.
    #[must_use]
    pub fn too_slow(&self, problem: &str) -> EngineError {
        self.failed(format!("{problem}{}", self.process.last_words()))
    }

    /// The error for an engine that no longer communicates: how it ended.
    fn ended(&mut self) -> EngineError {
        let problem = match self.process.exit_within(EXIT_TIMEOUT) {
            Some(status) if was_interrupted(status) => {
                let engine = self.called.clone();
                return EngineError::Interrupted { engine };
            }
            Some(status) => format!("ended unexpectedly ({status})"),
            None => "closed its input or output".to_owned(),
        };
        self.failed(format!("{problem}{}", self.process.last_words()))
    }
}

#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    const SIGINT: i32 = 2;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGINT)
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}
