//! Late move reduction: moves that come late in the order are first searched to a reduced depth.
//!
//! If the reduced search beats alpha, the move is searched again to its full depth. The first programs reduced by one ply; today the
//! reduction grows with the depth and with the number of the move, by a formula that differs from engine to engine, and what else is
//! known of the node changes it. A formula leaves at least one ply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, Hooks, Info, MadeMove, Node, Technique};
use crate::game::Game;

/// How the reduction follows from the depth d and the move's number m, from 1. Numbers above 255 count as 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReductionFormula {
    /// `reduction`, whatever they are.
    #[default]
    Fixed,
    /// (base + 100 · ln d · ln m · 100 / divisor) / 100, as in most engines of today.
    Logarithms,
    /// √(d - 1) + √(m - 1), as in Fruit Reloaded.
    Roots,
    /// 1 up to the sixth move, then d / 3, as in Senpai.
    Thirds,
}

/// Searches late quiet moves to a reduced depth first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LateMoveReduction {
    /// Plies by which the depth of a late move is reduced, with the formula `fixed`.
    #[schemars(range(min = 1, max = 16), extend("unit" = "plies"))]
    pub reduction: u8,
    /// The number of moves at the start of the order that are never reduced.
    #[schemars(range(min = 1, max = 255), extend("unit" = "moves"))]
    pub full_depth_moves: u8,
    /// The smallest depth of a node at which moves are reduced.
    #[schemars(range(min = 2, max = 100), extend("unit" = "plies"))]
    pub min_depth: u8,
    /// How the reduction follows from the depth and the number of the move.
    pub formula: ReductionFormula,
    /// The constant term of the formula `logarithms`.
    #[schemars(range(min = 0, max = 1_000), extend("unit" = "hundredths of a ply"))]
    pub base: u16,
    /// What the formula `logarithms` divides the product by.
    #[schemars(range(min = 1, max = 1_000), extend("unit" = "hundredths"))]
    pub divisor: u16,
    /// Plies by which a formula's reduction is smaller at nodes with an open window.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub less_in_open_window: u8,
    /// Plies by which a formula's reduction is larger at nodes that are expected to fail high.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub more_at_cut_nodes: u8,
    /// Plies by which a formula's reduction is larger unless the side to move is improving.
    #[schemars(range(min = 0, max = 16), extend("unit" = "plies"))]
    pub more_unless_improving: u8,
    /// What the move's history score is divided by for the plies by which a formula's reduction is smaller, or larger if the score is
    /// negative; 0 for none.
    #[schemars(range(min = 0, max = 65_535))]
    pub history_divisor: u16,
}

/// What a formula is of: a late move and its node.
struct Late {
    depth: u32,
    /// From 1, at most 255.
    number: u32,
    has_open_window: bool,
    expects_cut: bool,
    is_improving: bool,
    history: i32,
}

impl LateMoveReduction {
    /// Reduces by one ply, from the fourth move and from depth 3. The numbers of `logarithms` are those of akimbo.
    pub const DEFAULT: Self = LateMoveReduction {
        reduction: 1,
        full_depth_moves: 3,
        min_depth: 3,
        formula: ReductionFormula::Fixed,
        base: 48,
        divisor: 248,
        less_in_open_window: 0,
        more_at_cut_nodes: 0,
        more_unless_improving: 0,
        history_divisor: 0,
    };

    /// What `plybench techniques` says about it.
    pub const INFO: Info = Info {
        name: "late-move-reduction",
        effect: Effect::Heuristic,
        condition: "if d ≥ min-depth, not in check, the move is quiet, gives no check and is not among the first full-depth-moves: reduce its depth by r; if v > a: search it again at full depth; r = reduction if the formula is fixed; else that of the formula, minus less-in-open-window with an open window, plus more-at-cut-nodes at a cut node, plus more-unless-improving, minus the history score / history-divisor, from 0 to d - 2",
        source: "Romstad, An Introduction to Late Move Reductions (2006); Chess Programming Wiki, Late Move Reductions, for the formulas; the numbers of logarithms are those of akimbo (search.rs)",
        used_by: "Glaurung, Fruit, Stockfish, Senpai, akimbo, Lynx",
    };

