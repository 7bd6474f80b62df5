//! The one builder of the table of nodes: each step of a search fills a field of the node that takes it.

use std::{
    collections::BTreeMap,
    io::BufRead,
    sync::atomic::{AtomicBool, Ordering},
};

use plybench_checker::game::Recorded;
use plybench_checker::trace::{
    Bound, End, Ended, Iterated, NOBODY, Next, Observed, Reader, Step, Summary, observe,
};
use plybench_engine::{
    eval::Evaluation,
    game::Game,
    score::Score,
    search::{FailMode, Limits, Search, SearchOptions, Sound},
};

use plybench_records::registered::{HasRegistered, RegisteredTechnique};

use super::{Credits, OUTSIDE, Path, Reached, TableEntry, TreeError, Visit, Visits, visit::shown};

/// The most nodes of an iteration that are read.
pub const MOST_VISITS: usize = 10_000_000;

/// The most bytes that a node takes while the table of nodes grows: it doubles each time.
pub const VISIT_BYTES: usize = 2 * size_of::<Visit>();

/// The most nodes of all iterations of a search that is recorded for its tree.
const MOST_SEARCHED: u64 = 1_000_000_000;

/// The most nodes inside one another: more than there are plies, each with the searches of a node itself.
const DEEPEST: usize = 1_024;

/// Which iteration of which search is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The name of the search.
    pub name: &'w str,
    /// All settings that the search runs with.
    pub options: &'w SearchOptions,
    /// The registered techniques that are on; a trace names its own.
    pub registered: &'w [RegisteredTechnique],
    /// The iteration, by its depth in plies. Iterations after it do not change its tree.
    pub iteration: u8,
    /// The most nodes for which there is memory, [`VISIT_BYTES`] each.
    pub room: usize,
}

/// Searches a root, after the positions of a game with these keys, and keeps the nodes of an iteration.
///
/// # Errors
/// If there are too many nodes, or the table does not fit into memory.
pub fn search<G: Observed + HasRegistered>(
    root: &G,
    past: &[u64],
    wanted: &Wanted<'_>,
) -> Result<Visits, TreeError> {
    let mut filling = Filling::new(root, wanted);
    let take = &mut |step| filling.step(step);
    let summary = steps((root, past), wanted, MOST_SEARCHED, take)?;
    filling.finish(&summary, root.root_text())
}

/// Reads the nodes of an iteration from a trace of this root.
///
/// # Errors
/// If the trace cannot be read or contradicts the game, does not have the iteration, or has too many nodes.
pub fn read<G: Observed>(
    root: &G,
    mut trace: Reader<impl BufRead>,
    wanted: &Wanted<'_>,
) -> Result<Visits, TreeError> {
    let mut filling = Filling::new(root, wanted);
    let own = trace.header.own.iter();
    let credits = Credits::of(own.map(|technique| technique.name.as_str()))?;
    loop {
        match trace.step()? {
            Next::Step(step) => filling.step(credits.credited(step))?,
            Next::Summary(summary) => return filling.finish(&summary, trace.header.root),
        }
    }
}

/// Searches to the wanted iteration, which at most `limit` nodes may take with those before it, and gives each step to `take`.
pub(crate) fn steps<G: Observed + HasRegistered>(
    (root, past): (&G, &[u64]),
    wanted: &Wanted<'_>,
    limit: u64,
    take: &mut dyn FnMut(Step) -> Result<(), TreeError>,
) -> Result<Summary, TreeError> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(limit),
        stop: Some(&stop),
    };
    let registered = wanted.registered.iter();
    let credits = Credits::of(registered.clone().map(|technique| technique.name))?;
    let added: Vec<_> = registered.map(RegisteredTechnique::within).collect();
    let search = Search::dynamic(root, wanted.options, &Sound, &added).after(past);
    let mut failed = None;
    let summary = observe(search, wanted.iteration, limits, &mut |step| {
        if failed.is_none() {
            failed = take(credits.credited(step)).err();
            // After an error, the search need not go on.
            stop.store(failed.is_some(), Ordering::Relaxed);
        }
    });
    match failed.map_or_else(|| completed(&summary, wanted.iteration).err(), Some) {
        None => Ok(summary),
        Some(TreeError::NoIteration { depth, .. }) => Err(TreeError::TooLong { depth, limit }),
        Some(error) => Err(error),
    }
}

/// The result of an iteration, and the number of its nodes.
pub(crate) fn completed(summary: &Summary, depth: u8) -> Result<(&Iterated, u64), TreeError> {
    let Some(completed) = summary.iterations.iter().find(|one| one.depth == depth) else {
        let last = summary.iterations.last().map_or(0, |last| last.depth);
        return Err(match summary.ended {
            Ended::Memory => TreeError::Memory,
            _ => TreeError::NoIteration { depth, last },
        });
    };
    let earlier = summary.iterations.iter().rfind(|one| one.depth < depth);
    let nodes = (completed.nodes).checked_sub(earlier.map_or(0, |earlier| earlier.nodes));
    let nodes = nodes.ok_or(MISCOUNTED)?;
    Ok((completed, nodes))
}

