//! MTD(f) with a table, history, check extension and late move reduction, written by hand: one
//! recursive function for this game and these options, without observers, technique hooks or
//! switches. The board, the table and the move list are the library's.

use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveClass, MoveKind, chess::Chess},
    ordering::{MoveStack, OrderingOptions, Ties},
    score::Score,
    search::{DrawRules, FailMode, RootDriver, SearchOptions},
    table::{Bound, Entry, Replacement, Table, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, check_extension::CheckExtension, late_move_reduction::LateMoveReduction,
    },
    units::{Depth, MAX_PLY, Ply},
    variants::PLAIN,
    window::Window,
};

/// The same search as options of the library.
pub(crate) const OPTIONS: SearchOptions = SearchOptions {
    fail: FailMode::Soft,
    driver: RootDriver::Mtdf,
    evaluation: Evaluation::MopUp,
    ordering: OrderingOptions {
        table_move: true,
        mvv_lva: true,
        killers: false,
        history: true,
        ties: Ties::Random(30),
        ..OrderingOptions::NONE
    },
    draws: DrawRules {
        repetition: false,
        ..PLAIN.options.draws
    },
    table: TableOptions {
        size: TableSize::Entries(393_216),
        replacement: Replacement::Always,
        probe_at_horizon: true,
        ..PLAIN.options.table
    },
    techniques: BuiltIn {
        check_extension: Some(Limited::everywhere(CheckExtension::DEFAULT)),
        late_move_reduction: Some(Limited::everywhere(LateMoveReduction::DEFAULT)),
        ..BuiltIn::OFF
    },
    ..PLAIN.options
};

type Move = <Chess as Game>::Move;

/// The number of children made together if the first move does not cause a cutoff.
const AHEAD: usize = 12;

struct Searcher {
    table: Table<Move>,
    history: Vec<u32>,
    moves: MoveStack<Move>,
    /// The children that were made ahead, by ply.
    children: Vec<Vec<Chess>>,
    pv: Vec<Vec<Move>>,
    nodes: u64,
    /// The node count at which the stop flag is polled next, as in any search that can be stopped.
    next_poll: u64,
    stopped: bool,
}

/// Nodes entered by iterations 1 to `depth`.
pub(crate) fn search(root: &Chess, depth: u8) -> u64 {
    let mut searcher = Searcher {
        table: Table::new(OPTIONS.table).expect("a table of 6 MiB"),
        history: vec![0; Chess::HISTORY_SIZE],
        moves: MoveStack::with_capacity(16_384),
        children: (0..MAX_PLY + 2)
            .map(|_| Vec::with_capacity(AHEAD))
            .collect(),
        pv: vec![Vec::new(); MAX_PLY + 2],
        nodes: 0,
        next_poll: 4096,
        stopped: false,
    };
    let mut value = Score::evaluation(0);
    for depth in 1..=depth {
        let (mut lower, mut upper) = (-Score::INFINITE, Score::INFINITE);
        while lower < upper {
            let beta = if value == lower {
                value.just_above()
            } else {
                value
            };
            let window = Window::null_below(beta);
            value = searcher.node(root, Ply::ROOT, Depth::new(depth), window);
            if window.fails_low(value) {
                upper = value;
            } else {
                lower = value;
            }
        }
    }
    searcher.nodes
}

