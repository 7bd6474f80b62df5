//! Playing a game on: two searchers choose moves in turn until it is over.

mod against_oracle;
pub mod pgn;
mod whole_game;

use std::ops::ControlFlow;

use cozy_chess::Color;

pub use self::{
    against_oracle::AgainstOracle,
    whole_game::{WholeGame, name_of},
};
use crate::searcher::{Limits, Outcome, Root, SearchError, Searcher, Stop};
use plybench_games::{Ending, PlayedGame, read_move};
use plybench_records::ScoreRecord;

/// A game between two searchers.
pub struct Match<'s> {
    game: PlayedGame,
    /// The searcher of each side, white's first. Each has a memory of its own, which can keep its table over the game.
    searchers: [&'s mut dyn Searcher; 2],
}

/// A move with the search that chose it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The side that made it.
    pub side: Color,
    /// The number of the move in the game, as in PGN: both sides' first moves have the same.
    pub number: u16,
    /// The move in SAN, with its check or mate sign.
    pub san: String,
    /// The score from the view of the side that made it.
    pub score: ScoreRecord,
    /// Nodes entered by its search.
    pub nodes: u64,
    /// The best line in UCI notation, which begins with the move.
    pub pv: Vec<String>,
}

/// What came next in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The side to move played this move.
    Move(ChosenMove),
    /// Nothing: the game had ended.
    Over(Ending),
    /// Nothing: the search was stopped before its depth.
    Stopped(Outcome),
}

