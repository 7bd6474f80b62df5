//! AgainstOracle as a searcher: instead of one search to each depth, one whole game with searches of that depth.

use std::time::Instant;

use plybench_oracle::Dtm;

use super::{Match, Next};
use crate::{
    searcher::{
        Limits, Memory, Outcome, Receive, Root, SearchError, Searcher, SharedOracle, Skeleton, Stop,
    },
    spec::Settings,
};
use plybench_games::{Ending, PlayedGame};
use plybench_records::{Counts, Iteration, ScoreRecord};

/// The skeleton with some settings, which plays the winning side of a position against the oracle: once with each move searched to
/// depth 1, once to depth 2, and so on. A game begins with an empty table, which its searches keep.
///
/// An iteration is a game. Its line is the moves, its score is how the game ended (a mate with the plies played, or 0 for a draw),
/// and its nodes are those of the games up to this depth.
pub struct AgainstOracle {
    settings: Settings,
    oracle: SharedOracle,
}

impl AgainstOracle {
    /// A player with these settings against this oracle.
    #[must_use]
    pub fn new(settings: impl Into<Settings>, oracle: SharedOracle) -> Self {
        AgainstOracle {
            settings: settings.into(),
            oracle,
        }
    }
}

impl Searcher for AgainstOracle {
    fn deepen(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        receive: &mut Receive<'_>,
    ) -> Result<Outcome, SearchError> {
        let start = root.position().ok_or(SearchError::NotChess)?.clone();
        let distance = self.oracle.lock().probe(&start);
        let distance = distance.map_err(|error| SearchError::Oracle(error.to_string()))?;
        let defends_first = matches!(distance, Dtm::Loss(_));
        let began = Instant::now();
        let mut entered = 0;
        let ended = |stop, nodes| Ok(Outcome { stop, nodes });
        for depth in 1..=limits.depth {
            let mut memory = Memory::of_a_game();
            let mut player = Skeleton::new(self.settings.clone(), &mut memory);
            let mut defender = self.oracle.clone();
            let searchers: [&mut dyn Searcher; 2] = if defends_first {
                [&mut defender, &mut player]
            } else {
                [&mut player, &mut defender]
            };
            let mut running = Match::new(PlayedGame::of(start.clone()), searchers);
            let ending = loop {
                let limits = Limits {
                    depth,
                    nodes: limits.nodes.map(|most| most - entered),
                    stop: limits.stop,
                };
                match running.next_move(&limits)? {
                    Next::Move(chosen) => entered += chosen.nodes,
                    Next::Over(ending) => break ending,
                    Next::Stopped(Outcome { stop, nodes }) => return ended(stop, entered + nodes),
                }
            };
            let game = running.game();
            let iteration = Iteration {
                depth,
                score: score(game, ending),
                bound: None,
                nodes: entered,
                pv: game.notation(),
                moves: Vec::new(),
                notes: Vec::new(),
                counts: Counts::default(),
            };
            if receive(iteration, began.elapsed().as_secs_f64()).is_break() {
                return ended(Stop::Requested, entered);
            }
        }
        ended(Stop::Depth, entered)
    }
}

/// How a game ended, as a score from the view of the side that moved first.
fn score(game: &PlayedGame, ending: Ending) -> ScoreRecord {
    let Ending::Checkmate { winner } = ending else {
        return ScoreRecord::Evaluation { cp: 0 };
    };
    let plies = i32::try_from(game.plies()).unwrap_or(i32::MAX);
    let moves = match winner == game.start().board().side_to_move() {
        true => plies / 2 + 1,
        false => -(plies / 2),
    };
    ScoreRecord::mate(moves).unwrap_or(ScoreRecord::Evaluation { cp: 0 })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use plybench_engine::{
        game::chess::Chess,
        search::{MateValues, SearchOptions},
        variants,
    };
    use plybench_oracle::Oracle;

    use super::*;

    fn oracle() -> SharedOracle {
        SharedOracle::new(Oracle::in_memory())
    }

    /// The games from a position to `depth`, and how they ended.
    fn games(
        options: SearchOptions,
        fen: &str,
        depth: u8,
        nodes: Option<u64>,
    ) -> (Vec<Iteration>, Outcome) {
        let root = Root::Chess(Chess::from_fen(fen).unwrap());
        let limits = Limits {
            depth,
            nodes,
            stop: None,
        };
        let mut played = Vec::new();
        let outcome =
            AgainstOracle::new(options, oracle()).deepen(&root, &limits, &mut |game, _| {
                played.push(game);
                ControlFlow::Continue(())
            });
        (played, outcome.unwrap())
    }

    const FLAT: SearchOptions = SearchOptions {
        mates: MateValues::Flat,
        ..variants::MORELAND.options
    };

    /// Mate in 2: by depth 4 a search knows the way.
    const WHITE: &str = "8/8/8/8/8/2K5/7R/k7 w - - 0 1";

    #[test]
    fn with_distances_the_shortest_mate_is_given_and_without_them_it_may_never_be() {
        let (by_ply, outcome) = games(variants::MORELAND.options, WHITE, 4, None);
        assert_eq!((by_ply.len(), outcome.stop), (4, Stop::Depth));
        let mate = ScoreRecord::Mate { mate: 2, plies: 3 };
        assert_eq!((by_ply[3].score, by_ply[3].pv.len()), (mate, 3));
        assert_eq!(outcome.nodes, by_ply[3].nodes);
        let rooks = "4k3/8/4K3/8/8/8/8/R6R w - - 0 1";
        let (flat, _) = games(FLAT, rooks, 4, None);
        let draw = ScoreRecord::Evaluation { cp: 0 };
        assert_eq!(flat[3].score, draw);
        let (by_ply, _) = games(variants::MORELAND.options, rooks, 4, None);
        assert_eq!(by_ply[3].score, ScoreRecord::Mate { mate: 1, plies: 1 });
    }

    #[test]
    fn the_losing_side_may_have_the_first_move() {
        let (played, _) = games(
            variants::MORELAND.options,
            "8/8/8/8/8/1k6/7r/K7 w - - 0 1",
            4,
            None,
        );
        let mate = ScoreRecord::Mate {
            mate: -1,
            plies: -2,
        };
        assert_eq!((played[3].score, played[3].pv.len()), (mate, 2));
    }

    #[test]
    fn a_node_limit_counts_the_nodes_of_all_games() {
        let (whole, _) = games(variants::MORELAND.options, WHITE, 4, None);
        let most = whole[2].nodes + 1;
        let (limited, outcome) = games(variants::MORELAND.options, WHITE, 4, Some(most));
        assert_eq!(limited, whole[..3]);
        assert_eq!((outcome.stop, outcome.nodes), (Stop::Nodes, most));
    }
}
