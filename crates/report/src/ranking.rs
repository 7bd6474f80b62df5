//! The ranking of a run's variants: a table, rows for programs, JSON.

use serde_json::{Value, json};

use super::{
    comparison::{depth_range, few, left_out, left_out_json, unnamed},
    counted::{counted, counted_first},
    document::{Document, Section},
    names::Names,
    number,
    summary::{TOO_FEW, mean, summary_cells, summary_columns, summary_json, with_what_applies},
    table::{Cell, Column, Table, numbers, words},
};
use plybench_analysis::{
    bootstrap::{SEED, resamples},
    ranking::{Against, RankedVariant, Ranking},
};
use plybench_figures::{Axis, Caption, Figure, Panel, Point, Scale};

/// The rows of a chart have names of at most so many characters.
const LONGEST_LABEL: usize = 56;

/// Whether each row has a baseline of its own.
fn has_own_baselines(ranking: &Ranking) -> bool {
    !matches!(ranking.against, Against::Baseline(_))
}

/// The number of positions of each row.
fn positions(ranking: &Ranking) -> impl Iterator<Item = usize> {
    ranking.rows.iter().map(|row| row.summary.positions)
}

/// The columns that the whole of a comparison has beside its summary.
pub(super) fn whole_columns() -> [Column; 4] {
    [
        numbers("p, Holm").named("p_holm"),
        numbers("scores differ"),
        numbers("moves differ"),
        numbers("left out"),
    ]
}

/// The cells of [`whole_columns`].
pub(super) fn whole_cells(row: &RankedVariant) -> [Cell; 4] {
    let comparison = &row.comparison;
    [
        row.adjusted.map(Cell::Probability).into(),
        comparison.score_differences().into(),
        comparison.move_differences().into(),
        comparison.left_out.len().into(),
    ]
}

/// A row for each variant but the baseline.
fn table(ranking: &Ranking) -> Table {
    let columns = summary_columns([words("variant")]);
    let columns = columns.into_iter().chain(whole_columns());
    let mut table = Table::new(columns.chain([words("against")]));
    for row in &ranking.rows {
        let mut cells = vec![row.comparison.b.into()];
        cells.extend(summary_cells(&row.summary));
        cells.extend(whole_cells(row));
        cells.push(row.comparison.a.into());
        table.push(cells);
    }
    let table = with_what_applies(table, positions(ranking));
    // Programs find the same columns in every ranking.
    match has_own_baselines(ranking) {
        true => table,
        false => table.hiding(&["against"]),
    }
}

/// What the rows alone do not say: whether they rest on the same, and what is left out.
fn notes(ranking: &Ranking) -> Vec<String> {
    let mut facts = Vec::new();
    if !ranking.is_level() {
        facts.push(
            "The rows have different positions: use `plybench compare` to compare two of them."
                .to_owned(),
        );
    }
    let repeated = ranking.same_as_another.iter();
    facts.extend(repeated.map(|(name, first)| {
        format!("{name} has the same settings as {first} and is not compared again.")
    }));
    if !ranking.alone.is_empty() {
        let lacking = match ranking.against {
            Against::PreviousRung => "No variant is the previous step of",
            _ => "No variant differs only in that setting from",
        };
        facts.push(format!(
            "{lacking} {}: not compared.",
            ranking.alone.join("; ")
        ));
    }
    if let Some(few) = positions(ranking).filter_map(few).next() {
        facts.push(format!("{few}: intervals are likely too narrow."));
    }
    for row in &ranking.rows {
        let about = left_out(&row.comparison).into_iter();
        facts.extend(about.map(|fact| format!("B = {}: {fact}", row.comparison.b)));
    }
    facts
}

