//! The steps of a node's moves: the first one, the order, and the searches of each.

use std::io::BufRead;

use plybench_engine::game::{CheckAnswer, MoveClass, MoveKind};

use super::{
    Checker, Refused,
    node::{Answer, Arrival, Entry, Node, byte, short},
};
use crate::{
    game::Recorded,
    rules::{
        CheckExtension, Futility, InternalIterativeDeepening, LateMoveReduction, SingularExtension,
    },
    settings::{Legality, Scout},
    trace::{NOBODY, Step},
    value::{INFINITE, Window, is_loss},
};

/// A move of a node, as the rules see it.
pub(crate) struct Made {
    /// Its place in the order.
    pub(crate) number: usize,
    pub(crate) gives_check: bool,
    pub(crate) is_quiet: bool,
    /// In centipawns, from the point of view of the side that moves.
    pub(crate) evaluation_after: i32,
    /// What it does about a check, if there is one.
    pub(crate) answer: CheckAnswer,
}

/// What the moves of a node gave.
pub(super) struct Searched<M> {
    pub(super) best: i32,
    pub(super) best_move: Option<M>,
    pub(super) line: Vec<M>,
    /// Whether a move was searched.
    pub(super) any: bool,
    pub(super) has_no_moves: bool,
    /// Whether the limit was met at an illegal move.
    pub(super) is_cut_short: bool,
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The move to try first: the table's, or one that a technique finds.
    pub(super) fn first_move(&mut self, node: &Node<'_, G>) -> Result<Option<G::Move>, Refused> {
        if let Some(mv) = node.entry.and_then(|kept| kept.mv) {
            return Ok(Some(mv).filter(|_| self.settings.ordering.table_move));
        }
        let techniques = &self.settings.techniques;
        if !node.is_root
            && !node.in_quiescence
            && let Some((rule, scope)) = &techniques.internal_iterative_deepening.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(mv) = rule.first_move(node, self)?
            && node.position.is_legal(mv)
            && !self.leaves_out(node.position, mv)
        {
            self.expect(Step::FirstMove {
                ply: byte(node.ply),
                mv: G::number(mv),
                by: InternalIterativeDeepening::PLACE,
            })?;
            return Ok(Some(mv));
        }
        Ok(None)
    }

    /// Whether a legal move is not searched anywhere.
    pub(crate) fn leaves_out(&self, position: &G, mv: G::Move) -> bool {
        !self.settings.under_promotion && position.is_under_promotion(mv)
    }

    /// The kind of moves that a node searches.
    fn kind(node: &Node<'_, G>) -> MoveKind {
        if node.in_quiescence && !node.in_check {
            MoveKind::Tactical
        } else {
            MoveKind::All
        }
    }

