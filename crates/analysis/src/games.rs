//! Games against the oracle: how often a variant mates in a won position, and how much longer than need be it takes.
//!
//! A game's record has its moves as the line and its end as the score, see `play::AgainstOracle`. Why a game was drawn follows from the
//! moves.

use std::{collections::HashMap, sync::Arc};

use plybench_engine::game::chess::Chess;

use super::{proportion::Proportion, sign_test};
pub use plybench_games::Ending;
use plybench_games::PlayedGame;
use plybench_records::{Iteration, Jobs, PositionRecord, RunError};
use plybench_text::plural::count;

/// The games of some variants, a row for each variant and depth.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesByVariant {
    /// Variant by variant, the baseline first, and by depth.
    pub rows: Vec<GamesAtDepth>,
    /// The positions that the games start from.
    pub positions: Vec<Arc<PositionRecord>>,
}

/// One variant's games with searches of one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct GamesAtDepth {
    /// The name of the variant, which plays the winning side.
    pub variant: String,
    /// The depth of each search, in plies.
    pub depth: u8,
    /// One game from each position, in the positions' order.
    pub games: Vec<Game>,
    /// The comparison with the baseline, for other variants.
    pub against: Option<AgainstBaseline>,
}

/// The games of a variant beside those of the baseline from the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgainstBaseline {
    /// Positions that only this variant won.
    pub only_this: u64,
    /// Positions that only the baseline won.
    pub only_baseline: u64,
    /// p of the exact two-sided sign test of these two numbers.
    pub p: f64,
}

impl AgainstBaseline {
    fn of(games: &[Game], baseline: &[Game]) -> Self {
        let only = |this: bool| {
            let pairs = games.iter().zip(baseline);
            let only = pairs.filter(|(a, b)| (a.is_won, b.is_won) == (this, !this));
            only.count() as u64
        };
        let (only_this, only_baseline) = (only(true), only(false));
        AgainstBaseline {
            only_this,
            only_baseline,
            p: sign_test::two_sided(only_this, only_baseline),
        }
    }
}

impl GamesAtDepth {
    fn count(&self, holds: impl Fn(&Game) -> bool) -> u64 {
        self.games.iter().filter(|game| holds(game)).count() as u64
    }

    /// The games that the variant won, by mate, of all.
    #[must_use]
    pub fn won(&self) -> Proportion {
        Proportion {
            hits: self.count(|game| game.is_won),
            all: self.games.len() as u64,
        }
    }

    /// How many games the other side won, by mate.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.count(|game| matches!(game.ending, Ending::Checkmate { .. }) && !game.is_won)
    }

    /// How many games ended so.
    #[must_use]
    pub fn ended(&self, ending: Ending) -> u64 {
        self.count(|game| game.ending == ending)
    }

    /// How many moves each won game took over the shortest mate, in ascending order.
    #[must_use]
    pub fn over(&self) -> Vec<u32> {
        let won = self.games.iter().filter(|game| game.is_won);
        let mut over: Vec<u32> = won.map(|game| game.over).collect();
        over.sort_unstable();
        over
    }

    /// The median of the moves over the shortest mate; the lower one of two.
    #[must_use]
    pub fn median_over(&self) -> Option<u32> {
        let over = self.over();
        over.get(over.len().checked_sub(1)? / 2).copied()
    }

    /// Nodes entered by the searches of these games.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.games.iter().map(|game| game.nodes).sum()
    }
}

/// A game, as far as reports need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// What ended it, by the rules of chess.
    pub ending: Ending,
    /// Whether the variant mated.
    pub is_won: bool,
    /// How many moves of the winning side it had over the shortest mate; 0 if it ended sooner.
    pub over: u32,
    /// Nodes entered by the variant's searches.
    pub nodes: u64,
}

impl GamesByVariant {
    /// Gathers the games of these variants, the baseline first. Games of positions that are not given count for nothing, and a depth
    /// counts if every variant has a game from every position there.
    ///
    /// # Errors
    /// What reading a job fails with.
    pub fn gather(
        positions: &[Arc<PositionRecord>],
        variants: &[&str],
        jobs: Jobs<'_>,
    ) -> Result<Self, RunError> {
        let position_at: HashMap<&str, usize> = positions
            .iter()
            .map(|position| &*position.position)
            .zip(0..)
            .collect();
        // For each variant and position the games at depth 1, 2, ….
        let mut played = vec![vec![Vec::new(); positions.len()]; variants.len()];
        for job in jobs {
            let job = job?;
            let variant = variants.iter().position(|name| *name == job.variant);
            let (Some(variant), Some(&at)) = (variant, position_at.get(&*job.position)) else {
                continue;
            };
            let mut before = 0;
            let games = job.iterations.iter().map_while(|iteration| {
                let nodes = iteration.nodes - std::mem::replace(&mut before, iteration.nodes);
                Game::of(iteration, &positions[at], nodes)
            });
            played[variant][at] = games.collect();
        }
        let depths = played.iter().flatten().map(Vec::len).min().unwrap_or(0);
        let at_depth = |games: &[Vec<Game>], depth: usize| -> Vec<Game> {
            games.iter().map(|by_depth| by_depth[depth]).collect()
        };
        let mut rows = Vec::new();
        for (number, (variant, games)) in variants.iter().zip(&played).enumerate() {
            for depth in 0..depths {
                let games = at_depth(games, depth);
                let baseline = (number > 0).then(|| at_depth(&played[0], depth));
                rows.push(GamesAtDepth {
                    variant: (*variant).to_owned(),
                    depth: u8::try_from(depth + 1).unwrap_or(u8::MAX),
                    against: baseline.map(|baseline| AgainstBaseline::of(&games, &baseline)),
                    games,
                });
            }
        }
        Ok(GamesByVariant {
            rows,
            positions: positions.to_vec(),
        })
    }

