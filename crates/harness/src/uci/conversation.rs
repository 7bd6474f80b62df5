//! Talking to an engine that may crash, stall or babble.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use super::EngineError;

/// Longer lines are cut here; the rest is read as further lines.
const LONGEST_LINE: u64 = 16 * 1024;
/// Lines that may wait to be read before the engine is made to wait.
const WAITING_LINES: usize = 1024;

/// A running engine; killed when dropped.
#[derive(Debug)]
pub struct Conversation {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Conversation {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: &Path) -> Result<Self, EngineError> {
        let name = command.display().to_string();
        let error = |problem: String| EngineError {
            engine: name.clone(),
            problem,
        };
        let mut child = Command::new(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|cause| error(format!("cannot be started: {cause}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(error("has no input or output".to_owned()));
        };
        let (send, lines) = sync_channel(WAITING_LINES);
        let reader = thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line)
                {
                    Ok(read) if read > 0 => {}
                    _ => break,
                }
                if send
                    .send(String::from_utf8_lossy(&line).trim().to_owned())
                    .is_err()
                {
                    break;
                }
            }
        });
        let conversation = Conversation {
            name,
            child,
            input,
            lines,
        };
        match reader {
            Ok(_) => Ok(conversation),
            Err(cause) => Err(conversation.error(format!("cannot be listened to: {cause}"))),
        }
    }

    /// The engine's command.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn say(&mut self, line: &str) -> Result<(), EngineError> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|cause| self.error(format!("does not listen to {line:?}: {cause}")))
    }

    /// The next line, or `None` if the deadline passes first.
    ///
    /// # Errors
    /// If the engine has ended.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<String>, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.error("ended without being asked")),
        }
    }

    /// Skips lines until one begins with a word.
    ///
    /// # Errors
    /// If the engine ends or the patience does.
    pub fn await_word(&mut self, word: &str, patience: Duration) -> Result<(), EngineError> {
        let deadline = Instant::now() + patience;
        while let Some(line) = self.hear(deadline)? {
            if line.split_whitespace().next() == Some(word) {
                return Ok(());
            }
        }
        Err(self.error(format!("does not say {word:?} within {patience:?}")))
    }

    /// An error about this engine.
    pub fn error(&self, problem: impl Into<String>) -> EngineError {
        EngineError {
            engine: self.name.clone(),
            problem: problem.into(),
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
