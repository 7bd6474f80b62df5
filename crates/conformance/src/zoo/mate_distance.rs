//! Bugs of mate distance pruning: wrong bounds, and a clamp at the root.

use plybench_engine::{
    game::chess::Chess,
    score::Score,
    techniques::{
        ClampPoint, Clamped, MateDistance, Node, Technique, mate_distance::clamp_between,
    },
    units::MAX_PLY,
};

use super::{Mutant, alone, altered, planted};

/// The bounds of a form at a ply: the least and the greatest value that a node can have.
struct Bounds(fn(u16) -> (Score, Score));

impl Technique<Chess> for Bounds {
    fn clamp(&self, point: ClampPoint, node: &Node<'_, Chess>) -> Clamped {
        if point != ClampPoint::Entry || node.in_quiescence {
            return Clamped::Kept;
        }
        let (lowest, highest) = (self.0)(node.ply.plies());
        clamp_between(node.window, lowest, highest)
    }
}

/// The Fruit form at nodes that it takes for not being in check.
struct NoCheckmate;

impl Technique<Chess> for NoCheckmate {
    fn clamp(&self, point: ClampPoint, node: &Node<'_, Chess>) -> Clamped {
        let mut node = node.with_window(node.window);
        node.in_check = false;
        MateDistance::Fruit.clamp(point, &node)
    }
}

const LONGEST: u16 = MAX_PLY as u16;

pub(super) fn mutants() -> Vec<Mutant> {
    let saving_like = |form, mut mutant: Mutant| {
        mutant.subject.saves_like = Some(form);
        mutant
    };
    let form = |name, bug, source, symptom, bounds: &'static Bounds| {
        let search = altered(bounds, "stockfish");
        let mutant = Mutant::new(name, bug, source, symptom, search);
        saving_like(MateDistance::Stockfish, mutant)
    };
    vec![
        form(
            "upper-too-tight",
            "beta is lowered to M-p-2, one below what a mate with the next move is worth",
            "the reverse of KierenP/Halogen #474; no engine is known to have shipped it",
            "wrong answers in null windows at the bound; most root scores stay right by parity",
            &Bounds(|p| (Score::mated_in(p), Score::mate_in(p + 2))),
        ),
        form(
            "mated-bound-by-one",
            "alpha is raised to -M+p+1, though a mated node scores -M+p",
            "RubiChess, mate pruning mode (since #276), as read",
            "wrong answers in null windows at mated nodes; root scores stay right by parity",
            &Bounds(|p| (Score::mated_in(p + 1), Score::mate_in(p))),
        ),
        form(
            "constant-bounds",
            "both bounds are constants that do not depend on the ply",
            "zahak 33ee7c2 (#100), mended by cc79fde (#185)",
            "mate scores are squashed and mates cannot be reached",
            &Bounds(|_| (Score::mated_in(LONGEST), Score::mate_in(LONGEST))),
        ),
        form(
            "half-never-fires",
            "\"mate in p\" is M+p, so beta is never lowered",
            "TerjeKir/weiss #756, mended by #757 (216d6c1)",
            "half of the pruning is off; bench and playing strength stay the same",
            &Bounds(|p| (Score::mated_in(p), Score::INFINITE)),
        ),
        form(
            "never-fires",
            "the clamp compares with values that no window leaves",
            "TerjeKir/weiss #64 (31619bd): a threshold in place of the mate value",
            "the pruning is off",
            &Bounds(|_| (-Score::INFINITE, Score::INFINITE)),
        ),
        form(
            "loose-by-one",
            "beta is lowered to M-p only",
            "KierenP/Halogen a1f71d6d, mended four years later by #474 (07af0cbb)",
            "fewer mates found in the same nodes; bench stays the same",
            &Bounds(|p| (Score::mated_in(p), Score::mate_in(p))),
        ),
        saving_like(
            MateDistance::Fruit,
            Mutant::new(
                "no-checkmate-test",
                "alpha is raised to -M+p+2 at checkmated nodes too, which score -M+p",
                "a comment in Fruit 2.1 (search_full.cpp) warns of it; no engine is known to have shipped it",
                "a mate with the next move is taken for a mate two plies later",
                altered(&NoCheckmate, "fruit"),
            ),
        ),
        Mutant::new(
            "clamp-at-root",
            "the root's window is clamped too",
            "Stockfish 7ea38e980 (2011); KierenP/Halogen #775 (932be891)",
            "the root may return without a move",
            planted(|search| search.clamps_root = || true),
        )
        .with(alone("stockfish")),
    ]
}
