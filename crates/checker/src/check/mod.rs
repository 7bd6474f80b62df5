//! The check of a trace: every step is predicted from those before it and compared with the trace.
//!
//! From the root position, the settings and the steps so far, the next step of a search is determined. The checker works it out
//! anew, without the search's code, and refuses the trace at the first step that differs. So a step that is wrong, missing, doubled
//! or in another place is found, and so is a technique that acts where its condition does not hold or does not act where it does.

mod answers;
mod corrections;
mod counts;
mod driver;
mod move_order;
mod moves;
mod node;
mod requests;
mod stated;
mod table;

use std::{
    collections::{BTreeMap, VecDeque},
    io::BufRead,
};

use self::{
    corrections::Corrections, counts::Counts, move_order::MoveOrder, requests::Requests,
    stated::Unchecked, table::Tables,
};
pub use crate::refused::{Difference, Refused};
use crate::{
    game::{Recorded, within_reach},
    refused::{MAX_DEPTH, Result, same},
    rules::{Active, COUNT, MOST, OwnRule, Scope, technique_name},
    settings::Settings,
    trace::{Ended, Iterated, Next, OwnTechnique, Reader, Step, Summary},
};

/// What a checked trace contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of steps. All are correct but those that were not checked.
    pub steps: u64,
    /// Techniques of the caller's own without a rule, each with the number of steps that only it determines. They were accepted as
    /// the trace states them, and all others follow from them.
    pub unchecked: BTreeMap<String, u64>,
    /// What the search returned.
    pub summary: Summary,
}

impl Checked {
    /// Compares the search with one of the same root, settings and limits that was not recorded. They have to return the same.
    ///
    /// # Errors
    /// [`Refused::Unrecorded`] with the first part that differs.
    pub fn compare_with(&self, unrecorded: &Summary) -> Result<(), Refused> {
        same(&self.summary, unrecorded).map_err(Refused::Unrecorded)
    }
}

/// Checks the trace of a search of `root`.
///
/// It recurses as deep as the search did. For searches beyond a hundred plies, call it on a thread with a stack of 16 MiB.
///
/// # Errors
/// The first thing that is wrong.
pub fn check<G: Recorded, R: BufRead>(root: &G, trace: Reader<R>) -> Result<Checked, Refused> {
    check_after(root, &[], trace)
}

/// Checks the trace of a search of `root` after the positions of a game with these keys, in the order of play. The search has to
/// begin with an empty table.
///
/// It recurses as deep as [`check`].
///
/// # Errors
/// The first thing that is wrong.
pub fn check_after<G: Recorded, R: BufRead>(
    root: &G,
    past: &[u64],
    trace: Reader<R>,
) -> Result<Checked, Refused> {
    check_with(root, past, trace, &[])
}

/// The same with rules for techniques of the caller's own. What a technique without a rule does is accepted as the trace states it.
///
/// [The README](crate#techniques-of-the-callers-own) has an example.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_with<G: Recorded, R: BufRead>(
    root: &G,
    past: &[u64],
    trace: Reader<R>,
    own: &[OwnRule<'_, G>],
) -> Result<Checked, Refused> {
    let header = &trace.header;
    let expected = root.root_text();
    if header.root != expected {
        let found = header.root.clone();
        return Err(Refused::Root { expected, found });
    }
    let past = within_reach(root, past);
    if header.past != past {
        let (expected, found) = (past.to_vec(), header.past.clone());
        return Err(Refused::Past { expected, found });
    }
    let settings = Settings::of_a_search(&header.settings).map_err(Refused::Settings)?;
    let (depth, limit) = (header.depth, header.nodes);
    if depth > MAX_DEPTH {
        return Err(Refused::Depth(depth));
    }
    if COUNT + header.own.len() > MOST {
        let problem = format!("it has more than {MOST} techniques");
        return Err(Refused::Settings(problem));
    }
    let mut rules = settings.techniques.active();
    for (place, technique) in (COUNT as u8..).zip(&header.own) {
        let scope = Scope::among(&mut technique.parameters.clone());
        let scope = scope.map_err(|error| Refused::Settings(error.to_string()))?;
        let rule = own.iter().find(|own| own.name == technique.name);
        let rule = rule.map(|own| own.rule);
        rules.push(Active { place, scope, rule });
    }
    let own = rules.iter().filter(|rule| usize::from(rule.place) >= COUNT);
    let unchecked = own.map(|own| own.rule.is_none().then_some(0)).collect();
    let mut checker = Checker {
        rules: &rules,
        table: Tables::new(settings.table),
        order: MoveOrder::new(settings.ordering, G::HISTORY_SIZE),
        corrections: Corrections::new(settings.correction_history),
        settings: &settings,
        trace,
        ahead: VecDeque::new(),
        unchecked: Unchecked(unchecked),
        limit: limit.unwrap_or(u64::MAX),
        is_stopped: false,
        open: 0,
        past: past.to_vec(),
        path: Vec::new(),
        evaluations: Vec::new(),
        root,
        moves: Vec::new(),
        steps: 0,
        nodes: 0,
        nodes_to_pv: 0,
        stood_for: 0,
        illegal: 0,
        begun: Vec::new(),
        iteration: 0,
        root_line: Vec::new(),
        counts: Counts::default(),
    };
    let iterations = checker.iterate(depth)?;
    checker.summary(iterations)
}

