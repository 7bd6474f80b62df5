//! The node rate of an engine.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{Conversation, Deadline, EngineError, Message};

/// How long an engine may take to get ready.
const READY_TIMEOUT: Duration = Duration::from_secs(20);

/// Lets an engine search a position on one thread for a time. Returns its nodes per second of our clock, from `go` to its last
/// report. Each engine counts nodes in its own way.
///
/// # Errors
/// If the engine cannot be started, ends, stays silent, or reports no nodes.
pub fn node_rate(command: &Path, fen: &str, time: Duration) -> Result<f64, EngineError> {
    let called = format!("engine {:?}", command.display().to_string());
    let mut engine = Conversation::start(&called, command, &[])?;
    engine.send("uci")?;
    await_message(&mut engine, &Message::UciOk)?;
    engine.send("setoption name Threads value 1")?;
    engine.send("ucinewgame")?;
    engine.send(&format!("position fen {fen}"))?;
    engine.send("isready")?;
    await_message(&mut engine, &Message::ReadyOk)?;
    let began = Instant::now();
    engine.send("go infinite")?;
    let mut last = None;
    let mut stopped = false;
    let mut deadline = Deadline::of(time);
    loop {
        match engine.receive(&deadline)? {
            Some(Message::BestMove(_)) => break,
            Some(Message::Info(info)) => {
                last = info.nodes.map(|nodes| (nodes, began.elapsed())).or(last);
            }
            Some(_) => {}
            None if stopped => break,
            None => {
                engine.send("stop")?;
                stopped = true;
                deadline = Deadline::of(READY_TIMEOUT);
            }
        }
    }
    match last {
        Some((nodes, taken)) if nodes > 0 && !taken.is_zero() => {
            Ok(nodes as f64 / taken.as_secs_f64())
        }
        _ => Err(engine.failed("reports no nodes")),
    }
}

/// Waits until the engine has sent a message.
fn await_message(engine: &mut Conversation, wanted: &Message) -> Result<(), EngineError> {
    let deadline = Deadline::of(READY_TIMEOUT);
    loop {
        match engine.receive(&deadline)? {
            Some(message) if message == *wanted => return Ok(()),
            Some(_) => {}
            None => {
                return Err(engine.failed(format!("is not ready within {READY_TIMEOUT:?}")));
            }
        }
    }
}
