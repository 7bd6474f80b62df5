//! Scores, in two frames that the compiler keeps apart.
//!
//! A mate is worth less the further it is away, so a mate score needs a point from which the
//! distance is counted. [`Score`] counts from the root of the search, which makes scores of
//! different nodes comparable; [`TableScore`] counts from the node it belongs to, which makes it
//! valid wherever the same position occurs. [`Score::at_node`] and [`TableScore::to_root`] are the
//! only conversions. Swapping them, omitting one or applying one twice is the most frequent cause of
//! wrong mate scores in engines.
//!
//! Both are from the point of view of the side to move at the node (negamax). Scores cannot be
//! added: an evaluation shifted by a margin is still an evaluation, but a mate shifted by a margin
//! is meaningless. Counting a mate's distance in plies is described in B. Moreland,
//! "Checkmate/Stalemate Scoring" (2001); most engines use the two-frame table convention.

use std::{fmt, ops::Neg};

use crate::units::{MAX_PLY, Ply};

/// The value of giving mate at the root itself. No node can reach it: the best possible score is a
/// mate with the next move, one ply away.
pub const MATE: i16 = 30_000;

/// The longest distance of a mate score, in plies.
const LONGEST_MATE: i16 = MAX_PLY as i16 + 1;

/// The largest absolute value of an evaluation, in centipawns. It is far below the score of the
/// slowest mate, so the two ranges never meet.
pub const MAX_EVALUATION: i16 = 20_000;

/// A value from the point of view of the side to move: centipawns, or a mate distance from the root.
///
/// ```
/// use plybench_engine::score::Score;
/// assert!(Score::mate_in(1) > Score::mate_in(3));
/// assert!(Score::mate_in(255) > Score::evaluation(32_000));
/// assert!(Score::mated_in(0) < Score::mated_in(2));
/// assert_eq!(-Score::mate_in(5), Score::mated_in(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i16);

impl Score {
    /// Above every value that a node can have.
    pub const INFINITE: Score = Score(MATE + 1);

    /// Mated as late as possible: the value of every mate, if all mates have the same.
    pub const MATED_LAST: Score = Score(-MATE + LONGEST_MATE);

    /// The side to move mates this many plies after the root. The number is odd if that is the side
    /// to move at the root.
    #[inline]
    #[must_use]
    pub const fn mate_in(plies: u16) -> Self {
        Score(MATE - plies as i16)
    }

    /// The side to move is mated this many plies after the root.
    #[inline]
    #[must_use]
    pub const fn mated_in(plies: u16) -> Self {
        Score(-MATE + plies as i16)
    }

    /// An evaluation in centipawns, clamped to ±[`MAX_EVALUATION`].
    #[inline]
    #[must_use]
    pub fn evaluation(centipawns: i32) -> Self {
        Score(centipawns.clamp(-(MAX_EVALUATION as i32), MAX_EVALUATION as i32) as i16)
    }

    /// The score with this raw number; `None` outside ±(M + 1).
    #[must_use]
    pub fn from_raw(number: i16) -> Option<Self> {
        (-MATE - 1..=MATE + 1)
            .contains(&number)
            .then_some(Score(number))
    }

    /// The raw number, for messages: centipawns, or for a mate in n plies M - n, negated for the
    /// mated side.
    #[must_use]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The smallest score that is larger than this one: beta of the null window above it.
    #[inline]
    #[must_use]
    pub const fn just_above(self) -> Self {
        Score(self.0.saturating_add(1))
    }

    /// The largest score that is smaller than this one.
    #[inline]
    #[must_use]
    pub const fn just_below(self) -> Self {
        Score(self.0.saturating_sub(1))
    }

