//! The best line of a finished search, with the table's moves where the search kept only its beginning.

use super::{conventions::Conventions, searcher::Searcher};
use crate::{
    game::{Game, MoveKind},
    observe::SearchObserver,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// The best line, completed to at most `plies` with the table's best moves where the search kept
    /// only its beginning.
    pub(super) fn best_line(&self, root: &G, plies: u8) -> Vec<G::Move> {
        let mut line = self.pv.line().to_vec();
        let mut position = line
            .iter()
            .fold(root.clone(), |position, &mv| position.play(mv));
        while !line.is_empty() && line.len() < usize::from(plies) {
            let known = self
                .table
                .probe(position.key(), self.keeps_principal_entries())
                .and_then(|entry| entry.best_move());
            // The entry may belong to another position with the same key, whose move may be illegal here.
            let Some(mv) = known.filter(|&mv| is_legal(&position, mv)) else {
                break;
            };
            line.push(mv);
            position = position.play(mv);
        }
        line
    }
}

fn is_legal<G: Game>(position: &G, mv: G::Move) -> bool {
    let mut found = false;
    position.for_each_move(MoveKind::All, |legal| found |= legal == mv);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chess::Chess;

    #[test]
    fn a_move_of_another_position_is_not_legal() {
        let [here, elsewhere] = ["k7/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/7K w - - 0 1"]
            .map(|fen| Chess::from_fen(fen).unwrap());
        let mut own = 0;
        here.for_each_move(MoveKind::All, |mv| {
            assert!(is_legal(&here, mv) && !is_legal(&elsewhere, mv));
            own += 1;
        });
        assert_eq!(own, 3);
    }
}
