//! Root drivers: with which windows one iteration is searched.

use super::{
    configuration::Configuration,
    negamax::{Root, Searcher},
    options::RootDriver,
};
use crate::{
    game::Game,
    observe::SearchObserver,
    score::Score,
    techniques::Technique,
    units::{Depth, Ply},
    window::Window,
};

impl<G: Game, C: Configuration, T: Technique<G> + Copy, O: SearchObserver>
    Searcher<'_, G, C, T, O>
{
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
        self.node::<Root>(root, Ply::ROOT, depth, window, root.in_check(), false)
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

    /// MTD(f): null windows until lower and upper bound meet.
    fn close_in(&mut self, root: &G, depth: Depth, guess: Score) -> Score {
        let (mut lower, mut upper) = (-Score::INFINITE, Score::INFINITE);
        let mut value = guess;
        while lower < upper {
            let beta = if value == lower {
                value.just_above()
            } else {
                value
            };
            let window = Window::null_below(beta);
            value = self.search_root(root, depth, window);
            if self.watch.is_stopped() {
                return value;
            }
            if window.fails_low(value) {
                upper = value;
            } else {
                lower = value;
            }
        }
        value
    }
}
