//! The ranking of a run's variants: a table, rows for programs, JSON.

use serde_json::{Value, json};

use super::{
    comparison::{left_out, left_out_json},
    document::Document,
    grid::{Grid, numbers, words},
    number::{self, Reader},
    summary::{summary_cells, summary_columns, summary_json},
};
use crate::analysis::{
    bootstrap::{RESAMPLES, SEED},
    ranking::{Against, Ranking},
};

/// A row for each variant but the baseline, for spreadsheets.
#[must_use]
pub fn rows(ranking: &Ranking) -> Grid {
    grid(ranking, Reader::Program)
}

fn grid(ranking: &Ranking, reader: Reader) -> Grid {
    let mut columns = summary_columns(words("variant"));
    columns.extend([
        numbers("p, Holm"),
        numbers("scores differ"),
        numbers("moves differ"),
        numbers("left out"),
    ]);
    let mut grid = Grid::new(columns);
    for row in &ranking.rows {
        let mut cells = vec![row.comparison.b.to_owned()];
        cells.extend(summary_cells(&row.summary, reader));
        cells.extend([
            reader.probability(row.adjusted),
            row.comparison.score_differences().to_string(),
            row.comparison.move_differences().to_string(),
            row.comparison.left_out.len().to_string(),
        ]);
        grid.push(cells);
    }
    grid
}

/// What the rows alone do not say: whether they rest on the same, and what is left out.
#[must_use]
pub fn notes(ranking: &Ranking) -> Vec<String> {
    let mut facts = Vec::new();
    if !ranking.is_level() {
        facts.push(
            "The rows do not all rest on the same positions and depths: compare two of them with `plybench compare`."
                .to_owned(),
        );
    }
    for row in &ranking.rows {
        let about = left_out(&row.comparison).into_iter();
        facts.extend(about.map(|fact| format!("B = {}: {fact}", row.comparison.b)));
    }
    facts
}

/// For people: the table with what it means.
#[must_use]
pub fn document(ranking: &Ranking, metric: &str) -> Document {
    let mut facts = vec![
        format!(
            "Ratio to the baseline at the deepest depth that both completed, geometric mean over positions, with \
             its 95 % interval: BCa bootstrap of positions, {RESAMPLES} resamples, seed {SEED}."
        ),
        "A win is a position with fewer nodes than the baseline; p of the exact two-sided sign test, as it is and \
         adjusted for all rows after Holm (1979); the intervals are not adjusted."
            .to_owned(),
    ];
    facts.extend(notes(ranking));
    Document {
        title: match &ranking.against {
            Against::One(baseline) => format!("Variants against A = {baseline}: {metric}"),
            Against::Twins(setting) => {
                format!("Variants, each against its own with {setting}: {metric}")
            }
        },
        facts,
        sections: vec![(
            "Fewest nodes first".to_owned(),
            grid(ranking, Reader::Person),
        )],
    }
}

/// For programs.
#[must_use]
pub fn json(ranking: &Ranking, metric: &str) -> Value {
    let rows = ranking.rows.iter().map(|row| {
        let mut one = summary_json(&row.summary);
        one["variant"] = json!(row.comparison.b);
        one["baseline"] = json!(row.comparison.a);
        one["sign_test_p_holm"] = json!(row.adjusted.map(number::significant));
        one["score_differences"] = json!(row.comparison.score_differences());
        one["best_move_differences"] = json!(row.comparison.move_differences());
        one["left_out"] = left_out_json(&row.comparison);
        one
    });
    let (baseline, within) = match &ranking.against {
        Against::One(baseline) => (Some(baseline), None),
        Against::Twins(setting) => (None, Some(setting)),
    };
    json!({
        "baseline": baseline,
        "within": within,
        "metric": metric,
        "resamples": RESAMPLES,
        "seed": SEED,
        "is_level": ranking.is_level(),
        "variants": rows.collect::<Value>(),
    })
}
