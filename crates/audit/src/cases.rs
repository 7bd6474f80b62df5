//! Positions with exact answers.

use plybench_engine::game::chess::Chess;
use plybench_experiment::dataset::{BuiltInDataset, Epd, EpdError, MateClaim};
use plybench_games::PlayedGame;

/// The result of best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Mate in so many moves; negative if the side to move is mated.
    Mate(i32),
    /// Neither side can force a mate.
    Draw,
}

impl Truth {
    /// In words, after "it is".
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Truth::Mate(moves) if moves > 0 => format!("a mate in {moves}"),
            Truth::Mate(moves) => format!("lost, mated in {}", moves.unsigned_abs()),
            Truth::Draw => "a draw".to_owned(),
        }
    }
}

/// A position with its exact result.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// The position, perhaps with the moves that led to it.
    pub game: PlayedGame,
    /// The result of best play.
    pub truth: Truth,
    /// A case of the same game that is asked right after it, without a new game: the table is warm.
    pub then: Option<Box<Case>>,
}

/// The data sets: exact by the oracle's tables, and with many men by proof. The draws are those of the 50-move rule, too.
const SETS: [&str; 7] = ["krk", "kqk", "krrk", "kqkr", "endings", "traps", "mates"];

/// A line of best play in KRK, in which each position is asked with the table of the one before it: a score that is stored from one root
/// and read from another shows whether its distance is converted.
const BEST_LINE: (&str, i32, &[&str]) = (
    "8/8/8/3k4/8/8/6K1/7R w - - 0 1",
    13,
    &[
        "g2f3", "d5c4", "h1d1", "c4c3", "d1d5", "c3b4", "f3e3", "b4c4", "d5e5", "c4b3", "e5e4",
        "b3c2", "e4c4", "c2b1", "c4c3", "b1a1", "c3c2", "a1b1", "e3d2", "b1a1", "d2c3", "a1b1",
    ],
);

/// The pawn ending of Stockfish's pull request 2097: the game before it repeats positions, but Black wins all the same.
const HISTORY: (&str, &[&str]) = (
    "8/8/8/8/8/8/p7/2k4K b - - 0 1",
    &[
        "c1b1", "h1g1", "b1c1", "g1h1", "c1b1", "h1g1", "b1a1", "g1h1",
    ],
);

/// All cases, of each data set one of so many.
pub(crate) fn built_in(one_of: usize) -> Vec<Case> {
    let sets = SETS.iter().flat_map(|name| {
        let dataset = BuiltInDataset::named(name).ok();
        let text = dataset.map_or("", |set| set.text);
        let cases = text.lines().filter_map(|line| of_line(line).ok()?);
        let cases = cases.enumerate();
        // The colours are exchanged in every other position.
        cases
            .filter(move |(at, _)| at % one_of.max(1) == 0)
            .map(move |(at, case)| match (at / one_of.max(1)) % 2 {
                0 => case,
                _ => case.mirrored(),
            })
    });
    sets.chain(warm()).collect()
}

/// A few mates in 2 to 4 moves with three men, with their distance.
pub(crate) fn short_mates() -> impl Iterator<Item = (Case, u8)> {
    let mates = built_in(1).into_iter().filter_map(|case| match case.truth {
        Truth::Mate(moves @ 2..=4) if case.game.position().board().occupied().len() == 3 => {
            Some((case, u8::try_from(moves).ok()?))
        }
        _ => None,
    });
    mates.step_by(4).take(5)
}

/// The positions of an EPD file with exact results: `dm`, or `ce 0` for a draw. Others are left out.
///
/// # Errors
/// The first line that cannot be read, with its number.
pub fn of_epd(text: &str) -> Result<Vec<Case>, String> {
    let lines = (1..).zip(text.lines());
    let cases = lines.filter_map(|(number, line)| match of_line(line) {
        Ok(case) => case.map(Ok),
        Err(problem) => Some(Err(format!("line {number}: {problem}"))),
    });
    cases.collect()
}

/// The case of a line; none if it has no position, or no result is known.
fn of_line(line: &str) -> Result<Option<Case>, EpdError> {
    let Some(epd) = Epd::parse(line)? else {
        return Ok(None);
    };
    let truth = match epd.mate_claim()? {
        Some(MateClaim::Moves(moves)) => Truth::Mate(moves),
        Some(MateClaim::Draw) => Truth::Draw,
        None if epd.centipawns()? == Some(0) => Truth::Draw,
        None => return Ok(None),
    };
    Ok(Some(Case {
        id: epd.id().map_or_else(|| epd.root.fen(), str::to_owned),
        game: PlayedGame::of(epd.root),
        truth,
        then: None,
    }))
}

