//! The line of a mate claim, replayed: legal moves, as many as claimed, no draw on the way, mate at the
//! end. A short line is no violation: null windows and table cuts end lines early.

use std::fmt;

use plybench_engine::game::{Game, chess::Chess};

use super::{
    super::{
        material::is_legal,
        settings::{BARE, EXACT_TABLE, NULL_WINDOWS, violation},
        subject::ObservedIteration,
    },
    Check, Findings, Material, Subject, always,
};

pub(super) const CHECK: Check = Check {
    name: "line-replay",
    holds: "the line of a mate is legal, as long as claimed or shorter, meets no draw and ends in mate",
    applies: always,
    run,
};

/// The verdict on a line as a proof of its mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// As long as claimed, and mate at the end.
    Ok,
    /// Ends before the mate.
    Short,
    /// Has no move, although there are legal ones.
    Empty,
    /// Is longer than claimed.
    Long,
    /// Has an illegal move.
    Illegal,
    /// As long as claimed, without mate at the end.
    NoMate,
    /// Meets a draw by repetition or by the 50-move rule.
    Draw,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Line::Ok => "proves it",
            Line::Short => "ends before the mate",
            Line::Empty => "has no move",
            Line::Long => "is longer",
            Line::Illegal => "has an illegal move",
            Line::NoMate => "does not end in mate",
            Line::Draw => "is a draw by repetition or by the 50-move rule",
        })
    }
}

fn run(subject: &Subject, material: &Material, found: &mut Findings) {
    for base in [BARE, EXACT_TABLE, NULL_WINDOWS] {
        let endings = material.endings.iter().map(|ending| (&ending.root, 6));
        let assorted = material.assorted.iter().map(|root| (root, 3));
        for (root, depth) in endings.chain(assorted) {
            for seen in subject.iterations(root, &base, depth) {
                let line = replay(root, &seen);
                let kept = matches!(line, Line::Ok | Line::Short);
                found.record(kept, || {
                    let depth = seen.iteration.depth;
                    let score = seen.iteration.score;
                    violation(
                        subject,
                        &base,
                        root,
                        &format!("--depth {depth}"),
                        format!("depth {depth} claims {score}, but its line {line}"),
                    )
                });
            }
            if found.is_settled() {
                return;
            }
        }
    }
}

/// Replays an iteration's line. Without a mate claim only the legality of its moves is checked.
fn replay(root: &Chess, seen: &ObservedIteration) -> Line {
    let (line, score) = (&seen.iteration.pv, seen.iteration.score);
    let claimed = score.mate_plies().map(usize::from);
    if line.is_empty() && root.has_legal_move() {
        return Line::Empty;
    }
    let mut position = root.clone();
    let mut keys = vec![position.key()];
    for &mv in line {
        if !is_legal(&position, mv) {
            return Line::Illegal;
        }
        position = position.play(mv);
        let mate = position.in_check() && !position.has_legal_move();
        let draw = position.reversible_plies() >= 100 || keys.contains(&position.key());
        if claimed.is_some() && draw && !mate {
            return Line::Draw;
        }
        keys.push(position.key());
    }
    let Some(claimed) = claimed else {
        return Line::Ok;
    };
    let mate = position.in_check() && !position.has_legal_move();
    match line.len() {
        length if length > claimed => Line::Long,
        length if length < claimed => Line::Short,
        _ if mate => Line::Ok,
        _ => Line::NoMate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_engine::{game::MoveKind, score::Score, search::Iteration};

    fn verdict(fen: &str, score: Score, moves: &[&str]) -> Line {
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
            if is_legal(&position, found) {
                position = position.play(found);
            }
        }
        let iteration = Iteration {
            depth: 1,
            score,
            nodes: 0,
            nodes_to_pv: 0,
            pv,
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
        assert_eq!(verdict(mate, Score::mate_in(1), &["a1a8"]), Line::Ok);
        assert_eq!(verdict(mate, Score::mate_in(3), &["a1a8"]), Line::Short);
        assert_eq!(
            verdict(mate, Score::mate_in(1), &["a1a7", "h8g8"]),
            Line::Long
        );
        assert_eq!(verdict(mate, Score::mate_in(1), &["a1a2"]), Line::NoMate);
        assert_eq!(verdict(mate, Score::mate_in(1), &["a1b7"]), Line::Illegal);
        assert_eq!(verdict(mate, Score::mate_in(1), &[]), Line::Empty);
        let back = ["a1a2", "h8g8", "a2a1", "g8h8", "a1a8"];
        assert_eq!(verdict(mate, Score::mate_in(5), &back), Line::Draw);
    }
}
