//! What the techniques do at a node or to a move of it.

use super::{
    Reference,
    searched::{MadeMove, Origin, ReferenceNode},
};
use plybench_checker::{
    game::Recorded,
    rules::{
        Switch, check_extension::Extends, late_move_reduction::Formula, null_move::Verification,
    },
    value::{INFINITE, Window, evaluation, is_loss, is_mate},
};
use plybench_engine::{
    eval::Evaluation,
    game::{CheckAnswer, MoveClass, MoveKind},
};

/// The techniques that it has. It refuses the others, which serve only together with the table or are still to come.
pub(crate) const COVERED: [&str; 14] = [
    "mate-distance",
    "check-extension",
    "razoring",
    "reverse-futility",
    "null-move",
    "futility",
    "late-move-reduction",
    "late-move-pruning",
    "exchange-pruning",
    "delta-pruning",
    "one-reply",
    "recapture",
    "seventh-rank",
    "multi-cut",
];

impl<G: Recorded> Reference<'_, G> {
    /// The value with which the first technique of the list that ends the node does so.
    pub(super) fn cutoff(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        self.razoring(node)
            .or_else(|| self.reverse_futility(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.multi_cut(node))
    }

    /// The value with which shallow searches of several moves end a node, if they do.
    fn multi_cut(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let settings = self.settings;
        let rule = acts(&settings.techniques.multi_cut, node)?;
        let position = node.position;
        if node.ply == 0
            || node.origin == Origin::Again
            || node.depth < rule.min_depth
            || !node.expects_cut
            || position.in_check()
            || is_mate(node.beta)
        {
            return None;
        }
        let (mut captures, mut quiet) = (Vec::new(), Vec::new());
        position.for_each_move(MoveKind::All, |mv| {
            if settings.under_promotion || !position.is_under_promotion(mv) {
                match position.classify(mv) {
                    MoveClass::Quiet => quiet.push(mv),
                    MoveClass::Tactical(_) => captures.push(mv),
                }
            }
        });
        captures.append(&mut quiet);
        captures.truncate(rule.moves);
        let mut cuts = 0;
        for mv in captures {
            let child = position.play(mv);
            let depth = (node.depth - 1 - rule.reduction).max(0);
            self.path.push(position.key());
            let window = (node.beta - 1, node.beta);
            let found = self.enter(self.next(node, &child, depth, window, Some(mv)));
            self.path.pop();
            cuts += i32::from(-found.value >= node.beta);
            if cuts == rule.cuts {
                return Some(node.beta);
            }
        }
        None
    }

    /// The value with which a search to depth 0 ends a node, if it does.
    fn razoring(&mut self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let settings = self.settings;
        let rule = acts(&settings.techniques.razoring, node)?;
        let depth = usize::try_from(node.depth).ok()?.checked_sub(1)?;
        let margin = i32::from(*rule.margins.get(depth)?);
        let e = node.evaluation;
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

    /// Whether the side to move is better off than two plies before.
    fn is_improving(&self, node: &ReferenceNode<'_, G>) -> bool {
        let e = node.evaluation;
        !node.is_in_check() && node.earlier[1].is_some_and(|earlier| e > earlier)
    }

    /// The value with which an evaluation far above beta ends a node, if it does.
    fn reverse_futility(&self, node: &ReferenceNode<'_, G>) -> Option<i32> {
        let rule = acts(&self.settings.techniques.reverse_futility, node)?;
        let e = node.evaluation;
        let mut margin = node.depth * i32::from(rule.margin);
        if self.is_improving(node) {
            margin -= i32::from(rule.less_if_improving);
        }
        let is_cut = node.ply > 0
            && node.beta - node.alpha == 1
            && (1..=rule.max_depth).contains(&node.depth)
            && !node.position.in_check()
            && !is_mate(node.beta)
            && evaluation(e - margin.max(0)) >= node.beta;
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
            || rule.from_beta && evaluation(node.evaluation) < node.beta
            || node.passes_from.is_some_and(|from| node.ply < from)
            || rule.only_at_cut_nodes && !node.expects_cut
            || rule.reduce_instead > 0 && !node.is_null_window()
        {
            return None;
        }
        let passed = node.position.pass()?;
        let e = node.evaluation;
        let plies = rule.plies(node.position, e, node.depth, node.beta);
        let depth = (node.depth - 1 - plies).max(0);
        self.path.push(node.position.key());
        let window = (node.beta - 1, node.beta);
        let found = self.enter(self.next(node, &passed, depth, window, None));
        self.path.pop();
        let value = -found.value;
        if value < node.beta {
            return None;
        }
        let mut again = ReferenceNode {
            origin: Origin::Again,
            ..*node
        };
        if rule.reduce_instead > 0 {
            again.depth = (node.depth - i32::from(rule.reduce_instead)).max(0);
            return Some(self.enter(again).value);
        }
        again.alpha = node.beta - 1;
        again.depth = depth;
        let mut value = if is_mate(value) { node.beta } else { value };
        if !rule.verify {
            return Some(value);
        }
        match rule.verify_by {
            Verification::Reduced => {}
            Verification::Guarded | Verification::OnePlyLess if node.passes_from.is_some() => {
                return Some(value);
            }
            Verification::Guarded => again.passes_from = Some(node.ply + 3 * depth / 4),
            Verification::OnePlyLess => {
                again.passes_from = Some(node.ply);
                again.depth = node.depth - 1;
            }
        }
        if again.depth > 0 && node.depth >= rule.verify_from {
            let found = self.enter(again).value;
            if found < node.beta {
                return None;
            }
            if rule.verify_by == Verification::OnePlyLess {
                value = found;
            }
        }
        Some(value)
    }

    /// Whether a technique skips a move of a node that has the value `best`.
    pub(super) fn is_skipped(
        &self,
        node: &ReferenceNode<'_, G>,
        made: &MadeMove<G::Move>,
        best: Option<i32>,
    ) -> bool {
        best.is_some_and(|best| !is_loss(best))
            && !node.is_in_check()
            && (self.is_futile(node, made)
                || self.is_late(node, made)
                || self.loses_material(node, made)
                || self.gains_too_little(node, made))
    }

    fn is_futile(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let Some(rule) = acts(&self.settings.techniques.futility, node) else {
            return false;
        };
        let margin = if rule.max_depth > 0 {
            let depth = if rule.by_reduced_depth {
                (node.depth - 1 - self.reduction(node, made)).max(0)
            } else {
                node.depth
            };
            if node.is_quiescence || depth > rule.max_depth {
                return false;
            }
            let mut margin = i32::from(rule.base) + depth * i32::from(rule.per_ply);
            if rule.history_divisor > 0 {
                margin += made.history / i32::from(rule.history_divisor);
            }
            margin.max(0)
        } else {
            let listed = usize::try_from(node.depth - 1).ok();
            match listed.and_then(|depth| rule.margins.get(depth)) {
                Some(&margin) => margin.into(),
                None => return false,
            }
        };
        // The sum is limited to the range of evaluations, not its parts.
        let e = if rule.all_moves {
            made.evaluation_after
        } else {
            node.evaluation
        };
        (made.is_quiet || rule.all_moves)
            && !made.gives_check
            && !is_mate(node.alpha)
            && evaluation(e + margin) <= node.alpha
    }

    fn is_late(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let Some(rule) = acts(&self.settings.techniques.late_move_pruning, node) else {
            return false;
        };
        let is_improving = self.is_improving(node);
        let square = node.depth * node.depth;
        let further = if rule.more_if_improving && is_improving {
            2 * square / rule.divisor
        } else {
            square / rule.divisor
        };
        (1..=rule.max_depth).contains(&node.depth)
            && node.is_null_window()
            && made.is_quiet
            && made.number as i32 >= rule.base + further
    }

    fn loses_material(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let Some(rule) = acts(&self.settings.techniques.exchange_pruning, node) else {
            return false;
        };
        let Some(gain) = made.exchange else {
            return false;
        };
        let margin = if made.is_quiet {
            rule.quiet_margin
        } else {
            rule.capture_margin
        };
        if node.is_quiescence {
            rule.in_quiescence && gain < 0
        } else {
            node.depth <= rule.max_depth && -gain > i32::from(margin) * node.depth
        }
    }

    fn gains_too_little(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let Some(rule) = acts(&self.settings.techniques.delta_pruning, node) else {
            return false;
        };
        node.is_quiescence
            && !made.gives_check
            && !is_mate(node.alpha)
            && node.position.captured_material() <= rule.most_captured
            && evaluation(made.evaluation_after + i32::from(rule.margin)) <= node.alpha
    }

    /// Plies by which a move is searched deeper.
    pub(super) fn extension(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> i32 {
        if node.depth == 0 {
            return 0;
        }
        let by_one = self.is_only_reply(node)
            || self.is_recapture(node, made)
            || self.is_seventh(node, made);
        self.check_extension(node, made).max(by_one.into())
    }

    fn is_only_reply(&self, node: &ReferenceNode<'_, G>) -> bool {
        acts(&self.settings.techniques.one_reply, node).is_some_and(|rule| {
            let mut moves = 0;
            node.position.for_each_move(MoveKind::All, |_| moves += 1);
            moves == 1
                && (node.position.in_check() || !rule.only_in_check)
                && node.extension < rule.line_limit
        })
    }

    fn is_recapture(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        acts(&self.settings.techniques.recapture, node).is_some_and(|rule| {
            let after = -node.position.play(made.mv).evaluate(Evaluation::Material);
            (after - node.balance).abs() <= rule.margin
                && node
                    .before
                    .is_some_and(|before| node.position.recaptures(made.mv, before))
                && node.extension < rule.line_limit
        })
    }

    fn is_seventh(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let rule = acts(&self.settings.techniques.seventh_rank, node);
        rule.is_some_and(|rule| {
            node.extension < rule.line_limit && node.position.nears_promotion(made.mv)
        })
    }

    fn check_extension(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> i32 {
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
        if is_extended { rule.plies.into() } else { 0 }
    }

    /// Plies by which the first search of a move is shallower.
    pub(super) fn reduction(&self, node: &ReferenceNode<'_, G>, made: &MadeMove<G::Move>) -> i32 {
        let Some(rule) = acts(&self.settings.techniques.late_move_reduction, node) else {
            return 0;
        };
        let is_reduced = node.depth >= rule.min_depth
            && !node.position.in_check()
            && made.is_quiet
            && !made.gives_check
            && made.number >= rule.full_depth_moves;
        if !is_reduced {
            return 0;
        }
        let mut plies = rule.plies(node.depth, made.number + 1);
        if rule.formula == Formula::Fixed {
            return plies;
        }
        if !node.is_null_window() {
            plies -= i32::from(rule.less_in_open_window);
        }
        if node.expects_cut {
            plies += i32::from(rule.more_at_cut_nodes);
        }
        if !self.is_improving(node) {
            plies += i32::from(rule.more_unless_improving);
        }
        if rule.history_divisor > 0 {
            plies -= made.history / i32::from(rule.history_divisor);
        }
        plies.min(node.depth - 2).max(0)
    }
}

/// A technique's parameters, if it is on and the node is within its scope.
fn acts<'t, G: Recorded, T>(
    technique: &'t Switch<T>,
    node: &ReferenceNode<'_, G>,
) -> Option<&'t T> {
    let (rule, scope) = technique.0.as_ref()?;
    let window = Window::new(node.alpha, node.beta);
    scope.contains(window, node.depth, node.ply).then_some(rule)
}
