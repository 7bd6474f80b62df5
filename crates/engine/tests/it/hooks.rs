//! At which nodes each hook is called, and what it is told: the node, how the search came there, the table's entry, evaluations and
//! history. All of it is worked out again from the search's events.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ops::ControlFlow,
};

use plybench_engine::{
    eval::Evaluation,
    game::{
        Game, MoveClass,
        chess::{Chess, ChessMove},
    },
    observe::{Event, SearchObserver, SubSearchOf},
    score::Score,
    search::{ScoutMode, Search, SearchOptions},
    table::{Entry, TableSize},
    techniques::{
        Added, BuiltIn, ClampPoint, Clamped, Hooks, Inherited, MadeMove, NoTechnique, Node, Scope,
        ScopeNodes, StackEntry, SubSearch, Technique,
    },
    units::{Depth, Ply},
    variants,
    window::Window,
};

use super::added_techniques::{MIDDLEGAME, Visitor};

/// The hooks; the two points of a clamp apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hook {
    ClampAtEntry,
    ClampAfterProbe,
    EnoughDepth,
    TrustsEntry,
    ReshapeWindow,
    ReshapeValue,
    Cutoff,
    FirstMove,
    Skips,
    Extension,
    Reduction,
}

/// Each hook, the declaration that it needs, and whether it is called at the root, in the main search and in quiescence.
const HOOKS: [(Hook, Hooks, [bool; 3]); 11] = [
    (Hook::ClampAtEntry, Hooks::CLAMP, [false, true, true]),
    (Hook::ClampAfterProbe, Hooks::CLAMP, [false, true, true]),
    (Hook::EnoughDepth, Hooks::ENOUGH_DEPTH, [false, true, false]),
    (Hook::TrustsEntry, Hooks::TRUST, [false, true, false]),
    (Hook::ReshapeWindow, Hooks::RESHAPE, [true; 3]),
    (Hook::ReshapeValue, Hooks::RESHAPE, [true; 3]),
    (Hook::Cutoff, Hooks::CUTOFF, [false, true, true]),
    (Hook::FirstMove, Hooks::FIRST_MOVE, [false, true, false]),
    (Hook::Skips, Hooks::PRUNE, [true; 3]),
    (Hook::Extension, Hooks::EXTENSION, [true, true, false]),
    (Hook::Reduction, Hooks::REDUCTION, [true, true, false]),
];

/// The data that a search gathers only for techniques that declare it, and quiescence, where it asks no others.
const DATA: [Hooks; 6] = [
    Hooks::PATH,
    Hooks::ENTRY,
    Hooks::IMPROVING,
    Hooks::HISTORY,
    Hooks::QUIESCENCE,
    Hooks::INHERITED,
];

/// A node that has been entered and not left.
struct OpenNode {
    position: Chess,
    ply: Ply,
    depth: Depth,
    window: Window,
    /// The window that techniques were last asked to reshape.
    reshaped: Option<Window>,
    in_quiescence: bool,
    stack_entry: StackEntry<ChessMove>,
    inherited: Inherited,
    /// Plies by which the move that was searched last was extended.
    extended: u8,
    evaluation: i32,
    entry: Option<Entry<ChessMove>>,
}

/// What the events of a search tell of it.
struct Followed {
    evaluation: Evaluation,
    open: Vec<OpenNode>,
    /// How the next node is reached.
    next: StackEntry<ChessMove>,
    inherited: Inherited,
    /// The plies by which the next move is extended and reduced.
    change: (u8, u8),
    /// The history scores, by the side that moves and the squares that a move leaves and reaches.
    history: HashMap<(bool, u16), i32>,
}

fn squares(position: &Chess, mv: ChessMove) -> (bool, u16) {
    (position.fen().contains(" w "), mv.number() >> 3)
}

