//! Aspiration windows that grow by a factor with each failure, as today's engines search the root.
//!
//! A window that opens at once to infinity wastes what the failure has told. So Stockfish, akimbo and Lynx move the failing bound by a
//! width that grows, and spend less depth on a fail high, whose move they know. The defaults are those of akimbo (16 centipawns,
//! doubled, from depth 7); Lynx begins with 9, at depth 8, and grows to 129 %.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{conventions::Conventions, searcher::Searcher};
use crate::{
    game::Game,
    observe::SearchObserver,
    score::{MAX_EVALUATION, Score},
    units::Depth,
    window::Window,
};

/// The most plies by which fails high make the search of the root shallower.
const MOST_SHALLOWER: u8 = 3;

/// A width that moves every bound out of the range of evaluations: growing further would change nothing.
const WIDEST: i32 = 1 << 16;

/// How the window around the last iteration's score begins, and what a failure does to it.
///
/// The first iteration, those before `from-depth` and those after a mate score have the full window. A bound that leaves the range of
/// evaluations becomes infinite, and so does one that fails with a mate score. Each failure moves a bound outwards by at least 1
/// centipawn, and alpha never rises, so the search ends whatever the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct GrowingAspiration {
    /// The distance of both bounds from the last score in the first window, and of the failing bound's first step.
    #[schemars(range(min = 1, max = 20_000), extend("unit" = "centipawns"))]
    pub width: u16,
    /// The width after a failure, in percent of the width before: 200 doubles it. It grows by at least 1 centipawn.
    #[schemars(range(min = 101, max = 1000), extend("unit" = "percent"))]
    pub growth: u16,
    /// The depth of the first iteration that has a window.
    #[schemars(range(min = 1, max = 100), extend("unit" = "plies"))]
    pub from_depth: u8,
    /// Whether a fail low also lowers beta, to the middle of the window that failed: the value lies below that window, so the old
    /// beta no longer helps.
    pub midpoint: bool,
    /// Whether each fail high makes the next search of the root one ply shallower, up to 3 plies and to depth 1, until a fail low
    /// restores the depth. The iteration still counts with its own depth, but its score and line may be those of a shallower
    /// search: techniques that keep the score at equal depth may then change it.
    pub shallower: bool,
}

impl GrowingAspiration {
    /// 16 centipawns, doubled, from depth 7, with midpoint and shallower: the values of akimbo.
    pub const DEFAULT: Self = GrowingAspiration {
        width: 16,
        growth: 200,
        from_depth: 7,
        midpoint: true,
        shallower: true,
    };
}

impl Default for GrowingAspiration {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The next search of the root in an iteration.
struct Growing {
    by: GrowingAspiration,
    /// In centipawns; none is infinite.
    alpha: Option<i32>,
    beta: Option<i32>,
    width: i32,
    /// Plies by which the search is shallower than the iteration.
    shallower: u8,
}

impl Growing {
    fn around(centre: i32, by: GrowingAspiration) -> Self {
        let width = i32::from(by.width.max(1));
        Growing {
            by,
            alpha: bound(centre - width),
            beta: bound(centre + width),
            width,
            shallower: 0,
        }
    }

    fn window(&self) -> Window {
        let alpha = self.alpha.map_or(-Score::INFINITE, Score::evaluation);
        let beta = self.beta.map_or(Score::INFINITE, Score::evaluation);
        Window::new(alpha, beta).unwrap_or_else(Window::full)
    }

