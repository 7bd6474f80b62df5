//! The positions on which checks run.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chacha20::ChaCha8Rng;
use cozy_chess::BoardBuilder;
use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    score::Score,
    search::SearchOptions,
};
use plybench_experiment::dataset::ASSORTED;
use plybench_oracle::{Dtm, Oracle, OracleError};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};

use super::subject::{ObservedIteration, TestedSearch};

/// A position of few men with its exact distance to mate.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The position, with a clock of 0 plies.
    pub root: Chess,
    /// The exact distance to mate.
    pub truth: Dtm,
}

impl Ending {
    /// The exact score and the plies to the mate; `None` for a draw.
    pub(super) fn mate(&self) -> Option<(Score, u16)> {
        match self.truth {
            Dtm::Win(plies) => Some((Score::mate_in(plies), plies)),
            Dtm::Loss(plies) => Some((Score::mated_in(plies), plies)),
            Dtm::Draw => None,
        }
    }
}

/// The men of the drawn endings besides the kings, White's first.
const ENDINGS: [char; 6] = ['R', 'Q', 'P', 'N', 'r', 'q'];

/// The longest mate among the endings, in plies: quick to search without a table.
const LONGEST: u16 = 5;
/// The longest mate among the long endings.
const LONGER: u16 = 7;

/// Endings that are too rare to be drawn, found among some millions with the oracle.
const RARE: [&str; 8] = [
    // Every reply leads the mating side into a squeeze: passing would mate faster than any move.
    "8/8/8/8/5n1Q/8/7k/5K2 b - - 0 1",
    "2K5/k7/8/Q7/1n6/8/8/8 b - - 0 1",
    "8/8/8/8/8/2K5/2n5/3k1Q2 b - - 0 1",
    "8/8/8/8/8/4K3/n7/1Q1k4 b - - 0 1",
    // A search that extends checks first finds a longer mate than the shortest.
    "8/1Q2R3/8/8/8/2k5/8/K7 w - - 0 1",
    "8/8/1Q4R1/8/5k2/8/8/2K5 w - - 0 1",
    "8/8/7R/6Q1/8/3k4/6K1/8 w - - 0 1",
    "1Q1n4/8/8/8/2K5/8/8/k7 w - - 0 1",
];

/// How many nodes of recorded searches are checked at least, unless small trees end a draw of searches early.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Of a technique alone, or of a whole configuration.
    pub alone: u64,
    /// Of each pair of techniques; 0 if no pairs are checked.
    pub pair: u64,
    /// Of each row of a covering of the settings.
    pub row: u64,
}

impl Budget {
    /// What two cores check in less than four minutes: 3 min 24 s with 41 subjects and 621 pairs.
    pub const VERIFY: Self = Budget {
        alone: 3_000_000,
        pair: 70_000,
        row: 40_000,
    };

    /// Enough to catch every bug of the zoo. Pairs are left to `verify`.
    pub const ZOO: Self = Budget {
        alone: 1_000_000,
        pair: 0,
        row: 10_000,
    };

    /// So many nodes of a technique alone, and of the rest the share that [`Budget::VERIFY`] has.
    #[must_use]
    pub fn of(alone: u64) -> Self {
        let share = |of: u64| (alone as f64 * of as f64 / Self::VERIFY.alone as f64).ceil() as u64;
        Budget {
            alone,
            pair: share(Self::VERIFY.pair),
            row: share(Self::VERIFY.row),
        }
    }
}

/// Positions drawn with a seed. They are the same for every subject.
pub struct Material {
    /// The seed that the positions, windows and limits are drawn with.
    pub seed: u64,
    /// The number of cases: 1 for a normal check, 10 for a thorough one.
    pub scale: usize,
    /// The nodes of recorded searches, at scale 1.
    pub budget: Budget,
    /// Endings with their distances: a third wins, a third losses, a third draws.
    pub endings: Vec<Ending>,
    /// Endings in which mistakes are more likely: longer mates, and rare ones.
    pub long_endings: Vec<Ending>,
    /// Lost endings in which half of the moves or more allow mate with the next move, and the others do not.
    pub threatened: Vec<Ending>,
    /// Positions of all kinds.
    pub assorted: Vec<Chess>,
    /// What [`Material::reference`] has searched, by position, depth and options.
    references: Mutex<HashMap<String, Vec<ObservedIteration>>>,
}

