//! What holds as a node is left.

use plybench_tracer::Bound;

use super::{Checker, Fault, Statement, table::Kept};
use crate::{
    header::{MATE_PLIES, Use},
    step::Reason,
};

impl Checker {
    /// A node ends.
    pub(super) fn leave(&mut self, value: i32, reason: Reason<'_>) -> Result<(), Fault> {
        if reason != Reason::Stopped && !self.node()?.is_stopped {
            self.settled()?;
            self.ends(value, reason)?;
        }
        let Some(node) = self.open.pop() else {
            return Ok(());
        };
        let is_stopped = node.is_stopped || reason == Reason::Stopped;
        match self.open.last_mut() {
            None => {
                self.value = Some(value);
                self.is_stopped = is_stopped;
                let (alpha, beta) = node.entered;
                self.is_inside = alpha < value && value < beta;
                let (low, high) = &mut self.between;
                *low = (*low).max(if value > alpha { value } else { i32::MIN });
                *high = (*high).min(if value < beta { value } else { i32::MAX });
            }
            Some(above) => {
                above.is_stopped |= is_stopped;
                if let Some(last) = &mut above.last {
                    let is_same = node.arrival == "same";
                    last.value = Some(if is_same { value } else { -value });
                    last.is_static = is_static(reason);
                }
            }
        }
        Ok(())
    }

    /// The node ends here, and its search was not stopped.
    fn ends(&mut self, value: i32, reason: Reason<'_>) -> Result<(), Fault> {
        let is_hard = self.header.has(Use::FailHard);
        let node = self.node()?;
        let (alpha, beta) = node.window;
        let (cut, best, evaluation) = (node.cut, node.best, node.evaluation);
        let (pass, same, hit, stored) = (node.pass, node.same, node.hit, node.stored);
        let (ply, depth, deepest) = (node.ply, node.depth, node.deepest);
        let is_quiescence = node.is_quiescence;
        if node.has_searched && !is_quiescence && (is_static(reason) || reason == Reason::Table) {
            let message = format!(
                "the node ends with {:?} after it has searched moves",
                reason.word()
            );
            return Err(Fault(Statement::Ending, message));
        }
        if node.next.again {
            let message = "the node ends where a move is said to be searched again".to_owned();
            return Err(Fault(Statement::Again, message));
        }
        // What a fail-hard search makes of a value.
        let returned = |value: i32| match is_hard {
            true => value.max(alpha).min(beta),
            false => value,
        };
        if let Some(cut) = cut {
            let ends = matches!(reason, Reason::Cut | Reason::Unknown | Reason::Other(_));
            self.holds(Statement::Cut, ends, || {
                format!(
                    "a move's value, {cut}, reached beta, {beta}, and the node ends with {:?}",
                    reason.word()
                )
            })?;
        }
        match reason {
            Reason::Cut => {
                self.holds(Statement::Cut, cut.is_some(), || {
                    let best = best.map_or("no value".to_owned(), |best| best.to_string());
                    format!("the node is cut off, but its best value, {best}, did not reach beta, {beta}")
                })?;
                self.follows(value, returned(cut.unwrap_or(beta)), "the move's value")?;
            }
            Reason::Moves => self.ends_with_moves(value, returned)?,
            Reason::Table => self.ends_with_entry(value, hit, returned)?,
            Reason::Evaluation => match evaluation {
                Some(evaluation) => {
                    self.follows_raw(value, (evaluation, returned(evaluation)), "the evaluation")?;
                }
                None => self
                    .counts
                    .unchecked(Statement::Value, "evaluations that are not given"),
            },
            Reason::Window => {
                self.holds(Statement::Cut, alpha >= beta, || {
                    format!("the node ends as its window is empty, but it is ({alpha}, {beta})")
                })?;
                let is_bound = value == alpha || value == beta;
                self.holds(Statement::Value, is_bound, || {
                    format!("the value is {value}, which should be {alpha} or {beta}")
                })?;
            }
            Reason::NullMove => {
                let is_above = pass.is_some_and(|pass| pass >= beta) && value >= beta;
                self.holds(Statement::Cut, is_above, || match pass {
                    Some(pass) => format!(
                        "the node is cut off with {value} after a pass with {pass}; both should reach beta, {beta}"
                    ),
                    None => "the node is cut off by null move, and no pass was searched".to_owned(),
                })?;
            }
            Reason::Same => match same {
                Some(same) => {
                    self.follows(value, returned(same), "the value of the same position")?;
                }
                None => {
                    let message =
                        "the node ends with the value of the same position, which was not searched";
                    return Err(Fault(Statement::Value, message.to_owned()));
                }
            },
            Reason::Mate | Reason::Stalemate | Reason::Over => {
                self.ends_without(value, reason, returned)?;
            }
            Reason::Draw => self.counts.unchecked(Statement::Value, "draws"),
            Reason::Unknown => self
                .counts
                .unchecked(Statement::Value, "nodes left without a reason"),
            Reason::Other(word) => {
                let what = format!("nodes that end with {}", plybench_text::echo(word));
                self.counts.unchecked(Statement::Value, what);
            }
            Reason::Stopped => {}
        }
        if let Some(mate) = self.header.mate {
            let range = -(mate - ply)..mate - ply;
            // A window's bound can lie outside.
            let is_possible = range.contains(&value) || is_hard || reason == Reason::Window;
            self.holds(Statement::Mate, is_possible, || {
                format!(
                    "the value {value} is not possible at ply {ply}; it should be from {} to {}",
                    range.start,
                    range.end - 1
                )
            })?;
        }
        if let Some(entry) = stored {
            let most = if is_quiescence { depth.max(0) } else { deepest };
            self.is_stored(entry, value, reason, (ply, most))?;
        }
        Ok(())
    }

