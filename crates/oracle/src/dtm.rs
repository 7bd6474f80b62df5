//! A distance to mate: who wins, and in how many plies.

/// The distance to mate of a position with best play, without the 50-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtm {
    /// The side to move mates in this many plies, an odd number.
    Win(u16),
    /// The side to move is mated in this many plies, an even number; 0 if it is mated already.
    Loss(u16),
    /// Neither side can mate.
    Draw,
}

impl Dtm {
    /// Moves to mate: negative if the side to move is mated, 0 if it is mated already; `None` for a draw.
    #[must_use]
    pub fn moves(self) -> Option<i32> {
        match self {
            Dtm::Win(plies) => Some((i32::from(plies) + 1) / 2),
            Dtm::Loss(plies) => Some(-i32::from(plies) / 2),
            Dtm::Draw => None,
        }
    }

    /// Plies to mate; `None` for a draw.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Dtm::Win(plies) | Dtm::Loss(plies) => Some(plies),
            Dtm::Draw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_by_the_side_to_move_and_plies_by_both() {
        let known = [
            (Dtm::Win(1), Some(1), Some(1)),
            (Dtm::Win(15), Some(8), Some(15)),
            (Dtm::Loss(0), Some(0), Some(0)),
            (Dtm::Loss(2), Some(-1), Some(2)),
            (Dtm::Loss(32), Some(-16), Some(32)),
            (Dtm::Draw, None, None),
        ];
        for (dtm, moves, plies) in known {
            assert_eq!((dtm.moves(), dtm.plies()), (moves, plies), "{dtm:?}");
        }
    }
}