impl Case {
    /// The same with exchanged colours.
    fn mirrored(self) -> Self {
        match Chess::from_fen(&mirrored(&self.game.start().fen())) {
            Ok(start) => Case {
                id: format!("{}, colours exchanged", self.id),
                game: PlayedGame::of(start),
                ..self
            },
            Err(_) => self,
        }
    }
}

/// A FEN with exchanged colours and the board turned upside down.
fn mirrored(fen: &str) -> String {
    let swapped = |letter: char| match letter.is_ascii_lowercase() {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, side, castling, passant, clocks @ ..] = &fields[..] else {
        return fen.to_owned();
    };
    let rows: Vec<String> = board
        .split('/')
        .rev()
        .map(|row| row.chars().map(swapped).collect())
        .collect();
    let side = if *side == "w" { "b" } else { "w" };
    // In the standard order, capital letters come first.
    let mut castling: Vec<char> = castling.chars().map(swapped).collect();
    castling.sort_by_key(|letter| (letter.is_ascii_lowercase(), *letter));
    let castling: String = castling.into_iter().collect();
    let passant = passant
        .replace('3', "#")
        .replace('6', "3")
        .replace('#', "6");
    let clocks: String = clocks.iter().map(|clock| format!(" {clock}")).collect();
    format!("{} {side} {castling} {passant}{clocks}", rows.join("/"))
}

/// Cases that share a table with the one before, and one with a past.
fn warm() -> impl Iterator<Item = Case> {
    let (fen, moves, line) = BEST_LINE;
    let game = |plies: usize| -> Option<PlayedGame> {
        let start = Chess::from_fen(fen).ok()?;
        PlayedGame::read(start, line[..plies].iter().copied()).ok()
    };
    let at = move |plies: usize| -> Option<Case> {
        let left = moves - i32::try_from(plies / 2).ok()?;
        Some(Case {
            id: format!("KRK in play, {plies} plies"),
            game: game(plies)?,
            truth: Truth::Mate(left),
            then: None,
        })
    };
    // Forward, as in a game, and backward, as in an analysis.
    let pairs = (8..=line.len())
        .step_by(2)
        .flat_map(|plies| [(plies - 2, plies), (plies, plies - 2)]);
    let pairs = pairs.filter_map(move |(first, second)| {
        Some(Case {
            then: Some(Box::new(at(second)?)),
            ..at(first)?
        })
    });
    // With its clock at 76, a mate in 25 plies comes too late, and what is stored of the first search does not hold.
    let late = Chess::from_fen(&fen.replace(" 0 1", " 76 1"));
    let late = late.ok().map(|start| Case {
        id: "KRK with the clock at 76".to_owned(),
        game: PlayedGame::of(start),
        truth: Truth::Draw,
        then: None,
    });
    let clock = at(0).map(|first| Case {
        then: late.map(Box::new),
        ..first
    });
    let (fen, line) = HISTORY;
    let past = Chess::from_fen(fen).ok().and_then(|start| {
        Some(Case {
            id: "a pawn ending with repetitions in its past".to_owned(),
            game: PlayedGame::read(start, line.iter().copied()).ok()?,
            truth: Truth::Mate(9),
            then: None,
        })
    });
    pairs.chain(clock).chain(past)
}

#[cfg(test)]
mod tests {
    use plybench_oracle::{Dtm, Oracle};

    use super::*;

    #[test]
    fn colours_are_exchanged() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K3 w Qkq e3 5 7";
        let other = "r3k3/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQq e6 5 7";
        assert_eq!(mirrored(fen), other);
        assert_eq!(mirrored(other), fen);
    }

    #[test]
    fn the_cases_with_few_men_are_exact() {
        let mut oracle = Oracle::in_memory();
        let mut checked = 0;
        let mut check = |case: &Case| {
            let position = case.game.position();
            // The oracle knows no clock and no repetition.
            let few =
                position.board().occupied().len() <= 4 && position.board().halfmove_clock() < 30;
            if !few {
                return;
            }
            let known = match oracle.probe(position).unwrap() {
                Dtm::Draw => Truth::Draw,
                dtm => Truth::Mate(dtm.moves().unwrap()),
            };
            assert_eq!(known, case.truth, "{}: {}", case.id, position.fen());
            checked += 1;
        };
        for case in built_in(1) {
            check(&case);
            if let Some(then) = &case.then {
                check(then);
            }
        }
        assert!(checked > 350, "{checked}");
        assert!(built_in(1).iter().any(|case| case.truth == Truth::Draw));
    }
}
