//! The events of a search are consistent: each one follows from those before it.

use std::ops::ControlFlow;

use plybench_engine::{
    eval::Evaluation,
    game::{Game, chess::Chess},
    observe::{End, Event, SearchObserver, SubSearchOf},
    ordering::OrderingOptions,
    search::{Legality, Search, SearchOptions},
    techniques::{Added, BuiltIn, Hooks, MadeMove, Node, Technique, TechniqueId},
    units::{Depth, Ply},
    variants,
    window::Window,
};

use super::varied::{POSITIONS, varied};

type Move = <Chess as Game>::Move;

/// The node that must be entered next.
struct Announced {
    key: u64,
    ply: Ply,
    depth: Depth,
    window: Window,
}

/// A node that has been entered and not left.
struct OpenNode {
    position: Chess,
    ply: Ply,
    depth: Depth,
    window: Window,
    /// The window after the techniques' clamps, which the node's result and entry belong to.
    clamped: Window,
    in_quiescence: bool,
    /// The move that was searched last, and its place.
    last: Option<(Move, usize)>,
    /// The announced change of depth of the next move.
    change: i16,
    /// The technique that reduced the current move.
    reducer: Option<TechniqueId>,
    is_reduced: bool,
    refuted: bool,
    closed: Option<TechniqueId>,
}

/// Checks each event against those before it.
struct Grammar<'o> {
    options: &'o SearchOptions,
    root: &'o Chess,
    depth: Depth,
    open: Vec<OpenNode>,
    announced: Option<Announced>,
    /// The number of events of each kind, to check that every kind occurs.
    seen: &'o mut [u64; KINDS],
}

/// The number of kinds of events.
const KINDS: usize = 20;

fn name(by: TechniqueId) -> &'static str {
    BuiltIn::NAMES[by.place()]
}

/// Whether a built-in technique implements a hook.
fn implements(by: TechniqueId, hook: Hooks) -> bool {
    BuiltIn::registry().iter().any(|registered| {
        let on = registered.alone.on::<Chess>();
        on.iter()
            .any(|&(id, on)| id == by && on.technique.hooks().any(hook))
    })
}

impl Grammar<'_> {
    fn announce(&mut self, position: &Chess, ply: Ply, depth: Depth, window: Window) {
        let key = position.key();
        let announced = Announced {
            key,
            ply,
            depth,
            window,
        };
        let replaced = self.announced.replace(announced);
        assert!(replaced.is_none(), "the announced node was not entered");
    }

    fn node(&mut self, ply: Ply) -> &mut OpenNode {
        assert!(
            self.announced.is_none(),
            "the announced node was not entered"
        );
        let node = self.open.last_mut().expect("the event belongs to a node");
        assert_eq!(node.ply, ply, "the event belongs to the current node");
        node
    }

    fn child(&mut self, ply: Ply, mv: Move, depth: Depth, window: Window) {
        let child = self.node(ply).position.play(mv);
        self.announce(&child, ply.next(), depth, window.flipped());
    }
}