const MISCOUNTED: TreeError =
    TreeError::Contradiction("its summary counts other nodes than its steps");

const TOO_DEEP: TreeError = TreeError::Contradiction("a node deeper than any search goes");

/// A depth that no technique changes.
const UNCHANGED: (u8, u8) = (0, NOBODY);

/// A node that is entered and not left.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    /// Its place in the table.
    pub(crate) place: usize,
    /// The number of nodes that it has led to.
    led_to: u16,
    /// Its window as it is now, as its side to move sees it.
    pub(crate) window: (i16, i16),
}

/// The nodes of the wanted iteration so far.
pub(crate) struct Filling<'g, G> {
    /// The positions of the open nodes.
    pub(crate) path: Path<'g, G>,
    pub(crate) wanted: &'g Wanted<'g>,
    /// Whether the steps are of the wanted iteration.
    is_wanted: bool,
    pub(crate) nodes: Vec<Visit>,
    /// The names of moves; empty for a move that has several.
    moves: BTreeMap<u16, String>,
    /// The nodes that are entered and not left.
    open: Vec<Open>,
    /// The plies by which the next node's depth is changed, and through which technique.
    extended: (u8, u8),
    reduced: (u8, u8),
}

impl<'g, G: Observed> Filling<'g, G> {
    /// Before the first step of a search of this root.
    pub(crate) fn new(root: &'g G, wanted: &'g Wanted<'g>) -> Self {
        Filling {
            path: Path::new(root),
            wanted,
            is_wanted: false,
            nodes: Vec::new(),
            moves: BTreeMap::new(),
            open: Vec::new(),
            extended: UNCHANGED,
            reduced: UNCHANGED,
        }
    }

    /// The node of the wanted iteration that takes the step, and the node above it.
    pub(crate) fn current(&self) -> [Option<Open>; 2] {
        [0, 1].map(|above| self.open.iter().nth_back(above).copied())
    }

    /// Takes the next step of the search.
    pub(crate) fn step(&mut self, step: Step) -> Result<(), TreeError> {
        let depth = self.wanted.iteration;
        if let Step::Iteration { depth: begun } = step {
            self.is_wanted = begun == depth;
        } else if self.is_wanted {
            self.take(step)?;
        }
        match self.nodes.len() {
            nodes if nodes > MOST_VISITS => Err(TreeError::TooManyVisits { depth }),
            nodes if nodes > self.wanted.room => Err(TreeError::NoRoom { depth, nodes }),
            _ => Ok(()),
        }
    }

    /// The nodes, when the search has returned.
    pub(crate) fn finish(self, summary: &Summary, root: String) -> Result<Visits, TreeError> {
        let (completed, nodes) = completed(summary, self.wanted.iteration)?;
        if !self.open.is_empty() || nodes != self.nodes.len() as u64 {
            return Err(MISCOUNTED);
        }
        let mut visits = Visits {
            name: self.wanted.name.to_owned(),
            root,
            iteration: self.wanted.iteration,
            value: i16::try_from(completed.value)
                .map_err(|_| TreeError::Contradiction("a value out of range"))?,
            moves: self.moves,
            nodes: self.nodes,
        };
        visits.moves.retain(|_, name| !name.is_empty());
        mark_line(&mut visits, &completed.line);
        Ok(visits)
    }

