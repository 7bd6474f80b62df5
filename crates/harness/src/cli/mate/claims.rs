//! The claims of a file, checked by proof numbers: several positions at once, each on one core.

use std::{collections::BTreeMap, path::Path};

use plybench_df_pn::Unsolved;
use serde_json::json;

use super::{
    super::{
        claimed_mates::{Claimed, ClaimedMates},
        failure::Failure,
        interrupt, memory, output,
        progress::Progress,
    },
    Arguments,
};
use plybench_conformance::mate::{Checked, Checks, MOST_MOVES, Verdict, check_claims};
use plybench_experiment::dataset::MateClaim;
use plybench_text::plural::{count, in_thousands};

/// A claim that was checked.
struct Done<'c> {
    claimed: &'c Claimed,
    moves: i32,
    checked: Checked,
}

/// How many claims have each verdict.
#[derive(Default)]
struct Tally {
    right: usize,
    not_shortest: usize,
    wrong: usize,
    unproven: usize,
}

impl Tally {
    fn of<'d>(done: impl IntoIterator<Item = &'d Done<'d>>) -> Self {
        let mut tally = Tally::default();
        for one in done {
            *match one.checked.verdict {
                Verdict::Right => &mut tally.right,
                Verdict::NotShortest => &mut tally.not_shortest,
                Verdict::Wrong => &mut tally.wrong,
                Verdict::Unproven(_) => &mut tally.unproven,
            } += 1;
        }
        tally
    }
}

pub(super) fn check(path: &Path, arguments: &Arguments) -> Result<(), Failure> {
    let claims = ClaimedMates::read(path, arguments.verbose)?;
    let mates: Vec<(&Claimed, i32)> = claims.positions.iter().filter_map(mate).collect();
    let name = &claims.name;
    if mates.is_empty() {
        return Err(Failure::input(format_args!(
            "{name}: no position claims a mate; give lines with bm #N or dm N"
        )));
    }
    let mut done = check_all(&mates, arguments)?;
    let is_interrupted = interrupt::is_pressed();
    if is_interrupted {
        done.retain(|one| one.checked.verdict != Verdict::Unproven(Some(Unsolved::Interrupted)));
    }
    let without = claims.positions.len() - mates.len();
    let printed = match arguments.json {
        true => output::json(&as_json(&claims, &done, without, arguments)),
        false => output::result(text(name, &done, without, arguments)),
    };
    if is_interrupted {
        return Err(Failure::interrupted(format_args!(
            "interrupted after {} of {}",
            done.len(),
            count(mates.len() as u64, "claim")
        )));
    }
    let tally = Tally::of(&done);
    let counted = |claims: usize, kind: &str| count(claims as u64, kind);
    // A failing stdout does not hide the verdict.
    if tally.wrong + tally.not_shortest > 0 {
        let (wrong, longer) = (counted(tally.wrong, "wrong claim"), tally.not_shortest);
        return Err(Failure::found(format_args!(
            "{name}: {wrong}, {longer} not the shortest"
        )));
    }
    claims.all_read()?;
    match tally.unproven {
        0 => printed,
        unproven => Err(Failure::impossible(format_args!(
            "{name}: {} not decided; --expansions, --seconds and --memory are the limits",
            counted(unproven, "claim")
        ))),
    }
}

/// A position that claims a mate, with its moves.
fn mate(claimed: &Claimed) -> Option<(&Claimed, i32)> {
    match claimed.claim? {
        MateClaim::Moves(moves) => Some((claimed, moves)),
        MateClaim::Draw => None,
    }
}

