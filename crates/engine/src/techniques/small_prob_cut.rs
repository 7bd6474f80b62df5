//! Small ProbCut: the table's value of a shallower search predicts that of the deep one.
//!
//! As in [ProbCut](super::prob_cut), a value that beats beta by a margin at a smaller depth is assumed to beat beta at the node's own
//! depth. Here the shallow search has already been made, and nothing is searched.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, table::Bound};

/// Cuts off a node if the table's value of a slightly shallower search beats beta by a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SmallProbCut {
    /// The margin by which the table's value has to beat beta.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// Plies by which the depth of the table's entry may be below the node's.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub slack: u8,
}

impl SmallProbCut {
    /// Two pawns, as in Stockfish, whose margin has been 412 to 418 with a pawn of 208; entries up to 4 plies shallower.
    pub const DEFAULT: Self = SmallProbCut {
        margin: 200,
        slack: 4,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "small-prob-cut",
        effect: Effect::Heuristic,
        condition: "if the table gives the node v ≥ b + margin, as a lower bound or exactly, at depth ≥ d - slack, v and b are finite and no mates, and b + margin ≤ 20000: return b + margin",
        source: "Stockfish, search.cpp, step 12",
        used_by: "Stockfish",
    };
}

impl<G: Game> Technique<G> for SmallProbCut {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::ENTRY)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, _: &mut dyn SubSearch<G>) -> Option<Score> {
        let entry = node.entry?;
        let raised = node.window.beta().shifted(self.margin.into())?;
        let value = entry.score(node.ply);
        let is_cut = entry.bound() != Bound::Upper
            && entry.depth() >= node.depth.less(self.slack)
            && value >= raised
            && !value.is_mate();
        is_cut.then_some(raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::SearchOptions,
        table::Entry,
        techniques::{
            asked::{at, below},
            exact_search::ExactSearch,
        },
        units::Depth,
        window::Window,
    };

    /// The value that a node of depth 8 with this beta returns if the table has such an entry for it.
    fn cut(beta: Score, value: Score, depth: u8, bound: Bound) -> Option<Score> {
        at(
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
            |node| {
                node.depth = Depth::new(8);
                node.window = Window::null_below(beta);
                let depth = Depth::new(depth);
                node.entry = Some(Entry::new(1, value.at_node(node.ply), depth, bound, None));
            },
            |node| SmallProbCut::DEFAULT.cutoff(node, &mut ExactSearch(&SearchOptions::default())),
        )
    }

    #[test]
    fn every_condition_is_needed() {
        let (zero, most) = (Score::evaluation(0), Score::evaluation(20_000));
        let at_least = Score::evaluation(200);
        for (beta, value, depth, bound, is_cut) in [
            (zero, at_least, 4, Bound::Lower, true),
            (zero, at_least, 4, Bound::Exact, true),
            (zero, at_least, 4, Bound::Upper, false),
            (zero, at_least, 3, Bound::Lower, false),
            (zero, Score::evaluation(199), 9, Bound::Lower, false),
            (zero, most, 9, Bound::Lower, true),
            (zero, Score::mate_in(9), 9, Bound::Lower, false),
            // The sum of beta and the margin is an evaluation.
            (Score::evaluation(19_800), most, 9, Bound::Lower, true),
            (Score::evaluation(19_801), most, 9, Bound::Lower, false),
            (-Score::mate_in(8), most, 9, Bound::Lower, false),
        ] {
            let raised = beta.shifted(200).filter(|_| is_cut);
            assert_eq!(
                cut(beta, value, depth, bound),
                raised,
                "{beta} {value} {depth} {bound:?}"
            );
        }
    }

    #[test]
    fn without_an_entry_nothing_is_known() {
        let options = SearchOptions::default();
        let cut = at(
            "8/7K/8/8/8/8/R7/7k w - - 0 1",
            |node| node.window = below(0),
            |node| SmallProbCut::DEFAULT.cutoff(node, &mut ExactSearch(&options)),
        );
        assert_eq!(cut, None);
    }
}
