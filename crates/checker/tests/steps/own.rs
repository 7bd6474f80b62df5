//! Techniques of the caller's own: without a rule, what they state is accepted and all else is checked; with one, they are checked too.

use std::collections::BTreeMap;

use plybench_checker::{
    check::{Checked, Refused, check_with},
    game::Recorded,
    node::{MadeMove, OpenNode},
    rules::{OwnRule, Rule},
    trace::{Header, OwnTechnique, Reader, Step},
    value,
};
use plybench_engine::{
    game::{Game, chess::Chess},
    score::Score,
    search::{Search, SearchOptions, Sound},
    techniques::{self, Added, BuiltIn, Hooks, Node, Technique},
};

use super::{
    altered::{Parts, sealed, unsealed},
    positions::CHESS,
    settings::{Random, all_axes, describe, options},
};

/// A trace of a search with these techniques of the caller's own, by name, and no built-in one besides those of the options.
fn recorded(
    root: &Chess,
    options: &SearchOptions,
    nodes: u64,
    added: &[(&str, Added<'_, Chess>)],
) -> Vec<u8> {
    let own = added.iter().map(|(name, technique)| {
        let scope = serde_json::to_value(technique.scope.unwrap_or_default()).unwrap();
        OwnTechnique {
            name: (*name).to_owned(),
            parameters: scope.as_object().unwrap().clone(),
        }
    });
    let settings = serde_json::to_value(options).unwrap();
    let header = Header::new(root, &[], settings, 20, Some(nodes)).with_own(own.collect());
    let added: Vec<_> = added.iter().map(|(_, technique)| *technique).collect();
    let search = Search::dynamic(root, options, &Sound, &added);
    let mut trace = Vec::new();
    header.record(search, None, None, &mut trace).unwrap();
    trace
}

fn checked(root: &Chess, trace: &[u8], rules: &[OwnRule<'_, Chess>]) -> Result<Checked, Refused> {
    check_with(root, &[], Reader::new(trace).unwrap(), rules)
}

/// The name of the counts of the first technique that a caller adds.
fn own() -> String {
    format!("technique_{}", BuiltIn::NAMES.len())
}

/// Each built-in technique in turn, as the caller's own and without a rule, beside the others and under settings of every kind.
#[test]
fn without_a_rule_every_correct_search_is_accepted() {
    let (axes, mut random) = (all_axes(), Random(21));
    let mut unchecked: BTreeMap<&str, u64> = BTreeMap::new();
    let mut turn = 0;
    // Until every technique has acted: with so many settings, some rarely do.
    while turn < 150 || unchecked.values().any(|&steps| steps == 0) {
        turn += 1;
        assert!(turn < 2_000, "{unchecked:?}");
        let case = random.case(&axes);
        let all = options(&axes, &case);
        let root = Chess::from_fen(CHESS[turn % CHESS.len()]).unwrap();
        for (place, technique) in all.techniques.on::<Chess>() {
            let name = BuiltIn::NAMES[place.place()];
            // A changed value leaves no step.
            if technique.technique.hooks().any(Hooks::RESHAPE) {
                continue;
            }
            let mut others = serde_json::to_value(all.techniques).unwrap();
            others[name] = match place.place() {
                0 => "off".into(),
                _ => false.into(),
            };
            let options = SearchOptions {
                techniques: serde_json::from_value(others).unwrap(),
                ..all
            };
            let trace = recorded(&root, &options, 2_000, &[(name, technique)]);
            let checked = checked(&root, &trace, &[]).unwrap_or_else(|refused| {
                panic!(
                    "{name} {}: {refused}\n{}",
                    root.fen(),
                    describe(&axes, &case)
                )
            });
            *unchecked.entry(name).or_default() += checked.unchecked[name];
        }
    }
    assert_eq!(unchecked.len(), BuiltIn::NAMES.len());
}

/// Skips quiet moves at some depths that cannot reach alpha.
struct Futile {
    depths: &'static [u8],
}

impl<G: Game> Technique<G> for Futile {
    fn hooks(&self) -> Hooks {
        Hooks::PRUNE
    }

    fn prunes(&self, node: &Node<'_, G>, mv: &techniques::MadeMove<'_, G>) -> bool {
        let alpha = node.window.alpha();
        self.depths.contains(&node.depth.plies())
            && !node.in_check
            && !mv.gives_check
            && !alpha.is_mate()
            && Score::evaluation(node.static_evaluation() + 100) <= alpha
            && mv.is_quiet()
    }
}

/// The rule of a technique that acts at depth 2.
struct FutileAtTwo;

impl<G: Recorded> Rule<G> for FutileAtTwo {
    fn prunes(&self, node: &OpenNode<'_, G>, made: &MadeMove<G::Move>) -> bool {
        let alpha = node.window.alpha;
        node.depth == 2
            && !node.in_check
            && !made.gives_check
            && !value::is_mate(alpha)
            && value::evaluation(node.static_evaluation() + 100) <= alpha
            && made.is_quiet
    }
}

const NAME: &str = "futile";

fn searched_with(depths: &'static [u8], nodes: u64) -> (Chess, Vec<u8>) {
    let root = Chess::from_fen(CHESS[1]).unwrap();
    let options = plybench_engine::variants::GLASS.options;
    let futile = Futile { depths };
    let technique = Added::everywhere(&futile as &dyn Technique<Chess>);
    let trace = recorded(&root, &options, nodes, &[(NAME, technique)]);
    (root, trace)
}

#[test]
fn a_rule_finds_where_a_technique_acts_wrongly_and_where_it_does_not_act() {
    let rule = || OwnRule {
        name: NAME,
        rule: &FutileAtTwo as &dyn Rule<Chess>,
    };
    let of = |depths, rules: &[_]| {
        let (root, trace) = searched_with(depths, 20_000);
        checked(&root, &trace, rules)
    };
    let right = of(&[2], &[rule()]).unwrap();
    assert!(right.unchecked.is_empty());
    assert!(right.summary.counters.contains_key(&*own()));
    for (depths, expected, found) in [
        (&[2, 3][..], "to depth", "skipped by futile"),
        (&[], "skipped by futile", "to depth"),
    ] {
        // Without the rule, the report tells how many steps nothing was expected of.
        let unruled = of(depths, &[]).unwrap();
        assert_eq!(unruled.unchecked[NAME] > 0, !depths.is_empty());
        let Err(Refused::Step {
            expected: has_to_come,
            found: came,
            ..
        }) = of(depths, &[rule()])
        else {
            panic!("accepted at depths {depths:?}")
        };
        assert!(
            has_to_come.contains(expected) && came.contains(found),
            "{has_to_come}, {came}"
        );
    }
    assert_eq!(
        of(&[2], &[]).unwrap().unchecked[NAME],
        right.summary.counters[&*own()][2]
    );
}

/// A search with a technique without a rule, altered in one step at a time: only what the technique itself states may pass.
#[test]
fn without_a_rule_all_other_steps_are_checked() {
    let (root, trace) = searched_with(&[1, 2, 3], 2_000);
    let (parts, own) = (Parts::read(&trace), BuiltIn::NAMES.len() as u8);
    let mut plain = unsealed(&trace);
    let mut start = plain.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut altered = 0;
    for (number, step) in parts.steps.iter().enumerate() {
        let fields = start + 1..start + step.length() as usize;
        start = fields.end;
        if number % 31 > 0 || step.by() == own {
            continue;
        }
        for (at, change) in fields.flat_map(|at| [(at, 1), (at, 4)]) {
            plain[at] ^= change;
            let refused =
                Reader::new(&sealed(&plain)[..]).map(|trace| check_with(&root, &[], trace, &[]));
            assert!(
                !matches!(refused, Ok(Ok(_))),
                "step {number}, byte {at}: {step:?}"
            );
            plain[at] ^= change;
            altered += 1;
        }
    }
    assert!(altered > 1_000, "{altered}");
    // A step that the technique does not take where nothing may be skipped.
    let first = parts
        .steps
        .iter()
        .position(|step| matches!(step, Step::Searched { number: 0, .. }));
    let mut steps = parts.steps.clone();
    let Step::Searched {
        ply, mv, number, ..
    } = steps[first.unwrap()]
    else {
        unreachable!()
    };
    steps.insert(
        first.unwrap(),
        Step::Skipped {
            ply,
            mv,
            number,
            by: own,
        },
    );
    let trace = sealed(&parts.with_steps(&steps));
    assert!(
        checked(&root, &trace, &[]).is_err(),
        "a first move cannot be skipped"
    );
}

#[test]
fn a_header_names_the_callers_techniques_and_has_another_version() {
    let (root, trace) = searched_with(&[2], 2_000);
    let text = String::from_utf8_lossy(&trace[..2_000]).into_owned();
    assert!(
        text.starts_with("{\"format\":\"plybench-trace\",\"version\":4,"),
        "{text}"
    );
    assert!(
        text.contains("\"own\":[{\"name\":\"futile\",\"parameters\":{\"at-depths\":[0,255]"),
        "{text}"
    );
    let parts = Parts::read(&trace);
    let without = Header {
        own: Vec::new(),
        ..parts.header.clone()
    };
    let older = Header {
        version: 3,
        ..parts.header.clone()
    };
    for header in [without, older] {
        assert!(Reader::new(&sealed(&parts.with_header(&header))[..]).is_err());
    }
    // Nor can a search have so many, or a technique act beyond its scope.
    let many = parts
        .header
        .clone()
        .with_own(vec![parts.header.own[0].clone(); 22]);
    let mut narrow = parts.header.clone();
    narrow.own[0]
        .parameters
        .insert("at-depths".to_owned(), serde_json::json!([3, 9]));
    for header in [many, narrow] {
        let trace = sealed(&parts.with_header(&header));
        assert!(checked(&root, &trace, &[]).is_err());
    }
}
