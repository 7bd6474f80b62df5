//! Bugs of pruning that lead to false mates.

use plybench_engine::{
    game::{MoveKind, chess::Chess},
    score::Score,
    techniques::{Effect, MadeMove, Node, SubSearch, Technique},
    window::Window,
};

use super::{Mutant, alone, planted};
use crate::verify::TestedSearch;

/// Skips quiet moves whatever the window, where the guard lets it.
struct LateMovesPruned;
impl Technique<Chess> for LateMovesPruned {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        node.depth.plies() <= 2 && mv.number >= 2 && !mv.gives_check && mv.is_quiet()
    }
}

/// A null move that trusts a mate found after the pass.
struct NullMoveMates;
impl Technique<Chess> for NullMoveMates {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let beta = node.window.beta();
        if node.depth.plies() < 2
            || node.in_check
            || node.in_quiescence
            || node.stack_entry.is_pass
            || beta == Score::INFINITE
        {
            return None;
        }
        let value = below.after_pass(node, node.depth.less(1), Window::null_below(beta))?;
        (value >= beta).then_some(value)
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    let heuristic = |name, bug, source, symptom, search| {
        Mutant::new(name, bug, source, symptom, search).promising(Effect::Heuristic)
    };
    vec![
        Mutant::new(
            "evasions-pruned",
            "quiescence searches only captures in check too, and takes \"none left\" for mate",
            "Stockfish #3171 and #3196, mended by #3210 (2020)",
            "false mates",
            planted(|search| search.quiescence_moves = |_| MoveKind::Tactical),
        ),
        heuristic(
            "all-pruned-is-mated",
            "a node whose moves were all skipped keeps minus infinity",
            "Demolito #83 and #84, 48e9b93 (2017)",
            "it hovers around a mate and never delivers it",
            planted(|search| search.may_prune = |_, _| true),
        )
        .with(alone("futility")),
        heuristic(
            "all-pruned-is-alpha",
            "a node whose moves were all skipped returns alpha, which mate distance pruning has raised to a mate",
            "Stockfish aba152ea3 (2012)",
            "false mates although moves were only pruned",
            planted(|search| {
                search.may_prune = |_, _| true;
                search.value_of_moves = |best, searched, window| match searched {
                    0 => window.alpha(),
                    _ => best,
                };
            }),
        )
        .with(alone("futility").and(alone("stockfish"))),
        heuristic(
            "skips-while-mated",
            "moves are skipped although all that were searched lose by mate",
            "laser #14; viridithas 8f0b171d; Ethereal 4095f4c; Stockfish 09f1fdf52 (2013)",
            "false mated scores",
            TestedSearch {
                technique: Some(&LateMovesPruned),
                ..planted(|search| search.may_prune = |searched, _| searched > 0)
            },
        ),
        heuristic(
            "null-move-mate",
            "a mate found after passing is returned as a mate",
            "Stockfish 42de93ac1 (2010), #4649 and #4715 (2023)",
            "mates shorter than there are",
            TestedSearch {
                technique: Some(&NullMoveMates),
                ..TestedSearch::SOUND
            },
        ),
    ]
}
