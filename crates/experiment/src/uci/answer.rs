//! The answer of an engine's search, collected from its lines.

use super::message::Info;
use plybench_records::{Bound, Counts, ScoreRecord};

/// The answer to `go`, or to one depth of a request in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// Which bound the score is, if it is not the value itself.
    pub bound: Option<Bound>,
    /// Nodes of the whole search, as the engine counts them.
    pub nodes: u64,
    /// The depth of the score, in plies, as the engine counts it, if it told one.
    pub depth: Option<u32>,
    /// The move that it plays; empty if a program that speaks JSON told none.
    pub best_move: String,
    /// The principal variation; empty if it told none.
    pub pv: Vec<String>,
    /// What it counts besides nodes.
    pub counts: Counts,
}

/// The answer of a search that has not ended yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PartialAnswer {
    /// The line with the score that counts up to now. It has none before the first score.
    best: Info,
}

impl PartialAnswer {
    /// Adds an `info` line. Of several variations (MultiPV) only the first counts. The deepest score counts, and of equally deep
    /// ones the last, but a bound does not replace a value.
    pub(super) fn add(&mut self, info: Info) {
        let is_first = info.multipv.is_none_or(|line| line == 1);
        let Some((_, bound)) = info.score.filter(|_| is_first) else {
            return;
        };
        let is_better = self.best.score.is_none_or(|(_, best_bound)| {
            let is_as_sound = bound.is_none() || best_bound.is_some();
            info.depth > self.best.depth || (info.depth == self.best.depth && is_as_sound)
        });
        if is_better {
            self.best = info;
        }
    }

    /// The answer, with the move that the engine would play and the nodes of the whole search.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn finish(
        self,
        best_move: Option<String>,
        nodes: Option<u64>,
    ) -> Result<Answer, &'static str> {
        let best_move = best_move.ok_or("without a move")?;
        let nodes = nodes.ok_or("without a node count")?;
        let (score, bound) = self.best.score.ok_or("without a score")?;
        Ok(Answer {
            score,
            bound,
            nodes,
            depth: self.best.depth,
            best_move,
            pv: self.best.pv,
            counts: Counts::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::message::Message, *};

    fn collect(lines: &[&str], best_move: Option<&str>) -> Result<Answer, &'static str> {
        let (mut partial, mut nodes) = (PartialAnswer::default(), None);
        for line in lines {
            match Message::parse(line) {
                Message::Info(info) => {
                    nodes = info.nodes.or(nodes);
                    partial.add(info);
                }
                other => panic!("{other:?}"),
            }
        }
        partial.finish(best_move.map(str::to_owned), nodes)
    }

    #[test]
    fn the_last_and_deepest_value_counts_with_the_last_node_count() {
        let answer = collect(
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
        assert_eq!(answer.score, ScoreRecord::Evaluation { cp: 56 });
        assert_eq!((answer.nodes, answer.bound), (4904, None));
        assert_eq!(answer.pv, ["f1b5", "a7a6"]);
    }

    #[test]
    fn a_bound_stands_where_there_is_no_value() {
        let answer = collect(
            &[
                "info depth 1 score cp 5 nodes 3 pv a2a4",
                "info depth 2 score mate 3 lowerbound nodes 9",
            ],
            Some("a2a3"),
        );
        let answer = answer.unwrap();
        assert_eq!(answer.score, ScoreRecord::Mate { mate: 3, plies: 5 });
        assert_eq!(answer.bound, Some(Bound::Lower));
        assert_eq!((answer.depth, &*answer.best_move), (Some(2), "a2a3"));
        assert!(answer.pv.is_empty());
    }

    #[test]
    fn an_incomplete_answer_says_what_is_missing() {
        let whole = "info depth 1 score cp 5 nodes 3 pv a2a4";
        assert_eq!(collect(&[whole], None), Err("without a move"));
        assert_eq!(
            collect(&["info nodes 3"], Some("a2a4")),
            Err("without a score")
        );
        assert_eq!(
            collect(&["info depth 1 score cp 5"], Some("a2a4")),
            Err("without a node count")
        );
    }
}
