//! Check extension: a move that gives check, or one that evades it, is searched deeper.
//!
//! A check forces the reply, so it is a cheap way to push an unwelcome discovery beyond the horizon, and a check at the horizon may
//! be mate. Inside the tree it makes no difference which of the two moves is extended. At the horizon it does: the evasion is never
//! searched there, so only the extension of the checking move sees what comes of the check. micro-Max 4.7 does not recognize moves
//! that give check, and extends evasions. Its page notes that evasions which capture the checking piece or interpose another delay
//! nothing and could be left out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, SubSearch, Technique};
use crate::game::{CheckAnswer, Game};

/// The move that is extended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Extends {
    /// The move that gives check.
    #[default]
    Check,
    /// The move that evades it.
    Evasion,
}

/// Searches moves that give check, or those that evade it, deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CheckExtension {
    /// Plies by which a checking move is extended. With 2, a check and its evasion together use no depth, so the search follows
    /// checks for as long as there are any: set a node limit.
    #[schemars(range(min = 1, max = 2), extend("unit" = "plies"))]
    pub plies: u8,
    /// The move that is extended. An evasion is not extended at the horizon, where it is not searched.
    pub extends: Extends,
    /// Whether evasions that capture the checking piece are extended. It concerns only `extends = "evasion"`.
    pub captures: bool,
    /// Whether evasions that interpose a piece are extended. It concerns only `extends = "evasion"`.
    pub interpositions: bool,
}

impl CheckExtension {
    /// Extends moves that give check by one ply.
    pub const DEFAULT: Self = CheckExtension {
        plies: 1,
        extends: Extends::Check,
        captures: true,
        interpositions: true,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "check-extension",
        effect: Effect::Heuristic,
        condition: "if the move gives check (extends = \"evasion\": if in check, and the move flees, or captures or interposes where that is set): extend it by plies",
        source: "H. G. Muller, micro-Max 4.7, check extension",
        used_by: "micro-Max (evasions)",
    };
}

impl<G: Game> Technique<G> for CheckExtension {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        Hooks::EXTENSION
    }

    #[inline]
    fn extension(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>, _: &mut dyn SubSearch<G>) -> u8 {
        let is_extended = match self.extends {
            Extends::Check => mv.gives_check,
            Extends::Evasion => {
                node.in_check
                    && match mv.position.answer_to_check(mv.mv) {
                        CheckAnswer::Flees => true,
                        CheckAnswer::Captures => self.captures,
                        CheckAnswer::Interposes => self.interpositions,
                    }
            }
        };
        if is_extended { self.plies } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        game::{MoveKind, chess::Chess},
        search::SearchOptions,
        techniques::exact_search::ExactSearch,
        units::{Depth, Ply},
        window::Window,
    };

    /// The moves that are extended, in the order of generation, with their plies.
    fn extended(technique: CheckExtension, fen: &str) -> Vec<(String, u8)> {
        let root = Chess::from_fen(fen).unwrap();
        let options = SearchOptions::default();
        let node = Node::new(
            &root,
            Ply::new(1),
            Depth::new(3),
            Window::full(),
            root.in_check(),
            Evaluation::Zero,
        );
        let mut all = Vec::new();
        root.for_each_move(MoveKind::All, |mv| {
            let after = root.play(mv);
            let made = MadeMove {
                position: &root,
                after: &after,
                mv,
                number: 0,
                gives_check: after.in_check(),
                history: 0,
                reduction: 0,
            };
            let plies = technique.extension(&node, &made, &mut ExactSearch(&options));
            if plies > 0 {
                all.push((root.notation(mv), plies));
            }
        });
        all.sort();
        all
    }

    fn by(plies: u8, moves: &[&str]) -> Vec<(String, u8)> {
        moves.iter().map(|&mv| (mv.to_owned(), plies)).collect()
    }

    /// White is in check from the rook on e8.
    const IN_CHECK: &str = "R3r3/8/7k/8/8/8/8/4KB2 w - - 0 1";
    const FLIGHTS: [&str; 3] = ["e1d1", "e1d2", "e1f2"];

    #[test]
    fn moves_that_give_check_are_extended_whatever_evasions_would_be() {
        let quiet = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        for (plies, evasions) in [(1, true), (2, false)] {
            let technique = CheckExtension {
                plies,
                captures: evasions,
                interpositions: evasions,
                ..CheckExtension::DEFAULT
            };
            assert_eq!(extended(technique, quiet), by(plies, &["a1a8"]));
            // The king on h6 is attacked after none of the evasions.
            assert_eq!(extended(technique, IN_CHECK), by(plies, &[]));
        }
    }

    #[test]
    fn each_kind_of_evasion_is_extended_by_its_own_parameter() {
        for (captures, interpositions, more) in [
            (true, true, &["a8e8", "f1e2"][..]),
            (true, false, &["a8e8"]),
            (false, true, &["f1e2"]),
            (false, false, &[]),
        ] {
            let technique = CheckExtension {
                plies: 2,
                extends: Extends::Evasion,
                captures,
                interpositions,
            };
            let mut expected = by(2, &[more, &FLIGHTS].concat());
            expected.sort();
            assert_eq!(extended(technique, IN_CHECK), expected);
            // Without a check there is nothing to evade, and a move that gives one is not extended.
            assert_eq!(extended(technique, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), []);
        }
    }
}
