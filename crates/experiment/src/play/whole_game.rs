//! A game played to its end, and its result in a sentence.

use cozy_chess::Color;
use plybench_engine::search::MateValues;

use super::{ChosenMove, Match, Next};
use crate::searcher::{Limits, SearchError};
use plybench_games::{Ending, PlayedGame};
use plybench_text::plural::in_thousands;

/// A game that is over.
pub struct WholeGame {
    /// All its moves, those before it was played on included.
    pub game: PlayedGame,
    /// The rule that ended it.
    pub ending: Ending,
    /// The first move whose search saw a mate that it gives.
    pub first_mate: Option<ChosenMove>,
}

impl Match<'_> {
    /// Plays until the game is over, each move searched to this depth in plies. `receive` gets each move.
    ///
    /// # Errors
    /// If a search cannot be done or finds no move, or `receive` fails.
    pub fn to_end<E: From<SearchError>>(
        mut self,
        depth: u8,
        mut receive: impl FnMut(&ChosenMove) -> Result<(), E>,
    ) -> Result<WholeGame, E> {
        let mut first_mate = None;
        let ending = loop {
            let chosen = match self.next_move(&Limits::to_depth(depth))? {
                Next::Move(chosen) => chosen,
                Next::Over(ending) => break ending,
                // Only a limit beside the depth stops a search.
                Next::Stopped(_) => {
                    return Err(SearchError::NoMove(self.game.position().fen()).into());
                }
            };
            receive(&chosen)?;
            if first_mate.is_none() && chosen.score.mate_plies() > Some(0) {
                first_mate = Some(chosen);
            }
        };
        Ok(WholeGame {
            game: self.game,
            ending,
            first_mate,
        })
    }
}

impl WholeGame {
    /// How the game ended, and when a mate was first seen. The players value mates like this, White's first: if all mates have one
    /// value, the score does not tell how far away the mate is.
    #[must_use]
    pub fn in_words(&self, mates: [MateValues; 2]) -> String {
        let plies = match self.game.plies() {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        let how = match self.ending {
            Ending::Checkmate { winner } => format!("{} mates", name_of(winner)),
            draw => format!("draw by {}", draw.name()),
        };
        let seen = self.first_mate.as_ref().map(|first| {
            let mate = match mates[first.side as usize] {
                MateValues::ByPly => first.score.in_words(),
                MateValues::Flat => "a mate".to_owned(),
            };
            let number = in_thousands(first.number.into());
            format!(
                "; {} first saw {mate} at move {number}",
                name_of(first.side)
            )
        });
        format!(
            "{}: {how} after {plies}{}",
            self.ending.result(),
            seen.unwrap_or_default()
        )
    }
}

/// The side's name in messages: `White` or `Black`.
#[must_use]
pub fn name_of(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
