//! Null move pruning: if passing fails high, so would the best move.
//!
//! It is not tried in check, twice in a row, with nothing but pawns (where zugzwang is likely), where beta is a mate score, or
//! where the static evaluation is below beta. micro-Max 4.7 tries it without a look at the evaluation and also after another pass:
//! parameters switch these conditions off. A mate that the reduced search finds is unproven, because the opponent replied to a pass
//! that is not a legal move; beta is returned instead.
//!
//! The reduction can grow with the depth, with the evaluation's distance from beta, and by Heinz's rule of depth and material. Where
//! zugzwang is feared, another search of the node can verify the cutoff, or the node can be searched to a reduced depth instead.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{
    game::Game,
    score::Score,
    units::{Depth, Ply},
    window::Window,
};

/// The captured material when only kings and pawns are left.
const MOST_CAPTURED: u8 = 40;

/// The search of a node that has to confirm that it fails high after passing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verification {
    /// A search to the same depth as after the pass, without passing at the node. Cutoffs below it are verified too.
    #[default]
    Reduced,
    /// The same, without passing for three quarters of its plies; cutoffs below it are not verified (Stockfish).
    Guarded,
    /// A search to one ply less than the node's depth; cutoffs below it are not verified (David-Tabibi and Netanyahu, "Verified
    /// Null-Move Pruning", 2002).
    OnePlyLess,
}

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
    /// Whether a search of the node itself has to confirm a cutoff, as a guard against zugzwang.
    pub verify: bool,
    /// The search that has to confirm it.
    pub verify_by: Verification,
    /// The smallest depth at which a cutoff has to be confirmed.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub verify_from: u8,
    /// Whether passing is tried only if the static evaluation reaches beta.
    pub from_beta: bool,
    /// The most captured material at which passing is tried, on micro-Max's scale: a knight or bishop counts 2, a rook 3, a queen
    /// 6, and all pieces of both sides together 40. Late in the game a pass may avoid zugzwang.
    #[schemars(range(min = 0, max = 40))]
    pub most_captured: u8,
    /// Whether passing is tried right after the opponent has passed.
    pub in_a_row: bool,
    /// Whether passing is tried only at nodes that are expected to fail high.
    pub only_at_cut_nodes: bool,
    /// What the depth is divided by for further plies of reduction; 0 for none.
    #[schemars(range(min = 0, max = 100))]
    pub depth_divisor: u8,
    /// What the distance of the evaluation above beta is divided by for further plies of reduction; 0 for none.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub evaluation_divisor: u16,
    /// The most plies of reduction by the evaluation.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub most_by_evaluation: u8,
    /// The depth from which the reduction is one ply larger; one ply more if neither side has three pieces besides king and pawns
    /// (Heinz, "Adaptive Null-Move Pruning", 1999). 0 for no such depth.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub deeper_from: u8,
    /// Plies by which the node's own search is shallower if passing fails high, instead of a cutoff; only with a null window
    /// (Omid David-Tabibi and Netanyahu, "Extended Null-Move Reductions", 2008). 0 for a cutoff.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub reduce_instead: u8,
}

impl NullMove {
    /// Reduced by two plies, from depth 2, not verified.
    pub const DEFAULT: Self = NullMove {
        reduction: 2,
        min_depth: 2,
        verify: false,
        verify_by: Verification::Reduced,
        verify_from: 1,
        from_beta: true,
        most_captured: MOST_CAPTURED,
        in_a_row: false,
        only_at_cut_nodes: false,
        depth_divisor: 0,
        evaluation_divisor: 0,
        most_by_evaluation: 3,
        deeper_from: 0,
        reduce_instead: 0,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "null-move",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, e ≥ b (unless from-beta = false), not in check, not after a pass (unless in-a-row), the node is expected to fail high (with only-at-cut-nodes), at most most-captured is captured, and b is no mate and finite: pass and search to depth d - 1 - r, where r = reduction + d / depth-divisor + min(most-by-evaluation, (e - b) / evaluation-divisor) + 1 from depth deeper-from (the next depth if neither side has three pieces); if v ≥ b, and a search of the node confirms it (with verify, from depth verify-from): return v (b if v is a mate); with reduce-instead and a null window: search the node to depth d - reduce-instead and return its value",
        source: "Donninger, Null Move and Deep Search (1993); Goetsch and Campbell (1990); Heinz (1999); David-Tabibi and Netanyahu (2002, 2008)",
        used_by: "Stockfish, Fruit, micro-Max, DarkThought",
    };

