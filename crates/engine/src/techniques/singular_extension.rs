//! Singular extension: a move that is far better than all others is searched deeper.
//!
//! If the value of a node depends on a single move, an error in that move's value costs most. The table's move is compared with the
//! others: they are searched to half the depth, and if none comes within a margin of the table's value, the table's move is
//! extended. The original tested nodes of the principal variation and nodes that fail high. Programs today test only nodes for
//! which the table has a candidate, as here. If small depths are tested too, a search can follow a forced line for a long time: set
//! a node limit.
//!
//! The search of the others tells more, and engines use it; here all of this is off by default:
//!
//! - If the others are far worse, the move is extended by two or three plies (double and triple extension).
//! - If the others reach beta, another move fails high as well, and the node is left: a multi-cut without a search of its own.
//! - If the move is not singular but its value in the table reaches beta, or a cut is expected, it is shortened (negative extension).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique, Verdict};
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
    /// The margin by which the others have to be worse still for a second ply, in nodes with a null window. 0 for never.
    #[schemars(range(min = 0, max = 255), extend("unit" = "centipawns"))]
    pub twice_margin: u8,
    /// The same for one ply more. 0 for never.
    #[schemars(range(min = 0, max = 255), extend("unit" = "centipawns"))]
    pub thrice_margin: u8,
    /// The plies by which the moves and nodes of a line may have been extended before for more than one ply.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub line_limit: u8,
    /// Whether the node is left if the others reach beta.
    pub cut: bool,
    /// Plies by which the move is shortened if it is not singular and the table's value reaches beta.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub shorten: u8,
    /// Plies by which it is shortened at other expected cut nodes, if it is not singular.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub shorten_at_cut_nodes: u8,
}

