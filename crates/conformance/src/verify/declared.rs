//! Whether a technique acts at all, and declares every hook that it has and all data that it reads.
//!
//! A hook that is missing in [`Technique::hooks`](plybench_engine::techniques::Technique::hooks) is never called. Every promise then
//! holds, because the technique does nothing.

use std::ops::ControlFlow;

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    observe::Counters,
    search::{Limits, ScoutMode, Search, SearchOptions, Sound},
    techniques::{Added, BuiltIn},
    variants,
};
use plybench_experiment::searcher::Counted;
use plybench_records::registered::RegisteredTechnique;
use rayon::prelude::*;

use super::{
    TestedSearcher,
    findings::{Findings, Violation},
};

/// Endgames with mates and pawns, middlegames, and a position in which a pawn may take a queen.
const POSITIONS: [&str; 6] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/8/3p4/4q3/3P4/8/8/4K2R w K - 0 1",
];

/// Nodes of each search.
const NODES: u64 = 8_000;

/// The searches of one subject, with its techniques as declared and with every hook called.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Compared searches, and those that every hook changed. A technique that never acted is one violation more.
    pub findings: Findings,
    /// Whether the techniques changed any of the searches.
    pub acts: bool,
}

/// Compares the searches of each subject, on all cores; `None` for one without techniques.
#[must_use]
pub fn declared(subjects: &[TestedSearcher]) -> Vec<Option<Declared>> {
    subjects.par_iter().map(declared_by).collect()
}

fn declared_by(subject: &TestedSearcher) -> Option<Declared> {
    if subject.search.registered.is_empty() && subject.techniques == BuiltIn::OFF {
        return None;
    }
    let mut found = Declared::default();
    let rich = SearchOptions {
        scout: ScoutMode::Pvs,
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        ..variants::GLASS.options
    };
    let registered: Vec<_> = subject
        .search
        .registered
        .iter()
        .map(RegisteredTechnique::in_chess)
        .collect();
    for (base, variant) in [(rich, "glass"), (variants::MORELAND.options, "moreland")] {
        for fen in POSITIONS {
            // The positions are legal.
            let Ok(root) = Chess::from_fen(fen) else {
                continue;
            };
            let options = subject.options(&base);
            let as_declared = line_of_counts(&root, &options, &registered, false);
            let every_hook = line_of_counts(&root, &options, &registered, true);
            found.acts |= as_declared != line_of_counts(&root, &base, &[], false);
            found.findings.record(as_declared == every_hook, || Violation {
                what: format!(
                    "the search differs if every hook is called: {} declares too little in Technique::hooks",
                    subject.name
                ),
                reproduce: format!("{fen} with variant {variant}"),
            });
        }
    }
    found.findings.record(found.acts, || Violation {
        what: format!("{} never acted", subject.name),
        reproduce: format!("{} positions, {NODES} nodes each", POSITIONS.len()),
    });
    Some(found)
}

/// The nodes and the score of each iteration.
fn line_of_counts(
    root: &Chess,
    options: &SearchOptions,
    added: &[Added<'_, Chess>],
    every_hook: bool,
) -> Vec<(u64, i16)> {
    let mut counts = Vec::new();
    let limits = Limits {
        nodes: Some(NODES),
        stop: None,
    };
    let search = Search::dynamic(root, options, &Sound, added).limited(limits);
    let search = if every_hook {
        search.with_every_hook()
    } else {
        search
    };
    let mut counters = Counters::default();
    Chess::dynamic_to_depth(
        search.observed_by(&mut counters),
        30,
        &mut |iteration, _| {
            counts.push((iteration.nodes, iteration.score.raw()));
            ControlFlow::Continue(())
        },
    );
    counts
}

#[cfg(test)]
mod tests {
    use plybench_engine::techniques::{MateDistance, Scope};

    use super::{super::built_in, *};

    #[test]
    fn every_built_in_technique_acts_and_declares_all() {
        for subject in built_in() {
            let Some(found) = declared_by(&subject) else {
                assert_eq!(subject.name, "none");
                continue;
            };
            let (findings, acts) = (found.findings, found.acts);
            assert_eq!((acts, findings.violations), (true, 0), "{}", subject.name);
        }
    }

    #[test]
    fn a_technique_that_never_acts_is_a_violation() {
        let mut subject = built_in()
            .into_iter()
            .find(|subject| subject.name == "null-move")
            .unwrap();
        let null_move = subject.techniques.null_move.as_mut().unwrap();
        null_move.scope = Scope {
            at_plies: [250, 255],
            ..Scope::default()
        }
        .into();
        assert_eq!(subject.techniques.mate_distance, MateDistance::Off);
        let found = declared_by(&subject).unwrap();
        assert!(!found.acts);
        assert_eq!(found.findings.violations, 1);
        assert_eq!(found.findings.examples[0].what, "null-move never acted");
    }
}
