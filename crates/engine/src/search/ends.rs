//! The values of nodes that end without a search of their moves: draws, the horizon, mate and stalemate.

use super::{conventions::Conventions, options::MateValues, searcher::Searcher};
use crate::{
    game::Game,
    observe::{End, SearchObserver},
    score::{Score, TableScore},
    techniques::Node,
    units::Ply,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Whether a rule draws a position at this ply. A mate on the hundredth ply is a mate.
    #[inline(always)]
    pub(super) fn is_draw(&self, position: &G, ply: Ply, key: u64, in_check: bool) -> bool {
        let draws = self.options.draws;
        // The rarest condition is tested first.
        let fifty = position.reversible_plies() >= 100
            && draws.fifty_moves
            && (!self.conventions.mate_comes_before_fifty_moves()
                || !in_check
                || position.has_legal_move());
        fifty
            || (draws.repetition
                && self.path.repeats(ply, key, position.reversible_plies())
                && self.conventions.draws_repetitions())
    }

    /// A value in the table's frame. If all mates have the same value, their distance does not depend on the ply. Reading such a mate
    /// needs no exception, because it is the longest and cannot get longer. A bound that is another mate is read as a longer one,
    /// and says no more than before.
    #[inline(always)]
    pub(super) fn stored(&self, value: Score, ply: Ply) -> TableScore {
        if value.is_mate() && self.options.mates == MateValues::Flat {
            return value.at_node(Ply::ROOT);
        }
        self.conventions.to_table(value, ply)
    }

    /// The value of a draw for the side to move at this ply.
    #[inline]
    pub(super) fn draw_score(&self, ply: Ply) -> Score {
        let contempt = i32::from(self.options.draws.contempt);
        Score::evaluation(if ply.plies().is_multiple_of(2) {
            -contempt
        } else {
            contempt
        })
    }

    /// The value and the end of a node with no depth left.
    #[inline(always)]
    pub(super) fn horizon(&self, node: &Node<'_, G>) -> (Score, End) {
        if self.options.mate_at_horizon
            && !node.position.is_leaf()
            && !node.position.has_legal_move()
        {
            return self.without_moves(node.ply, node.in_check);
        }
        (Score::evaluation(node.static_evaluation()), End::Horizon)
    }

    /// The value and the end of a node without legal moves. It takes no reference to the node, which therefore stays in registers.
    #[cold]
    #[inline(never)]
    pub(super) fn without_moves(&self, ply: Ply, in_check: bool) -> (Score, End) {
        if in_check {
            let value = match self.options.mates {
                MateValues::ByPly => self.conventions.mated(ply),
                MateValues::Flat => Score::MATED_LAST,
            };
            (value, End::Mated)
        } else {
            (self.draw_score(ply), End::Stalemate)
        }
    }
}
