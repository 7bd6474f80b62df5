//! The steps of one node, in the order of the search's numbered steps.

use std::io::BufRead;

use plybench_engine::game::{MoveClass, MoveKind};

use super::{Checker, Kept, MOST_OPEN, Refused};
use crate::{
    game::{NO_MOVE, Recorded},
    rules::{Clamped, MATE_DISTANCE, Point},
    settings::{Depth, Fail, Scout, Size},
    trace::{Asked, Bound, End, NOBODY, Side, Step},
    value::{self, INFINITE, MATE, MAX_PLY, Window, from_table, is_loss, to_table},
};

/// How a search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<M> {
    /// By a pass.
    pub(crate) is_pass: bool,
    /// By a technique's request for the node itself.
    pub(crate) is_again: bool,
    /// The move to leave out.
    excluded: Option<M>,
}

impl<M> Default for Arrival<M> {
    fn default() -> Self {
        Arrival {
            is_pass: false,
            is_again: false,
            excluded: None,
        }
    }
}

/// With what a node is entered.
pub(super) struct Entry<M> {
    pub(super) ply: i32,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) is_root: bool,
    pub(super) arrival: Arrival<M>,
}

/// A node, as the rules see it.
pub(crate) struct Node<'p, G: Recorded> {
    pub(crate) position: &'p G,
    pub(crate) ply: i32,
    pub(crate) depth: i32,
    /// The window, as narrowed so far.
    pub(crate) window: Window,
    pub(crate) is_root: bool,
    pub(crate) in_quiescence: bool,
    pub(crate) in_check: bool,
    /// In centipawns, not limited to the range of evaluations.
    pub(crate) static_evaluation: i32,
    pub(crate) arrival: Arrival<G::Move>,
    /// The table's entry.
    pub(crate) entry: Option<Kept<G::Move>>,
}

impl<G: Recorded> Node<'_, G> {
    /// The static evaluation as a value.
    pub(crate) fn evaluation(&self) -> i32 {
        value::evaluation(self.static_evaluation)
    }
}

/// A move of a node, as the rules see it.
pub(crate) struct Made {
    /// Its place in the order.
    pub(crate) number: usize,
    pub(crate) gives_check: bool,
    pub(crate) is_quiet: bool,
}

/// A search that a technique requests.
pub(crate) struct Request<M> {
    pub(crate) asked: Asked,
    /// The move to make or to leave out.
    pub(crate) mv: Option<M>,
    pub(crate) depth: i32,
    /// As the node that requests it sees it.
    pub(crate) window: Window,
    pub(crate) by: u8,
}

/// The result of a node.
pub(crate) struct Answer<M> {
    pub(crate) value: i32,
    /// The last move that raised alpha, if its moves were searched.
    pub(crate) best_move: Option<M>,
    /// The best line from it.
    line: Vec<M>,
}

/// How a node ends: its value, the end, the technique that ended it.
struct Ended<M> {
    value: i32,
    end: End,
    by: u8,
    best_move: Option<M>,
    line: Vec<M>,
}

impl<M> Ended<M> {
    fn new(value: i32, end: End) -> Self {
        Ended {
            value,
            end,
            by: NOBODY,
            best_move: None,
            line: Vec::new(),
        }
    }

    fn by(self, by: u8) -> Self {
        Ended { by, ..self }
    }
}

fn byte(plies: i32) -> u8 {
    plies as u8
}

