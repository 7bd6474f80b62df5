//! The comparison of a run with a baseline: the departures, the worst first, and the totals.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    junit::{Outcome, Suite, Test},
    table::{Table, numbers, of_numbers, of_words, words},
};
use plybench_analysis::{
    check::{BaselineComparison, JobVerdict},
    departure::{Departure, MateChange},
};
use plybench_text::plural::count;

/// A number as a share of another, with its sign.
fn change(was: u64, now: u64, of: u64) -> String {
    let difference = now as i128 - was as i128;
    let percent = difference as f64 * 100.0 / of as f64;
    if of == 0 {
        return format!("{difference:+}");
    }
    format!("{difference:+} ({percent:+.2}%)")
}

/// What differs, what it was, what it is, by how much, and from which depth.
fn cells(departure: &Departure, metric: &str) -> [String; 5] {
    let text = |text: &str| text.to_owned();
    match *departure {
        Departure::Mate {
            change,
            depth,
            was,
            now,
        } => {
            let plies = was.mate_plies().zip(now.mate_plies());
            let [before, after] = match plies {
                // The same moves in another number of plies: the plies are what differs.
                Some((before, after)) if was.to_string() == now.to_string() => {
                    [before, after].map(|plies| format!("{was} in {plies} plies"))
                }
                _ => [was.to_string(), now.to_string()],
            };
            let by = match change {
                MateChange::Later(found) => format!("found at depth {found}"),
                MateChange::Sooner(found) => format!("was at depth {found}"),
                _ => String::new(),
            };
            let what = format!("mate {}", change.name());
            [what, before, after, by, depth.to_string()]
        }
        Departure::Score { depth, was, now } => {
            let by = i64::from(now) - i64::from(was);
            [
                text("score"),
                was.to_string(),
                now.to_string(),
                format!("{by:+}"),
                depth.to_string(),
            ]
        }
        Departure::Missing => [
            text("missing"),
            String::new(),
            String::new(),
            String::new(),
            String::new(),
        ],
        Departure::Shallower { was, now, ended } => [
            text("depth"),
            was.to_string(),
            now.to_string(),
            format!("ended by: {}", ended.name()),
            (now + 1).to_string(),
        ],
        Departure::Nodes {
            first,
            was,
            now,
            of,
            ..
        } => [
            text(metric),
            was.to_string(),
            now.to_string(),
            change(was, now, of),
            first.to_string(),
        ],
    }
}

/// A departure in a sentence without its job.
fn sentence(departure: &Departure, metric: &str) -> String {
    let [what, was, now, by, first] = cells(departure, metric);
    match departure {
        Departure::Missing => "missing: the run does not have this job".to_owned(),
        Departure::Nodes { depth, .. } => format!(
            "{what} at depth {depth}: {now}, baseline {was}, {by}; first difference at depth {first}"
        ),
        Departure::Shallower { .. } => format!("depth: {now}, baseline {was}; {by}"),
        _ if by.is_empty() => format!("{what} at depth {first}: {now}, baseline {was}"),
        _ => format!("{what} at depth {first}: {now}, baseline {was}; {by}"),
    }
}

/// The result, a sentence.
fn summary(comparison: &BaselineComparison) -> String {
    let (known, departed) = (comparison.baseline_jobs(), comparison.departed_jobs());
    let (tolerance, metric) = (comparison.tolerance, &comparison.metric);
    let jobs = count(known, "job");
    if departed == 0 {
        return format!("Passed: {jobs} as in the baseline (tolerance for {metric}: {tolerance}).");
    }
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for (_, departure) in comparison.worst_first() {
        match kinds.last_mut() {
            Some((kind, count)) if *kind == departure.kind(metric) => *count += 1,
            _ => kinds.push((departure.kind(metric), 1)),
        }
    }
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    format!(
        "Failed: {departed} of {jobs} differ from the baseline (tolerance for {metric}: {tolerance}). By kind: {}.",
        kinds.join(", ")
    )
}

/// The comparison, with at most so many departures in its table.
#[must_use]
pub fn document(comparison: &BaselineComparison, most_rows: usize) -> Document {
    let mut facts = vec![summary(comparison)];
    match comparison.new_jobs() {
        0 => {}
        1 => facts.push("1 job is not in the baseline.".to_owned()),
        new => facts.push(format!("{new} jobs are not in the baseline.")),
    }
    let departures = (comparison.departed_jobs() > 0).then(|| departures(comparison, most_rows));
    let totals = (!comparison.totals.is_empty()).then(|| totals(comparison));
    Document {
        title: "plybench check".to_owned(),
        facts,
        sections: departures.into_iter().chain(totals).collect(),
        values: values(comparison),
        suites: suites(comparison),
        ..Document::default()
    }
}

