//! Games that have a name, and whose positions and moves can be written as text: what commands, experiment files and records need
//! beyond [`Game`].
//!
//! [`AnyPosition`] is a position of any of them behind one type. So everything that is generic over games is compiled once for chess,
//! whose speed matters most, and once for all other games, which include those that a calling program [registers](register).

use std::{
    borrow::Cow,
    fmt,
    sync::{PoisonError, RwLock},
};

use thiserror::Error;

use super::{
    CheckAnswer, Game, MoveClass, MoveKind, Solved, Structure, connect::Connect,
    explicit_tree::TreePosition, othello::Othello, uniform_tree::UniformPosition,
};
use crate::eval::Evaluation;

/// A game that commands can search.
///
/// Its moves are numbers below 65,535, different for the moves of a position: a square, a column, or a place in the list of moves.
/// [`Game::notation`] writes them for people. `examples/own_game.rs` of the crate `plybench` is a program with a game of its own.
pub trait NamedGame: Game<Move = u16> + Send + Sync + 'static {
    /// The first word of a position's text: lower-case letters, digits and hyphens.
    const NAME: &'static str;

    /// What follows the name, in a few words, such as `[ROWS X|O]`.
    const FORMAT: &'static str;

    /// The game and where its rules are from, in one sentence.
    const ABOUT: &'static str;

    /// Reads what follows the name in a position's text, without space around it. An empty text is the usual first position.
    ///
    /// # Errors
    /// What is wrong, and what to give instead.
    fn read(text: &str) -> Result<Self, String>;

    /// What follows the name in the position's text. [`NamedGame::read`] makes the same position of it.
    fn text(&self) -> String;

    /// The depth of a search of the whole game from this position: the most plies that it can go on for, and one more if it can end with
    /// a side that has no move, since a search sees this only where it looks for moves.
    fn height(&self) -> Option<u8> {
        None
    }

    /// How the position ends with perfect play, if the game knows this without a search: from a theorem, a table or a program of its
    /// own. `plybench dtm` prints it, `dtm = "oracle"` reads distances from it, and what `search --check` and, at the game's first
    /// position, `verify` search has to agree with it.
    fn solve(&self) -> Option<Solved> {
        None
    }

    /// The board for pages, row by row from the top with `/` between rows: `X` and `O` are men of the side that begins and of the other,
    /// `-` a free square, and any other character a man of its own. None if the game has no board of squares.
    fn squares(&self) -> Option<String> {
        None
    }

    /// Whether this is a tree of numbered moves instead of a game with a board.
    const IS_TREE: bool = false;

    /// This position behind the common type. A game of this crate has a variant of its own there, which needs no allocation.
    #[doc(hidden)]
    fn erased(self) -> AnyPosition {
        Kind::Own(Box::new(self)).into()
    }
}

/// A game that commands know by its name.
#[derive(Clone, Copy)]
pub struct KnownGame {
    /// The first word of a position's text.
    pub name: &'static str,
    /// What follows the name.
    pub format: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// Whether this is a tree of numbered moves instead of a game with a board.
    pub is_tree: bool,
    recognizes: fn(&str) -> bool,
    read: fn(&str) -> Result<AnyPosition, String>,
}

impl KnownGame {
    const fn of<G: NamedGame>() -> Self {
        KnownGame {
            name: G::NAME,
            format: G::FORMAT,
            about: G::ABOUT,
            is_tree: G::IS_TREE,
            recognizes: |text| after_name(text, G::NAME).is_some(),
            read: |text| {
                let rest = after_name(text, G::NAME).unwrap_or(text);
                let problem = |problem| match G::IS_TREE {
                    true => problem,
                    false => format!("{}: {problem}", G::NAME),
                };
                G::read(rest).map(AnyPosition::of).map_err(problem)
            },
        }
    }
}

impl KnownGame {
    /// Reads a position of this game.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn position(&self, text: &str) -> Result<AnyPosition, String> {
        (self.read)(&in_full(text))
    }
}

/// Short names, and the beginnings of texts that they stand for.
const SHORT: [(&str, &str); 2] = [
    ("tic-tac-toe", "connect 3x3 3 place"),
    ("connect-four", "connect 7x6 4 drop"),
];

/// A text without space around it, and without a short name.
fn in_full(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let mut all = SHORT.iter();
    let full = all.find_map(|(short, full)| Some(format!("{full} {}", after_name(text, short)?)));
    full.map_or(text.into(), |full| full.trim_end().to_owned().into())
}

/// What follows a name as the first word of a text.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(name)?;
    let is_whole_word = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_whole_word.then(|| rest.trim())
}

