//! The checker accepts what the search does: every technique alone, every pair, and random settings, on every kind of game.
//!
//! It is quick, and every error in the search that changes a step fails it. `plybench verify` does the same with more nodes.

use plybench_checker::{
    check::{Refused, check},
    technique_name,
    trace::{Observed, Reader, Summary, record},
};
use plybench_engine::{
    eval::{CorrectionOptions, Evaluation},
    search::{FailMode, Limits, Memory, RootDriver, Search, SearchOptions},
    table::{PrincipalEntries, Replacement, TableSize},
    techniques::{BuiltIn, MateDistance},
    units::MAX_DEPTH,
    variants,
};
use serde_json::json;

use super::{
    positions::{CHESS, Visit, positions, visit},
    settings::{Case, Random, all_axes, describe, options},
};

/// Checks every step of a search of at most this many nodes. A search that is not recorded, the first in new memory and the second in
/// that of the first, has to return the same: it is another compiled copy of the search, without what its settings do not need.
pub(crate) struct Checked<'o>(pub(crate) &'o SearchOptions, pub(crate) u64);

impl Visit for Checked<'_> {
    type Result = Result<(), String>;

    fn visit<G: Observed>(&self, root: &G, text: &str) -> Self::Result {
        let (depth, nodes) = (MAX_DEPTH, Some(self.1));
        let trace = record(root, self.0, depth, nodes, Vec::new()).unwrap();
        let mut memory = Memory::default();
        let mut unrecorded = || {
            Summary::of_search::<G>(|counters, report| {
                Search::new(root, self.0)
                    .in_memory_of(&mut memory)
                    .limited(Limits { nodes, stop: None })
                    .observed_by(counters)
                    .to_depth(depth, |iteration, _| report(iteration))
            })
        };
        let mut accepted = || -> Result<(), Refused> {
            let checked = check(root, Reader::new(&trace[..])?)?;
            checked.compare_with(&unrecorded())?;
            checked.compare_with(&unrecorded())
        };
        accepted().map_err(|refused| format!("{text}: {refused}"))
    }
}

/// The registry's techniques, none first.
fn techniques() -> Vec<BuiltIn> {
    let all = BuiltIn::registry();
    let all = all.iter().map(|entry| entry.alone);
    [BuiltIn::OFF].into_iter().chain(all).collect()
}

#[test]
fn every_technique_alone_and_with_every_other_is_accepted() {
    let mut turn = 0;
    for (number, &one) in techniques().iter().enumerate() {
        for &other in &techniques()[..=number] {
            let mut options = variants::ALL[turn % variants::ALL.len()].options;
            options.techniques = one.and(other);
            options.quiescence = turn % 3 == 0;
            let accepted = visit(turn % positions(), &Checked(&options, 2_000));
            assert_eq!(accepted, Ok(()), "{:?}", options.techniques);
            turn += 1;
        }
    }
}

#[test]
fn random_settings_are_accepted() {
    let axes = all_axes();
    let mut random = Random(4);
    for turn in 0..1_200 {
        let case: Case = match turn % 2 {
            0 => random.case(&axes),
            _ => random.sparse_case(&axes),
        };
        let accepted = visit(turn % positions(), &Checked(&options(&axes, &case), 1_500));
        assert_eq!(accepted, Ok(()), "{}", describe(&axes, &case));
    }
}

/// Steps name techniques by number.
#[test]
fn techniques_have_the_places_that_the_engine_gives_them() {
    let names: Vec<String> = (0..).map_while(technique_name).collect();
    assert_eq!(names, BuiltIn::NAMES);
}

/// In each scope alone, at positions of every kind.
#[test]
fn every_technique_is_accepted_in_every_scope() {
    let scopes = [
        json!({ "at-nodes": "open-window" }),
        json!({ "at-nodes": "null-window" }),
        json!({ "at-depths": [2, 3] }),
        json!({ "at-plies": [1, 2] }),
    ];
    let mut turn = 0;
    for entry in BuiltIn::registry()
        .iter()
        .filter(|entry| entry.key.is_empty())
    {
        for scope in &scopes {
            for variant in variants::ALL {
                let mut options = variant.options;
                let techniques = json!({ entry.info.name: scope });
                options.techniques = serde_json::from_value(techniques).unwrap();
                let accepted = visit(turn % positions(), &Checked(&options, 2_000));
                assert_eq!(accepted, Ok(()), "{} {scope}", entry.info.name);
                turn += 1;
            }
        }
    }
}

/// A search of the same node sees other corrections, but the nodes below compare their evaluations with that of the node itself.
#[test]
fn nodes_below_a_search_of_the_same_node_compare_with_the_node_itself() {
    let improving = json!({
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
        "null-move": { "reduction": 1, "verify": true },
        "reverse-futility": { "margin": 30, "less-if-improving": 60 },
        "late-move-reduction": { "formula": "roots", "more-unless-improving": 2 },
        "late-move-pruning": { "base": 3 },
    });
    let options = SearchOptions {
        correction_history: CorrectionOptions {
            pawns: true,
            pieces: true,
        },
        // Many evaluations are equal, so that a small correction decides.
        evaluation: Evaluation::Material,
        quiescence: true,
        techniques: serde_json::from_value(improving).unwrap(),
        ..variants::GLASS.options
    };
    for position in 0..positions() {
        let accepted = visit(position, &Checked(&options, 20_000));
        assert_eq!(accepted, Ok(()));
    }
}

