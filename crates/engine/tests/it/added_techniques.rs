//! What the search does with answers and requests that no built-in technique gives, but one that a caller adds may.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ops::ControlFlow,
};

use plybench_engine::{
    eval::Evaluation,
    game::{
        Game, MoveClass, MoveKind,
        chess::{Chess, ChessMove},
    },
    observe::{Counters, End, Event, SearchObserver},
    score::Score,
    search::{AtRunTime, Limits, Memory, Outcome, ScoutMode, Search, SearchOptions, Stop},
    table::{Entry, TableSize},
    techniques::{
        BuiltIn, ClampPoint, Clamped, Limited, MadeMove, NoTechnique, Node, Scope, ScopeNodes,
        SubSearch, Technique, Techniques,
    },
    units::{Depth, Ply},
    variants,
    window::Window,
};

const MIDDLEGAME: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// Calls a function with each event.
struct Visitor<F>(F);

impl<F: FnMut(&Event<'_, Chess>)> SearchObserver<Chess> for Visitor<F> {
    fn on(&mut self, event: &Event<'_, Chess>) {
        (self.0)(event);
    }
}

/// Calls `visit` with each event of a search to depth 3 with the technique.
fn events(
    options: &SearchOptions,
    technique: impl Technique<Chess> + Copy,
    visit: impl FnMut(&Event<'_, Chess>),
) -> u64 {
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

/// Asks for each node at a ply, to one ply less.
#[derive(Clone, Copy)]
struct Asks {
    at: Ply,
    times: u32,
}

impl Technique<Chess> for Asks {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        if node.ply == self.at && !node.arrival.is_again {
            for _ in 0..self.times {
                let _ = below.again(node, node.depth.less(1), node.window);
            }
        }
        None
    }
}

#[test]
fn a_technique_is_credited_with_its_second_request_too_if_another_asked_in_between() {
    let [first, second] = [1, 2].map(Ply::new);
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let mut asked = [0; 2];
    let mut visit = |event: &Event<'_, Chess>| {
        if let Event::Asked { ply, by, .. } = *event {
            let own = by.place() - BuiltIn::NAMES.len();
            assert_eq!(ply, [first, second][own]);
            asked[own] += 1;
        }
    };
    let observer: &mut dyn SearchObserver<Chess> = &mut Visitor(&mut visit);
    Search::new(&root, &variants::PLAIN.options)
        .with(Asks {
            at: first,
            times: 2,
        })
        .with(Asks {
            at: second,
            times: 1,
        })
        .observed_by(observer)
        .to_depth(3, |_, _| ControlFlow::Continue(()));
    assert!(asked[0] > 10 && asked[1] > 10, "{asked:?}");
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
    options.evaluation = Evaluation::Material;
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

/// The nodes that are open: ply, depth, and whether they belong to quiescence.
type Open = RefCell<Vec<(Ply, Depth, bool)>>;

/// Hooks, the two points of a clamp counted apart.
const HOOKS: usize = 11;

/// Compares the node that each hook gets with the one that was entered, and counts the calls at nodes in a scope.
#[derive(Clone, Copy)]
struct SeesNodes<'o> {
    open: &'o Open,
    scope: Scope,
    seen: &'o RefCell<[u32; HOOKS]>,
}

impl SeesNodes<'_> {
    fn see(&self, hook: usize, node: &Node<'_, Chess>) {
        let open = *self.open.borrow().last().unwrap();
        assert_eq!((node.ply, node.depth, node.in_quiescence), open);
        assert_eq!(node.in_check, node.position.in_check());
        let is_in =
            |[least, most]: [u8; 2], plies: u16| (least.into()..=most.into()).contains(&plies);
        let has_window = match self.scope.at_nodes {
            ScopeNodes::All => true,
            ScopeNodes::OpenWindow => !node.window.is_null(),
            ScopeNodes::NullWindow => node.window.is_null(),
        };
        let is_in_scope = has_window
            && is_in(self.scope.at_depths, node.depth.plies().into())
            && is_in(self.scope.at_plies, node.ply.plies());
        self.seen.borrow_mut()[hook] += u32::from(is_in_scope);
    }
}

