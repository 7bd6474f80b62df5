//! Bugs of iterative deepening: iterations that end or count when they should not.

use plybench_engine::techniques::Effect;

use super::{Mutant, alone, planted};

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        Mutant::new(
            "early-stop",
            "deepening ends at the first mate score, shortest or not",
            "Lynx #621; RubiChess 857e69b; zahak fd0d7e5",
            "longer mates than there are; 115 Elo in Lynx's test",
            planted(|search| search.ends_deepening = |score, _| score.is_mate()),
        )
        .promising(Effect::MateExact)
        .with(alone("check-extension")),
        Mutant::new(
            "unfinished-iteration",
            "the value of an iteration that was cut short is reported",
            "Stockfish c15b052ff (2017), #4976, mended by #4990 (0c7f56dea, 2024)",
            "\"mated in 5\" in a won position",
            planted(|search| search.reports_unfinished = || true),
        ),
        Mutant::new(
            "mate-outside-every-window",
            "the aspiration window is widened for ever if the value is a mate",
            "Stockfish #2169, #3845; Lynx #1057; MadChess #8; Demolito #19",
            "the search hangs in the iteration that first sees a mate",
            planted(|search| {
                search.ends_aspiration = |value, window| {
                    !window.fails_low(value) && !window.fails_high(value) && !value.is_mate()
                };
            }),
        ),
    ]
}
