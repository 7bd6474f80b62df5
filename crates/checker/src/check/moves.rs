//! The steps of a node's moves: the first one, the order, and the searches of each.

use std::{
    io::BufRead,
    ops::ControlFlow::{self, Break, Continue},
};

use plybench_engine::eval::Evaluation;
use plybench_engine::game::{MoveClass, MoveKind};

use super::{Checker, Result, byte, short};
use crate::{
    game::Recorded,
    node::{Found, MadeMove, OpenNode},
    rules::{MOST, Rule, Verdict},
    settings::{Driver, Legality, Scout},
    trace::{NOBODY, Step},
    value::{INFINITE, Window, is_loss},
};

/// What the moves of a node gave.
pub(super) struct Searched<M> {
    /// The greatest value so far, the move that raised alpha to it, and its line.
    pub(super) best: Found<M>,
    /// Whether a move was searched.
    pub(super) any: bool,
    pub(super) has_no_moves: bool,
    /// Whether the limit was met at an illegal move.
    pub(super) is_cut_short: bool,
    /// The value with which a technique ended the node at one of its moves, and the technique.
    pub(super) cut: Option<(i32, u8)>,
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The move to try first: the table's, or one that a technique finds.
    pub(super) fn first_move(
        &mut self,
        node: &OpenNode<'_, G>,
        orders: &mut Vec<Vec<G::Move>>,
    ) -> Result<Option<G::Move>> {
        if let Some(mv) = node.entry.and_then(|kept| kept.mv) {
            return Ok(Some(mv).filter(|_| self.settings.ordering.table_move));
        }
        if node.is_root() || node.in_quiescence {
            return Ok(None);
        }
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let found = match technique.rule {
                Some(rule) => rule.first_move(node, &mut self.requests_of(technique))?,
                None => {
                    self.stated_requests(technique, node, orders)?;
                    match self.stated(technique)? {
                        Some(Step::FirstMove { mv, .. }) => node.position.find(mv),
                        _ => None,
                    }
                }
            };
            let Some(mv) = found else {
                continue;
            };
            if !self.can_try(node, mv) {
                return Ok(None);
            }
            self.expect(Step::FirstMove {
                ply: byte(node.ply),
                mv: G::number(mv),
                by: technique.place,
            })?;
            return Ok(Some(mv));
        }
        Ok(None)
    }

    /// Whether a move is one of those that the node searches.
    fn can_try(&self, node: &OpenNode<'_, G>, mv: G::Move) -> bool {
        let is_left_out = Some(mv) == node.excluded || self.leaves_out(node.position, mv);
        node.position.is_legal(mv) && !is_left_out
    }

    /// Whether a legal move is not searched anywhere.
    fn leaves_out(&self, position: &G, mv: G::Move) -> bool {
        !self.settings.under_promotion && position.is_under_promotion(mv)
    }

    /// The legal moves that the settings allow, as the game generates them.
    pub(super) fn allowed_moves(&self, position: &G, kind: MoveKind) -> Vec<G::Move> {
        let mut moves = Vec::new();
        position.for_each_move(kind, |mv| {
            if !self.leaves_out(position, mv) {
                moves.push(mv);
            }
        });
        moves
    }

    /// The kind of moves that a node searches.
    fn kind(node: &OpenNode<'_, G>) -> MoveKind {
        if node.in_quiescence && !node.in_check {
            MoveKind::Tactical
        } else {
            MoveKind::All
        }
    }

    /// The moves that leave the own king in check, if they cost nodes. Returns whether the limit forbids one of these nodes.
    fn illegal_moves(&mut self, node: &OpenNode<'_, G>) -> Result<bool> {
        if self.settings.legality == Legality::KingSafety {
            return Ok(false);
        }
        let mut illegal = Vec::new();
        node.position
            .for_each_illegal_move(Self::kind(node), |mv| illegal.push(mv));
        for mv in illegal {
            if self.leaves_out(node.position, mv) {
                continue;
            }
            self.is_stopped |= self.nodes == self.limit;
            if self.is_stopped {
                return Ok(true);
            }
            self.nodes += 1;
            self.illegal += 1;
            self.expect(Step::KingCaptured {
                ply: byte(node.ply),
                mv: G::number(mv),
            })?;
        }
        Ok(false)
    }

    /// All moves of a node that are to be searched, in order.
    pub(super) fn ordered(&self, node: &OpenNode<'_, G>, first: Option<G::Move>) -> Vec<G::Move> {
        let mut moves = self.allowed_moves(node.position, Self::kind(node));
        moves.retain(|&mv| Some(mv) != node.excluded);
        self.order.sort(node.position, node.ply, first, moves)
    }

    /// Step 9: the moves. `best` is the value of standing pat, or minus infinity; `orders` are others that the moves may have.
    pub(super) fn moves(
        &mut self,
        node: &mut OpenNode<'_, G>,
        first: Option<G::Move>,
        orders: &[Vec<G::Move>],
        is_null_window: bool,
        best: i32,
    ) -> Result<Searched<G::Move>> {
        let (position, ply) = (node.position, byte(node.ply));
        let mut result = Searched {
            best: Found::without_moves(best),
            any: false,
            has_no_moves: false,
            is_cut_short: false,
            cut: None,
        };
        // A legal first move is searched before the others are put in order: it may change what the ordering knows.
        let tried = first.filter(|&mv| self.can_try(node, mv));
        let mut moves = match tried {
            Some(mv) => vec![mv],
            None => self.ordered(node, first),
        };
        result.has_no_moves = moves.is_empty();
        let keeps_window = node.is_root() && self.settings.driver == Driver::EveryMove;
        let (mut number, mut in_vain) = (0, Vec::new());
        loop {
            // The illegal moves come after the first one, or alone.
            if (number == 1 || result.has_no_moves) && self.illegal_moves(node)? {
                result.is_cut_short = true;
                break;
            }
            if number == 1 && tried.is_some() {
                moves = self.ordered(node, first);
            }
            if tried.is_none()
                && let Some(other) = self.other_order(orders, &moves, number)?
            {
                moves = other;
            }
            let Some(&mv) = moves.get(number) else {
                break;
            };
            let child = position.play(mv);
            let mut made = MadeMove {
                mv,
                number,
                gives_check: child.in_check(),
                is_quiet: position.classify(mv) == MoveClass::Quiet,
                evaluation_after: -child.evaluate(self.settings.evaluation),
                material_after: -child.evaluate(Evaluation::Material),
                answer: position.answer_to_check(mv),
                history: self.order.score(position, mv),
                reduction: 0,
            };
            if !node.in_quiescence {
                let rules = self.rules.iter().filter(|rule| rule.acts_at(node));
                let plies = rules.filter_map(|technique| technique.rule);
                let plies = plies.map(|rule| i32::from(rule.reduction(node, &made)));
                made.reduction = plies.max().unwrap_or(0);
            }
            number += 1;
            if let Some(by) = self.pruned_by(node, &made, result.best.value)? {
                self.expect(Step::Skipped {
                    ply,
                    mv: G::number(mv),
                    number: made.number as u16,
                    by,
                })?;
                continue;
            }
            let mut change = 0;
            if !node.in_quiescence {
                match self.verdict(node, &made)? {
                    Continue(plies) => change = plies,
                    Break(cut) => {
                        result.cut = Some(cut);
                        break;
                    }
                }
            }
            let is_first = !result.any || keeps_window;
            let answer = self.search_move(node, &child, &made, (change, is_first))?;
            result.any = true;
            if self.is_stopped {
                break;
            }
            if answer.value < node.window.beta {
                in_vain.push(mv);
            }
            if answer.value <= result.best.value {
                continue;
            }
            result.best.value = answer.value;
            if answer.value <= node.window.alpha {
                continue;
            }
            result.best.best_move = Some(mv);
            if node.is_root() || !is_null_window {
                result.best.line = [mv].into_iter().chain(answer.line).collect();
            }
            if node.is_root() {
                self.root_line.clone_from(&result.best.line);
                self.nodes_to_pv = self.nodes;
            }
            if answer.value >= node.window.beta {
                self.expect(Step::BetaCutoff {
                    ply,
                    mv: G::number(mv),
                    number: made.number as u16,
                })?;
                let at = (node.ply, node.depth);
                self.order.failed_high(position, at, mv, &in_vain);
                break;
            }
            if self.settings.scout != Scout::Minimax && !keeps_window {
                node.window.alpha = answer.value;
            }
        }
        Ok(result)
    }

    /// The first technique that prunes a move. Only a node with a value that is no loss by mate may leave out moves.
    fn pruned_by(
        &mut self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
        best: i32,
    ) -> Result<Option<u8>> {
        if best == -INFINITE || is_loss(best) {
            return Ok(None);
        }
        let mut unruled = self
            .rules
            .iter()
            .filter(|technique| technique.rule.is_none());
        let has_unruled = unruled.any(|technique| technique.acts_at(node));
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            // A technique without a rule may reduce the move by more than is known, and a skipped move does not tell by how much.
            let most = if has_unruled { node.depth } else { 0 };
            let known = technique.rule.and_then(|rule| {
                let mut answers = (made.reduction..=most.max(made.reduction))
                    .map(|reduction| rule.prunes(node, &MadeMove { reduction, ..*made }));
                let first = answers.next();
                first.filter(|&first| answers.all(|other| other == first))
            });
            let prunes = match known {
                Some(prunes) => prunes,
                None => matches!(self.stated(technique)?, Some(Step::Skipped { .. })),
            };
            if prunes {
                return Ok(Some(technique.place));
            }
        }
        Ok(None)
    }

    /// What the techniques make of a move: the plies by which it is searched deeper (less than 0: less deeply), or the value that ends
    /// the node, with the technique. Every technique is asked, unless one ends the node.
    fn verdict(
        &mut self,
        node: &OpenNode<'_, G>,
        made: &MadeMove<G::Move>,
    ) -> Result<ControlFlow<(i32, u8), i32>> {
        let (mut deeper, mut shallower) = ([0; MOST], [0; MOST]);
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let place = usize::from(technique.place);
            let mut cut = None;
            match technique.rule {
                Some(rule) => match rule.verdict(node, made, &mut self.requests_of(technique))? {
                    Verdict::Extended(plies) => deeper[place] = plies.into(),
                    Verdict::Shortened(plies) => shallower[place] = plies.into(),
                    Verdict::Cut(value) => cut = Some(value),
                },
                None => {
                    self.stated_requests(technique, node, &mut Vec::new())?;
                    cut = self.stated_cut(technique)?;
                }
            }
            if let Some(value) = cut {
                return Ok(Break((value, technique.place)));
            }
        }
        let (ply, mv, number) = (byte(node.ply), G::number(made.mv), made.number as u16);
        let answer = |place: u8, _: &dyn Rule<G>| deeper[usize::from(place)];
        let (extended, by) = self.most(node, answer, |step| match step {
            Step::Extended { plies, .. } => Some(plies.into()),
            _ => None,
        })?;
        if extended > 0 {
            let plies = byte(extended);
            self.expect(Step::Extended {
                ply,
                mv,
                number,
                plies,
                by,
            })?;
            return Ok(Continue(extended));
        }
        let answer = |place: u8, _: &dyn Rule<G>| shallower[usize::from(place)];
        let (shortened, by) = self.most(node, answer, |step| match step {
            Step::Shortened { plies, .. } => Some(plies.into()),
            _ => None,
        })?;
        if shortened > 0 {
            let plies = byte(shortened);
            self.expect(Step::Shortened {
                ply,
                mv,
                number,
                plies,
                by,
            })?;
        }
        Ok(Continue(-shortened))
    }

    /// One move: reduced, and searched with the windows that the scout needs, to a depth that verdicts have changed by so many plies.
    fn search_move(
        &mut self,
        node: &OpenNode<'_, G>,
        child: &G,
        made: &MadeMove<G::Move>,
        (change, is_first): (i32, bool),
    ) -> Result<Found<G::Move>> {
        let (ply, mv, number) = (byte(node.ply), G::number(made.mv), made.number as u16);
        let (mut reduction, mut reduced_by) = (0, NOBODY);
        if !node.in_quiescence {
            let answer = |_, rule: &dyn Rule<G>| rule.reduction(node, made).into();
            (reduction, reduced_by) = self.most(node, answer, |step| match step {
                Step::Reduced { plies, .. } => Some(plies.into()),
                _ => None,
            })?;
            if reduction > 0 {
                self.expect(Step::Reduced {
                    ply,
                    mv,
                    number,
                    plies: byte(reduction),
                    by: reduced_by,
                })?;
            }
        }
        let depth = ((node.depth - 1).max(0) + change).clamp(0, 255);
        let whole = node.window;
        let scout = Window::new(whole.alpha, whole.alpha + 1);
        let is_scouted = self.settings.scout == Scout::Pvs && !is_first;
        let window = if is_scouted { scout } else { whole };
        let reduced = (depth - reduction).max(0);
        self.expect(Step::Searched {
            ply,
            mv,
            number,
            depth: byte(reduced),
            alpha: short(window.alpha),
            beta: short(window.beta),
        })?;
        let below = |depth: i32, window: Window, reduction: i32| {
            let mut below = node.child(child, depth, window);
            below.reduction = reduction;
            below.extension = (node.extension + change.max(0)).min(255);
            below
        };
        let first = below(reduced, window, reduction);
        let mut answer = self.below(node.position, Some(made.mv), first)?;
        let again = |checker: &mut Self, window: Window, by: u8| {
            checker.expect(Step::SearchedAgain {
                ply,
                mv,
                number,
                depth: byte(depth),
                alpha: short(window.alpha),
                beta: short(window.beta),
                by,
            })?;
            checker.below(node.position, Some(made.mv), below(depth, window, 0))
        };
        if reduction > 0 && answer.value > whole.alpha {
            answer = again(self, window, reduced_by)?;
        }
        let is_inside = whole.alpha < answer.value && answer.value < whole.beta;
        if is_scouted && is_inside && scout != whole {
            answer = again(self, whole, NOBODY)?;
        }
        Ok(answer)
    }

    /// A node one ply below the present one. What is found is from the present node's point of view; `mv` is none for a pass.
    pub(super) fn below(
        &mut self,
        position: &G,
        mv: Option<G::Move>,
        mut child: OpenNode<'_, G>,
    ) -> Result<Found<G::Move>> {
        child.before = mv;
        self.moves.push(mv);
        self.order.enter(position, mv);
        let found = self.node(child)?;
        self.order.leave();
        self.moves.pop();
        Ok(Found {
            value: -found.value,
            ..found
        })
    }
}