/// The games that come with this crate. Chess is not among them: its positions are FENs, which need no name.
const BUILT_IN: [KnownGame; 4] = [
    KnownGame::of::<Connect>(),
    KnownGame::of::<Othello>(),
    // Both are known by their form, and have no name in a text.
    KnownGame {
        recognizes: |text| text.starts_with('['),
        ..KnownGame::of::<TreePosition>()
    },
    KnownGame {
        recognizes: |text| text.starts_with("branching="),
        ..KnownGame::of::<UniformPosition>()
    },
];

/// The games that the calling program has registered.
static REGISTERED: RwLock<Vec<KnownGame>> = RwLock::new(Vec::new());

/// The most values of [`Game::history_index`] of a registered game.
pub const MOST_HISTORY: usize = 8192;

/// The most values of [`Game::arrival_index`] of a registered game.
pub const MOST_ARRIVALS: usize = 256;

/// Why a game cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegisterError {
    /// The name is taken.
    #[error("the name {0:?} is already used by a game; choose another name")]
    Taken(&'static str),
    /// A game cannot have this name.
    #[error("a game cannot be named {0:?}; use lower-case letters, digits and hyphens")]
    Name(&'static str),
    /// It has more values of an index than there is room for.
    #[error("game {0:?}: {1} is larger than {2}; combine moves under one index")]
    Large(&'static str, &'static str, usize),
}

/// Adds a game to the built-in ones.
///
/// # Errors
/// If its name is taken or cannot be one, or it has too many values of an index.
pub fn register<G: NamedGame>() -> Result<(), RegisterError> {
    let name = G::NAME;
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    // A FEN can begin with digits and letters, but not with such a word alone.
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_letter) {
        return Err(RegisterError::Name(name));
    }
    for (index, size, most) in [
        ("HISTORY_SIZE", G::HISTORY_SIZE, MOST_HISTORY),
        ("ARRIVALS", G::ARRIVALS, MOST_ARRIVALS),
    ] {
        if size > most {
            return Err(RegisterError::Large(name, index, most));
        }
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let known = BUILT_IN.iter().chain(&*registered).map(|known| known.name);
    let mut taken = known.chain(SHORT.map(|(short, _)| short));
    if taken.any(|known| known == name) {
        return Err(RegisterError::Taken(name));
    }
    registered.push(KnownGame::of::<G>());
    Ok(())
}

/// Every game besides chess: the built-in ones, then those that were registered.
#[must_use]
pub fn all() -> Vec<KnownGame> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    BUILT_IN.into_iter().chain(registered.clone()).collect()
}

/// The game that a text is a position of, which may be at fault; none if it is of no known game.
#[must_use]
pub fn game_of(text: &str) -> Option<KnownGame> {
    // The first word of a FEN has slashes, which no name has. Most texts are FENs, and data sets can have many.
    let mut word = text.trim_start().bytes();
    if word.find(|byte| byte.is_ascii_whitespace() || *byte == b'/') == Some(b'/') {
        return None;
    }
    let text = in_full(text);
    all().into_iter().find(|game| (game.recognizes)(&text))
}

/// Evaluates an expression with a reference to the position of whichever game this is.
macro_rules! each {
    (&$kind:expr, $position:ident => $value:expr) => {
        each!(&$kind, $position => $value, $position.as_ref())
    };
    (&mut $kind:expr, $position:ident => $value:expr) => {
        each!(&mut $kind, $position => $value, $position.as_mut())
    };
    ($kind:expr, $position:ident => $value:expr, $own:expr) => {
        match $kind {
            Kind::Connect($position) => $value,
            Kind::Othello($position) => $value,
            Kind::Explicit($position) => $value,
            Kind::Uniform($position) => $value,
            Kind::Own($position) => {
                let $position = $own;
                $value
            }
        }
    };
}

