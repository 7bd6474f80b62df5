//! Whether an engine keeps the limits that it is given.

use std::time::Duration;

use plybench_experiment::uci::{EngineError, Go, Question, Transcript};

use super::{
    finding::{Findings, Kind},
    interview::Interview,
};

/// A middlegame, in which no search ends by itself.
const POSITION: &str = "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/2PP1B2/2N1PN2/PP2BPPP/R2Q1RK1 w - - 0 9";
/// Nodes to be entered at most.
const NODES: u64 = 20_000;
/// A depth that no search reaches within them.
const DEPTH: u8 = 60;
/// Milliseconds to be used at most.
const MOVETIME: u64 = 100;
/// How much longer a search may take on a busy machine.
const LATE: Duration = Duration::from_millis(900);
/// After so long without an answer, an engine is told to stop.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long an endless search is left alone.
const ENDLESS: Duration = Duration::from_millis(200);

/// What an answer does wrong, if it does not keep its limit.
type Kept = fn(&Transcript) -> Option<(Kind, String)>;

/// Gives limits.
pub(crate) fn judge(
    interview: &mut Interview<'_>,
    findings: &mut Findings,
) -> Result<(), EngineError> {
    let nodes = Go {
        nodes: Some(NODES),
        ..Go::default()
    };
    // Given both limits, some engines keep only one.
    let depth_and_nodes = Go {
        depth: Some(DEPTH),
        ..nodes
    };
    let movetime = Go {
        movetime: Some(MOVETIME),
        ..Go::default()
    };
    let asks: [(Go, Duration, Kept); 4] = [
        (nodes, PATIENCE, nodes_kept),
        (depth_and_nodes, PATIENCE, nodes_kept),
        (movetime, PATIENCE, time_kept),
        (Go::default(), ENDLESS, stop_kept),
    ];
    for (go, time, kept) in asks {
        let answer = interview.ask(Question::new(POSITION, go, time), findings)?;
        if let Some((kind, says)) = answer.as_ref().and_then(kept) {
            findings.add(kind, || says, interview.asked());
        }
    }
    Ok(())
}

fn nodes_kept(transcript: &Transcript) -> Option<(Kind, String)> {
    let nodes = transcript.nodes?;
    // A slow engine may not have entered so many nodes yet.
    let is_ignored = transcript.after_stop.is_some() && nodes > NODES;
    (nodes > 2 * NODES || is_ignored).then(|| {
        let until = if is_ignored {
            " until it was told to stop"
        } else {
            ""
        };
        (
            Kind::NodeLimit,
            format!("{nodes} nodes with a limit of {NODES}{until}"),
        )
    })
}

fn time_kept(transcript: &Transcript) -> Option<(Kind, String)> {
    let most = Duration::from_millis(MOVETIME) + LATE;
    (transcript.time > most).then(|| {
        let milliseconds = transcript.time.as_millis();
        (
            Kind::TimeLimit,
            format!("{milliseconds} ms for `go movetime {MOVETIME}`"),
        )
    })
}

fn stop_kept(transcript: &Transcript) -> Option<(Kind, String)> {
    match transcript.after_stop {
        None => Some((
            Kind::Stop,
            format!(
                "answers `go infinite` after {} ms, before `stop`",
                transcript.time.as_millis()
            ),
        )),
        Some(after) if after > LATE => Some((
            Kind::Stop,
            format!("answers {} ms after `stop`", after.as_millis()),
        )),
        Some(_) => None,
    }
}
