//! A UCI engine as a searcher of chess positions.

use std::time::Instant;

use plybench_engine::game::{Game, MoveKind};

use super::{Limits, Outcome, Receive, Root, SearchError, Searcher, Stop};
use crate::uci::{Deadline, Engine, EngineError};
use plybench_records::{Counts, Iteration};

/// An engine searches one depth after the other, in a process of its own for each position. UCI reports no counts besides the
/// nodes.
///
/// An iteration counts if the engine has entered no more nodes than the limit when it answers.
impl Searcher for &Engine {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let Some(position) = root.position() else {
            return Err(SearchError::NotChess);
        };
        let mut nodes = 0;
        let ended = |stop, nodes| Ok(Outcome { stop, nodes });
        let deadline = Deadline {
            until: Instant::now() + self.spec.timeout,
            stop: limits.stop,
        };
        let started = match self.start(&deadline) {
            // A process that has just begun is not in a process group of its own yet, and Ctrl-C reaches it too.
            Err(EngineError::Interrupted { .. }) if deadline.is_stopped_soon() => None,
            started => started?,
        };
        let Some(mut engine) = started else {
            return ended(Stop::Requested, nodes);
        };
        // As UCI has it, with the moves of a game.
        let fen = root.text();
        for depth in 1..=limits.depth {
            let began = Instant::now();
            let Some(answer) = engine.search(&fen, depth, limits.nodes, &deadline)? else {
                return ended(Stop::Requested, nodes);
            };
            let seconds = began.elapsed().as_secs_f64();
            if let Some(most) = limits.nodes.filter(|&most| answer.nodes > most) {
                // Engines go beyond the limit by different amounts, so the limit is recorded.
                return ended(Stop::Nodes, most);
            }
            if !is_legal(position, &answer.pv[0]) {
                let problem = format!("plays {}, which is illegal", answer.pv[0]);
                return Err(engine.failed(problem).into());
            }
            nodes = answer.nodes;
            let iteration = Iteration {
                depth,
                score: answer.score,
                bound: answer.bound,
                nodes,
                pv: answer.pv,
                moves: Vec::new(),
                counts: Counts::default(),
            };
            if receive(iteration, seconds).is_break() {
                return ended(Stop::Requested, nodes);
            }
        }
        ended(Stop::Depth, nodes)
    }
}

/// Whether a text is a legal move.
fn is_legal<G: Game>(position: &G, text: &str) -> bool {
    let mut legal = false;
    position.for_each_move(MoveKind::All, |mv| legal |= position.notation(mv) == text);
    legal
}