impl SearchObserver<Chess> for Grammar<'_> {
    fn on(&mut self, event: &Event<'_, Chess>) {
        let kind = match *event {
            Event::Iteration { depth } => {
                assert!(self.open.is_empty() && self.announced.is_none());
                self.depth = depth;
                0
            }
            Event::Driven { window } => {
                assert!(self.open.is_empty());
                self.announce(&self.root.clone(), Ply::ROOT, self.depth, window);
                1
            }
            Event::Entered {
                position,
                ply,
                depth,
                window,
                in_quiescence,
            } => {
                let announced = self.announced.take().expect("nodes are announced");
                let (a, is) = (announced, (position.key(), ply, depth, window));
                assert_eq!((a.key, a.ply, a.depth, a.window), is);
                assert!(!in_quiescence || depth.is_horizon() && self.options.quiescence);
                self.open.push(OpenNode {
                    position: position.clone(),
                    ply,
                    depth,
                    window,
                    clamped: window,
                    in_quiescence,
                    last: None,
                    change: 0,
                    reducer: None,
                    is_reduced: false,
                    refuted: false,
                    closed: None,
                });
                2
            }
            Event::Narrowed {
                ply, window, by, ..
            } => {
                assert_eq!(name(by), "mate-distance");
                let node = self.node(ply);
                assert!(
                    window.alpha() >= node.window.alpha() && window.beta() <= node.window.beta()
                );
                assert_ne!(window, node.window);
                node.clamped = window;
                3
            }
            Event::Closed { ply, by, .. } => {
                self.node(ply).closed = Some(by);
                4
            }
            Event::DepthChanged {
                ply,
                from,
                depth,
                by,
            } => {
                assert!(implements(by, Hooks::NODE_DEPTH));
                let node = self.node(ply);
                assert!(from == node.depth && depth != from && depth > Depth::new(0));
                assert!(!node.in_quiescence && node.last.is_none());
                node.depth = depth;
                18
            }
            Event::Shallower { ply, depth, by } => {
                assert_eq!(name(by), "mate-distance");
                let node = self.node(ply);
                assert!(depth < node.depth);
                node.depth = depth;
                5
            }
            Event::TableHit { ply, key, .. } => {
                assert_eq!(self.node(ply).position.key(), key);
                6
            }
            Event::SubSearch {
                ply,
                asked,
                depth,
                window,
                by,
            } => {
                // The techniques that may make each kind of request.
                let asks = match asked {
                    SubSearchOf::Move(_) => &["prob-cut", "multi-cut"][..],
                    SubSearchOf::Pass => &["null-move", "mate-threat"],
                    SubSearchOf::Again => {
                        &["internal-iterative-deepening", "null-move", "razoring"]
                    }
                    SubSearchOf::Without(_) => &["singular-extension"],
                };
                assert!(asks.contains(&name(by)), "{asked:?} by {}", name(by));
                match asked {
                    SubSearchOf::Move(mv) => self.child(ply, mv, depth, window),
                    SubSearchOf::Pass => {
                        let child = self.node(ply).position.pass().expect("passing is possible");
                        self.announce(&child, ply.next(), depth, window.flipped());
                    }
                    SubSearchOf::Again | SubSearchOf::Without(_) => {
                        let position = self.node(ply).position.clone();
                        self.announce(&position, ply, depth, window);
                    }
                }
                7
            }
            Event::FirstMove { ply, mv, by } => {
                assert!(implements(by, Hooks::FIRST_MOVE));
                let node = self.node(ply);
                assert!(node.position.is_legal(mv) && node.last.is_none());
                8
            }
            Event::Skipped { ply, mv, by, .. } => {
                assert!(implements(by, Hooks::PRUNE));
                assert!(self.node(ply).position.is_legal(mv));
                9
            }
            Event::Extended { ply, plies, by, .. } => {
                assert!(implements(by, Hooks::EXTENSION));
                let node = self.node(ply);
                assert!(plies > 0 && !node.in_quiescence);
                node.change += i16::from(plies);
                10
            }
            Event::Shortened { ply, plies, by, .. } => {
                assert_eq!(name(by), "singular-extension");
                let node = self.node(ply);
                assert!(plies > 0 && !node.in_quiescence && node.change == 0);
                node.change = -i16::from(plies);
                19
            }
            Event::Reduced { ply, plies, by, .. } => {
                let node = self.node(ply);
                assert!(implements(by, Hooks::REDUCTION));
                assert!(plies > 0 && !node.in_quiescence);
                node.change -= i16::from(plies);
                (node.reducer, node.is_reduced) = (Some(by), true);
                11
            }
            Event::Searched {
                ply,
                mv,
                number,
                depth,
                window,
            } => {
                let node = self.node(ply);
                let nominal = i16::from(node.depth.plies());
                let wanted = (nominal - 1 + node.change).max(0);
                assert_eq!(i16::from(depth.plies()), wanted);
                assert!(node.last.is_none_or(|(_, before)| number > before) && !node.refuted);
                node.last = Some((mv, number));
                if !node.is_reduced {
                    node.reducer = None;
                }
                (node.change, node.is_reduced) = (0, false);
                self.child(ply, mv, depth, window);
                12
            }
            Event::SearchedAgain {
                ply,
                mv,
                number,
                depth,
                window,
                by,
            } => {
                let node = self.node(ply);
                assert_eq!(node.last, Some((mv, number)));
                // A reduction is undone before the search with the whole window.
                let reducer = node.reducer.take();
                assert_eq!(by, reducer, "a reduction is undone first, and only once");
                self.child(ply, mv, depth, window);
                15
            }
            Event::KingCaptured { ply, mv } => {
                assert_eq!(self.options.legality, Legality::KingCapture);
                let node = self.node(ply);
                assert!(!node.position.is_legal(mv) && !node.refuted);
                17
            }
            Event::BetaCutoff { ply, mv, number } => {
                let node = self.node(ply);
                assert_eq!(node.last, Some((mv, number)));
                node.refuted = true;
                13
            }
            Event::Stored { ply, entry, .. } => {
                let node = self.node(ply);
                assert_eq!(entry.depth(), node.depth);
                let is_legal = |mv| node.position.is_legal(mv);
                assert!(entry.best_move().is_none_or(is_legal));
                // The same search would end at once if it found the entry.
                let found = entry.table_score().to_root(ply);
                assert!(entry.bound().settles(found, node.clamped));
                14
            }
            Event::Left {
                ply,
                end,
                by,
                value: _,
            } => {
                self.node(ply);
                let node = self.open.pop().expect("the node was entered");
                assert_eq!(end == End::MdpCut, node.closed.is_some());
                if end == End::MdpCut {
                    assert_eq!(by, node.closed);
                }
                assert!(by.is_some() || end != End::TechniqueCut);
                let techniques = self.options.techniques.on::<Chess>();
                let cuts = |by| {
                    let mut on = techniques.iter().filter(|(id, _)| *id == by);
                    let ends = Hooks::CUTOFF.and(Hooks::VERDICT);
                    on.any(|(_, added)| added.technique.hooks().any(ends))
                };
                assert!(end != End::TechniqueCut || by.is_some_and(cuts));
                let ends_before_moves = !matches!(end, End::Expanded | End::Stopped | End::Horizon);
                assert!(!ends_before_moves || node.last.is_none());
                16
            }
        };
        self.seen[kind] += 1;
    }
}

