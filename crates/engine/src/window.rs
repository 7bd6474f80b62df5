//! The search window: the range in which the caller needs an exact value.

use crate::score::Score;

/// An open interval of scores, `alpha < beta`, from the point of view of the side to move. A value
/// at or below alpha *fails low*, one at or above beta *fails high*, and one in between is exact.
///
/// The invariant `alpha < beta` holds by construction: no function returns a closed window. A node
/// whose window closes has its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The window that contains every value.
    #[must_use]
    pub fn full() -> Self {
        Window {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// The window between two bounds, or `None` if it would be empty.
    #[inline]
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Option<Self> {
        (alpha < beta).then_some(Window { alpha, beta })
    }

    /// The null window that tests whether a value exceeds `alpha`. It is one unit wide, so every
    /// value fails low or fails high.
    #[inline]
    #[must_use]
    pub fn null_above(alpha: Score) -> Self {
        Window {
            alpha,
            beta: alpha.just_above(),
        }
    }

    /// The null window that tests whether a value reaches `beta`.
    #[inline]
    #[must_use]
    pub fn null_below(beta: Score) -> Self {
        Window {
            alpha: beta.just_below(),
            beta,
        }
    }

    /// The lower bound: a value of at most alpha fails low. For the side to move; mates are counted from the root.
    #[inline]
    #[must_use]
    pub fn alpha(self) -> Score {
        self.alpha
    }

    /// The upper bound: a value of at least beta fails high. For the side to move; mates are counted from the root.
    #[inline]
    #[must_use]
    pub fn beta(self) -> Score {
        self.beta
    }

    /// Whether this is a null window: no score lies strictly between its bounds.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.just_above() == self.beta
    }

    /// The same window from the opponent's point of view.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Self {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Whether the value is at or below alpha.
    #[inline]
    #[must_use]
    pub fn fails_low(self, value: Score) -> bool {
        value <= self.alpha
    }

    /// Whether the value is at or above beta.
    #[inline]
    #[must_use]
    pub fn fails_high(self, value: Score) -> bool {
        value >= self.beta
    }

    /// Raises alpha to `value` if that narrows the window. A value at or above beta leaves the
    /// window unchanged: the caller has to handle a fail high first.
    #[inline]
    pub fn raise_alpha(&mut self, value: Score) {
        if value > self.alpha && value < self.beta {
            self.alpha = value;
        }
    }

    /// The value, moved to the nearer bound if it lies outside the window: what a fail-hard search
    /// returns.
    #[inline]
    #[must_use]
    pub fn clamp(self, value: Score) -> Score {
        value.clamp(self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_windows_are_one_unit_wide_at_mate_bounds_too() {
        for bound in [Score::mate_in(15), Score::mated_in(4), Score::evaluation(0)] {
            assert!(Window::null_above(bound).is_null());
            assert!(Window::null_below(bound).is_null());
            assert_eq!(Window::null_above(bound).alpha(), bound);
            assert_eq!(Window::null_below(bound).beta(), bound);
        }
    }

    #[test]
    fn an_empty_window_cannot_be_made() {
        let zero = Score::evaluation(0);
        assert_eq!(Window::new(zero, zero), None);
        let mut window = Window::null_above(zero);
        window.raise_alpha(Score::evaluation(9));
        assert!(window.alpha() < window.beta());
    }
}
