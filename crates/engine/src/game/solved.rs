//! What a game knows of a position without a search.

use std::fmt;

use crate::score::Score;

/// How a position ends with perfect play of both sides, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The side to move wins, in this many plies if the distance is known: the shortest against the longest defence.
    Win(Option<u16>),
    /// It loses; the distance is as for a win.
    Loss(Option<u16>),
    /// The game ends without a mate, with these points in the unit of evaluations. A draw has 0.
    Points(i32),
}

impl Solved {
    /// Neither side wins.
    pub const DRAW: Self = Solved::Points(0);

    /// Whether a search may return this score for the position. A mate score has to be a mate of the right side that is not shorter
    /// than the shortest. An evaluation says nothing of the end, except after a search that `is_complete`: one of every game to its
    /// end.
    #[must_use]
    pub fn allows(self, score: Score, is_complete: bool) -> bool {
        let is_as_long = |least: Option<u16>| score.mate_plies() >= least;
        match self {
            _ if !score.is_mate() && !is_complete => true,
            Solved::Win(least) => score.is_win() && is_as_long(least),
            Solved::Loss(least) => score.is_loss() && is_as_long(least),
            Solved::Points(points) => score == Score::evaluation(points),
        }
    }

    /// The moves to the mate, negative for a loss; none without a mate, and if its distance is not known.
    #[must_use]
    pub fn moves(self) -> Option<i32> {
        match self {
            Solved::Win(plies) => Some((i32::from(plies?) + 1) / 2),
            Solved::Loss(plies) => Some(-i32::from(plies?) / 2),
            Solved::Points(_) => None,
        }
    }

    /// The plies to the end; none without a mate, and if they are not known.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Solved::Win(plies) | Solved::Loss(plies) => plies,
            Solved::Points(_) => None,
        }
    }
}

/// `win in 3 plies`, `loss`, `draw`, `12 points`.
impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solved::Win(_) => f.write_str("win")?,
            Solved::Loss(_) => f.write_str("loss")?,
            Solved::Points(0) => f.write_str("draw")?,
            Solved::Points(points) => write!(f, "{points} points")?,
        }
        match self.plies() {
            None => Ok(()),
            Some(1) => f.write_str(" in 1 ply"),
            Some(plies) => write!(f, " in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_score_has_to_be_true_and_an_evaluation_only_at_the_end() {
        let (win, loss) = (Score::mate_in(5), Score::mated_in(4));
        let even = Score::evaluation(0);
        for (solved, allowed, refuted) in [
            (Solved::Win(None), win, loss),
            (Solved::Win(Some(5)), win, Score::mate_in(3)),
            (Solved::Win(Some(3)), win, loss),
            (Solved::Loss(None), loss, win),
            (Solved::Loss(Some(4)), loss, Score::mated_in(2)),
            (Solved::DRAW, even, win),
            (Solved::Points(120), Score::evaluation(120), loss),
        ] {
            for is_complete in [false, true] {
                assert!(solved.allows(allowed, is_complete), "{solved}");
                assert!(!solved.allows(refuted, is_complete), "{solved}");
            }
        }
        assert!(Solved::Win(None).allows(even, false));
        assert!(!Solved::Win(None).allows(even, true));
        assert!(!Solved::Points(100).allows(even, true));
    }

    #[test]
    fn it_is_written_with_its_distance() {
        let all = [
            Solved::Win(Some(1)),
            Solved::Loss(Some(4)),
            Solved::Loss(None),
            Solved::DRAW,
            Solved::Points(-300),
        ];
        let words = [
            "win in 1 ply",
            "loss in 4 plies",
            "loss",
            "draw",
            "-300 points",
        ];
        assert_eq!(all.map(|solved| solved.to_string()), words);
        let moves = [Some(1), Some(-2), None, None, None];
        assert_eq!(all.map(Solved::moves), moves);
    }
}