    /// Takes a step of the wanted iteration.
    fn take(&mut self, step: Step) -> Result<(), TreeError> {
        self.path.follow(step)?;
        match step {
            // A scout has another beta, the same alpha.
            Step::Searched { alpha, .. } | Step::SearchedAgain { alpha, .. } => {
                let open = self.open()?;
                open.window.0 = open.window.0.max(alpha);
            }
            Step::SubSearch { .. } => (self.extended, self.reduced) = (UNCHANGED, UNCHANGED),
            Step::Extended { plies, by, .. } => self.extended = (plies, by),
            Step::Shortened { plies, by, .. } | Step::Reduced { plies, by, .. } => {
                self.reduced = (self.reduced.0.saturating_add(plies), by);
            }
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => {
                let options = self.wanted.options;
                let (node, above) = (self.path.last()?, self.path.above());
                if let Some(above) = above.filter(|_| !G::NUMBERS_ARE_SQUARES) {
                    name(&mut self.moves, above, node.mv);
                }
                let visit = Visit {
                    reached: node.reached,
                    mv: node.mv,
                    shown: above.map_or(node.mv, |above| shown(above, node.mv)),
                    asked_by: node.by,
                    ply,
                    depth,
                    needed: depth,
                    in_quiescence,
                    window: (alpha, beta),
                    narrowed: (alpha, beta),
                    extended: std::mem::replace(&mut self.extended, UNCHANGED),
                    reduced: std::mem::replace(&mut self.reduced, UNCHANGED),
                    evaluation: Some(evaluation(self.path.current()?, options.evaluation)),
                    ..Visit::UNKNOWN
                };
                self.add(visit);
                self.open.push(Open {
                    place: self.nodes.len() - 1,
                    led_to: 0,
                    window: (alpha, beta),
                });
                if self.open.len() > DEEPEST {
                    return Err(TOO_DEEP);
                }
            }
            Step::KingCaptured { mv, .. } => {
                let above = *self.node()?;
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
            Step::Narrowed {
                alpha, beta, by, ..
            } => {
                let node = self.node()?;
                (node.narrowed, node.narrowed_by) = ((alpha, beta), by);
                self.open()?.window = (alpha, beta);
            }
            Step::Closed { by, .. } => self.node()?.narrowed_by = by,
            Step::Shallower { depth, by, .. } | Step::DepthChanged { depth, by, .. } => {
                let node = self.node()?;
                (node.needed, node.needed_by) = (depth, by);
            }
            Step::TableHit {
                value,
                depth,
                bound,
                mv,
                ..
            }
            | Step::Stored {
                value,
                depth,
                bound,
                mv,
                ..
            } => {
                let entry = Some(TableEntry {
                    value,
                    depth,
                    bound,
                    mv: shown(self.path.current()?, mv),
                });
                match step {
                    Step::Stored { .. } => self.node()?.stored = entry,
                    _ => self.node()?.hit = entry,
                }
            }
            Step::Skipped { by, .. } => {
                let node = self.node()?;
                node.skipped = (node.skipped.0.saturating_add(1), by);
            }
            Step::BetaCutoff { mv, .. } => {
                self.node()?.refuted = shown(self.path.current()?, mv);
            }
            Step::Left { end, by, value, .. } => {
                let Open { place, .. } = self.open.pop().ok_or(OUTSIDE)?;
                let size = self.nodes.len() - place;
                let node = &mut self.nodes[place];
                node.size = u32::try_from(size).unwrap_or(u32::MAX);
                node.value = Some(value);
                (node.end, node.ended_by) = (end, by);
                node.bound = bound(node, value, self.wanted.options.fail);
            }
            Step::Iteration { .. } | Step::Driven { .. } | Step::FirstMove { .. } => {}
        }
        Ok(())
    }

    fn open(&mut self) -> Result<&mut Open, TreeError> {
        self.open.last_mut().ok_or(OUTSIDE)
    }

    /// The node that takes the step.
    fn node(&mut self) -> Result<&mut Visit, TreeError> {
        let place = self.open()?.place;
        Ok(&mut self.nodes[place])
    }

    /// A node that begins below the current one.
    fn add(&mut self, mut visit: Visit) {
        if let Some(above) = self.open.last_mut() {
            visit.place = above.led_to;
            above.led_to = above.led_to.saturating_add(1);
        }
        self.nodes.push(visit);
    }
}

/// The static evaluation of a position, for its side to move.
pub(crate) fn evaluation(position: &impl Game, evaluation: Evaluation) -> i16 {
    Score::evaluation(position.evaluate(evaluation)).raw()
}

/// Notes what a move is called. The same number can be another move elsewhere.
fn name(moves: &mut BTreeMap<u16, String>, position: &impl Recorded, number: u16) {
    if moves.get(&number).is_some_and(String::is_empty) {
        return;
    }
    if let Some(mv) = position.find(number) {
        let name = position.notation(mv);
        let known = moves.entry(number).or_insert_with(|| name.clone());
        if *known != name {
            known.clear();
        }
    }
}

/// What a node's value says, by the window contract. A value that no move was searched for does not depend on the window, unless
/// fail-hard bounds cut it to fit.
pub(super) fn bound(node: &Visit, value: i16, fail: FailMode) -> Bound {
    let is_static = match node.end {
        End::Horizon => !node.in_quiescence,
        End::RuleDraw | End::Mated | End::Stalemate => true,
        _ => false,
    };
    let (alpha, beta) = node.window;
    match value {
        _ if is_static && fail == FailMode::Soft => Bound::Exact,
        low if low <= alpha => Bound::Upper,
        high if high >= beta => Bound::Lower,
        _ => Bound::Exact,
    }
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
            node.is_of_move() && Some(&node.mv) == next
        };
        at = visits.below(Some(place)).filter(searched).last();
    }
}