fn short(value: i32) -> i16 {
    value as i16
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// All steps of a node and of those below it.
    pub(super) fn node(
        &mut self,
        position: &G,
        entry: Entry<G::Move>,
    ) -> Result<Answer<G::Move>, Refused> {
        let Entry {
            ply,
            depth,
            window,
            is_root,
            arrival,
        } = entry;
        // Beyond the limit no node is entered; the value that its parent gets is not used.
        if self.nodes == self.limit || self.is_stopped {
            self.is_stopped = true;
            return Ok(Answer {
                value: window.alpha,
                best_move: None,
                line: Vec::new(),
            });
        }
        let is_leaf = position.is_leaf();
        let in_quiescence = !is_root && self.settings.quiescence && depth == 0 && !is_leaf;
        self.open += 1;
        if self.open > MOST_OPEN {
            let number = self.steps + 1;
            return Err(Refused::TooDeep { number });
        }
        // Step 1.
        self.nodes += 1;
        self.expect(Step::Entered {
            ply: byte(ply),
            depth: byte(depth),
            alpha: short(window.alpha),
            beta: short(window.beta),
            in_quiescence,
        })?;
        let mut node = Node {
            position,
            ply,
            depth,
            window,
            is_root,
            in_quiescence,
            in_check: position.in_check(),
            static_evaluation: position.evaluate(self.settings.evaluation),
            arrival,
            entry: None,
        };
        // Step 2.
        let mut is_shallower = false;
        let ended = match self.clamp(Point::Entry, &mut node)? {
            Some(cut) => cut,
            None => {
                is_shallower = self.shallower(&mut node)?;
                self.settle(&mut node)?
            }
        };
        // Step 12.
        let mut value = ended.value;
        if is_shallower {
            value = value.max(node.window.alpha);
        }
        if self.settings.fail == Fail::Hard {
            value = value.clamp(window.alpha, window.beta);
        }
        self.expect(Step::Left {
            ply: byte(ply),
            end: ended.end,
            by: ended.by,
            value: short(value),
        })?;
        self.open -= 1;
        Ok(Answer {
            value,
            best_move: ended.best_move,
            line: ended.line,
        })
    }

    /// The form's clamp of the window at a point.
    fn clamp(
        &mut self,
        point: Point,
        node: &mut Node<'_, G>,
    ) -> Result<Option<Ended<G::Move>>, Refused> {
        if node.is_root {
            return Ok(None);
        }
        let (before, ply) = (node.window, byte(node.ply));
        let by = MATE_DISTANCE;
        match self.settings.techniques.mate_distance.clamp(point, node) {
            Clamped::Closed(side, value) => {
                self.expect(Step::Closed { ply, side, by })?;
                Ok(Some(Ended::new(value, End::MdpCut).by(by)))
            }
            Clamped::Open(after) => {
                let moved = [
                    (Side::Lower, after.alpha != before.alpha),
                    (Side::Upper, after.beta != before.beta),
                ];
                for (side, _) in moved.into_iter().filter(|&(_, has_moved)| has_moved) {
                    self.expect(Step::Narrowed {
                        ply,
                        side,
                        alpha: short(after.alpha),
                        beta: short(after.beta),
                        by,
                    })?;
                }
                node.window = after;
                Ok(None)
            }
        }
    }

    /// Whether a smaller depth is enough.
    fn shallower(&mut self, node: &mut Node<'_, G>) -> Result<bool, Refused> {
        let enough = self.settings.techniques.mate_distance.depth(node);
        if node.is_root || node.in_quiescence || enough >= node.depth {
            return Ok(false);
        }
        node.depth = enough;
        self.expect(Step::Shallower {
            ply: byte(node.ply),
            depth: byte(enough),
            by: MATE_DISTANCE,
        })?;
        Ok(true)
    }

    /// Whether no depth is left for the moves of a node of the main search.
    fn is_at_horizon(node: &Node<'_, G>) -> bool {
        node.depth == 0 || node.ply >= MAX_PLY || node.position.is_leaf()
    }

    /// Steps 3 to 11.
    fn settle(&mut self, node: &mut Node<'_, G>) -> Result<Ended<G::Move>, Refused> {
        // Step 3.
        if self.is_draw(node) {
            return Ok(Ended::new(self.draw(node.ply), End::RuleDraw));
        }
        // Step 4.
        let uses_table = self.settings.table.size != Size::Off
            && !node.in_quiescence
            && node.arrival.excluded.is_none()
            && (self.settings.table.probe_at_horizon || !Self::is_at_horizon(node));
        if uses_table && let Some(cut) = self.probe(node)? {
            return Ok(cut);
        }
        if let Some(cut) = self.clamp(Point::AfterProbe, node)? {
            return Ok(cut);
        }
        // Step 5.
        let mut best = -INFINITE;
        if node.in_quiescence {
            if node.ply >= MAX_PLY {
                return Ok(Ended::new(node.evaluation(), End::Horizon));
            }
            if !node.in_check {
                best = node.evaluation();
                if best >= node.window.beta {
                    return Ok(Ended::new(best, End::Horizon));
                }
            }
        } else if Self::is_at_horizon(node) {
            return Ok(self.horizon(node));
        }
        self.path.truncate(node.ply as usize);
        self.path.push(node.position.key());
        // Step 6.
        let outer = node.window;
        let form = self.settings.techniques.mate_distance;
        let reshaped = form.inner_window(node);
        node.window = reshaped;
        if best > reshaped.alpha && best < reshaped.beta {
            node.window.alpha = best;
        }
        // Step 7.
        if !node.is_root {
            let cutoff = self.cutoff(node)?;
            if self.is_stopped {
                return Ok(Ended::new(best, End::Stopped));
            }
            if let Some((value, by)) = cutoff {
                let value = form.outer_value(node, value);
                return Ok(Ended::new(value, End::TechniqueCut).by(by));
            }
        }
        // Steps 8 and 9.
        let first = self.first_move(node)?;
        if self.is_stopped {
            return Ok(Ended::new(best, End::Stopped));
        }
        let searched = self.moves(node, first, reshaped.is_null(), best)?;
        if self.is_stopped {
            return Ok(Ended::new(searched.best, End::Stopped));
        }
        // Step 10.
        node.window = outer;
        if searched.has_no_moves && (!node.in_quiescence || node.in_check) {
            if node.arrival.excluded.is_some() {
                return Ok(Ended::new(outer.alpha, End::Expanded));
            }
            return Ok(self.without_moves(node));
        }
        let value = form.outer_value(node, searched.best);
        // Step 11.
        if uses_table {
            self.store(node, value, searched.best_move)?;
        }
        let only_stood_pat = node.in_quiescence && !searched.any;
        Ok(Ended {
            value,
            end: if only_stood_pat {
                End::Horizon
            } else {
                End::Expanded
            },
            by: NOBODY,
            best_move: searched.best_move.filter(|_| !only_stood_pat),
            line: searched.line,
        })
    }

    /// A draw by repetition or by the 50-move rule.
    fn is_draw(&self, node: &Node<'_, G>) -> bool {
        if node.is_root || node.arrival.is_again {
            return false;
        }
        let (position, draws) = (node.position, self.settings.draws);
        let plies = usize::from(position.reversible_plies());
        let is_mated = || node.in_check && !position.has_legal_move();
        if draws.fifty_moves && plies >= 100 && !is_mated() {
            return true;
        }
        let above = &self.path[..node.ply as usize];
        let key = position.key();
        draws.repetition
            && above
                .iter()
                .rev()
                .take(plies)
                .any(|&earlier| earlier == key)
    }

    /// The value of a draw for the side to move.
    fn draw(&self, ply: i32) -> i32 {
        let contempt = i32::from(self.settings.draws.contempt);
        value::evaluation(if ply % 2 == 0 { -contempt } else { contempt })
    }

    /// The table's entry, and whether it ends the node.
    fn probe(&mut self, node: &mut Node<'_, G>) -> Result<Option<Ended<G::Move>>, Refused> {
        let Some(kept) = self.table.find(node.position.key()) else {
            return Ok(None);
        };
        self.expect(Step::TableHit {
            ply: byte(node.ply),
            value: short(kept.value),
            depth: byte(kept.depth),
            bound: kept.bound,
            mv: kept.mv.map_or(NO_MOVE, G::number),
        })?;
        node.entry = Some(kept);
        let value = from_table(kept.value, node.ply);
        let settles = match kept.bound {
            Bound::Exact => true,
            Bound::Lower => value >= node.window.beta,
            Bound::Upper => value <= node.window.alpha,
        };
        if node.is_root || !settles {
            return Ok(None);
        }
        let suffices = match self.settings.table.depth {
            Depth::AtLeast => kept.depth >= node.depth,
            Depth::Exactly => kept.depth == node.depth,
        };
        let cut = Ended::new(value, End::TableCut);
        if suffices {
            return Ok(Some(cut));
        }
        let form = self.settings.techniques.mate_distance;
        Ok(form
            .trusts(node, &kept, value)
            .then(|| cut.by(MATE_DISTANCE)))
    }

    fn horizon(&self, node: &Node<'_, G>) -> Ended<G::Move> {
        let is_tested = self.settings.mate_at_horizon && !node.position.is_leaf();
        if is_tested && !node.position.has_legal_move() {
            return self.without_moves(node);
        }
        Ended::new(node.evaluation(), End::Horizon)
    }

    fn without_moves(&self, node: &Node<'_, G>) -> Ended<G::Move> {
        if node.in_check {
            Ended::new(node.ply - MATE, End::Mated)
        } else {
            Ended::new(self.draw(node.ply), End::Stalemate)
        }
    }

    /// The first technique that ends the node before its moves: the value and its place.
    fn cutoff(&mut self, node: &Node<'_, G>) -> Result<Option<(i32, u8)>, Refused> {
        let techniques = &self.settings.techniques;
        if let Some((rule, scope)) = &techniques.null_move.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)?
        {
            return Ok(Some((value, crate::rules::NullMove::PLACE)));
        }
        if let Some((rule, scope)) = &techniques.prob_cut.0
            && scope.contains(node.window, node.depth, node.ply)
            && let Some(value) = rule.cutoff(node, self)?
        {
            return Ok(Some((value, crate::rules::ProbCut::PLACE)));
        }
        Ok(None)
    }

    /// The move to try first: the table's, or one that a technique finds.
    fn first_move(&mut self, node: &Node<'_, G>) -> Result<Option<G::Move>, Refused> {
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
        {
            self.expect(Step::FirstMove {
                ply: byte(node.ply),
                mv: G::number(mv),
                by: crate::rules::InternalIterativeDeepening::PLACE,
            })?;
            return Ok(Some(mv));
        }
        Ok(None)
    }

    /// All moves of a node that are to be searched, in order.
    fn ordered(&self, node: &Node<'_, G>, first: Option<G::Move>) -> Vec<G::Move> {
        let kind = if node.in_quiescence && !node.in_check {
            MoveKind::Tactical
        } else {
            MoveKind::All
        };
        let mut moves = Vec::new();
        node.position.for_each_move(kind, |mv| {
            if Some(mv) != node.arrival.excluded {
                moves.push(mv);
            }
        });
        self.order.sort(node.position, node.ply, first, moves)
    }

    /// Step 9: the moves. `best` is the value of standing pat, or minus infinity.
    fn moves(
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
        };
        // A legal first move is searched before the others are put in order: it may change what the ordering knows.
        let tried = first.filter(|&mv| Some(mv) != node.arrival.excluded && position.is_legal(mv));
        let mut moves = match tried {
            Some(mv) => vec![mv],
            None => self.ordered(node, first),
        };
        result.has_no_moves = moves.is_empty();
        let mut number = 0;
        loop {
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
            };
            number += 1;
            if self.is_skipped(node, &made, result.best) {
                self.expect(Step::Skipped {
                    ply,
                    mv: G::number(mv),
                    number: made.number as u16,
                    by: crate::rules::Futility::PLACE,
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
            node.window.alpha = answer.value;
        }
        Ok(result)
    }

    /// Only a node with a value that is no loss by mate may skip moves.
    fn is_skipped(&self, node: &Node<'_, G>, made: &Made, best: i32) -> bool {
        let may_skip = best > -INFINITE && !is_loss(best);
        let rule = &self.settings.techniques.futility.0;
        may_skip
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
                    by: crate::rules::LateMoveReduction::PLACE,
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
            answer = again(self, window, crate::rules::LateMoveReduction::PLACE)?;
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
            let plies = rule.extension(made.gives_check);
            if plies > most.0 {
                most = (plies, crate::rules::CheckExtension::PLACE);
            }
        }
        if let Some((rule, scope)) = &techniques.singular_extension.0
            && scope.contains(node.window, node.depth, node.ply)
        {
            let plies = rule.extension(node, mv, self)?;
            if plies > most.0 {
                most = (plies, crate::rules::SingularExtension::PLACE);
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

    /// A technique's search one ply below the node; the value is from the node's point of view.
    pub(crate) fn requested_child(
        &mut self,
        node: &Node<'_, G>,
        child: &G,
        request: Request<G::Move>,
    ) -> Result<i32, Refused> {
        self.announce(node, &request)?;
        let entry = Entry {
            ply: node.ply + 1,
            depth: request.depth,
            window: request.window.flipped(),
            is_root: false,
            arrival: Arrival {
                is_pass: request.asked == Asked::Pass,
                ..Arrival::default()
            },
        };
        self.moves.push(request.mv);
        let value = -self.node(child, entry)?.value;
        self.moves.pop();
        Ok(value)
    }

    /// A technique's search of the node itself, without a move if the request has one.
    pub(crate) fn requested_again(
        &mut self,
        node: &Node<'_, G>,
        request: Request<G::Move>,
    ) -> Result<Answer<G::Move>, Refused> {
        self.announce(node, &request)?;
        let entry = Entry {
            ply: node.ply,
            depth: request.depth,
            window: request.window,
            is_root: false,
            arrival: Arrival {
                is_again: true,
                excluded: request.mv.or(node.arrival.excluded),
                ..node.arrival
            },
        };
        self.node(node.position, entry)
    }

    fn announce(&mut self, node: &Node<'_, G>, request: &Request<G::Move>) -> Result<(), Refused> {
        self.expect(Step::Asked {
            ply: byte(node.ply),
            asked: request.asked,
            mv: request.mv.map_or(NO_MOVE, G::number),
            depth: byte(request.depth),
            alpha: short(request.window.alpha),
            beta: short(request.window.beta),
            by: request.by,
        })
    }

    /// Step 11: the result goes to the table.
    fn store(
        &mut self,
        node: &Node<'_, G>,
        value: i32,
        best_move: Option<G::Move>,
    ) -> Result<(), Refused> {
        let window = node.window;
        let value = match self.settings.fail {
            Fail::Hard => value.clamp(window.alpha, window.beta),
            Fail::Soft => value,
        };
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let kept = Kept {
            key: node.position.key(),
            value: to_table(value, node.ply),
            depth: node.depth,
            bound,
            mv: best_move.or(node.entry.and_then(|kept| kept.mv)),
        };
        let overwrote = self.table.store(kept);
        self.expect(Step::Stored {
            ply: byte(node.ply),
            value: short(kept.value),
            depth: byte(kept.depth),
            bound,
            mv: kept.mv.map_or(NO_MOVE, G::number),
            overwrote,
        })
    }
}

/// What the moves of a node gave.
struct Searched<M> {
    best: i32,
    best_move: Option<M>,
    line: Vec<M>,
    /// Whether a move was searched.
    any: bool,
    has_no_moves: bool,
}
