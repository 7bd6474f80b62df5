//! How fast an engine searches a position.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{Conversation, EngineError, Heard, Message, Patience};

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
    let name = command.display().to_string();
    let mut engine = Conversation::start(&name, command, &[])?;
    engine.say("uci")?;
    await_message(&mut engine, &Message::UciOk)?;
    engine.say("setoption name Threads value 1")?;
    engine.say("ucinewgame")?;
    engine.say(&format!("position fen {fen}"))?;
    engine.say("isready")?;
    await_message(&mut engine, &Message::ReadyOk)?;
    let began = Instant::now();
    engine.say("go infinite")?;
    let mut last = None;
    let mut stopped = false;
    let mut patience = Patience::of(time);
    loop {
        match engine.hear(&patience)? {
            Heard::Line(Message::BestMove(_)) => break,
            Heard::Line(Message::Info(info)) => {
                last = info.nodes.map(|nodes| (nodes, began.elapsed())).or(last);
            }
            Heard::Line(_) => {}
            Heard::Nothing | Heard::Stopped if stopped => break,
            Heard::Nothing | Heard::Stopped => {
                engine.say("stop")?;
                stopped = true;
                patience = Patience::of(PATIENCE);
            }
        }
    }
    match last {
        Some((nodes, taken)) if nodes > 0 && !taken.is_zero() => Ok(NodeRate {
            name,
            nodes,
            seconds: taken.as_secs_f64(),
        }),
        _ => Err(engine.failed("reports no nodes")),
    }
}

/// Waits until the engine has said something.
fn await_message(engine: &mut Conversation, wanted: &Message) -> Result<(), EngineError> {
    let patience = Patience::of(PATIENCE);
    loop {
        match engine.hear(&patience)? {
            Heard::Line(said) if said == *wanted => return Ok(()),
            Heard::Line(_) => {}
            Heard::Nothing | Heard::Stopped => {
                return Err(engine.failed(format!("is not ready within {PATIENCE:?}")));
            }
        }
    }
}
