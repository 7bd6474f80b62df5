//! The conversation: commands in the order of their lines, and a search beside them.
//!
//! One loop waits for whatever comes next: a line, the end of the search, or the end of its time. A thread reads the lines, and each
//! search has a thread, so that `isready` and `stop` are answered while one is running.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use cozy_chess::Color;
use plybench_engine::{
    game::{
        Game, MoveKind,
        chess::{Chess, ChessMove},
    },
    score::Score,
    search::Memory,
    techniques::{BuiltIn, MateDistance},
    units::MAX_DEPTH,
};
use plybench_experiment::{run::STACK_BYTES, spec::Settings};
use plybench_games::{PlayedGame, read_uci};
use plybench_text::{echo, escape};

use super::{
    clock::Budget,
    command::{Command, Go},
    info,
    input::{Line, next_line},
    options::Options,
    search::{Control, Task},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Answers the lines of `input` until `quit` or its end. `write` gets a line at a time, with its line feed, from any thread.
///
/// # Errors
/// The first error of `write`.
pub fn serve(
    input: impl BufRead + Send + 'static,
    write: impl FnMut(&str) -> io::Result<()> + Send + 'static,
    options: Options,
) -> io::Result<()> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // It may wait for a line that never comes, so nothing waits for it.
    thread::Builder::new().spawn(move || read(input, &lines))?;
    let out = Arc::new(Out(Mutex::new((Box::new(write), Ok(())))));
    let mut session = Session {
        out: Arc::clone(&out),
        options,
        game: Chess::from_fen(START).ok().map(PlayedGame::of),
        memory: Memory::default(),
        kept_for: None,
        running: None,
        events,
        sender,
        later: VecDeque::new(),
    };
    session.converse();
    session.end_search();
    let mut state = out.state();
    mem::replace(&mut state.1, Ok(()))
}

fn read(mut input: impl BufRead, lines: &Sender<Event>) {
    while let Some(line) = next_line(&mut input) {
        if lines.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = lines.send(Event::End);
}

type Write = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

/// Where the lines of all threads go. After an error nothing more is written.
struct Out(Mutex<(Write, io::Result<()>)>);

impl Out {
    fn state(&self) -> MutexGuard<'_, (Write, io::Result<()>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, line: &str) {
        let mut state = self.state();
        if state.1.is_ok() {
            state.1 = (state.0)(&format!("{line}\n"));
        }
    }

    fn has_failed(&self) -> bool {
        self.state().1.is_err()
    }
}

/// What the loop waits for.
enum Event {
    Line(Line),
    /// The end of the input.
    End,
    /// A search has ended: its memory, and the line that answers.
    Finished(Box<Memory<ChessMove>>, String),
}

/// A search that has not been answered yet.
struct Running {
    control: Arc<Control>,
    budget: Budget,
    /// When it is stopped.
    until: Option<Instant>,
    /// Whether the answer is held back until `stop` or `ponderhit`.
    is_held: bool,
    /// Whether `ponderhit` ends that.
    is_ponder: bool,
    /// The answer, once the search has ended.
    answer: Option<String>,
}

struct Session {
    out: Arc<Out>,
    options: Options,
    /// The position to search; none after one that was not legal.
    game: Option<PlayedGame>,
    /// The memory of the next search.
    memory: Memory<ChessMove>,
    /// The settings and the side to move that it keeps a table for, if it keeps one.
    kept_for: Option<(Settings, Color)>,
    running: Option<Running>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Events that came while something else was waited for.
    later: VecDeque<Event>,
}

impl Session {
    fn converse(&mut self) {
        while !self.out.has_failed() {
            match self.next() {
                Event::End => return,
                Event::Finished(memory, answer) => self.finished(*memory, answer),
                Event::Line(Line::TooLong) => self.note("a line was too long, and is ignored"),
                Event::Line(Line::Text(line)) => match Command::parse(&line) {
                    Some(Command::Quit) => return,
                    Some(command) => self.execute(command),
                    None => {}
                },
            }
        }
    }

