//! The line of a mate claim, replayed: legal moves, as many as claimed, no draw on the way, mate at the
//! end. A short line is no violation: null windows and table cuts end lines early.

use plybench_engine::{
    game::{Game, chess::Chess},
    search::Iteration,
};

use super::{
    BARE, Case, Check, EXACT_TABLE, Findings, Material, NULL_WINDOWS, ObservedIteration, Part,
    TestedSearcher,
};

pub(super) const CHECK: Check = Check {
    name: "line-replay",
    holds: "the line of a mate is legal, as long as claimed or shorter, meets no draw and ends in mate",
    applies: |_| true,
    sees: &[
        Part::MateDistance,
        Part::MateValues,
        Part::Table,
        Part::SkippedMoves,
        Part::SearchedAgain,
    ],
    run,
};

fn run(subject: &TestedSearcher, material: &Material, found: &mut Findings) {
    let bases = [BARE, EXACT_TABLE, NULL_WINDOWS];
    let cases = Case::all(subject, &bases, material.roots_to(6, 3));
    found.over(cases, |(case, depth), found| {
        for seen in case.iterations(depth) {
            let replayed = replay(case.root, &seen);
            found.record(replayed.is_ok(), || {
                let (Ok(line) | Err(line)) = replayed;
                let Iteration { depth, score, .. } = seen.iteration;
                let what = format!("depth {depth} claims {score}, but its line {line}");
                case.wrong_at(depth, what)
            });
        }
    });
}

/// Replays an iteration's line, and says how it is, or is not, a proof of its mate. Without a mate claim only the legality of its
/// moves is checked.
fn replay(root: &Chess, seen: &ObservedIteration) -> Result<&'static str, &'static str> {
    let (line, score) = (&seen.iteration.pv, seen.iteration.score);
    let claimed = score.mate_plies().map(usize::from);
    if line.is_empty() && root.has_legal_move() {
        return Err("has no move");
    }
    let mut position = root.clone();
    let mut keys = vec![position.key()];
    for &mv in line {
        if !position.is_legal(mv) {
            return Err("has an illegal move");
        }
        position = position.play(mv);
        let mate = position.in_check() && !position.has_legal_move();
        let draw = position.reversible_plies() >= 100 || keys.contains(&position.key());
        if claimed.is_some() && draw && !mate {
            return Err("is a draw by repetition or by the 50-move rule");
        }
        keys.push(position.key());
    }
    let Some(claimed) = claimed else {
        return Ok("proves it");
    };
    let mate = position.in_check() && !position.has_legal_move();
    match line.len() {
        length if length > claimed => Err("is longer"),
        length if length < claimed => Ok("ends before the mate"),
        _ if mate => Ok("proves it"),
        _ => Err("does not end in mate"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_engine::{game::MoveKind, score::Score};

    fn verdict(fen: &str, score: Score, moves: &[&str]) -> Result<&'static str, &'static str> {
        let root = Chess::from_fen(fen).unwrap();
        let mut position = root.clone();
        let mut pv = Vec::new();
        for text in moves {
            let mut found = <Chess as Game>::Move::default();
            position.for_each_move(MoveKind::All, |mv| {
                if position.notation(mv) == *text {
                    found = mv;
                }
            });
            pv.push(found);
            if position.is_legal(found) {
                position = position.play(found);
            }
        }
        let iteration = Iteration {
            depth: 1,
            score,
            nodes: 0,
            nodes_to_pv: 0,
            pv,
            values: Vec::new(),
        };
        replay(
            &root,
            &ObservedIteration {
                iteration,
                ended: 0,
                root_cuts: 0,
            },
        )
    }

    #[test]
    fn every_verdict_occurs() {
        let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
        assert_eq!(verdict(mate, Score::mate_in(1), &["a1a8"]), Ok("proves it"));
        assert_eq!(
            verdict(mate, Score::mate_in(3), &["a1a8"]),
            Ok("ends before the mate")
        );
        assert_eq!(
            verdict(mate, Score::mate_in(1), &["a1a7", "h8g8"]),
            Err("is longer")
        );
        assert_eq!(
            verdict(mate, Score::mate_in(1), &["a1a2"]),
            Err("does not end in mate")
        );
        assert_eq!(
            verdict(mate, Score::mate_in(1), &["a1b7"]),
            Err("has an illegal move")
        );
        assert_eq!(verdict(mate, Score::mate_in(1), &[]), Err("has no move"));
        let back = ["a1a2", "h8g8", "a2a1", "g8h8", "a1a8"];
        assert_eq!(
            verdict(mate, Score::mate_in(5), &back),
            Err("is a draw by repetition or by the 50-move rule")
        );
    }
}