impl Followed {
    fn new(evaluation: Evaluation) -> Self {
        Followed {
            evaluation,
            open: Vec::new(),
            next: StackEntry::START,
            inherited: Inherited::default(),
            change: (0, 0),
            history: HashMap::new(),
        }
    }

    fn follow(&mut self, event: &Event<'_, Chess>) {
        let here = self
            .open
            .last()
            .map_or(Inherited::default(), |node| node.inherited);
        let below = |(extension, reduction)| Inherited {
            expects_cut: !here.expects_cut,
            extension: here.extension + extension,
            reduction,
            ..here
        };
        let by = |mv| StackEntry {
            mv: Some(mv),
            ..StackEntry::START
        };
        match *event {
            Event::Driven { .. } => {
                (self.next, self.inherited) = (StackEntry::START, Inherited::default());
            }
            Event::Extended { plies, .. } => self.change.0 = plies,
            Event::Reduced { plies, .. } => self.change.1 = plies,
            Event::Searched { mv, .. } => {
                self.next = by(mv);
                self.inherited = below(self.change);
                self.open.last_mut().unwrap().extended = self.change.0;
                self.change = (0, 0);
            }
            Event::SearchedAgain { mv, .. } => {
                self.next = by(mv);
                self.inherited = below((self.open.last().unwrap().extended, 0));
            }
            Event::SubSearch { asked, .. } => {
                self.inherited = match asked {
                    SubSearchOf::Move(_) | SubSearchOf::Pass => below((0, 0)),
                    SubSearchOf::Again | SubSearchOf::Without(_) => here,
                };
                let here = self.open.last().unwrap().stack_entry;
                self.next = match asked {
                    SubSearchOf::Move(mv) => by(mv),
                    SubSearchOf::Pass => StackEntry {
                        is_pass: true,
                        ..StackEntry::START
                    },
                    SubSearchOf::Again => StackEntry {
                        is_again: true,
                        ..here
                    },
                    SubSearchOf::Without(mv) => StackEntry {
                        is_again: true,
                        excluded: Some(mv),
                        ..here
                    },
                };
            }
            Event::Entered {
                position,
                ply,
                depth,
                window,
                in_quiescence,
            } => self.open.push(OpenNode {
                position: position.clone(),
                ply,
                depth,
                window,
                reshaped: None,
                in_quiescence,
                stack_entry: self.next,
                inherited: Inherited {
                    expects_cut: self.inherited.expects_cut && window.is_null(),
                    ..self.inherited
                },
                extended: 0,
                evaluation: position.evaluate(self.evaluation),
                entry: None,
            }),
            Event::TableHit { entry, .. } => self.open.last_mut().unwrap().entry = Some(*entry),
            Event::BetaCutoff { mv, .. } => {
                let node = self.open.last().unwrap();
                if node.position.classify(mv) == MoveClass::Quiet {
                    let plies = i32::from(node.depth.plies());
                    let key = squares(&node.position, mv);
                    *self.history.entry(key).or_default() += plies * plies;
                }
            }
            Event::Left { .. } => {
                self.open.pop();
            }
            _ => {}
        }
    }
}

/// How often each hook was called at the root, in the main search and in quiescence.
type Calls = [[u32; 3]; HOOKS.len()];

/// Compares what each hook is told with what the events tell, and counts the calls at nodes in a scope.
#[derive(Clone, Copy)]
struct Sees<'o> {
    uses: Hooks,
    counted: Scope,
    followed: &'o RefCell<Followed>,
    calls: &'o RefCell<Calls>,
    /// How often the data had a value: reached by a pass, again, without a move; an entry; an evaluation; history; a cut
    /// expected; reduced; extended more than once.
    data: &'o RefCell<[u32; 9]>,
}

