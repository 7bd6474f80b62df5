//! What the search does with answers and requests that no built-in technique gives, but one that a caller adds may.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{
        Game,
        chess::{Chess, ChessMove},
    },
    observe::{End, Event, SearchObserver},
    score::Score,
    search::{Search, SearchOptions},
    techniques::{BuiltIn, MadeMove, Node, SubSearch, Technique, TechniqueId},
    units::Ply,
    variants,
};

const MIDDLEGAME: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// The id of the first technique that a caller adds.
fn added() -> TechniqueId {
    TechniqueId::at(BuiltIn::NAMES.len())
}

/// Calls `visit` with each event of a search to depth 3 with the technique.
fn events(
    options: &SearchOptions,
    technique: impl Technique<Chess> + Copy,
    visit: impl FnMut(&Event<'_, Chess>),
) -> u64 {
    struct Visitor<F>(F);
    impl<F: FnMut(&Event<'_, Chess>)> SearchObserver<Chess> for Visitor<F> {
        fn on(&mut self, event: &Event<'_, Chess>) {
            (self.0)(event);
        }
    }
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let observer: &mut dyn SearchObserver<Chess> = &mut Visitor(visit);
    Search::new(&root, options)
        .with(technique)
        .observed_by(observer)
        .to_depth(3, |_, _| ControlFlow::Continue(()))
        .nodes
}

/// Names a move that is not legal anywhere.
#[derive(Clone, Copy)]
struct FindsNoMove;

impl Technique<Chess> for FindsNoMove {
    fn first_move(&self, _: &Node<'_, Chess>, _: &mut dyn SubSearch<Chess>) -> Option<ChessMove> {
        Some(ChessMove::default())
    }
}

#[test]
fn a_first_move_that_is_not_legal_is_as_none() {
    let options = variants::PLAIN.options;
    let mut first = 0;
    let nodes = events(&options, FindsNoMove, |event| {
        first += u32::from(matches!(event, Event::FirstMove { .. }));
    });
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let without = Search::new(&root, &options).to_depth(3, |_, _| ControlFlow::Continue(()));
    assert_eq!((nodes, first), (without.nodes, 0));
}

/// Asks for its node twice. In both searches internal iterative deepening asks too.
#[derive(Clone, Copy)]
struct AsksTwice;

impl Technique<Chess> for AsksTwice {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        if node.ply == Ply::new(1) && !node.arrival.is_again {
            for _ in 0..2 {
                let _ = below.again(node, node.depth, node.window);
            }
        }
        None
    }
}

#[test]
fn a_technique_is_credited_with_its_second_request_too() {
    let mut options = variants::PLAIN.options;
    options.techniques = serde_json::from_value(serde_json::json!({
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
    }))
    .unwrap();
    let deepening = BuiltIn::NAMES
        .iter()
        .position(|&name| name == "internal-iterative-deepening");
    let (mut own, mut others, mut depths) = (0, 0, Vec::new());
    events(&options, AsksTwice, |event| match *event {
        Event::Entered { depth, .. } => depths.push(depth),
        Event::Left { .. } => {
            depths.pop();
        }
        // Only the added technique asks for a node at its whole depth.
        Event::Asked { depth, by, .. } if Some(&depth) == depths.last() => {
            assert_eq!(by, added());
            own += 1;
        }
        Event::Asked { by, .. } => {
            assert_eq!(Some(by.place()), deepening);
            others += 1;
        }
        _ => {}
    });
    assert!(own > 10 && own % 2 == 0 && others > 10, "{own} {others}");
}

/// Skips every move of quiescence that may be skipped.
#[derive(Clone, Copy)]
struct SkipsQuiescence;

impl Technique<Chess> for SkipsQuiescence {
    fn skips(&self, node: &Node<'_, Chess>, _: &MadeMove<'_, Chess>) -> bool {
        node.in_quiescence
    }
}

#[test]
fn a_node_of_quiescence_whose_moves_are_all_skipped_ends_at_the_horizon() {
    let mut options = variants::PLAIN.options;
    options.quiescence = true;
    options.evaluation = plybench_engine::eval::Evaluation::Material;
    let (mut open, mut skipped) = (Vec::new(), 0);
    events(&options, SkipsQuiescence, |event| match *event {
        Event::Entered {
            position,
            in_quiescence,
            ..
        } => {
            open.push((in_quiescence && !position.in_check(), 0));
        }
        Event::Skipped { .. } => open.last_mut().unwrap().1 += 1,
        Event::Searched { .. } => assert!(!open.last().unwrap().0),
        Event::Left { end, .. } => {
            let (stands_pat, moves) = open.pop().unwrap();
            if stands_pat {
                assert_eq!(end, End::Horizon);
                skipped += u32::from(moves > 0);
            }
        }
        _ => {}
    });
    assert!(skipped > 100, "{skipped}");
}
