//! The names that numbers of the table of nodes stand for.

use std::collections::{BTreeMap, HashMap};

use plybench_checker::{game::NO_MOVE, trace::NOBODY};
use plybench_engine::techniques::BuiltIn;
use plybench_records::registered;

/// What the numbers of techniques and moves in [`Visits`](crate::visits::Visits) stand for. Searches that are compared share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    techniques: List,
    moves: Moves,
}

/// Names with their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct List {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl List {
    /// The number of a name, which is added if it is new; none if there are as many as a node has numbers for.
    fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&known) = self.numbers.get(name) {
            return Some(known);
        }
        let number = u16::try_from(self.names.len()).ok()?;
        if number == NO_MOVE {
            return None;
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }
}

/// What the number of a move stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Moves {
    /// A from square, a to square and a promotion.
    Chess,
    /// A name of this list. Searches of this program number moves as their game does, and leave it empty.
    Listed(List),
}

/// The names of all techniques of this program.
pub(crate) fn techniques() -> impl Iterator<Item = &'static str> {
    let registered = registered::registry().iter();
    let registered = registered.map(|entry| entry.info.name);
    BuiltIn::NAMES.iter().copied().chain(registered)
}

impl Names {
    /// Those of this program: its built-in techniques, then the registered ones; and the moves of chess, or numbers.
    #[must_use]
    pub fn new(is_chess: bool) -> Self {
        let mut known = List::default();
        for name in techniques() {
            known.number(name);
        }
        Names {
            techniques: known,
            moves: match is_chess {
                true => Moves::Chess,
                false => Moves::Listed(List::default()),
            },
        }
    }

    pub(crate) fn is_chess(&self) -> bool {
        self.moves == Moves::Chess
    }

    /// All names of techniques, by number.
    pub(crate) fn techniques(&self) -> &[String] {
        &self.techniques.names
    }

    /// The listed names of moves, by number.
    pub(crate) fn named_moves(&self) -> BTreeMap<u16, String> {
        match &self.moves {
            Moves::Chess => BTreeMap::new(),
            Moves::Listed(list) => (0..).zip(list.names.iter().cloned()).collect(),
        }
    }

    /// The name of a technique by its number.
    pub(crate) fn technique(&self, number: u8) -> Option<&str> {
        let name = || self.techniques.names.get(usize::from(number));
        (number != NOBODY).then(|| name().map_or("unknown technique", String::as_str))
    }

    /// Through which technique, if any.
    pub(crate) fn by(&self, number: u8) -> String {
        let name = self.technique(number);
        name.map_or_else(String::new, |name| format!(" by {name}"))
    }

    /// The number of a technique of another program, which gets one if it has none; none if there are too many.
    pub(crate) fn number_of_technique(&mut self, name: &str) -> Option<u8> {
        let number = self.techniques.number(name)?;
        u8::try_from(number).ok().filter(|&number| number != NOBODY)
    }

    /// The same for a move; none if it is none of chess.
    pub(crate) fn number_of_move(&mut self, name: &str) -> Option<u16> {
        match &mut self.moves {
            Moves::Chess => chess_move(name),
            Moves::Listed(list) => list.number(name),
        }
    }
}

/// A move in UCI's notation as a number: from square, to square and promotion, in 6, 6 and 3 bits.
fn chess_move(name: &str) -> Option<u16> {
    let square = |file: u8, rank: u8| {
        let is_one = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        is_one.then(|| u16::from(rank - b'1') * 8 + u16::from(file - b'a'))
    };
    let (squares, promotion) = name.as_bytes().split_at_checked(4)?;
    let promotion = match promotion {
        [] => 0,
        b"n" => 1,
        b"b" => 2,
        b"r" => 3,
        b"q" => 4,
        _ => return None,
    };
    let from = square(squares[0], squares[1])?;
    let to = square(squares[2], squares[3])?;
    Some(from << 9 | to << 3 | promotion)
}