impl Technique<Chess> for SeesNodes<'_> {
    fn clamp(&self, point: ClampPoint, node: &Node<'_, Chess>) -> Clamped {
        let hook = match point {
            ClampPoint::Entry => 0,
            ClampPoint::AfterProbe => 10,
        };
        self.see(hook, node);
        Clamped::Kept
    }

    fn enough_depth(&self, node: &Node<'_, Chess>) -> Depth {
        self.see(1, node);
        node.depth
    }

    fn trusts_entry(&self, node: &Node<'_, Chess>, _: &Entry<ChessMove>) -> bool {
        self.see(2, node);
        false
    }

    fn reshape_window(&self, node: &Node<'_, Chess>) -> Window {
        self.see(3, node);
        node.window
    }

    fn reshape_value(&self, node: &Node<'_, Chess>, value: Score) -> Score {
        self.see(4, node);
        value
    }

    fn cutoff(&self, node: &Node<'_, Chess>, _: &mut dyn SubSearch<Chess>) -> Option<Score> {
        self.see(5, node);
        None
    }

    fn first_move(
        &self,
        node: &Node<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> Option<ChessMove> {
        self.see(6, node);
        None
    }

    fn skips(&self, node: &Node<'_, Chess>, _: &MadeMove<'_, Chess>) -> bool {
        self.see(7, node);
        false
    }

    fn extension(
        &self,
        node: &Node<'_, Chess>,
        _: &MadeMove<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> u8 {
        self.see(8, node);
        0
    }

    fn reduction(&self, node: &Node<'_, Chess>, _: &MadeMove<'_, Chess>) -> u8 {
        self.see(9, node);
        0
    }
}

/// The calls of each hook at nodes in `counted`, by a technique that is limited to nodes in `limit`.
fn calls(limit: Scope, counted: Scope) -> [u32; HOOKS] {
    let mut options = variants::PLAIN.options;
    options.quiescence = true;
    options.scout = ScoutMode::Pvs;
    options.evaluation = Evaluation::Material;
    options.table.size = TableSize::Entries(500);
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    // Added alone, and as the second of a list.
    let [alone, in_list] = [false, true].map(|is_in_list| {
        let (open, seen) = (Open::default(), RefCell::new([0; HOOKS]));
        let technique = Limited {
            technique: SeesNodes {
                open: &open,
                scope: counted,
                seen: &seen,
            },
            scope: limit.into(),
        };
        let mut visit = |event: &Event<'_, Chess>| match *event {
            Event::Entered {
                ply,
                depth,
                in_quiescence,
                ..
            } => open.borrow_mut().push((ply, depth, in_quiescence)),
            Event::Left { .. } => {
                open.borrow_mut().pop();
            }
            _ => {}
        };
        let observer: &mut dyn SearchObserver<Chess> = &mut Visitor(&mut visit);
        let search = Search::new(&root, &options).observed_by(observer);
        let go_on = |_: &_, _: &_| ControlFlow::Continue(());
        if is_in_list {
            search
                .with_all(&[&NoTechnique, &technique])
                .to_depth(3, go_on);
        } else {
            search.with(technique).to_depth(3, go_on);
        }
        seen.into_inner()
    });
    assert_eq!(alone, in_list);
    alone
}

#[test]
fn every_hook_gets_the_node_that_was_entered_at_all_nodes_of_its_scope_and_no_others() {
    let everywhere = Scope::default();
    let all = calls(everywhere, everywhere);
    assert!(all.iter().all(|&calls| calls > 20), "{all:?}");
    for scope in [
        Scope {
            at_nodes: ScopeNodes::OpenWindow,
            ..everywhere
        },
        Scope {
            at_nodes: ScopeNodes::NullWindow,
            ..everywhere
        },
        Scope {
            at_depths: [0, 1],
            ..everywhere
        },
        Scope {
            at_plies: [1, 3],
            ..everywhere
        },
    ] {
        let limited = calls(scope, everywhere);
        assert_eq!(limited, calls(everywhere, scope), "{scope:?}");
        assert!(
            limited.iter().sum::<u32>() > 0 && limited != all,
            "{scope:?}"
        );
    }
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
    fn returned<T: Techniques<Chess>>(
        search: Search<'_, Chess, AtRunTime, T, &mut Counters>,
    ) -> (Outcome, u64) {
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
                .with(NoTechnique),
        ),
        returned(
            new()
                .with(NoTechnique)
                .observed_by(&mut two)
                .limited(limits)
                .after(&past),
        ),
        returned(
            new()
                .limited(limits)
                .after(&past)
                .with_all(&[&NoTechnique])
                .observed_by(&mut three),
        ),
    ];
    assert!(results.iter().all(|result| *result == results[0]));
    let (outcome, draws) = results[0];
    assert_eq!((outcome.stop, outcome.nodes), (Stop::Nodes, 300));
    // The first is that of the game's first position.
    assert!(draws > 0);
}

/// Compares the history scores that it gets with its own, which it gives for the moves that fail high.
#[derive(Clone, Copy)]
struct KeepsHistory<'h> {
    scores: &'h RefCell<HashMap<(bool, u16), u32>>,
    compared: &'h Cell<u32>,
}

/// The side that moves, and the squares that a move leaves and reaches.
fn squares(position: &Chess, mv: ChessMove) -> (bool, u16) {
    (position.fen().contains(" w "), mv.number() >> 3)
}

impl Technique<Chess> for KeepsHistory<'_> {
    fn skips(&self, _: &Node<'_, Chess>, made: &MadeMove<'_, Chess>) -> bool {
        let scores = self.scores.borrow();
        let score = match made.position.classify(made.mv) {
            MoveClass::Quiet => scores.get(&squares(made.position, made.mv)),
            MoveClass::Tactical(_) => None,
        };
        assert_eq!(made.history, score.copied().unwrap_or(0));
        self.compared
            .set(self.compared.get() + u32::from(score.is_some()));
        false
    }
}

#[test]
fn a_technique_gets_the_history_score_of_the_move() {
    let mut options = variants::PLAIN.options;
    (options.ordering.history, options.evaluation) = (true, Evaluation::PieceSquare);
    let (scores, compared) = (RefCell::default(), Cell::new(0));
    let technique = KeepsHistory {
        scores: &scores,
        compared: &compared,
    };
    let mut open: Vec<(Chess, Depth)> = Vec::new();
    events(&options, technique, |event| match *event {
        Event::Entered {
            position, depth, ..
        } => open.push((position.clone(), depth)),
        Event::Left { .. } => {
            open.pop();
        }
        Event::Refuted { mv, .. } => {
            let (position, depth) = open.last().unwrap();
            if position.classify(mv) == MoveClass::Quiet {
                let plies = u32::from(depth.plies());
                *scores
                    .borrow_mut()
                    .entry(squares(position, mv))
                    .or_default() += plies * plies;
            }
        }
        _ => {}
    });
    assert!(compared.get() > 300, "{}", compared.get());
}
