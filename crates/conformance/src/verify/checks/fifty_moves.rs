//! The 50-move rule: a mate on the hundredth reversible ply is a mate; one ply later it is too late.
//!
//! In endings without pawns only a capture resets the clock, and the side that mates has no use for
//! one. The check uses no table: table entries do not include the clock.

use super::{
    BARE, Case, Check, Findings, MATES_ONLY, Material, Part, QUIESCENCE, TestedSearcher, with_clock,
};
use cozy_chess::Piece;
use plybench_engine::game::Game;

pub(super) const CHECK: Check = Check {
    name: "fifty-moves",
    holds: "a mate on the hundredth reversible ply counts, a later one does not",
    applies: |_| true,
    sees: &[Part::MateDistance, Part::MateValues, Part::Draws],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    found.over(&material.endings, |ending, found| {
        let Some((_, plies @ 1..)) = ending.mate() else {
            return;
        };
        if !ending.root.board().pieces(Piece::Pawn).is_empty() {
            return;
        }
        found.over([false, true], |late, found| {
            let clock = 100 - plies + u16::from(late);
            let Some(root) = with_clock(&ending.root, clock) else {
                return;
            };
            // At a clock of 100 the root is already drawn, but would be searched all the same.
            if root.reversible_plies() >= 100 {
                return;
            }
            for base in [BARE, MATES_ONLY, QUIESCENCE] {
                let depth = plies as u8 + 1;
                let case = Case::new(subject, &base, &root);
                let Some(last) = case.iterations(depth).pop() else {
                    continue;
                };
                let score = last.iteration.score;
                let kept = match late {
                    true => !score.is_mate(),
                    false => !subject.keeps_mates() || score.mate_plies() == Some(plies),
                };
                found.record(kept, || {
                    let due = if late {
                        "no mate, since it comes too late"
                    } else {
                        "a mate in time"
                    };
                    let what =
                        format!("scores {score}; expected {due} ({plies} plies at clock {clock})");
                    case.wrong_at(depth, what)
                });
            }
        });
    });
}