impl Sees<'_> {
    fn see(&self, hook: Hook, node: &Node<'_, Chess>) {
        let mut followed = self.followed.borrow_mut();
        let (current, above) = followed.open.split_last_mut().unwrap();
        assert_eq!(
            (node.ply, node.depth, node.in_quiescence),
            (current.ply, current.depth, current.in_quiescence)
        );
        assert_eq!(node.position.key(), current.position.key());
        assert_eq!(node.in_check, node.position.in_check());
        assert_eq!(node.static_evaluation(), current.evaluation);
        if hook == Hook::ClampAtEntry {
            assert_eq!(node.window, current.window);
        }
        if hook == Hook::ReshapeWindow {
            current.reshaped = Some(node.window);
        }
        if hook == Hook::ReshapeValue {
            assert_eq!(Some(node.window), current.reshaped);
        }
        let mut data = self.data.borrow_mut();
        let mut has = |place: usize, data_is_there: bool| data[place] += u32::from(data_is_there);
        if self.uses.any(Hooks::PATH) {
            assert_eq!(node.stack_entry, current.stack_entry);
            has(0, node.stack_entry.is_pass);
            has(1, node.stack_entry.is_again);
            has(2, node.stack_entry.excluded.is_some());
        }
        if self.uses.any(Hooks::ENTRY) {
            assert!(node.entry == current.entry);
            has(3, node.entry.is_some());
        }
        if self.uses.any(Hooks::INHERITED) {
            assert_eq!(node.inherited, current.inherited);
            has(6, node.inherited.expects_cut);
            has(7, node.inherited.reduction > 0);
            has(8, node.inherited.extension > 1);
        }
        if self.uses.any(Hooks::IMPROVING) {
            // It is known from step 6 on.
            let is_late = !matches!(
                hook,
                Hook::ClampAtEntry | Hook::ClampAfterProbe | Hook::EnoughDepth | Hook::TrustsEntry
            );
            let two_up = |open: &&OpenNode| open.ply.next().next() == node.ply;
            let wanted = above.iter().rev().find(two_up).filter(|_| is_late);
            let wanted = wanted.filter(|open| !open.position.in_check());
            let wanted = wanted.map(|open| open.evaluation);
            assert_eq!(node.evaluation_two_plies_up, wanted);
            has(4, wanted.is_some());
        }
        let is_in =
            |[least, most]: [u8; 2], plies: u16| (least.into()..=most.into()).contains(&plies);
        let has_window = match self.counted.at_nodes {
            ScopeNodes::All => true,
            ScopeNodes::OpenWindow => !node.window.is_null(),
            ScopeNodes::NullWindow => node.window.is_null(),
        };
        let is_counted = has_window
            && is_in(self.counted.at_depths, node.depth.plies().into())
            && is_in(self.counted.at_plies, node.ply.plies());
        let kind = match above {
            [] => 0,
            _ if node.in_quiescence => 2,
            _ => 1,
        };
        let number = HOOKS.iter().position(|&(each, ..)| each == hook).unwrap();
        self.calls.borrow_mut()[number][kind] += u32::from(is_counted);
    }

    fn see_move(&self, hook: Hook, node: &Node<'_, Chess>, made: &MadeMove<'_, Chess>) {
        self.see(hook, node);
        assert_eq!(made.position.key(), node.position.key());
        assert_eq!(made.after.key(), node.position.play(made.mv).key());
        assert_eq!(made.gives_check, made.after.in_check());
        if self.uses.any(Hooks::HISTORY) {
            let followed = self.followed.borrow();
            let score = match made.position.classify(made.mv) {
                MoveClass::Quiet => followed.history.get(&squares(made.position, made.mv)),
                MoveClass::Tactical(_) => None,
            };
            assert_eq!(made.history, score.copied().unwrap_or(0));
            self.data.borrow_mut()[5] += u32::from(made.history > 0);
        }
    }
}

