//! What a search of an engine came to, told from the lines that it said meanwhile.

use super::message::Info;
use crate::store::{Bound, ScoreRecord};

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// What the score is, if it is not the value itself.
    pub bound: Option<Bound>,
    /// Nodes of the whole search, as the engine counts them.
    pub nodes: u64,
    /// The principal variation, which has one move at least.
    pub pv: Vec<String>,
}

/// A search that the engine has not ended yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hearing {
    nodes: Option<u64>,
    best: Option<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    depth: Option<u32>,
    score: ScoreRecord,
    bound: Option<Bound>,
    pv: Vec<String>,
}

impl Hearing {
    /// Takes in an `info` line. Of several lines that an engine follows only the first counts. The deepest score stands, and
    /// of equally deep ones the last, but no bound replaces a value.
    pub(super) fn hear(&mut self, info: Info) {
        self.nodes = info.nodes.or(self.nodes);
        let Some((score, bound)) = info
            .score
            .filter(|_| info.multipv.is_none_or(|line| line == 1))
        else {
            return;
        };
        let is_better = self.best.as_ref().is_none_or(|best| {
            let is_as_sound = bound.is_none() || best.bound.is_some();
            info.depth > best.depth || (info.depth == best.depth && is_as_sound)
        });
        if is_better {
            self.best = Some(Line {
                depth: info.depth,
                score,
                bound,
                pv: info.pv,
            });
        }
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The answer, with the move that the engine would play.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn end(self, best_move: Option<String>) -> Result<Answer, &'static str> {
        let best_move = best_move.ok_or("without a move")?;
        let nodes = self.nodes.ok_or("without a node count")?;
        let Line {
            score,
            bound,
            mut pv,
            ..
        } = self.best.ok_or("without a score")?;
        if pv.is_empty() {
            pv.push(best_move);
        }
        Ok(Answer {
            score,
            bound,
            nodes,
            pv,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::message::Message, *};

    fn heard(lines: &[&str], best_move: Option<&str>) -> Result<Answer, &'static str> {
        let mut hearing = Hearing::default();
        for line in lines {
            match Message::parse(line) {
                Message::Info(info) => hearing.hear(info),
                other => panic!("{other:?}"),
            }
        }
        hearing.end(best_move.map(str::to_owned))
    }

    #[test]
    fn the_last_and_deepest_value_counts_with_the_last_node_count() {
        let said = heard(
            &[
                "info depth 3 score cp 27 nodes 2475 pv d1a4",
                "info depth 3 score cp 56 nodes 4435 pv f1b5 a7a6",
                "info depth 3 score cp 90 upperbound nodes 4500 pv f1b5",
                "info depth 3 multipv 2 score cp 10 nodes 4600 pv a2a3",
                "info depth 2 score cp 1 nodes 4700 pv a2a4",
                "info nodes 4904 nps 1573000",
            ],
            Some("f1b5"),
        )
        .unwrap();
        assert_eq!(said.score, ScoreRecord::Evaluation { cp: 56 });
        assert_eq!((said.nodes, said.bound), (4904, None));
        assert_eq!(said.pv, ["f1b5", "a7a6"]);
    }

    #[test]
    fn a_bound_stands_where_there_is_no_value_and_a_move_where_there_is_no_line() {
        let said = heard(
            &[
                "info depth 1 score cp 5 nodes 3 pv a2a4",
                "info depth 2 score mate 3 lowerbound nodes 9",
            ],
            Some("a2a3"),
        );
        let said = said.unwrap();
        assert_eq!(said.score, ScoreRecord::Mate { mate: 3, plies: 5 });
        assert_eq!(said.bound, Some(Bound::Lower));
        assert_eq!(said.pv, ["a2a3"]);
    }

    #[test]
    fn what_is_missing_is_said() {
        let whole = "info depth 1 score cp 5 nodes 3 pv a2a4";
        assert_eq!(heard(&[whole], None), Err("without a move"));
        assert_eq!(
            heard(&["info nodes 3"], Some("a2a4")),
            Err("without a score")
        );
        assert_eq!(
            heard(&["info depth 1 score cp 5"], Some("a2a4")),
            Err("without a node count")
        );
    }
}
