//! `plybench search --check`: the search once more, with every step checked.

use plybench_checker::{check::Refused, game::Recorded};
use plybench_engine::{score::Score, search::SearchOptions};

use serde_json::json;

use super::{failure::Failure, message, output};
use plybench_conformance::{
    verify::{CheckedSearch, TestedSearch},
    zoo::Mutant,
};
use plybench_experiment::{plan::Job, spec::Settings, with_root};
use plybench_records::{Iteration, ScoreRecord};
use plybench_text::plural::{count, in_thousands};

/// The search whose steps are to be checked, if the checker can follow it.
pub(super) fn tested(options: &Settings, mutant: Option<&Mutant>) -> Result<TestedSearch, Failure> {
    let search = match mutant {
        Some(mutant) => mutant.subject.search.clone(),
        None => TestedSearch::registered(options.registered.clone()),
    };
    match (search.unfollowed(), mutant) {
        _ if search.has_rules() => Ok(search),
        (Some(technique), _) => Err(Failure::input(format_args!(
            "--check has no rule for {technique}, which changes windows or values without a step; register its rule, too, or leave \
             out --check"
        ))),
        (None, mutant) => Err(Failure::input(format_args!(
            "--check has no rule for {}; leave out --check",
            mutant.map_or("it", |mutant| mutant.subject.name)
        ))),
    }
}

/// Searches a job again and checks every step. The iterations have to be those that were printed.
pub(super) fn check(
    search: &TestedSearch,
    options: &SearchOptions,
    job: &Job,
    printed: &[Iteration],
    as_json: bool,
) -> Result<(), Failure> {
    let checked = CheckedSearch {
        search,
        options,
        depth: job.depth,
        nodes: job.limit.nodes,
    };
    let checked = checked.of(&job.root).map_err(|refused| match refused {
        Refused::Step { .. } => {
            Failure::found(format_args!("a step of the search is wrong: {refused}"))
        }
        Refused::Solved { .. } => Failure::found(refused),
        Refused::Summary { .. } | Refused::Unrecorded { .. } => Failure::found(format_args!(
            "the search reported a wrong result: {refused}"
        )),
        other => Failure::impossible(other),
    })?;
    let iterations = &checked.summary.iterations;
    if iterations.len() != printed.len() {
        return Err(Failure::found(format_args!(
            "the recorded search completed {}, the printed one {}",
            count(iterations.len(), "depth"),
            printed.len()
        )));
    }
    for (recorded, printed) in iterations.iter().zip(printed) {
        let line = with_root!(&job.root, |root, _past| root.notations(&recorded.line));
        let score = Score::from_raw(recorded.value as i16).map(ScoreRecord::from);
        let is_same = score == Some(printed.score)
            && recorded.nodes == printed.nodes
            && Some(recorded.nodes_to_pv) == printed.nodes_to_pv()
            && line == printed.pv;
        if !is_same {
            return Err(Failure::found(format_args!(
                "depth {}: the recorded search has another result than the printed one: {recorded:?}",
                printed.depth
            )));
        }
    }
    let (steps, unchecked) = (checked.steps, &checked.unchecked);
    match unchecked.values().sum() {
        0 => message::note(format_args!(
            "all {} steps are correct",
            in_thousands(steps)
        )),
        others => message::note(format_args!(
            "{} of {} steps are correct",
            in_thousands(steps - others),
            in_thousands(steps)
        )),
    }
    for (technique, &steps) in unchecked {
        message::note(without_rule(technique, steps));
    }
    if as_json && !search.is_built_in() {
        output::json(&json!({ "check": { "steps": steps, "unchecked": unchecked } }))?;
    }
    Ok(())
}

/// What is said of a technique without a rule.
pub(super) fn without_rule(technique: &str, steps: u64) -> String {
    let (noun, verb) = match steps {
        1 => ("step", "was"),
        _ => ("steps", "were"),
    };
    let steps = in_thousands(steps);
    format!("{steps} {noun} of technique {technique} {verb} not checked: it has no rule")
}
