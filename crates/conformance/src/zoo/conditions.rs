//! Bugs of conditions: a heuristic technique acts where it must not.
//!
//! Each is the sound technique, asked about a node or a move that differs in one detail.

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    techniques::{
        BuiltIn, Effect, Limited, MadeMove, Node, SubSearch, Technique,
        check_extension::{CheckExtension, Extends},
        enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
        futility::Futility,
        late_move_reduction::LateMoveReduction,
        null_move::NullMove,
        razoring::Razoring,
    },
    units::Depth,
};

use super::{Mutant, alone, altered, planted};

/// Forgets that the pass takes a ply too.
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
struct FutileInCheck;
impl Technique<Chess> for FutileInCheck {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let mut node = node.with_window(node.window);
        node.in_check = false;
        Futility::DEFAULT.prunes(&node, mv)
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
struct ChecksAreFutile;
impl Technique<Chess> for ChecksAreFutile {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        Futility::DEFAULT.prunes(node, &without_check(mv))
    }
}

/// Reduces moves that give check.
struct ReducesChecks;
impl Technique<Chess> for ReducesChecks {
    fn reduction(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> u8 {
        LateMoveReduction::DEFAULT.reduction(node, &without_check(mv))
    }
}

/// Skips moves where alpha is a mate: it cannot be raised, so everything looks futile.
struct FutileUnderMate;
impl Technique<Chess> for FutileUnderMate {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let alpha = node.window.alpha();
        if !alpha.is_win() {
            return Futility::DEFAULT.prunes(node, mv);
        }
        let is_at_depth_1 = node.depth == Depth::new(1) && !node.in_quiescence;
        is_at_depth_1 && !node.in_check && mv.is_quiet() && !mv.gives_check
    }
}

/// Takes the evaluation without the search of quiescence that confirms it.
struct RazorsUnverified;
impl Technique<Chess> for RazorsUnverified {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        Razoring::DEFAULT.cutoff(node, below)?;
        Some(Score::evaluation(node.static_evaluation()))
    }
}

/// Razors deep nodes with the margin of depth 3.
struct RazorsAnywhere;
impl Technique<Chess> for RazorsAnywhere {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let mut node = node.with_window(node.window);
        node.depth = node.depth.min(Depth::new(3));
        Razoring::DEFAULT.cutoff(&node, below)
    }
}

/// Asks the table for a result of any depth.
struct ShallowCutoff;
impl Technique<Chess> for ShallowCutoff {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let mut node = node.with_window(node.window);
        node.depth = node.depth.min(Depth::new(2));
        EnhancedTranspositionCutoff::DEFAULT.cutoff(&node, below)
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    let mutant = |name, bug, source, symptom, search| {
        Mutant::new(name, bug, source, symptom, search).promising(Effect::Heuristic)
    };
    vec![
        mutant(
            "null-move-too-deep",
            "the search after the pass is a ply deeper, as if the pass itself took none",
            "no engine is known to have shipped it by mistake",
            "the pruning costs more than it should",
            altered(&PassIsFree, "null-move"),
        ),
        mutant(
            "futility-in-check",
            "evasions are skipped, though a position in check has no static value",
            "kelseyde/calvin-chess-engine #273 (2025); lucametehau/CloverEngine #13 (2021)",
            "6 Elo in Calvin's test",
            altered(&FutileInCheck, "futility"),
        ),
        mutant(
            "futility-of-checks",
            "moves that give check are skipped",
            "Matthies/RubiChess #91 (2019); FitzOReilly/fatalii #157; pkrisz99/Renegade #165",
            "checks near the horizon are overlooked; 3 Elo in Renegade's test",
            altered(&ChecksAreFutile, "futility"),
        ),
        mutant(
            "reduces-checks",
            "moves that give check are reduced",
            "no engine is known to have shipped it by mistake",
            "mates are found later",
            altered(&ReducesChecks, "late-move-reduction"),
        ),
        mutant(
            "futility-under-mate",
            "moves are skipped where alpha is a mate, though only a faster mate could raise it",
            "no engine is known to have shipped it by mistake",
            "a faster mate is overlooked",
            altered(&FutileUnderMate, "futility"),
        ),
        mutant(
            "razoring-unverified",
            "a razored node returns its evaluation, not the value of quiescence",
            "no engine is known to have shipped it by mistake",
            "hanging pieces are overlooked",
            altered(&RazorsUnverified, "razoring"),
        ),
        mutant(
            "razoring-anywhere",
            "nodes deeper than the last margin are razored with that margin",
            "no engine is known to have shipped it by mistake",
            "sacrifices are overlooked",
            altered(&RazorsAnywhere, "razoring"),
        ),
        mutant(
            "transposition-too-shallow",
            "an enhanced transposition cutoff takes a result of any depth",
            "no engine is known to have shipped it by mistake",
            "shallow searches decide deep nodes",
            altered(&ShallowCutoff, "enhanced-transposition-cutoff"),
        ),
        mutant(
            "transposition-wrong-bound",
            "an enhanced transposition cutoff takes a lower bound of the reply for an upper one",
            "no engine is known to have shipped it by mistake",
            "nodes fail high that do not",
            planted(|search| search.tells_parent = |_| true),
        )
        .with(alone("enhanced-transposition-cutoff")),
        mutant(
            "evasions-extended-at-the-horizon",
            // Only near the root, since a search of checks that go on would not end.
            "evasions are extended in quiescence, which goes back to the main search",
            "no engine is known to have shipped it by mistake; micro-Max excludes it",
            "quiescence explodes",
            planted(|search| search.extends_quiescence = |ply| ply.plies() < 5),
        )
        .with(BuiltIn {
            check_extension: Some(Limited::everywhere(CheckExtension {
                extends: Extends::Evasion,
                ..CheckExtension::DEFAULT
            })),
            ..BuiltIn::OFF
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{self, Budget, Findings, Material};

    /// The sound technique, planted like a bug.
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
        let oracle = &mut plybench_oracle::Oracle::in_memory();
        let material = Material::draw(1, 1, Budget::ZOO, oracle).unwrap();
        let steps = verify::ALL
            .iter()
            .find(|check| check.name == "steps")
            .unwrap();
        let caught = |technique| {
            let mut found = Findings::new(Some(1));
            let mut subject = mutants().remove(0).subject;
            subject.search = altered(technique, "null-move");
            (steps.run)(&subject, &material, &mut found);
            assert!(found.cases > 0);
            found.violations > 0
        };
        assert!(!caught(&Unaltered));
        assert!(caught(&PassIsFree));
    }
}
