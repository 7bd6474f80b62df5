//! A search of a game that Plybench does not know, with a trace: two players take coins from the ends of a row in turn, and the one with
//! the larger sum wins. It has quiescence, extensions, a first guess at moves, a table and a driver with aspiration windows.
//!
//! `cargo run --example coins coins.trace 8 && plybench check-trace coins.trace`

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints its result"
)]

use std::{
    collections::HashMap,
    env,
    fs::File,
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use plybench_tracer::{Bound, Entry, Traced, Tracer};

const ROW: [i32; 16] = [3, 7, 2, 9, 4, 4, 1, 8, 6, 5, 9, 2, 7, 3, 8, 1];
/// A coin of this value is worth a search beyond the horizon.
const LARGE: i32 = 7;
const INFINITE: i32 = 1_000;

/// What is left of the row, and the difference of the sums for the side to move.
#[derive(Clone, Copy)]
struct Position {
    left: usize,
    right: usize,
    ahead: i32,
}

impl Position {
    fn coins(self) -> &'static [i32] {
        &ROW[self.left..self.right]
    }

    fn after(self, mv: &str) -> Position {
        let Position { left, right, ahead } = self;
        match mv {
            "left" => Position {
                left: left + 1,
                right,
                ahead: -(ahead + ROW[left]),
            },
            _ => Position {
                left,
                right: right - 1,
                ahead: -(ahead + ROW[right - 1]),
            },
        }
    }

    fn coin(self, mv: &str) -> i32 {
        self.after(mv).ahead.abs_diff(-self.ahead) as i32
    }

    fn key(self) -> u64 {
        (self.left as u64) << 40 | (self.right as u64) << 32 | u64::from(self.ahead as u32)
    }
}

/// A stored value, its depth and bound, and the best move.
type Stored = (i32, i32, Bound, Option<&'static str>);

struct Search<W> {
    trace: Tracer<W>,
    table: HashMap<u64, Stored>,
    nodes: u64,
}

impl<W: Write> Search<W> {
    fn leave(&mut self, value: i32, reason: &str) -> i32 {
        self.trace.leave(value, reason);
        value
    }

    fn entry(key: u64, (value, depth, bound, mv): Stored) -> Entry<'static> {
        Entry {
            key,
            value,
            depth,
            bound,
            mv,
        }
    }

    fn search(
        &mut self,
        mv: &str,
        position: Position,
        depth: i32,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        self.trace.enter(mv, depth, alpha, beta);
        self.nodes += u64::from(mv != "same");
        if position.coins().is_empty() {
            self.trace.evaluation(position.ahead);
            return self.leave(position.ahead, "evaluation");
        }
        let is_quiescence = depth <= 0;
        let (key, entered) = (position.key(), alpha);
        let mut best = -INFINITE;
        let mut first = None;
        if is_quiescence {
            best = position.ahead;
            self.trace.evaluation(best);
            if best >= beta {
                return self.leave(best, "evaluation");
            }
            alpha = alpha.max(best);
        } else {
            if let Some(&stored) = self.table.get(&key) {
                let (value, of_depth, bound, mv) = stored;
                self.trace.hit(Self::entry(key, stored));
                let settles = match bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha,
                };
                if of_depth >= depth && settles && self.nodes > 1 {
                    return self.leave(value, "table");
                }
                first = mv;
            }
            if first.is_none() && depth > 3 {
                // What to try first: the best move of a shorter search.
                self.trace.try_for("first-guess");
                self.search("same", position, depth - 2, (alpha, beta));
                first = self.table.get(&key).and_then(|stored| stored.3);
            }
        }
        let mut best_move = None;
        let moves = match first {
            Some("right") => ["right", "left"],
            _ => ["left", "right"],
        };
        for mv in moves {
            let coin = position.coin(mv);
            if is_quiescence && coin < LARGE {
                continue;
            }
            if position.coins().len() == 1 && mv == "right" {
                continue;
            }
            let extension = i32::from(!is_quiescence && coin == 9 && depth < 4);
            if extension > 0 {
                self.trace.extended(extension, "nine");
            }
            let below = if is_quiescence {
                0
            } else {
                depth - 1 + extension
            };
            let value = -self.search(mv, position.after(mv), below, (-beta, -alpha));
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        if !is_quiescence {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > entered => Bound::Exact,
                _ => Bound::Upper,
            };
            let stored = (best, depth, bound, best_move);
            self.trace.stored(Self::entry(key, stored));
            self.table.insert(key, stored);
        }
        self.leave(best, if best >= beta { "cut" } else { "moves" })
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, depth] = &arguments[..] else {
        eprintln!("usage: coins TRACE DEPTH");
        return ExitCode::from(2);
    };
    match run(path, depth.parse().unwrap_or(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(3)
        }
    }
}

fn run(path: &str, depth: i32) -> io::Result<()> {
    let root = format!("{ROW:?}").replace(' ', "");
    let traced = Traced {
        program: "coins.rs",
        game: "coins",
        root: &root,
        uses: "aspiration extensions quiescence table",
        mate: None,
    };
    let trace = Tracer::new(BufWriter::new(File::create(path)?), traced);
    let mut search = Search {
        trace,
        table: HashMap::new(),
        nodes: 0,
    };
    let position = Position {
        left: 0,
        right: ROW.len(),
        ahead: 0,
    };
    let mut guess = 0;
    for depth in 1..=depth {
        search.trace.iteration(depth);
        let mut window = (guess - 4, guess + 4);
        guess = loop {
            let value = search.search("-", position, depth, window);
            window = match value {
                value if value <= window.0 => (-INFINITE, window.1),
                value if value >= window.1 => (window.0, INFINITE),
                value => break value,
            };
            search.trace.again();
        };
        search.trace.end(guess, search.nodes);
        println!("depth {depth}: value {guess}, {} nodes", search.nodes);
    }
    search.trace.finish().map(drop)
}
