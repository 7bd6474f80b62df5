//! `plybench search --check`: the search once more, with every step checked.

use plybench_checker::{check::Refused, game::Recorded};
use plybench_engine::{score::Score, search::SearchOptions};

use super::{failure::Failure, message};
use plybench_conformance::{
    verify::{CheckedSearch, TestedSearch},
    zoo::Mutant,
};
use plybench_experiment::{plan::Job, searcher::Root, spec::Settings};
use plybench_records::{Iteration, ScoreRecord};
use plybench_text::plural::{count, in_thousands};

/// The search whose steps are to be checked, if the checker has rules for all its techniques.
pub(super) fn tested(options: &Settings, mutant: Option<&Mutant>) -> Result<TestedSearch, Failure> {
    let registered = options.registered.first().map(|technique| technique.name);
    let search = mutant.map_or(TestedSearch::SOUND, |mutant| mutant.subject.search.clone());
    if registered.is_none() && search.has_rules() {
        return Ok(search);
    }
    let name = registered.or(mutant.map(|mutant| mutant.subject.name));
    Err(Failure::input(format_args!(
        "--check has no rule for {}, only for the built-in techniques; leave out --check",
        name.unwrap_or_default()
    )))
}

/// Searches a job again and checks every step. The iterations have to be those that were printed.
pub(super) fn check(
    search: &TestedSearch,
    options: &SearchOptions,
    job: &Job,
    printed: &[Iteration],
) -> Result<(), Failure> {
    let checked = CheckedSearch {
        search,
        options,
        depth: job.depth,
        nodes: job.limit.nodes,
    };
    let checked = match &job.root {
        Root::Chess(root) => checked.of_chess(root, &[]),
        Root::Game(game) => checked.of_chess(game.position(), &game.past()),
        Root::Tree(tree) => checked.of_tree(tree),
    };
    let checked = checked.map_err(|refused| match refused {
        Refused::Step { .. } => {
            Failure::found(format_args!("a step of the search is wrong: {refused}"))
        }
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
        let line = match &job.root {
            Root::Chess(root) => root.notations(&recorded.line),
            Root::Game(game) => game.position().notations(&recorded.line),
            Root::Tree(tree) => tree.root().notations(&recorded.line),
        };
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
    let steps = in_thousands(checked.steps);
    message::note(format_args!("all {steps} steps are correct"));
    Ok(())
}