    /// Whether the side to move mates.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= MATE - LONGEST_MATE && self.0 <= MATE
    }

    /// Whether the side to move is mated.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -MATE + LONGEST_MATE && self.0 >= -MATE
    }

    /// Whether it is a forced mate, for either side.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The distance of the mate from the root in plies; `None` for an evaluation.
    #[must_use]
    pub const fn mate_plies(self) -> Option<u16> {
        if self.is_win() {
            Some((MATE - self.0) as u16)
        } else if self.is_loss() {
            Some((MATE + self.0) as u16)
        } else {
            None
        }
    }

    /// The distance of the mate in moves: negative for the mated side, 0 for "mated now", `None`
    /// for an evaluation. Plies 1 and 2 are move 1, plies 3 and 4 are move 2.
    #[must_use]
    pub fn mate_moves(self) -> Option<i32> {
        let moves = (i32::from(self.mate_plies()?) + 1) / 2;
        Some(if self.is_win() { moves } else { -moves })
    }

    /// The evaluation in centipawns; `None` for a mate.
    #[must_use]
    pub fn centipawns(self) -> Option<i32> {
        (!self.is_mate()).then_some(i32::from(self.0))
    }

    /// This evaluation plus `centipawns`; `None` unless both this score and the sum are within ±[`MAX_EVALUATION`].
    #[inline]
    #[must_use]
    pub fn shifted(self, centipawns: i32) -> Option<Score> {
        let is_evaluation = |score: i32| score.abs() <= i32::from(MAX_EVALUATION);
        let shifted = i32::from(self.0) + centipawns;
        (is_evaluation(self.0.into()) && is_evaluation(shifted)).then(|| Score::evaluation(shifted))
    }

    /// The same value relative to the node at `ply`, to be stored in a table: a mate's distance is
    /// counted from that node.
    ///
    /// No node mates sooner than with its next move or is mated sooner than now. A bound of a window can claim that; it becomes the
    /// nearest value that a node can have, which says the same of the node.
    #[inline]
    #[must_use]
    pub fn at_node(self, ply: Ply) -> TableScore {
        let shift = ply.plies() as i16;
        TableScore(if self.is_win() {
            (self.0 + shift).min(MATE - 1)
        } else if self.is_loss() {
            (self.0 - shift).max(-MATE)
        } else {
            self.0
        })
    }
}

/// A mate in words, given its moves as of [`Score::mate_moves`]: `Mate in 8`, `Mated in 3`, or `Mated in 0` for the side that is
/// mated now. The wording and the rounding are those of B. Moreland, "Checkmate/Stalemate Scoring" (2001, revised in December
/// 2002): for a mate in n plies, (n + 1) / 2 moves on the mating side, and n / 2 on the mated one, where n is even.
#[must_use]
pub fn mate_in_words(moves: i32) -> String {
    if moves > 0 {
        format!("Mate in {moves}")
    } else {
        format!("Mated in {}", -moves)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `M8`, `-M3`, `mated` for the side that is mated now, or centipawns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mate_moves(), self.is_loss()) {
            (Some(0), true) => f.write_str("mated"),
            (Some(moves), true) => write!(f, "-M{}", -moves),
            (Some(moves), false) => write!(f, "M{moves}"),
            (None, _) => write!(f, "{}", self.0),
        }
    }
}

/// A value as stored in a table: a mate's distance is counted from the entry's node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableScore(i16);

