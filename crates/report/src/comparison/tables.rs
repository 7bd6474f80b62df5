//! The tables of a comparison.

use super::super::{
    counted::counted,
    summary::{summary_cells, summary_columns, with_what_applies},
    table::{Cell, Table, numbers, of_numbers, of_words, words},
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::By,
    outcomes::Found,
    pair::{AtDepth, Pair},
};

/// A row for each group or, by two, for each combination.
pub(super) fn groups(comparison: &Comparison, by: &[By]) -> Table {
    let column = |by: &By| match by {
        By::Category | By::Proof | By::Mate => words(by.name()),
        _ => numbers(by.name()),
    };
    let mut table = Table::new(summary_columns(by.iter().map(column)));
    let groups = super::groups(comparison, by);
    for (groups, summary) in &groups {
        let row = groups.iter().map(Cell::from);
        table.push(row.chain(summary_cells(summary)));
    }
    with_what_applies(table, groups.iter().map(|(_, summary)| summary.positions))
}

pub(super) fn positions(pairs: &[&Pair], metric: &str) -> Table {
    let [a, b] = match counted(metric) {
        "nodes" | "nodes to PV" => ["nodes A", "nodes B"],
        _ => ["count A", "count B"],
    };
    fn depth(pair: &Pair) -> Cell {
        match (pair.depth_a, pair.depth_b) {
            (a, b) if a == b => a.to_string().into(),
            (a, b) => format!("{a}, {b}").into(),
        }
    }
    Table::rows(pairs).columns([
        of_numbers("ratio", |pair| Cell::Ratio(pair.counts.ratio())),
        of_numbers("depth", |pair| depth(pair)),
        of_numbers(a, |pair| pair.counts.nodes_a.into()),
        of_numbers(b, |pair| pair.counts.nodes_b.into()),
        of_words("position", |pair| name(pair)),
        of_words("FEN", |pair| fen(pair)),
    ])
}

fn name(pair: &Pair) -> Cell {
    pair.position.position.as_str().into()
}

fn fen(pair: &Pair) -> Cell {
    pair.position.fen.as_str().into()
}

/// A row for each position at which a score or a best move differs: at how many depths, and the deepest of them.
pub(super) fn differences(comparison: &Comparison) -> Table {
    let rows = comparison.differing().into_iter().filter_map(|pair| {
        let (what, differs): (_, fn(&AtDepth<'_>) -> bool) = match pair.score_differs() {
            true => ("score", |at| at.score_differs()),
            false => ("move", |at| at.move_differs()),
        };
        let depths: Vec<AtDepth> = pair.depths().filter(differs).collect();
        Some((what, depths.len(), *depths.last()?, pair))
    });
    Table::rows(rows).columns([
        of_words("differs", |(what, ..)| (*what).into()),
        of_numbers("depths", |(_, depths, ..)| (*depths).into()),
        of_numbers("depth", |(_, _, at, _)| at.depth.into()),
        of_numbers("score A", |(_, _, at, _)| score(at.a)),
        of_numbers("score B", |(_, _, at, _)| score(at.b)),
        of_words("move A", |(_, _, at, _)| best_move(at.a)),
        of_words("move B", |(_, _, at, _)| best_move(at.b)),
        of_words("position", |(.., pair)| name(pair)),
        of_words("FEN", |(.., pair)| fen(pair)),
    ])
}

fn score(iteration: &Found) -> Cell {
    iteration.score.to_string().into()
}

fn best_move(iteration: &Found) -> Cell {
    iteration.best_move.as_deref().into()
}

/// A row for each position and depth that both completed.
pub(super) fn depths(comparison: &Comparison) -> Table {
    let pairs = comparison.pairs.iter();
    let rows = pairs.flat_map(|pair| pair.depths().map(move |at| (pair, at)));
    Table::rows(rows).columns([
        of_words("position", |(pair, _)| name(pair)),
        of_words("category", |(pair, _)| {
            pair.position.category.as_str().into()
        }),
        of_numbers("dtm", |(pair, _)| pair.position.dtm.into()),
        of_numbers("depth", |(_, at)| at.depth.into()),
        of_numbers("nodes A", |(_, at)| at.a.count.into()),
        of_numbers("nodes B", |(_, at)| at.b.count.into()),
        of_numbers("ratio", |(_, at)| Cell::ratio(at.ratio())),
        of_numbers("score A", |(_, at)| score(at.a)),
        of_numbers("score B", |(_, at)| score(at.b)),
        of_words("best move A", |(_, at)| best_move(at.a)),
        of_words("best move B", |(_, at)| best_move(at.b)),
        of_words("FEN", |(pair, _)| fen(pair)),
    ])
}