    /// Prepares the search after one that returned this value, which failed.
    fn grow(&mut self, value: Score) {
        let (by, width) = (self.by, self.width);
        let moved = |from: i32, step: i32| bound(from + step).filter(|_| !value.is_mate());
        if self.window().fails_low(value) {
            // Towards zero if it lies between two centipawns, as engines divide integers.
            let middle = self.alpha.zip(self.beta);
            let middle = middle.map(|(alpha, beta)| (alpha + beta) / 2);
            self.beta = middle.filter(|_| by.midpoint).or(self.beta);
            self.alpha = self.alpha.and_then(|alpha| moved(alpha, -width));
            self.shallower = 0;
        } else {
            self.beta = self.beta.and_then(|beta| moved(beta, width));
            self.shallower = (self.shallower + u8::from(by.shallower)).min(MOST_SHALLOWER);
        }
        let grown = width.saturating_mul(by.growth.into()) / 100;
        self.width = grown.min(WIDEST).max(width + 1);
    }
}

/// A bound in centipawns; none, which is infinite, outside the range of evaluations.
fn bound(centipawns: i32) -> Option<i32> {
    (centipawns.abs() <= i32::from(MAX_EVALUATION)).then_some(centipawns)
}

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// The value of the root, given that of the last iteration.
    pub(super) fn growing_aspiration(
        &mut self,
        root: &G,
        depth: Depth,
        guess: Score,
        by: GrowingAspiration,
    ) -> Score {
        let has_window = depth.plies() >= by.from_depth;
        let Some(centre) = guess.centipawns().filter(|_| has_window) else {
            return self.search_root(root, depth, Window::full());
        };
        let mut next = Growing::around(centre, by);
        loop {
            let window = next.window();
            let depth = depth.less(next.shallower).max(Depth::new(1));
            let value = self.search_root(root, depth, window);
            if self.watch.is_stopped() || self.conventions.ends_aspiration(value, window) {
                return value;
            }
            next.grow(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        eval::Evaluation,
        game::MoveKind,
        observe::Event,
        score::MATE,
        search::{FailMode, RootDriver, Search},
        units::Ply,
        variants,
    };

    /// A game with one move at each position, so that the value at depth n is the evaluation n plies below the root.
    #[derive(Clone)]
    struct Line<'v> {
        /// The values of depth 1, 2, … for the side to move at the root.
        values: &'v [i32],
        ply: usize,
        /// The ply at which a side is mated, which a search one ply deeper sees.
        mate: usize,
    }

    impl Game for Line<'_> {
        type Move = u8;

        fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u8)) {
            if kind == MoveKind::All && self.ply < self.mate {
                visit(0);
            }
        }

        fn play(&self, _: u8) -> Self {
            Line {
                ply: self.ply + 1,
                ..*self
            }
        }

        fn in_check(&self) -> bool {
            self.ply == self.mate
        }

        fn key(&self) -> u64 {
            self.ply as u64
        }

        fn evaluate(&self, _: Evaluation) -> i32 {
            let value = self.values[self.ply - 1];
            if self.ply.is_multiple_of(2) {
                value
            } else {
                -value
            }
        }
    }

    /// Depth, alpha and beta of each search of the root in an iteration.
    #[derive(Default)]
    struct Searches(Vec<(u8, i16, i16)>);

    impl<G: Game> SearchObserver<G> for Searches {
        fn on(&mut self, event: &Event<'_, G>) {
            match *event {
                Event::Iteration { .. } => self.0.clear(),
                Event::Entered {
                    ply: Ply::ROOT,
                    depth,
                    window,
                    ..
                } => {
                    let (alpha, beta) = (window.alpha().raw(), window.beta().raw());
                    self.0.push((depth.plies(), alpha, beta));
                }
                _ => {}
            }
        }
    }

    /// The searches of the last iteration, and its score. There is one iteration for each of the values.
    fn searches(
        values: &[i32],
        mate: usize,
        fail: FailMode,
        by: GrowingAspiration,
    ) -> (Vec<(u8, i16, i16)>, i16) {
        let mut options = variants::PLAIN.options;
        (options.fail, options.driver) = (fail, RootDriver::GrowingAspiration(by));
        let root = Line {
            values,
            ply: 0,
            mate,
        };
        let (mut seen, mut score) = (Searches::default(), 0);
        Search::new(&root, &options)
            .observed_by(&mut seen)
            .to_depth(values.len() as u8, |iteration, _| {
                score = iteration.score.raw();
                ControlFlow::Continue(())
            });
        (seen.0, score)
    }

    const NO_MATE: usize = usize::MAX;
    const INFINITE: i16 = MATE + 1;

    /// Windows of 10 centipawns that double, from depth 2 on, and nothing else.
    const DOUBLING: GrowingAspiration = GrowingAspiration {
        width: 10,
        growth: 200,
        from_depth: 2,
        midpoint: false,
        shallower: false,
    };

    /// The windows of depth 2, at which the value is 0 and then `second`.
    fn windows(second: i32, by: GrowingAspiration) -> Vec<(i16, i16)> {
        let (searches, score) = searches(&[0, second], NO_MATE, FailMode::Hard, by);
        assert_eq!(score, second as i16);
        let windows = searches.into_iter();
        windows.map(|(_, alpha, beta)| (alpha, beta)).collect()
    }

    #[test]
    fn the_failing_bound_moves_by_a_width_that_grows() {
        let high = [(-10, 10), (-10, 20), (-10, 40), (-10, 80), (-10, 160)];
        assert_eq!(windows(100, DOUBLING), high);
        let low = high.map(|(alpha, beta)| (-beta, -alpha));
        assert_eq!(windows(-100, DOUBLING), low);
        let wider = GrowingAspiration {
            width: 50,
            ..DOUBLING
        };
        assert_eq!(windows(100, wider), [(-50, 50), (-50, 100), (-50, 200)]);
        let slow = GrowingAspiration {
            growth: 101,
            ..DOUBLING
        };
        let betas = [10, 20, 31, 43, 56, 70, 85, 101];
        assert_eq!(windows(100, slow), betas.map(|beta| (-10, beta)));
    }

    #[test]
    fn the_first_iterations_have_the_full_window() {
        let late = GrowingAspiration {
            from_depth: 3,
            ..DOUBLING
        };
        assert_eq!(windows(100, late), [(-INFINITE, INFINITE)]);
        let (searches, _) = searches(&[0, 0, 100], NO_MATE, FailMode::Hard, late);
        assert_eq!(searches[0], (3, -10, 10));
    }

    /// -105 / 2 is -52.
    #[test]
    fn a_fail_low_lowers_beta_to_the_middle() {
        let by = GrowingAspiration {
            midpoint: true,
            ..DOUBLING
        };
        let low = [(-10, 10), (-20, 0), (-40, -10), (-80, -25), (-160, -52)];
        assert_eq!(windows(-100, by), low);
        assert_eq!(windows(100, by), windows(100, DOUBLING));
    }

    #[test]
    fn each_fail_high_makes_the_search_one_ply_shallower() {
        let by = GrowingAspiration {
            shallower: true,
            ..DOUBLING
        };
        let depths = |values: &[i32]| {
            let (searches, score) = searches(values, NO_MATE, FailMode::Hard, by);
            let depths: Vec<u8> = searches.into_iter().map(|(depth, ..)| depth).collect();
            (depths, score)
        };
        assert_eq!(depths(&[0, 100]), (vec![2, 1], 0));
        assert_eq!(depths(&[0, 100, 100]), (vec![3, 2, 1], 0));
        // At most 3 plies shallower: the value of depth 2 is reached by a wider window, not that of depth 1.
        assert_eq!(depths(&[0, 100, 100, 100]), (vec![4, 3, 2, 1], 0));
        let five = [0, 100, 100, 100, 100];
        assert_eq!(depths(&five), (vec![5, 4, 3, 2, 2], 100));
    }

    #[test]
    fn a_fail_low_restores_the_depth() {
        let shallower = true;
        let mut next = Growing::around(
            0,
            GrowingAspiration {
                shallower,
                ..DOUBLING
            },
        );
        let mut after = |value| {
            next.grow(Score::evaluation(value));
            (
                next.shallower,
                next.window().alpha().raw(),
                next.window().beta().raw(),
            )
        };
        assert_eq!(after(10), (1, -10, 20));
        assert_eq!(after(20), (2, -10, 40));
        assert_eq!(after(-10), (0, -50, 40));
        assert_eq!(after(40), (1, -50, 120));
    }

    /// With fail-soft the failing value is a mate, which opens the window; with fail-hard it is a bound, which moves out of the
    /// range of evaluations.
    #[test]
    fn the_search_ends_after_mates_of_either_side() {
        let by = GrowingAspiration {
            midpoint: true,
            ..DOUBLING
        };
        for (mate, score) in [(3, MATE - 3), (2, 2 - MATE)] {
            let values = vec![0; mate + 1];
            let depth = values.len() as u8;
            let (soft, found) = searches(&values, mate, FailMode::Soft, by);
            assert_eq!(found, score);
            let second = if score > 0 {
                (-10, INFINITE)
            } else {
                (-INFINITE, 0)
            };
            assert_eq!(soft, [(depth, -10, 10), (depth, second.0, second.1)]);
            let (hard, found) = searches(&values, mate, FailMode::Hard, by);
            assert_eq!((found, hard.len()), (score, 12));
            // Around a mate there is no window.
            for fail in [FailMode::Soft, FailMode::Hard] {
                let later = vec![0; mate + 2];
                let (searches, found) = searches(&later, mate, fail, by);
                assert_eq!(found, score);
                assert_eq!(searches, [(depth + 1, -INFINITE, INFINITE)]);
            }
        }
    }

    proptest! {
        /// Whatever the scores are, the search ends soon; and with the value, unless it may be shallower.
        #[test]
        fn every_search_ends(
            values in prop::collection::vec(-20_000..=20_000i32, 2..7),
            mate in 0..9usize,
            (width, growth) in (0..=u16::MAX, 0..=u16::MAX),
            small in any::<bool>(),
            (midpoint, shallower, is_soft) in any::<(bool, bool, bool)>(),
        ) {
            let (width, growth) = if small { (width % 30, 100 + growth % 30) } else { (width, growth) };
            let by = GrowingAspiration { width, growth, from_depth: 2, midpoint, shallower };
            let fail = if is_soft { FailMode::Soft } else { FailMode::Hard };
            let mate = if mate == 0 { NO_MATE } else { mate };
            let (seen, score) = searches(&values, mate, fail, by);
            prop_assert!(seen.len() < 1000, "{}", seen.len());
            if !shallower {
                let depth = values.len();
                let value = match mate {
                    mate if mate >= depth => values[depth - 1],
                    mate if mate % 2 == 1 => i32::from(MATE) - mate as i32,
                    mate => mate as i32 - i32::from(MATE),
                };
                prop_assert_eq!(i32::from(score), value);
            }
        }
    }
}
