//! Null move pruning: if passing fails high, so would the best move.
//!
//! It is not tried in check, twice in a row, with nothing but pawns (where zugzwang is likely), where beta is a mate score, or
//! where the static evaluation is below beta. micro-Max 4.7 tries it without a look at the evaluation and also after another pass:
//! parameters switch these conditions off. A mate that the reduced search finds is unproven, because the opponent replied to a pass
//! that is not a legal move; beta is returned instead.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{game::Game, score::Score, window::Window};

/// The captured material when only kings and pawns are left.
const MOST_CAPTURED: u8 = 40;

/// Cuts off a node if passing fails high in a reduced search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NullMove {
    /// Plies by which the search after the pass is shallower, besides the pass itself.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which passing is tried.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// Whether a cutoff has to be confirmed by a search of the node itself to the same reduced depth, without passing at the node.
    /// This guards against zugzwang (after David-Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002, who continue the search
    /// at a reduced depth instead).
    pub verify: bool,
    /// Whether passing is tried only if the static evaluation reaches beta.
    pub from_beta: bool,
    /// The most captured material at which passing is tried, on micro-Max's scale: a knight or bishop counts 2, a rook 3, a queen
    /// 6, and all pieces of both sides together 40. Late in the game a pass may avoid zugzwang.
    #[schemars(range(min = 0, max = 40))]
    pub most_captured: u8,
    /// Whether passing is tried right after the opponent has passed.
    pub in_a_row: bool,
}

impl NullMove {
    /// Reduced by two plies, from depth 2, not verified.
    pub const DEFAULT: Self = NullMove {
        reduction: 2,
        min_depth: 2,
        verify: false,
        from_beta: true,
        most_captured: MOST_CAPTURED,
        in_a_row: false,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "null-move",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, e ≥ b (unless from-beta = false), not in check, not after a pass (unless in-a-row), at most most-captured is captured, and b is no mate and finite: pass and search to depth d - 1 - reduction; if v ≥ b: return v (b if v is a mate)",
        source: "Donninger, Null Move and Deep Search (1993); Goetsch and Campbell (1990)",
        used_by: "Stockfish, Fruit, micro-Max",
    };
}

