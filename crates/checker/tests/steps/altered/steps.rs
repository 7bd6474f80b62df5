//! Altered steps: other bytes, steps too few, too many or in another order.

use std::collections::{BTreeMap, BTreeSet};

use plybench_checker::trace::Step;
use proptest::prelude::*;

use super::{super::settings::Random, CASES, Parts, deed};

#[test]
fn a_step_dropped_doubled_or_exchanged_is_found() {
    let mut kinds = BTreeSet::new();
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let steps = &parts.steps;
        for &at in &case.places {
            kinds.insert(steps[at].name());
            let refused = |how: &str, middle: &[Step], skipped: usize| {
                let altered = [&steps[..at], middle, &steps[at + skipped..]].concat();
                let trace = parts.with_steps(&altered);
                assert!(!case.accepts(&trace), "step {at} {how}: {:?}", steps[at]);
            };
            refused("dropped", &[], 1);
            refused("doubled", &[steps[at]; 2], 1);
            if let Some(&next) = steps.get(at + 1)
                && next != steps[at]
            {
                refused("exchanged", &[next, steps[at]], 2);
            }
        }
    }
    assert_eq!(kinds.len(), 20, "only {kinds:?} occur");
}

/// Steps that say that nothing changes. No search writes them.
fn idle_steps() -> [Step; 3] {
    let (ply, mv, number, plies, by) = (1, 0, 0, 0, 1);
    [
        Step::Extended {
            ply,
            mv,
            number,
            plies,
            by,
        },
        Step::Shortened {
            ply,
            mv,
            number,
            plies,
            by,
        },
        Step::Reduced {
            ply,
            mv,
            number,
            plies,
            by,
        },
    ]
}

/// One of the same trace at each place that is altered, and one with each deed of any trace somewhere.
#[test]
fn a_step_inserted_from_elsewhere_is_found() {
    let mut random = Random(8);
    let mut of_each_deed: BTreeMap<String, Step> = BTreeMap::new();
    for case in &*CASES {
        let steps = Parts::of(&case.trace).steps;
        of_each_deed.extend(case.places.iter().map(|&at| (deed(&steps[at]), steps[at])));
    }
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        let refused = |at: usize, inserted: Step| {
            let mut altered = parts.steps.clone();
            altered.insert(at, inserted);
            let trace = parts.with_steps(&altered);
            assert!(!case.accepts(&trace), "before step {at}: {inserted:?}");
        };
        let count = parts.steps.len();
        for &at in &case.places {
            refused(at, parts.steps[random.below(count)]);
        }
        for step in of_each_deed.values().copied().chain(idle_steps()) {
            refused(random.below(count + 1), step);
        }
        refused(count, parts.steps[random.below(count)]);
    }
}

#[test]
fn every_byte_of_a_step_and_of_the_summary_matters() {
    let mut random = Random(9);
    for case in &*CASES {
        let steps = Parts::of(&case.trace).steps;
        let mut starts = vec![case.header()];
        for step in &steps {
            starts.push(starts[starts.len() - 1] + step.length() as usize);
        }
        let end_of_steps = starts[steps.len()];
        let of_places = case
            .places
            .iter()
            .flat_map(|&at| starts[at]..starts[at + 1]);
        // In the first step of each kind, each byte is also changed to all other values of its lowest four bits: to every other
        // technique and end.
        let mut deeds = BTreeSet::new();
        let first_deeds = case
            .places
            .iter()
            .filter(|&&at| deeds.insert(deed(&steps[at])));
        let first_deeds: BTreeSet<usize> = first_deeds
            .flat_map(|&at| starts[at]..starts[at + 1])
            .collect();
        let of_summary = end_of_steps..case.trace.len() - 1;
        let is_whole = case.places.len() == steps.len();
        let of_summary = of_summary.filter(|_| is_whole || random.below(10) == 0);
        let ends = [end_of_steps, case.trace.len() - 1];
        let mut altered = case.trace.clone();
        for at in of_places.chain(of_summary).chain(ends) {
            let changes = if first_deeds.contains(&at) {
                1..16
            } else {
                1..2
            };
            for change in changes.chain([0x80]) {
                altered[at] ^= change;
                assert!(!case.accepts(&altered), "byte {at}: {}", case.trace[at]);
                altered[at] ^= change;
            }
            assert!(!case.accepts(&case.trace[..at]), "cut at {at}");
        }
        for more in [b"\n", b" ", b"\0", b"{"] {
            let trace = [&case.trace[..], more].concat();
            assert!(!case.accepts(&trace), "{more:?} after the end");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_two_steps_exchanged_are_found(
        which in any::<prop::sample::Index>(),
        places: [prop::sample::Index; 2],
    ) {
        let case = &CASES[which.index(CASES.len())];
        let parts = Parts::of(&case.trace);
        let mut steps = parts.steps.clone();
        let [one, other] = places.map(|place| place.index(steps.len()));
        steps.swap(one, other);
        let is_same = steps == parts.steps;
        prop_assert_eq!(case.accepts(&parts.with_steps(&steps)), is_same, "{} {}", one, other);
    }

    #[test]
    fn any_other_bytes_anywhere_are_found(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        bytes: [u8; 3],
    ) {
        let case = &CASES[which.index(CASES.len())];
        let at = case.header() + place.index(case.trace.len() - case.header());
        let mut altered = case.trace.clone();
        for (byte, new) in altered[at..].iter_mut().zip(bytes) {
            *byte = new;
        }
        prop_assert_eq!(case.accepts(&altered), altered == case.trace, "byte {}", at);
    }
}
