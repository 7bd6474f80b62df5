//! The lines of a GUI as commands.
//!
//! The protocol is the Universal Chess Interface of R. Huber and S. Meyer-Kahlen (2000, revised 2006). Words that it does not define are
//! skipped, as it demands, so no line is an error here.

use std::iter::Peekable;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Name and options are wanted.
    Uci,
    /// An answer is wanted once everything before has been done.
    IsReady,
    /// The next search belongs to another game.
    NewGame,
    /// `setoption`: an option's name and its value, which a button has not.
    Option { name: String, value: String },
    /// The position to search, with the moves that led to it. Without a FEN it is the initial position of chess.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// A search is wanted.
    Go(Box<Go>),
    /// The search is to end.
    Stop,
    /// The opponent has played the move that was pondered on.
    PonderHit,
    /// The program is to end.
    Quit,
}

/// What `go` says of a search. Times are in milliseconds, White's first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) search_moves: Vec<String>,
    pub(crate) is_ponder: bool,
    pub(crate) is_infinite: bool,
    pub(crate) depth: Option<u64>,
    pub(crate) nodes: Option<u64>,
    /// The moves of the mate that is searched for.
    pub(crate) mate: Option<u64>,
    pub(crate) movetime: Option<u64>,
    pub(crate) time: [Option<u64>; 2],
    pub(crate) increment: [Option<u64>; 2],
    pub(crate) moves_to_go: Option<u64>,
}

impl Command {
    /// The command of a line; none if the protocol does not define it.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        loop {
            return Some(match words.next()? {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "setoption" => option(words)?,
                "position" => position(words)?,
                "go" => Command::Go(Box::new(go(words))),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                // What they are about does not concern a search.
                "debug" | "register" => return None,
                _ => continue,
            });
        }
    }
}

/// The words up to one of these, or to the end.
fn until<'l>(words: &mut Peekable<impl Iterator<Item = &'l str>>, ends: &[&str]) -> String {
    let mut found = Vec::new();
    while let Some(word) = words.next_if(|word| !ends.contains(word)) {
        found.push(word);
    }
    found.join(" ")
}

fn option<'l>(words: impl Iterator<Item = &'l str>) -> Option<Command> {
    let mut words = words.peekable();
    until(&mut words, &["name"]);
    words.next()?;
    let name = until(&mut words, &["value"]);
    words.next();
    let value = until(&mut words, &[]);
    Some(Command::Option { name, value })
}

fn position<'l>(words: impl Iterator<Item = &'l str>) -> Option<Command> {
    let mut words = words.peekable();
    until(&mut words, &["startpos", "fen"]);
    let fen = match words.next()? {
        "fen" => Some(until(&mut words, &["moves"])),
        _ => None,
    };
    until(&mut words, &["moves"]);
    let moves = words.skip(1).map(str::to_owned).collect();
    Some(Command::Position { fen, moves })
}

/// The words after which `go` expects something else than a move.
const LIMITS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

fn go<'l>(words: impl Iterator<Item = &'l str>) -> Go {
    let (mut go, mut words) = (Go::default(), words.peekable());
    while let Some(word) = words.next() {
        let limit = match word {
            "searchmoves" => {
                let moves = until(&mut words, &LIMITS);
                let moves = moves.split(' ').filter(|mv| !mv.is_empty());
                go.search_moves.extend(moves.map(str::to_owned));
                continue;
            }
            "ponder" => {
                go.is_ponder = true;
                continue;
            }
            "infinite" => {
                go.is_infinite = true;
                continue;
            }
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.movetime,
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            _ => continue,
        };
        if let Some(number) = words.peek().and_then(|word| number(word)) {
            *limit = Some(number);
            words.next();
        }
    }
    go
}

/// A whole number; 0 for one below it (a clock can have run out), and the largest for one that is too large.
fn number(word: &str) -> Option<u64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match sign {
        true => 0,
        false => digits.parse().unwrap_or(u64::MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match Command::parse(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_read_whatever_stands_before_them() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("  isready \r", Command::IsReady),
            ("joho ucinewgame", Command::NewGame),
            ("stop now", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
        ] {
            assert_eq!(Command::parse(line), Some(command), "{line}");
        }
        for none in [
            "",
            " ",
            "joho",
            "debug on",
            "register later",
            "setoption",
            "position",
            "\u{0}",
        ] {
            assert_eq!(Command::parse(none), None, "{none}");
        }
    }

    #[test]
    fn names_and_values_of_options_can_have_spaces() {
        let option = |name: &str, value: &str| {
            let (name, value) = (name.to_owned(), value.to_owned());
            Some(Command::Option { name, value })
        };
        for (line, read) in [
            (
                "setoption name Move Overhead value 10",
                option("Move Overhead", "10"),
            ),
            (
                "setoption name size value { entries = 64 }",
                option("size", "{ entries = 64 }"),
            ),
            ("setoption name Clear Hash", option("Clear Hash", "")),
            ("setoption name a value value b", option("a", "value b")),
        ] {
            assert_eq!(Command::parse(line), read, "{line}");
        }
    }

    #[test]
    fn positions_have_a_fen_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            let fen = fen.map(str::to_owned);
            Some(Command::Position { fen, moves })
        };
        for (line, read) in [
            ("position startpos", position(None, &[])),
            (
                "position startpos moves e2e4 e7e5",
                position(None, &["e2e4", "e7e5"]),
            ),
            ("position fen 8/8 w - -", position(Some("8/8 w - -"), &[])),
            (
                "position fen 8/8  w moves a1a2",
                position(Some("8/8 w"), &["a1a2"]),
            ),
            ("position fen", position(Some(""), &[])),
        ] {
            assert_eq!(Command::parse(line), read, "{line}");
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = go_of(
            "go ponder wtime 100 btime -5 winc 1 binc 2 movestogo 40 searchmoves e2e4 d2d4 depth 7 nodes 8 mate 9 movetime 10",
        );
        assert!(go.is_ponder && !go.is_infinite);
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(
            (go.time, go.increment),
            ([Some(100), Some(0)], [Some(1), Some(2)])
        );
        let limits = [go.moves_to_go, go.depth, go.nodes, go.mate, go.movetime];
        assert_eq!(limits, [40, 7, 8, 9, 10].map(Some));
        assert!(go_of("go infinite").is_infinite);
        assert_eq!(go_of("go depth x joho nodes 5").nodes, Some(5));
        assert_eq!(go_of("go depth"), Go::default());
        let huge = go_of("go nodes 99999999999999999999999");
        assert_eq!(huge.nodes, Some(u64::MAX));
    }
}
