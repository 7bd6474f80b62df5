//! The steps of one node, in the order of the search's numbered steps.

use std::{cell::Cell, io::BufRead};

use plybench_engine::eval::Evaluation;

use super::{Checker, Kept, MOST_OPEN, Refused};
use crate::{
    game::{NO_MOVE, Recorded},
    rules::{Clamped, MATE_DISTANCE, Point},
    settings::{Depth, Fail, QuiescenceInCheck, Scout, Size},
    trace::{Bound, End, NOBODY, Side, Step},
    value::{self, INFINITE, MAX_PLY, Window, from_table, to_table},
};

/// How a search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<M> {
    /// By a pass.
    pub(crate) is_pass: bool,
    /// By a technique's request for the node itself.
    pub(crate) is_again: bool,
    /// The move to leave out.
    pub(super) excluded: Option<M>,
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

/// The arguments of a node's search.
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
    evaluated_by: Evaluation,
    /// The static evaluation, once a rule has asked for it.
    known_evaluation: Cell<Option<i32>>,
    pub(crate) arrival: Arrival<G::Move>,
    /// The table's entry.
    pub(crate) entry: Option<Kept<G::Move>>,
}

impl<G: Recorded> Node<'_, G> {
    /// In centipawns, not limited to the range of evaluations.
    pub(crate) fn static_evaluation(&self) -> i32 {
        let known = self.known_evaluation.get();
        let value = known.unwrap_or_else(|| self.position.evaluate(self.evaluated_by));
        self.known_evaluation.set(Some(value));
        value
    }

    /// The static evaluation as a value.
    pub(crate) fn evaluation(&self) -> i32 {
        value::evaluation(self.static_evaluation())
    }
}

/// The result of a node.
pub(crate) struct Answer<M> {
    pub(crate) value: i32,
    /// The last move that raised alpha, if its moves were searched.
    pub(crate) best_move: Option<M>,
    /// The best line from it.
    pub(super) line: Vec<M>,
}

/// How a node ends: its value, the end, the technique that ended it.
struct Outcome<M> {
    value: i32,
    end: End,
    by: u8,
    best_move: Option<M>,
    line: Vec<M>,
}

impl<M> Outcome<M> {
    fn new(value: i32, end: End) -> Self {
        Outcome {
            value,
            end,
            by: NOBODY,
            best_move: None,
            line: Vec::new(),
        }
    }

    fn by(self, by: u8) -> Self {
        Outcome { by, ..self }
    }
}

pub(super) fn byte(plies: i32) -> u8 {
    plies as u8
}