#[test]
fn each_event_follows_from_those_before_it() {
    let mut seen = [0; KINDS];
    for options in varied() {
        for fen in POSITIONS {
            let root = Chess::from_fen(fen).unwrap();
            let grammar = Grammar {
                options: &options,
                root: &root,
                depth: Depth::new(0),
                open: Vec::new(),
                announced: None,
                seen: &mut seen,
            };
            let mut grammar = grammar;
            let observer: &mut dyn SearchObserver<_> = &mut grammar;
            Search::new(&root, &options)
                .observed_by(observer)
                .to_depth(5, |_, _| ControlFlow::Continue(()));
            assert!(grammar.open.is_empty() && grammar.announced.is_none());
        }
    }
    assert!(
        seen.iter().all(|&count| count > 0),
        "the test does not cover every kind of event: {seen:?}"
    );
}

/// Skips all captures and promotions in quiescence, except evasions.
#[derive(Clone, Copy)]
struct StandsPat;

impl Technique<Chess> for StandsPat {
    fn hooks(&self) -> Hooks {
        Hooks::PRUNE.and(Hooks::QUIESCENCE)
    }

    fn prunes(&self, node: &Node<'_, Chess>, _: &MadeMove<'_, Chess>) -> bool {
        node.in_quiescence && !node.in_check
    }
}

/// Counts first moves that were skipped and moves that were searched, at quiescence nodes not in check.
#[derive(Default)]
struct InQuiescence {
    /// Whether each open node is such a node.
    open: Vec<bool>,
    skipped_first: u64,
    searched: u64,
}

impl SearchObserver<Chess> for InQuiescence {
    fn on(&mut self, event: &Event<'_, Chess>) {
        let is_open = self.open.last() == Some(&true);
        match *event {
            Event::Entered {
                position,
                in_quiescence,
                ..
            } => self.open.push(in_quiescence && !position.in_check()),
            Event::Left { .. } => {
                self.open.pop();
            }
            Event::Skipped { number: 0, .. } if is_open => self.skipped_first += 1,
            Event::Searched { .. } if is_open => self.searched += 1,
            _ => {}
        }
    }
}

#[test]
fn in_quiescence_the_first_move_can_be_skipped_where_the_side_may_stand_pat() {
    let options = SearchOptions {
        quiescence: true,
        ordering: OrderingOptions {
            mvv_lva: true,
            ..OrderingOptions::default()
        },
        evaluation: Evaluation::Material,
        ..variants::find("plain").unwrap().options
    };
    let root = Chess::from_fen(POSITIONS[1]).unwrap();
    let mut seen = [InQuiescence::default(), InQuiescence::default()];
    let [without, with] = seen.each_mut();
    let (without, with): (&mut dyn SearchObserver<_>, &mut dyn SearchObserver<_>) = (without, with);
    let search = Search::new(&root, &options);
    search
        .observed_by(without)
        .to_depth(1, |_, _| ControlFlow::Continue(()));
    let own = [Added::everywhere(&StandsPat as _)];
    let search = Search::new(&root, &options).with_all(&own);
    search
        .observed_by(with)
        .to_depth(1, |_, _| ControlFlow::Continue(()));
    assert!(seen[0].searched > 0 && seen[0].skipped_first == 0);
    assert!(seen[1].searched == 0 && seen[1].skipped_first > 0);
}
