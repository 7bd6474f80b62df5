//! A comparison for programs.

use serde_json::{Value, json};

use super::{
    super::{number, summary::summary_json, table::Cell},
    View, groups, wording,
};
use plybench_analysis::{
    bootstrap::{SEED, resamples},
    comparison::Comparison,
    grouping::Group,
    pair::{AtDepth, Pair},
    seconds::Seconds,
    solved::SolvedPairs,
    summary::Summary,
};

/// The positions without a ratio, with their reasons.
pub(crate) fn left_out_json(comparison: &Comparison) -> Value {
    let left_out = comparison.left_out.iter();
    let all = left_out.map(
        |(position, reason)| json!({"position": position.position, "reason": wording(*reason)}),
    );
    all.collect()
}

fn group_json(group: &Group) -> Value {
    match group {
        Group::Mate(is_mate) => json!(is_mate),
        Group::NoDtm => Value::Null,
        other => json!(Cell::from(other)),
    }
}

/// The whole comparison as JSON, for programs.
pub(super) fn json(comparison: &Comparison, summary: &Summary, view: View) -> Value {
    let mut all = summary_json(summary);
    all["a"] = json!(comparison.a);
    all["b"] = json!(comparison.b);
    all["metric"] = json!(view.metric);
    all["resamples"] = json!(resamples(summary.positions));
    all["seed"] = json!(SEED);
    all["score_differences"] = json!(comparison.score_differences());
    all["best_move_differences"] = json!(comparison.move_differences());
    all["left_out"] = left_out_json(comparison);
    let solved = comparison.solved(view.nodes);
    if solved.all() > 0 {
        let SolvedPairs {
            both,
            only_a,
            only_b,
            neither,
        } = solved;
        all["solved"] = json!({
            "both": both, "only_a": only_a, "only_b": only_b, "neither": neither, "sign_test_p": number::significant(solved.p()),
        });
    }
    if let Some(seconds) = view.seconds {
        let Seconds {
            a, b, positions, ..
        } = seconds;
        all["seconds"] = json!({"a": a, "b": b, "ratio": seconds.ratio(), "positions": positions});
    }
    if !view.by.is_empty() {
        let groups = groups(comparison, view.by).into_iter();
        let groups = groups.map(|(groups, summary)| {
            let mut one = summary_json(&summary);
            for (by, group) in view.by.iter().zip(&groups) {
                one[by.name()] = group_json(group);
            }
            one
        });
        all["groups"] = groups.collect();
    }
    all["ratios"] = comparison.best_first().into_iter().map(pair_json).collect();
    let differing = comparison.differing().into_iter();
    all["differences"] = differing.map(difference_json).collect();
    all
}

fn pair_json(pair: &Pair) -> Value {
    let depths = pair.depths().map(|at| {
        let ratio = at.ratio();
        json!({"depth": at.depth, "nodes_a": at.a.count, "nodes_b": at.b.count, "ratio": ratio.map(number::significant)})
    });
    json!({
        "position": pair.position.position,
        "category": pair.position.category,
        "dtm": pair.position.dtm,
        "fen": pair.position.fen,
        "depth_a": pair.depth_a,
        "depth_b": pair.depth_b,
        "nodes_a": pair.counts.nodes_a,
        "nodes_b": pair.counts.nodes_b,
        "ratio": number::significant(pair.counts.ratio()),
        "depths": depths.collect::<Value>(),
    })
}

fn difference_json(pair: &Pair) -> Value {
    let differs = |at: &AtDepth| at.score_differs() || at.move_differs();
    let differing = pair.depths().filter(differs);
    let depths = differing.map(|at| {
        json!({
            "depth": at.depth,
            "score_a": at.a.score, "score_b": at.b.score,
            "best_move_a": at.a.best_move.as_deref(), "best_move_b": at.b.best_move.as_deref(),
        })
    });
    json!({
        "position": pair.position.position,
        "fen": pair.position.fen,
        "score_differs": pair.score_differs(),
        "best_move_differs": pair.move_differs(),
        "depths": depths.collect::<Value>(),
    })
}
