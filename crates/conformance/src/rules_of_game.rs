//! Whether a game keeps what a search relies on. The checker of steps takes positions, keys and values from the game on trust; here the game
//! itself is looked at, in random games from a position.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use plybench_engine::{
    eval::Evaluation,
    game::{
        Game, MoveKind, Solved,
        named::{AnyPosition, MOST_ARRIVALS, MOST_HISTORY},
    },
    score::MAX_EVALUATION,
};
use rand::{RngExt, SeedableRng};
use thiserror::Error;

/// A rule that a game breaks, with the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {problem}")]
pub struct Broken {
    /// The text of the position.
    pub position: String,
    /// What is wrong.
    pub problem: String,
}

/// The most plies of a random game.
const LONGEST: usize = 300;

/// Plays random games until so many positions have been looked at, and returns how many different ones there were.
///
/// # Errors
/// The first rule that is broken.
pub fn check(root: &AnyPosition, positions: usize) -> Result<usize, Broken> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut texts: HashMap<u64, String> = HashMap::new();
    let mut looked_at = 0;
    while looked_at < positions {
        let mut position = root.clone();
        for ply in 0..LONGEST {
            let broken = |problem| Broken {
                position: position.text(),
                problem,
            };
            look_at(&position, &mut texts).map_err(broken)?;
            looked_at += 1;
            // A search sees that a side has no move only where it has a ply left to look for one.
            let is_too_deep = |height: &u8| ply >= usize::from(*height) && !position.is_leaf();
            if let Some(height) = root.height().filter(is_too_deep) {
                return Err(broken(format!(
                    "a search of height() plies, which is {height} at {}, does not see the end of the game",
                    root.text()
                )));
            }
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.random_range(0..moves.len())]);
        }
    }
    Ok(texts.len())
}

/// The moves of a position: none if the game is over.
fn moves(position: &AnyPosition) -> Vec<u16> {
    let mut moves = Vec::new();
    if !position.is_leaf() {
        position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    }
    moves
}

/// Looks at one position. `texts` has those of the positions before, by their keys.
fn look_at(position: &AnyPosition, texts: &mut HashMap<u64, String>) -> Result<(), String> {
    let (text, key) = (position.text(), position.key());
    let again = match AnyPosition::read(&text) {
        Some(Ok(again)) => again,
        Some(Err(problem)) => {
            return Err(format!("read() does not take what text() gives: {problem}"));
        }
        None => return Err("no game reads what text() gives".to_owned()),
    };
    let value = |position: &AnyPosition| position.evaluate(Evaluation::Zero);
    let list = moves(position);
    let is_same = again.key() == key
        && again.text() == text
        && moves(&again) == list
        && again.is_leaf() == position.is_leaf()
        && again.in_check() == position.in_check()
        && value(&again) == value(position);
    if !is_same {
        let read = again.text();
        return Err(format!(
            "read() makes another position of what text() gives, {read}: its key, moves, value or end are different"
        ));
    }
    if let Some(other) = texts
        .insert(key, text.clone())
        .filter(|other| *other != text)
    {
        return Err(format!("{other} has the same key()"));
    }
    if value(position).abs() > i32::from(MAX_EVALUATION) {
        return Err(format!(
            "evaluate() is {}, beyond ±{MAX_EVALUATION}",
            value(position)
        ));
    }
    if position.has_legal_move() == list.is_empty() && !position.is_leaf() {
        return Err("has_legal_move() and for_each_move() differ".to_owned());
    }
    let mut names = HashMap::new();
    for &mv in &list {
        let name = position.notation(mv);
        if let Some(other) = names.insert(name.to_lowercase(), mv) {
            return Err(match other == mv {
                true => format!("for_each_move() visits {name} twice"),
                false => format!("two moves are written {name}"),
            });
        }
        if !position.is_legal(mv) {
            return Err(format!(
                "is_legal() denies {name}, which for_each_move() visits"
            ));
        }
        for (what, index, most) in [
            ("history_index", position.history_index(mv), MOST_HISTORY),
            ("arrival_index", position.arrival_index(mv), MOST_ARRIVALS),
        ] {
            if index >= most {
                return Err(format!(
                    "{what}() of {name} is {index}; it must be below {most}"
                ));
            }
        }
    }
    solution(position, &list)
}

/// What the game knows of a position has to follow from what it knows of those after each move.
fn solution(position: &AnyPosition, moves: &[u16]) -> Result<(), String> {
    let Some(known) = position.solve() else {
        return Ok(());
    };
    let follows = if moves.is_empty() {
        match position.in_check() && !position.is_leaf() {
            true => Solved::Loss(Some(0)),
            false if position.is_leaf() => Solved::Points(position.evaluate(Evaluation::Zero)),
            false => Solved::DRAW,
        }
    } else {
        let after: Option<Vec<Solved>> =
            moves.iter().map(|&mv| position.play(mv).solve()).collect();
        let Some(best) = after.and_then(|after| after.into_iter().map(before).max_by_key(rank))
        else {
            return Ok(());
        };
        best
    };
    let has_distances = known.plies().is_some() && follows.plies().is_some();
    let is_same = match has_distances {
        true => known == follows,
        false => rank(&known).0 == rank(&follows).0,
    };
    match is_same {
        true => Ok(()),
        false => Err(format!(
            "solve() says {known}, but {follows} follows from the moves"
        )),
    }
}

