//! One search, on a thread of its own.

use std::{
    cmp::Reverse,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use plybench_engine::{
    game::{
        Game, MoveKind,
        chess::{Chess, ChessMove},
    },
    observe::{Counters, End},
    search::{Limits, Memory, Search, Stop},
};
use plybench_experiment::{searcher::Counted, spec::Settings};
use plybench_games::PlayedGame;

use super::info::{self, Line};

/// What is searched, and how.
pub(crate) struct Task {
    pub(crate) game: PlayedGame,
    pub(crate) settings: Settings,
    /// The only moves that are searched; if empty, all are.
    pub(crate) only: Vec<ChessMove>,
    /// How many best lines are wanted.
    pub(crate) lines: usize,
    /// The last depth, in plies.
    pub(crate) depth: u8,
    pub(crate) nodes: Option<u64>,
    /// A mate in so many moves, for either side, ends the search.
    pub(crate) mate: Option<u64>,
}

/// How a search that is running is told to end.
pub(crate) struct Control {
    began: Instant,
    stop: AtomicBool,
    /// Microseconds from the begin after which no iteration begins.
    last_begin: AtomicU64,
    /// Whether an iteration has been completed.
    has_line: AtomicBool,
}

impl Control {
    pub(crate) fn new() -> Self {
        Control {
            began: Instant::now(),
            stop: AtomicBool::new(false),
            last_begin: AtomicU64::new(u64::MAX),
            has_line: AtomicBool::new(false),
        }
    }

    /// Ends the search within some thousand nodes.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the time of a search that should be over by now ends it: the first iteration has a grace.
    pub(crate) fn ends(&self, until: Instant, grace: Duration) -> bool {
        self.has_line.load(Ordering::Relaxed) || until.elapsed() >= grace
    }

    /// From now on, no iteration begins after this time.
    pub(crate) fn begin_none_after(&self, time: Duration) {
        let last = self.began.elapsed().saturating_add(time).as_micros();
        let last = u64::try_from(last).unwrap_or(u64::MAX);
        self.last_begin.store(last, Ordering::Relaxed);
    }

    fn may_begin(&self) -> bool {
        let now = self.began.elapsed().as_micros();
        now < u128::from(self.last_begin.load(Ordering::Relaxed))
    }
}

impl Task {
    /// Searches, tells of each iteration, and returns the line that answers: a legal move, even if the search was stopped at once. The
    /// root must have one.
    pub(crate) fn search(
        &self,
        memory: &mut Memory<ChessMove>,
        control: &Control,
        tell: &dyn Fn(&str),
    ) -> String {
        let (root, past, wanted) = (self.game.position(), self.game.past(), self.wanted());
        let registered = self.settings.registered.iter();
        let registered: Vec<_> = registered.map(|technique| technique.within()).collect();
        let mut counters = Counters::default();
        let search = Search::new(root, &self.settings.search)
            .with_all(&registered)
            .after(&past)
            .observed_by(&mut counters)
            .in_memory_of(memory)
            .among(&self.only)
            .lines(self.lines)
            .limited(Limits {
                nodes: self.nodes,
                stop: Some(&control.stop),
            });
        let lines = self.lines.clamp(1, wanted.len().max(1));
        // The lines of the last iteration that has any, and those of the one that is running.
        let (mut best, mut set, mut told) = (Vec::new(), Vec::new(), 0);
        let outcome = Chess::to_depth(search, self.depth, &mut |iteration, counters| {
            set.push(Line {
                depth: iteration.depth,
                deepest_ply: deepest_ply(counters),
                score: iteration.score,
                moves: notation(root, &iteration.pv),
            });
            if set.len() < lines {
                return ControlFlow::Continue(());
            }
            best = std::mem::take(&mut set);
            control.has_line.store(true, Ordering::Relaxed);
            told = iteration.nodes;
            tell_all(&mut best, told, control, tell);
            match self.has_found_mate(&best) || !control.may_begin() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if !set.is_empty() {
            best = set;
            told = outcome.nodes;
            tell_all(&mut best, told, control, tell);
        }
        if let Stop::Memory(error) = outcome.stop {
            tell(&format!("info string {error}; give a smaller table"));
        } else if outcome.nodes > told {
            let effort = info::effort(outcome.nodes, control.began.elapsed());
            tell(&format!("info {effort}"));
        }
        answer(root, &best, &wanted)
    }

    /// The moves of the root that are searched.
    fn wanted(&self) -> Vec<ChessMove> {
        let mut wanted = self.only.clone();
        if wanted.is_empty() {
            let root = self.game.position();
            root.for_each_move(MoveKind::All, |mv| wanted.push(mv));
        }
        wanted
    }

    fn has_found_mate(&self, best: &[Line]) -> bool {
        let found = best.first().and_then(|line| line.score.mate_moves());
        let wanted = self.mate.zip(found);
        wanted.is_some_and(|(most, moves)| u64::from(moves.unsigned_abs()) <= most)
    }
}

/// Tells of the lines of an iteration, the best first. A later line can turn out better: it was searched with what the table learned from
/// the others.
fn tell_all(lines: &mut [Line], nodes: u64, control: &Control, tell: &dyn Fn(&str)) {
    lines.sort_by_key(|line| Reverse(line.score));
    let time = control.began.elapsed();
    for (number, line) in (1..).zip(lines.iter()) {
        tell(&info::line(line, number, nodes, time));
    }
}

/// The best move, with the answer that is expected; or else any move.
fn answer(root: &Chess, best: &[Line], wanted: &[ChessMove]) -> String {
    let line = best.first().map_or(&[][..], |line| &line.moves);
    match (line, wanted.first()) {
        ([mv, reply, ..], _) => format!("bestmove {mv} ponder {reply}"),
        ([mv], _) => format!("bestmove {mv}"),
        ([], Some(&mv)) => format!("bestmove {}", root.notation(mv)),
        ([], None) => "bestmove (none)".to_owned(),
    }
}

fn notation(root: &Chess, line: &[ChessMove]) -> Vec<String> {
    let mut position = root.clone();
    let notation = line.iter().map(|&mv| {
        let text = position.notation(mv);
        position = position.play(mv);
        text
    });
    notation.collect()
}

/// The largest ply at which a node has ended.
fn deepest_ply(counters: &Counters) -> usize {
    let ends = End::ALL.into_iter();
    let plies = ends.map(|end| counters.ended_by_ply(end).len());
    plies.max().unwrap_or(0).saturating_sub(1)
}
