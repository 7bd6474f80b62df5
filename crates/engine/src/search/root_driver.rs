//! Root drivers: the windows with which one iteration searches the root.

use super::{
    conventions::Conventions,
    negamax::Root,
    options::{FailMode, RootDriver},
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver},
    score::Score,
    units::{Depth, Ply},
    window::Window,
};

/// A step at least as wide as the range of all scores.
const WIDEST_STEP: i32 = 1 << 16;

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// The value of the root at a depth; `guess` is the last iteration's value. The result is
    /// meaningless once the search has been stopped.
    pub(super) fn drive(&mut self, root: &G, depth: Depth, guess: Option<Score>) -> Score {
        match (self.options.driver, guess) {
            (RootDriver::Mtdf, guess) => {
                self.mtdf(root, depth, guess.unwrap_or(Score::evaluation(0)))
            }
            (RootDriver::Aspiration(margin), Some(guess)) => {
                self.aspiration(root, depth, guess, i32::from(margin))
            }
            (RootDriver::GrowingAspiration(by), Some(guess)) => {
                self.growing_aspiration(root, depth, guess, by)
            }
            _ => self.search_root(root, depth, Window::full()),
        }
    }

    pub(super) fn search_root(&mut self, root: &G, depth: Depth, window: Window) -> Score {
        self.observer.on(&Event::Driven { window });
        self.node::<Root>(root, Ply::ROOT, depth, window)
    }

    /// Widens a window around the guess until it contains the value. The distance of a bound that
    /// fails is quadrupled the first time; the second time, or if the value is a mate, the bound
    /// becomes infinite.
    fn aspiration(&mut self, root: &G, depth: Depth, guess: Score, margin: i32) -> Score {
        let Some(centre) = guess.centipawns() else {
            return self.search_root(root, depth, Window::full());
        };
        let (mut below, mut above) = (Some(margin.max(1)), Some(margin.max(1)));
        loop {
            let alpha = below.map_or(-Score::INFINITE, |by| Score::evaluation(centre - by));
            let beta = above.map_or(Score::INFINITE, |by| Score::evaluation(centre + by));
            let window = Window::new(alpha, beta).unwrap_or_else(Window::full);
            let value = self.search_root(root, depth, window);
            if self.watch.is_stopped() || self.conventions.ends_aspiration(value, window) {
                return value;
            }
            let widen = |by: i32| (by == margin.max(1) && !value.is_mate()).then_some(by * 4);
            if window.fails_low(value) {
                below = below.and_then(widen);
            } else {
                above = above.and_then(widen);
            }
        }
    }

    /// MTD(f): null windows until the lower and the upper bound meet. A fail-soft result determines
    /// the next window. A fail-hard result tells only whether the value reaches beta, so the step is
    /// doubled until the value has a bound on either side; then their interval is halved.
    fn mtdf(&mut self, root: &G, depth: Depth, guess: Score) -> Score {
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
            beta = match self.options.fail {
                FailMode::Soft if value == lower => value.just_above(),
                FailMode::Soft => value,
                FailMode::Hard => between(lower, upper, step),
            };
            step = (2 * step).min(WIDEST_STEP);
        }
    }
}

/// A score above `lower` and at most `upper`: halfway between them, or `step` away from the finite
/// bound if the other is infinite.
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
