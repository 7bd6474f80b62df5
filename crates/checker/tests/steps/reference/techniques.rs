//! What the techniques do at a node or to a move of it.

use super::{
    Reference,
    searched::{MadeMove, Origin, ReferenceNode},
};
use plybench_checker::{
    game::Recorded,
    rules::{Switch, check_extension::Extends},
    value::{INFINITE, Window, evaluation, is_loss, is_mate},
};
use plybench_engine::game::CheckAnswer;

/// The techniques that it has. It refuses the others, which serve only together with the table or are still to come.
pub(crate) const COVERED: [&str; 7] = [
    "mate-distance",
    "check-extension",
    "razoring",
    "reverse-futility",
    "null-move",
    "futility",
    "late-move-reduction",
];

impl<G: Recorded> Reference<'_, G> {
    /// The static evaluation.
    pub(super) fn evaluate(&self, position: &G) -> i32 {
        evaluation(position.evaluate(self.settings.evaluation))
    }

    /// The value with which the first technique of the list that ends the node does so.
    pub(super) fn cutoff(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        self.razoring(node)
            .or_else(|| self.reverse_futility(node))
            .or_else(|| self.null_move(node))
    }

    /// The value with which a search to depth 0 ends a node, if it does.
    fn razoring(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let settings = self.settings;
        let rule = acts(&settings.techniques.razoring, node)?;
        let depth = usize::try_from(node.depth).ok()?.checked_sub(1)?;
        let margin = i32::from(*rule.margins.get(depth)?);
        let e = node.position.evaluate(settings.evaluation);
        if node.ply == 0
            || node.position.in_check()
            || is_mate(node.alpha)
            || evaluation(e + margin) > node.alpha
        {
            return None;
        }
        let found = self.enter(ReferenceNode {
            depth: 0,
            beta: node.alpha + 1,
            origin: Origin::Again,
            ..*node
        });
        (found.value <= node.alpha).then_some(found.value)
    }

    /// The value with which an evaluation far above beta ends a node, if it does.
    fn reverse_futility(&self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let rule = acts(&self.settings.techniques.reverse_futility, node)?;
        let e = node.position.evaluate(self.settings.evaluation);
        let is_cut = node.ply > 0
            && node.beta - node.alpha == 1
            && (1..=rule.max_depth).contains(&node.depth)
            && !node.position.in_check()
            && !is_mate(node.beta)
            && evaluation(e - node.depth * i32::from(rule.margin)) >= node.beta;
        is_cut.then(|| evaluation(e))
    }

    /// The value with which passing ends a node, if it does.
    fn null_move(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let settings = self.settings;
        let rule = acts(&settings.techniques.null_move, node)?;
        if node.ply == 0
            || node.origin == Origin::Again
            || node.origin == Origin::Pass && !rule.in_a_row
            || node.depth < rule.min_depth
            || node.position.in_check()
            || is_mate(node.beta)
            || node.beta == INFINITE
            || node.position.captured_material() > rule.most_captured
            || rule.from_beta && self.evaluate(node.position) < node.beta
        {
            return None;
        }
        let passed = node.position.pass()?;
        let depth = (node.depth - 1 - i32::from(rule.reduction)).max(0);
        self.path.push(node.position.key());
        let found = self.enter(ReferenceNode {
            position: &passed,
            ply: node.ply + 1,
            depth,
            alpha: -node.beta,
            beta: -node.beta + 1,
            origin: Origin::Pass,
            is_quiescence: false,
            notices_check: true,
        });
        self.path.pop();
        let value = -found.value;
        if value < node.beta {
            return None;
        }
        if rule.verify && depth > 0 {
            let again = self.enter(ReferenceNode {
                depth,
                alpha: node.beta - 1,
                origin: Origin::Again,
                ..*node
            });
            if again.value < node.beta {
                return None;
            }
        }
        Some(if is_mate(value) { node.beta } else { value })
    }

    /// Whether futility pruning skips a move of a node that has the value `best`.
    pub(super) fn is_futile(
        &self,
        node: &ReferenceNode<'_, G>,
        made: &MadeMove,
        best: Option<i32>,
    ) -> bool {
        let Some(rule) = acts(&self.settings.techniques.futility, node) else {
            return false;
        };
        let margin = usize::try_from(node.depth - 1)
            .ok()
            .and_then(|depth| rule.margins.get(depth));
        let (Some(&margin), Some(best)) = (margin, best) else {
            return false;
        };
        // The sum is limited to the range of evaluations, not its parts.
        let e = if rule.all_moves {
            made.evaluation_after
        } else {
            node.position.evaluate(self.settings.evaluation)
        };
        !is_loss(best)
            && !node.position.in_check()
            && (made.is_quiet || rule.all_moves)
            && !made.gives_check
            && !is_mate(node.alpha)
            && evaluation(e + i32::from(margin)) <= node.alpha
    }

    /// Plies by which a move is searched deeper.
    pub(super) fn extension(&self, node: &ReferenceNode<'_, G>, made: &MadeMove) -> i32 {
        let Some(rule) = acts(&self.settings.techniques.check_extension, node) else {
            return 0;
        };
        let is_evasion = node.position.in_check()
            && match made.answer {
                CheckAnswer::Flees => true,
                CheckAnswer::Captures => rule.captures,
                CheckAnswer::Interposes => rule.interpositions,
            };
        let is_extended = match rule.extends {
            Extends::Check => made.gives_check,
            Extends::Evasion => is_evasion,
        };
        if node.depth > 0 && is_extended {
            rule.plies.into()
        } else {
            0
        }
    }

    /// Plies by which the first search of a move is shallower.
    pub(super) fn reduction(&self, node: &ReferenceNode<'_, G>, made: &MadeMove) -> i32 {
        let Some(rule) = acts(&self.settings.techniques.late_move_reduction, node) else {
            return 0;
        };
        let is_reduced = node.depth >= rule.min_depth
            && !node.position.in_check()
            && made.is_quiet
            && !made.gives_check
            && made.number >= rule.full_depth_moves;
        if is_reduced { rule.reduction.into() } else { 0 }
    }
}

/// A technique's parameters, if it is on and the node is within its scope.
fn acts<'t, G, T>(technique: &'t Switch<T>, node: &ReferenceNode<'_, G>) -> Option<&'t T> {
    let (rule, scope) = technique.0.as_ref()?;
    let window = Window::new(node.alpha, node.beta);
    scope.contains(window, node.depth, node.ply).then_some(rule)
}
