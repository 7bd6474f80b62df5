//! The probe on every form of mate distance pruning, searched in process.

use plybench_audit::{
    forms::of_search,
    probe::{Probe, Verdict},
};
use plybench_engine::{
    search::SearchOptions,
    techniques::MateDistance,
    variants::{GLASS, MODERN},
};

fn of(options: &SearchOptions) -> Probe {
    of_search(options).unwrap()
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
