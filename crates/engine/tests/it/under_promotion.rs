//! Searches without under-promotions: no part of the search makes one, and the result is minimax's.

use std::{cell::Cell, ops::ControlFlow};

use plybench_engine::{
    game::{Game, MoveKind, chess::Chess},
    observe::{Event, SearchObserver, SubSearchOf},
    score::Score,
    search::{Search, SearchOptions, minimax::minimax},
    table::{TableDepth, TableOptions, TableSize},
    techniques::{Added, Hooks, Node, SubSearch, Technique},
    variants,
};

/// Many promotions; some that only a knight makes worthwhile; promotions in quiescence, and out of check.
const POSITIONS: [&str; 5] = [
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "6br/5Ppk/7p/8/8/8/8/K7 w - - 0 1",
    "8/P6k/8/8/8/8/8/K7 w - - 0 1",
    "r3k3/1P6/8/8/8/8/6p1/4K2R b K - 0 1",
    "3r3K/4P2p/8/8/8/8/7p/k7 w - - 0 1",
];

fn without_under_promotion(options: SearchOptions) -> SearchOptions {
    SearchOptions {
        mate_at_horizon: true,
        under_promotion: false,
        ..options
    }
}

fn score_and_nodes(fen: &str, options: &SearchOptions, depth: u8) -> (Score, u64) {
    let root = Chess::from_fen(fen).unwrap();
    let mut score = Score::INFINITE;
    let outcome = Search::new(&root, options).to_depth(depth, |iteration, _| {
        score = iteration.score;
        ControlFlow::Continue(())
    });
    (score, outcome.nodes)
}

#[test]
fn the_moves_are_left_out() {
    let with = SearchOptions {
        mate_at_horizon: true,
        ..variants::PLAIN.options
    };
    let without = without_under_promotion(with);
    // The root, three king moves, and four promotions or one.
    assert_eq!(score_and_nodes(POSITIONS[2], &with, 1).1, 8);
    assert_eq!(score_and_nodes(POSITIONS[2], &without, 1).1, 5);
    // The pawn mates as a knight, and as nothing else.
    assert_eq!(score_and_nodes(POSITIONS[1], &with, 1).0, Score::mate_in(1));
    assert!(!score_and_nodes(POSITIONS[1], &without, 1).0.is_mate());
    assert!(SearchOptions::default().under_promotion);
}

#[test]
fn the_score_is_minimaxs() {
    let plain = without_under_promotion(variants::PLAIN.options);
    let exact_table = SearchOptions {
        table: TableOptions {
            size: TableSize::Entries(1 << 12),
            depth: TableDepth::Exactly,
            ..variants::GLASS.options.table
        },
        draws: plain.draws,
        ..without_under_promotion(variants::GLASS.options)
    };
    let mut differing = 0;
    for fen in POSITIONS {
        let root = Chess::from_fen(fen).unwrap();
        for options in [plain, exact_table] {
            let depth = 3;
            let found = score_and_nodes(fen, &options, depth).0;
            assert_eq!(found, minimax(&root, &options, depth).0, "{fen}");
            let with = SearchOptions {
                under_promotion: true,
                ..options
            };
            differing += u32::from(found != minimax(&root, &with, depth).0);
        }
    }
    assert!(differing > 0);
}

/// Asks for an under-promotion to be tried first.
#[derive(Clone, Copy)]
struct UnderPromotesFirst;

impl Technique<Chess> for UnderPromotesFirst {
    fn hooks(&self) -> Hooks {
        Hooks::FIRST_MOVE.and(Hooks::PATH)
    }

    fn first_move(
        &self,
        node: &Node<'_, Chess>,
        _: &mut dyn SubSearch<Chess>,
    ) -> Option<<Chess as Game>::Move> {
        let mut first = None;
        node.position.for_each_move(MoveKind::All, |mv| {
            first = first.or(node.position.is_under_promotion(mv).then_some(mv));
        });
        first
    }
}

/// Counts promotions to queens, and refuses all others.
struct Refuses<'c>(&'c Cell<u32>);

impl SearchObserver<Chess> for Refuses<'_> {
    fn on(&mut self, event: &Event<'_, Chess>) {
        let mv = match event {
            Event::Searched { mv, .. } | Event::FirstMove { mv, .. } => mv,
            Event::SubSearch {
                asked: SubSearchOf::Move(mv),
                ..
            } => mv,
            _ => return,
        };
        let promotion = mv.number() & 7;
        assert!(promotion == 0 || promotion == 4, "{mv:?}");
        self.0.set(self.0.get() + u32::from(promotion == 4));
    }
}

#[test]
fn neither_quiescence_nor_a_technique_makes_one() {
    let everything = r#"{"null-move":true,"singular-extension":{"min-depth":3},"prob-cut":{"min-depth":2,"reduction":1},
        "multi-cut":{"min-depth":2,"reduction":1},"internal-iterative-deepening":{"min-depth":2,"reduction":1},"late-move-reduction":true}"#;
    let options = SearchOptions {
        quiescence: true,
        techniques: serde_json::from_str(everything).unwrap(),
        ..without_under_promotion(variants::GLASS.options)
    };
    for fen in POSITIONS {
        let root = Chess::from_fen(fen).unwrap();
        let promotions = Cell::new(0);
        let observer: &mut dyn SearchObserver<_> = &mut Refuses(&promotions);
        let search = Search::new(&root, &options).observed_by(observer);
        search.to_depth(5, |_, _| ControlFlow::Continue(()));
        let observer: &mut dyn SearchObserver<_> = &mut Refuses(&promotions);
        Search::new(&root, &options)
            .with_all(&[Added::everywhere(&UnderPromotesFirst)])
            .observed_by(observer)
            .to_depth(4, |_, _| ControlFlow::Continue(()));
        assert!(promotions.get() > 0, "{fen}");
    }
}
