//! Whether an engine's last line is one that can be played, and ends as the score says.

use plybench_engine::game::Game;
use plybench_experiment::uci::{Question, Transcript};
use plybench_games::{Ending, PlayedGame, WrongMoves, read_move};
use plybench_records::ScoreRecord;

use super::finding::{Findings, Kind};

fn plies_in_words(length: usize) -> String {
    match length {
        1 => "1 ply".to_owned(),
        length => format!("{length} plies"),
    }
}

/// Judges the last line of a search, and the move that is played.
pub(crate) fn judge(
    game: &PlayedGame,
    transcript: &Transcript,
    asked: &[Question],
    findings: &mut Findings,
) {
    let best = transcript.best_move.as_deref();
    let fault = match best {
        Some(best) => read_move(game.position(), best)
            .is_err()
            .then_some(Kind::IllegalMove),
        None => game.position().has_legal_move().then_some(Kind::NoMove),
    };
    if let Some(fault) = fault {
        let best = best.unwrap_or("(none)");
        let fen = game.position().fen();
        findings.add(fault, || format!("bestmove {best} in {fen}"), asked);
        return;
    }
    let Some((depth, info)) = transcript.iterations.last_key_value() else {
        return;
    };
    let Some(first) = info.pv.first() else {
        return;
    };
    if best.is_some_and(|best| best != first) {
        let best = best.unwrap_or_default();
        findings.add(
            Kind::OtherBestMove,
            || format!("bestmove {best}, but the line of depth {depth} begins with {first}"),
            asked,
        );
    }
    let line = info.pv.iter().map(String::as_str);
    let all = game.notation();
    let moves = all.iter().map(String::as_str).chain(line);
    let mate = match info.score {
        Some((ScoreRecord::Mate { mate, plies }, _)) => Some((mate, plies.unsigned_abs() as usize)),
        _ => None,
    };
    let played = match PlayedGame::read(game.start().clone(), moves) {
        Ok(played) => played,
        Err(WrongMoves::Over { ending, .. }) if mate.is_some() && !is_mate(ending) => {
            let (mate, _) = mate.unwrap_or_default();
            let says = || {
                format!(
                    "mate {mate} with the line {}, which ends by {}",
                    info.pv.join(" "),
                    ending.name()
                )
            };
            findings.add(Kind::DrawnLine, says, asked);
            return;
        }
        Err(WrongMoves::Over { .. }) if mate.is_none() => {
            // The rest of a line after a draw is not wrong by itself: engines count repetitions in their own ways.
            return;
        }
        Err(problem) => {
            let says = || format!("the line {}: {problem}", info.pv.join(" "));
            findings.add(Kind::IllegalLine, says, asked);
            return;
        }
    };
    let Some((mate, plies)) = mate else {
        return;
    };
    let length = info.pv.len();
    let line = || info.pv.join(" ");
    match played.ending() {
        Some(Ending::Checkmate { .. }) if length == plies => {}
        _ if length < plies => {
            findings.add(
                Kind::ShortLine,
                || format!("mate {mate} with {}: {}", plies_in_words(length), line()),
                asked,
            );
        }
        _ if length > plies => {
            findings.add(
                Kind::LongLine,
                || format!("mate {mate} with {}: {}", plies_in_words(length), line()),
                asked,
            );
        }
        ending => {
            let end = ending.map_or("goes on".to_owned(), |by| format!("ends by {}", by.name()));
            let says = || {
                format!(
                    "mate {mate} with {}, after which the game {end}: {}",
                    plies_in_words(length),
                    line()
                )
            };
            findings.add(Kind::FalseLine, says, asked);
        }
    }
}

fn is_mate(ending: Ending) -> bool {
    matches!(ending, Ending::Checkmate { .. })
}