/// What a move is worth that leads to a position with this end.
fn before(after: Solved) -> Solved {
    let later = |plies: Option<u16>| Some(plies?.saturating_add(1));
    match after {
        Solved::Win(plies) => Solved::Loss(later(plies)),
        Solved::Loss(plies) => Solved::Win(later(plies)),
        Solved::Points(points) => Solved::Points(-points),
    }
}

/// The larger the better for the side to move; a sooner win is better, and a later loss.
fn rank(solved: &Solved) -> (i64, i64) {
    let plies = i64::from(solved.plies().unwrap_or(0));
    match solved {
        Solved::Win(_) => (i64::MAX, -plies),
        Solved::Loss(_) => (i64::MIN, plies),
        Solved::Points(points) => (i64::from(*points), 0),
    }
}

#[cfg(test)]
mod tests {
    use plybench_engine::game::named::{self, NamedGame};

    use super::*;

    #[test]
    fn the_games_that_come_with_the_program_keep_the_rules() {
        for text in [
            "tic-tac-toe",
            "connect 4x4 3 place",
            "connect-four",
            "othello",
        ] {
            let root = AnyPosition::read(text).unwrap().unwrap();
            let different = check(&root, 1000).unwrap_or_else(|broken| panic!("{broken}"));
            assert!(different > 400, "{text}: {different}");
        }
    }

    /// A heap from which the players take one or two stones; who takes the last one wins. It breaks the rule that its text names.
    #[derive(Clone)]
    struct Faulty {
        breaks: &'static str,
        stones: u8,
        is_first: bool,
    }

    const FAULTS: [(&str, &str); 11] = [
        ("nothing", ""),
        (
            "text",
            "faulty text 9: read() makes another position of what text() gives",
        ),
        (
            "read",
            "faulty read 9 first: read() does not take what text() gives: faulty: no",
        ),
        ("key", "has the same key()"),
        ("twice", "for_each_move() visits 1 twice"),
        ("names", "two moves are written x"),
        ("legal", "is_legal() denies 1, which for_each_move() visits"),
        (
            "history",
            "history_index() of 1 is 8192; it must be below 8192",
        ),
        ("value", "evaluate() is 20001, beyond ±20000"),
        (
            "height",
            "height() plies, which is 3 at faulty height 9 first,",
        ),
        (
            "solution",
            "faulty solution 4 first: solve() says loss, but win follows from the moves",
        ),
    ];

    impl Game for Faulty {
        type Move = u16;

        fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u16)) {
            for taken in (1..=u16::from(self.stones.min(2))).filter(|_| kind == MoveKind::All) {
                visit(taken);
                if self.breaks == "twice" {
                    visit(taken);
                }
            }
        }

        fn play(&self, taken: u16) -> Self {
            Faulty {
                stones: self.stones - taken as u8,
                is_first: !self.is_first,
                ..*self
            }
        }

        fn is_legal(&self, mv: u16) -> bool {
            self.breaks != "legal" && (1..=2).contains(&mv)
        }

        fn in_check(&self) -> bool {
            self.stones == 0
        }

        fn key(&self) -> u64 {
            match self.breaks {
                "key" => 2,
                _ => u64::from(self.stones) << 1 | u64::from(self.is_first),
            }
        }

        fn evaluate(&self, _: Evaluation) -> i32 {
            if self.breaks == "value" { 20_001 } else { 0 }
        }

        fn history_index(&self, _: u16) -> usize {
            if self.breaks == "history" {
                MOST_HISTORY
            } else {
                0
            }
        }

        fn notation(&self, mv: u16) -> String {
            match self.breaks {
                "names" => "x".to_owned(),
                _ => mv.to_string(),
            }
        }
    }

    impl NamedGame for Faulty {
        const NAME: &'static str = "faulty";
        const FORMAT: &'static str = "RULE STONES [first]";
        const ABOUT: &'static str = "breaks a rule";

        fn read(text: &str) -> Result<Self, String> {
            let mut words = text.split(' ');
            let name = words.next().unwrap_or_default();
            let fault = FAULTS.iter().find(|(fault, _)| *fault == name);
            let stones: u8 = words
                .next()
                .and_then(|word| word.parse().ok())
                .ok_or("no")?;
            let is_first = words.next().is_some();
            let breaks = fault.ok_or("no")?.0;
            if breaks == "read" && stones == 9 && is_first {
                return Err("no".to_owned());
            }
            Ok(Faulty {
                breaks,
                stones,
                is_first,
            })
        }

        fn text(&self) -> String {
            let first = match self.is_first && self.breaks != "text" {
                true => " first",
                false => "",
            };
            format!("{} {}{first}", self.breaks, self.stones)
        }

        fn height(&self) -> Option<u8> {
            Some(if self.breaks == "height" {
                3
            } else {
                self.stones + 1
            })
        }

        fn solve(&self) -> Option<Solved> {
            let is_wrong = self.breaks == "solution" && self.stones == 4 && self.is_first;
            Some(match self.stones.is_multiple_of(3) || is_wrong {
                true => Solved::Loss(None),
                false => Solved::Win(None),
            })
        }
    }

    #[test]
    fn a_game_that_breaks_a_rule_is_told_which() {
        named::register::<Faulty>().unwrap();
        for (fault, words) in FAULTS {
            let root = Faulty {
                breaks: fault,
                stones: 9,
                is_first: true,
            };
            let checked = check(&AnyPosition::of(root), 500);
            match fault {
                "nothing" => assert_eq!(checked, Ok(18)),
                _ => {
                    let broken = checked.expect_err(fault).to_string();
                    assert!(broken.contains(words), "{fault}: {broken}");
                }
            }
        }
    }
}
