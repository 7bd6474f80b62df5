//! Recapture extension: a capture that answers a capture on its square is searched deeper.
//!
//! The reply to a capture is often forced, so the exchange uses up plies and decides nothing. Only recaptures that restore the
//! material of the root are extended (Berliner): where material was won or lost before, there is less to find out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique};
use crate::{eval::Evaluation, game::Game};

/// Searches a capture one ply deeper if it takes where the move before arrived and restores the material of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Recapture {
    /// How far the material may differ from that of the root.
    #[schemars(range(min = 0, max = 10_000), extend("unit" = "centipawns"))]
    pub margin: u16,
    /// The plies by which the moves and nodes of a line may have been extended before.
    #[schemars(range(min = 0, max = 100), extend("unit" = "plies"))]
    pub line_limit: u8,
}

impl Recapture {
    /// A bishop for a knight restores the material; up to six plies a line, as [mate threats](super::mate_threat).
    pub const DEFAULT: Self = Recapture {
        margin: 10,
        line_limit: 6,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "recapture",
        effect: Effect::Heuristic,
        condition: "if the move captures on the square where the move before arrived, the material after it differs by at most margin from that of the root, and the line was extended by fewer than line-limit plies: extend it by 1 ply",
        source: "Heinz, DarkThought (1997), node11; Chess Programming Wiki, Recapture Extensions, and Capture Extensions for Berliner's condition on the material",
        used_by: "DarkThought",
    };
}

impl<G: Game> Technique<G> for Recapture {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::EXTENSION.and(Hooks::PATH).and(Hooks::INHERITED)
    }

    #[inline]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        let is_recapture = node.inherited.extension < self.line_limit
            && (node.stack_entry.mv).is_some_and(|before| node.position.recaptures(mv.mv, before));
        let difference = || {
            let after = -mv.after.evaluate(Evaluation::Material);
            after.abs_diff(node.inherited.balance)
        };
        u8::from(is_recapture && difference() <= self.margin.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{MoveKind, chess::Chess},
        search::SearchOptions,
        techniques::{asked::at_move, exact_search::ExactSearch},
    };

    /// White's rook is on d5, where Black's may take it.
    const TAKEN: &str = "3rk3/8/8/3R4/8/8/8/3NK3 b - - 0 1";

    /// The plies by which Black's move is extended after such a move of White, or none.
    fn extended(mv: &str, arrived: Option<&str>, balance: i32, before: u8) -> u8 {
        let white = Chess::from_fen("3rk3/8/8/3b4/8/8/8/3RK3 w - - 0 1").unwrap();
        let mut arriving = None;
        white.for_each_move(MoveKind::All, |mv| {
            if arrived.is_some_and(|to| white.notation(mv) == format!("d1{to}")) {
                arriving = Some(mv);
            }
        });
        assert_eq!(arriving.is_some(), arrived.is_some());
        let options = SearchOptions::default();
        at_move(
            TAKEN,
            mv,
            |node, _| {
                node.stack_entry.mv = arriving;
                (node.inherited.balance, node.inherited.extension) = (balance, before);
            },
            |node, made| Recapture::DEFAULT.extension(node, made, &mut ExactSearch(&options)),
        )
    }

    /// After it, Black has a rook for the knight: 180 centipawns.
    #[test]
    fn every_condition_is_needed() {
        for (mv, arrived, balance, before, plies) in [
            ("d8d5", Some("d5"), 180, 5, 1),
            ("d8d5", Some("d5"), 180, 6, 0),
            ("d8d5", Some("d5"), 190, 0, 1),
            ("d8d5", Some("d5"), 191, 0, 0),
            ("d8d5", Some("d5"), 170, 0, 1),
            ("d8d5", Some("d5"), 169, 0, 0),
            ("d8d5", Some("d4"), 180, 0, 0),
            ("d8d5", None, 180, 0, 0),
        ] {
            let found = extended(mv, arrived, balance, before);
            assert_eq!(found, plies, "{mv} {arrived:?} {balance} {before}");
        }
    }
}