    /// The next event. Meanwhile the search is stopped when its time is over.
    fn next(&mut self) -> Event {
        if let Some(event) = self.later.pop_front() {
            return event;
        }
        loop {
            let until = self.running.as_ref().and_then(|running| running.until);
            let event = match until {
                // This session has a sender itself, so there is always one.
                None => self
                    .events
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => {
                    let time = until.saturating_duration_since(Instant::now());
                    // Once its time is over, the search is asked every millisecond whether it has a line.
                    let time = time.max(Duration::from_millis(1));
                    self.events.recv_timeout(time)
                }
            };
            match event {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(running) = &mut self.running
                        && until
                            .is_some_and(|until| running.control.ends(until, running.budget.grace))
                    {
                        running.control.stop();
                        running.until = None;
                    }
                }
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.out.tell("readyok"),
            Command::NewGame => {
                self.end_search();
                self.memory = Memory::default();
                self.kept_for = None;
            }
            Command::Option { name, value } => {
                if let Err(problem) = self.options.set(&name, &value) {
                    self.note(&problem);
                }
            }
            Command::Position { fen, moves } => match game(fen.as_deref(), &moves) {
                Ok(game) => self.game = Some(game),
                Err(problem) => {
                    self.game = None;
                    self.note(&problem);
                }
            },
            Command::Go(go) => {
                self.end_search();
                self.go(&go);
            }
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.control.stop();
                }
                self.release();
            }
            Command::PonderHit => self.ponder_hit(),
            // It ends the loop.
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let lines = format!(
            "id name {}\nid author The Plybench developers\n{}uciok",
            self.options.name(),
            self.options.offers()
        );
        self.out.tell(&lines);
    }

    /// Tells something to humans.
    fn note(&self, text: &str) {
        let text = escape::plain(&text.replace(['\n', '\r'], " "));
        self.out.tell(&format!("info string {text}"));
    }

    fn go(&mut self, go: &Go) {
        let Some(game) = self.game.clone() else {
            self.note("there is no position to search: the last one was not legal");
            self.out.tell("bestmove (none)");
            return;
        };
        let root = game.position().clone();
        let side = root.board().side_to_move();
        let budget = Budget::of(go, side == Color::White, self.options.overhead);
        let is_limited = go.depth.or(go.nodes).or(go.mate).is_some() || budget.hard.is_some();
        self.running = Some(Running {
            control: Arc::new(Control::new()),
            budget,
            until: None,
            is_held: go.is_infinite || go.is_ponder || !is_limited,
            is_ponder: go.is_ponder && !go.is_infinite && is_limited,
            answer: None,
        });
        if !root.has_legal_move() {
            let value = match root.in_check() {
                true => Score::mated_in(0),
                false => Score::evaluation(0),
            };
            let score = info::score(value);
            self.out.tell(&format!("info depth 0 score {score}"));
            let memory = mem::take(&mut self.memory);
            return self.finished(memory, "bestmove (none)".to_owned());
        }
        if !go.is_ponder {
            self.start_clock();
        }
        let task = Task {
            only: self.only(&root, &go.search_moves),
            game,
            settings: self.options.settings().clone(),
            lines: self.options.lines,
            depth: depth(go, budget, self.options.settings()),
            nodes: go.nodes,
            mate: go.mate,
        };
        self.start(task, side);
    }

    /// The moves that a search is limited to.
    fn only(&self, root: &Chess, texts: &[String]) -> Vec<ChessMove> {
        let mut only = Vec::new();
        for text in texts {
            match read_uci(root, text) {
                Some(mv) => only.push(mv),
                None => self.note(&format!(
                    "searchmoves: {:?} is not legal here, and is left out",
                    echo(text)
                )),
            }
        }
        only
    }

    /// Begins a search in the memory of the one before, which keeps its table only if that was asked for and is sound.
    fn start(&mut self, task: Task, side: Color) {
        if self.options.keeps_table {
            let kept_for = Some((task.settings.clone(), side));
            if self.kept_for != kept_for {
                self.memory = Memory::keeping_the_table();
                self.kept_for = kept_for;
            }
        } else if self.kept_for.take().is_some() {
            self.memory = Memory::default();
        }
        let Some(running) = &self.running else {
            return;
        };
        let (control, out) = (Arc::clone(&running.control), Arc::clone(&self.out));
        let sender = self.sender.clone();
        let mut memory = Box::new(mem::take(&mut self.memory));
        let any = task.game.position().clone();
        let started = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let tell = |line: &str| {
                    out.tell(line);
                    // Nobody reads what it would find.
                    if out.has_failed() {
                        control.stop();
                    }
                };
                let answer = task.search(&mut memory, &control, &tell);
                let _ = sender.send(Event::Finished(memory, answer));
            });
        if let Err(error) = started {
            self.note(&format!("cannot start a thread: {error}"));
            self.kept_for = None;
            let mut first = None;
            any.for_each_move(MoveKind::All, |mv| {
                first.get_or_insert(mv);
            });
            let answer = first.map_or("(none)".to_owned(), |mv| any.notation(mv));
            self.finished(Memory::default(), format!("bestmove {answer}"));
        }
    }

    fn start_clock(&mut self) {
        let Some(running) = &mut self.running else {
            return;
        };
        if let Some(soft) = running.budget.soft {
            running.control.begin_none_after(soft);
        }
        let hard = running.budget.hard;
        running.until = hard.and_then(|hard| Instant::now().checked_add(hard));
    }

    fn ponder_hit(&mut self) {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.is_ponder)
        {
            self.start_clock();
            self.release();
        }
    }

    /// Answers as soon as the search has ended.
    fn release(&mut self) {
        if let Some(running) = &mut self.running {
            running.is_held = false;
            if let Some(answer) = running.answer.take() {
                self.out.tell(&answer);
                self.running = None;
            }
        }
    }

    fn finished(&mut self, memory: Memory<ChessMove>, answer: String) {
        self.memory = memory;
        if let Some(running) = &mut self.running {
            running.until = None;
            running.answer = Some(answer);
            if !running.is_held {
                self.release();
            }
        }
    }

    /// Ends the search, if there is one, and answers.
    fn end_search(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        self.release();
        while self.running.is_some() {
            match self.events.recv() {
                Ok(Event::Finished(memory, answer)) => self.finished(*memory, answer),
                Ok(event) => self.later.push_back(event),
                Err(_) => return,
            }
        }
    }
}