impl<G: Game> Technique<G> for NullMove {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::PATH)
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < self.min_depth
            || node.in_check
            || node.in_quiescence
            || (node.stack_entry.is_pass && !self.in_a_row)
            || node.stack_entry.is_again
            || beta.is_mate()
            || beta == Score::INFINITE
            || (self.from_beta && Score::evaluation(node.static_evaluation()) < beta)
            || (self.most_captured < MOST_CAPTURED
                && node.position.captured_material() > self.most_captured)
        {
            return None;
        }
        let window = Window::null_below(beta);
        let depth = node.depth.less(self.reduction.saturating_add(1));
        let value = below.after_pass(node, depth, window)?;
        // At the horizon a verification would only repeat the evaluation.
        let is_trusted = !self.verify || depth.is_horizon();
        let is_cut =
            value >= beta && (is_trusted || below.again(node, depth, window).value >= beta);
        is_cut.then_some(if value.is_mate() { beta } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::chess::Chess,
        techniques::Found,
        units::{Depth, Ply},
    };

    /// Answers the searches after a pass and of the node again with these values, and checks what is requested.
    struct Answers {
        after_pass: Score,
        again: Score,
        beta: Score,
        depth: u8,
    }

    impl SubSearch<Chess> for Answers {
        fn after_move(
            &mut self,
            _: &Node<'_, Chess>,
            _: <Chess as Game>::Move,
            _: Depth,
            _: Window,
        ) -> Score {
            unreachable!()
        }

        fn after_pass(
            &mut self,
            _: &Node<'_, Chess>,
            depth: Depth,
            window: Window,
        ) -> Option<Score> {
            assert_eq!(
                (depth.plies(), window),
                (self.depth, Window::null_below(self.beta))
            );
            Some(self.after_pass)
        }

        fn again(
            &mut self,
            _: &Node<'_, Chess>,
            depth: Depth,
            window: Window,
        ) -> Found<<Chess as Game>::Move> {
            assert_eq!(
                (depth.plies(), window),
                (self.depth, Window::null_below(self.beta))
            );
            Found {
                value: self.again,
                best_move: None,
            }
        }

        fn known_after(
            &mut self,
            _: &Node<'_, Chess>,
            _: <Chess as Game>::Move,
            _: Depth,
        ) -> Option<Score> {
            unreachable!()
        }

        fn without(
            &mut self,
            _: &Node<'_, Chess>,
            _: <Chess as Game>::Move,
            _: Depth,
            _: Window,
        ) -> Score {
            unreachable!()
        }
    }

    /// What the technique returns with this beta at a node of depth 4, changed like this. White is a rook up, 500, and 37 of 40 are
    /// captured.
    fn cutoff(
        technique: NullMove,
        beta: Score,
        after_pass: Score,
        again: Score,
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> Option<Score> {
        let root = Chess::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let window = Window::new(-Score::INFINITE, beta).unwrap();
        let mut node = Node::new(
            &root,
            Ply::new(1),
            Depth::new(4),
            window,
            false,
            Evaluation::Material,
        );
        change(&mut node);
        let mut answers = Answers {
            after_pass,
            again,
            beta,
            depth: node.depth.plies().saturating_sub(1 + technique.reduction),
        };
        technique.cutoff(&node, &mut answers)
    }

    fn high() -> Score {
        Score::evaluation(600)
    }

    fn even() -> Score {
        Score::evaluation(0)
    }

    const ANY: NullMove = NullMove {
        from_beta: false,
        in_a_row: true,
        ..NullMove::DEFAULT
    };

    #[test]
    fn the_evaluation_has_to_reach_beta_unless_the_parameter_says_otherwise() {
        for (beta, tried) in [(499, true), (500, true), (501, false)] {
            let cut =
                |technique| cutoff(technique, Score::evaluation(beta), high(), even(), |_| {});
            assert_eq!(
                cut(NullMove::DEFAULT),
                Some(high()).filter(|_| tried),
                "{beta}"
            );
            assert_eq!(cut(ANY), Some(high()), "{beta}");
        }
    }

    #[test]
    fn a_pass_answers_a_pass_only_if_the_parameter_says_so() {
        let after_pass = |technique| {
            cutoff(technique, even(), high(), even(), |node| {
                node.stack_entry.is_pass = true;
            })
        };
        assert_eq!(after_pass(NullMove::DEFAULT), None);
        assert_eq!(after_pass(ANY), Some(high()));
    }

    #[test]
    fn passing_stops_when_too_much_is_captured() {
        for (most_captured, tried) in [(0, false), (36, false), (37, true), (38, true), (40, true)]
        {
            let technique = NullMove {
                most_captured,
                ..NullMove::DEFAULT
            };
            let cut = cutoff(technique, even(), high(), even(), |_| {});
            assert_eq!(cut, Some(high()).filter(|_| tried), "{most_captured}");
        }
    }

    #[test]
    fn nothing_lifts_the_other_conditions() {
        let changed =
            |change: fn(&mut Node<'_, Chess>)| cutoff(ANY, even(), high(), even(), change);
        assert_eq!(changed(|_| {}), Some(high()));
        assert_eq!(changed(|node| node.in_check = true), None);
        assert_eq!(changed(|node| node.in_quiescence = true), None);
        assert_eq!(changed(|node| node.stack_entry.is_again = true), None);
        assert_eq!(changed(|node| node.depth = Depth::new(2)), Some(high()));
        assert_eq!(changed(|node| node.depth = Depth::new(1)), None);
        for beta in [Score::mate_in(9), Score::mated_in(8), Score::INFINITE] {
            // An answer that would cut off at any beta.
            let highest = Score::INFINITE;
            assert_eq!(cutoff(ANY, beta, highest, highest, |_| {}), None, "{beta}");
        }
    }

    #[test]
    fn the_value_after_the_pass_is_returned_unless_it_is_a_mate_or_refuted() {
        let beta = Score::evaluation(100);
        let low = Score::evaluation(99);
        let verified = NullMove {
            verify: true,
            reduction: 1,
            ..ANY
        };
        let mate = Score::mate_in(5);
        for (technique, (after_pass, again), expected) in [
            (ANY, (low, high()), None),
            (ANY, (beta, low), Some(beta)),
            (ANY, (high(), low), Some(high())),
            (ANY, (mate, low), Some(beta)),
            (verified, (high(), low), None),
            (verified, (high(), beta), Some(high())),
            (verified, (low, high()), None),
            (verified, (mate, low), None),
            (verified, (mate, beta), Some(beta)),
        ] {
            let cut = cutoff(technique, beta, after_pass, again, |_| {});
            assert_eq!(cut, expected);
        }
        // The verification at the horizon would ask for the evaluation again.
        let shallow = cutoff(verified, beta, high(), low, |node| {
            node.depth = Depth::new(2);
        });
        assert_eq!(shallow, Some(high()));
    }
}