/// The methods of [`Game`] that can be called through a pointer, once for every trait and type that has them.
macro_rules! erase {
    ($(fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {
        /// A position behind a pointer.
        pub(super) trait Erased: Send + Sync {
            fn duplicate(&self) -> AnyPosition;
            fn visit(&self, kind: MoveKind, visit: &mut dyn FnMut(u16));
            fn visit_illegal(&self, kind: MoveKind, visit: &mut dyn FnMut(u16));
            fn advance(&mut self, mv: u16);
            fn passed(&self) -> Option<AnyPosition>;
            fn whole_text(&self) -> String;
            fn plies_left(&self) -> Option<u8>;
            fn solution(&self) -> Option<Solved>;
            fn drawn(&self) -> Option<String>;
            fn is_tree(&self) -> bool;
            $(fn $method(&self $(, $argument: $type)*) -> $result;)*
        }

        impl<G: NamedGame> Erased for G {
            fn duplicate(&self) -> AnyPosition {
                self.clone().erased()
            }

            fn visit(&self, kind: MoveKind, visit: &mut dyn FnMut(u16)) {
                self.for_each_move(kind, visit);
            }

            fn visit_illegal(&self, kind: MoveKind, visit: &mut dyn FnMut(u16)) {
                self.for_each_illegal_move(kind, visit);
            }

            fn advance(&mut self, mv: u16) {
                self.make(mv);
            }

            fn passed(&self) -> Option<AnyPosition> {
                self.pass().map(NamedGame::erased)
            }

            fn whole_text(&self) -> String {
                match G::IS_TREE {
                    true => self.text(),
                    false => format!("{} {}", G::NAME, self.text()).trim_end().to_owned(),
                }
            }

            fn plies_left(&self) -> Option<u8> {
                self.height()
            }

            fn solution(&self) -> Option<Solved> {
                self.solve()
            }

            fn drawn(&self) -> Option<String> {
                self.squares()
            }

            fn is_tree(&self) -> bool {
                G::IS_TREE
            }

            $(fn $method(&self $(, $argument: $type)*) -> $result {
                Game::$method(self $(, $argument)*)
            })*
        }

        impl Game for AnyPosition {
            type Move = u16;
            const HISTORY_SIZE: usize = MOST_HISTORY;
            const ARRIVALS: usize = MOST_ARRIVALS;

            fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u16)) {
                each!(&self.0, position => Erased::visit(position, kind, &mut visit));
            }

            fn for_each_illegal_move(&self, kind: MoveKind, mut visit: impl FnMut(u16)) {
                each!(&self.0, position => Erased::visit_illegal(position, kind, &mut visit));
            }

            fn play(&self, mv: u16) -> Self {
                let mut after = self.clone();
                after.make(mv);
                after
            }

            fn make(&mut self, mv: u16) {
                each!(&mut self.0, position => Erased::advance(position, mv));
            }

            fn pass(&self) -> Option<Self> {
                each!(&self.0, position => Erased::passed(position))
            }

            $(fn $method(&self $(, $argument: $type)*) -> $result {
                each!(&self.0, position => Erased::$method(position $(, $argument)*))
            })*
        }
    };
}

erase! {
    fn is_legal(&self, mv: u16) -> bool;
    fn has_legal_move(&self) -> bool;
    fn in_check(&self) -> bool;
    fn is_leaf(&self) -> bool;
    fn key(&self) -> u64;
    fn structure_key(&self, structure: Structure) -> Option<u64>;
    fn reversible_plies(&self) -> u8;
    fn evaluate(&self, evaluation: Evaluation) -> i32;
    fn classify(&self, mv: u16) -> MoveClass;
    fn history_index(&self, mv: u16) -> usize;
    fn arrival_index(&self, mv: u16) -> usize;
    fn exchange(&self, mv: u16) -> Option<i32>;
    fn recaptures(&self, mv: u16, before: u16) -> bool;
    fn nears_promotion(&self, mv: u16) -> bool;
    fn is_under_promotion(&self, mv: u16) -> bool;
    fn answer_to_check(&self, mv: u16) -> CheckAnswer;
    fn captured_material(&self) -> u8;
    fn pieces(&self) -> [u8; 2];
    fn notation(&self, mv: u16) -> String;
}

/// A position of any named game.
pub struct AnyPosition(Kind);

impl From<Kind> for AnyPosition {
    fn from(kind: Kind) -> Self {
        AnyPosition(kind)
    }
}

/// The games of this crate have variants of their own: a search makes many positions, and each would have to be allocated.
pub(super) enum Kind {
    Connect(Connect),
    Othello(Othello),
    Explicit(TreePosition),
    Uniform(UniformPosition),
    Own(Box<dyn Erased>),
}

impl AnyPosition {
    /// A position of a game behind the common type.
    #[must_use]
    pub fn of(position: impl NamedGame) -> Self {
        position.erased()
    }

    /// Reads a position of a built-in or registered game: its name and what [`NamedGame::read`] takes, or a tree. None if the text
    /// is of no such game; an error if it is of one, and at fault.
    #[must_use]
    pub fn read(text: &str) -> Option<Result<Self, String>> {
        Some(game_of(text)?.position(text))
    }

    /// The text that [`AnyPosition::read`] reads, with the name of the game.
    #[must_use]
    pub fn text(&self) -> String {
        each!(&self.0, position => Erased::whole_text(position))
    }

