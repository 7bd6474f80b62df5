//! Whether a technique acts at all, and declares every hook that it has and all data that it reads.
//!
//! A hook that is missing in [`Technique::hooks`](plybench_engine::techniques::Technique::hooks) is never called. Every promise then
//! holds, because the technique does nothing.

use plybench_engine::{
    eval::Evaluation,
    game::chess::Chess,
    search::{ScoutMode, SearchOptions},
    techniques::{BuiltIn, Hooks},
    variants,
};
use rayon::prelude::*;

use super::{Findings, TestedSearch, TestedSearcher, Violation};

/// Endgames with mates and pawns, middlegames, positions in which a pawn may take a queen and in which White may soon be a queen behind,
/// and one in which both sides threaten mate.
const POSITIONS: [&str; 8] = [
    "8/7K/8/8/8/8/R7/7k w - - 0 1",
    "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/8/3p4/4q3/3P4/8/8/4K2R w K - 0 1",
    "3k4/8/2nb4/2bn4/3Q4/8/8/7K w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
];

/// The limits of each search: nodes, and plies that it never reaches.
const NODES: u64 = 12_000;
const DEEPEST: u8 = 30;

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
    let with_every_hook = TestedSearch {
        calls_every_hook: true,
        ..subject.search.clone()
    };
    let techniques = subject.techniques;
    let uses = techniques.on::<Chess>().into_iter();
    let uses = uses.fold(Hooks::NONE, |uses, (_, on)| uses.and(on.technique.hooks()));
    for (base, variant) in [(rich, "glass"), (variants::MORELAND.options, "moreland")] {
        let base = SearchOptions {
            techniques: BuiltIn::OFF,
            ..base
        };
        let base = base.serving(uses);
        for fen in POSITIONS {
            // The positions are legal.
            let Ok(root) = Chess::from_fen(fen) else {
                continue;
            };
            let options = SearchOptions {
                techniques: base.techniques.and(techniques),
                ..base
            };
            let iterations = |search: &TestedSearch, options| {
                search.iterations(&root, options, DEEPEST, Some(NODES))
            };
            let as_declared = iterations(&subject.search, &options);
            let every_hook = iterations(&with_every_hook, &options);
            found.acts |= as_declared != iterations(&TestedSearch::SOUND, &base);
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
