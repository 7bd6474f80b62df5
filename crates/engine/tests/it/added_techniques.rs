//! What the search does with answers and requests that no built-in technique gives, but one that a caller adds may.

use std::{
    cell::{Cell, RefCell},
    ops::ControlFlow,
};

use plybench_engine::{
    eval::Evaluation,
    game::{
        Game, MoveKind,
        chess::{Chess, ChessMove},
    },
    observe::{Counters, End, Event, SearchObserver},
    score::Score,
    search::{Limits, Memory, Outcome, Search, SearchOptions, Sound, Stop},
    techniques::{Added, BuiltIn, MadeMove, NoTechnique, Node, SubSearch, Technique},
    units::Ply,
    variants,
    window::Window,
};

pub(crate) const MIDDLEGAME: &str =
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// Calls a function with each event.
pub(crate) struct Visitor<F>(pub(crate) F);

impl<F: FnMut(&Event<'_, Chess>)> SearchObserver<Chess> for Visitor<F> {
    fn on(&mut self, event: &Event<'_, Chess>) {
        (self.0)(event);
    }
}

/// Calls `visit` with each event of a search to depth 3 with the technique.
fn events(
    options: &SearchOptions,
    technique: &dyn Technique<Chess>,
    visit: impl FnMut(&Event<'_, Chess>),
) -> u64 {
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let observer: &mut dyn SearchObserver<Chess> = &mut Visitor(visit);
    Search::new(&root, options)
        .with_all(&[Added::everywhere(technique)])
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
    let nodes = events(&options, &FindsNoMove, |event| {
        first += u32::from(matches!(event, Event::FirstMove { .. }));
    });
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let without = Search::new(&root, &options).to_depth(3, |_, _| ControlFlow::Continue(()));
    assert_eq!((nodes, first), (without.nodes, 0));
}

/// Searches a node without a move, and there names that move as the first.
#[derive(Clone, Copy)]
struct FindsTheMoveThatIsLeftOut;

impl Technique<Chess> for FindsTheMoveThatIsLeftOut {
    fn first_move(
        &self,
        node: &Node<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> Option<ChessMove> {
        node.stack_entry.excluded
    }

    fn extension(
        &self,
        node: &Node<'_, Chess>,
        made: &MadeMove<'_, Chess>,
        below: &mut dyn SubSearch<Chess>,
    ) -> u8 {
        if !node.stack_entry.is_again && node.ply.plies() == 1 {
            let _ = below.without(node, made.mv, node.depth.less(1), node.window);
        }
        0
    }
}

#[test]
fn a_first_move_that_is_left_out_is_as_none() {
    let (mut first, mut asked) = (0, 0);
    events(
        &variants::PLAIN.options,
        &FindsTheMoveThatIsLeftOut,
        |event| {
            first += u32::from(matches!(event, Event::FirstMove { .. }));
            asked += u32::from(matches!(event, Event::SubSearch { .. }));
        },
    );
    assert!(first == 0 && asked > 100, "{first} {asked}");
}

/// Searches the root again for each of its moves, one ply less deep.
#[derive(Clone, Copy)]
struct SearchesTheRootAgain<'o> {
    values: &'o RefCell<Vec<Score>>,
}

impl Technique<Chess> for SearchesTheRootAgain<'_> {
    fn extension(
        &self,
        node: &Node<'_, Chess>,
        _: &MadeMove<'_, Chess>,
        below: &mut dyn SubSearch<Chess>,
    ) -> u8 {
        if node.ply == Ply::ROOT && !node.stack_entry.is_again {
            let found = below.again(node, node.depth.less(1), Window::full());
            self.values.borrow_mut().push(found.value);
        }
        0
    }
}

#[test]
fn the_root_can_be_searched_again_and_keeps_its_line() {
    // In the second, the hundredth reversible ply has been played: every move but that of the pawn draws, and the root does not.
    for fen in [MIDDLEGAME, "8/5k2/8/8/8/2K5/4P3/7R w - - 100 90"] {
        let root = Chess::from_fen(fen).unwrap();
        let options = variants::PLAIN.options;
        let values = RefCell::default();
        let technique = SearchesTheRootAgain { values: &values };
        let mut found = [Vec::new(), Vec::new()];
        let [with, without] = found.each_mut();
        let _ = Search::new(&root, &options)
            .with_all(&[Added::everywhere(&technique)])
            .to_depth(3, |iteration, _| {
                with.push((iteration.score, iteration.pv.to_vec()));
                // The values to one ply less are that of the iteration before.
                let values = values.take();
                if let Some((before, _)) = with.iter().rev().nth(1) {
                    assert!(!values.is_empty() && values.iter().all(|value| value == before));
                }
                ControlFlow::Continue(())
            });
        let _ = Search::new(&root, &options).to_depth(3, |iteration, _| {
            without.push((iteration.score, iteration.pv.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!(with, without);
        assert!(with[2].0 > Score::evaluation(0) || fen == MIDDLEGAME);
    }
}

/// Searches nodes again in a window that lies above every value, to a depth for which the table's entry does not suffice.
#[derive(Clone, Copy)]
struct FailsLow<'o> {
    with_table_move: &'o Cell<u32>,
}

impl Technique<Chess> for FailsLow<'_> {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        if node.ply.plies() == 1 && !node.stack_entry.is_again {
            let above = Window::null_above(Score::evaluation(19_000));
            let found = below.again(node, node.depth.more(1), above);
            assert_eq!(found.best_move, None);
            let has_move = node.entry.is_some_and(|entry| entry.best_move().is_some());
            self.with_table_move
                .set(self.with_table_move.get() + u32::from(has_move));
        }
        None
    }
}