impl Technique<Chess> for Sees<'_> {
    fn hooks(&self) -> Hooks {
        self.uses
    }

    fn clamp(&self, point: ClampPoint, node: &Node<'_, Chess>) -> Clamped {
        let hook = match point {
            ClampPoint::Entry => Hook::ClampAtEntry,
            ClampPoint::AfterProbe => Hook::ClampAfterProbe,
        };
        self.see(hook, node);
        Clamped::Kept
    }

    fn enough_depth(&self, node: &Node<'_, Chess>) -> Depth {
        self.see(Hook::EnoughDepth, node);
        node.depth
    }

    fn trusts_entry(&self, node: &Node<'_, Chess>, entry: &Entry<ChessMove>) -> bool {
        self.see(Hook::TrustsEntry, node);
        assert!(Some(*entry) == self.followed.borrow().open.last().unwrap().entry);
        false
    }

    fn reshape_window(&self, node: &Node<'_, Chess>) -> Window {
        self.see(Hook::ReshapeWindow, node);
        node.window
    }

    fn reshape_value(&self, node: &Node<'_, Chess>, value: Score) -> Score {
        self.see(Hook::ReshapeValue, node);
        value
    }

    fn cutoff(&self, node: &Node<'_, Chess>, _: &mut dyn SubSearch<Chess>) -> Option<Score> {
        self.see(Hook::Cutoff, node);
        None
    }

    fn first_move(
        &self,
        node: &Node<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> Option<ChessMove> {
        self.see(Hook::FirstMove, node);
        None
    }

    fn prunes(&self, node: &Node<'_, Chess>, made: &MadeMove<'_, Chess>) -> bool {
        self.see_move(Hook::Skips, node, made);
        false
    }

    fn extension(
        &self,
        node: &Node<'_, Chess>,
        made: &MadeMove<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> u8 {
        self.see_move(Hook::Extension, node, made);
        0
    }

    fn reduction(&self, node: &Node<'_, Chess>, made: &MadeMove<'_, Chess>) -> u8 {
        self.see_move(Hook::Reduction, node, made);
        0
    }
}

/// Everything on that orders moves, so that a history score is only one part of a move's rank.
fn options() -> SearchOptions {
    let mut options = variants::GLASS.options;
    options.quiescence = true;
    options.scout = ScoutMode::Pvs;
    options.evaluation = Evaluation::PieceSquare;
    options.table.size = TableSize::Entries(500);
    options.ordering.killers = true;
    options.ordering.history = true;
    options
}

/// A technique that declares what it uses, is limited to nodes in `limit` and counts those in `counted`; added alone, or as the second
/// of a list. Returns the calls of each hook, and how often the data had a value.
fn calls(
    options: &SearchOptions,
    uses: Hooks,
    (limit, counted): (Scope, Scope),
    is_in_list: bool,
) -> (Calls, [u32; 9]) {
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let followed = RefCell::new(Followed::new(options.evaluation));
    let (calls, data) = (RefCell::default(), RefCell::default());
    let technique = Sees {
        uses,
        counted,
        followed: &followed,
        calls: &calls,
        data: &data,
    };
    let limited = Added {
        technique: &technique,
        scope: limit.into(),
    };
    let observer: &mut dyn SearchObserver<Chess> =
        &mut Visitor(|event: &Event<'_, Chess>| followed.borrow_mut().follow(event));
    let search = Search::new(&root, options).observed_by(observer);
    let go_on = |_: &_, _: &_| ControlFlow::Continue(());
    if is_in_list {
        let list = [Added::everywhere(&NoTechnique), limited];
        search.with_all(&list).to_depth(4, go_on);
    } else if limit == Scope::default() {
        search.with(&technique).to_depth(4, go_on);
    } else {
        search.with_all(&[limited]).to_depth(4, go_on);
    }
    (calls.into_inner(), data.into_inner())
}

#[test]
fn every_hook_is_told_what_the_events_tell_at_all_nodes_of_its_scope_and_no_others() {
    let mut options = options();
    // Techniques that request searches of every kind, and reduce moves.
    let requesting = serde_json::json!({
        "null-move": { "reduction": 1, "min-depth": 2, "verify": true, "from-beta": false },
        "singular-extension": { "min-depth": 3, "margin": 0, "slack": 100 },
        "prob-cut": { "min-depth": 3, "reduction": 1, "margin": 0 },
        "internal-iterative-deepening": { "min-depth": 2, "reduction": 1 },
        "late-move-reduction": { "min-depth": 2 },
        "check-extension": true,
    });
    options.techniques = serde_json::from_value(requesting).unwrap();
    let everywhere = Scope::default();
    let count = |limit, counted| {
        let [alone, in_list] = [false, true]
            .map(|is_in_list| calls(&options, Hooks::ALL, (limit, counted), is_in_list));
        assert_eq!(alone, in_list);
        alone
    };
    let (all, data) = count(everywhere, everywhere);
    for ((_, uses, called), counts) in HOOKS.iter().zip(all) {
        assert_eq!(counts.map(|count| count > 0), *called, "{uses:?}");
    }
    assert!(data.iter().all(|&seen| seen > 20), "{data:?}");
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
        let (limited, _) = count(scope, everywhere);
        assert_eq!(limited, count(everywhere, scope).0, "{scope:?}");
        assert!(limited != Calls::default() && limited != all, "{scope:?}");
    }
}

/// Each set of declarations can lead to another compiled copy of the search.
#[test]
fn a_technique_gets_the_hooks_and_the_data_that_it_declares_and_no_other_hooks() {
    let options = SearchOptions {
        techniques: BuiltIn::OFF,
        ..options()
    };
    let everywhere = (Scope::default(), Scope::default());
    for (_, uses, _) in HOOKS {
        for data in DATA {
            let (calls, _) = calls(&options, uses.and(data), everywhere, false);
            for ((_, declared, called), counts) in HOOKS.iter().zip(calls) {
                let mut wanted = called.map(|called| called && *declared == uses);
                wanted[2] &= data == Hooks::QUIESCENCE;
                assert_eq!(
                    counts.map(|count| count > 0),
                    wanted,
                    "{uses:?} {declared:?}"
                );
            }
        }
    }
}

/// Ends nodes of quiescence, and compares the window in which values are changed with the one that could be reshaped.
#[derive(Clone, Copy)]
struct CutsAndReshapes<'o> {
    windows: &'o RefCell<HashMap<u16, Window>>,
    compared: &'o Cell<u32>,
}