    /// Plies by which the search after the pass is shallower, besides the pass. The evaluation is computed only if it is needed.
    fn plies<G: Game>(&self, node: &Node<'_, G>) -> u8 {
        let depth = node.depth.plies();
        let by_depth = depth.checked_div(self.depth_divisor).unwrap_or(0);
        let mut plies = self.reduction.saturating_add(by_depth);
        if self.evaluation_divisor > 0
            && let Some(beta) = node.window.beta().centipawns()
        {
            let above = (node.static_evaluation() - beta).max(0);
            let further = above / i32::from(self.evaluation_divisor);
            let further = further.min(i32::from(self.most_by_evaluation)) as u8;
            plies = plies.saturating_add(further);
        }
        if self.deeper_from > 0 {
            let has_few = node.position.pieces().iter().all(|&pieces| pieces < 3);
            let from = self.deeper_from.saturating_add(u8::from(has_few));
            plies = plies.saturating_add(u8::from(depth >= from));
        }
        plies
    }

    /// Whether cutoffs below a verifying search are not verified.
    const fn verifies_once(&self) -> bool {
        !matches!(self.verify_by, Verification::Reduced)
    }

    /// Whether the cutoff needs no confirmation, or a search of the node gives it; with the value that the node then returns.
    fn verified<G: Game>(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
        depth: Depth,
        value: Score,
    ) -> Option<Score> {
        let beta = node.window.beta();
        // An unproven mate.
        let value = if value.is_mate() { beta } else { value };
        let is_being_verified = node.inherited.passes_from > Ply::ROOT;
        if !self.verify || self.verifies_once() && is_being_verified {
            return Some(value);
        }
        let (depth, passes_from) = match self.verify_by {
            Verification::Reduced => (depth, None),
            Verification::Guarded => (depth, Some(u16::from(depth.plies()) * 3 / 4)),
            Verification::OnePlyLess => (node.depth.less(1), Some(0)),
        };
        // At the horizon a verification would only repeat the evaluation.
        if node.depth.plies() < self.verify_from || depth.is_horizon() {
            return Some(value);
        }
        let mut again = node.with_window(node.window);
        if let Some(plies) = passes_from {
            again.inherited.passes_from = Ply::new(node.ply.plies() + plies);
        }
        let found = below.again(&again, depth, Window::null_below(beta)).value;
        let value = match self.verify_by {
            // The value of legal moves, not of a pass.
            Verification::OnePlyLess => found,
            _ => value,
        };
        (found >= beta).then_some(value)
    }
}

