//! Values as plain integers, and windows of them.
//!
//! The search keeps scores of different frames apart by types. The checker repeats the arithmetic on integers, so that an error in
//! those types shows.

/// The value of giving mate at the root itself: a mate n plies from the root is worth M - n to the side that gives it.
pub const MATE: i32 = 30_000;

/// One above the value of any mate: no search returns it.
pub const INFINITE: i32 = MATE + 1;

/// The largest evaluation, in centipawns.
pub const MOST_EVALUATION: i32 = 20_000;

/// The largest distance from the root.
pub const MAX_PLY: i32 = 255;

/// The longest mate, in plies from the root: mated one ply beyond the last.
pub const LONGEST_MATE: i32 = MAX_PLY + 1;

/// Whether the side to move mates.
pub fn is_win(value: i32) -> bool {
    (MATE - LONGEST_MATE..=MATE).contains(&value)
}

/// Whether the side to move is mated.
pub fn is_loss(value: i32) -> bool {
    is_win(-value)
}

/// Whether either side mates.
pub fn is_mate(value: i32) -> bool {
    is_win(value) || is_loss(value)
}

/// Whether a value can be an evaluation.
pub fn is_evaluation(value: i32) -> bool {
    value.abs() <= MOST_EVALUATION
}

/// An evaluation within its range.
pub fn evaluation(centipawns: i32) -> i32 {
    centipawns.clamp(-MOST_EVALUATION, MOST_EVALUATION)
}

/// An evaluation plus a margin; none if either is no evaluation.
pub fn shifted(value: i32, centipawns: i32) -> Option<i32> {
    (is_evaluation(value) && is_evaluation(value + centipawns)).then_some(value + centipawns)
}

/// A value at `ply` as the table keeps it: a mate's distance is counted from the node. The soonest is a mate with the next
/// move, or being mated now; a bound beyond these says nothing more.
pub fn to_table(value: i32, ply: i32) -> i32 {
    let (mated_now, mate_next) = (-MATE, MATE - 1);
    match value {
        win if is_win(win) => mate_next.min(win + ply),
        loss if is_loss(loss) => mated_now.max(loss - ply),
        other => other,
    }
}

/// The table's value at a node at `ply`. A mate beyond the longest gets the longest distance.
pub fn from_table(kept: i32, ply: i32) -> i32 {
    match kept {
        win if is_win(win) => (win - ply).max(MATE - LONGEST_MATE),
        loss if is_loss(loss) => (loss + ply).min(LONGEST_MATE - MATE),
        other => other,
    }
}

/// An open interval of values, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Values up to this fail low.
    pub alpha: i32,
    /// Values from this on fail high.
    pub beta: i32,
}

impl Window {
    /// The window that contains every value.
    pub const FULL: Window = Window::new(-INFINITE, INFINITE);

    /// The window between two bounds.
    pub const fn new(alpha: i32, beta: i32) -> Self {
        Window { alpha, beta }
    }

    /// Whether no value lies between the bounds.
    pub fn is_null(self) -> bool {
        self.beta == self.alpha + 1
    }

    /// The window from the opponent's point of view.
    pub fn flipped(self) -> Self {
        Window::new(-self.beta, -self.alpha)
    }
}
