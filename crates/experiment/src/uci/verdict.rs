//! Judging an answer: an engine that contradicts the rules of chess is refused; one that contradicts itself is noted. On the root of
//! another game, only what concerns no move is judged.

use plybench_engine::game::{Game, chess::Chess};
use plybench_games::read_uci;

use super::Answer;
use crate::searcher::Root;
use plybench_records::ScoreRecord;

/// More nodes than this no search enters: ten million a second for most of a year. Sums of many such counts still fit.
pub(super) const MOST_NODES: u64 = 1 << 48;

impl Answer {
    /// The answer to a search of this root to a depth, in standard notation and with a legal line that begins with the move that the
    /// engine plays, and notes on what is doubtful. `before` are the nodes of the depth before.
    ///
    /// # Errors
    /// Why it is refused: its move is illegal, it claims to be mated although it has moves, or no search can have entered its nodes.
    pub fn judged(
        mut self,
        root: &Root,
        depth: u8,
        before: u64,
    ) -> Result<(Self, Vec<String>), String> {
        if let Some(position) = root.position() {
            self.refuse_illegal(position)?;
        }
        if self.nodes > MOST_NODES {
            return Err(format!("reports {} nodes, which cannot be", self.nodes));
        }
        let mut notes = Vec::new();
        if let Some(reached) = self.depth.filter(|&reached| reached != u32::from(depth)) {
            notes.push(format!("answers with depth {reached}"));
        }
        if self.nodes < before {
            let nodes = self.nodes;
            notes.push(format!(
                "reports {nodes} nodes, fewer than the {before} of the depth before"
            ));
        }
        match root.position() {
            Some(position) => self.correct_line(position, &mut notes),
            None if self.pv.is_empty() && !self.best_move.is_empty() => {
                self.pv.push(self.best_move.clone());
            }
            None => {}
        }
        Ok((self, notes))
    }

    /// Refuses what contradicts the rules of chess.
    fn refuse_illegal(&self, root: &Chess) -> Result<(), String> {
        if self.best_move.is_empty() {
            return match root.has_legal_move() {
                true => Err("answers without a move".to_owned()),
                false => Ok(()),
            };
        }
        if read_uci(root, &self.best_move).is_none() {
            return Err(format!("plays {}, which is illegal", self.best_move));
        }
        if matches!(self.score, ScoreRecord::Mate { mate: 0, .. }) {
            return Err("claims to be mated (mate 0), but has moves".to_owned());
        }
        Ok(())
    }

    /// Writes the move and the line in standard notation, the line up to its first illegal move.
    fn correct_line(&mut self, root: &Chess, notes: &mut Vec<String>) {
        let mut line = legal_line(root, &self.pv);
        if let Some(best) = read_uci(root, &self.best_move) {
            self.best_move = root.notation(best);
        }
        if let Some(illegal) = self.pv.get(line.len()) {
            let number = line.len() + 1;
            notes.push(format!(
                "move {number} of its line, {illegal}, is illegal; the line ends before it"
            ));
        }
        if line.first().is_some_and(|first| *first != self.best_move) {
            notes.push(format!(
                "plays {}, but its line begins with {}",
                self.best_move, line[0]
            ));
            line.clear();
        }
        if line.is_empty() && !self.best_move.is_empty() {
            line.push(self.best_move.clone());
        }
        self.pv = line;
    }
}

/// The moves of a line before the first that is illegal, in standard notation.
fn legal_line(root: &Chess, line: &[String]) -> Vec<String> {
    let mut position = root.clone();
    let moves = line.iter().map_while(|text| {
        let mv = read_uci(&position, text)?;
        let standard = position.notation(mv);
        position = position.play(mv);
        Some(standard)
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(best_move: &str, line: &str) -> Answer {
        Answer {
            score: ScoreRecord::Evaluation { cp: 5 },
            bound: None,
            nodes: 50,
            depth: Some(3),
            best_move: best_move.to_owned(),
            pv: line.split_whitespace().map(str::to_owned).collect(),
            counts: plybench_records::Counts::default(),
        }
    }

    fn judged(answer: Answer) -> Result<(String, String), String> {
        let castling = Chess::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let (answer, notes) = answer.judged(&Root::Chess(castling), 3, 40)?;
        assert_eq!(answer.best_move, answer.pv[0]);
        Ok((answer.pv.join(" "), notes.join("; ")))
    }

    #[test]
    fn castling_to_the_rook_is_read_and_written_in_standard_notation() {
        for (mv, line) in [("e1h1", "e1h1 e8a8 f1f2"), ("e1g1", "e1g1 e8c8 f1f2")] {
            let found = judged(answer(mv, line)).unwrap();
            assert_eq!(found, ("e1g1 e8c8 f1f2".to_owned(), String::new()));
        }
        // A rook on e1 does not castle.
        let rook = Chess::from_fen("3k4/8/8/8/8/8/K7/4R2R w - - 0 1").unwrap();
        assert_eq!(read_uci(&rook, "e1h1"), None);
        assert!(read_uci(&rook, "e1g1").is_some());
    }

    #[test]
    fn what_contradicts_the_rules_is_refused() {
        let legal = || answer("a1b1", "a1b1");
        assert_eq!(judged(legal()), Ok(("a1b1".to_owned(), String::new())));
        let illegal = judged(answer("a1a9", "a1b1"));
        assert_eq!(illegal.unwrap_err(), "plays a1a9, which is illegal");
        let mated = ScoreRecord::Mate { mate: 0, plies: 0 };
        let mated = judged(Answer {
            score: mated,
            ..legal()
        });
        assert_eq!(
            mated.unwrap_err(),
            "claims to be mated (mate 0), but has moves"
        );
        let nodes = judged(Answer {
            nodes: u64::MAX,
            ..legal()
        });
        assert!(nodes.unwrap_err().ends_with("nodes, which cannot be"));
    }

    #[test]
    fn what_contradicts_itself_is_noted() {
        let noted = |answer| judged(answer).unwrap();
        let said = |line: &str, note: &str| (line.to_owned(), note.to_owned());
        let late = "move 3 of its line, a1a2, is illegal; the line ends before it";
        assert_eq!(
            noted(answer("a1b1", "a1b1 a8b8 a1a2 b8b7")),
            said("a1b1 a8b8", late)
        );
        let first = "move 1 of its line, a1a9, is illegal; the line ends before it";
        assert_eq!(noted(answer("a1b1", "a1a9 a8b8")), said("a1b1", first));
        let other = "plays a1b1, but its line begins with a1c1";
        assert_eq!(noted(answer("a1b1", "a1c1 a8b8")), said("a1b1", other));
        let shallow = Answer {
            depth: Some(2),
            ..answer("a1b1", "")
        };
        assert_eq!(noted(shallow), said("a1b1", "answers with depth 2"));
        let fewer = Answer {
            nodes: 39,
            ..answer("a1b1", "")
        };
        let says = "reports 39 nodes, fewer than the 40 of the depth before";
        assert_eq!(noted(fewer), said("a1b1", says));
    }
}
