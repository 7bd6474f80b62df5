//! Short mates, asked for in other ways: by `go mate`, and with several variations at once (MultiPV).

use std::time::Duration;

use plybench_engine::game::Game;
use plybench_experiment::uci::{EngineError, Go, Question, Transcript};
use plybench_games::read_move;
use plybench_oracle::Oracle;
use plybench_records::ScoreRecord;

use super::{
    cases::{self, Case, Truth},
    claims::{self, Claim, contradict},
    finding::{Findings, Kind},
    interview::Interview,
    line,
};

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How many variations are asked for.
const VARIATIONS: u8 = 3;
/// Nodes of a search for them.
const NODES: u64 = 50_000;
/// Above all evaluations.
const MATE: i64 = 1 << 40;

/// Asks for the mates in both ways.
pub(crate) fn judge(
    interview: &mut Interview<'_>,
    findings: &mut Findings,
) -> Result<(), EngineError> {
    let mut oracle = Oracle::in_memory();
    for (case, moves) in cases::short_mates() {
        let text = case.game.text();
        let go = Go {
            mate: Some(moves),
            ..Go::default()
        };
        if let Some(transcript) = interview.ask(Question::new(&text, go, PATIENCE), findings)? {
            go_mate(&case, moves, &transcript, interview.asked(), findings);
        }
        let question = Question {
            variations: VARIATIONS,
            ..Question::new(&text, claims::go(NODES), PATIENCE).up_to(NODES)
        };
        if interview.has_variations()
            && let Some(transcript) = interview.ask(question, findings)?
        {
            variations(&case, &transcript, &mut oracle, interview.asked(), findings);
        }
    }
    Ok(())
}

/// Judges the answer to `go mate`. An engine need not know it.
fn go_mate(
    case: &Case,
    moves: u8,
    transcript: &Transcript,
    asked: &[Question],
    findings: &mut Findings,
) {
    contradict(&claims::of_case(case, transcript), asked, findings);
    line::judge(&case.game, transcript, asked, findings);
    let last = transcript.iterations.values().last();
    let has_mate = last.is_some_and(|info| match info.score {
        Some((ScoreRecord::Mate { mate, .. }, _)) => (1..=i32::from(moves)).contains(&mate),
        _ => false,
    });
    let what = match transcript.after_stop {
        Some(_) => "searches on until it is told to stop",
        None if has_mate => return,
        None => "answers without the mate",
    };
    findings.add(Kind::GoMate, || format!("{}: {what}", case.id), asked);
}

/// Judges several variations: their values, their first moves, their order, and the last line of each.
fn variations(
    case: &Case,
    transcript: &Transcript,
    oracle: &mut Oracle,
    asked: &[Question],
    findings: &mut Findings,
) {
    line::judge(&case.game, transcript, asked, findings);
    let root = case.game.position();
    let (mut claims, mut is_same, mut rises) = (Vec::new(), None, None);
    // The deepest iteration may not have been completed, and then its order says nothing.
    let deepest = transcript.iterations.keys().last().copied();
    for (&depth, set) in &transcript.variations {
        for (at, info) in set.iter().enumerate() {
            let (Some((value, _)), Some(first)) = (info.score, info.pv.first()) else {
                continue;
            };
            let number = at + 1;
            if set[..at]
                .iter()
                .any(|other| other.pv.first() == Some(first))
            {
                is_same.get_or_insert_with(|| {
                    format!("variation {number} of depth {depth} begins with {first}")
                });
            }
            if at > 0 && Some(depth) < deepest && rank(info.score) > rank(set[at - 1].score) {
                rises.get_or_insert_with(|| {
                    format!("variation {number} of depth {depth} is better than variation {at}")
                });
            }
            // That it is not legal is found below.
            if let Ok(mv) = read_move(root, first)
                && let Ok(after) = oracle.probe(&root.play(mv))
            {
                claims.push(Claim {
                    of: format!("{}, variation {number}, {first}", case.id),
                    depth,
                    value,
                    truth: after.moves().map_or(Truth::Draw, |moves| match moves {
                        1.. => Truth::Mate(-moves),
                        _ => Truth::Mate(1 - moves),
                    }),
                });
            }
        }
    }
    contradict(&claims, asked, findings);
    for (kind, says) in [
        (Kind::SameVariation, is_same),
        (Kind::RisingVariation, rises),
    ] {
        if let Some(says) = says {
            findings.add(kind, || format!("{}: {says}", case.id), asked);
        }
    }
    if let Some((depth, set)) = transcript.variations.last_key_value() {
        for info in &set[1..] {
            // As if it were played.
            let alone = Transcript {
                iterations: [(*depth, info.clone())].into(),
                best_move: info.pv.first().cloned(),
                ..Transcript::default()
            };
            line::judge(&case.game, &alone, asked, findings);
        }
    }
}

/// A number that is larger for a better value.
fn rank(score: Option<(ScoreRecord, Option<plybench_records::Bound>)>) -> Option<i64> {
    Some(match score?.0 {
        ScoreRecord::Mate { mate, .. } if mate > 0 => MATE - i64::from(mate),
        ScoreRecord::Mate { mate, .. } => -MATE - i64::from(mate),
        ScoreRecord::Evaluation { cp } => i64::from(cp),
    })
}