impl Material {
    /// Draws the positions, and gets the distances of the endings from the oracle.
    ///
    /// # Errors
    /// If the oracle cannot answer.
    pub fn draw(
        seed: u64,
        scale: usize,
        budget: Budget,
        oracle: &mut Oracle,
    ) -> Result<Self, OracleError> {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let wanted = 20 * scale;
        let wanted = [wanted, wanted, wanted, wanted / 2];
        let mut drawn: [Vec<Ending>; 4] = Default::default();
        while drawn
            .iter()
            .zip(wanted)
            .any(|(group, wanted)| group.len() < wanted)
        {
            let root = ending(&mut generator);
            let truth = oracle.probe(&root)?;
            let group = match truth {
                Dtm::Win(plies) if plies <= LONGEST => 0,
                Dtm::Loss(plies) if plies <= LONGEST => 1,
                Dtm::Draw => 2,
                Dtm::Win(plies) if plies <= LONGER => 3,
                _ => continue,
            };
            if drawn[group].len() < wanted[group] {
                drawn[group].push(Ending { root, truth });
            }
        }
        let [wins, losses, draws, mut long_endings] = drawn;
        for root in RARE.iter().filter_map(|fen| Chess::from_fen(fen).ok()) {
            let truth = oracle.probe(&root)?;
            long_endings.push(Ending { root, truth });
        }
        let endings = [wins, losses, draws].concat();
        let all: Vec<Chess> = ASSORTED
            .text
            .lines()
            .filter_map(|line| {
                let epd: Vec<&str> = line.split_whitespace().take(4).collect();
                Chess::from_fen(&epd.join(" ")).ok()
            })
            .collect();
        let assorted = all.sample(&mut generator, wanted[0]).cloned().collect();
        let threatened = threatened(&mut generator, wanted[0], oracle)?;
        Ok(Material {
            seed,
            scale,
            budget,
            endings,
            long_endings,
            threatened,
            assorted,
            references: Mutex::default(),
        })
    }

    /// The iterations of the unaltered search. Many subjects are compared with the same ones, so each is searched once.
    pub(super) fn reference(
        &self,
        root: &Chess,
        options: &SearchOptions,
        depth: u8,
    ) -> Vec<ObservedIteration> {
        let references = || {
            let known = self.references.lock();
            known.unwrap_or_else(PoisonError::into_inner)
        };
        let key = format!("{} {depth} {options:?}", root.fen());
        if let Some(known) = references().get(&key) {
            return known.clone();
        }
        let found = TestedSearch::SOUND.iterations(root, options, depth, None);
        references().insert(key, found.clone());
        found
    }

    /// The endings and the assorted positions, each with the depth for its kind.
    pub(super) fn roots_to(
        &self,
        endings: u8,
        assorted: u8,
    ) -> impl Iterator<Item = (&Chess, u8)> + Clone {
        let assorted = self.assorted.iter().map(move |root| (root, assorted));
        self.endings_to(endings).chain(assorted)
    }

    /// The endings, each with this depth.
    pub(super) fn endings_to(&self, depth: u8) -> impl Iterator<Item = (&Chess, u8)> + Clone {
        self.endings.iter().map(move |ending| (&ending.root, depth))
    }

    /// A random generator for a check. It is the same for every subject.
    pub(super) fn generator(&self, check: &str) -> ChaCha8Rng {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let name = &check.as_bytes()[..check.len().min(24)];
        seed[8..8 + name.len()].copy_from_slice(name);
        ChaCha8Rng::from_seed(seed)
    }
}

/// Endings in which the side to move can put off a mate that half of its moves or more allow.
fn threatened(
    generator: &mut ChaCha8Rng,
    wanted: usize,
    oracle: &mut Oracle,
) -> Result<Vec<Ending>, OracleError> {
    let mut found = Vec::new();
    while found.len() < wanted {
        let Some(root) = placed(generator, could_be_threatened) else {
            continue;
        };
        let truth = oracle.probe(&root)?;
        if !matches!(truth, Dtm::Loss(3..)) {
            continue;
        }
        let mut replies = Vec::new();
        root.for_each_move(MoveKind::All, |mv| replies.push(root.play(mv)));
        let mut mated = 0;
        for reply in &replies {
            mated += usize::from(oracle.probe(reply)? == Dtm::Win(1));
        }
        if mated >= 2 && 2 * mated >= replies.len() {
            found.push(Ending { root, truth });
        }
    }
    Ok(found)
}

/// Whether the side to move could be mated after its move: it has a bare king, and the other king is at most three steps away, since
/// it is two steps away from a king that is mated.
fn could_be_threatened(squares: [usize; 3], man: char, side: char) -> bool {
    let apart = |of: fn(usize) -> usize| of(squares[0]).abs_diff(of(squares[1]));
    man.is_uppercase() == (side == 'b')
        && apart(|square| square / 8).max(apart(|square| square % 8)) <= 3
}

/// A legal position of two kings and a man.
fn ending(generator: &mut ChaCha8Rng) -> Chess {
    loop {
        if let Some(position) = placed(generator, |_, _, _| true) {
            return position;
        }
    }
}

/// Two kings and a man on random squares, if that is legal and wanted; `is_wanted` is given the squares of the kings and of the man,
/// the man and the side to move.
fn placed(
    generator: &mut ChaCha8Rng,
    is_wanted: impl Fn([usize; 3], char, char) -> bool,
) -> Option<Chess> {
    let man = *ENDINGS.choose(generator)?;
    let squares: [usize; 3] = std::array::from_fn(|_| generator.random_range(0..64));
    let side = if generator.random() { 'w' } else { 'b' };
    if !is_wanted(squares, man, side) {
        return None;
    }
    let mut board = ['1'; 64];
    for (square, piece) in squares.into_iter().zip(['K', 'k', man]) {
        board[square] = piece;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    Chess::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
}

/// The same position with another clock of reversible plies.
pub(super) fn with_clock(root: &Chess, clock: u16) -> Option<Chess> {
    let mut board = BoardBuilder::from_board(root.board());
    board.halfmove_clock = clock.try_into().ok()?;
    // The move number has to be large enough for the clock.
    board.fullmove_number = 99;
    Chess::from_fen(&board.build().ok()?.to_string()).ok()
}