    /// The moves that leave the own king in check, if they cost nodes. Returns whether the limit forbids one of these nodes.
    fn illegal_moves(&mut self, node: &Node<'_, G>) -> Result<bool, Refused> {
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
            if self.nodes == self.limit || self.is_stopped {
                self.is_stopped = true;
                return Ok(true);
            }
            self.nodes += 1;
            self.expect(Step::KingCaptured {
                ply: byte(node.ply),
                mv: G::number(mv),
            })?;
        }
        Ok(false)
    }

    /// All moves of a node that are to be searched, in order.
    fn ordered(&self, node: &Node<'_, G>, first: Option<G::Move>) -> Vec<G::Move> {
        let kind = Self::kind(node);
        let mut moves = Vec::new();
        node.position.for_each_move(kind, |mv| {
            if Some(mv) != node.arrival.excluded && !self.leaves_out(node.position, mv) {
                moves.push(mv);
            }
        });
        self.order.sort(node.position, node.ply, first, moves)
    }

    /// Step 9: the moves. `best` is the value of standing pat, or minus infinity.
    pub(super) fn moves(
        &mut self,
        node: &mut Node<'_, G>,
        first: Option<G::Move>,
        is_null_window: bool,
        best: i32,
    ) -> Result<Searched<G::Move>, Refused> {
        let (position, ply) = (node.position, byte(node.ply));
        let mut result = Searched {
            best,
            best_move: None,
            line: Vec::new(),
            any: false,
            has_no_moves: false,
            is_cut_short: false,
        };
        // A legal first move is searched before the others are put in order: it may change what the ordering knows.
        let tried = first.filter(|&mv| {
            let is_left_out = Some(mv) == node.arrival.excluded || self.leaves_out(position, mv);
            position.is_legal(mv) && !is_left_out
        });
        let mut moves = match tried {
            Some(mv) => vec![mv],
            None => self.ordered(node, first),
        };
        result.has_no_moves = moves.is_empty();
        let mut number = 0;
        loop {
            // The illegal moves come after the first one, or alone.
            if (number == 1 || result.has_no_moves) && self.illegal_moves(node)? {
                result.is_cut_short = true;
                break;
            }
            if number == 1 && tried.is_some() {
                moves = self.ordered(node, first);
            }
            let Some(&mv) = moves.get(number) else {
                break;
            };
            let child = position.play(mv);
            let made = Made {
                number,
                gives_check: child.in_check(),
                is_quiet: position.classify(mv) == MoveClass::Quiet,
                evaluation_after: -child.evaluate(self.settings.evaluation),
                answer: position.answer_to_check(mv),
            };
            number += 1;
            if self.is_skipped(node, &made, result.best) {
                self.expect(Step::Skipped {
                    ply,
                    mv: G::number(mv),
                    number: made.number as u16,
                    by: Futility::PLACE,
                })?;
                continue;
            }
            let answer = self.search_move(node, &child, mv, &made, !result.any)?;
            result.any = true;
            if self.is_stopped {
                break;
            }
            if answer.value <= result.best {
                continue;
            }
            result.best = answer.value;
            if answer.value <= node.window.alpha {
                continue;
            }
            result.best_move = Some(mv);
            if node.is_root || !is_null_window {
                result.line = [mv].into_iter().chain(answer.line).collect();
            }
            if node.is_root {
                self.root_line.clone_from(&result.line);
                self.nodes_to_pv = self.nodes;
            }
            if answer.value >= node.window.beta {
                self.expect(Step::Refuted {
                    ply,
                    mv: G::number(mv),
                    number: made.number as u16,
                })?;
                self.order.refuted(position, node.ply, node.depth, mv);
                break;
            }
            if self.settings.scout != Scout::Minimax {
                node.window.alpha = answer.value;
            }
        }
        Ok(result)
    }

    /// Only a node with a value that is no loss by mate may skip moves.
    fn is_skipped(&self, node: &Node<'_, G>, made: &Made, best: i32) -> bool {
        let may_prune = best > -INFINITE && !is_loss(best);
        let rule = &self.settings.techniques.futility.0;
        may_prune
            && rule.as_ref().is_some_and(|(rule, scope)| {
                scope.contains(node.window, node.depth, node.ply) && rule.skips(node, made)
            })
    }

    /// One move: extended, reduced, and searched with the windows that the scout needs.
    fn search_move(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        mv: G::Move,
        made: &Made,
        is_first: bool,
    ) -> Result<Answer<G::Move>, Refused> {
        let (ply, number) = (byte(node.ply), made.number as u16);
        let mut depth = (node.depth - 1).max(0);
        let mut reduction = 0;
        if !node.in_quiescence {
            let (plies, by) = self.extension(node, mv, made)?;
            if plies > 0 {
                self.expect(Step::Extended {
                    ply,
                    mv: G::number(mv),
                    number,
                    plies,
                    by,
                })?;
            }
            depth = (depth + i32::from(plies)).min(255);
            let rule = &self.settings.techniques.late_move_reduction.0;
            if let Some((rule, scope)) = rule
                && scope.contains(node.window, node.depth, node.ply)
            {
                reduction = i32::from(rule.reduction(node, made));
            }
            if reduction > 0 {
                self.expect(Step::Reduced {
                    ply,
                    mv: G::number(mv),
                    number,
                    plies: byte(reduction),
                    by: LateMoveReduction::PLACE,
                })?;
            }
        }
        let whole = node.window;
        let scout = Window::new(whole.alpha, whole.alpha + 1);
        let is_scouted = self.settings.scout == Scout::Pvs && !is_first;
        let window = if is_scouted { scout } else { whole };
        let reduced = (depth - reduction).max(0);
        self.expect(Step::Searched {
            ply,
            mv: G::number(mv),
            number,
            depth: byte(reduced),
            alpha: short(window.alpha),
            beta: short(window.beta),
        })?;
        let mut answer = self.child(node, (child, mv), reduced, window)?;
        let again = |checker: &mut Self, window: Window, by: u8| {
            checker.expect(Step::SearchedAgain {
                ply,
                mv: G::number(mv),
                number,
                depth: byte(depth),
                alpha: short(window.alpha),
                beta: short(window.beta),
                by,
            })?;
            checker.child(node, (child, mv), depth, window)
        };
        if reduction > 0 && answer.value > whole.alpha {
            answer = again(self, window, LateMoveReduction::PLACE)?;
        }
        let is_inside = whole.alpha < answer.value && answer.value < whole.beta;
        if is_scouted && is_inside && scout != whole {
            answer = again(self, whole, NOBODY)?;
        }
        Ok(answer)
    }

    /// The most plies by which a technique extends a move, and that technique; every technique is asked.
    fn extension(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        made: &Made,
    ) -> Result<(u8, u8), Refused> {
        let techniques = &self.settings.techniques;
        let mut most = (0, NOBODY);
        if let Some((rule, scope)) = &techniques.check_extension.0
            && scope.contains(node.window, node.depth, node.ply)
        {
            let plies = rule.extension(node.in_check, made);
            if plies > most.0 {
                most = (plies, CheckExtension::PLACE);
            }
        }
        if let Some((rule, scope)) = &techniques.singular_extension.0
            && scope.contains(node.window, node.depth, node.ply)
        {
            let plies = rule.extension(node, mv, self)?;
            if plies > most.0 {
                most = (plies, SingularExtension::PLACE);
            }
        }
        Ok(most)
    }

    /// The position after a move; the answer's value is from the node's point of view.
    fn child(
        &mut self,
        node: &Node<'_, G>,
        (child, mv): (&G, G::Move),
        depth: i32,
        window: Window,
    ) -> Result<Answer<G::Move>, Refused> {
        self.moves.push(Some(mv));
        let answer = self.node(
            child,
            Entry {
                ply: node.ply + 1,
                depth,
                window: window.flipped(),
                is_root: false,
                arrival: Arrival::default(),
            },
        )?;
        self.moves.pop();
        Ok(Answer {
            value: -answer.value,
            ..answer
        })
    }
}
