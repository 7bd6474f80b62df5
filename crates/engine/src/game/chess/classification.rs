//! What a move is: a capture or promotion with its value, or an answer to a check.

use cozy_chess::{Move, Piece, Square};

use super::Chess;
use crate::game::{CheckAnswer, MoveClass};

impl Chess {
    /// What a legal move of a side in check does about it.
    pub(super) fn answer_of(&self, mv: Move) -> CheckAnswer {
        let (board, Move { from, to, .. }) = (&self.board, mv);
        let taken = if self.is_en_passant(mv) {
            Square::new(to.file(), from.rank())
        } else {
            to
        };
        if board.checkers().has(taken) {
            CheckAnswer::Captures
        } else if from == board.king(board.side_to_move()) {
            CheckAnswer::Flees
        } else {
            CheckAnswer::Interposes
        }
    }

    /// Whether a legal move captures en passant: a pawn changes its file, and its square is empty.
    pub(super) fn is_en_passant(&self, mv: Move) -> bool {
        self.board.pieces(Piece::Pawn).has(mv.from)
            && mv.from.file() != mv.to.file()
            && !self.board.occupied().has(mv.to)
    }

    /// The MVV-LVA value of a move that may capture or promote. A promotion counts as gaining the
    /// promoted piece minus the pawn.
    pub(super) fn classify_capture_or_pawn(&self, mv: Move) -> MoveClass {
        let own = self.board.colors(self.board.side_to_move());
        let attacker = self.board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let victim = if own.has(mv.to) {
            None // castling: the king "captures" its own rook
        } else if attacker == Piece::Pawn && mv.from.file() != mv.to.file() {
            Some(self.board.piece_on(mv.to).unwrap_or(Piece::Pawn)) // en passant
        } else {
            self.board.piece_on(mv.to)
        };
        if victim.is_none() && mv.promotion.is_none() {
            return MoveClass::Quiet;
        }
        let gain =
            victim.map_or(0, |piece| piece as u8 + 1) + mv.promotion.map_or(0, |piece| piece as u8);
        MoveClass::Tactical(gain * 8 + 7 - attacker as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MoveKind};

    #[test]
    fn each_answer_to_a_check_is_told_apart() {
        use CheckAnswer::{Captures, Flees, Interposes};
        type Answers<'a> = &'a [(&'a str, CheckAnswer)];
        let cases: [(&str, Answers<'_>); 6] = [
            (
                // A double check: no piece but the king may take the bishop.
                "4r2k/8/8/8/8/8/3b4/2Q1K3 w - - 0 1",
                &[
                    ("e1d1", Flees),
                    ("e1d2", Captures),
                    ("e1f1", Flees),
                    ("e1f2", Flees),
                ],
            ),
            (
                // The rook gives check. The king may take the knight, which does not.
                "4r2k/8/8/8/1B6/8/3n1Q2/4KB2 w - - 0 1",
                &[
                    ("b4e7", Interposes),
                    ("e1d1", Flees),
                    ("e1d2", Flees),
                    ("f1e2", Interposes),
                    ("f2e2", Interposes),
                    ("f2e3", Interposes),
                ],
            ),
            (
                "7k/8/8/6b1/8/8/1R1qP3/2R1K3 w - - 0 1",
                &[("b2d2", Captures), ("e1f1", Flees), ("e1f2", Flees)],
            ),
            (
                "7k/8/8/8/2N5/8/3q4/4K3 w - - 0 1",
                &[("c4d2", Captures), ("e1d2", Captures), ("e1f1", Flees)],
            ),
            (
                // Pawns may take the knight that gives check.
                "7k/8/8/8/8/3n4/2P1P3/4K3 w - - 0 1",
                &[
                    ("c2d3", Captures),
                    ("e1d1", Flees),
                    ("e1d2", Flees),
                    ("e1f1", Flees),
                    ("e2d3", Captures),
                ],
            ),
            (
                // The pawn on d5 gives check, and en passant takes it.
                "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
                &[
                    ("e4d3", Flees),
                    ("e4d4", Flees),
                    ("e4d5", Captures),
                    ("e4e3", Flees),
                    ("e4f3", Flees),
                    ("e4f4", Flees),
                    ("e4f5", Flees),
                    ("e5d6", Captures),
                ],
            ),
        ];
        for (fen, answers) in cases {
            let position = Chess::from_fen(fen).unwrap();
            let mut found = Vec::new();
            position.for_each_move(MoveKind::All, |mv| {
                found.push((position.notation(mv), position.answer_to_check(mv)));
            });
            found.sort_by(|(one, _), (other, _)| one.cmp(other));
            let found: Vec<_> = found
                .iter()
                .map(|(mv, answer)| (mv.as_str(), *answer))
                .collect();
            assert_eq!(found, answers, "{fen}");
        }
    }

    #[test]
    fn promotions_to_less_than_a_queen_are_under_promotions() {
        let position = Chess::from_fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1").unwrap();
        let mut found = Vec::new();
        position.for_each_move(MoveKind::All, |mv| {
            if position.is_under_promotion(mv) {
                found.push(position.notation(mv));
            }
        });
        found.sort();
        let expected = ["g2f1", "g2g1", "g2h1"];
        let expected: Vec<String> = expected
            .iter()
            .flat_map(|mv| ["b", "n", "r"].map(|piece| format!("{mv}{piece}")))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bigger_victim_comes_first_then_a_smaller_attacker() {
        let position = Chess::from_fen("4k3/8/8/2q1r3/3P4/8/8/2R4K w - - 0 1").unwrap();
        let mut rank = std::collections::HashMap::new();
        position.for_each_move(MoveKind::Tactical, |mv| {
            if let MoveClass::Tactical(value) = position.classify(mv) {
                rank.insert(position.notation(mv), value);
            }
        });
        assert!(rank["d4c5"] > rank["c1c5"] && rank["c1c5"] > rank["d4e5"]);
    }
}
