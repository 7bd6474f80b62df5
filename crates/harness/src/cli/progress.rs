//! The progress of a long command, on stderr: a bar on a terminal, and otherwise a line every 30 seconds.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use super::message;
use plybench_experiment::run::Ticker;

/// The time between two lines where stderr is not a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// The number of steps done, shown until it is dropped. It cannot fail: if it cannot be shown, the command goes on without.
pub(super) struct Progress {
    /// Hidden where stderr is not a terminal.
    bar: ProgressBar,
    _lines: Option<Ticker>,
}

impl Progress {
    /// Progress of which none of `total` steps is done yet; `unit` names the steps, such as `jobs`.
    pub(super) fn new(total: usize, unit: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Progress::in_lines(BETWEEN_LINES, total, unit, message::tell);
        }
        let bar = ProgressBar::new(total as u64);
        let style = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{per_sec}}, {{eta}} left");
        let style = ProgressStyle::with_template(&style);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // Shown at once, not after the first step.
        bar.tick();
        Progress { bar, _lines: None }
    }

    /// Progress in lines that are printed at intervals, also while a single step takes long.
    fn in_lines(
        interval: Duration,
        total: usize,
        unit: &'static str,
        print: impl Fn(String) + Send + 'static,
    ) -> Self {
        let bar = ProgressBar::hidden();
        let counted = bar.clone();
        let lines = Ticker::every(interval, move |passed| {
            let (done, passed) = (counted.position(), time(passed));
            print(format!("{done} of {total} {unit} done, {passed}"));
        });
        Progress {
            bar,
            _lines: Some(lines),
        }
    }

    /// Counts another step as done.
    pub(super) fn step(&self) {
        self.bar.inc(1);
    }

    /// Ends the display and clears it from the terminal.
    pub(super) fn finish(self) {
        drop(self);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Formats a time in minutes and seconds.
fn time(passed: Duration) -> String {
    let seconds = passed.as_secs();
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes => format!("{minutes} min {} s", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn lines_come_while_a_step_takes_long_and_none_after_the_end() {
        let (send, lines) = channel();
        let progress = Progress::in_lines(Duration::from_millis(1), 3, "jobs", move |line| {
            let _ = send.send(line);
        });
        assert!(lines.recv().unwrap().starts_with("0 of 3 jobs done, 0 s"));
        progress.step();
        while !lines.recv().unwrap().starts_with("1 of 3 jobs") {}
        progress.finish();
        // The printer has ended: the channel has what it printed, and then nothing.
        assert!(lines.iter().all(|line| line.starts_with("1 of 3 jobs")));
    }

    #[test]
    fn a_time_has_minutes_and_seconds() {
        assert_eq!(time(Duration::from_secs(59)), "59 s");
        assert_eq!(time(Duration::from_secs(630)), "10 min 30 s");
    }
}