pub(super) fn short(value: i32) -> i16 {
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
            in_check: position.in_check()
                && !(in_quiescence
                    && self.settings.quiescence_in_check == QuiescenceInCheck::StandPat),
            evaluated_by: self.settings.evaluation,
            known_evaluation: Cell::new(None),
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
    ) -> Result<Option<Outcome<G::Move>>, Refused> {
        if node.is_root {
            return Ok(None);
        }
        let (before, ply) = (node.window, byte(node.ply));
        let by = MATE_DISTANCE;
        match self.settings.techniques.mate_distance.clamp(point, node) {
            Clamped::Closed(side, value) => {
                self.expect(Step::Closed { ply, side, by })?;
                Ok(Some(Outcome::new(value, End::MdpCut).by(by)))
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
    fn settle(&mut self, node: &mut Node<'_, G>) -> Result<Outcome<G::Move>, Refused> {
        // Step 3.
        if !node.is_root
            && !node.arrival.is_again
            && self.is_draw(node.position, node.ply, node.in_check)
        {
            return Ok(Outcome::new(self.draw(node.ply), End::RuleDraw));
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
                return Ok(Outcome::new(node.evaluation(), End::Horizon));
            }
            if !node.in_check {
                best = node.evaluation();
                if best >= node.window.beta {
                    return Ok(Outcome::new(best, End::Horizon));
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
        let raises_alpha = self.settings.scout != Scout::Minimax;
        if raises_alpha && best > reshaped.alpha && best < reshaped.beta {
            node.window.alpha = best;
        }
        // Step 7.
        if !node.is_root {
            let cutoff = self.cutoff(node)?;
            if self.is_stopped {
                return Ok(Outcome::new(best, End::Stopped));
            }
            if let Some((value, by)) = cutoff {
                let value = form.outer_value(node, value);
                return Ok(Outcome::new(value, End::TechniqueCut).by(by));
            }
        }
        // Steps 8 and 9.
        let first = self.first_move(node)?;
        let searched = self.moves(node, first, reshaped.is_null(), best)?;
        // A node without moves has its result, even if the limit was met while a technique searched it for its first move.
        if self.is_stopped && (!searched.has_no_moves || searched.is_cut_short) {
            return Ok(Outcome::new(searched.best, End::Stopped));
        }
        // Step 10.
        node.window = outer;
        if searched.has_no_moves && (!node.in_quiescence || node.in_check) {
            if node.arrival.excluded.is_some() {
                return Ok(Outcome::new(outer.alpha, End::Expanded));
            }
            return Ok(self.without_moves(node));
        }
        let value = form.outer_value(node, searched.best);
        // Step 11.
        if uses_table {
            self.store(node, value, searched.best_move)?;
        }
        let only_stood_pat = node.in_quiescence && !searched.any;
        Ok(Outcome {
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

    /// A draw by repetition or by the 50-move rule, of a position at a ply of the path.
    fn is_draw(&self, position: &G, ply: i32, in_check: bool) -> bool {
        let draws = self.settings.draws;
        let plies = usize::from(position.reversible_plies());
        let is_mated = || in_check && !position.has_legal_move();
        if draws.fifty_moves && plies >= 100 && !is_mated() {
            return true;
        }
        let above = &self.path[..ply as usize];
        let key = position.key();
        // Two passes repeat nothing.
        let earlier = above.iter().rev().chain(self.past.iter().rev());
        draws.repetition && earlier.take(plies).skip(3).any(|&earlier| earlier == key)
    }

    /// The value of a draw for the side to move.
    fn draw(&self, ply: i32) -> i32 {
        let contempt = i32::from(self.settings.draws.contempt);
        value::evaluation(if ply % 2 == 0 { -contempt } else { contempt })
    }

    /// The least value that the node has with the move to `child`, as far as the table knows it for a search of the child to
    /// `depth`. A node that leaves out a move does not use the table.
    pub(crate) fn least_after(&self, node: &Node<'_, G>, child: &G, depth: i32) -> Option<i32> {
        let kept = self.table.find(child.key(), node.window)?;
        let ply = node.ply + 1;
        let is_known = node.arrival.excluded.is_none()
            && kept.bound != Bound::Lower
            && self.suffices(&kept, depth)
            && !self.is_draw(child, ply, child.in_check());
        is_known.then(|| -from_table(kept.value, ply))
    }

    /// Whether an entry was searched deep enough for a search to this depth.
    fn suffices(&self, kept: &Kept<G::Move>, depth: i32) -> bool {
        match self.settings.table.depth {
            Depth::AtLeast => kept.depth >= depth,
            Depth::Exactly => kept.depth == depth,
        }
    }

    /// The table's entry, and whether it ends the node.
    fn probe(&mut self, node: &mut Node<'_, G>) -> Result<Option<Outcome<G::Move>>, Refused> {
        let Some(kept) = self.table.find(node.position.key(), node.window) else {
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
        let cut = Outcome::new(value, End::TableCut);
        if self.suffices(&kept, node.depth) {
            return Ok(Some(cut));
        }
        let form = self.settings.techniques.mate_distance;
        Ok(form
            .trusts(node, &kept, value)
            .then(|| cut.by(MATE_DISTANCE)))
    }

    fn horizon(&self, node: &Node<'_, G>) -> Outcome<G::Move> {
        let is_tested = self.settings.mate_at_horizon && !node.position.is_leaf();
        if is_tested && !node.position.has_legal_move() {
            return self.without_moves(node);
        }
        Outcome::new(node.evaluation(), End::Horizon)
    }

    fn without_moves(&self, node: &Node<'_, G>) -> Outcome<G::Move> {
        if node.in_check {
            Outcome::new(self.settings.mates.mated(node.ply), End::Mated)
        } else {
            Outcome::new(self.draw(node.ply), End::Stalemate)
        }
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
            value: to_table(value, self.settings.mates.kept_from(node.ply)),
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
