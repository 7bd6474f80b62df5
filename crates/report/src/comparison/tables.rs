//! The tables of a comparison.

use super::super::{
    counted::counted,
    summary::{summary_cells, summary_columns, with_what_applies},
    table::{Cell, Table, numbers, words},
};
use plybench_analysis::{
    comparison::Comparison,
    grouping::{By, Group},
    outcomes::Found,
    pair::{AtDepth, Pair},
    summary::Summary,
};

/// A row for each group or, by two, for each combination.
pub(super) fn groups(comparison: &Comparison, by: &[By]) -> Table {
    let column = |by: &By| match by {
        By::Category | By::Proof | By::Mate => words(by.name()),
        _ => numbers(by.name()),
    };
    let mut table = Table::new(summary_columns(by.iter().map(column)));
    let mut positions = Vec::new();
    let mut push = |groups: &[Group], summary: &Summary| {
        positions.push(summary.positions);
        let mut row: Vec<Cell> = groups.iter().map(cell).collect();
        row.extend(summary_cells(summary));
        table.push(row);
    };
    match *by {
        [by] => {
            for (group, summary) in comparison.groups(by) {
                push(&[group], &summary);
            }
        }
        [first, second] => {
            for (groups, summary) in comparison.groups_of_two(first, second) {
                push(&groups, &summary);
            }
        }
        _ => {}
    }
    with_what_applies(table, positions.into_iter())
}

fn cell(group: &Group) -> Cell {
    match group {
        Group::Depth(depth) => Cell::Count(*depth as u64),
        Group::Dtm(number) | Group::Beyond(number) => Cell::Number((*number).into()),
        Group::Parameter(value) => Cell::Value(value.0),
        name => name.to_string().into(),
    }
}

pub(super) fn positions(pairs: &[&Pair], metric: &str) -> Table {
    let [a, b] = match counted(metric) {
        "nodes" | "nodes to PV" => ["nodes A", "nodes B"],
        _ => ["count A", "count B"],
    };
    let mut table = Table::new([
        numbers("ratio"),
        numbers("depth"),
        numbers(a),
        numbers(b),
        words("position"),
        words("FEN"),
    ]);
    for pair in pairs {
        let depth = match (pair.depth_a, pair.depth_b) {
            (a, b) if a == b => a.to_string(),
            (a, b) => format!("{a}, {b}"),
        };
        table.push([
            Cell::Ratio(pair.counts.ratio()),
            depth.into(),
            pair.counts.nodes_a.into(),
            pair.counts.nodes_b.into(),
            pair.position.position.as_str().into(),
            pair.position.fen.as_str().into(),
        ]);
    }
    table
}

pub(super) fn differences(comparison: &Comparison) -> Table {
    let mut table = Table::new([
        words("differs"),
        numbers("depths"),
        numbers("depth"),
        numbers("score A"),
        numbers("score B"),
        words("move A"),
        words("move B"),
        words("position"),
        words("FEN"),
    ]);
    for pair in comparison.differing() {
        let by_score = pair.score_differs();
        let differs = |at: &AtDepth| {
            if by_score {
                at.score_differs()
            } else {
                at.move_differs()
            }
        };
        let depths: Vec<AtDepth> = pair.depths().filter(differs).collect();
        let Some(at) = depths.last() else {
            continue;
        };
        table.push([
            if by_score { "score" } else { "move" }.into(),
            depths.len().into(),
            at.depth.into(),
            at.a.score.to_string().into(),
            at.b.score.to_string().into(),
            best_move(at.a),
            best_move(at.b),
            pair.position.position.as_str().into(),
            pair.position.fen.as_str().into(),
        ]);
    }
    table
}

fn best_move(iteration: &Found) -> Cell {
    iteration.best_move.as_deref().into()
}

/// A row for each position and depth that both completed.
pub(super) fn depths(comparison: &Comparison) -> Table {
    let mut table = Table::new([
        words("position"),
        words("category"),
        numbers("dtm"),
        numbers("depth"),
        numbers("nodes A"),
        numbers("nodes B"),
        numbers("ratio"),
        numbers("score A"),
        numbers("score B"),
        words("best move A"),
        words("best move B"),
        words("FEN"),
    ]);
    for pair in &comparison.pairs {
        let position = pair.position;
        for at in pair.depths() {
            table.push([
                position.position.as_str().into(),
                position.category.as_str().into(),
                position.dtm.into(),
                at.depth.into(),
                at.a.count.into(),
                at.b.count.into(),
                Cell::ratio(at.ratio()),
                at.a.score.to_string().into(),
                at.b.score.to_string().into(),
                best_move(at.a),
                best_move(at.b),
                position.fen.as_str().into(),
            ]);
        }
    }
    table
}
