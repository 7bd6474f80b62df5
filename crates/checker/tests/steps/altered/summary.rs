//! Altered summaries, written as a recorder writes them.

use plybench_checker::trace::{Ended, Iterated, Summary};

use super::{CASES, Parts};

/// Every list with one element less, one more, and one that differs.
fn other_lists<T: Clone>(list: &[T], other: impl Fn(&T) -> T, new: T) -> Vec<Vec<T>> {
    let mut lists = vec![[list, &[new]].concat()];
    for at in 0..list.len() {
        let with = |middle: &[T]| [&list[..at], middle, &list[at + 1..]].concat();
        lists.push(with(&[]));
        lists.push(with(&[list[at].clone(), list[at].clone()]));
        lists.push(with(&[other(&list[at])]));
    }
    lists
}

/// Every summary that differs from one in a single place.
fn others(summary: &Summary) -> Vec<Summary> {
    let mut all = Vec::new();
    let mut add = |alter: &dyn Fn(&mut Summary)| {
        let mut other = summary.clone();
        alter(&mut other);
        assert_ne!(other, *summary);
        all.push(other);
    };
    for by in [1, u64::MAX] {
        add(&|other| other.nodes = other.nodes.wrapping_add(by));
    }
    for ended in [
        Ended::Depth,
        Ended::Nodes,
        Ended::Interrupted,
        Ended::Memory,
    ] {
        if ended != summary.ended {
            add(&|other| other.ended = ended);
        }
    }
    for (name, counts) in &summary.counters {
        add(&|other| drop(other.counters.remove(name)));
        add(&|other| {
            let counts = other.counters.remove(name).unwrap();
            other.counters.insert(format!("{name}x"), counts);
        });
        for list in other_lists(counts, |count| count + 1, 0) {
            add(&|other| drop(other.counters.insert(name.clone(), list.clone())));
        }
    }
    for name in ["", "a", "technique_9", "technique_10", "stopped", "zz"] {
        if !summary.counters.contains_key(name) {
            for list in [vec![], vec![0], vec![1]] {
                add(&|other| drop(other.counters.insert(name.to_owned(), list.clone())));
            }
        }
    }
    let more = Iterated {
        depth: summary.iterations.len() as u8 + 1,
        value: 0,
        nodes: summary.nodes,
        nodes_to_pv: 0,
        line: Vec::new(),
    };
    let deeper = |iteration: &Iterated| Iterated {
        depth: iteration.depth + 1,
        ..iteration.clone()
    };
    for list in other_lists(&summary.iterations, deeper, more) {
        add(&|other| other.iterations = list.clone());
    }
    for (at, iteration) in summary.iterations.iter().enumerate() {
        add(&|other| other.iterations[at].value += 1);
        add(&|other| other.iterations[at].value = -other.iterations[at].value - 1);
        add(&|other| other.iterations[at].nodes += 1);
        add(&|other| other.iterations[at].nodes_to_pv += 1);
        for list in other_lists(&iteration.line, |mv| mv ^ 1, 0) {
            add(&|other| other.iterations[at].line = list.clone());
        }
    }
    all
}

#[test]
fn a_summary_with_anything_less_more_or_else_is_refused() {
    for case in &*CASES {
        let parts = Parts::of(&case.trace);
        assert!(case.accepts(&parts.with_summary(&parts.summary)));
        for other in others(&parts.summary) {
            let refused = case.check(&parts.with_summary(&other)).unwrap_err();
            // Not for the way in which it is written.
            assert!(!refused.contains("not a summary"), "{refused}");
        }
    }
}