impl TableScore {
    /// The raw number, as of [`Score::raw`], with mates counted from the node.
    #[must_use]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The same value relative to the root, for a node at `ply`. A mate further away than the
    /// longest possible distance gets that distance.
    #[inline]
    #[must_use]
    pub fn to_root(self, ply: Ply) -> Score {
        let shift = ply.plies() as i16;
        let score = Score(self.0);
        if score.is_win() {
            Score((self.0 - shift).max(MATE - LONGEST_MATE))
        } else if score.is_loss() {
            Score((self.0 + shift).min(-MATE + LONGEST_MATE))
        } else {
            score
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moves_follow_plies() {
        for (plies, moves) in [(1, 1), (3, 2), (15, 8)] {
            assert_eq!(Score::mate_in(plies).mate_moves(), Some(moves));
        }
        for (plies, moves) in [(0, 0), (2, -1), (14, -7)] {
            assert_eq!(Score::mated_in(plies).mate_moves(), Some(moves));
        }
        assert_eq!(Score::mate_in(15).to_string(), "M8");
        assert_eq!(Score::mated_in(2).to_string(), "-M1");
        assert_eq!(Score::mated_in(0).to_string(), "mated");
        assert_eq!(Score::evaluation(-35).to_string(), "-35");
    }

    #[test]
    fn a_mate_in_words_says_who_is_mated() {
        let words = |score: Score| mate_in_words(score.mate_moves().unwrap());
        assert_eq!(words(Score::mate_in(1)), "Mate in 1");
        assert_eq!(words(Score::mate_in(3)), "Mate in 2");
        assert_eq!(words(Score::mated_in(0)), "Mated in 0");
        assert_eq!(words(Score::mated_in(2)), "Mated in 1");
        assert_eq!(words(Score::mated_in(14)), "Mated in 7");
    }

    /// Mated one ply beyond the last is the longest mate; the next number is no mate.
    #[test]
    fn mates_end_at_the_longest_distance() {
        let longest = MAX_PLY as u16 + 1;
        assert_eq!(Score::mate_in(longest).mate_plies(), Some(256));
        assert_eq!(Score::mated_in(longest).mate_plies(), Some(256));
        assert!(Score::mate_in(longest).is_win() && Score::mated_in(longest).is_loss());
        assert_eq!(Score::MATED_LAST, Score::mated_in(longest));
        for beyond in [Score::mate_in(longest + 1), Score::mated_in(longest + 1)] {
            assert!(!beyond.is_mate() && beyond.mate_plies().is_none());
        }
        assert!(Score::mate_in(0).is_win() && Score::mated_in(0).is_loss());
        assert!(!Score::INFINITE.is_mate() && !(-Score::INFINITE).is_mate());
    }

    #[test]
    fn a_mate_of_the_table_beyond_the_longest_gets_the_longest_distance() {
        let longest = MAX_PLY as u16 + 1;
        let kept = Score::mate_in(200).at_node(Ply::ROOT);
        assert_eq!(kept.to_root(Ply::new(56)), Score::mate_in(256));
        assert_eq!(kept.to_root(Ply::new(100)), Score::mate_in(longest));
        let kept = Score::mated_in(200).at_node(Ply::ROOT);
        assert_eq!(kept.to_root(Ply::new(55)), Score::mated_in(255));
        assert_eq!(kept.to_root(Ply::new(100)), Score::mated_in(longest));
    }

    /// Whatever a bound says of the values that a node can have is true at every ply at which the entry is found, and it is one of
    /// the values that a node can have there: a bound outside them would settle fewer windows.
    #[test]
    fn every_mate_bound_keeps_its_meaning_at_every_ply() {
        let plies = || [0, 1, 2, 7, 99, 128, 254, MAX_PLY as u16].into_iter();
        let bounds =
            || (0..=MAX_PLY as u16 + 1).flat_map(|n| [Score::mate_in(n), Score::mated_in(n)]);
        for (stored_at, bound) in plies().flat_map(|ply| bounds().map(move |bound| (ply, bound))) {
            let kept = bound.at_node(Ply::new(stored_at));
            for found_at in plies() {
                let found = kept.to_root(Ply::new(found_at));
                let possible = Score::mated_in(found_at)..=Score::mate_in(found_at + 1);
                assert!(
                    possible.contains(&found),
                    "{bound:?} of {stored_at} at {found_at}"
                );
                // A mate this many plies below the node; the side to move gives it if their number is odd.
                let value = |below: u16, ply: u16| {
                    let mate = ply + below;
                    if below % 2 == 1 {
                        Score::mate_in(mate)
                    } else {
                        Score::mated_in(mate)
                    }
                };
                let deepest = MAX_PLY as u16 + 1 - stored_at.max(found_at);
                for below in 0..=deepest {
                    let (there, here) = (value(below, stored_at), value(below, found_at));
                    let implies = |holds_there: bool, holds_here: bool| {
                        assert!(
                            !holds_there || holds_here,
                            "{bound:?} of {stored_at} at {found_at}: {found:?}, {below} plies below"
                        );
                    };
                    implies(there >= bound, here >= found);
                    implies(there <= bound, here <= found);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_frames_agree_where_an_entry_is_found_again(
            plies in 0u16..100, stored_at in 0u16..100, found_at in 0u16..100,
        ) {
            // A mate `plies` below the node, whatever the node's own ply. It is given one ply below at the earliest.
            let mate = |ply: u16| Score::mate_in(ply + plies + 1);
            let entry = mate(stored_at).at_node(Ply::new(stored_at));
            prop_assert_eq!(entry.to_root(Ply::new(found_at)), mate(found_at));
            let mated = |ply: u16| Score::mated_in(ply + plies);
            let entry = mated(stored_at).at_node(Ply::new(stored_at));
            prop_assert_eq!(entry.to_root(Ply::new(found_at)), mated(found_at));
        }

        #[test]
        fn an_evaluation_has_no_frame(centipawns in -40_000i32..40_000, ply in 0u16..255) {
            let score = Score::evaluation(centipawns);
            prop_assert!(!score.is_mate());
            prop_assert_eq!(score.at_node(Ply::new(ply)).to_root(Ply::new(200)), score);
        }
    }
}