    /// The most plies that the game can go on for, if it has such a bound.
    #[must_use]
    pub fn height(&self) -> Option<u8> {
        each!(&self.0, position => Erased::plies_left(position))
    }

    /// How the position ends with perfect play, if its game knows this without a search.
    #[must_use]
    pub fn solve(&self) -> Option<Solved> {
        each!(&self.0, position => Erased::solution(position))
    }

    /// [`NamedGame::squares`].
    #[must_use]
    pub fn squares(&self) -> Option<String> {
        each!(&self.0, position => Erased::drawn(position))
    }

    /// Whether this is a tree of numbered moves instead of a game with a board.
    #[must_use]
    pub fn is_tree(&self) -> bool {
        each!(&self.0, position => Erased::is_tree(position))
    }

    /// The legal move with this [notation](Game::notation), letter case apart.
    #[must_use]
    pub fn find_move(&self, notation: &str) -> Option<u16> {
        let mut found = None;
        self.for_each_move(MoveKind::All, |mv| {
            if found.is_none() && self.notation(mv).eq_ignore_ascii_case(notation) {
                found = Some(mv);
            }
        });
        found
    }

    /// The leaves of the tree of all games to a depth, in plies: the usual test of move generation. A game that ended earlier as a
    /// [leaf](Game::is_leaf) counts one, and one that ended without moves none.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        if depth == 0 || self.is_leaf() {
            return 1;
        }
        let mut leaves = 0;
        self.for_each_move(MoveKind::All, |mv| {
            leaves += match depth {
                1 => 1,
                _ => self.play(mv).perft(depth - 1),
            };
        });
        leaves
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        each!(&self.0, position => Erased::duplicate(position))
    }
}

/// The same position of the same game, and of the same tree.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.text() == other.text()
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_writes_what_it_reads() {
        for text in [
            "connect 3x3 3 place x.o/.x./...",
            "connect 7x6 4 drop",
            "tic-tac-toe x../.../...",
            "othello",
            "[[3, 12, 8], [2, 4, 6]]",
            "branching=3 depth=4 spread=50 mated-share=0 best-first-share=0.5 seed=1",
        ] {
            let position = AnyPosition::read(text).unwrap().unwrap();
            let written = position.text();
            let again = AnyPosition::read(&written).unwrap().unwrap();
            assert_eq!(again.text(), written);
            assert_eq!(again.key(), position.key());
            assert_eq!(position.clone().text(), written);
        }
        assert!(AnyPosition::read("8/7K/8/8/8/8/R7/7k w - - 0 1").is_none());
        assert!(AnyPosition::read("othellos").is_none());
        let fault = AnyPosition::read("othello x").unwrap().unwrap_err();
        assert!(fault.starts_with("othello: "), "{fault}");
    }

    #[test]
    fn names_that_are_taken_or_no_names_are_refused() {
        macro_rules! game {
            ($name:literal, $arrivals:expr) => {{
                #[derive(Clone)]
                struct One;
                impl Game for One {
                    type Move = u16;
                    const ARRIVALS: usize = $arrivals;
                    fn for_each_move(&self, _: MoveKind, _: impl FnMut(u16)) {}
                    fn play(&self, _: u16) -> Self {
                        One
                    }
                    fn key(&self) -> u64 {
                        1
                    }
                    fn evaluate(&self, _: Evaluation) -> i32 {
                        0
                    }
                }
                impl NamedGame for One {
                    const NAME: &'static str = $name;
                    const FORMAT: &'static str = "";
                    const ABOUT: &'static str = "";
                    fn read(_: &str) -> Result<Self, String> {
                        Ok(One)
                    }
                    fn text(&self) -> String {
                        String::new()
                    }
                }
                register::<One>()
            }};
        }
        let short = RegisterError::Taken("tic-tac-toe");
        assert_eq!(game!("tic-tac-toe", 1), Err(short));
        assert_eq!(game!("othello", 1), Err(RegisterError::Taken("othello")));
        assert_eq!(game!("My", 1), Err(RegisterError::Name("My")));
        assert_eq!(game!("8", 1), Err(RegisterError::Name("8")));
        let large = RegisterError::Large("one", "ARRIVALS", MOST_ARRIVALS);
        assert_eq!(game!("one", 300), Err(large));
        assert_eq!(game!("one", 256), Ok(()));
        assert_eq!(game!("one", 1), Err(RegisterError::Taken("one")));
        assert_eq!(AnyPosition::read("one").unwrap().unwrap().text(), "one");
    }
}
