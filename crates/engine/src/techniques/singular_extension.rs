//! Singular extension: a move that is far better than all others is searched deeper.
//!
//! If the value of a node depends on a single move, an error in that move's value costs most. The table's move is compared with the
//! others: they are searched to half the depth, and if none comes within a margin of the table's value, the table's move is
//! extended. The original tested nodes of the principal variation and nodes that fail high. Programs today test only nodes for
//! which the table has a candidate, as here. If small depths are tested too, a search can follow a forced line for a long time: set
//! a node limit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique};
use crate::{
    game::Game,
    score::Score,
    table::Bound,
    units::{Depth, Ply},
    window::Window,
};

/// Searches the table's move deeper if all others are far worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SingularExtension {
    /// The margin by which the other moves have to be worse, for each ply of the node's depth.
    #[schemars(range(min = 0, max = 100), extend("unit" = "centipawns"))]
    pub margin: u8,
    /// The smallest depth at which it is tested. The other moves need at least one ply, half of depth 3 minus one.
    #[schemars(range(min = 3, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// Plies by which the depth of the table's entry may be below the node's.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub slack: u8,
}

impl SingularExtension {
    /// A margin of 2 centipawns per ply, from depth 6, with entries up to 3 plies shallower.
    pub const DEFAULT: Self = SingularExtension {
        margin: 2,
        min_depth: 6,
        slack: 3,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "singular-extension",
        effect: Effect::Heuristic,
        condition: "if p > 0, d ≥ min-depth, not in a search of the node that a technique requested, the table gives the move v ≥ s at depth ≥ d - slack, s is not a mate, s - margin · d ≥ -20000, and without the move the node, searched to depth (d - 1) / 2, has v < s - margin · d: extend the move by 1 ply",
        source: "Anantharaman, Campbell and Hsu, Singular Extensions: Adding Selectivity to Brute-Force Searching (1988)",
        used_by: "Deep Thought; Stockfish, on the table's move",
    };

    /// The value that all other moves have to stay below for this move to be singular; `None` if it is not a candidate.
    #[inline(always)]
    fn threshold<G: Game>(&self, node: &Node<'_, G>, mv: G::Move) -> Option<Score> {
        let entry = node.entry?;
        let is_candidate = node.depth.plies() >= self.min_depth
            && node.ply > Ply::ROOT
            && !node.stack_entry.is_again
            && entry.best_move() == Some(mv)
            && entry.bound() != Bound::Upper
            && entry.depth() >= node.depth.less(self.slack);
        let margin = i32::from(self.margin) * i32::from(node.depth.plies());
        let threshold = entry.score(node.ply).shifted(-margin);
        threshold.filter(|_| is_candidate)
    }

    /// The depth to which the other moves are searched.
    #[inline]
    fn depth_of_others(depth: Depth) -> Depth {
        Depth::new(depth.plies().saturating_sub(1) / 2)
    }
}

impl<G: Game> Technique<G> for SingularExtension {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::EXTENSION.and(Hooks::ENTRY).and(Hooks::PATH)
    }

    #[inline(always)]
    fn extension(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> u8 {
        let Some(threshold) = self.threshold(node, mv.mv) else {
            return 0;
        };
        let window = Window::null_below(threshold);
        let others = below.without(node, mv.mv, Self::depth_of_others(node.depth), window);
        u8::from(others < threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{MoveKind, uniform_tree::UniformTree},
        search::minimax::minimax,
        table::Entry,
        techniques::exact_search::ExactSearch,
        variants,
    };

    /// Brute force: a move is extended exactly where every other one is below the threshold.
    #[test]
    fn exactly_the_singular_moves_are_extended() {
        let (options, depth) = (variants::PLAIN.options, Depth::new(6));
        let singular = SingularExtension::DEFAULT;
        let mut extended = [0, 0];
        for seed in 0..40 {
            let tree = UniformTree {
                branching: 3,
                depth: 8,
                spread: 30,
                mated_share: 0.0,
                best_first_share: 0.3,
                seed,
            };
            let root = tree.root().unwrap();
            let (ply, window) = (Ply::new(1), Window::full());
            let mut moves = Vec::new();
            root.for_each_move(MoveKind::All, |mv| moves.push(mv));
            let value = |mv| -minimax(&root.play(mv), &options, 1).0;
            for &mv in &moves {
                for claimed in [-20, 0, 20] {
                    let claimed = Score::evaluation(claimed);
                    let entry = Entry::new(
                        1,
                        claimed.at_node(ply),
                        Depth::new(3),
                        Bound::Lower,
                        Some(mv),
                    );
                    let mut node = Node::new(&root, ply, depth, window, false, Evaluation::Zero);
                    node.entry = Some(entry);
                    let made = MadeMove {
                        position: &root,
                        after: &root,
                        mv,
                        number: 0,
                        gives_check: false,
                        history: 0,
                        reduction: 0,
                    };
                    let plies = singular.extension(&node, &made, &mut ExactSearch(&options));
                    let threshold = claimed.centipawns().unwrap() - 2 * 6;
                    // (6 - 1) / 2: two plies, of which the move itself is one.
                    let others = moves.iter().filter(|&&other| other != mv);
                    let is_singular = others
                        .clone()
                        .all(|&other| value(other) < Score::evaluation(threshold));
                    assert_eq!(plies > 0, is_singular, "seed {seed}, {mv:?} at {claimed}");
                    extended[usize::from(is_singular)] += 1;
                }
            }
        }
        assert!(extended.iter().all(|&many| many > 20), "{extended:?}");
    }

    #[test]
    fn only_a_suitable_move_of_the_table_is_a_candidate() {
        let tree = UniformTree {
            branching: 2,
            depth: 4,
            spread: 30,
            mated_share: 0.0,
            best_first_share: 0.0,
            seed: 1,
        };
        let root = tree.root().unwrap();
        let mut moves = Vec::new();
        root.for_each_move(MoveKind::All, |mv| moves.push(mv));
        let (ply, deep) = (Ply::new(1), Depth::new(6));
        let threshold = |ply: Ply, depth: u8, score: Score, bound, best, is_again| {
            let entry = Entry::new(1, score.at_node(ply), Depth::new(depth), bound, Some(best));
            let mut node = Node::new(&root, ply, deep, Window::full(), false, Evaluation::Zero);
            node.entry = Some(entry);
            node.stack_entry.is_again = is_again;
            SingularExtension::DEFAULT.threshold(&node, moves[0])
        };
        let (zero, best, lower) = (Score::evaluation(0), moves[0], Bound::Lower);
        assert_eq!(
            threshold(ply, 3, zero, lower, best, false),
            Some(Score::evaluation(-12))
        );
        assert_eq!(
            threshold(ply, 2, zero, lower, best, false),
            None,
            "too shallow"
        );
        assert_eq!(
            threshold(ply, 3, zero, Bound::Upper, best, false),
            None,
            "an upper bound"
        );
        assert_eq!(
            threshold(ply, 3, zero, lower, moves[1], false),
            None,
            "another move"
        );
        assert_eq!(
            threshold(ply, 3, zero, lower, best, true),
            None,
            "within its own search of the others"
        );
        assert_eq!(
            threshold(Ply::ROOT, 3, zero, lower, best, false),
            None,
            "the root"
        );
        let mate = Score::mate_in(5);
        assert_eq!(threshold(ply, 3, mate, lower, best, false), None, "a mate");
    }
}
