//! Iterations and the windows of the root.

use std::io::BufRead;

use plybench_engine::eval::Evaluation;

use super::{Checker, Result, short};
use crate::{
    game::Recorded,
    node::OpenNode,
    settings::{Driver, Fail, GrowingAspiration},
    trace::{Iterated, Step},
    value::{INFINITE, Window, evaluation, is_evaluation, is_mate},
};

/// The most plies by which a search of the root falls short of its iteration.
const MOST_MISSING: u8 = 3;

/// The widest step of a fail-hard MTD(f).
const WIDEST_STEP: i32 = 1 << 16;

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The steps of all iterations; returns those that were completed.
    pub(super) fn iterate(&mut self, depth: u8) -> Result<Vec<Iterated>> {
        let mut completed: Vec<Iterated> = Vec::new();
        for depth in 1..=depth {
            self.nodes_to_pv = self.nodes;
            self.iteration = depth;
            self.root_line.clear();
            self.expect(Step::Iteration { depth })?;
            let guess = completed.last().map(|last| last.value);
            let value = self.drive(depth, guess)?;
            if self.is_stopped {
                break;
            }
            completed.push(Iterated {
                depth,
                value,
                nodes: self.nodes,
                nodes_to_pv: self.nodes_to_pv,
                line: self.best_line(depth),
            });
        }
        Ok(completed)
    }

    fn drive(&mut self, depth: u8, guess: Option<i32>) -> Result<i32> {
        match (self.settings.driver, guess) {
            (Driver::Aspiration(margin), Some(guess)) if !is_mate(guess) => {
                self.aspiration(depth, guess, i32::from(margin).max(1))
            }
            (Driver::Mtdf, guess) => self.mtdf(depth, guess.unwrap_or(0)),
            (Driver::GrowingAspiration(grows), Some(guess))
                if !is_mate(guess) && depth >= grows.from_depth =>
            {
                self.growing_aspiration(depth, guess, grows)
            }
            _ => self.search_root(depth, Window::FULL),
        }
    }

    fn search_root(&mut self, depth: u8, window: Window) -> Result<i32> {
        self.expect(Step::Driven {
            alpha: short(window.alpha),
            beta: short(window.beta),
        })?;
        let mut node = OpenNode::new(self.root, 0, depth.into(), window, self.settings.evaluation);
        node.balance = self.root.evaluate(Evaluation::Material);
        Ok(self.node(node)?.value)
    }

    /// A bound that fails moves to four times the margin, then to infinity; at once if the value is a mate.
    fn aspiration(&mut self, depth: u8, guess: i32, margin: i32) -> Result<i32> {
        let (mut below, mut above) = (Some(margin), Some(margin));
        loop {
            let mut window = Window::new(
                below.map_or(-INFINITE, |by| evaluation(guess - by)),
                above.map_or(INFINITE, |by| evaluation(guess + by)),
            );
            if window.alpha >= window.beta {
                window = Window::FULL;
            }
            let value = self.search_root(depth, window)?;
            let is_inside = window.alpha < value && value < window.beta;
            if self.is_stopped || is_inside {
                return Ok(value);
            }
            let bound = if value <= window.alpha {
                &mut below
            } else {
                &mut above
            };
            let can_widen = |&by: &i32| by == margin && !is_mate(value);
            *bound = bound.filter(can_widen).map(|by| 4 * by);
        }
    }

    /// A bound that fails moves outwards by the width, and the width grows. Outside the evaluations, and after a mate, it is infinite.
    fn growing_aspiration(
        &mut self,
        depth: u8,
        guess: i32,
        grows: GrowingAspiration,
    ) -> Result<i32> {
        let mut width = i32::from(grows.width.max(1));
        let within = |value: i32, otherwise: i32| match is_evaluation(value) {
            true => value,
            false => otherwise,
        };
        let mut window = Window::new(
            within(guess - width, -INFINITE),
            within(guess + width, INFINITE),
        );
        let mut missing = 0;
        loop {
            let value = self.search_root(depth.saturating_sub(missing).max(1), window)?;
            let Window { alpha, beta } = window;
            if self.is_stopped || (alpha < value && value < beta) {
                return Ok(value);
            }
            let step = if is_mate(value) { 2 * INFINITE } else { width };
            if value <= alpha {
                missing = 0;
                window.alpha = within(alpha - step, -INFINITE);
                if grows.midpoint && beta != INFINITE {
                    window.beta = (alpha + beta) / 2;
                }
            } else {
                missing = MOST_MISSING.min(missing + u8::from(grows.shallower));
                window.beta = within(beta + step, INFINITE);
            }
            // Twice the largest value leads out of the evaluations from anywhere.
            let grown = i64::from(width) * i64::from(grows.growth) / 100;
            width = (grown.min(2 * i64::from(INFINITE)) as i32).max(width + 1);
        }
    }

    /// Null windows until the bounds meet. With fail-soft, the next one is at the value; with fail-hard, it is a step away from the
    /// only bound, and later halfway between both.
    fn mtdf(&mut self, depth: u8, guess: i32) -> Result<i32> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut beta = guess.max(lower + 1);
        let mut step = 1;
        loop {
            let value = self.search_root(depth, Window::new(beta - 1, beta))?;
            if self.is_stopped {
                return Ok(value);
            }
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
            if lower >= upper {
                return Ok(value);
            }
            beta = match self.settings.fail {
                Fail::Soft => value + i32::from(value == lower),
                Fail::Hard => {
                    let wanted = if lower == -INFINITE {
                        upper - step + 1
                    } else if upper == INFINITE {
                        lower + step
                    } else {
                        lower + (upper - lower + 1) / 2
                    };
                    wanted.clamp(lower + 1, upper)
                }
            };
            step = (2 * step).min(WIDEST_STEP);
        }
    }

    /// The best line, continued with the table's moves as far as they are legal.
    fn best_line(&self, depth: u8) -> Vec<u16> {
        let mut line = self.root_line.clone();
        let moves = line.iter();
        let mut position = moves.fold(self.root.clone(), |position, &mv| position.play(mv));
        while !line.is_empty() && line.len() < usize::from(depth) {
            let known = self
                .table
                .find(position.key(), Window::FULL)
                .and_then(|kept| kept.mv);
            let Some(mv) = known.filter(|&mv| position.is_legal(mv)) else {
                break;
            };
            line.push(mv);
            position = position.play(mv);
        }
        line.into_iter().map(G::number).collect()
    }
}
