//! The tables of a comparison.

use super::{
    super::{
        counted::counted,
        grid::{Grid, numbers, words},
        number::{self, Reader},
        summary::{summary_cells, summary_columns},
    },
    name,
};
use crate::analysis::{
    comparison::{By, Comparison},
    outcomes::Iteration,
    pair::{AtDepth, Pair},
};

pub(super) fn group_grid(comparison: &Comparison, by: By, reader: Reader) -> Grid {
    let first = match by {
        By::Category | By::Proof => words(name(by)),
        By::Depth | By::Dtm | By::Beyond => numbers(name(by)),
    };
    let mut grid = Grid::new(summary_columns(first));
    for (group, summary) in comparison.groups(by) {
        let mut row = vec![group.to_string()];
        row.extend(summary_cells(&summary, reader));
        grid.push(row);
    }
    grid
}

pub(super) fn position_grid(pairs: &[&Pair], metric: &str) -> Grid {
    let [a, b] = match counted(metric) {
        "nodes" => ["nodes A", "nodes B"],
        _ => ["count A", "count B"],
    };
    let mut grid = Grid::new([
        numbers("ratio"),
        numbers("depth"),
        numbers(a),
        numbers(b),
        words("position"),
        words("FEN"),
    ]);
    for pair in pairs {
        let depth = match pair.compared {
            (a, b) if a == b => a.to_string(),
            (a, b) => format!("{a}, {b}"),
        };
        grid.push([
            number::ratio(pair.ratio()),
            depth,
            pair.nodes.0.to_string(),
            pair.nodes.1.to_string(),
            pair.position.position.clone(),
            pair.position.fen.clone(),
        ]);
    }
    grid
}

pub(super) fn difference_grid(comparison: &Comparison) -> Grid {
    let mut grid = Grid::new([
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
        grid.push([
            if by_score { "score" } else { "move" }.to_owned(),
            depths.len().to_string(),
            at.depth.to_string(),
            at.a.score.to_string(),
            at.b.score.to_string(),
            best_move(at.a, number::NONE),
            best_move(at.b, number::NONE),
            pair.position.position.clone(),
            pair.position.fen.clone(),
        ]);
    }
    grid
}

fn best_move(iteration: &Iteration, none: &str) -> String {
    iteration.best_move.as_deref().unwrap_or(none).to_owned()
}

/// A row for each position and depth that both completed.
pub(super) fn depth_grid(comparison: &Comparison) -> Grid {
    let mut grid = Grid::new([
        words("position"),
        words("category"),
        numbers("dtm"),
        numbers("depth"),
        numbers("nodes_a"),
        numbers("nodes_b"),
        numbers("ratio"),
        numbers("score_a"),
        numbers("score_b"),
        words("best_move_a"),
        words("best_move_b"),
        words("fen"),
    ]);
    for pair in &comparison.pairs {
        let position = pair.position;
        for at in pair.depths() {
            let ratio = at.ratio();
            grid.push([
                position.position.clone(),
                position.category.clone(),
                position.dtm.map_or_else(String::new, |dtm| dtm.to_string()),
                at.depth.to_string(),
                at.a.nodes.to_string(),
                at.b.nodes.to_string(),
                ratio.map_or_else(String::new, |ratio| number::significant(ratio).to_string()),
                at.a.score.to_string(),
                at.b.score.to_string(),
                best_move(at.a, ""),
                best_move(at.b, ""),
                position.fen.clone(),
            ]);
        }
    }
    grid
}
