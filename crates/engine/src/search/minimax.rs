//! Plain minimax: no window, no table, no ordering, no pruning. The reference for all tests.

use super::options::{MateValues, SearchOptions};
use crate::{
    eval::Evaluation,
    game::{Game, MoveKind},
    score::Score,
    units::Ply,
};

/// The value of a full-width search to a fixed depth. Of the options it uses only the draw rules,
/// the evaluation (never corrected), `mate_at_horizon` and `under_promotion`: no techniques and no quiescence.
///
/// Returns the root's score and the number of nodes entered.
#[must_use]
pub fn minimax<G: Game>(root: &G, options: &SearchOptions, depth: u8) -> (Score, u64) {
    let mut walk = Walk {
        options,
        path: Vec::new(),
        nodes: 0,
    };
    let score = walk.value(root, depth);
    (score, walk.nodes)
}

struct Walk<'a> {
    options: &'a SearchOptions,
    /// Keys of the positions above the current one.
    path: Vec<u64>,
    nodes: u64,
}

impl Walk<'_> {
    fn value<G: Game>(&mut self, position: &G, depth: u8) -> Score {
        self.nodes += 1;
        let ply = Ply::new(self.path.len() as u16);
        let stuck = !position.is_leaf() && !position.has_legal_move();
        if ply > Ply::ROOT && self.is_draw(position) && !(stuck && position.in_check()) {
            return self.draw(ply);
        }
        let horizon = depth == 0 || position.is_leaf();
        if stuck && (!horizon || self.options.mate_at_horizon) {
            return if position.in_check() {
                match self.options.mates {
                    MateValues::ByPly => Score::mated_in(ply.plies()),
                    MateValues::Flat => Score::MATED_LAST,
                }
            } else {
                self.draw(ply)
            };
        }
        if horizon {
            let evaluation: Evaluation = self.options.evaluation;
            return Score::evaluation(position.evaluate(evaluation));
        }
        self.path.push(position.key());
        let mut best = -Score::INFINITE;
        position.for_each_move(MoveKind::All, |mv| {
            if self.options.under_promotion || !position.is_under_promotion(mv) {
                best = best.max(-self.value(&position.play(mv), depth - 1));
            }
        });
        self.path.pop();
        best
    }

    fn is_draw<G: Game>(&self, position: &G) -> bool {
        let draws = self.options.draws;
        let key = position.key();
        let reversible = usize::from(position.reversible_plies());
        let repeated = self
            .path
            .iter()
            .rev()
            .take(reversible)
            .skip(1)
            .step_by(2)
            .any(|&k| k == key);
        (draws.fifty_moves && reversible >= 100) || (draws.repetition && repeated)
    }

    fn draw(&self, ply: Ply) -> Score {
        let contempt = i32::from(self.options.draws.contempt);
        Score::evaluation(if ply.plies().is_multiple_of(2) {
            -contempt
        } else {
            contempt
        })
    }
}