    /// The reduction by a formula that is not fixed.
    #[inline(never)]
    fn by_formula(&self, late: Late) -> u8 {
        let (depth, number) = (late.depth, late.number);
        let plies = match self.formula {
            ReductionFormula::Fixed => u32::from(self.reduction),
            ReductionFormula::Logarithms => {
                // In millionths of a ply.
                let product = ln(depth) * ln(number) / u32::from(self.divisor.max(1)) * 100;
                (u32::from(self.base) * 10_000 + product) / 1_000_000
            }
            // The floor of a sum of two roots: its square is a + b + √(4ab).
            ReductionFormula::Roots => {
                let (a, b) = (depth.saturating_sub(1), number - 1);
                (a + b + (4 * a * b).isqrt()).isqrt()
            }
            ReductionFormula::Thirds if number <= 6 => 1,
            ReductionFormula::Thirds => depth / 3,
        };
        let mut plies = plies as i32;
        if late.has_open_window {
            plies -= i32::from(self.less_in_open_window);
        }
        if late.expects_cut {
            plies += i32::from(self.more_at_cut_nodes);
        }
        if !late.is_improving {
            plies += i32::from(self.more_unless_improving);
        }
        // Towards 0.
        let by_history = late.history.checked_div(self.history_divisor.into());
        plies -= by_history.unwrap_or(0);
        plies.clamp(0, depth.saturating_sub(2) as i32) as u8
    }
}

/// A natural logarithm in thousandths, rounded; of numbers up to 255. A table, so that it is the same on every machine.
fn ln(number: u32) -> u32 {
    const TABLE: [u16; 256] = {
        let mut table = [0; 256];
        let mut number = 1;
        while number < 256 {
            table[number] = thousandths_of_ln(number as u64);
            number += 1;
        }
        table
    };
    TABLE[number.min(255) as usize].into()
}

/// By the binary digits of the logarithm to base 2: each squaring of the mantissa gives one.
const fn thousandths_of_ln(number: u64) -> u16 {
    const DIGITS: u32 = 30;
    const LN_2_IN_BILLIONTHS: u128 = 693_147_181;
    let whole = number.ilog2();
    let mut mantissa = (number << DIGITS) >> whole;
    let mut log = (whole as u128) << DIGITS;
    let mut digit = DIGITS;
    while digit > 0 {
        digit -= 1;
        mantissa = (mantissa * mantissa) >> DIGITS;
        if mantissa >> DIGITS >= 2 {
            mantissa >>= 1;
            log |= 1 << digit;
        }
    }
    let millionths = (log * LN_2_IN_BILLIONTHS / 1_000) >> DIGITS;
    ((millionths + 500) / 1_000) as u16
}

impl<G: Game> Technique<G> for LateMoveReduction {
    #[inline(always)]
    fn hooks(&self) -> Hooks {
        let mut hooks = Hooks::REDUCTION;
        if self.more_at_cut_nodes > 0 {
            hooks = hooks.and(Hooks::INHERITED);
        }
        if self.more_unless_improving > 0 {
            hooks = hooks.and(Hooks::IMPROVING);
        }
        if self.history_divisor > 0 {
            hooks = hooks.and(Hooks::HISTORY);
        }
        hooks
    }

