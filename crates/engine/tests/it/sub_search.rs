//! What techniques can rely on: searches below a node are correct, and requests change no score.

use std::{cell::Cell, ops::ControlFlow};

use plybench_engine::{
    game::{Game, MoveKind, chess::Chess, uniform_tree::UniformTree},
    ordering::OrderingOptions,
    score::Score,
    search::{FailMode, Iteration, RootDriver, ScoutMode, Search, SearchOptions, minimax::minimax},
    table::{TableDepth, TableOptions, TableSize},
    techniques::{BuiltIn, MadeMove, Node, Registered, SubSearch, Technique},
    units::Depth,
    variants,
    window::Window,
};

fn trees() -> impl Iterator<Item = UniformTree> {
    (0..12).map(|seed| UniformTree {
        branching: 1 + (seed % 4) as u16,
        depth: 6,
        spread: 20,
        mated_share: 0.0,
        best_first_share: 0.4,
        seed,
    })
}

/// Fail-hard and fail-soft, full window and scout, without a table and with one whose entries are used only at their own depth.
fn every_mode() -> Vec<SearchOptions> {
    let mut modes = Vec::new();
    for fail in [FailMode::Hard, FailMode::Soft] {
        for scout in [ScoutMode::FullWindow, ScoutMode::Pvs] {
            for size in [TableSize::Off, TableSize::Entries(4096)] {
                modes.push(SearchOptions {
                    fail,
                    scout,
                    table: TableOptions {
                        size,
                        depth: TableDepth::Exactly,
                        ..TableOptions::default()
                    },
                    ordering: OrderingOptions {
                        table_move: true,
                        history: true,
                        ..OrderingOptions::default()
                    },
                    ..variants::PLAIN.options
                });
            }
        }
    }
    modes
}

fn last<G: Game>(search: Search<'_, G>) -> Iteration<G::Move> {
    let mut last = None;
    search.to_depth(4, |iteration, _| {
        last = Some(iteration.clone());
        ControlFlow::Continue(())
    });
    last.unwrap()
}

/// Checks the window contract for a result and the exact value.
fn assert_contract(result: Score, window: Window, exact: Score, options: &SearchOptions) {
    let context = format!("{result} for {exact} in {window:?} with {options:?}");
    if window.fails_low(result) {
        assert!(exact <= window.alpha(), "{context}");
        assert!(
            options.fail == FailMode::Hard || exact <= result,
            "{context}"
        );
    } else if window.fails_high(result) {
        assert!(exact >= window.beta(), "{context}");
        assert!(
            options.fail == FailMode::Hard || exact >= result,
            "{context}"
        );
    } else {
        assert_eq!(result, exact, "{context}");
    }
}

/// Requests every kind of search at every node, and compares each result with minimax.
#[derive(Clone, Copy)]
struct AsksEverything<'a> {
    options: &'a SearchOptions,
    asked: &'a Cell<u32>,
    /// Whether a request is in progress. No further ones are made below it.
    asks: &'a Cell<bool>,
}

impl AsksEverything<'_> {
    fn ask<G: Game>(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) {
        if node.depth.is_horizon() || self.asks.replace(true) {
            return;
        }
        let exact = |position: &G, depth: Depth| minimax(position, self.options, depth.plies()).0;
        let mut moves = Vec::new();
        node.position
            .for_each_move(MoveKind::All, |mv| moves.push(mv));
        let value = |mv, depth: Depth| -exact(&node.position.play(mv), depth);
        for depth in [node.depth, node.depth.less(1)] {
            let best = moves.iter().map(|&mv| value(mv, depth.less(1))).max();
            let around = exact(node.position, depth).centipawns().unwrap();
            for alpha in [around - 7, around - 1, around, around + 5] {
                let bound = Score::evaluation;
                for window in [
                    Window::null_above(bound(alpha)),
                    Window::new(bound(alpha), bound(alpha + 9)).unwrap(),
                ] {
                    let found = below.again(node, depth, window);
                    assert_contract(
                        found.value,
                        window,
                        exact(node.position, depth),
                        self.options,
                    );
                    let is_inside =
                        !window.fails_low(found.value) && !window.fails_high(found.value);
                    if is_inside && !depth.is_horizon() {
                        let found = found.best_move.map(|mv| value(mv, depth.less(1)));
                        // A table entry of the same depth may have ended the node.
                        let may_be_unknown = self.options.table.size != TableSize::Off;
                        assert!(found == best || found.is_none() && may_be_unknown);
                    }
                    for &mv in &moves {
                        let after = below.after_move(node, mv, depth, window);
                        assert_contract(after, window, value(mv, depth), self.options);
                        let others = moves.iter().filter(|&&other| other != mv);
                        let others = others.map(|&other| value(other, depth.less(1))).max();
                        let without = below.without(node, mv, depth, window);
                        match others {
                            // The horizon evaluates the node, whatever its moves are.
                            _ if depth.is_horizon() => {
                                assert_contract(
                                    without,
                                    window,
                                    exact(node.position, depth),
                                    self.options,
                                );
                            }
                            Some(others) => assert_contract(without, window, others, self.options),
                            None => assert_eq!(without, window.alpha()),
                        }
                        self.asked.set(self.asked.get() + 1);
                    }
                }
            }
        }
        self.asks.set(false);
    }
}

