//! The iterations of one search: what an engine says after each depth on its way to the last one.

use std::{collections::BTreeMap, time::Instant};

use super::{Answer, Deadline, EngineError, ReadyEngine};

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
    /// that this begins with, and the nodes up to then. `iterations` gets those of depth 1, 2, …, up to the first that has no value
    /// or no line. The deepest one may have been cut short, and is left out, if it is not that asked for. If the search has entered more than `nodes`
    /// nodes, the last answer has them all.
    ///
    /// # Errors
    /// If the engine ends or takes too long, or if the stop flag was set meanwhile; `iterations` has what was answered before.
    pub fn search_through(
        &mut self,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
        deadline: &Deadline<'_>,
        iterations: &mut Vec<Timed>,
    ) -> Result<(), EngineError> {
        self.begin_game(deadline)?;
        let (began, mut reported) = (Instant::now(), None);
        let mut by_depth: BTreeMap<u32, Timed> = BTreeMap::new();
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
                    };
                    let seconds = began.elapsed().as_secs_f64();
                    by_depth.insert(depth, Timed { answer, seconds });
                }
            },
        );
        if by_depth
            .last_key_value()
            .is_some_and(|(&last, _)| last < depth.into())
        {
            by_depth.pop_last();
        }
        iterations.extend((1..).map_while(|depth| by_depth.remove(&depth)));
        let end = end?;
        if let (Some(last), Some(most), Some(all)) = (iterations.last(), nodes, end.nodes)
            && last.answer.nodes <= most
            && most < all
        {
            let mut beyond = last.clone();
            beyond.answer.nodes = all;
            iterations.push(beyond);
        }
        Ok(())
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
