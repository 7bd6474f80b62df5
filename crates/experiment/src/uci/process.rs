//! A process of an engine with all that it starts: they are one process group, which is killed as a whole.

use std::{
    collections::VecDeque,
    io::{self, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{guardian, line::next_line};

/// How many of the last lines of stderr are kept.
const LAST_LINES: usize = 3;
/// How long the rest of stderr may take to arrive after the process has ended.
const STDERR_TIMEOUT: Duration = Duration::from_millis(200);

/// A running process. Its group is killed when it has exited, and when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    status: Option<ExitStatus>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    listener: JoinHandle<()>,
}

impl Process {
    /// Starts a command, and returns also its input and its output.
    pub(super) fn start(mut command: Command) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C in a terminal must not reach the engine either, or it would seem to have died.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        guardian::add(child.id());
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let heard = Arc::clone(&complaints);
        let (input, output, listener) = match pipes {
            (Some(input), Some(output), Some(errors)) => {
                let listener = thread::Builder::new().spawn(move || {
                    let mut errors = BufReader::new(errors);
                    while let Some(line) = next_line(&mut errors) {
                        keep(
                            &mut heard.lock().unwrap_or_else(PoisonError::into_inner),
                            &line,
                        );
                    }
                });
                (input, output, listener)
            }
            _ => unreachable!("all three are piped"),
        };
        let listener = listener.inspect_err(|_| end(&mut child))?;
        let process = Process {
            child,
            status: None,
            complaints,
            listener,
        };
        Ok((process, input, output))
    }

    /// How it has exited, if it has. What it has started is killed then.
    pub(super) fn exit(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                end(&mut self.child);
            }
        }
        self.status
    }

    /// Waits until it has exited, for so long at most.
    pub(super) fn exit_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        while self.exit().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.status
    }

    /// The last lines that it wrote to stderr, for the end of a message; empty if there are none.
    pub(super) fn last_words(&self) -> String {
        if self.status.is_some() {
            let until = Instant::now() + STDERR_TIMEOUT;
            while !self.listener.is_finished() && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let lines = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        match lines.is_empty() {
            true => String::new(),
            false => format!(
                "; it wrote to stderr: {}",
                plybench_text::echo_line(&lines.join("\n"))
            ),
        }
    }
}

/// Runs a program that is no engine, such as the build of one, until it ends; none if the stop flag was set meanwhile, which kills it.
/// What it writes is not shown; the last lines of its stderr are returned, for the end of a message.
///
/// # Errors
/// If it cannot be started.
pub fn run_to_end(command: Command, stop: &AtomicBool) -> io::Result<Option<(ExitStatus, String)>> {
    let (mut process, input, mut output) = Process::start(command)?;
    drop(input);
    let reader = thread::Builder::new().spawn(move || io::copy(&mut output, &mut io::sink()))?;
    loop {
        if let Some(status) = process.exit_within(Duration::from_millis(50)) {
            let _ = reader.join();
            return Ok(Some((status, process.last_words())));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    let line = line.trim();
    if !line.is_empty() {
        lines.push_back(line.to_owned());
        if lines.len() > LAST_LINES {
            lines.pop_front();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            end(&mut self.child);
        }
    }
}

/// Kills a process and its group, and waits until it is gone.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
    guardian::remove(child.id());
}
