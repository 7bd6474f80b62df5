//! Communication with an engine that may crash, stall or flood its output.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{EngineError, Message};

/// The most bytes of a line that are read; the rest is skipped.
const LONGEST_LINE: usize = 16 * 1024;
/// How many lines may wait to be read before the engine has to wait.
const WAITING_LINES: usize = 1024;
/// How often the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long an engine that has closed its output may take to exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A running engine. It is killed when this is dropped.
#[derive(Debug)]
pub struct Conversation {
    name: String,
    child: Child,
    input: ChildStdin,
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

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// The engine has sent a line.
    Line(Message),
    /// The deadline has passed without a line.
    Timeout,
    /// The stop flag was set.
    Stopped,
}

impl Conversation {
    /// Starts an engine. Messages call it `name`.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(name: &str, program: &Path, arguments: &[String]) -> Result<Self, EngineError> {
        let error = |problem: String| EngineError::Failed {
            engine: name.to_owned(),
            problem,
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C in a terminal must not reach the engine, or it would seem to have died.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|cause| error(format!("cannot be started: {cause}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(error("has no input or output".to_owned()));
        };
        let (send, lines) = sync_channel(WAITING_LINES);
        let listen = move || {
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output) {
                if send.send(line).is_err() {
                    break;
                }
            }
        };
        let conversation = Conversation {
            name: name.to_owned(),
            child,
            input,
            lines,
        };
        match thread::Builder::new().spawn(listen) {
            Ok(_) => Ok(conversation),
            Err(cause) => Err(conversation.failed(format!("cannot be read from: {cause}"))),
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the engine has ended, or closed its input.
    pub fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// If the engine has ended, or closed its output.
    pub fn receive(&mut self, deadline: &Deadline<'_>) -> Result<Received, EngineError> {
        loop {
            if deadline
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                return Ok(Received::Stopped);
            }
            let left = deadline.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Received::Timeout);
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return Ok(Received::Line(Message::parse(&line))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// An error about this engine.
    #[must_use]
    pub fn failed(&self, problem: impl Into<String>) -> EngineError {
        EngineError::Failed {
            engine: self.name.clone(),
            problem: problem.into(),
        }
    }

    /// The error for an engine that no longer communicates: how it ended.
    fn ended(&mut self) -> EngineError {
        let until = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if was_interrupted(status) => {
                    let engine = self.name.clone();
                    return EngineError::Interrupted { engine };
                }
                Ok(Some(status)) => return self.failed(format!("ended unexpectedly ({status})")),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return self.failed("closed its input or output"),
            }
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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

/// The next line of an engine, cut off at [`LONGEST_LINE`]; none at the end.
fn next_line(output: &mut impl BufRead) -> Option<String> {
    let (mut line, mut has_begun) = (Vec::new(), false);
    loop {
        let bytes = output.fill_buf().ok()?;
        if bytes.is_empty() {
            return has_begun.then(|| String::from_utf8_lossy(&line).into_owned());
        }
        has_begun = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&bytes[..taken.min(room)]);
        output.consume(taken);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_no_other_line() {
        let long = format!("info {}\nuciok\nno feed", "readyok ".repeat(10_000));
        let mut output = BufReader::new(long.as_bytes());
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut output)).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!([&*lines[1], &*lines[2]], ["uciok\n", "no feed"]);
    }
}
