//! The probe on every form of mate distance pruning, searched in process.

use std::{collections::BTreeMap, ops::ControlFlow};

use plybench_audit::probe::{self, Probe, Verdict, cost};
use plybench_engine::{
    game::chess::Chess,
    search::SearchOptions,
    techniques::MateDistance,
    variants::{GLASS, MODERN},
};
use plybench_experiment::searcher::{Limits, Memory, Root, Searcher, Skeleton};

/// The probe of a search with these options, which is deepened as an engine would be asked.
fn of(options: &SearchOptions) -> Probe {
    let mut memory = Memory::default();
    let costs = probe::all().into_iter().filter_map(|position| {
        let root = Root::Chess(Chess::from_fen(&position.fen).unwrap());
        let limits = Limits {
            nodes: Some(probe::NODES),
            ..Limits::to_depth(probe::DEPTH)
        };
        let mut nodes = BTreeMap::new();
        let mut searcher = Skeleton::new(*options, &mut memory);
        searcher
            .deepen(&root, &limits, &mut |iteration, _| {
                nodes.insert(iteration.depth.into(), iteration.nodes);
                ControlFlow::Continue(())
            })
            .unwrap();
        cost(position, &nodes)
    });
    Probe::of(costs.collect())
}

fn with(base: &SearchOptions, form: MateDistance) -> SearchOptions {
    let mut options = *base;
    options.techniques.mate_distance = form;
    options
}

#[test]
fn the_probe_names_every_form() {
    let mut undecided = Vec::new();
    for form in MateDistance::ALL {
        use MateDistance as F;
        let known = match form {
            F::Stockfish | F::InQuiescence | F::AfterProbe => Verdict::Tight,
            F::CheckAware | F::Fruit => Verdict::Tighter,
            F::TestOnly => Verdict::TestOnly,
            F::Cpw | F::Vipermate | F::LowerOnly => Verdict::UpperLoose,
            F::UpperOnlyTight => Verdict::LowerMissing,
            F::UpperOnlyLoose | F::ZeroWindowOnly => Verdict::BothWeak,
            // They change scores or use the table, but bound no window by the distance to mate.
            F::Off | F::DelayedLoss | F::MateHolds | F::MicroMax => Verdict::None,
            // It reduces the depth instead of narrowing the window.
            F::DepthClamp => Verdict::Undecided,
        };
        let probe = of(&with(&GLASS.options, form));
        if probe.verdict == Verdict::Undecided {
            undecided.push(form);
        } else {
            assert_eq!(probe.verdict, known, "{form:?}: {probe:?}");
        }
    }
    assert!(undecided.len() <= 2, "{undecided:?}");
}

#[test]
fn other_techniques_do_not_hide_the_form() {
    for (form, known) in [
        (MateDistance::Stockfish, Verdict::Tight),
        (MateDistance::TestOnly, Verdict::TestOnly),
        (MateDistance::Cpw, Verdict::UpperLoose),
        (MateDistance::LowerOnly, Verdict::UpperLoose),
        (MateDistance::UpperOnlyTight, Verdict::LowerMissing),
        (MateDistance::Fruit, Verdict::Tighter),
        (MateDistance::Off, Verdict::None),
    ] {
        let probe = of(&with(&MODERN.options, form));
        assert_eq!(probe.verdict, known, "{form:?}: {probe:?}");
    }
}

/// The law is exact: with both bounds, an iteration enters two nodes for each move at the root.
#[test]
fn the_cost_of_an_iteration_is_linear_in_the_moves() {
    for (form, per_move) in [
        (MateDistance::Stockfish, [2.0, 0.0]),
        (MateDistance::TestOnly, [2.0, 1.0]),
        (MateDistance::Fruit, [1.0, 0.0]),
    ] {
        let probe = of(&with(&GLASS.options, form));
        let found = probe.per_move_in_2.unwrap();
        for (found, known) in found.iter().zip(per_move) {
            assert!(
                (found - known).abs() < 0.02,
                "{form:?}: {found} and {known}"
            );
        }
        assert!((probe.per_move_in_1.unwrap() - 1.0).abs() < 0.02);
    }
}