/// Checks all claims, in their order.
fn check_all<'c>(
    mates: &[(&'c Claimed, i32)],
    arguments: &Arguments,
) -> Result<Vec<Done<'c>>, Failure> {
    let at_once = memory::threads(arguments.jobs, mates.len());
    let progress = Progress::new(mates.len(), "claims");
    let claims: Vec<_> = mates
        .iter()
        .map(|(claimed, moves)| (&claimed.root, *moves))
        .collect();
    let checked = check_claims(
        &claims,
        &Checks {
            are_shortest: arguments.shortest,
            limits: arguments.limits(at_once)?,
            at_once,
            watch: &arguments.watch(),
            step: &|| progress.step(),
        },
    );
    let checked = checked.map_err(Failure::no_thread)?;
    progress.finish();
    let done = mates.iter().zip(checked);
    let done = done.map(|(&(claimed, moves), checked)| Done {
        claimed,
        moves,
        checked,
    });
    Ok(done.collect())
}

/// A table by claim, below it each claim that is not right.
fn text(name: &str, done: &[Done<'_>], without: usize, arguments: &Arguments) -> String {
    let mut by_claim: BTreeMap<(bool, u32), Vec<&Done<'_>>> = BTreeMap::new();
    for one in done {
        let key = (one.moves <= 0, one.moves.unsigned_abs());
        by_claim.entry(key).or_default().push(one);
    }
    let mut text =
        "claim        positions  right  not the shortest  wrong  unproven  median expansions\n"
            .to_owned();
    let mut row = |label: &str, all: &[&Done<'_>]| {
        let tally = Tally::of(all.iter().copied());
        let expansions = all.iter().map(|one| one.checked.effort.expansions);
        let mut expansions: Vec<u64> = expansions.collect();
        expansions.sort_unstable();
        let median = expansions.get(expansions.len() / 2).copied();
        let not_shortest = match arguments.shortest {
            true => tally.not_shortest.to_string(),
            false => "-".to_owned(),
        };
        text += &format!(
            "{label:<12} {:>9}  {:>5}  {not_shortest:>16}  {:>5}  {:>8}  {:>17}\n",
            all.len(),
            tally.right,
            tally.wrong,
            tally.unproven,
            in_thousands(median.unwrap_or_default())
        );
    };
    for (&(is_mated, moves), all) in &by_claim {
        let verb = if is_mated { "mated" } else { "mate" };
        row(&format!("{verb} in {moves}"), all);
    }
    row("all", &done.iter().collect::<Vec<_>>());
    for one in done {
        let verdict = match one.checked.verdict {
            Verdict::Right => continue,
            Verdict::Unproven(None) => format!("unproven, longer than {MOST_MOVES} moves"),
            Verdict::Unproven(Some(why)) => format!("unproven, {}", arguments.reason(why)),
            verdict => verdict.name().to_owned(),
        };
        let claim = MateClaim::Moves(one.moves);
        let (line, fen) = (one.claimed.line, one.claimed.root.fen());
        text += &format!("{name}:{line}: {fen}: claims {claim}: {verdict}\n");
    }
    if without > 0 {
        let positions = count(without as u64, "position");
        text += &format!("{positions} without the claim of a mate\n");
    }
    text
}

fn as_json(
    claims: &ClaimedMates,
    done: &[Done<'_>],
    without: usize,
    arguments: &Arguments,
) -> serde_json::Value {
    let tally = Tally::of(done);
    let list = done.iter().map(|one| {
        json!({
            "line": one.claimed.line,
            "fen": one.claimed.root.fen(),
            "claimed": one.moves,
            "verdict": one.checked.verdict.name(),
            "expansions": one.checked.effort.expansions,
            "created": one.checked.effort.created,
            "look_ups": one.checked.effort.look_ups,
            "seconds": one.checked.seconds,
        })
    });
    json!({
        "positions": claims.positions.len(),
        "checked": done.len(),
        "right": tally.right,
        "not_shortest": arguments.shortest.then_some(tally.not_shortest),
        "wrong": tally.wrong,
        "unproven": tally.unproven,
        "without_claim": without,
        "unreadable": claims.unreadable,
        "claims": list.collect::<Vec<_>>(),
    })
}
