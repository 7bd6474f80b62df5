//! A search that reuses memory and counters has the same result as one with its own, except in the memory of a game.

use std::ops::ControlFlow;

use plybench_engine::{
    game::{Game, MoveKind, chess::Chess, uniform_tree::UniformTree},
    observe::Counters,
    search::{Iteration, Limits, Memory, Outcome, Search, SearchOptions},
    table::{PrincipalEntries, Replacement, TableDepth, TableSize},
    techniques::MateDistance,
    units::{Depth, Ply},
    variants,
    window::Window,
};

/// The memory and counters that a search leaves to the next.
#[derive(Default)]
struct Reused<M> {
    memory: Memory<M>,
    counters: Counters,
}

type SearchResult<M> = (Outcome, Vec<(Iteration<M>, Counters)>);

/// The result of a search, which a node limit may cut short.
fn result<G: Game>(
    root: &G,
    options: &SearchOptions,
    nodes: Option<u64>,
    reused: &mut Reused<G::Move>,
) -> SearchResult<G::Move> {
    let mut iterations = Vec::new();
    reused.counters.clear();
    let limits = Limits { nodes, stop: None };
    let outcome = Search::new(root, options)
        .observed_by(&mut reused.counters)
        .in_memory_of(&mut reused.memory)
        .limited(limits)
        .to_depth(4, |iteration, counters| {
            iterations.push((iteration.clone(), (*counters).clone()));
            ControlFlow::Continue(())
        });
    (outcome, iterations)
}

/// Searches each root with all options in turn, with and without a node limit, in the same memory.
fn assert_nothing_is_kept<G: Game>(roots: &[G]) {
    let mut reused = Reused::default();
    // With and without killers and history.
    let all = super::varied::varied().into_iter().flat_map(|options| {
        let mut learning = options;
        (learning.ordering.killers, learning.ordering.history) = (true, true);
        [learning, options, learning]
    });
    let all: Vec<SearchOptions> = all.collect();
    for nodes in [None, Some(300)] {
        for (number, options) in all.iter().enumerate() {
            for root in roots {
                let in_reused = result(root, options, nodes, &mut reused);
                let in_own = result(root, options, nodes, &mut Reused::default());
                assert!(in_reused == in_own, "options {number}, {nodes:?} nodes");
            }
        }
    }
}

fn positions() -> [Chess; 4] {
    super::varied::POSITIONS.map(|fen| Chess::from_fen(fen).unwrap())
}

#[test]
fn nothing_is_kept_between_searches_of_chess() {
    assert_nothing_is_kept(&positions());
}

#[test]
fn nothing_is_kept_between_searches_of_trees() {
    let shape = |seed: u8| {
        format!("branching=5 depth=4 spread=50 mated-share=0.05 best-first-share=0.5 seed={seed}")
    };
    let trees = [1, 2, 3].map(|seed| {
        let tree: UniformTree = shape(seed).parse().unwrap();
        tree.root().unwrap()
    });
    assert_nothing_is_kept(&trees);
}

#[test]
fn nothing_is_kept_between_single_calls() {
    let mut memory = Memory::default();
    for options in super::varied::varied() {
        for root in &positions() {
            let questions =
                || [0, 3, 200].map(|ply| (Ply::new(ply), Depth::new(3), Window::full()));
            let values = |memory: &mut Memory<<Chess as Game>::Move>| {
                let search = Search::new(root, &options).in_memory_of(memory);
                search.values_at(questions()).unwrap()
            };
            assert_eq!(values(&mut memory), values(&mut Memory::default()));
        }
    }
}

/// The line of a game: KRK with the shortest defence, then a middlegame with captures, as white meets it.
const LINES: [(&str, &[&str]); 2] = [
    (
        "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
        &["h2g2", "a1b1", "g2g8", "b1a1"],
    ),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        &["h5f3", "f8c5", "f3g3", "c6d4"],
    ),
];

