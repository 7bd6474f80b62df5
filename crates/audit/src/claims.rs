//! Whether an engine's mates are true.
//!
//! A claim is the value of a whole iteration: bounds and lines on the way may be wrong for good reasons, and so may the first iteration
//! if a later one corrects it.

use std::{collections::BTreeMap, time::Duration};

use plybench_experiment::uci::{EngineError, Go, Question, Transcript};
use plybench_records::ScoreRecord;

use super::{
    cases::{Case, Truth},
    finding::{Findings, Kind},
    interview::Interview,
    line,
};

/// How long a search may take, whatever its nodes.
const PATIENCE: Duration = Duration::from_secs(3);
/// The deepest iteration that is asked for, in plies.
const DEEPEST: u8 = 60;
/// A mate in so many moves is missed if it is not found at all.
const SHORT: i32 = 2;
/// So many won positions with the same evaluation are no accident.
const ALIKE: usize = 8;
/// The evaluation, in centipawns, above which an engine sees that a position is won.
const WON: i32 = 300;

/// How soon mates of one distance are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distance {
    /// The distance in moves; negative for the mated side.
    pub moves: i32,
    /// How many positions were searched.
    pub positions: usize,
    /// In how many of them the exact distance was found.
    pub found: usize,
    /// The median depth of the iterations that found it first.
    pub depth: Option<u32>,
    /// The median of the nodes up to there.
    pub nodes: Option<u64>,
}

/// How soon each mate was found.
#[derive(Debug, Default)]
pub(crate) struct Distances {
    /// By distance in moves, the depth and the nodes of each position.
    found: BTreeMap<i32, Vec<Option<(u32, u64)>>>,
    /// Of the won positions in which no mate was claimed: the evaluations, with how often each occurs and where first.
    evaluations: BTreeMap<i32, (usize, Vec<Question>)>,
}

/// Asks for a case, and for the one that follows it in the same game.
pub(crate) fn judge(
    case: &Case,
    nodes: u64,
    interview: &mut Interview<'_>,
    findings: &mut Findings,
    distances: &mut Distances,
) -> Result<(), EngineError> {
    let cases = std::iter::successors(Some(case), |case| case.then.as_deref());
    for (at, case) in cases.enumerate() {
        let question = Question {
            is_new_game: at == 0,
            ..Question::new(&case.game.text(), go(nodes), PATIENCE).up_to(nodes)
        };
        let Some(transcript) = interview.ask(question, findings)? else {
            break;
        };
        let asked = interview.asked();
        claims(case, &transcript, asked, findings);
        line::judge(&case.game, &transcript, asked, findings);
        if at == 0 && case.game.plies() == 0 {
            distances.add(case.truth, &transcript, asked);
        }
    }
    Ok(())
}

/// The limits of a search with these nodes.
pub(crate) fn go(nodes: u64) -> Go {
    Go {
        depth: Some(DEEPEST),
        nodes: Some(nodes),
        ..Go::default()
    }
}

/// A value that an engine gives, and the truth.
pub(crate) struct Claim {
    /// What has the value, in words.
    pub(crate) of: String,
    pub(crate) depth: u32,
    pub(crate) value: ScoreRecord,
    pub(crate) truth: Truth,
}

/// Holds the values of a search against the truth. A search that repeats its lie is one case.
pub(crate) fn contradict(claims: &[Claim], asked: &[Question], findings: &mut Findings) {
    let deepest = claims.last().map_or(0, |claim| claim.depth);
    let mut told = Vec::new();
    for claim in claims {
        let ScoreRecord::Mate { mate, .. } = claim.value else {
            continue;
        };
        let kind = match claim.truth {
            // What the first iteration says may be corrected.
            _ if claim.depth <= 1 && claim.depth < deepest => continue,
            Truth::Draw => Kind::MateInDraw,
            Truth::Mate(moves) if (moves > 0) != (mate > 0) => Kind::WrongSide,
            Truth::Mate(moves) if mate.abs() < moves.abs() => Kind::ShorterMate,
            Truth::Mate(_) => continue,
        };
        if !told.contains(&kind) {
            told.push(kind);
            let (of, depth, truth) = (&claim.of, claim.depth, claim.truth.in_words());
            let says = || format!("{of}: mate {mate} at depth {depth}; it is {truth}");
            findings.add(kind, says, asked);
        }
    }
}

/// The values of all iterations, with the case's truth.
pub(crate) fn of_case(case: &Case, transcript: &Transcript) -> Vec<Claim> {
    let claims = values(transcript).map(|(depth, value)| Claim {
        of: case.id.clone(),
        depth,
        value,
        truth: case.truth,
    });
    claims.collect()
}

