//! A game of checks without end: a search that gets to the last ply, and positions that repeat beyond the horizon.

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
struct Corridor {
    ply: u16,
    /// Whether the positions from ply 3 on repeat after four plies.
    is_ring: bool,
}

impl Corridor {
    /// The number of the position.
    fn place(&self) -> u16 {
        match self.ply.checked_sub(3) {
            Some(beyond) if self.is_ring => 3 + beyond % 4,
            _ => self.ply,
        }
    }
}

impl Game for Corridor {
    type Move = u8;

    fn for_each_move(&self, kind: MoveKind, mut visit: impl FnMut(u8)) {
        if kind == MoveKind::All {
            visit(1);
        }
    }

    fn play(&self, _: u8) -> Self {
        Corridor {
            ply: self.ply + 1,
            ..*self
        }
    }

    fn in_check(&self) -> bool {
        true
    }

    fn key(&self) -> u64 {
        u64::from(self.place() + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn reversible_plies(&self) -> u8 {
        if self.is_ring {
            self.ply.min(99) as u8
        } else {
            0
        }
    }

    fn evaluate(&self, _: Evaluation) -> i32 {
        self.place().into()
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

/// The values and nodes of three iterations, which the reference search predicts and whose steps the checker accepts.
fn searched(root: &Corridor, options: &SearchOptions) -> Vec<(i32, u64)> {
    let summary = Summary::of_search::<Corridor>(|counters, report| {
        let search = Search::new(root, options).observed_by(counters);
        search.to_depth(3, |iteration, _| report(iteration))
    });
    let settings = serde_json::to_value(options).unwrap();
    let expected = reference::search(root, &settings, 3).unwrap();
    assert_eq!(summary.iterations, expected);
    assert_eq!(Checked(options, 800).visit(root, ""), Ok(()));
    let found = |iteration: &Iterated| (iteration.value, iteration.nodes);
    summary.iterations.iter().map(found).collect()
}

#[test]
fn the_last_ply_ends_a_search_that_is_always_extended() {
    let root = Corridor {
        ply: 0,
        is_ring: false,
    };
    for mate_at_horizon in [false, true] {
        let options = SearchOptions {
            mate_at_horizon,
            techniques: serde_json::from_value(json!({ "check-extension": true })).unwrap(),
            ..variants::PLAIN.options
        };
        // Every iteration enters plies 0 to 255. At the last it is the other side's turn.
        assert_eq!(
            searched(&root, &options),
            [(-255, 256), (-255, 512), (-255, 768)]
        );
    }
}

/// In chess, no check can be answered by a check for ever, so no position of quiescence repeats one of quiescence.
#[test]
fn a_position_that_quiescence_entered_is_repeated() {
    let root = Corridor {
        ply: 0,
        is_ring: true,
    };
    let options = SearchOptions {
        quiescence: true,
        ..variants::PLAIN.options
    };
    // The main search ends at ply 2. The position of ply 3 comes again at ply 7.
    assert_eq!(searched(&root, &options), [(0, 8), (0, 16), (0, 24)]);
}