    /// All moves were searched or pruned.
    fn ends_with_moves(&mut self, value: i32, returned: impl Fn(i32) -> i32) -> Result<(), Fault> {
        let node = self.node()?;
        let (alpha, best, has_pruned) = (node.window.0, node.best, node.has_pruned);
        match best {
            Some(best) if has_pruned && value > best && value <= alpha => {
                let what = "values of nodes with pruned moves that fail low";
                self.counts.unchecked(Statement::Value, what);
            }
            Some(best) => self.follows(value, returned(best), "the best value below")?,
            None if has_pruned || node.is_tried => {
                let what = "values of nodes whose moves were all left out";
                self.counts.unchecked(Statement::Value, what);
            }
            None => {
                let message = "the node ends as its moves were searched, and none was".to_owned();
                return Err(Fault(Statement::Ending, message));
            }
        }
        let node = self.node()?;
        let partial = match () {
            () if node.is_quiescence => Some("moves of quiescence"),
            () if node.has_unnamed => Some("moves that were pruned without their names"),
            () if node.is_tried => Some("moves of searches that leave one out"),
            () if !node.board.is_known() => Some("moves of a game that is not known"),
            () => None,
        };
        let (seen, legal) = (node.seen.len(), node.board.legal_moves().unwrap_or(0));
        match partial {
            Some(what) => self.counts.unchecked(Statement::Ending, what),
            None => self.holds(Statement::Ending, seen == legal, || {
                format!("the node has {legal} legal moves, and {seen} were searched or pruned")
            })?,
        }
        Ok(())
    }

    /// An entry of the table settled the node.
    fn ends_with_entry(
        &mut self,
        value: i32,
        hit: Option<Kept>,
        returned: impl Fn(i32) -> i32,
    ) -> Result<(), Fault> {
        let Some(entry) = hit else {
            let message = "the node ends with an entry of the table, and none was found".to_owned();
            return Err(Fault(Statement::TableCut, message));
        };
        let node = self.node()?;
        let ((alpha, beta), depth, ply) = (node.window, node.depth, node.ply);
        let is_deep = entry.depth >= depth || node.is_quiescence;
        self.holds(Statement::TableCut, is_deep, || {
            format!("the entry has depth {}, the node {depth}", entry.depth)
        })?;
        let at_node = self.at_ply(entry.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => at_node >= beta,
            Bound::Upper => at_node <= alpha,
        };
        self.holds(Statement::TableCut, settles, || {
            format!(
                "the entry says {} {at_node}, which does not settle the window ({alpha}, {beta})",
                entry.bound.name()
            )
        })?;
        self.follows_raw(value, (at_node, returned(at_node)), "the entry's value")
    }