impl<G: Game> Technique<G> for NullMove {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let hooks = Hooks::CUTOFF.and(Hooks::PATH);
        if self.verify && self.verifies_once() || self.only_at_cut_nodes {
            hooks.and(Hooks::INHERITED)
        } else {
            hooks
        }
    }

    #[inline]
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < self.min_depth
            || node.in_check
            || node.in_quiescence
            || (node.stack_entry.is_pass && !self.in_a_row)
            || node.stack_entry.is_again
            || node.ply < node.inherited.passes_from
            || (self.only_at_cut_nodes && !node.inherited.expects_cut)
            || (self.reduce_instead > 0 && !node.window.is_null())
            || beta.is_mate()
            || beta == Score::INFINITE
            || (self.from_beta && Score::evaluation(node.static_evaluation()) < beta)
            || (self.most_captured < MOST_CAPTURED
                && node.position.captured_material() > self.most_captured)
        {
            return None;
        }
        let depth = node.depth.less(self.plies(node).saturating_add(1));
        let value = below.after_pass(node, depth, Window::null_below(beta))?;
        if value < beta {
            return None;
        }
        if self.reduce_instead > 0 {
            let depth = node.depth.less(self.reduce_instead);
            return Some(below.again(node, depth, node.window).value);
        }
        self.verified(node, below, depth, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        techniques::{Found, asked::at},
    };

    /// What is requested: whether it is a search of the node again, the depth, the window, and the ply from which passing is allowed.
    type Request = (bool, u8, Window, u16);

    /// Answers the searches after a pass and of the node again with these values, and writes down the requests.
    struct Answers {
        after_pass: Score,
        again: Score,
        requests: Vec<Request>,
    }

    type Move = <Chess as Game>::Move;

    impl Answers {
        fn note(&mut self, is_again: bool, node: &Node<'_, Chess>, depth: Depth, window: Window) {
            let passes_from = node.inherited.passes_from.plies();
            self.requests
                .push((is_again, depth.plies(), window, passes_from));
        }
    }

    impl SubSearch<Chess> for Answers {
        fn after_move(&mut self, _: &Node<'_, Chess>, _: Move, _: Depth, _: Window) -> Score {
            unreachable!()
        }

        fn after_pass(
            &mut self,
            node: &Node<'_, Chess>,
            depth: Depth,
            window: Window,
        ) -> Option<Score> {
            self.note(false, node, depth, window);
            Some(self.after_pass)
        }

        fn again(&mut self, node: &Node<'_, Chess>, depth: Depth, window: Window) -> Found<Move> {
            self.note(true, node, depth, window);
            Found {
                value: self.again,
                best_move: None,
            }
        }

        fn known_after(&mut self, _: &Node<'_, Chess>, _: Move, _: Depth) -> Option<Score> {
            unreachable!()
        }

        fn without(&mut self, _: &Node<'_, Chess>, _: Move, _: Depth, _: Window) -> Score {
            unreachable!()
        }
    }

    /// White is a rook up, 500, and 37 of 40 are captured.
    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    /// What the technique returns and requests at a node of depth 4, one ply below the root, with an open window that ends at this
    /// beta, changed like this.
    fn asked(
        technique: NullMove,
        fen: &str,
        beta: Score,
        (after_pass, again): (Score, Score),
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> (Option<Score>, Vec<Request>) {
        let mut answers = Answers {
            after_pass,
            again,
            requests: Vec::new(),
        };
        let value = at(
            fen,
            |node| {
                node.window = Window::new(-Score::INFINITE, beta).unwrap();
                change(node);
            },
            |node| technique.cutoff(node, &mut answers),
        );
        (value, answers.requests)
    }

    fn cutoff(
        technique: NullMove,
        beta: Score,
        answers: (Score, Score),
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> Option<Score> {
        asked(technique, ROOK, beta, answers, change).0
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
            let beta = Score::evaluation(beta);
            let cut = |technique| cutoff(technique, beta, (high(), even()), |_| {});
            assert_eq!(
                cut(NullMove::DEFAULT),
                Some(high()).filter(|_| tried),
                "{beta}"
            );
            assert_eq!(cut(ANY), Some(high()), "{beta}");
        }
    }

    #[test]
    fn passing_stops_when_too_much_is_captured() {
        for (most_captured, tried) in [(0, false), (36, false), (37, true), (38, true), (40, true)]
        {
            let technique = NullMove {
                most_captured,
                ..NullMove::DEFAULT
            };
            let cut = cutoff(technique, even(), (high(), even()), |_| {});
            assert_eq!(cut, Some(high()).filter(|_| tried), "{most_captured}");
        }
    }

    #[test]
    fn parameters_decide_after_a_pass_and_at_cut_nodes() {
        let cut = |technique, change: fn(&mut Node<'_, Chess>)| {
            cutoff(technique, even(), (high(), even()), change).is_some()
        };
        let after_pass: fn(&mut Node<'_, Chess>) = |node| node.stack_entry.is_pass = true;
        assert!(!cut(NullMove::DEFAULT, after_pass) && cut(ANY, after_pass));
        let only = NullMove {
            only_at_cut_nodes: true,
            ..ANY
        };
        assert!(!cut(only, |_| {}) && cut(only, |node| node.inherited.expects_cut = true));
    }

    #[test]
    fn nothing_lifts_the_other_conditions() {
        let changed =
            |change: fn(&mut Node<'_, Chess>)| cutoff(ANY, even(), (high(), even()), change);
        assert_eq!(changed(|_| {}), Some(high()));
        assert_eq!(changed(|node| node.in_check = true), None);
        assert_eq!(changed(|node| node.in_quiescence = true), None);
        assert_eq!(changed(|node| node.stack_entry.is_again = true), None);
        assert_eq!(changed(|node| node.depth = Depth::new(2)), Some(high()));
        assert_eq!(changed(|node| node.depth = Depth::new(1)), None);
        // Where a null move is verified, passing is allowed only from a ply on.
        assert_eq!(
            changed(|node| node.inherited.passes_from = Ply::new(2)),
            None
        );
        assert_eq!(
            changed(|node| node.inherited.passes_from = Ply::new(1)),
            Some(high())
        );
        for beta in [Score::mate_in(9), Score::mated_in(8), Score::INFINITE] {
            // An answer that would cut off at any beta.
            let highest = (Score::INFINITE, Score::INFINITE);
            assert_eq!(cutoff(ANY, beta, highest, |_| {}), None, "{beta}");
        }
    }

    #[test]
    fn the_reduction_grows_with_depth_evaluation_and_material() {
        // Three pieces each; Black has a queen more, or White a rook.
        let many = "r1b1k1n1/8/8/8/8/8/8/R1B1K1N1 w - - 0 1";
        let few = "4k1n1/8/8/8/8/8/8/R1B1K3 w - - 0 1";
        let by_depth = NullMove {
            depth_divisor: 3,
            ..ANY
        };
        let by_evaluation = NullMove {
            evaluation_divisor: 200,
            ..ANY
        };
        let at_most_one = NullMove {
            most_by_evaluation: 1,
            ..by_evaluation
        };
        let heinz = NullMove {
            deeper_from: 7,
            ..ANY
        };
        for (technique, fen, depth, beta, left) in [
            (ANY, ROOK, 9, 0, 9 - 1 - 2),
            (by_depth, ROOK, 9, 0, 9 - 1 - 5),
            (by_depth, ROOK, 8, 0, 8 - 1 - 4),
            (by_evaluation, ROOK, 9, 101, 9 - 1 - 3),
            (by_evaluation, ROOK, 9, 100, 9 - 1 - 4),
            (by_evaluation, ROOK, 9, -500, 9 - 1 - 5),
            (by_evaluation, ROOK, 9, 700, 9 - 1 - 2),
            (at_most_one, ROOK, 9, 0, 9 - 1 - 3),
            (heinz, many, 6, 0, 6 - 1 - 2),
            (heinz, many, 7, 0, 7 - 1 - 3),
            (heinz, few, 7, 0, 7 - 1 - 2),
            (heinz, few, 8, 0, 8 - 1 - 3),
        ] {
            let answers = (high(), even());
            let (_, requests) = asked(technique, fen, Score::evaluation(beta), answers, |node| {
                node.depth = Depth::new(depth);
            });
            let window = Window::null_below(Score::evaluation(beta));
            assert_eq!(requests, [(false, left, window, 0)], "{technique:?} {fen}");
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
        for (technique, answers, expected) in [
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
            let cut = cutoff(technique, beta, answers, |_| {});
            assert_eq!(cut, expected);
        }
        // The verification at the horizon would ask for the evaluation again.
        let shallow = cutoff(verified, beta, (high(), low), |node| {
            node.depth = Depth::new(2);
        });
        assert_eq!(shallow, Some(high()));
    }

    #[test]
    fn each_verification_searches_as_deep_as_it_says_and_tells_from_where_to_pass() {
        use Verification::{Guarded, OnePlyLess, Reduced};
        let window = Window::null_below(even());
        for (verify_by, verify_from, passes_from, wanted) in [
            (Reduced, 1, 0, Some((7, 0))),
            (Reduced, 1, 1, Some((7, 1))),
            (Reduced, 11, 0, None),
            (Guarded, 10, 0, Some((7, 6))),
            (Guarded, 11, 0, None),
            (Guarded, 10, 1, None),
            (OnePlyLess, 1, 0, Some((9, 1))),
            (OnePlyLess, 1, 1, None),
        ] {
            let technique = NullMove {
                verify: true,
                verify_by,
                verify_from,
                ..ANY
            };
            let change = |node: &mut Node<'_, Chess>| {
                node.depth = Depth::new(10);
                node.inherited.passes_from = Ply::new(passes_from);
            };
            let answers = (high(), Score::evaluation(50));
            let (value, requests) = asked(technique, ROOK, even(), answers, change);
            let verified = wanted.map(|(depth, from)| (true, depth, window, from));
            let first = (false, 7, window, passes_from);
            let all: Vec<_> = [first].into_iter().chain(verified).collect();
            assert_eq!(requests, all, "{verify_by:?} {verify_from} {passes_from}");
            // The value of one ply less is that of legal moves.
            let of_moves = verify_by == OnePlyLess && wanted.is_some();
            assert_eq!(value, Some(if of_moves { answers.1 } else { high() }));
        }
    }

    #[test]
    fn a_node_with_a_null_window_can_be_reduced_instead() {
        let technique = NullMove {
            reduce_instead: 3,
            ..ANY
        };
        let window = Window::null_below(even());
        let narrow = |node: &mut Node<'_, Chess>| node.window = window;
        let low = Score::evaluation(-7);
        let (value, requests) = asked(technique, ROOK, even(), (high(), low), narrow);
        assert_eq!(value, Some(low));
        assert_eq!(requests[1..], [(true, 1, window, 0)]);
        assert_eq!(
            asked(technique, ROOK, even(), (low, high()), narrow).0,
            None
        );
        assert_eq!(
            asked(technique, ROOK, even(), (high(), low), |_| {}).0,
            None
        );
    }
}
