//! What an engine does where no move is left.

use std::time::Duration;

use plybench_engine::game::{Game, chess::Chess};
use plybench_experiment::uci::{EngineError, Go, Question};
use plybench_records::ScoreRecord;

use super::{
    finding::{Findings, Kind},
    interview::Interview,
};

/// Mated, and stalemated: White and Black to move.
const ROOTS: [&str; 4] = [
    "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/6k1/8/r6K w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/6k1/5q2/7K w - - 0 1",
];

/// Asks for a move where there is none.
pub(crate) fn judge(
    interview: &mut Interview<'_>,
    findings: &mut Findings,
) -> Result<(), EngineError> {
    for fen in ROOTS {
        let go = Go {
            depth: Some(4),
            ..Go::default()
        };
        let question = Question::new(fen, go, Duration::from_secs(1));
        let Some(transcript) = interview.ask(question, findings)? else {
            continue;
        };
        if let Some(best) = &transcript.best_move {
            let says = || format!("bestmove {best} in {fen}, where there is no move");
            findings.add(Kind::MoveAfterEnd, says, interview.asked());
        }
        let is_mated = Chess::from_fen(fen).is_ok_and(|root| root.in_check());
        let last = transcript.iterations.last_key_value();
        let score = last.and_then(|(_, info)| info.score);
        if let Some((ScoreRecord::Mate { mate, .. }, _)) = score
            && (!is_mated || mate > 0)
        {
            let kind = if is_mated {
                Kind::WrongSide
            } else {
                Kind::MateInDraw
            };
            findings.add(
                kind,
                || format!("mate {mate} in {fen}, where there is no move"),
                interview.asked(),
            );
        }
    }
    Ok(())
}
