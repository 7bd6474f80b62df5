//! The nodes of an iteration from a trace or a running search.

use std::{
    io::BufRead,
    sync::atomic::{AtomicBool, Ordering},
};

use plybench_checker::{
    game::NO_MOVE,
    trace::{Asked, End, Ended, NOBODY, Next, Reader, Step, Summary, observe},
};
use plybench_engine::{
    eval::Evaluation,
    game::Game,
    score::Score,
    search::{Limits, Search, SearchOptions, Sound},
};

use super::{
    Explored,
    visit::{Entry, Reached, Visit, Visits},
};
use crate::tree::{Path, TreeError, certainty, find};

/// The most nodes of an iteration that are read. They take 80 bytes each.
pub const MOST_VISITS: usize = 10_000_000;

/// The most nodes of all iterations of a search that is recorded for its tree.
const MOST_SEARCHED: u64 = 1_000_000_000;

/// The most nodes inside one another: more than there are plies, each with the searches of a node itself.
const DEEPEST: usize = 1_024;

/// Which iteration of which search is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The name of the search.
    pub name: &'w str,
    /// Its settings.
    pub options: &'w SearchOptions,
    /// The iteration, by its depth in plies.
    pub iteration: u8,
}

/// Searches a root, after the positions of a game with these keys, and keeps the nodes of an iteration.
///
/// # Errors
/// If there are too many nodes, or the table does not fit into memory.
pub fn search<G: Explored>(
    root: &G,
    past: &[u64],
    wanted: &Wanted<'_>,
) -> Result<Visits, TreeError> {
    let (options, depth) = (wanted.options, wanted.iteration);
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(MOST_SEARCHED),
        stop: Some(&stop),
    };
    let search = Search::dynamic(root, options, &Sound, &[]).after(past);
    let (mut visiting, mut failed) = (Visiting::new(root, wanted), None);
    let summary = observe(search, depth, limits, &mut |step| {
        if failed.is_none() {
            failed = visiting.step(step).err();
            // After an error, the search need not go on.
            stop.store(failed.is_some(), Ordering::Relaxed);
        }
    });
    match failed.map_or_else(|| visiting.finish(&summary, root.root_text()), Err) {
        Err(TreeError::NoIteration { depth, .. }) => Err(TreeError::TooLong {
            depth,
            limit: MOST_SEARCHED,
        }),
        other => other,
    }
}

/// Reads the nodes of an iteration from a trace of this root.
///
/// # Errors
/// If the trace cannot be read or contradicts the game, does not have the iteration, or has too many nodes.
pub fn read<G: Explored>(
    root: &G,
    mut trace: Reader<impl BufRead>,
    wanted: &Wanted<'_>,
) -> Result<Visits, TreeError> {
    let mut visiting = Visiting::new(root, wanted);
    loop {
        match trace.step()? {
            Next::Step(step) => visiting.step(step)?,
            Next::Summary(summary) => return visiting.finish(&summary, trace.header.root),
        }
    }
}

/// By how much the depth of the next move's search differs, and through which technique.
#[derive(Clone, Copy)]
struct Change {
    extended: (u8, u8),
    reduced: (u8, u8),
}

impl Default for Change {
    fn default() -> Self {
        Change {
            extended: (0, NOBODY),
            reduced: (0, NOBODY),
        }
    }
}

struct Visiting<'g, G> {
    path: Path<'g, G>,
    wanted: &'g Wanted<'g>,
    /// Whether the steps are of the wanted iteration.
    is_wanted: bool,
    nodes: Vec<Visit>,
    /// The nodes that are entered and not left, each with the number of nodes that it led to.
    open: Vec<(usize, u16)>,
    /// How the search comes to the node that is entered next.
    coming: Visit,
    changed: Change,
}

impl<'g, G: Explored> Visiting<'g, G> {
    fn new(root: &'g G, wanted: &'g Wanted<'g>) -> Self {
        Visiting {
            path: Path::new(root),
            wanted,
            is_wanted: false,
            nodes: Vec::new(),
            open: Vec::new(),
            coming: Visit::UNKNOWN,
            changed: Change::default(),
        }
    }