fn played(root: &Chess, text: &str) -> Chess {
    let mut found = None;
    root.for_each_move(MoveKind::All, |mv| {
        if root.notation(mv) == text {
            found = Some(mv);
        }
    });
    root.play(found.unwrap())
}

/// With entries of exactly the wanted depth, a table changes no score, whoever filled it: a score that were wrong at another root
/// would show.
#[test]
fn the_table_of_a_game_changes_no_score_but_saves_nodes() {
    let mut saved = 0;
    for (fen, moves) in LINES {
        for mate_distance in [MateDistance::Off, MateDistance::Stockfish] {
            let mut options = variants::GLASS.options;
            options.techniques.mate_distance = mate_distance;
            (options.draws.repetition, options.draws.fifty_moves) = (false, false);
            (options.table.depth, options.mate_at_horizon) = (TableDepth::Exactly, true);
            let mut of_the_game = Reused {
                memory: Memory::keeping_the_table(),
                counters: Counters::default(),
            };
            let mut root = Chess::from_fen(fen).unwrap();
            for pair in moves.chunks(2) {
                let (kept, with_kept) = result(&root, &options, None, &mut of_the_game);
                let (own, with_own) = result(&root, &options, None, &mut Reused::default());
                let scores = |iterations: &[(Iteration<_>, _)]| {
                    let scores = iterations.iter().map(|(iteration, _)| iteration.score);
                    scores.collect::<Vec<_>>()
                };
                assert_eq!(scores(&with_kept), scores(&with_own), "{}", root.fen());
                saved += own.nodes.saturating_sub(kept.nodes);
                root = pair.iter().fold(root, |root, mv| played(&root, mv));
            }
        }
    }
    // Entries of exactly the wanted depth are rare at another root.
    assert!(saved > 0);
}

#[test]
fn only_the_table_of_a_game_is_kept_and_only_by_its_memory() {
    let [root, ..] = positions();
    let mut options = variants::GLASS.options;
    (options.ordering.killers, options.ordering.history) = (true, true);
    let alone = result(&root, &options, None, &mut Reused::default());
    let mut reused = Reused {
        memory: Memory::keeping_the_table(),
        counters: Counters::default(),
    };
    // The first search has an empty table, the second one the table of the first.
    assert!(result(&root, &options, None, &mut reused) == alone);
    let again = result(&root, &options, None, &mut reused);
    assert!(again.0.nodes < alone.0.nodes);
    let entry = reused.memory.table().probe(root.key()).unwrap();
    let last = again.1.last().unwrap();
    assert_eq!(entry.score(Ply::ROOT), last.0.score);
    // Another size or policy begins empty, and so does the first after it.
    let mut other = options;
    for (size, replacement) in [
        (TableSize::Entries(4096), options.table.replacement),
        (options.table.size, Replacement::DepthPreferred),
        (TableSize::Off, options.table.replacement),
    ] {
        (other.table.size, other.table.replacement) = (size, replacement);
        for options in [other, options] {
            let fresh = result(&root, &options, None, &mut Reused::default());
            assert!(
                result(&root, &options, None, &mut reused) == fresh,
                "{size:?}"
            );
        }
    }
    // Without a table nothing at all is kept.
    other.table.size = TableSize::Off;
    let first = result(&root, &other, None, &mut reused);
    assert!(result(&root, &other, None, &mut reused) == first);
}