#[test]
fn a_search_that_fails_low_finds_no_move_although_the_table_has_one() {
    let with_table_move = Cell::new(0);
    let technique = FailsLow {
        with_table_move: &with_table_move,
    };
    events(&variants::GLASS.options, &technique, |_| {});
    assert!(with_table_move.get() > 10, "{}", with_table_move.get());
}

/// Asks for each node at a ply, to one ply less.
#[derive(Clone, Copy)]
struct Asks {
    at: Ply,
    times: u32,
}

impl Technique<Chess> for Asks {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        if node.ply == self.at && !node.stack_entry.is_again {
            for _ in 0..self.times {
                let _ = below.again(node, node.depth.less(1), node.window);
            }
        }
        None
    }
}

#[test]
fn a_technique_is_credited_with_its_second_request_too_if_another_asked_in_between() {
    let [first, second, third] = [1, 2, 1].map(Ply::new);
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let asks = |at, times| Asks { at, times };
    let mut asked = [0; 3];
    let mut visit = |event: &Event<'_, Chess>| {
        if let Event::SubSearch { ply, by, .. } = *event {
            let own = by.place() - BuiltIn::NAMES.len();
            assert_eq!(ply, [first, second, third][own]);
            asked[own] += 1;
        }
    };
    let observer: &mut dyn SearchObserver<Chess> = &mut Visitor(&mut visit);
    Search::new(&root, &variants::PLAIN.options)
        .with(&asks(first, 2))
        .with(&asks(second, 1))
        .with_all(&[Added::everywhere(&asks(third, 1))])
        .observed_by(observer)
        .to_depth(3, |_, _| ControlFlow::Continue(()));
    assert!(asked.iter().all(|&asked| asked > 10), "{asked:?}");
}

/// Skips every move of quiescence that may be skipped.
#[derive(Clone, Copy)]
struct SkipsQuiescence;

impl Technique<Chess> for SkipsQuiescence {
    fn prunes(&self, node: &Node<'_, Chess>, _: &MadeMove<'_, Chess>) -> bool {
        node.in_quiescence
    }
}

#[test]
fn a_node_of_quiescence_whose_moves_are_all_skipped_ends_at_the_horizon() {
    let mut options = variants::PLAIN.options;
    options.quiescence = true;
    options.evaluation = Evaluation::Material;
    let (mut open, mut skipped) = (Vec::new(), 0);
    events(&options, &SkipsQuiescence, |event| match *event {
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

#[test]
fn the_order_in_which_a_search_is_built_does_not_matter() {
    // The game's first position is repeated by the reply that brings back the knight.
    let after = |position: &Chess, name: &str| {
        let mut played = None;
        position.for_each_move(MoveKind::All, |mv| {
            if position.notation(mv) == name {
                played = Some(position.play(mv));
            }
        });
        played.unwrap()
    };
    let mut root = Chess::from_fen("k7/8/1n6/8/8/6N1/8/K7 w - - 0 1").unwrap();
    let mut past = Vec::new();
    for name in ["g3f5", "b6c4", "f5g3"] {
        past.push(root.key());
        root = after(&root, name);
    }
    let options = variants::PLAIN.options;
    let limits = Limits {
        nodes: Some(300),
        stop: None,
    };
    let mut memory = Memory::default();
    fn returned(search: Search<'_, Chess, Sound, &mut Counters>) -> (Outcome, u64) {
        let mut draws = 0;
        let outcome = search.to_depth(9, |_, counters| {
            draws = counters.ended_by_ply(End::RuleDraw).iter().sum();
            ControlFlow::Continue(())
        });
        (outcome, draws)
    }
    let [mut one, mut two, mut three] = [(); 3].map(|()| Counters::default());
    let new = || Search::new(&root, &options);
    let results = [
        returned(
            new()
                .after(&past)
                .limited(limits)
                .in_memory_of(&mut memory)
                .observed_by(&mut one)
                .with(&NoTechnique),
        ),
        returned(
            new()
                .with(&NoTechnique)
                .observed_by(&mut two)
                .limited(limits)
                .after(&past),
        ),
        returned(
            new()
                .limited(limits)
                .after(&past)
                .with_all(&[Added::everywhere(&NoTechnique)])
                .observed_by(&mut three),
        ),
    ];
    assert!(results.iter().all(|result| *result == results[0]));
    let (outcome, draws) = results[0];
    assert_eq!((outcome.stop, outcome.nodes), (Stop::Nodes, 300));
    // The first is that of the game's first position.
    assert!(draws > 0);
}
