//! The table of nodes from a text trace of another program.

use plybench_checker::{
    game::NO_MOVE,
    trace::{Bound, End, NOBODY},
};
use plybench_engine::{
    score::{MATE, MAX_EVALUATION, Score},
    search::FailMode,
};
use plybench_traces::{
    header::{Header, MATE_PLIES, Use},
    read::Reader,
    step::{Arrival, Reason, Step},
};

use super::{MOST_VISITS, Reached, TableEntry, TreeError, Visit, Visits, fill};
use crate::names::Names;

/// Reads the nodes of an iteration, or of the last that was completed. Names of moves and techniques are added to `names`; there is
/// memory for at most `room` nodes.
///
/// # Errors
/// If the trace cannot be read, does not have the iteration, or has too many nodes.
pub fn read_text(
    mut trace: Reader<'_>,
    names: &mut Names,
    name: &str,
    iteration: Option<u8>,
    room: usize,
) -> Result<Visits, TreeError> {
    let header = trace.header.clone();
    let mut growing = Growing {
        header: &header,
        names,
        nodes: Vec::new(),
        open: Vec::new(),
        next: Next::default(),
    };
    let (mut wanted, mut last, mut is_wanted) = (None, 0, false);
    while let Some((line, step)) = trace.step()? {
        match step {
            Step::Iteration(depth) => {
                is_wanted = iteration.is_none_or(|wanted| i32::from(wanted) == depth);
                last = u8::try_from(depth).unwrap_or(u8::MAX);
                (growing.nodes, growing.open) = (Vec::new(), Vec::new());
            }
            Step::End { value, .. } if is_wanted => {
                let nodes = std::mem::take(&mut growing.nodes);
                if nodes.is_empty() || !growing.open.is_empty() {
                    let problem = "an iteration ends without nodes, or within one";
                    return Err(TreeError::Line { line, problem });
                }
                wanted = Some((last, growing.value(value), nodes));
            }
            Step::End { .. } => {}
            step if is_wanted => growing
                .take(step)
                .map_err(|problem| TreeError::Line { line, problem })?,
            _ => {}
        }
        let (nodes, depth) = (growing.nodes.len(), last);
        if nodes > MOST_VISITS {
            return Err(TreeError::TooManyVisits { depth });
        } else if nodes > room {
            return Err(TreeError::NoRoom { depth, nodes });
        }
    }
    let (iteration, value, nodes) = wanted.ok_or(TreeError::NoIteration {
        depth: iteration.unwrap_or(1),
        last,
    })?;
    let mut visits = Visits {
        name: name.to_owned(),
        root: header.root.clone(),
        iteration,
        value,
        moves: names.named_moves(),
        nodes,
    };
    mark_line(&mut visits);
    Ok(visits)
}

/// A node that is entered and not left.
struct Open {
    place: usize,
    ply: u8,
    led_to: u16,
    /// The last move that was searched.
    last: u16,
}

/// What is said of the next node.
struct Next {
    reached: Option<Reached>,
    asked_by: u8,
    extended: (u8, u8),
    reduced: (u8, u8),
}

impl Default for Next {
    fn default() -> Self {
        Next {
            reached: None,
            asked_by: NOBODY,
            extended: (0, NOBODY),
            reduced: (0, NOBODY),
        }
    }
}

impl Next {
    fn reduce(&mut self, number: i32, by: u8) {
        self.reduced = (self.reduced.0.saturating_add(plies(number)), by);
    }
}

struct Growing<'t> {
    header: &'t Header,
    names: &'t mut Names,
    nodes: Vec<Visit>,
    open: Vec<Open>,
    next: Next,
}

const OUTSIDE: &str = "a step outside any node";

/// Plies as a node has them.
fn plies(number: i32) -> u8 {
    number.clamp(0, 255) as u8
}