/// The second root has more men than the first after any captures of a search, so that none of its positions is in the table that
/// the first left, and new entries always replace old ones. What is left to tell the searches apart is the order of moves.
#[test]
fn killers_and_history_of_a_game_begin_anew_at_each_root() {
    let roots = [
        "r4rk1/pp3ppp/3q4/3p4/3P4/3Q4/PP3PPP/R4RK1 w - - 0 20",
        "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P4/2NBPN2/PP1B1PPP/R2Q1RK1 w - - 0 11",
    ];
    let [first, second] = roots.map(|fen| Chess::from_fen(fen).unwrap());
    let mut options = variants::GLASS.options;
    options.table.replacement = Replacement::Always;
    for (killers, history) in [(true, false), (false, true), (true, true)] {
        (options.ordering.killers, options.ordering.history) = (killers, history);
        let mut reused = Reused {
            memory: Memory::keeping_the_table(),
            counters: Counters::default(),
        };
        let _ = result(&first, &options, None, &mut reused);
        assert!(reused.memory.table().probe(first.key()).is_some());
        let (after_first, reached) = result(&second, &options, None, &mut reused);
        assert!(reused.memory.table().probe(first.key()).is_some());
        let (alone, wanted) = result(&second, &options, None, &mut Reused::default());
        assert_eq!(after_first, alone, "killers {killers}, history {history}");
        let iterations = |all: Vec<(Iteration<_>, Counters)>| {
            let iterations = all.into_iter().map(|(iteration, _)| iteration);
            iterations.collect::<Vec<_>>()
        };
        assert_eq!(iterations(reached), iterations(wanted));
    }
}

/// Ka1-b1 is white's only move. The position after it occurred four plies before, if the clock allows it.
#[test]
fn a_position_of_the_game_is_a_draw_within_the_reversible_plies() {
    let mut position = Chess::from_fen("7k/8/8/8/8/8/3q4/1K6 b - - 0 1").unwrap();
    let mut past = vec![11, 12];
    for mv in ["h8g8", "b1a1", "g8h8"] {
        past.push(position.key());
        position = played(&position, mv);
    }
    let score = |clock: u8, past: &[u64], repetition: bool| {
        let root = Chess::from_fen(&format!("7k/8/8/8/8/8/3q4/K7 w - - {clock} 3")).unwrap();
        let mut options = variants::PLAIN.options;
        options.draws.repetition = repetition;
        let mut memory = Memory::default();
        let mut scores = Vec::new();
        // What a search in the same memory knew of its game is forgotten.
        for past in [past, &[], past] {
            let search = Search::new(&root, &options).in_memory_of(&mut memory);
            search.after(past).to_depth(1, |iteration, _| {
                scores.push(iteration.score.raw());
                ControlFlow::Continue(())
            });
        }
        assert_eq!((scores[0], scores[1]), (scores[2], -900));
        scores[0]
    };
    assert_eq!(score(3, &past, true), 0);
    assert_eq!(score(3, &past[2..], true), 0);
    assert_eq!(score(50, &past, true), 0);
    // Out of reach, too few positions, or not a rule.
    assert_eq!(score(2, &past, true), -900);
    assert_eq!(score(3, &past[3..], true), -900);
    assert_eq!(score(3, &past, false), -900);
}

/// However a search ends, and in whichever table an entry is.
#[test]
fn a_search_that_meets_its_limit_leaves_its_tables_too() {
    let [root, ..] = positions();
    let mut options = variants::GLASS.options;
    for principal_variation in [
        PrincipalEntries::Shared,
        PrincipalEntries::Separate(1 << 10),
    ] {
        options.table.principal_variation = principal_variation;
        let whole = result(&root, &options, None, &mut Reused::default());
        for nodes in [whole.0.nodes / 2, whole.0.nodes - 1] {
            let mut reused = Reused {
                memory: Memory::keeping_the_table(),
                counters: Counters::default(),
            };
            let cut_short = result(&root, &options, Some(nodes), &mut reused);
            assert_eq!(cut_short.0.nodes, nodes);
            let after_it = result(&root, &options, None, &mut reused);
            assert!(after_it.0.nodes < whole.0.nodes, "{nodes}");
        }
    }
    // The second table alone: the first has one slot.
    options.table.size = TableSize::Entries(1);
    let mut reused = Reused {
        memory: Memory::keeping_the_table(),
        counters: Counters::default(),
    };
    let first = result(&root, &options, None, &mut reused);
    assert!(result(&root, &options, None, &mut reused).0.nodes < first.0.nodes);
}
