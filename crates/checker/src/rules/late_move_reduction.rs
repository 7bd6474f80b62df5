//! Late move reduction: a late quiet move is first searched to a reduced depth.

use serde::Deserialize;

use super::{MadeMove, OpenNode, Recorded, Rule};

super::parameters! {
    LateMoveReduction {
        /// By how many plies, without a formula.
        reduction: u8 = 1,
        /// Moves at the start of the order that are never reduced.
        full_depth_moves: usize = 3,
        /// The smallest depth of the node.
        min_depth: i32 = 3,
        /// How the plies follow from depth and number.
        formula: Formula = Formula::Fixed,
        /// The constant of the logarithms, in hundredths.
        base: u16 = 48,
        /// The divisor of the logarithms, in hundredths.
        divisor: u16 = 248,
        /// Plies less with an open window.
        less_in_open_window: u8 = 0,
        /// Plies more at a node that is expected to fail high.
        more_at_cut_nodes: u8 = 0,
        /// Plies more at a node whose side to move is not improving.
        more_unless_improving: u8 = 0,
        /// What the move's history score is divided by for plies less; 0 for none.
        history_divisor: u16 = 0,
    }
}

/// How the plies follow from the depth and the number of the move.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    Fixed,
    Logarithms,
    Roots,
    Thirds,
}

impl LateMoveReduction {
    /// The plies of a formula for a depth and the number of a move, from 1.
    pub fn plies(&self, depth: i32, number: usize) -> i32 {
        let number = number.min(255) as i32;
        // Thousandths, as the technique's condition says.
        let ln = |value: i32| (f64::from(value).ln() * 1_000.0).round() as u64;
        match self.formula {
            Formula::Fixed => self.reduction.into(),
            Formula::Logarithms => {
                let product = ln(depth) * ln(number) / u64::from(self.divisor.max(1)) * 100;
                ((u64::from(self.base) * 10_000 + product) / 1_000_000) as i32
            }
            Formula::Roots => {
                // The largest whole number that is at most √a + √b: n - √a ≤ √b, that is n² + a - b ≤ 2n√a.
                let (a, b) = (i64::from(depth) - 1, i64::from(number) - 1);
                let is_at_most = |n: i64| {
                    let left = n * n + a - b;
                    n * n <= a || left <= 0 || left * left <= 4 * n * n * a
                };
                (0..).take_while(|&n| is_at_most(n)).last().unwrap_or(0) as i32
            }
            Formula::Thirds => {
                if number <= 6 {
                    1
                } else {
                    depth / 3
                }
            }
        }
    }
}

impl<G: Recorded> Rule<G> for LateMoveReduction {
    fn reduction(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> u8 {
        let is_reduced = node.depth >= self.min_depth
            && !node.in_check
            && made.is_quiet
            && !made.gives_check
            && made.number >= self.full_depth_moves;
        if !is_reduced {
            return 0;
        }
        if self.formula == Formula::Fixed {
            return self.reduction;
        }
        let changes = [
            (!node.window.is_null(), -i32::from(self.less_in_open_window)),
            (node.expects_cut, self.more_at_cut_nodes.into()),
            (!node.is_improving(), self.more_unless_improving.into()),
        ];
        let applying = changes.iter().filter(|(applies, _)| *applies);
        let change: i32 = applying.map(|(_, plies)| plies).sum();
        let by_history = made.history.checked_div(self.history_divisor.into());
        let plies = self.plies(node.depth, made.number + 1) + change - by_history.unwrap_or(0);
        plies.clamp(0, (node.depth - 2).max(0)) as u8
    }
}