impl Growing<'_> {
    fn take(&mut self, step: Step<'_>) -> Result<(), &'static str> {
        match step {
            Step::Enter { by, depth, window } => self.enter(by, depth, window)?,
            Step::Leave { value, reason } => self.leave(value, reason)?,
            Step::Evaluation(value) => {
                let value = self.value(value);
                self.node()?.evaluation = Some(value);
            }
            Step::Window(window, by) => {
                let (window, by) = (self.window(window), self.technique(by)?);
                let node = self.node()?;
                (node.narrowed, node.narrowed_by) = (window, by);
            }
            Step::Depth(depth, by) => {
                let by = self.technique(by)?;
                let has_quiescence = self.header.has(Use::Quiescence);
                let node = self.node()?;
                (node.needed, node.needed_by) = (plies(depth), by);
                node.in_quiescence = depth <= 0 && has_quiescence;
            }
            Step::Pruned { by, .. } => {
                let by = self.technique(by)?;
                let node = self.node()?;
                node.skipped = (node.skipped.0.saturating_add(1), by);
            }
            Step::Reduced(number, by) => {
                let by = self.technique(by)?;
                self.next.reduce(number, by);
            }
            Step::Extended(number, by) if number < 0 => {
                let by = self.technique(by)?;
                self.next.reduce(-number, by);
            }
            Step::Extended(number, by) => {
                let more = self.next.extended.0.saturating_add(plies(number));
                self.next.extended = (more, self.technique(by)?);
            }
            Step::Again => self.next.reached = Some(Reached::MoveAgain),
            Step::Try(by) => self.next.asked_by = self.technique(by)?,
            Step::Hit(entry) | Step::Stored(entry) => {
                let mv = entry.mv.map_or(Ok(NO_MOVE), |mv| self.number(mv))?;
                let kept = Some(TableEntry {
                    value: self.value(entry.value),
                    depth: plies(entry.depth),
                    bound: match entry.bound {
                        plybench_tracer::Bound::Lower => Bound::Lower,
                        plybench_tracer::Bound::Upper => Bound::Upper,
                        plybench_tracer::Bound::Exact => Bound::Exact,
                    },
                    mv,
                });
                let node = self.node()?;
                match step {
                    Step::Stored(_) => node.stored = kept,
                    _ => node.hit = kept,
                }
            }
            Step::Iteration(_) | Step::End { .. } => {}
        }
        Ok(())
    }

    fn enter(
        &mut self,
        by: Arrival<'_>,
        depth: i32,
        window: (i32, i32),
    ) -> Result<(), &'static str> {
        let next = std::mem::take(&mut self.next);
        let mv = match by {
            Arrival::Move(mv) => self.number(mv)?,
            _ => NO_MOVE,
        };
        let (reached, asked_by) = match by {
            Arrival::Root => (Reached::Root, NOBODY),
            Arrival::Move(_) => (next.reached.unwrap_or(Reached::Move), next.asked_by),
            Arrival::Same => (Reached::Again, next.asked_by),
            Arrival::Pass if next.asked_by == NOBODY => {
                (Reached::Pass, self.technique("null-move")?)
            }
            Arrival::Pass => (Reached::Pass, next.asked_by),
        };
        let (mut ply, mut place) = (0, 0);
        match self.open.last_mut() {
            None if by != Arrival::Root => return Err(OUTSIDE),
            None => {}
            Some(above) => {
                place = above.led_to;
                above.led_to = place.saturating_add(1);
                ply = above.ply.saturating_add(u8::from(by != Arrival::Same));
                if asked_by == NOBODY && mv != NO_MOVE {
                    above.last = mv;
                }
            }
        }
        let window = self.window(window);
        self.open.push(Open {
            place: self.nodes.len(),
            ply,
            led_to: 0,
            last: NO_MOVE,
        });
        self.nodes.push(Visit {
            reached,
            mv,
            shown: mv,
            asked_by,
            place,
            ply,
            depth: plies(depth),
            needed: plies(depth),
            in_quiescence: depth <= 0 && self.header.has(Use::Quiescence),
            window,
            narrowed: window,
            extended: next.extended,
            reduced: next.reduced,
            ..Visit::UNKNOWN
        });
        Ok(())
    }

    fn leave(&mut self, value: i32, reason: Reason<'_>) -> Result<(), &'static str> {
        let value = self.value(value);
        let (end, by) = match reason {
            Reason::Cut | Reason::Moves | Reason::Same | Reason::Unknown => (End::Expanded, NOBODY),
            Reason::Table => (End::TableCut, NOBODY),
            Reason::Evaluation | Reason::Over => (End::Horizon, NOBODY),
            Reason::Mate => (End::Mated, NOBODY),
            Reason::Stalemate => (End::Stalemate, NOBODY),
            Reason::Draw => (End::RuleDraw, NOBODY),
            Reason::Window => (End::MdpCut, NOBODY),
            Reason::NullMove => (End::TechniqueCut, self.technique("null-move")?),
            Reason::Stopped => (End::Stopped, NOBODY),
            Reason::Other(word) => (End::TechniqueCut, self.technique(word)?),
        };
        let fail = match self.header.has(Use::FailHard) {
            true => FailMode::Hard,
            false => FailMode::Soft,
        };
        let Open { place, last, .. } = self.open.pop().ok_or(OUTSIDE)?;
        let size = self.nodes.len() - place;
        let node = &mut self.nodes[place];
        node.size = u32::try_from(size).unwrap_or(u32::MAX);
        node.value = Some(value);
        (node.end, node.ended_by) = (end, by);
        if reason == Reason::Cut {
            node.refuted = last;
        }
        node.bound = fill::bound(node, value, fail);
        Ok(())
    }

    fn node(&mut self) -> Result<&mut Visit, &'static str> {
        let place = self.open.last().ok_or(OUTSIDE)?.place;
        Ok(&mut self.nodes[place])
    }

    fn technique(&mut self, name: &str) -> Result<u8, &'static str> {
        let number = self.names.number_of_technique(name);
        number.ok_or("too many names of techniques; a page has at most 254")
    }

    fn number(&mut self, mv: &str) -> Result<u16, &'static str> {
        self.names
            .number_of_move(mv)
            .ok_or("a move that cannot be shown; in chess, give it as in e7e8q")
    }

    fn window(&self, (alpha, beta): (i32, i32)) -> (i16, i16) {
        (self.value(alpha), self.value(beta))
    }

    /// A value as pages have it: mates at the same distance from the root, and evaluations cut to the range of evaluations.
    fn value(&self, value: i32) -> i16 {
        let size = value.abs();
        let size = match self.header.mate {
            Some(mate) if size > mate => Score::INFINITE.raw(),
            Some(mate) if size > mate - MATE_PLIES => MATE - (mate - size) as i16,
            _ => size.min(i32::from(MAX_EVALUATION)) as i16,
        };
        if value < 0 { -size } else { size }
    }
}

/// Marks the nodes of the best line: from the last search of the root, the last search of the first move whose value is that of the node.
/// Moves after it can have the same value as a bound.
fn mark_line(visits: &mut Visits) {
    let mut at = visits.below(None).last();
    while let Some(place) = at {
        visits.nodes[place].is_in_line = true;
        let value = visits.nodes[place].value;
        let is_exact = visits.nodes[place].bound == Bound::Exact;
        let is_best = |&below: &usize| {
            let node = &visits.nodes[below];
            let leads = node.is_of_move() && node.value.map(|value| -value) == value;
            leads || node.reached == Reached::Again && node.asked_by == NOBODY
        };
        let mut below = visits.below(Some(place));
        let first = below.find(is_best).filter(|_| is_exact);
        let again = first.into_iter().chain(below);
        at = again
            .take_while(|&one| {
                first.is_some_and(|first| visits.nodes[one].mv == visits.nodes[first].mv)
            })
            .filter(is_best)
            .last();
    }
}
