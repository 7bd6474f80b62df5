//! The lines that tell of a search.

use std::{fmt::Write as _, time::Duration};

use plybench_engine::score::Score;

/// The best line of a completed search of the root.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The depth of its iteration, in plies.
    pub(crate) depth: u8,
    /// The largest ply that was entered up to its end.
    pub(crate) deepest_ply: usize,
    /// Its value from the view of the side to move.
    pub(crate) score: Score,
    /// Its moves.
    pub(crate) moves: Vec<String>,
}

/// The line's number among several, from 1, and the nodes and the time of the search up to now.
pub(crate) fn line(line: &Line, number: usize, nodes: u64, time: Duration) -> String {
    let Line {
        depth, deepest_ply, ..
    } = line;
    let score = score(line.score);
    let mut text =
        format!("info depth {depth} seldepth {deepest_ply} multipv {number} score {score} ");
    text.push_str(&effort(nodes, time));
    if !line.moves.is_empty() {
        // Writing to a `String` is infallible.
        let _ = write!(text, " pv {}", line.moves.join(" "));
    }
    text
}

/// Nodes, their rate and the time.
pub(crate) fn effort(nodes: u64, time: Duration) -> String {
    let milliseconds = time.as_millis();
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    format!("nodes {nodes} nps {rate} time {milliseconds}")
}

/// A score in UCI's words: `mate` counts moves, and is negative or 0 for the mated side.
pub(crate) fn score(score: Score) -> String {
    match (score.mate_moves(), score.centipawns()) {
        (Some(moves), _) => format!("mate {moves}"),
        (None, centipawns) => format!("cp {}", centipawns.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_mates_in_moves_or_centipawns() {
        for (known, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(15), "mate 8"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(14), "mate -7"),
            (Score::evaluation(-31), "cp -31"),
        ] {
            assert_eq!(score(known), text);
        }
    }

    #[test]
    fn a_line_has_everything_in_whole_numbers() {
        let known = Line {
            depth: 3,
            deepest_ply: 5,
            score: Score::evaluation(20),
            moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(
            line(&known, 2, 1500, Duration::from_micros(2500)),
            "info depth 3 seldepth 5 multipv 2 score cp 20 nodes 1500 nps 600000 time 2 pv e2e4 e7e5"
        );
        assert_eq!(effort(7, Duration::ZERO), "nodes 7 nps 7000000 time 0");
    }
}