fn departures(comparison: &BaselineComparison, rows: usize) -> Section {
    let worst = comparison.worst_first();
    let mut table = Table::new([
        words("what"),
        words("variant"),
        words("position"),
        numbers("baseline"),
        numbers("now"),
        words("change"),
        numbers("first differs at depth"),
    ]);
    for (verdict, departure) in worst.iter().take(rows) {
        let [what, was, now, by, first] = cells(departure, &comparison.metric);
        let [variant, position] = [&verdict.variant, &verdict.position].map(String::clone);
        table.push([what, variant, position, was, now, by, first].map(Into::into));
    }
    let text = match worst.len() {
        all if all > rows => format!("{rows} of {all}; --rows {all} shows all."),
        _ => String::new(),
    };
    Section::new("Differences, the worst first", table).with_text(text)
}

fn totals(comparison: &BaselineComparison) -> Section {
    let table = Table::rows(&comparison.totals).columns([
        of_words("variant", |total| total.variant.as_str().into()),
        of_numbers("jobs", |total| total.jobs.into()),
        of_numbers("baseline", |total| total.was.into()),
        of_numbers("now", |total| total.now.into()),
        of_words("change", |total| {
            change(total.was, total.now, total.was).into()
        }),
    ]);
    Section::new(format!("Total {} per variant", comparison.metric), table)
}

/// The same for programs.
fn values(comparison: &BaselineComparison) -> Value {
    let departures = comparison.worst_first().into_iter();
    let departures = departures.map(|(verdict, departure)| {
        let mut object = values_of(departure);
        object["variant"] = json!(verdict.variant);
        object["position"] = json!(verdict.position);
        object["what"] = json!(departure.kind(&comparison.metric));
        object["message"] = json!(sentence(departure, &comparison.metric));
        object
    });
    let new = comparison.verdicts.iter().filter(|verdict| verdict.is_new);
    let new =
        new.map(|verdict| json!({ "variant": verdict.variant, "position": verdict.position }));
    let totals = comparison.totals.iter().map(|total| {
        json!({ "variant": total.variant, "jobs": total.jobs, "baseline": total.was, "now": total.now })
    });
    json!({
        "jobs": comparison.baseline_jobs(), "left": comparison.departed_jobs(), "nodes_tolerance": comparison.tolerance.to_string(),
        "metric": comparison.metric, "departures": departures.collect::<Vec<_>>(), "not_in_baseline": new.collect::<Vec<_>>(),
        "nodes": totals.collect::<Vec<_>>(),
    })
}

fn values_of(departure: &Departure) -> Value {
    match *departure {
        Departure::Mate {
            change,
            depth,
            was,
            now,
        } => json!({ "change": change.name(), "depth": depth, "baseline": was, "now": now }),
        Departure::Score { depth, was, now } => {
            json!({ "depth": depth, "baseline": { "cp": was }, "now": { "cp": now } })
        }
        Departure::Missing => json!({}),
        Departure::Shallower { was, now, ended } => {
            json!({ "depth": now, "baseline": was, "now": now, "ended": ended })
        }
        Departure::Nodes {
            first,
            depth,
            was,
            now,
            ..
        } => json!({ "first_depth": first, "depth": depth, "baseline": was, "now": now }),
    }
}

/// A suite for each variant, a test for each position.
fn suites(comparison: &BaselineComparison) -> Vec<Suite> {
    let mut suites: Vec<Suite> = Vec::new();
    for verdict in &comparison.verdicts {
        let test = Test {
            name: verdict.position.clone(),
            outcome: outcome(verdict, &comparison.metric),
        };
        match suites
            .iter_mut()
            .find(|suite| suite.name == verdict.variant)
        {
            Some(suite) => suite.tests.push(test),
            None => suites.push(Suite {
                name: verdict.variant.clone(),
                tests: vec![test],
            }),
        }
    }
    suites
}

fn outcome(verdict: &JobVerdict, metric: &str) -> Outcome {
    if verdict.is_new {
        return Outcome::Skipped("not in the baseline");
    }
    let Some(worst) = verdict.departures.first() else {
        return Outcome::Passed;
    };
    let departures = verdict.departures.iter();
    Outcome::Failed {
        kind: worst.kind(metric).to_owned(),
        messages: departures.map(|one| sentence(one, metric)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_its_sign() {
        assert_eq!(change(1000, 1025, 1000), "+25 (+2.50%)");
        assert_eq!(change(1000, 999, 1000), "-1 (-0.10%)");
        assert_eq!(change(0, 1, 0), "+1");
    }
}