impl Technique<Chess> for CutsAndReshapes<'_> {
    fn hooks(&self) -> Hooks {
        Hooks::CUTOFF.and(Hooks::RESHAPE).and(Hooks::QUIESCENCE)
    }

    fn reshape_window(&self, node: &Node<'_, Chess>) -> Window {
        self.windows
            .borrow_mut()
            .insert(node.ply.plies(), node.window);
        node.window
    }

    fn cutoff(&self, node: &Node<'_, Chess>, _: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let value = Score::evaluation(node.static_evaluation());
        (node.in_quiescence && !node.in_check).then_some(value)
    }

    fn reshape_value(&self, node: &Node<'_, Chess>, value: Score) -> Score {
        assert_eq!(node.window, self.windows.borrow()[&node.ply.plies()]);
        self.compared
            .set(self.compared.get() + u32::from(node.in_quiescence));
        value
    }
}

#[test]
fn the_value_of_a_cutoff_is_reshaped_in_the_reshaped_window() {
    let (windows, compared) = (RefCell::default(), Cell::new(0));
    let technique = CutsAndReshapes {
        windows: &windows,
        compared: &compared,
    };
    let root = Chess::from_fen(MIDDLEGAME).unwrap();
    let options = options();
    let own = [Added::everywhere(&technique as _)];
    let search = Search::new(&root, &options).with_all(&own);
    let _ = search.to_depth(3, |_, _| ControlFlow::Continue(()));
    assert!(compared.get() > 100, "{}", compared.get());
}