/// Every technique that requests searches, with conditions that are nearly always met: a search that one requests leads to nodes at
/// which the others act, too.
#[test]
fn requests_within_requested_searches_are_accepted() {
    let requesting = [
        json!({ "null-move": { "reduction": 1, "min-depth": 2, "verify": true, "from-beta": false } }),
        json!({ "null-move": { "reduction": 1, "min-depth": 1, "from-beta": false, "in-a-row": true } }),
        json!({ "null-move": { "reduction": 1, "min-depth": 1, "verify": true, "verify-by": "guarded" } }),
        json!({ "null-move": { "reduction": 1, "min-depth": 1, "verify": true, "verify-by": "one-ply-less" } }),
        json!({ "null-move": { "reduction": 1, "min-depth": 1, "reduce-instead": 2, "only-at-cut-nodes": true } }),
        json!({ "singular-extension": { "min-depth": 3, "margin": 0, "slack": 100 } }),
        json!({ "singular-extension": {
            "min-depth": 3, "margin": 0, "slack": 100, "twice-margin": 1, "thrice-margin": 30, "line-limit": 2,
            "cut": true, "shorten": 2, "shorten-at-cut-nodes": 1,
        } }),
        json!({ "prob-cut": { "min-depth": 3, "reduction": 1, "margin": 0 } }),
        json!({ "prob-cut": { "min-depth": 3, "reduction": 1, "margin": 0, "of": "node" } }),
        json!({ "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 } }),
        json!({ "multi-cut": { "min-depth": 2, "cuts": 2, "reduction": 1 } }),
    ];
    let requesting = requesting.map(|one| serde_json::from_value::<BuiltIn>(one).unwrap());
    let together = requesting.into_iter().fold(BuiltIn::OFF, BuiltIn::and);
    let with_another = requesting.iter().flat_map(|one| {
        let others = requesting.into_iter().chain(techniques());
        others.map(|other| other.and(*one))
    });
    for (number, techniques) in [together].into_iter().chain(with_another).enumerate() {
        // Some positions of each kind.
        for position in (number % 4..positions()).step_by(4) {
            let mut options = variants::ALL[(number + position) % variants::ALL.len()].options;
            options.techniques = techniques;
            options.table.size = TableSize::Entries(10_000);
            // MTD(f) enters nodes several times in an iteration, so they find entries of sufficient depth.
            options.driver = RootDriver::Mtdf;
            let accepted = visit(position, &Checked(&options, 5_000));
            assert_eq!(accepted, Ok(()), "{techniques:?}");
        }
    }
}

/// The limit can be met where a technique searches a mated node for its first move. The node has its result all the same.
#[test]
fn every_limit_is_accepted() {
    let mut options = variants::PLAIN.options;
    let techniques = json!({ "internal-iterative-deepening": { "min-depth": 1, "reduction": 1 } });
    options.techniques = serde_json::from_value(techniques).unwrap();
    let mates = CHESS.iter().position(|fen| fen.starts_with("7k/8/5K2/6Q1"));
    for limit in 1..=400 {
        let accepted = visit(mates.unwrap(), &Checked(&options, limit));
        assert_eq!(accepted, Ok(()), "{limit} nodes");
    }
}

/// In small tables, where positions compete for every slot. The table of exact results competes by itself in every second search.
#[test]
fn every_replacement_policy_is_accepted() {
    for (policy, replacement) in Replacement::ALL.into_iter().enumerate() {
        for position in 0..positions() {
            let mut options = variants::GLASS.options;
            options.driver = [RootDriver::Mtdf, RootDriver::Aspiration(20)][position % 2];
            options.quiescence = position % 3 == 0;
            options.table.replacement = replacement;
            options.table.size = TableSize::Entries([3, 20, 100][(position + policy) % 3]);
            if (position + policy) % 2 == 0 {
                options.table.principal_variation = PrincipalEntries::Separate(2);
            }
            let accepted = visit(position, &Checked(&options, 4_000));
            assert_eq!(accepted, Ok(()), "{replacement:?}");
        }
    }
}

/// A mate that is delayed by one ply changes the window only where it stays a window of evaluations.
#[test]
fn delayed_losses_are_accepted_at_the_limits_of_evaluations() {
    for position in 0..positions() {
        for fail in [FailMode::Hard, FailMode::Soft] {
            for driver in [
                RootDriver::FullWindow,
                RootDriver::Aspiration(1),
                RootDriver::Mtdf,
            ] {
                let mut options = variants::PLAIN.options;
                options.techniques.mate_distance = MateDistance::DelayedLoss;
                (options.fail, options.driver) = (fail, driver);
                let accepted = visit(position, &Checked(&options, 2_000));
                assert_eq!(accepted, Ok(()), "{fail:?} {driver:?}");
            }
        }
    }
}
