//! The iterations, and the windows with which each of them searches the root.

use super::{
    Reference,
    searched::{Origin, ReferenceNode},
};
use plybench_checker::{
    game::Recorded,
    settings::{Driver, Fail, GrowingAspiration},
    trace::Iterated,
    value::{INFINITE, evaluation, is_mate},
};
use plybench_engine::eval::Evaluation;

impl<G: Recorded> Reference<'_, G> {
    /// The iterations 1 to `depth`.
    pub(super) fn iterations(&mut self, root: &G, depth: i32) -> Vec<Iterated> {
        let mut last = None;
        (1..=depth)
            .map(|depth| {
                self.nodes_to_line = self.nodes;
                let value = match self.settings.driver {
                    Driver::FullWindow | Driver::EveryMove => {
                        self.root(root, depth, -INFINITE, INFINITE)
                    }
                    Driver::Aspiration(margin) => self.aspiration(root, depth, last, margin.into()),
                    Driver::GrowingAspiration(grows) => {
                        self.growing_aspiration(root, depth, last, grows)
                    }
                    Driver::Mtdf => self.mtdf(root, depth, last.unwrap_or(0)),
                };
                last = Some(value);
                Iterated {
                    depth: depth as u8,
                    value,
                    nodes: self.nodes,
                    nodes_to_pv: self.nodes_to_line,
                    line: self.line.iter().map(|&mv| G::number(mv)).collect(),
                }
            })
            .collect()
    }

    /// One search of the root.
    fn root(&mut self, root: &G, depth: i32, alpha: i32, beta: i32) -> i32 {
        let node = ReferenceNode {
            position: root,
            ply: 0,
            depth,
            alpha,
            beta,
            origin: Origin::Move,
            before: None,
            extension: 0,
            balance: root.evaluate(Evaluation::Material),
            expects_cut: false,
            passes_from: None,
            evaluation: 0,
            noted: 0,
            earlier: [None; 2],
            answers: [None; 2],
            is_quiescence: false,
            notices_check: true,
        };
        self.enter(node).value
    }

    /// Windows around the last value. A side that fails is moved to four times the margin, then to infinity.
    fn aspiration(&mut self, root: &G, depth: i32, last: Option<i32>, margin: i32) -> i32 {
        let Some(last) = last.filter(|&last| !is_mate(last)) else {
            return self.root(root, depth, -INFINITE, INFINITE);
        };
        let margins = [margin.max(1), 4 * margin.max(1)];
        let (mut below, mut above) = (0, 0);
        loop {
            let alpha = margins.get(below).map(|margin| evaluation(last - margin));
            let beta = margins.get(above).map(|margin| evaluation(last + margin));
            let (alpha, beta) = (alpha.unwrap_or(-INFINITE), beta.unwrap_or(INFINITE));
            let value = self.root(root, depth, alpha, beta);
            let failures = if is_mate(value) { 2 } else { 1 };
            if value <= alpha {
                below += failures;
            } else if value >= beta {
                above += failures;
            } else {
                return value;
            }
        }
    }

    /// Windows around the last value, whose distances grow: the rule is written as the list of searches that it leads to.
    fn growing_aspiration(
        &mut self,
        root: &G,
        depth: i32,
        last: Option<i32>,
        grows: GrowingAspiration,
    ) -> i32 {
        let last = last.filter(|&last| !is_mate(last) && depth >= grows.from_depth.into());
        let Some(last) = last else {
            return self.root(root, depth, -INFINITE, INFINITE);
        };
        let finite = |bound: i32| (-20_000..=20_000).contains(&bound);
        let mut width = i32::from(grows.width).max(1);
        let (mut alpha, mut beta) = (last - width, last + width);
        let mut high_fails = 0;
        loop {
            if !finite(alpha) {
                alpha = -INFINITE;
            }
            if !finite(beta) {
                beta = INFINITE;
            }
            let less = if grows.shallower {
                high_fails.min(3)
            } else {
                0
            };
            let value = self.root(root, 1.max(depth - less), alpha, beta);
            if value > alpha && value < beta {
                return value;
            }
            if value <= alpha {
                high_fails = 0;
                if grows.midpoint && finite(beta) {
                    beta = (alpha + beta) / 2;
                }
                alpha = if is_mate(value) {
                    -INFINITE
                } else {
                    alpha - width
                };
            } else {
                high_fails += 1;
                beta = if is_mate(value) {
                    INFINITE
                } else {
                    beta + width
                };
            }
            width += (width * (i32::from(grows.growth) - 100) / 100).max(1);
            width = width.min(100_000);
        }
    }

    /// Null windows. With fail-soft each one follows from the value of the one before; with fail-hard, whose values are bounds of
    /// the window, the distance doubles until the value lies between two bounds, and the range between them is halved.
    fn mtdf(&mut self, root: &G, depth: i32, first: i32) -> i32 {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut beta = first;
        let mut step = 1;
        let mut value = first;
        while lower < upper {
            value = self.root(root, depth, beta - 1, beta);
            let is_high = value >= beta;
            if is_high {
                lower = value;
            } else {
                upper = value;
            }
            beta = match self.settings.fail {
                Fail::Soft if is_high => value + 1,
                Fail::Soft => value,
                Fail::Hard if lower > -INFINITE && upper < INFINITE => {
                    lower + (upper - lower + 1) / 2
                }
                Fail::Hard => {
                    step *= 2;
                    if is_high {
                        (lower + step / 2).min(INFINITE)
                    } else {
                        (upper - step / 2 + 1).max(1 - INFINITE)
                    }
                }
            };
        }
        value
    }
}