/// The table with what it means.
#[must_use]
pub fn document(ranking: &Ranking, metric: &str) -> Document {
    let baseline = if has_own_baselines(ranking) {
        "the variant in the last column"
    } else {
        "the baseline"
    };
    let (facts, terms) = if positions(ranking).any(|positions| positions > 1) {
        let terms = vec![
            format!(
                "Ratio to {baseline}, geometric mean over positions, with its 95 % interval: BCa bootstrap of positions, \
             {}, seed {SEED}. Each position is compared at the deepest depth that all variants here completed \
             ({}); if all stopped at the same mate, at the depth at which each stopped. The total ratio divides the sums of these {}; \
             the positions with the largest trees dominate it.",
                number::resamples(positions(ranking)),
                depths(ranking),
                counted(metric)
            ),
            format!(
                "A win is a position with fewer {} than {baseline}. The exact two-sided sign test has two columns: p unadjusted, and \
             p adjusted for the number of rows (Holm 1979). Intervals are not adjusted.",
                counted(metric)
            ),
        ];
        (Vec::new(), terms)
    } else {
        let term = format!(
            "Ratio to {baseline} at one position, at the deepest depth that all variants here completed ({}); if all stopped at the \
             same mate, at the depth at which each stopped.",
            depths(ranking)
        );
        (vec![TOO_FEW.to_owned()], vec![term])
    };
    let notes = notes(ranking);
    let table = table(ranking);
    Document {
        title: match &ranking.against {
            Against::Baseline(baseline) => format!("Variants against A = {baseline}: {metric}"),
            Against::SameVariantWith(setting) => {
                format!("Variants, each against the same variant with {setting}: {metric}")
            }
            Against::PreviousRung => format!("Rungs, each against the one before: {metric}"),
        },
        facts: [facts, notes.clone()].concat(),
        terms,
        sections: vec![Section::new(
            match ranking.against {
                Against::PreviousRung => "In the ladder's order".to_owned(),
                _ => format!("Fewest {} first", counted(metric)),
            },
            table.clone(),
        )],
        rows: table,
        notes,
        values: json(ranking, metric),
        ..Document::default()
    }
}

/// The depths of the positions, from the shallowest to the deepest.
pub(super) fn depths(ranking: &Ranking) -> String {
    let pairs = ranking.rows.iter().flat_map(|row| &row.comparison.pairs);
    depth_range(pairs).unwrap_or_else(|| number::NONE.to_owned())
}

/// Every row's ratio with its interval: the whole ranking at a glance (a forest plot; Lewis and Clarke 2001, Forest plots: trying
/// to see the wood and the trees, BMJ 322, pp. 1479-1480).
#[must_use]
pub fn forest(ranking: &Ranking, metric: &str, experiment: &str) -> Figure {
    let baseline = match &ranking.against {
        Against::Baseline(baseline) => Some(*baseline),
        Against::SameVariantWith(_) | Against::PreviousRung => None,
    };
    let ranked = ranking.rows.iter().map(|row| row.comparison.b);
    let names = Names::of(ranked.chain(baseline), LONGEST_LABEL);
    let (mut labels, mut points) = (Vec::new(), Vec::new());
    for row in &ranking.rows {
        if let Some(mean) = mean(0.0, &row.summary) {
            points.push(Point {
                x: mean.y,
                y: labels.len() as f64,
                ..mean
            });
            labels.push(names.label(row.comparison.b));
        }
    }
    let (first, nodes) = (counted_first(metric), counted(metric));
    let (each, others, of) = match &ranking.against {
        Against::Baseline(baseline) => (
            "variant",
            "the baseline's".to_owned(),
            format!("of {}", names.label(baseline)),
        ),
        Against::SameVariantWith(setting) => {
            let with = format!("with {setting}");
            ("variant", format!("those {with}"), with)
        }
        Against::PreviousRung => {
            let of = "of the rung before".to_owned();
            ("rung", format!("those {of}"), of)
        }
    };
    let x = Axis {
        reference: Some(1.0),
        ..Axis::new(format!("{nodes} / {nodes} {of} (log)"), Scale::Log10)
    };
    Figure {
        title: format!("{first} of each {each} as a multiple of {others}"),
        caption: Caption {
            marks: format!(
                "Points: geometric mean over {} positions, each at the deepest depth that all variants here completed ({}). Lines: its {}.",
                number::each(positions(ranking)),
                depths(ranking),
                number::interval_method(positions(ranking)),
            ),
            context: format!(
                "{experiment} Metric {metric}, summed over all iterations up to that depth. {}Plybench {}.",
                names.note().map_or_else(String::new, |note| note + " "),
                env!("CARGO_PKG_VERSION"),
            ),
            ..Caption::default()
        },
        panels: vec![Panel::of(
            x,
            Axis::new("", Scale::Names(labels)),
            vec![unnamed(points)],
        )],
        columns: 1,
    }
}

/// The ranking as JSON, for programs.
fn json(ranking: &Ranking, metric: &str) -> Value {
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
        Against::Baseline(baseline) => (Some(baseline), None),
        Against::SameVariantWith(setting) => (None, Some(setting)),
        Against::PreviousRung => (None, None),
    };
    let repeated = ranking.same_as_another.iter();
    let repeated = repeated.map(|(name, first)| json!({"variant": name, "same_as": first}));
    json!({
        "baseline": baseline,
        "within": within,
        "steps": ranking.against == Against::PreviousRung,
        "metric": metric,
        "resamples": resamples(positions(ranking).max().unwrap_or(0)),
        "seed": SEED,
        "is_level": ranking.is_level(),
        "variants": rows.collect::<Value>(),
        "repeated": repeated.collect::<Value>(),
        "alone": ranking.alone,
    })
}