impl Searcher {
    fn node(&mut self, position: &Chess, ply: Ply, depth: Depth, mut window: Window) -> Score {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.next_poll += 4096;
            self.stopped = self.nodes == u64::MAX;
        }
        self.pv[ply.index()].clear();
        let is_root = ply == Ply::ROOT;
        let in_check = position.in_check();
        let key = position.key();
        let fifty = position.reversible_plies() >= 100;
        if !is_root && fifty && (!in_check || position.has_legal_move()) {
            return Score::evaluation(0);
        }
        let mut table_move = None;
        if let Some(entry) = self.table.probe(key) {
            table_move = entry.best_move();
            if !is_root
                && let value = entry.score(ply)
                && entry.bound().settles(value, window)
                && entry.depth() >= depth
            {
                return value;
            }
        }
        if depth.is_horizon() || ply.index() >= MAX_PLY {
            return Score::evaluation(position.evaluate(Evaluation::MopUp));
        }
        let start = self.moves.top();
        let tables = table_move.filter(|&mv| position.is_legal(mv));
        match tables {
            Some(mv) => self.moves.push(mv),
            None => self.generate(position, key, table_move),
        }
        let asked = window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut children = std::mem::take(&mut self.children[ply.index()]);
        let mut first = 0;
        for number in 0.. {
            if number == 1 && tables.is_some() {
                self.moves.truncate(start);
                self.generate(position, key, table_move);
                self.moves.pick(start, 0);
            }
            let Some(mv) = self.moves.pick(start, number) else {
                break;
            };
            if number - first == children.len() {
                let (moves, table) = (&self.moves, &self.table);
                let some = if number == 0 { 1 } else { AHEAD };
                first = number;
                children.clear();
                for mv in moves.following(start, number).take(some) {
                    children.push(position.clone());
                    if let Some(child) = children.last_mut() {
                        child.make(mv);
                        table.prefetch(child.key());
                    }
                }
            }
            let child = &children[number - first];
            let gives_check = child.in_check();
            let below = depth.less(1).more(u8::from(gives_check));
            let reduced = depth.plies() >= 3
                && number >= 3
                && !gives_check
                && !in_check
                && position.classify(mv) == MoveClass::Quiet;
            let first = below.less(u8::from(reduced));
            let mut value = -self.node(child, ply.next(), first, window.flipped());
            if reduced && !window.fails_low(value) {
                value = -self.node(child, ply.next(), below, window.flipped());
            }
            if self.stopped {
                self.moves.truncate(start);
                return best;
            }
            if value > best {
                best = value;
                if value > window.alpha() {
                    best_move = Some(mv);
                    if is_root || !asked.is_null() {
                        let (head, tail) = self.pv.split_at_mut(ply.index() + 1);
                        head[ply.index()].clear();
                        head[ply.index()].push(mv);
                        head[ply.index()].extend_from_slice(&tail[0]);
                    }
                    if window.fails_high(value) {
                        self.reward(position, mv, depth);
                        break;
                    }
                    window.raise_alpha(value);
                }
            }
        }
        children.clear();
        self.children[ply.index()] = children;
        let generated = self.moves.top() - start;
        self.moves.truncate(start);
        if generated == 0 {
            return if in_check {
                Score::mated_in(ply.plies())
            } else {
                Score::evaluation(0)
            };
        }
        let bound = Bound::of(best, asked);
        let entry = Entry::new(
            key,
            best.at_node(ply),
            depth,
            bound,
            best_move.or(table_move),
        );
        self.table.store(entry);
        best
    }

    fn generate(&mut self, position: &Chess, key: u64, table_move: Option<Move>) {
        let start = self.moves.top();
        let (moves, history) = (&mut self.moves, &self.history);
        position.for_each_move(MoveKind::All, |mv| moves.push(mv));
        moves.rank(start, |number, mv| {
            let rank = rank(position, history, mv, table_move);
            (rank, shuffle(key, number))
        });
    }

    fn reward(&mut self, position: &Chess, mv: Move, depth: Depth) {
        if position.classify(mv) != MoveClass::Quiet {
            return;
        }
        let plies = u32::from(depth.plies());
        let score = &mut self.history[position.history_index(mv)];
        *score += plies * plies;
        if *score > 1 << 20 {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

fn rank(position: &Chess, history: &[u32], mv: Move, table_move: Option<Move>) -> u32 {
    if table_move.is_some_and(|best| best == mv) {
        return 0x0060_0000;
    }
    match position.classify(mv) {
        MoveClass::Tactical(gain) => 0x0040_0000 | u32::from(gain),
        MoveClass::Quiet => history[position.history_index(mv)].min(0x001F_FFFF),
    }
}

fn shuffle(key: u64, number: usize) -> u8 {
    let mut x = key ^ 30u64.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) << 17;
    for _ in 0..2 {
        x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    (x >> 56) as u8
}
