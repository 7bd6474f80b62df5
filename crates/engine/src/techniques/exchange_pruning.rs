//! Exchange pruning, also called SEE pruning: moves that lose material on their square are not searched near the horizon.
//!
//! Static exchange evaluation plays out the captures on the move's square. If the side that moves loses more than a margin for each
//! ply of depth, the few plies that are left are unlikely to win it back. In quiescence a capture that loses material is skipped,
//! because the side to move may stand pat instead. In check every move may be the only one, so nothing is skipped.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// Skips moves that lose too much by captures on their square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ExchangePruning {
    /// The most that a capture or promotion may lose for each ply of depth.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub capture_margin: u16,
    /// The most that any other move may lose for each ply of depth.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub quiet_margin: u16,
    /// The largest depth of a node at which moves are skipped; 0 for none outside quiescence.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub max_depth: u8,
    /// Whether quiescence skips every move that loses anything.
    pub in_quiescence: bool,
}

impl ExchangePruning {
    /// 148 centipawns a ply for captures and 64 for other moves, up to depth 6, and in quiescence: the values of akimbo.
    pub const DEFAULT: Self = ExchangePruning {
        capture_margin: 148,
        quiet_margin: 64,
        max_depth: 6,
        in_quiescence: true,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "exchange-pruning",
        effect: Effect::Heuristic,
        condition: "x is what the move gains by captures on its square, not in check; in quiescence (with in-quiescence), if x < 0: skip it; elsewhere, if d ≤ max-depth and x < -margin · d, with capture-margin for captures and promotions and quiet-margin for others: skip it",
        source: "Chess Programming Wiki, Static Exchange Evaluation; the defaults are those of akimbo (search.rs)",
        used_by: "Stockfish, Ethereal, akimbo, Lynx",
    };

    /// The least that the move has to gain, in centipawns, to be searched; `None` where no move is skipped.
    #[inline]
    pub fn least_gain<G: Game>(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> Option<i32> {
        let depth = node.depth.plies();
        let acts = if node.in_quiescence {
            self.in_quiescence
        } else {
            depth <= self.max_depth
        };
        let margin = if node.in_quiescence {
            0
        } else if mv.is_quiet() {
            self.quiet_margin
        } else {
            self.capture_margin
        };
        (acts && !node.in_check).then(|| -i32::from(margin) * i32::from(depth))
    }
}

impl<G: Game> Technique<G> for ExchangePruning {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        if self.in_quiescence {
            Hooks::PRUNE.and(Hooks::QUIESCENCE)
        } else {
            Hooks::PRUNE
        }
    }

    #[inline]
    fn prunes(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> bool {
        let Some(least) = self.least_gain(node, mv) else {
            return false;
        };
        let gain = node.position.exchange(mv.mv);
        gain.is_some_and(|gain| gain < least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::chess::Chess, techniques::asked::at_move, units::Depth};

    /// The rook can take a pawn that a pawn protects, 400 lost, or go where the pawn takes it, 500 lost.
    const FEN: &str = "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1";
    const CAPTURE: &str = "d1d5";
    const SAFE: &str = "d1d4";

    fn prunes(
        technique: ExchangePruning,
        fen: &str,
        notation: &str,
        change: impl Fn(&mut Node<'_, Chess>),
    ) -> bool {
        at_move(
            fen,
            notation,
            |node, _| change(node),
            |node, mv| technique.prunes(node, mv),
        )
    }

    #[test]
    fn a_move_is_skipped_if_it_loses_more_than_the_margin_of_the_depth() {
        // The bishop takes the rook after this quiet move, which loses 500.
        let quiet = "4k3/8/8/8/8/7b/8/4K1R1 w - - 0 1";
        for (fen, notation, margins, depth, skipped) in [
            (FEN, CAPTURE, [399, 0], 1, true),
            (FEN, CAPTURE, [400, 0], 1, false),
            (FEN, CAPTURE, [199, 0], 2, true),
            (FEN, CAPTURE, [200, 0], 2, false),
            (FEN, SAFE, [0, 0], 1, false),
            (quiet, "g1g4", [0, 499], 1, true),
            (quiet, "g1g4", [0, 500], 1, false),
            (quiet, "g1g4", [0, 166], 3, true),
            (quiet, "g1g4", [0, 167], 3, false),
        ] {
            let technique = ExchangePruning {
                capture_margin: margins[0],
                quiet_margin: margins[1],
                ..ExchangePruning::DEFAULT
            };
            let is = prunes(technique, fen, notation, |node| {
                node.depth = Depth::new(depth);
            });
            assert_eq!(is, skipped, "{notation} {margins:?} {depth}");
        }
    }

    #[test]
    fn nothing_is_skipped_in_check_or_too_deep() {
        let small = ExchangePruning {
            capture_margin: 10,
            ..ExchangePruning::DEFAULT
        };
        let skipped = |change: fn(&mut Node<'_, Chess>)| prunes(small, FEN, CAPTURE, change);
        assert!(skipped(|_| {}));
        assert!(!skipped(|node| node.in_check = true));
        assert!(skipped(|node| node.depth = Depth::new(6)));
        assert!(!skipped(|node| node.depth = Depth::new(7)));
    }

    #[test]
    fn quiescence_skips_what_loses_anything_if_the_parameter_says_so() {
        let only_there = ExchangePruning {
            max_depth: 0,
            ..ExchangePruning::DEFAULT
        };
        let never = ExchangePruning {
            in_quiescence: false,
            ..ExchangePruning::DEFAULT
        };
        let quiescence = |node: &mut Node<'_, Chess>| {
            node.in_quiescence = true;
            node.depth = Depth::new(0);
        };
        assert!(prunes(only_there, FEN, CAPTURE, quiescence));
        assert!(!prunes(never, FEN, CAPTURE, quiescence));
        assert!(!prunes(only_there, FEN, SAFE, quiescence));
        assert!(!prunes(only_there, FEN, CAPTURE, |node| {
            quiescence(node);
            node.in_check = true;
        }));
        // An even exchange loses nothing.
        let even = "4k3/8/4p3/3r4/8/8/8/3RK3 w - - 0 1";
        assert!(!prunes(only_there, even, CAPTURE, quiescence));
    }
}