    #[inline(always)]
    fn reduction(&self, node: &Node<'_, G>, mv: &MadeMove<'_, G>) -> u8 {
        let is_late = node.depth.plies() >= self.min_depth
            && mv.number >= usize::from(self.full_depth_moves)
            && !mv.gives_check
            && !node.in_check
            && !node.in_quiescence
            && mv.is_quiet();
        if !is_late {
            return 0;
        }
        match self.formula {
            ReductionFormula::Fixed => self.reduction,
            // Values instead of the node: it stays in registers only if nothing holds a reference to it.
            _ => self.by_formula(Late {
                depth: node.depth.plies().into(),
                number: u32::try_from(mv.number + 1).unwrap_or(255).min(255),
                has_open_window: !node.window.is_null(),
                expects_cut: node.inherited.expects_cut,
                is_improving: self.more_unless_improving == 0 || node.is_improving(),
                history: mv.history,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::chess::Chess,
        techniques::asked::{at_move, below},
        units::Depth,
        window::Window,
    };

    /// The reduction of a quiet move at a node changed like this.
    fn reduction(
        technique: LateMoveReduction,
        depth: u8,
        number: usize,
        change: impl Fn(&mut Node<'_, Chess>, &mut MadeMove<'_, Chess>),
    ) -> u8 {
        at_move(
            "7k/8/8/8/8/8/8/R6K w - - 0 1",
            "a1b1",
            |node, mv| {
                (node.depth, mv.number) = (Depth::new(depth), number);
                change(node, mv);
            },
            |node, mv| technique.reduction(node, mv),
        )
    }

    fn by(formula: ReductionFormula) -> LateMoveReduction {
        LateMoveReduction {
            formula,
            ..LateMoveReduction::DEFAULT
        }
    }

    /// Other games than chess may have more moves at a node than a byte can number.
    #[test]
    fn every_move_after_the_first_ones_is_late() {
        for (full_depth_moves, number, is_late) in [
            (3, 0, false),
            (3, 2, false),
            (3, 3, true),
            (3, 255, true),
            (3, 256, true),
            (3, 258, true),
            (3, 300, true),
            (3, 65_536, true),
            (255, 254, false),
            (255, 255, true),
            (255, 256, true),
        ] {
            let technique = LateMoveReduction {
                reduction: 2,
                full_depth_moves,
                ..LateMoveReduction::DEFAULT
            };
            let reduction = reduction(technique, 3, number, |_, _| {});
            assert_eq!(reduction, if is_late { 2 } else { 0 }, "{number}");
        }
    }

    #[test]
    fn every_other_condition_is_needed() {
        for formula in [ReductionFormula::Fixed, ReductionFormula::Thirds] {
            let technique = by(formula);
            let reduced = |depth, change: fn(&mut Node<'_, Chess>, &mut MadeMove<'_, Chess>)| {
                reduction(technique, depth, 5, change) > 0
            };
            assert!(reduced(3, |_, _| {}));
            assert!(!reduced(2, |_, _| {}));
            assert!(!reduced(3, |node, _| node.in_check = true));
            assert!(!reduced(3, |node, _| node.in_quiescence = true));
            assert!(!reduced(3, |_, mv| mv.gives_check = true));
        }
        let capture = at_move(
            "7k/8/8/8/8/8/r7/R6K w - - 0 1",
            "a1a2",
            |_, mv| mv.number = 5,
            |node, mv| LateMoveReduction::DEFAULT.reduction(node, mv),
        );
        assert_eq!(capture, 0);
    }

    #[test]
    fn logarithms_are_those_of_the_mathematics() {
        for number in 1..=255 {
            let exact = f64::from(number).ln() * 1_000.0;
            assert_eq!(ln(number), exact.round() as u32, "{number}");
        }
    }

    #[test]
    fn each_formula_reduces_as_its_source_says() {
        use ReductionFormula::{Logarithms, Roots, Thirds};
        for (formula, depth, number, plies) in [
            // 0.48 + 1.099 · 1.386 / 2.48 = 1.09, 0.48 + 2.303 · 2.996 / 2.48 = 3.26, 0.48 + 2.996 · 3.689 / 2.48 = 4.94.
            (Logarithms, 3, 4, 1),
            (Logarithms, 10, 20, 3),
            (Logarithms, 20, 40, 4),
            // √2 + √3 = 3.1, √9 + √15 = 6.9, √8 + √18 = 7.07
            (Roots, 10, 16, 6),
            (Roots, 9, 19, 7),
            (Thirds, 9, 6, 1),
            (Thirds, 9, 7, 3),
            (Thirds, 11, 7, 3),
            // At least one ply is left.
            (Roots, 3, 4, 1),
            (Logarithms, 4, 255, 2),
        ] {
            let found = reduction(by(formula), depth, number - 1, |_, _| {});
            assert_eq!(found, plies, "{formula:?} {depth} {number}");
        }
    }

    #[test]
    fn what_is_known_of_the_node_changes_the_reduction() {
        // 0.48 + 2.303 · 2.996 / 2.48 = 3.26
        let technique = LateMoveReduction {
            less_in_open_window: 1,
            more_at_cut_nodes: 2,
            more_unless_improving: 3,
            ..by(ReductionFormula::Logarithms)
        };
        for (is_open, expects_cut, is_improving, plies) in [
            (false, false, true, 3),
            (true, false, true, 2),
            (false, true, true, 5),
            (false, false, false, 6),
            (false, true, false, 8),
        ] {
            let found = reduction(technique, 10, 19, |node, _| {
                node.window = if is_open { Window::full() } else { below(0) };
                node.inherited.expects_cut = expects_cut;
                node.evaluation_two_plies_up = is_improving.then_some(-9_000);
            });
            assert_eq!(found, plies, "{is_open} {expects_cut} {is_improving}");
        }
        for (history, plies) in [(999, 6), (1_000, 5), (-999, 6), (-1_000, 7), (-2_500, 8)] {
            let by_history = LateMoveReduction {
                history_divisor: 1_000,
                ..technique
            };
            let found = reduction(by_history, 10, 19, |_, mv| mv.history = history);
            assert_eq!(found, plies, "{history}");
        }
        let least = LateMoveReduction {
            less_in_open_window: 16,
            ..by(ReductionFormula::Thirds)
        };
        let found = reduction(least, 9, 9, |node, _| node.window = Window::full());
        assert_eq!(found, 0);
    }
}