impl<G: Game> Technique<G> for AsksEverything<'_> {
    fn cutoff(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<Score> {
        self.ask(node, below);
        None
    }

    fn first_move(&self, node: &Node<'_, G>, below: &mut dyn SubSearch<G>) -> Option<G::Move> {
        if node.depth.plies() == 3 {
            self.ask(node, below);
        }
        // Any move is allowed, even one that the search has to leave out.
        let mut first = None;
        node.position.for_each_move(MoveKind::All, |mv| {
            first = first.or(Some(mv));
        });
        first
    }

    fn extension(
        &self,
        node: &Node<'_, G>,
        mv: &MadeMove<'_, G>,
        below: &mut dyn SubSearch<G>,
    ) -> u8 {
        if node.depth.plies() == 2 && mv.number == 1 {
            self.ask(node, below);
        }
        0
    }
}

#[test]
fn searches_below_a_node_are_correct_and_change_no_score() {
    let (asked, asks) = (Cell::new(0), Cell::new(false));
    for tree in trees() {
        let root = tree.root().unwrap();
        for options in every_mode() {
            let technique = AsksEverything {
                options: &options,
                asked: &asked,
                asks: &asks,
            };
            let alone = last(Search::new(&root, &options));
            let watched = last(Search::new(&root, &options).with(&technique));
            assert_eq!((watched.score, &watched.pv[0]), (alone.score, &alone.pv[0]));
            assert_eq!(watched.score, minimax(&root, &options, 4).0);
            // With a table the line is completed from its entries, and the requests add entries.
            if options.table.size == TableSize::Off {
                assert_eq!(watched.pv, alone.pv);
            }
        }
    }
    assert!(asked.get() > 100_000, "{}", asked.get());
}

/// A hook that a technique implements but does not declare would be ignored.
#[test]
fn techniques_declare_every_hook_that_they_implement() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let middlegame = Chess::from_fen(fen).unwrap();
    let mate = Chess::from_fen("8/8/8/8/8/2K5/7R/k7 w - - 0 1").unwrap();
    // White may soon be a queen behind.
    let queen = Chess::from_fen("3k4/8/2nb4/2bn4/3Q4/8/8/7K w - - 0 1").unwrap();
    let sixth_rank = Chess::from_fen("7k/8/1P6/8/8/8/8/K7 w - - 0 1").unwrap();
    let mut options = variants::GLASS.options;
    options.quiescence = true;
    options.ordering.history = true;
    options.techniques = BuiltIn::OFF;
    for registered in BuiltIn::registry() {
        let [without, options] = registered.without_and_with(options);
        let mut changes = false;
        for (root, depth) in [(&middlegame, 6), (&mate, 9), (&queen, 5), (&sixth_rank, 5)] {
            let nodes = |search: Search<'_, Chess>| {
                search
                    .to_depth(depth, |_, _| ControlFlow::Continue(()))
                    .nodes
            };
            let everything = nodes(Search::new(root, &options).with_every_hook());
            let declared = nodes(Search::new(root, &options));
            assert_eq!(declared, everything, "{}", registered.info.name);
            changes |= nodes(Search::new(root, &without)) != declared;
        }
        assert!(changes, "{} changes nothing here", registered.info.name);
    }
}

/// The number of nodes for a middlegame with a technique that is limited in this way.
fn limited(registered: &Registered, limits: &serde_json::Value) -> u64 {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let root = Chess::from_fen(fen).unwrap();
    let mut options = variants::GLASS.options;
    options.scout = ScoutMode::Pvs;
    options.driver = RootDriver::FullWindow;
    let [mut options, _] = registered.without_and_with(options);
    let limited = serde_json::json!({ registered.info.name: limits });
    let limited: BuiltIn = serde_json::from_value(limited).unwrap();
    options.techniques = options.techniques.and(limited);
    Search::new(&root, &options)
        .to_depth(7, |_, _| ControlFlow::Continue(()))
        .nodes
}

#[test]
fn a_technique_acts_only_in_its_scope() {
    let registry = BuiltIn::registry();
    for registered in registry.iter().filter(|entry| entry.key.is_empty()) {
        let name = registered.info.name;
        let limited = |limits| limited(registered, &limits);
        let off = limited(false.into());
        let on = limited(true.into());
        assert_ne!(off, on, "{name}");
        for nowhere in [
            serde_json::json!({ "at-plies": [200, 255] }),
            serde_json::json!({ "at-depths": [50, 60] }),
        ] {
            assert_eq!(limited(nowhere), off, "{name}");
        }
        let everywhere = serde_json::json!({ "at-plies": [0, 255], "at-depths": [0, 100] });
        assert_eq!(limited(everywhere), on, "{name}");
    }
    let null_move = |registered: &&Registered| registered.info.name == "null-move";
    let null_move = registry.iter().find(null_move).unwrap();
    let null_move = |limits| limited(null_move, &limits);
    let parts = ["open-window", "null-window"]
        .map(|nodes| null_move(serde_json::json!({ "at-nodes": nodes })));
    let whole = null_move(true.into());
    assert!(
        !parts.contains(&whole) && parts[0] != parts[1],
        "{parts:?} of {whole}"
    );
}