impl<'s> Match<'s> {
    /// A game that goes on from its present position. The first searcher has the side to move.
    #[must_use]
    pub fn new(game: PlayedGame, mut searchers: [&'s mut dyn Searcher; 2]) -> Self {
        if game.position().board().side_to_move() == Color::Black {
            searchers.reverse();
        }
        Match { game, searchers }
    }

    /// The game with all moves played up to now.
    #[must_use]
    pub fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// Searches within these limits, and plays the move found.
    ///
    /// # Errors
    /// If the search cannot be done or finds no move.
    pub fn next_move(&mut self, limits: &Limits<'_>) -> Result<Next, SearchError> {
        if let Some(ending) = self.game.ending() {
            return Ok(Next::Over(ending));
        }
        let position = self.game.position();
        let board = position.board();
        let (side, number) = (board.side_to_move(), board.fullmove_number());
        let mut last = None;
        let root = Root::Game(self.game.clone());
        let outcome =
            self.searchers[side as usize].deepen(&root, limits, &mut |iteration, _| {
                last = Some(iteration);
                ControlFlow::Continue(())
            })?;
        match outcome.stop {
            Stop::Depth => {}
            Stop::Memory(error) => return Err(error.into()),
            Stop::Nodes | Stop::Requested => return Ok(Next::Stopped(outcome)),
        }
        let chosen = last.and_then(|last| {
            let mv = read_move(position, last.pv.first()?).ok()?;
            Some((mv, last))
        });
        let Some((mv, last)) = chosen else {
            return Err(SearchError::NoMove(position.fen()));
        };
        let san = position.san(mv);
        self.game.play(mv);
        Ok(Next::Move(ChosenMove {
            side,
            number,
            san,
            score: last.score,
            nodes: last.nodes,
            pv: last.pv,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plybench_engine::{
        game::{Game, chess::Chess},
        search::SearchOptions,
        variants,
    };

    use super::*;
    use crate::searcher::{Memory, Skeleton};

    const KRK: &str = "8/8/8/8/8/2K5/7R/1k6 b - - 0 1";

    fn of(fen: &str) -> PlayedGame {
        PlayedGame::of(Chess::from_fen(fen).unwrap())
    }

    /// The moves of a game between searches with these options, in these memories.
    fn moves(
        fen: &str,
        options: [SearchOptions; 2],
        memories: &mut [Memory; 2],
        depth: u8,
    ) -> (Vec<ChosenMove>, Ending) {
        let [of_one, of_other] = memories;
        let mut one = Skeleton::new(options[0], of_one);
        let mut other = Skeleton::new(options[1], of_other);
        let game = Match::new(of(fen), [&mut one, &mut other]);
        let mut moves = Vec::new();
        let whole = game.to_end(depth, |chosen| {
            moves.push(chosen.clone());
            Ok::<(), SearchError>(())
        });
        (moves, whole.unwrap().ending)
    }

    fn kept() -> [Memory; 2] {
        [Memory::of_a_game(), Memory::of_a_game()]
    }

    #[test]
    fn the_first_searcher_has_the_side_to_move() {
        let [glass, plain] = [variants::GLASS.options, variants::PLAIN.options];
        let (played, _) = moves(KRK, [glass, plain], &mut kept(), 4);
        let first = |options: SearchOptions, fen: &str| {
            let mut nodes = 0;
            let limits = Limits::to_depth(4);
            let root = Root::parse(fen).unwrap();
            let mut memory = Memory::default();
            let mut searcher = Skeleton::new(options, &mut memory);
            let searched = searcher.deepen(&root, &limits, &mut |iteration, _| {
                nodes = iteration.nodes;
                ControlFlow::Continue(())
            });
            searched.unwrap();
            nodes
        };
        assert_eq!((played[0].side, played[0].number), (Color::Black, 1));
        assert_eq!((played[1].side, played[1].number), (Color::White, 2));
        assert_eq!(played[0].nodes, first(glass, KRK));
        let second = format!("{KRK} moves {}", played[0].pv[0]);
        assert_eq!(played[1].nodes, first(plain, &second));
        assert_ne!(first(plain, &second), first(glass, &second));
    }

    /// What a side knows is what it has searched itself: the searches of one side, repeated without the other, have the same nodes.
    #[test]
    fn each_side_keeps_its_own_table_and_knows_the_whole_game() {
        let options = variants::GLASS.options;
        let (played, ending) = moves(KRK, [options; 2], &mut kept(), 5);
        let winner = Color::White;
        assert_eq!(ending, Ending::Checkmate { winner });
        let repeated = |mut memory: Memory| {
            let mut searcher = Skeleton::new(options, &mut memory);
            let mut game = of(KRK);
            let mut nodes = Vec::new();
            for chosen in &played {
                if chosen.side == winner {
                    let limits = Limits::to_depth(5);
                    let mut last = 0;
                    let root = Root::Game(game.clone());
                    let searched = searcher.deepen(&root, &limits, &mut |iteration, _| {
                        last = iteration.nodes;
                        ControlFlow::Continue(())
                    });
                    searched.unwrap();
                    nodes.push(last);
                }
                let mv = read_move(game.position(), &chosen.san).unwrap();
                game.play(mv);
            }
            nodes
        };
        let by_winner = played.iter().filter(|chosen| chosen.side == winner);
        let nodes: Vec<u64> = by_winner.map(|chosen| chosen.nodes).collect();
        assert_eq!(repeated(Memory::of_a_game()), nodes);
        let forgetful = repeated(Memory::default());
        assert_eq!(forgetful[0], nodes[0]);
        assert!(forgetful[1..].iter().sum::<u64>() > nodes[1..].iter().sum());
    }

    /// White is a rook up, so a repetition costs it the rook's value; without the rule it is content with any good move.
    #[test]
    fn a_search_that_knows_the_game_does_not_repeat_a_won_position() {
        let fen = "8/7K/8/8/8/8/R7/7k w - - 0 1";
        let mut options = variants::PLAIN.options;
        let (played, ending) = moves(fen, [options; 2], &mut kept(), 3);
        assert_eq!((ending, played.len()), (Ending::FiftyMoves, 100));
        let sans = played.iter().map(|chosen| &chosen.san[..]);
        let game = PlayedGame::read(of(fen).start().clone(), sans).unwrap();
        // On the hundredth ply every position is a draw, whatever came before.
        let before = game.positions().take(100);
        let keys: BTreeSet<u64> = before.map(Game::key).collect();
        assert_eq!(keys.len(), 100);
        options.draws.repetition = false;
        let (_, ending) = moves(fen, [options; 2], &mut kept(), 3);
        assert_eq!(ending, Ending::Repetition);
    }
}