impl SingularExtension {
    /// A margin of 2 centipawns per ply, from depth 6, with entries up to 3 plies shallower; one ply, without cut and shortening.
    pub const DEFAULT: Self = SingularExtension {
        margin: 2,
        min_depth: 6,
        slack: 3,
        twice_margin: 0,
        thrice_margin: 0,
        line_limit: 10,
        cut: false,
        shorten: 0,
        shorten_at_cut_nodes: 0,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "singular-extension",
        effect: Effect::Heuristic,
        condition: "if p > 0, d ≥ min-depth, not in a search of the node that a technique requested, the table gives the move v ≥ s at depth ≥ d - slack, s is not a mate, s - margin · d ≥ -20000, and without the move the node, searched to depth (d - 1) / 2, has u < s - margin · d: extend the move by 1 ply, and if the window is null and the line was extended by fewer than line-limit plies, by 1 more for each of twice-margin and thrice-margin that is not 0 and has u < s - margin · d - it; else if cut, u ≥ b and u is not a mate: return u; else if s ≥ b: shorten it by shorten plies; else at an expected cut node: by shorten-at-cut-nodes",
        source: "Anantharaman, Campbell and Hsu, Singular Extensions: Adding Selectivity to Brute-Force Searching (1988); two and three plies, the cut and shortening: Stockfish and akimbo",
        used_by: "Deep Thought; on the table's move Stockfish, akimbo and Lynx",
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

    /// What becomes of a move with this value in the table, if the others have that one.
    fn judge<G: Game>(
        &self,
        node: &Node<'_, G>,
        (value, threshold): (Score, Score),
        others: Score,
    ) -> Verdict {
        if others < threshold {
            let may_go_further =
                node.window.is_null() && node.inherited.extension < self.line_limit;
            let further = [self.twice_margin, self.thrice_margin].map(|margin| {
                let lower = threshold.shifted(-i32::from(margin));
                margin > 0 && may_go_further && lower.is_some_and(|lower| others < lower)
            });
            return Verdict::Extended(
                further
                    .into_iter()
                    .fold(1, |plies, is| plies + u8::from(is)),
            );
        }
        let beats = |value| node.window.fails_high(value);
        if self.cut && beats(others) && !others.is_mate() {
            Verdict::Cut(others)
        } else if beats(value) {
            Verdict::Shortened(self.shorten)
        } else if node.inherited.expects_cut {
            Verdict::Shortened(self.shorten_at_cut_nodes)
        } else {
            Verdict::Extended(0)
        }
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
        let hooks = Hooks::EXTENSION.and(Hooks::ENTRY).and(Hooks::PATH);
        let further = self.twice_margin.max(self.thrice_margin);
        let shorter = self.shorten.max(self.shorten_at_cut_nodes);
        if further == 0 && shorter == 0 && !self.cut {
            hooks
        } else {
            hooks.and(Hooks::VERDICT).and(Hooks::INHERITED)
        }
    }

    #[inline(always)]
    fn verdict(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Verdict {
        let candidate = self.threshold(node, mv.mv).zip(node.entry);
        let Some((threshold, entry)) = candidate else {
            return Verdict::Extended(0);
        };
        let window = Window::null_below(threshold);
        let others = below.without(node, mv.mv, Self::depth_of_others(node.depth), window);
        self.judge(node, (entry.score(node.ply), threshold), others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{
            MoveKind,
            uniform_tree::{UniformPosition, UniformTree},
        },
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
                    let verdict = singular.verdict(&node, &made, &mut ExactSearch(&options));
                    let threshold = claimed.centipawns().unwrap() - 2 * 6;
                    // (6 - 1) / 2: two plies, of which the move itself is one.
                    let others = moves.iter().filter(|&&other| other != mv);
                    let is_singular = others
                        .clone()
                        .all(|&other| value(other) < Score::evaluation(threshold));
                    assert_eq!(
                        verdict,
                        Verdict::Extended(is_singular.into()),
                        "seed {seed}, {mv:?} at {claimed}"
                    );
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

    #[test]
    fn the_value_of_the_others_decides_what_becomes_of_the_move() {
        let position = UniformTree {
            branching: 2,
            depth: 4,
            spread: 30,
            mated_share: 0.0,
            best_first_share: 0.0,
            seed: 1,
        };
        let root = position.root().unwrap();
        let full = SingularExtension {
            twice_margin: 20,
            thrice_margin: 50,
            line_limit: 3,
            cut: true,
            shorten: 3,
            shorten_at_cut_nodes: 2,
            ..SingularExtension::DEFAULT
        };
        let at = Score::evaluation;
        // A null window below 0 or an open one; the line's extensions; whether a cut is expected.
        let judge = |singular: SingularExtension, window, extension, expects_cut, value, others| {
            let (ply, depth) = (Ply::new(1), Depth::new(6));
            let mut node = Node::new(&root, ply, depth, window, false, Evaluation::Zero);
            node.inherited.extension = extension;
            node.inherited.expects_cut = expects_cut;
            singular.judge(&node, (value, at(-100)), others)
        };
        let null = Window::null_below(at(0));
        let open = Window::new(at(-300), at(0)).unwrap();
        let low = at(-10);
        for (window, extension, others, plies) in [
            (null, 2, at(-101), 1),
            (null, 2, at(-120), 1),
            (null, 2, at(-121), 2),
            (null, 2, at(-150), 2),
            (null, 2, at(-151), 3),
            (null, 2, Score::mated_in(8), 3),
            (null, 3, at(-151), 1),
            (open, 2, at(-151), 1),
        ] {
            let verdict = judge(full, window, extension, false, low, others);
            assert_eq!(
                verdict,
                Verdict::Extended(plies),
                "{window:?} {extension} {others}"
            );
        }
        let off = SingularExtension::DEFAULT;
        assert_eq!(
            judge(off, null, 0, false, low, at(-300)),
            Verdict::Extended(1)
        );
        let cases = [
            (full, true, low, at(0), Verdict::Cut(at(0))),
            (full, true, low, at(-1), Verdict::Shortened(2)),
            (full, true, at(0), at(-1), Verdict::Shortened(3)),
            (full, false, at(0), at(-100), Verdict::Shortened(3)),
            (full, false, low, at(-100), Verdict::Extended(0)),
            (full, true, at(0), Score::mate_in(7), Verdict::Shortened(3)),
            (off, true, at(0), at(0), Verdict::Shortened(0)),
            (off, false, low, at(0), Verdict::Extended(0)),
        ];
        for (singular, expects_cut, value, others, wanted) in cases {
            let verdict = judge(singular, null, 0, expects_cut, value, others);
            assert_eq!(verdict, wanted, "{expects_cut} {value} {others}");
        }
    }

    #[test]
    fn what_only_some_settings_need_is_declared_with_these_only() {
        let plain = SingularExtension::DEFAULT;
        let hooks = |singular: SingularExtension| Technique::<UniformPosition>::hooks(&singular);
        let needed = Hooks::VERDICT.and(Hooks::INHERITED);
        assert!(!hooks(plain).any(needed));
        for further in [
            SingularExtension {
                twice_margin: 1,
                ..plain
            },
            SingularExtension {
                thrice_margin: 1,
                ..plain
            },
            SingularExtension { cut: true, ..plain },
            SingularExtension {
                shorten: 1,
                ..plain
            },
            SingularExtension {
                shorten_at_cut_nodes: 1,
                ..plain
            },
        ] {
            assert!(needed.is_within(hooks(further)), "{further:?}");
        }
    }
}