/// Holds the values of all iterations against the truth and against each other.
fn claims(case: &Case, transcript: &Transcript, asked: &[Question], findings: &mut Findings) {
    let values: Vec<(u32, ScoreRecord)> = values(transcript).collect();
    let Some(&(deepest, last)) = values.last() else {
        return;
    };
    contradict(&of_case(case, transcript), asked, findings);
    let Truth::Mate(moves) = case.truth else {
        return;
    };
    let is_right = |mate: i32| (mate > 0) == (moves > 0) && mate.abs() >= moves.abs();
    // The deepest iteration may not have been completed, and then says nothing of moves that it did not get to.
    let completed = values.iter().filter(|(depth, _)| *depth < deepest);
    if let Some((kind, says)) = worsened(completed.copied(), is_right) {
        findings.add(kind, || format!("{}: {says}", case.id), asked);
    }
    match last {
        ScoreRecord::Mate { mate, .. } if is_right(mate) && mate > moves && moves > 0 => findings
            .add(
                Kind::LongerMate,
                || {
                    format!(
                        "{}: mate {mate} at depth {deepest}; it is {}",
                        case.id,
                        case.truth.in_words()
                    )
                },
                asked,
            ),
        ScoreRecord::Evaluation { cp } if (1..=SHORT).contains(&moves) => findings.add(
            Kind::MissedMate,
            || {
                format!(
                    "{}: {cp} centipawns at depth {deepest}; it is {}",
                    case.id,
                    case.truth.in_words()
                )
            },
            asked,
        ),
        _ => {}
    }
}

/// The first iteration that has lost the mate of an earlier one, or made it longer, in words.
fn worsened(
    values: impl Iterator<Item = (u32, ScoreRecord)>,
    is_right: impl Fn(i32) -> bool,
) -> Option<(Kind, String)> {
    let mut best: Option<(u32, i32)> = None;
    for (depth, value) in values {
        match (value, best) {
            (ScoreRecord::Mate { mate, .. }, Some((at, known)))
                if is_right(mate) && mate > known =>
            {
                let says = format!("mate {known} at depth {at}, mate {mate} at depth {depth}");
                return Some((Kind::LengthenedMate, says));
            }
            (ScoreRecord::Mate { mate, .. }, _) if is_right(mate) && mate > 0 => {
                best = Some((depth, mate));
            }
            (ScoreRecord::Evaluation { cp }, Some((at, known))) => {
                let says = format!("mate {known} at depth {at}, {cp} centipawns at depth {depth}");
                return Some((Kind::LostMate, says));
            }
            _ => {}
        }
    }
    None
}

/// The value of each iteration that has one.
fn values(transcript: &Transcript) -> impl Iterator<Item = (u32, ScoreRecord)> {
    let lines = transcript.iterations.iter();
    lines.filter_map(|(depth, info)| Some((*depth, info.score?.0)))
}

impl Distances {
    fn add(&mut self, truth: Truth, transcript: &Transcript, asked: &[Question]) {
        let Truth::Mate(moves) = truth else {
            return;
        };
        let first = transcript.iterations.iter().find_map(|(depth, info)| {
            let (ScoreRecord::Mate { mate, .. }, _) = info.score? else {
                return None;
            };
            (mate == moves).then_some((*depth, info.nodes.unwrap_or(0)))
        });
        self.found.entry(moves).or_default().push(first);
        if let Some((_, ScoreRecord::Evaluation { cp })) = values(transcript).last()
            && moves > 0
            && cp > WON
        {
            let (count, _) = self
                .evaluations
                .entry(cp)
                .or_insert_with(|| (0, asked.to_vec()));
            *count += 1;
        }
    }

    /// Notes that many won positions have the same large evaluation.
    pub(crate) fn note_equal_scores(&self, findings: &mut Findings) {
        let all: usize = self.evaluations.values().map(|(count, _)| count).sum();
        let most = self.evaluations.iter().max_by_key(|(_, (count, _))| *count);
        if let Some((cp, (count, asked))) = most
            && *count >= ALIKE
            && 2 * count > all
        {
            let says = || {
                format!(
                    "{cp} centipawns in {count} of {all} won positions in which it claims no mate"
                )
            };
            findings.add(Kind::EqualScores, says, asked);
        }
    }

    /// A row for each distance.
    pub(crate) fn rows(&self) -> Vec<Distance> {
        let row = |(moves, found): (&i32, &Vec<Option<(u32, u64)>>)| {
            let known: Vec<(u32, u64)> = found.iter().copied().flatten().collect();
            Distance {
                moves: *moves,
                positions: found.len(),
                found: known.len(),
                depth: middle(known.iter().map(|(depth, _)| *depth).collect()),
                nodes: middle(known.iter().map(|(_, nodes)| *nodes).collect()),
            }
        };
        self.found.iter().map(row).collect()
    }
}

/// The lower median.
fn middle<T: Ord + Copy>(mut values: Vec<T>) -> Option<T> {
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}
