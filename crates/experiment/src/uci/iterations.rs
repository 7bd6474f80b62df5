//! The iterations of one search: what an engine says after each depth on its way to the last one.

use std::{collections::BTreeMap, time::Instant};

use super::{Answer, Deadline, EngineError, ReadyEngine, engine::Spoken};
use plybench_records::Counts;

/// An answer, with the seconds that it took.
#[derive(Clone, Debug)]
pub struct Timed {
    /// What the engine answers.
    pub answer: Answer,
    /// Seconds since it was asked.
    pub seconds: f64,
}

impl ReadyEngine {
    /// Searches a position to a depth in a new game, and reads the answer for each depth on the way: its value, its line with the move
    /// that this begins with, and the nodes up to then. `iterations` gets those that have all of these, by depth. The deepest one may have
    /// been cut short, and is left out, if it is not that asked for; if there is a limit of nodes, this was the reason, and in its
    /// place stands an answer with more nodes. A program that speaks JSON answers only what it has completed.
    ///
    /// # Errors
    /// If the engine ends or takes too long, or if the stop flag was set meanwhile; `iterations` has what was answered before.
    pub fn search_through(
        &mut self,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
        iterations: &mut BTreeMap<u32, Timed>,
    ) -> Result<(), EngineError> {
        if let Spoken::Json(_) = self.spoken {
            return self.search_in_json(fen, depth, nodes, deadline, iterations);
        }
        self.begin_game(deadline)?;
        let (began, mut reported) = (Instant::now(), None);
        let end = self.read_search(
            &format!("fen {fen}"),
            &go_depth(depth, nodes),
            nodes,
            *deadline,
            None,
            |info| {
                reported = info.nodes.or(reported);
                let is_first = info.multipv.is_none_or(|line| line == 1);
                if let (true, Some(depth), Some((score, None)), Some(best_move), Some(nodes)) =
                    (is_first, info.depth, info.score, info.pv.first(), reported)
                {
                    let answer = Answer {
                        score,
                        bound: None,
                        nodes,
                        depth: Some(depth),
                        best_move: best_move.clone(),
                        pv: info.pv,
                        counts: Counts::default(),
                    };
                    let seconds = began.elapsed().as_secs_f64();
                    iterations.insert(depth, Timed { answer, seconds });
                }
            },
        );
        let last = iterations.last_entry();
        if let Some(mut last) = last.filter(|last| *last.key() < depth.into()) {
            match nodes {
                // Not every engine tells how many nodes it has entered when it stops.
                Some(most) => last.get_mut().answer.nodes = most.saturating_add(1),
                None => drop(last.remove()),
            }
        }
        end.map(drop)
    }
}

/// The command to search to a depth, but not beyond so many nodes.
pub(super) fn go_depth(depth: u8, nodes: Option<u64>) -> String {
    match nodes {
        // Engines stop at the limit even within an iteration. One more node shows whether the iteration was completed.
        Some(nodes) => format!("go depth {depth} nodes {}", nodes.saturating_add(1)),
        None => format!("go depth {depth}"),
    }
}
