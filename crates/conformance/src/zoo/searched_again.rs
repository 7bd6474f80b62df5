//! Bugs of searches that are done again, or counted twice: a search of a wrong window, none where one is due, or one that counts
//! more than once.

use plybench_engine::techniques::Effect;

use super::{Mutant, alone, planted};

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "aspiration-edge-accepted",
            "a value on the edge of the aspiration window is taken for the root's value",
            "TerjeKir/weiss #182 (2020)",
            "wrong scores and broken lines, which everything else had been tuned to",
            planted(|search| {
                search.ends_aspiration =
                    |value, window| window.alpha() <= value && value <= window.beta();
            }),
        ),
        Mutant::new(
            "root-line-lost",
            "a search of the root that fails low deletes the best line of the one before",
            "no engine is known to have shipped it by mistake",
            "an iteration without a best move, though the score is right",
            planted(|search| search.keeps_root_line = || false),
        ),
        Mutant::new(
            "first-move-scouted",
            "the first move too is searched with a null window first",
            "kelseyde/calvin-chess-engine #69 (2024): the count of moves was raised too early",
            "twice the searches at every open node; 33 Elo",
            planted(|search| search.is_scouted = |_| true),
        ),
        Mutant::new(
            "reduction-kept",
            "a reduced move that beats alpha is not searched to its full depth",
            "no engine is known to have shipped it",
            "good moves are taken on the word of a shallow search",
            planted(|search| search.undoes_reduction = |_, _| false),
        )
        .promising(Effect::Heuristic)
        .with(alone("late-move-reduction")),
        Mutant::new(
            "nodes-counted-twice",
            "nodes of quiescence are counted twice",
            "Luecx/Koivisto #229 (2023)",
            "wrong node counts and node rates; the moves are right",
            planted(|search| search.counts_node = |in_quiescence| 1 + u64::from(in_quiescence)),
        ),
    ]
}
