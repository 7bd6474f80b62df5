//! Multi-cut: a node at which several moves fail high in shallow searches is assumed to fail high.
//!
//! One move that beats beta is enough for a node to fail high. If several of the first moves do so in shallow searches, at least one of
//! them is likely to do so in the deep search, while a single one could be an error of the shallow search. The returned value is beta:
//! shallow searches do not support more than that.
//!
//! The authors try the first moves of the search's order. A cutoff comes before the moves are put in order, so here captures and
//! promotions come first and then all other moves, both as the game generates them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{
    game::{Game, MoveClass, MoveKind},
    score::Score,
    window::Window,
};

/// Cuts off an expected cut node if several of its first moves fail high in shallow searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MultiCut {
    /// The number of moves that are tried, M.
    #[schemars(range(min = 1, max = 100), extend("unit" = "moves"))]
    pub moves: u8,
    /// The number of these that have to fail high, C. Nothing is cut if it is larger than M.
    #[schemars(range(min = 1, max = 100), extend("unit" = "moves"))]
    pub cuts: u8,
    /// Plies by which the search after a move is shallower than usual, R.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which it is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
}

impl MultiCut {
    /// Three of six moves, two plies shallower; from depth 4, where one ply follows the move.
    pub const DEFAULT: Self = MultiCut {
        moves: 6,
        cuts: 3,
        reduction: 2,
        min_depth: 4,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "multi-cut",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, the window is null and a cut is expected (the parent's was not), not in check, not in a search of the node that a technique requested, b is no mate, and of the first moves (M) moves, captures and promotions before others and each in the order of generation, cuts (C) have v ≥ b, searched to depth d - 1 - reduction (R): return b",
        source: "Björnsson and Marsland, Multi-cut Pruning in Alpha-Beta Search (1999); Multi-cut Alpha-Beta-Pruning in Game-Tree Search (2001). M 6 and C 3 are those of the Chess Programming Wiki; with R 2 they are commonly cited, not confirmed at the papers. min-depth is this project's",
        used_by: "Stockfish in another form: the search of a singular extension that fails high",
    };
}

impl<G: Game> Technique<G> for MultiCut {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::PATH).and(Hooks::INHERITED)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < self.min_depth
            || !node.inherited.expects_cut
            || node.in_check
            || node.stack_entry.is_again
            || beta.is_mate()
        {
            return None;
        }
        let depth = node.depth.less(self.reduction.saturating_add(1));
        let window = Window::null_below(beta);
        let (mut tried, mut cuts) = (0, 0);
        for kind in [MoveKind::Tactical, MoveKind::All] {
            node.position.for_each_move(kind, |mv| {
                let is_next = tried < self.moves
                    && cuts < self.cuts
                    && (kind == MoveKind::Tactical
                        || node.position.classify(mv) == MoveClass::Quiet)
                    && !below.leaves_out(node.position, mv);
                if is_next {
                    tried += 1;
                    cuts += u8::from(below.after_move(node, mv, depth, window) >= beta);
                }
            });
        }
        (cuts == self.cuts).then_some(beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{chess::Chess, uniform_tree::UniformTree},
        search::{SearchOptions, minimax::minimax},
        techniques::{
            asked::{at, below},
            exact_search::ExactSearch,
        },
        units::{Depth, Ply},
        variants,
    };

    /// Brute force: a node is cut off exactly where two of the first three moves beat beta in searches of the right depth.
    #[test]
    fn it_cuts_exactly_where_enough_of_the_first_moves_beat_beta() {
        let options = variants::PLAIN.options;
        let technique = MultiCut {
            moves: 3,
            cuts: 2,
            ..MultiCut::DEFAULT
        };
        let mut cuts = [0, 0];
        for seed in 0..20 {
            let tree = UniformTree {
                branching: 4,
                depth: 8,
                spread: 30,
                mated_share: 0.0,
                best_first_share: 0.0,
                seed,
            };
            let root = tree.root().unwrap();
            let mut values = Vec::new();
            // Depth 5, minus one for the move, minus the reduction of 2.
            root.for_each_move(MoveKind::All, |mv| {
                values.push(-minimax(&root.play(mv), &options, 2).0);
            });
            for beta in (-30..=30).step_by(10) {
                let window = below(beta);
                let (ply, depth) = (Ply::new(1), Depth::new(5));
                let mut node = Node::new(&root, ply, depth, window, false, Evaluation::Zero);
                node.inherited.expects_cut = true;
                let high = values[..3].iter().filter(|&&value| value >= window.beta());
                let wanted = high.count() >= 2;
                let cut = technique.cutoff(&node, &mut ExactSearch(&options));
                assert_eq!(cut, wanted.then_some(window.beta()), "{seed} at {beta}");
                cuts[usize::from(wanted)] += 1;
            }
        }
        assert!(cuts.iter().all(|&many| many > 10), "{cuts:?}");
    }

    /// The pawn may take either knight, as its first and third move. Every other move is far below beta.
    fn cut(technique: MultiCut, change: impl Fn(&mut Node<'_, Chess>)) -> Option<Score> {
        let options = SearchOptions {
            evaluation: Evaluation::Material,
            ..variants::PLAIN.options
        };
        at(
            "4k3/8/8/8/2n1n3/3P4/8/4K3 w - - 0 1",
            |node| {
                node.window = below(-250);
                node.inherited.expects_cut = true;
                change(node);
            },
            |node| technique.cutoff(node, &mut ExactSearch(&options)),
        )
    }

    #[test]
    fn captures_are_the_first_moves_and_each_counts_once() {
        for (moves, cuts, is_cut) in [
            (1, 1, true),
            (1, 2, false),
            (2, 2, true),
            (6, 2, true),
            (3, 3, false),
            (100, 3, false),
        ] {
            let technique = MultiCut {
                moves,
                cuts,
                ..MultiCut::DEFAULT
            };
            assert_eq!(
                cut(technique, |_| {}).is_some(),
                is_cut,
                "{cuts} of {moves}"
            );
        }
    }

    #[test]
    fn every_other_condition_is_needed() {
        let technique = MultiCut {
            cuts: 2,
            ..MultiCut::DEFAULT
        };
        let changed = |change: fn(&mut Node<'_, Chess>)| cut(technique, change);
        assert_eq!(changed(|_| {}), Some(Score::evaluation(-250)));
        assert_eq!(changed(|node| node.depth = Depth::new(3)), None);
        assert_eq!(changed(|node| node.inherited.expects_cut = false), None);
        assert_eq!(changed(|node| node.in_check = true), None);
        assert_eq!(changed(|node| node.stack_entry.is_again = true), None);
        let mated =
            |node: &mut Node<'_, Chess>| node.window = Window::null_below(Score::MATED_LAST);
        assert_eq!(changed(mated), None);
    }
}
