//! The steps of one node, in the order of the search's numbered steps.

use std::io::BufRead;

use super::{
    Checker, Refused, Requests, Result, byte, short,
    table::{Effort, MOST_NODES},
};
use crate::{
    game::{NO_MOVE, Recorded},
    node::{Found, OpenNode, TableEntry},
    refused::MOST_OPEN,
    rules::{Active, Clamped, Point, Rule},
    settings::{Depth, Fail, QuiescenceInCheck, Replacement, Scout, Size},
    trace::{Bound, End, NOBODY, Side, Step},
    value::{self, INFINITE, MAX_PLY, Window, from_table, to_table},
};

/// How a node ends, and what its search found.
struct Outcome<M> {
    found: Found<M>,
    end: End,
    /// The technique that ended it.
    by: u8,
}

impl<M> Outcome<M> {
    fn new(value: i32, end: End) -> Self {
        let (found, by) = (Found::without_moves(value), NOBODY);
        Outcome { found, end, by }
    }

    fn by(self, by: u8) -> Self {
        Outcome { by, ..self }
    }
}

impl<'s, G: Recorded, R: BufRead> Checker<'s, G, R> {
    /// All steps of a node and of those below it.
    pub(super) fn node(&mut self, mut node: OpenNode<'_, G>) -> Result<Found<G::Move>> {
        let window = node.window;
        // Beyond the limit no node is entered; the value that its parent gets is not used.
        self.is_stopped |= self.nodes == self.limit;
        if self.is_stopped {
            return Ok(Found::without_moves(window.alpha));
        }
        node.in_quiescence = !node.is_root()
            && self.settings.quiescence
            && node.depth == 0
            && !node.position.is_leaf();
        node.in_check &= !(node.in_quiescence
            && self.settings.quiescence_in_check == QuiescenceInCheck::StandPat);
        self.open += 1;
        if self.open > MOST_OPEN {
            let number = self.steps + 1;
            return Err(Refused::TooDeep { number });
        }
        self.begun.push(self.nodes_for_table());
        // Step 1.
        self.nodes += 1;
        self.expect(Step::Entered {
            ply: byte(node.ply),
            depth: byte(node.depth),
            alpha: short(window.alpha),
            beta: short(window.beta),
            in_quiescence: node.in_quiescence,
        })?;
        // Step 2.
        let mut is_shallower = false;
        let ended = match self.clamp(Point::Entry, &mut node)? {
            Some(cut) => cut,
            None => {
                is_shallower = self.shallower(&mut node)?;
                self.after_clamps(&mut node)?
            }
        };
        // Step 12.
        let mut value = ended.found.value;
        if is_shallower {
            value = value.max(node.window.alpha);
        }
        if self.settings.fail == Fail::Hard {
            value = value.clamp(window.alpha, window.beta);
        }
        self.expect(Step::Left {
            ply: byte(node.ply),
            end: ended.end,
            by: ended.by,
            value: short(value),
        })?;
        self.begun.pop();
        self.open -= 1;
        Ok(Found {
            value,
            ..ended.found
        })
    }

    /// The form's clamp of the window at a point.
    fn clamp(
        &mut self,
        point: Point,
        node: &mut OpenNode<'_, G>,
    ) -> Result<Option<Outcome<G::Move>>> {
        if node.is_root() {
            return Ok(None);
        }
        let (outer, ply) = (node.window, byte(node.ply));
        let mut moved = [NOBODY; 2];
        for technique in self.rules {
            if !technique.acts_at(node) {
                continue;
            }
            let (before, by) = (node.window, technique.place);
            let clamped = match technique.rule {
                Some(rule) => rule.clamp(point, node),
                None => self.stated_clamp(technique, node)?,
            };
            match clamped {
                Clamped::Closed(side, value) => {
                    node.window = outer;
                    self.expect(Step::Closed { ply, side, by })?;
                    return Ok(Some(Outcome::new(value, End::MdpCut).by(by)));
                }
                Clamped::Open(after) => {
                    let has_moved = [after.alpha != before.alpha, after.beta != before.beta];
                    for (moved, _) in moved.iter_mut().zip(has_moved).filter(|side| side.1) {
                        *moved = by;
                    }
                    node.window = after;
                }
            }
        }
        let sides = [Side::Lower, Side::Upper].into_iter().zip(moved);
        for (side, by) in sides.filter(|&(_, by)| by != NOBODY) {
            self.expect(Step::Narrowed {
                ply,
                side,
                alpha: short(node.window.alpha),
                beta: short(node.window.beta),
                by,
            })?;
        }
        Ok(None)
    }

    /// Whether a smaller depth is enough.
    fn shallower(&mut self, node: &mut OpenNode<'_, G>) -> Result<bool> {
        if node.is_root() || node.in_quiescence {
            return Ok(false);
        }
        let depth = node.depth;
        let less = |enough: i32| depth - enough;
        let answer = |_, rule: &dyn Rule<G>| less(rule.enough_depth(node));
        let (less, by) = self.most(node, answer, |step| match step {
            Step::Shallower { depth, .. } => Some(less(depth.into())),
            _ => None,
        })?;
        if less == 0 {
            return Ok(false);
        }
        node.depth -= less;
        self.expect(Step::Shallower {
            ply: byte(node.ply),
            depth: byte(node.depth),
            by,
        })?;
        Ok(true)
    }