    /// The rows of one variant, by depth.
    pub fn of<'g>(&'g self, variant: &'g str) -> impl Iterator<Item = &'g GamesAtDepth> {
        self.rows.iter().filter(move |row| row.variant == variant)
    }
}

impl Game {
    /// How it ended, in a few words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.ending {
            Ending::Checkmate { .. } if self.is_won => match self.over {
                0 => "mates in the fewest moves".to_owned(),
                over => format!("mates {} late", count(over as usize, "move")),
            },
            Ending::Checkmate { .. } => "is mated".to_owned(),
            Ending::Stalemate => "stalemate".to_owned(),
            Ending::DeadPosition => "dead position".to_owned(),
            Ending::Repetition => "threefold repetition".to_owned(),
            Ending::FiftyMoves => "fifty moves".to_owned(),
        }
    }

    /// None if the iteration is not one of a game from this position.
    fn of(iteration: &Iteration, position: &PositionRecord, nodes: u64) -> Option<Self> {
        let start = Chess::from_fen(&position.fen).ok()?;
        let shortest = position.dtm?;
        let to_move = start.board().side_to_move();
        let winner = if shortest > 0 { to_move } else { !to_move };
        let moves = iteration.pv.iter().map(String::as_str);
        let ending = PlayedGame::read(start, moves).ok()?.ending()?;
        let is_won = ending == Ending::Checkmate { winner };
        // Moves of the winning side: if the other side moves first, it has made as many.
        let made = if shortest > 0 {
            iteration.pv.len().div_ceil(2)
        } else {
            iteration.pv.len() / 2
        };
        let made = u32::try_from(made).unwrap_or(u32::MAX);
        Some(Game {
            ending,
            is_won,
            over: made.saturating_sub(shortest.unsigned_abs()),
            nodes,
        })
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use plybench_records::{Ended, JobRecord, samples::job};

    /// A job whose games at depth 1, 2, … have these moves, each with ten nodes.
    fn games(variant: &str, position: &str, games: &[&str]) -> JobRecord {
        let nodes: Vec<u64> = (1..=games.len() as u64).map(|depth| 10 * depth).collect();
        let mut job = job(variant, position, &nodes, Ended::Depth);
        for (iteration, moves) in job.iterations.iter_mut().zip(games) {
            iteration.pv = moves.split_whitespace().map(str::to_owned).collect();
        }
        job
    }

    fn gather(jobs: Vec<JobRecord>) -> GamesByVariant {
        let position = |name: &str, fen: &str, dtm| {
            Arc::new(PositionRecord {
                position: name.to_owned(),
                category: "c".to_owned(),
                fen: fen.to_owned(),
                dtm: Some(dtm),
                ..PositionRecord::default()
            })
        };
        let positions = [
            position("first", "8/8/8/8/8/2K5/7R/k7 w - - 0 1", 2),
            position("second", "8/8/8/8/8/1k6/7r/K7 w - - 0 1", -1),
        ];
        let jobs = Box::new(jobs.into_iter().map(Ok));
        GamesByVariant::gather(&positions, &["a", "b"], jobs).unwrap()
    }

    const SHORT: &str = "c3b3 a1b1 h2h1";
    const LONG: &str = "h2h3 a1b1 h3h2 b1a1 c3b3 a1b1 h2h1";
    const DRAWN: &str = "h2h3 a1b1 h3h2 b1a1 h2h3 a1b1 h3h2 b1a1";
    const MATED: &str = "a1b1 h2h1";

    #[test]
    fn games_are_counted_by_their_ends_and_compared_position_by_position() {
        let found = gather(vec![
            games("a", "first", &[DRAWN, SHORT]),
            games("a", "second", &[MATED, MATED]),
            games("b", "first", &[LONG, DRAWN]),
            games("b", "second", &[MATED, MATED, MATED]),
        ]);
        // Depth 3 lacks games.
        assert_eq!(found.rows.len(), 4);
        let mut a = found.of("a");
        let first = a.next().unwrap();
        assert_eq!(
            (
                first.depth,
                first.won().all,
                first.won().hits,
                first.nodes()
            ),
            (1, 2, 1, 20)
        );
        assert_eq!(first.ended(Ending::Repetition), 1);
        assert_eq!(first.against, None);
        assert_eq!(a.next().unwrap().over(), [0, 0]);
        let mut b = found.of("b");
        let first = b.next().unwrap();
        assert_eq!(
            (&first.over()[..], first.median_over()),
            (&[0, 2][..], Some(0))
        );
        let against = first.against.unwrap();
        assert_eq!(
            (against.only_this, against.only_baseline, against.p),
            (1, 0, 1.0)
        );
        let against = b.next().unwrap().against.unwrap();
        assert_eq!((against.only_this, against.only_baseline), (0, 1));
    }

    #[test]
    fn what_is_no_game_from_the_position_does_not_count() {
        let found = gather(vec![
            games("a", "first", &[SHORT]),
            games("a", "second", &["a1a2"]),
            games("b", "first", &["c3b3"]),
            games("b", "second", &[MATED]),
        ]);
        assert_eq!(found.rows, []);
    }
}
