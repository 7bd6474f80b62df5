//! Root drivers: with which windows one iteration is searched.

use super::{
    configuration::Configuration,
    negamax::{Root, Searcher},
    options::{FailMode, RootDriver},
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    score::Score,
    techniques::Techniques,
    units::{Depth, Ply},
    window::Window,
};

/// As wide as all scores.
const WIDEST_STEP: i32 = 1 << 16;

impl<G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>> Searcher<'_, G, C, T, O> {
    /// The value of the root at a depth; `guess` is the last iteration's. Meaningless once the
    /// search has been stopped.
    pub(super) fn drive(&mut self, root: &G, depth: Depth, guess: Option<Score>) -> Score {
        match (self.options().driver, guess) {
            (RootDriver::Mtdf, guess) => {
                self.close_in(root, depth, guess.unwrap_or(Score::evaluation(0)))
            }
            (RootDriver::Aspiration(margin), Some(guess)) => {
                self.aspire(root, depth, guess, i32::from(margin))
            }
            _ => self.search_root(root, depth, Window::full()),
        }
    }

    fn search_root(&mut self, root: &G, depth: Depth, window: Window) -> Score {
        self.observer.on(&Event::Driven { window });
        self.node::<Root>(root, Ply::ROOT, depth, window)
    }

    /// Widens a window around the guess until the value lies inside. A bound that failed goes
    /// straight to infinity on the second failure, and at once where it is a mate score.
    fn aspire(&mut self, root: &G, depth: Depth, guess: Score, margin: i32) -> Score {
        let Some(centre) = guess.centipawns() else {
            return self.search_root(root, depth, Window::full());
        };
        let (mut below, mut above) = (Some(margin.max(1)), Some(margin.max(1)));
        loop {
            let alpha = below.map_or(-Score::INFINITE, |by| Score::evaluation(centre - by));
            let beta = above.map_or(Score::INFINITE, |by| Score::evaluation(centre + by));
            let window = Window::new(alpha, beta).unwrap_or_else(Window::full);
            let value = self.search_root(root, depth, window);
            if self.watch.is_stopped() {
                return value;
            }
            let widen = |by: i32| (by == margin.max(1) && !value.is_mate()).then_some(by * 4);
            if window.fails_low(value) {
                below = below.and_then(widen);
            } else if window.fails_high(value) {
                above = above.and_then(widen);
            } else {
                return value;
            }
        }
    }

    /// MTD(f): null windows until lower and upper bound meet. A fail-soft answer says where to ask
    /// next. A fail-hard one says no more than was asked, so that the steps double until the value
    /// lies between two bounds, and halve what is between them after that.
    fn close_in(&mut self, root: &G, depth: Depth, guess: Score) -> Score {
        let (mut lower, mut upper) = (-Score::INFINITE, Score::INFINITE);
        let mut beta = guess.max(lower.just_above());
        let mut step = 1;
        loop {
            let window = Window::null_below(beta);
            let value = self.search_root(root, depth, window);
            if self.watch.is_stopped() {
                return value;
            }
            if window.fails_low(value) {
                upper = value;
            } else {
                lower = value;
            }
            if lower >= upper {
                return value;
            }
            beta = match self.options().fail {
                FailMode::Soft if value == lower => value.just_above(),
                FailMode::Soft => value,
                FailMode::Hard => between(lower, upper, step),
            };
            step = (2 * step).min(WIDEST_STEP);
        }
    }
}

/// A score above `lower` and at most `upper`: `step` away from the bound that is known, or half way
/// between two that are.
fn between(lower: Score, upper: Score, step: i32) -> Score {
    let (low, high) = (i32::from(lower.raw()), i32::from(upper.raw()));
    let wanted = if lower == -Score::INFINITE {
        high - step + 1
    } else if upper == Score::INFINITE {
        low + step
    } else {
        low + (high - low + 1) / 2
    };
    let number = wanted.clamp(low + 1, high) as i16;
    Score::from_raw(number).unwrap_or(upper)
}
