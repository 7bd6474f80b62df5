//! How long a search may take on a clock.
//!
//! The rule is plain: an equal share of the time that is left for each move that is still expected, and three quarters of the increment.
//! A search ends at the end of its share, and begins no further iteration after half of it, which would hardly be completed.

use std::time::Duration;

use super::command::Go;

/// How many more moves a game is expected to have, if no time control comes before.
const MOVES: u64 = 30;

/// The time of a search, from its begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No iteration begins after this.
    pub(crate) soft: Option<Duration>,
    /// The search is stopped here.
    pub(crate) hard: Option<Duration>,
    /// How much longer it may take if it has not completed an iteration by then: on a busy machine it may not have begun, and without an
    /// iteration the move would be any move.
    pub(crate) grace: Duration,
}

/// What a search with a time of its own may take longer.
const GRACE: Duration = Duration::from_millis(20);

impl Budget {
    /// What `go` allows the side to move. `overhead`, in milliseconds, is lost between this program and the clock with each move.
    pub(crate) fn of(go: &Go, is_white: bool, overhead: u64) -> Self {
        if let Some(movetime) = go.movetime {
            let hard = Some(Duration::from_millis(movetime));
            return Budget {
                soft: None,
                hard,
                grace: GRACE,
            };
        }
        let own = usize::from(!is_white);
        // A GUI that gives one clock alone means this search, whoever is to move.
        let Some(time) = go.time[own].or(go.time[1 - own]) else {
            return Budget::default();
        };
        let increment = go.increment[own].unwrap_or(0);
        let left = time.saturating_sub(overhead).max(1);
        let share = left / go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        let share = share.saturating_add(increment / 4 * 3);
        // Whatever the increment is, the clock must not run out before it is added.
        let most = left / 10 * 9;
        let hard = share.min(most).max(1);
        Budget {
            soft: Some(Duration::from_millis(hard / 2)),
            hard: Some(Duration::from_millis(hard)),
            grace: Duration::from_millis(most.saturating_sub(hard)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(go: Go, is_white: bool) -> Option<u128> {
        let budget = Budget::of(&go, is_white, 10);
        budget.hard.map(|hard| hard.as_millis())
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_that_are_left() {
        let go = Go {
            time: [Some(60_010), Some(30_010)],
            increment: [Some(400), None],
            ..Go::default()
        };
        assert_eq!(hard(go.clone(), true), Some(2000 + 300));
        assert_eq!(hard(go.clone(), false), Some(1000));
        let moves_to_go = Some(2);
        assert_eq!(hard(Go { moves_to_go, ..go }, false), Some(15_000));
    }

    #[test]
    fn the_clock_never_runs_out_and_the_time_is_never_0() {
        for time in [0, 1, 10, 11, 50, 1000, u64::MAX] {
            for increment in [None, Some(0), Some(100_000), Some(u64::MAX)] {
                let go = Go {
                    time: [Some(time), None],
                    increment: [increment; 2],
                    moves_to_go: Some(1),
                    ..Go::default()
                };
                let grace = Budget::of(&go, true, 10).grace.as_millis();
                let hard = hard(go, true).unwrap();
                assert!(hard >= 1, "{time}");
                assert!(hard + grace <= u128::from(time.max(1)), "{time}");
            }
        }
    }

    #[test]
    fn without_a_clock_there_is_no_limit() {
        assert_eq!(Budget::of(&Go::default(), true, 10), Budget::default());
        let movetime = Some(50);
        let go = Go {
            movetime,
            ..Go::default()
        };
        assert_eq!(
            (hard(go.clone(), true), Budget::of(&go, true, 10).soft),
            (Some(50), None)
        );
        // fastchess asks so with Black to move.
        let go = Go {
            time: [Some(3010), None],
            ..Go::default()
        };
        assert_eq!(hard(go, false), Some(100));
    }
}