/// The last depth of a search. At depth 2 N, a search without reductions and pruning has seen every mate in N moves; others search on.
fn depth(go: &Go, budget: Budget, settings: &Settings) -> u8 {
    let techniques = BuiltIn {
        mate_distance: MateDistance::Off,
        ..settings.search.techniques
    };
    let is_full_width = techniques == BuiltIn::OFF && settings.registered.is_empty();
    let is_limited = go.nodes.is_some() || budget.hard.is_some() || go.is_infinite;
    let of_mate = go.mate.filter(|_| is_full_width && !is_limited);
    let depth = go.depth.or(of_mate.map(|moves| moves.saturating_mul(2)));
    let depth = depth.unwrap_or(MAX_DEPTH.into());
    u8::try_from(depth).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
}

/// The game of a `position` command. Rules that draw a game do not end it here: that is for the GUI to say.
fn game(fen: Option<&str>, moves: &[String]) -> Result<PlayedGame, String> {
    let start = Chess::from_fen(fen.unwrap_or(START));
    let start = start.map_err(|error| format!("the position is not legal: {error}"))?;
    let mut game = PlayedGame::of(start);
    for (number, text) in (1..).zip(moves) {
        let mv = read_uci(game.position(), text).ok_or_else(|| {
            format!(
                "move {number}, {:?}, is not legal in {}",
                echo(text),
                game.position().fen()
            )
        })?;
        game.play(mv);
    }
    Ok(game)
}