    /// Another depth to search the node to.
    fn change_depth(
        &mut self,
        node: &mut OpenNode<'_, G>,
        orders: &mut Vec<Vec<G::Move>>,
    ) -> Result<()> {
        for technique in self.rules.iter().filter(|rule| rule.acts_at(node)) {
            let depth = match technique.rule {
                Some(rule) => rule
                    .node_depth(node, &mut self.requests_of(technique))?
                    .max(1),
                None => {
                    self.stated_requests(technique, node, orders)?;
                    match self.stated(technique)? {
                        Some(Step::DepthChanged { depth, .. }) => depth.into(),
                        _ => node.depth,
                    }
                }
            };
            if self.is_stopped {
                return Ok(());
            }
            if depth != node.depth {
                self.expect(Step::DepthChanged {
                    ply: byte(node.ply),
                    from: byte(node.depth),
                    depth: byte(depth),
                    by: technique.place,
                })?;
                let further = (depth - node.depth).max(0);
                node.extension = (node.extension + further).min(255);
                node.depth = depth;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether no depth is left for the moves of a node of the main search.
    fn is_at_horizon(node: &OpenNode<'_, G>) -> bool {
        node.depth == 0 || node.ply >= MAX_PLY || node.position.is_leaf()
    }

    /// Steps 3 to 11.
    fn after_clamps(&mut self, node: &mut OpenNode<'_, G>) -> Result<Outcome<G::Move>> {
        // Step 3.
        if !node.is_root()
            && !node.is_sub_search
            && self.is_draw(node.position, node.ply, node.in_check)
        {
            return Ok(Outcome::new(self.draw(node.ply), End::RuleDraw));
        }
        // Step 4.
        let uses_table = self.settings.table.size != Size::Off
            && !node.in_quiescence
            && node.excluded.is_none()
            && (self.settings.table.probe_at_horizon || !Self::is_at_horizon(node));
        if uses_table && let Some(cut) = self.probe(node)? {
            return Ok(cut);
        }
        if let Some(cut) = self.clamp(Point::AfterProbe, node)? {
            return Ok(cut);
        }
        // Step 5.
        let mut best = -INFINITE;
        node.correct_evaluation(self.corrections.of(node.position));
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
        // The nodes below see the evaluation of the node itself, also in another search of it.
        if !node.is_sub_search {
            self.evaluations.truncate(node.ply as usize);
            let evaluation = (!node.in_check).then(|| node.static_evaluation());
            self.evaluations.push(evaluation);
        }
        let two_up = usize::try_from(node.ply - 2).ok();
        node.evaluation_two_plies_up = two_up.and_then(|ply| self.evaluations[ply]);
        let one_up = usize::try_from(node.ply - 1).ok();
        node.evaluation_one_ply_up = one_up.and_then(|ply| self.evaluations[ply]);
        // Step 6.
        let mut orders = Vec::new();
        if !node.is_root() && !node.in_quiescence && !node.is_sub_search {
            self.change_depth(node, &mut orders)?;
            let goes_on = !orders.is_empty() && !self.is_left_as(End::Stopped)?;
            if self.is_stopped && !goes_on {
                return Ok(Outcome::new(best, End::Stopped));
            }
        }
        let outer = node.window;
        for technique in self.rules {
            if let Some(rule) = technique.rule.filter(|_| technique.acts_at(node)) {
                node.window = rule.inner_window(node);
            }
        }
        let reshaped = node.window;
        let raises_alpha = self.settings.scout != Scout::Minimax;
        if raises_alpha {
            // Standing pat is below beta here, also below a reshaped one.
            node.window.alpha = best.max(reshaped.alpha);
        }
        // Step 7.
        if !node.is_root() {
            let cutoff = self.cutoff(node, &mut orders)?;
            // A technique without a rule may have requested the last search at a later hook.
            let goes_on = !orders.is_empty() && !self.is_left_as(End::Stopped)?;
            if self.is_stopped && !goes_on {
                return Ok(Outcome::new(best, End::Stopped));
            }
            if let Some(cutoff) = cutoff {
                return Ok(self.cut(node, (reshaped, outer), cutoff));
            }
        }
        // Steps 8 and 9.
        let first = self.first_move(node, &mut orders)?;
        let searched = self.moves(node, first, &orders, reshaped.is_null(), best)?;
        // A node without moves has its result, even if the limit was met while a technique searched it for its first move.
        if self.is_stopped && (!searched.has_no_moves || searched.is_cut_short) {
            return Ok(Outcome::new(searched.best.value, End::Stopped));
        }
        if let Some(cut) = searched.cut {
            return Ok(self.cut(node, (reshaped, outer), cut));
        }
        // Step 10.
        node.window = outer;
        if searched.has_no_moves && (!node.in_quiescence || node.in_check) {
            if node.excluded.is_some() {
                return Ok(Outcome::new(outer.alpha, End::Expanded));
            }
            return Ok(self.without_moves(node));
        }
        node.window = reshaped;
        let value = self.outer_value(node, searched.best.value);
        node.window = outer;
        // Step 11.
        let kept = match self.settings.fail {
            Fail::Hard => value.clamp(outer.alpha, outer.beta),
            Fail::Soft => value,
        };
        let best_move = searched.best.best_move;
        self.corrections.learn(node, kept, best_move);
        if uses_table {
            self.store(node, kept, best_move)?;
        }
        let only_stood_pat = node.in_quiescence && !searched.any;
        let end = if only_stood_pat {
            End::Horizon
        } else {
            End::Expanded
        };
        Ok(Outcome {
            found: Found {
                value,
                ..searched.best
            },
            end,
            by: NOBODY,
        })
    }

    /// A node that a technique ends with a value, which is reshaped in the reshaped window; the outer one is the node's.
    fn cut(
        &mut self,
        node: &mut OpenNode<'_, G>,
        (reshaped, outer): (Window, Window),
        (value, by): (i32, u8),
    ) -> Outcome<G::Move> {
        node.window = reshaped;
        // A technique without a rule states the value that the node returns.
        let value = match self.unchecked.contains(by) {
            true => value,
            false => self.outer_value(node, value),
        };
        node.window = outer;
        Outcome::new(value, End::TechniqueCut).by(by)
    }

    /// The searches that a technique can request.
    pub(super) fn requests_of<'c>(&'c mut self, rule: &Active<'_, G>) -> Requests<'c, 's, G, R> {
        Requests {
            checker: self,
            by: rule.place,
        }
    }

    /// A draw by repetition or by the 50-move rule, of a position at a ply of the path.
    pub(super) fn is_draw(&self, position: &G, ply: i32, in_check: bool) -> bool {
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

    /// Whether an entry was searched deep enough for a search to this depth.
    pub(super) fn suffices(&self, entry: &TableEntry<G::Move>, depth: i32) -> bool {
        match self.settings.table.depth {
            Depth::AtLeast => entry.depth >= depth,
            Depth::Exactly => entry.depth == depth,
        }
    }

    /// The table's entry, and whether it ends the node.
    fn probe(&mut self, node: &mut OpenNode<'_, G>) -> Result<Option<Outcome<G::Move>>> {
        let Some(entry) = self.table.find(node.position.key(), node.window) else {
            return Ok(None);
        };
        self.expect(Step::TableHit {
            ply: byte(node.ply),
            value: short(entry.value),
            depth: byte(entry.depth),
            bound: entry.bound,
            mv: entry.mv.map_or(NO_MOVE, G::number),
        })?;
        node.entry = Some(entry);
        let value = from_table(entry.value, node.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= node.window.beta,
            Bound::Upper => value <= node.window.alpha,
        };
        if node.is_root() || !decides {
            return Ok(None);
        }
        let cut = Outcome::new(value, End::TableCut);
        let cut = match self.suffices(&entry, node.depth) {
            true => Some(cut),
            false => {
                let trusted_by = self.trusted_by(node, &entry, value)?;
                trusted_by.map(|place| cut.by(place))
            }
        };
        if cut.is_some() && self.settings.table.replacement == Replacement::AllNodesPreferred {
            // The node itself is one of those of the entry.
            self.stood_for += self.table.nodes(entry.key, node.window) - 1;
        }
        Ok(cut)
    }

    fn horizon(&self, node: &OpenNode<'_, G>) -> Outcome<G::Move> {
        let is_tested = self.settings.mate_at_horizon && !node.position.is_leaf();
        if is_tested && !node.position.has_legal_move() {
            return self.without_moves(node);
        }
        Outcome::new(node.evaluation(), End::Horizon)
    }

    fn without_moves(&self, node: &OpenNode<'_, G>) -> Outcome<G::Move> {
        if node.in_check {
            Outcome::new(self.settings.mates.mated(node.ply), End::Mated)
        } else {
            Outcome::new(self.draw(node.ply), End::Stalemate)
        }
    }

    /// The nodes so far as the table's policies by nodes count them: without those of illegal moves.
    fn nodes_for_table(&self) -> u64 {
        self.nodes - self.illegal + self.stood_for
    }

    /// Step 11: the result goes to the table.
    fn store(
        &mut self,
        node: &OpenNode<'_, G>,
        value: i32,
        best_move: Option<G::Move>,
    ) -> Result<()> {
        let window = node.window;
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = TableEntry {
            key: node.position.key(),
            value: to_table(value, self.settings.mates.table_ply(node.ply)),
            depth: node.depth,
            bound,
            mv: best_move.or(node.entry.and_then(|entry| entry.mv)),
        };
        let begun = self.begun.last().copied().unwrap_or(0);
        let nodes = (self.nodes_for_table() - begun).min(MOST_NODES);
        let iteration = self.iteration;
        let overwrote = self.table.store(entry, Effort { nodes, iteration });
        self.expect(Step::Stored {
            ply: byte(node.ply),
            value: short(entry.value),
            depth: byte(entry.depth),
            bound,
            mv: entry.mv.map_or(NO_MOVE, G::number),
            overwrote,
        })
    }
}