    /// Takes the next step of the search.
    fn step(&mut self, step: Step) -> Result<(), TreeError> {
        let depth = self.wanted.iteration;
        if let Step::Iteration { depth: begun } = step {
            self.is_wanted = begun == depth;
        } else if self.is_wanted {
            self.take(step)?;
        }
        if self.nodes.len() > MOST_VISITS {
            let most = MOST_VISITS;
            return Err(TreeError::TooManyVisits { depth, most });
        }
        Ok(())
    }

    /// The nodes, when the search has returned.
    fn finish(self, summary: &Summary, root: String) -> Result<Visits, TreeError> {
        let depth = self.wanted.iteration;
        let completed = summary.iterations.iter().find(|one| one.depth == depth);
        let Some(completed) = completed else {
            return Err(match (summary.ended, summary.iterations.last()) {
                (Ended::Memory, _) => TreeError::Memory,
                (_, last) => TreeError::NoIteration {
                    depth,
                    last: last.map_or(0, |last| last.depth),
                },
            });
        };
        let earlier = summary.iterations.iter().rfind(|one| one.depth < depth);
        let nodes = (completed.nodes).checked_sub(earlier.map_or(0, |earlier| earlier.nodes));
        if !self.open.is_empty() || nodes != Some(self.nodes.len() as u64) {
            return Err(TreeError::Contradiction(
                "its summary counts other nodes than its steps",
            ));
        }
        let mut visits = Visits {
            name: self.wanted.name.to_owned(),
            root,
            iteration: depth,
            value: i16::try_from(completed.value)
                .map_err(|_| TreeError::Contradiction("a value out of range"))?,
            nodes: self.nodes,
        };
        mark_line(&mut visits, &completed.line);
        Ok(visits)
    }

    /// Takes a step of the wanted iteration.
    fn take(&mut self, step: Step) -> Result<(), TreeError> {
        match step {
            Step::Driven { .. } => self.coming = Visit::UNKNOWN,
            Step::Searched { mv, .. } => self.go_by(Reached::Move, mv, NOBODY),
            Step::SearchedAgain { mv, by, .. } => self.go_by(Reached::MoveAgain, mv, by),
            Step::Asked { asked, mv, by, .. } => {
                self.changed = Change::default();
                let reached = match asked {
                    Asked::Move => Reached::Move,
                    Asked::Pass => Reached::Pass,
                    Asked::Again => Reached::Again,
                    Asked::Without => Reached::Without,
                };
                self.go_by(reached, mv, by);
            }
            Step::Extended { plies, by, .. } => self.changed.extended = (plies, by),
            Step::Reduced { plies, by, .. } => self.changed.reduced = (plies, by),
            Step::KingCaptured { mv, .. } => self.lose_king(mv),
            _ => {}
        }
        self.path.follow(step)?;
        match step {
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => {
                let visit = Visit {
                    ply,
                    depth,
                    needed: depth,
                    in_quiescence,
                    window: (alpha, beta),
                    narrowed: (alpha, beta),
                    evaluation: Some(evaluation(
                        self.path.current()?,
                        self.wanted.options.evaluation,
                    )),
                    ..self.coming
                };
                let place = self.add(visit);
                self.open.push((place, 0));
                if self.open.len() > DEEPEST {
                    return Err(TreeError::Contradiction(
                        "a node deeper than any search goes",
                    ));
                }
            }
            Step::Left { end, by, value, .. } => {
                let (place, _) = self.open.pop().ok_or(OUTSIDE)?;
                let size = self.nodes.len() - place;
                let node = &mut self.nodes[place];
                node.size = u32::try_from(size).unwrap_or(u32::MAX);
                node.value = Some(value);
                node.certainty = certainty(
                    end,
                    node.in_quiescence,
                    value,
                    node.window,
                    self.wanted.options,
                );
                (node.end, node.ended_by) = (end, by);
            }
            step => self.note(step),
        }
        Ok(())
    }

