//! A search that gets to the last ply.

use plybench_checker::{
    game::Recorded,
    trace::{Iterated, Observed, Summary},
};
use plybench_engine::{
    eval::Evaluation,
    game::{Game, MoveKind},
    search::{Search, SearchOptions},
    variants,
};
use serde_json::json;

use super::{agreement::Checked, positions::Visit, reference};

/// A game with one move in every position, which gives check: with the check extension, no depth is ever used up.
#[derive(Clone, Debug, PartialEq)]
struct Corridor(u16);

impl Game for Corridor {
    type Move = u8;

    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u8)) {
        if kind == MoveKind::All {
            visit(1);
        }
    }

    fn play(&self, _: u8) -> Self {
        Corridor(self.0 + 1)
    }

    fn in_check(&self) -> bool {
        true
    }

    fn key(&self) -> u64 {
        u64::from(self.0 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        self.0.into()
    }
}

impl Observed for Corridor {}

impl Recorded for Corridor {
    fn root_text(&self) -> String {
        "a corridor".to_owned()
    }

    fn number(mv: u8) -> u16 {
        mv.into()
    }
}

#[test]
fn the_last_ply_ends_a_search_that_is_always_extended() {
    for mate_at_horizon in [false, true] {
        let options = SearchOptions {
            mate_at_horizon,
            techniques: serde_json::from_value(json!({ "check-extension": true })).unwrap(),
            ..variants::PLAIN.options
        };
        let summary = Summary::of_search::<Corridor>(|counters, report| {
            let search = Search::new(&Corridor(0), &options).observed_by(counters);
            search.to_depth(3, |iteration, _| report(iteration))
        });
        let settings = serde_json::to_value(options).unwrap();
        let expected = reference::search(&Corridor(0), &settings, 3).unwrap();
        assert_eq!(summary.iterations, expected);
        // Every iteration enters plies 0 to 255. At the last it is the other side's turn.
        let found = |iteration: &Iterated| (iteration.value, iteration.nodes);
        let found: Vec<_> = summary.iterations.iter().map(found).collect();
        assert_eq!(found, [(-255, 256), (-255, 512), (-255, 768)]);
        assert_eq!(Checked(&options, 800).visit(&Corridor(0), ""), Ok(()));
    }
}
