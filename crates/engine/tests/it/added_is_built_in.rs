//! A built-in technique that a caller adds does what it does if it is switched on: every answer of every hook arrives.

use std::{iter, ops::ControlFlow};

use plybench_engine::{
    eval::Evaluation,
    game::chess::{Chess, ChessMove},
    search::{Iteration, Limits, ScoutMode, Search, SearchOptions},
    table::TableSize,
    techniques::{Added, BuiltIn, NoTechnique},
    variants,
};

use super::varied::POSITIONS;

fn iterations(search: Search<'_, Chess>) -> Vec<Iteration<ChessMove>> {
    let mut iterations = Vec::new();
    let limits = Limits {
        nodes: Some(12_000),
        stop: None,
    };
    search.limited(limits).to_depth(30, |iteration, _| {
        iterations.push(iteration.clone());
        ControlFlow::Continue(())
    });
    iterations
}

#[test]
fn a_technique_has_the_same_effect_if_it_is_added() {
    let rich = SearchOptions {
        scout: ScoutMode::Pvs,
        quiescence: true,
        evaluation: Evaluation::PieceSquare,
        ..variants::GLASS.options
    };
    let mut small = variants::PLAIN.options;
    small.table.size = TableSize::Entries(600);
    small.ordering.table_move = true;
    for entry in BuiltIn::registry() {
        let mut acts = false;
        for options in [rich, small, variants::MORELAND.options] {
            // In the first of the others a pawn may take the queen, so that shallow captures fail high; in the last, White may soon be
            // a queen behind.
            for fen in POSITIONS.into_iter().chain([
                "4k3/8/3p4/4q3/3P4/8/8/4K2R w K - 0 1",
                "3k4/8/2nb4/2bn4/3Q4/8/8/7K w - - 0 1",
            ]) {
                let root = Chess::from_fen(fen).unwrap();
                let [off, with] = entry.without_and_with(options);
                let switched_on = iterations(Search::new(&root, &with));
                acts |= switched_on != iterations(Search::new(&root, &off));
                let on = with.techniques.on().into_iter().map(|(_, on)| on);
                let added: Vec<_> = iter::once(Added::everywhere(&NoTechnique as _))
                    .chain(on)
                    .collect();
                let off = SearchOptions {
                    techniques: BuiltIn::OFF,
                    ..off
                };
                let added = iterations(Search::new(&root, &off).with_all(&added));
                assert!(added == switched_on, "{}: {fen}", entry.info.name);
            }
        }
        assert!(acts, "{} acts nowhere", entry.info.name);
    }
}
