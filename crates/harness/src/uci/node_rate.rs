//! How fast an engine searches a position.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{Conversation, EngineError};

/// How long an engine may take to get ready.
const PATIENCE: Duration = Duration::from_secs(20);

/// What an engine searched in which time.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeRate {
    /// The engine's command.
    pub name: String,
    /// Nodes, as the engine counts them.
    pub nodes: u64,
    /// Seconds from `go` to the report of those nodes, by our clock.
    pub seconds: f64,
}

impl NodeRate {
    /// Nodes for each second.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

/// Lets an engine search a position on one thread for a time and reads its node count.
///
/// # Errors
/// If the engine cannot be started, ends, stays silent, or reports no nodes.
pub fn node_rate(command: &Path, fen: &str, time: Duration) -> Result<NodeRate, EngineError> {
    let mut engine = Conversation::start(command)?;
    engine.say("uci")?;
    engine.await_word("uciok", PATIENCE)?;
    engine.say("setoption name Threads value 1")?;
    engine.say("ucinewgame")?;
    engine.say(&format!("position fen {fen}"))?;
    engine.say("isready")?;
    engine.await_word("readyok", PATIENCE)?;
    let began = Instant::now();
    engine.say("go infinite")?;
    let mut last = None;
    let mut stopped = false;
    let mut deadline = began + time;
    loop {
        match engine.hear(deadline)? {
            Some(line) if line.starts_with("bestmove") => break,
            Some(line) => {
                if let Some(nodes) = nodes(&line) {
                    last = Some((nodes, began.elapsed()));
                }
            }
            None if stopped => break,
            None => {
                engine.say("stop")?;
                stopped = true;
                deadline = Instant::now() + PATIENCE;
            }
        }
    }
    match last {
        Some((nodes, taken)) if nodes > 0 && !taken.is_zero() => Ok(NodeRate {
            name: engine.name().to_owned(),
            nodes,
            seconds: taken.as_secs_f64(),
        }),
        _ => Err(engine.error("reports no nodes")),
    }
}

/// The node count of an `info` line.
fn nodes(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    (words.next()? == "info").then_some(())?;
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_info_lines_only() {
        assert_eq!(nodes("info depth 3 nodes 123 time 4"), Some(123));
        for line in ["nodes 123", "info string", "info nodes", "info nodes x", ""] {
            assert_eq!(nodes(line), None, "{line}");
        }
    }
}