    /// The node has no moves, or the game is over.
    fn ends_without(
        &mut self,
        value: i32,
        reason: Reason<'_>,
        returned: impl Fn(i32) -> i32,
    ) -> Result<(), Fault> {
        let node = self.node()?;
        let (legal, check, ply) = (node.board.legal_moves(), node.board.in_check(), node.ply);
        let Some(legal) = legal else {
            self.counts
                .unchecked(Statement::Ending, "ends of a game that is not known");
            return Ok(());
        };
        let is_so = match reason {
            Reason::Mate => legal == 0 && check == Some(true),
            Reason::Stalemate => legal == 0 && check == Some(false),
            _ => legal == 0,
        };
        self.holds(Statement::Ending, is_so, || {
            let check = if check == Some(true) { "in check" } else { "not in check" };
            format!(
                "the node ends with {:?}, but its side to move is {check} and has {legal} legal moves",
                reason.word()
            )
        })?;
        match (reason, self.header.mate) {
            (Reason::Mate, Some(mate)) => {
                let mated = ply - mate;
                self.follows_raw(value, (mated, returned(mated)), "the value of the mate")
            }
            _ => {
                self.counts
                    .unchecked(Statement::Value, "results of finished games");
                Ok(())
            }
        }
    }

    /// What a node stores has to be what it returns.
    fn is_stored(
        &mut self,
        entry: Kept,
        value: i32,
        reason: Reason<'_>,
        (ply, most): (i32, i32),
    ) -> Result<(), Fault> {
        let alpha = self.node()?.entered.0;
        let is_same = self.at_ply(entry.value, ply) == value;
        self.holds(Statement::Stored, is_same, || {
            format!("{} is stored, and the node returns {value}", entry.value)
        })?;
        let claims = match reason {
            Reason::Cut => entry.bound == Bound::Lower,
            Reason::Moves if value <= alpha => entry.bound == Bound::Upper,
            _ => true,
        };
        self.holds(Statement::Stored, claims, || {
            format!(
                "the node returns {value} with {:?}, alpha was {alpha}, and the value is stored as {}",
                reason.word(),
                entry.bound.name()
            )
        })?;
        if !matches!(reason, Reason::Cut | Reason::Moves) {
            let what = "depths of nodes that search no moves";
            self.counts.unchecked(Statement::Stored, what);
            return Ok(());
        }
        self.holds(Statement::Stored, entry.depth <= most, || {
            format!(
                "the value is stored with depth {}, but the node was searched to {most}",
                entry.depth
            )
        })
    }

    /// A table's value as the node has it: mates are counted from the node in the table.
    fn at_ply(&self, value: i32, ply: i32) -> i32 {
        match self.header.mate {
            Some(mate) if value > mate - MATE_PLIES => value - ply,
            Some(mate) if value < MATE_PLIES - mate => value + ply,
            _ => value,
        }
    }

    /// A value that depends on nothing below: a fail-hard search can return it as it is or cut to its window.
    fn follows_raw(
        &mut self,
        value: i32,
        (raw, returned): (i32, i32),
        from: &str,
    ) -> Result<(), Fault> {
        let is_so = value == raw || value == returned;
        self.holds(Statement::Value, is_so, || {
            let cut = match raw == returned {
                true => String::new(),
                false => format!(", or {returned}, cut to the window"),
            };
            format!("the value is {value}, which should be {raw}, {from}{cut}")
        })
    }

    fn follows(&mut self, value: i32, expected: i32, from: &str) -> Result<(), Fault> {
        self.holds(Statement::Value, value == expected, || {
            format!("the value is {value}, which should be {expected}, {from}")
        })
    }
}

/// Whether the value of a node that ends so depends on neither its window nor its depth.
fn is_static(reason: Reason<'_>) -> bool {
    matches!(
        reason,
        Reason::Mate | Reason::Stalemate | Reason::Over | Reason::Draw | Reason::Evaluation
    )
}
