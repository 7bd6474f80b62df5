//! Bugs of conditions: a heuristic technique acts where it must not.
//!
//! Each is the sound technique, asked about a node or a move that differs in one detail.

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    techniques::{
        BuiltIn, Effect, Limited, MadeMove, Node, SubSearch, Technique, futility::Futility,
        late_move_reduction::LateMoveReduction, null_move::NullMove,
    },
};

use super::{Mutant, PLAIN};
use crate::verify::Altered;

/// Forgets that the pass takes a ply too.
#[derive(Clone, Copy)]
struct PassIsFree;
impl Technique<Chess> for PassIsFree {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let one_less = NullMove {
            reduction: NullMove::DEFAULT.reduction - 1,
            ..NullMove::DEFAULT
        };
        one_less.cutoff(node, below)
    }
}

/// Skips moves in check.
#[derive(Clone, Copy)]
struct FutileInCheck;
impl Technique<Chess> for FutileInCheck {
    fn skips(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let mut node = node.with_window(node.window);
        node.in_check = false;
        Futility::DEFAULT.skips(&node, mv)
    }
}

/// The move as one that gives no check.
fn without_check<'p>(mv: &MadeMove<'p, Chess>) -> MadeMove<'p, Chess> {
    MadeMove {
        gives_check: false,
        ..*mv
    }
}

/// Skips moves that give check.
#[derive(Clone, Copy)]
struct ChecksAreFutile;
impl Technique<Chess> for ChecksAreFutile {
    fn skips(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        Futility::DEFAULT.skips(node, &without_check(mv))
    }
}

/// Reduces moves that give check.
#[derive(Clone, Copy)]
struct ReducesChecks;
impl Technique<Chess> for ReducesChecks {
    fn reduction(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> u8 {
        LateMoveReduction::DEFAULT.reduction(node, &without_check(mv))
    }
}

const NULL_MOVE: BuiltIn = BuiltIn {
    null_move: Some(Limited::everywhere(NullMove::DEFAULT)),
    ..PLAIN
};
const FUTILITY: BuiltIn = BuiltIn {
    futility: Some(Limited::everywhere(Futility::DEFAULT)),
    ..PLAIN
};
const REDUCTION: BuiltIn = BuiltIn {
    late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
    ..PLAIN
};

pub(super) fn mutants() -> Vec<Mutant> {
    static FREE: Altered = Altered::technique(&PassIsFree).standing_for(NULL_MOVE);
    static IN_CHECK: Altered = Altered::technique(&FutileInCheck).standing_for(FUTILITY);
    static CHECKS: Altered = Altered::technique(&ChecksAreFutile).standing_for(FUTILITY);
    static REDUCED: Altered = Altered::technique(&ReducesChecks).standing_for(REDUCTION);
    let mutant = |name, bug, source, symptom, search| Mutant {
        effect: Effect::Heuristic,
        ..Mutant::new(name, bug, source, symptom, search)
    };
    vec![
        mutant(
            "null-move-too-deep",
            "the search after the pass is a ply deeper, as if the pass itself took none",
            "no engine is known to have shipped it by mistake",
            "the pruning costs more than it should",
            &FREE,
        ),
        mutant(
            "futility-in-check",
            "evasions are skipped, though a position in check has no static value",
            "kelseyde/calvin-chess-engine #273 (2025); lucametehau/CloverEngine #13 (2021)",
            "6 Elo in Calvin's test",
            &IN_CHECK,
        ),
        mutant(
            "futility-of-checks",
            "moves that give check are skipped",
            "Matthies/RubiChess #91 (2019); FitzOReilly/fatalii #157; pkrisz99/Renegade #165",
            "checks near the horizon are overlooked; 3 Elo in Renegade's test",
            &CHECKS,
        ),
        mutant(
            "reduces-checks",
            "moves that give check are reduced",
            "no engine is known to have shipped it by mistake",
            "mates are found later",
            &REDUCED,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{self, Findings, Material};

    /// The sound technique, planted like a bug.
    #[derive(Clone, Copy)]
    struct Unaltered;
    impl Technique<Chess> for Unaltered {
        fn cutoff(
            &self,
            node: &Node<'_, Chess>,
            below: &mut dyn SubSearch<Chess>,
        ) -> Option<Score> {
            NullMove::DEFAULT.cutoff(node, below)
        }
    }

    #[test]
    fn only_the_bug_is_caught_not_that_the_technique_is_planted() {
        static SOUND: Altered = Altered::technique(&Unaltered).standing_for(NULL_MOVE);
        let oracle = &mut plybench_oracle::Oracle::in_memory();
        let material = Material::draw(1, 1, oracle).unwrap();
        let steps = verify::ALL
            .iter()
            .find(|check| check.name == "steps")
            .unwrap();
        let caught = |search: &'static Altered| {
            let mut found = Findings::new(true);
            let mutant = Mutant {
                search,
                ..mutants().remove(0)
            };
            (steps.run)(&mutant.subject(), &material, &mut found);
            assert!(found.cases > 0);
            found.violations > 0
        };
        static FREE: Altered = Altered::technique(&PassIsFree).standing_for(NULL_MOVE);
        assert!(!caught(&SOUND));
        assert!(caught(&FREE));
    }
}
