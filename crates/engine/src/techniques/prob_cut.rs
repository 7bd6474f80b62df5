//! ProbCut: a shallow search with a raised window predicts the deep one.
//!
//! A shallow and a deep search of the same position return similar values. If a capture or promotion beats beta by a margin in a
//! shallow search, the deep search is assumed to beat beta too: chess programs search the node's captures, where a large gain shows.
//! Buro searches the node itself, in Othello, and also cuts below alpha; he fits the margin to many positions. The returned value is the
//! bound, since the shallow search does not support more than that.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, Node, SubSearch, Technique};
use crate::{
    game::{Game, MoveKind},
    score::Score,
    window::Window,
};

/// What is searched to a smaller depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shallow {
    /// The node's captures and promotions, which can beat beta.
    #[default]
    Captures,
    /// The node itself, which can beat beta, or else fall below alpha (Buro, 1995).
    Node,
}

/// Cuts off a node if a shallow search of it, or of a capture or promotion, beats beta by a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ProbCut {
    /// The margin by which the shallow search has to beat beta.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// Plies by which the search of the node, or after a move, is shallower than usual.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The smallest depth at which it is tried.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// What is searched to a smaller depth.
    pub of: Shallow,
}

impl ProbCut {
    /// A margin of 100 centipawns, three plies shallower, from depth 5.
    pub const DEFAULT: Self = ProbCut {
        margin: 100,
        reduction: 3,
        min_depth: 5,
        of: Shallow::Captures,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "prob-cut",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, not in check, not in a search of the node that a technique requested, b is finite and no mate, b + margin ≤ 20000, and a capture or promotion has v ≥ b + margin, searched to depth d - 1 - reduction: return b; of = \"node\": the same if the node has v ≥ b + margin, searched to depth d - reduction; else, a likewise, if it has v ≤ a - margin: return a",
        source: "Buro, ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm (1995)",
        used_by: "Logistello; Stockfish, on captures",
    };
}

impl<G: Game> Technique<G> for ProbCut {
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
            || node.stack_entry.is_again
        {
            return None;
        }
        if self.of == Shallow::Node {
            return self.by_the_node(node, below);
        }
        let raised = beta.shifted(self.margin.into())?;
        let depth = node.depth.less(self.reduction.saturating_add(1));
        let window = Window::null_below(raised);
        let mut is_cut = false;
        node.position.for_each_move(MoveKind::Tactical, |mv| {
            is_cut = is_cut
                || !below.leaves_out(node.position, mv)
                    && below.after_move(node, mv, depth, window) >= raised;
        });
        is_cut.then_some(beta)
    }
}

impl ProbCut {
    /// Whether the node itself beats a bound in a shallow search: that bound. Few searches use it, and none of them is slower for a call.
    #[cold]
    fn by_the_node<G: Game>(
        &self,
        node: &Node<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> Option<Score> {
        let depth = node.depth.less(self.reduction);
        let (alpha, beta) = (node.window.alpha(), node.window.beta());
        if let Some(raised) = beta.shifted(self.margin.into())
            && below.again(node, depth, Window::null_below(raised)).value >= raised
        {
            return Some(beta);
        }
        let lowered = alpha.shifted(-i32::from(self.margin))?;
        let value = below.again(node, depth, Window::null_above(lowered)).value;
        (value <= lowered).then_some(alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::chess::Chess,
        search::minimax::minimax,
        techniques::exact_search::ExactSearch,
        units::{Depth, Ply},
        variants,
    };

    /// Brute force: a node is cut off exactly where a capture beats the raised beta.
    #[test]
    fn it_cuts_exactly_where_a_capture_beats_the_raised_beta() {
        let mut options = variants::PLAIN.options;
        options.evaluation = Evaluation::Material;
        let mut cuts = [0, 0];
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/3p4/4q3/3P4/8/8/4K2R w K - 0 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1",
        ] {
            let root = Chess::from_fen(fen).unwrap();
            let mut best = -Score::INFINITE;
            // Depth 5, minus one for the move, minus the reduction of 3.
            root.for_each_move(MoveKind::Tactical, |mv| {
                best = best.max(-minimax(&root.play(mv), &options, 1).0);
            });
            // Beta cannot be raised above the largest evaluation, nor from a mate score or infinity.
            let least = Score::evaluation(-20_000);
            for beta in [
                Score::INFINITE,
                Score::mate_in(9),
                Score::evaluation(19_950),
            ] {
                let node = Node::new(
                    &root,
                    Ply::new(1),
                    Depth::new(5),
                    Window::new(least, beta).unwrap(),
                    false,
                    options.evaluation,
                );
                assert_eq!(
                    ProbCut::DEFAULT.cutoff(&node, &mut ExactSearch(&options)),
                    None
                );
            }
            for beta in (-300..=1200).step_by(50) {
                let window = Window::null_below(Score::evaluation(beta));
                let node = Node::new(
                    &root,
                    Ply::new(1),
                    Depth::new(5),
                    window,
                    false,
                    options.evaluation,
                );
                let cut = ProbCut::DEFAULT.cutoff(&node, &mut ExactSearch(&options));
                let wanted = best >= Score::evaluation(beta + 100);
                assert_eq!(
                    cut,
                    wanted.then(|| Score::evaluation(beta)),
                    "{fen} at {beta}"
                );
                cuts[usize::from(wanted)] += 1;
            }
        }
        assert!(cuts.iter().all(|&many| many > 10), "{cuts:?}");
    }

    /// The same for a search of the node: it is cut off where the value lies beyond one of the moved bounds.
    #[test]
    fn of_the_node_it_cuts_exactly_where_its_value_is_beyond_a_moved_bound() {
        let mut options = variants::PLAIN.options;
        options.evaluation = Evaluation::Material;
        let prob_cut = ProbCut {
            of: Shallow::Node,
            ..ProbCut::DEFAULT
        };
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let root = Chess::from_fen(fen).unwrap();
        let value = minimax(&root, &options, 2).0;
        let mut cuts = [0; 3];
        for alpha in (-900..=900).step_by(50) {
            let [low, high] = [alpha, alpha + 70].map(Score::evaluation);
            let node = Node::new(
                &root,
                Ply::new(1),
                Depth::new(5),
                Window::new(low, high).unwrap(),
                false,
                options.evaluation,
            );
            let cut = prob_cut.cutoff(&node, &mut ExactSearch(&options));
            let wanted = match value {
                above if above >= Score::evaluation(alpha + 170) => Some(high),
                below if below <= Score::evaluation(alpha - 100) => Some(low),
                _ => None,
            };
            assert_eq!(cut, wanted, "{alpha}");
            cuts[wanted.map_or(0, |cut| 1 + usize::from(cut == high))] += 1;
        }
        assert!(cuts.iter().all(|&many| many > 2), "{cuts:?}");
    }
}