/// The state of a check.
struct Checker<'s, G: Recorded, R> {
    settings: &'s Settings,
    /// The techniques that are on, by place.
    rules: &'s [Active<'s, G>],
    trace: Reader<R>,
    /// What was read of the trace and not taken, with its place in the file.
    ahead: VecDeque<(u64, Next)>,
    unchecked: Unchecked,
    table: Tables<G::Move>,
    order: MoveOrder<G::Move>,
    corrections: Corrections,
    limit: u64,
    /// Whether the node limit was reached: no further node is entered.
    is_stopped: bool,
    /// The nodes that have been entered and not left.
    open: usize,
    /// The keys of the positions of the game before the root, in the order of play.
    past: Vec<u64>,
    /// The keys of the positions on the path, by ply.
    path: Vec<u64>,
    /// Their static evaluations, except in check.
    evaluations: Vec<Option<i32>>,
    root: &'s G,
    /// The moves from the root to the present node, for messages; none for a pass.
    moves: Vec<Option<G::Move>>,
    steps: u64,
    nodes: u64,
    nodes_to_pv: u64,
    /// The nodes that entries stood for where they ended one, less that one; counted only if a policy wants it.
    stood_for: u64,
    /// The nodes of illegal moves.
    illegal: u64,
    /// For each open node, the nodes before it as the table's policies by nodes count them.
    begun: Vec<u64>,
    /// The depth of the present iteration.
    iteration: u8,
    /// The best line of the present iteration.
    root_line: Vec<G::Move>,
    counts: Counts,
}

impl<G: Recorded, R: BufRead> Checker<'_, G, R> {
    /// The next step or the summary, with its place in the file.
    fn next(&mut self) -> Result<(u64, Next)> {
        match self.ahead.pop_front() {
            Some(next) => Ok(next),
            None => Ok((self.trace.offset(), self.trace.step()?)),
        }
    }

    /// The next step of the trace has to be this one.
    fn expect(&mut self, expected: Step) -> Result<()> {
        let (offset, next) = self.next()?;
        match next {
            Next::Step(found) if found == expected => {
                self.steps += 1;
                self.counts.add(expected);
                self.unchecked.add(expected);
                Ok(())
            }
            Next::Step(found) => Err(self.refused(offset, Some(expected), Some(found))),
            Next::Summary(summary) => {
                not_stopped(summary.ended)?;
                Err(self.refused(offset, Some(expected), None))
            }
        }
    }

    /// A step that is not the expected one; none stands for the end of the steps.
    #[cold]
    fn refused(&self, offset: u64, expected: Option<Step>, found: Option<Step>) -> Refused {
        let mut position = self.root.clone();
        let mut moves = Vec::new();
        for mv in &self.moves {
            moves.push(mv.map_or_else(|| "pass".to_owned(), |mv| position.notation(mv)));
            let after = mv.map_or_else(|| position.pass(), |mv| Some(position.play(mv)));
            position = after.unwrap_or(position);
        }
        let mut place = if moves.is_empty() {
            "at the root".to_owned()
        } else {
            format!("after {}", moves.join(" "))
        };
        let names = self.trace.header.own.iter().map(|own| &own.name);
        for name in self.unchecked.by_name(names).into_keys() {
            place += &format!(", without a rule for {name}");
        }
        let text = |step: Option<Step>| match step {
            Some(step) => text(step, &position, &self.trace.header.own),
            None => "the end of the steps".to_owned(),
        };
        Refused::Step {
            number: self.steps + 1,
            offset,
            place,
            expected: text(expected),
            found: text(found),
        }
    }

    /// The steps have to end here, with a summary that follows from them.
    fn summary(mut self, iterations: Vec<Iterated>) -> Result<Checked> {
        let (offset, next) = self.next()?;
        let summary = match next {
            Next::Summary(summary) => summary,
            Next::Step(found) => return Err(self.refused(offset, None, Some(found))),
        };
        not_stopped(summary.ended)?;
        let ended = if self.is_stopped {
            Ended::Nodes
        } else {
            Ended::Depth
        };
        let expected = Summary {
            iterations,
            ended,
            nodes: self.nodes,
            counters: self.counts.by_name(),
        };
        same(&expected, &summary).map_err(Refused::Summary)?;
        Ok(Checked {
            steps: self.steps,
            unchecked: self
                .unchecked
                .by_name(self.trace.header.own.iter().map(|own| &own.name)),
            summary,
        })
    }
}

fn byte(plies: i32) -> u8 {
    plies as u8
}

fn short(value: i32) -> i16 {
    value as i16
}

/// A search that was stopped from outside cannot be checked: when that was is not in the trace.
fn not_stopped(ended: Ended) -> Result<()> {
    match ended {
        Ended::Depth | Ended::Nodes => Ok(()),
        Ended::Interrupted => Err(Refused::Stopped),
        Ended::Memory => Err(Refused::Memory),
    }
}

/// The step at a node with this position, for a message.
fn text<G: Recorded>(step: Step, position: &G, own: &[OwnTechnique]) -> String {
    let technique = |place: u8| {
        let own = usize::from(place)
            .checked_sub(COUNT)
            .and_then(|place| own.get(place));
        let name = own.map(|own| own.name.clone());
        let name = name.or_else(|| technique_name(place));
        name.unwrap_or_else(|| format!("technique {place}"))
    };
    let notation = |number: u16| {
        let mv = position
            .find_illegal(number)
            .or_else(|| position.find(number));
        mv.map_or_else(|| number.to_string(), |mv| position.notation(mv))
    };
    format!("\"{}\"", step.text(notation, technique))
}