    /// What a step tells of the node that takes it.
    fn note(&mut self, step: Step) {
        let shown = match step {
            Step::TableHit { mv, .. } | Step::Stored { mv, .. } | Step::Refuted { mv, .. } => {
                self.shown(mv)
            }
            _ => NO_MOVE,
        };
        let entry = |value, depth, bound| {
            Some(Entry {
                value,
                depth,
                bound,
                mv: shown,
            })
        };
        let Some(&(place, _)) = self.open.last() else {
            return;
        };
        let node = &mut self.nodes[place];
        match step {
            Step::Narrowed {
                alpha, beta, by, ..
            } => (node.narrowed, node.narrowed_by) = ((alpha, beta), by),
            Step::Closed { by, .. } => node.narrowed_by = by,
            Step::Shallower { depth, by, .. } => (node.needed, node.needed_by) = (depth, by),
            Step::TableHit {
                value,
                depth,
                bound,
                ..
            } => node.hit = entry(value, depth, bound),
            Step::Stored {
                value,
                depth,
                bound,
                ..
            } => node.stored = entry(value, depth, bound),
            Step::Skipped { by, .. } => node.skipped = (node.skipped.0.saturating_add(1), by),
            Step::Refuted { .. } => node.refuted = shown,
            _ => {}
        }
    }

    /// The next node is the one after this move, or what a technique asks for.
    fn go_by(&mut self, reached: Reached, mv: u16, by: u8) {
        let Change { extended, reduced } = std::mem::take(&mut self.changed);
        self.coming = Visit {
            reached,
            mv,
            shown: self.shown(mv),
            asked_by: by,
            extended,
            reduced,
            ..Visit::UNKNOWN
        };
    }

    /// A node that begins below the current one.
    fn add(&mut self, mut visit: Visit) -> usize {
        if let Some((_, known)) = self.open.last_mut() {
            visit.place = *known;
            *known = known.saturating_add(1);
        }
        self.nodes.push(visit);
        self.nodes.len() - 1
    }

    /// An illegal move costs a node that is left at once.
    fn lose_king(&mut self, mv: u16) {
        let above = self.open.last().map(|&(place, _)| self.nodes[place]);
        let above = above.unwrap_or(Visit::UNKNOWN);
        self.add(Visit {
            reached: Reached::Move,
            mv,
            shown: mv,
            ply: above.ply.saturating_add(1),
            in_quiescence: above.in_quiescence,
            end: End::KingCaptured,
            ..Visit::UNKNOWN
        });
    }

    /// A move of the current node as the page has it. A table's move can be one of another position with the same key.
    fn shown(&self, mv: u16) -> u16 {
        let Ok(position) = self.path.current() else {
            return mv;
        };
        find(position, mv).map_or(mv, |found| position.shown(found))
    }
}

const OUTSIDE: TreeError = TreeError::Contradiction("a step outside any node");

/// The static evaluation of a position, for its side to move.
fn evaluation(position: &impl Game, evaluation: Evaluation) -> i16 {
    Score::evaluation(position.evaluate(evaluation)).raw()
}

/// Marks the nodes of the best line: from the last search of the root, the last search of each move.
fn mark_line(visits: &mut Visits, line: &[u16]) {
    let mut at = visits.below(None).last();
    let mut moves = line.iter();
    while let Some(place) = at {
        visits.nodes[place].is_in_line = true;
        let next = moves.next();
        let searched = |&below: &usize| {
            let node = &visits.nodes[below];
            let is_search = match node.reached {
                // What a technique asks for is not the search of the move.
                Reached::Move => node.asked_by == NOBODY,
                Reached::MoveAgain => true,
                _ => false,
            };
            is_search && Some(&node.mv) == next
        };
        at = visits.below(Some(place)).filter(searched).last();
    }
}
