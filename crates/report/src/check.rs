//! The comparison of a run with a baseline: the departures, the worst first, and the totals.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    junit::{Outcome, Test},
    table::{Table, of_numbers, of_words},
};
use plybench_analysis::{
    check::{BaselineComparison, JobVerdict},
    departure::{Departure, MateChange},
};
use plybench_records::ScoreRecord;
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

/// A departure as its table, its sentence and programs have it.
struct Told {
    /// What differs, what it was, what it is, by how much, and from which depth.
    cells: [String; 5],
    values: Value,
}

fn changed(
    what: &str,
    [was, now]: [impl ToString + Serialize; 2],
    by: String,
    first: usize,
    mut values: Value,
) -> Told {
    values["baseline"] = json!(was);
    values["now"] = json!(now);
    let (was, now) = (was.to_string(), now.to_string());
    Told {
        cells: [what.to_owned(), was, now, by, first.to_string()],
        values,
    }
}

fn told(departure: &Departure, metric: &str) -> Told {
    match *departure {
        Departure::Mate {
            change,
            depth,
            was,
            now,
        } => {
            let by = match change {
                MateChange::Later(found) => format!("found at depth {found}"),
                MateChange::Sooner(found) => format!("was at depth {found}"),
                _ => String::new(),
            };
            let values = json!({ "change": change.name(), "depth": depth });
            let what = format!("mate {}", change.name());
            let mut told = changed(&what, [was, now], by, depth, values);
            // The same moves in another number of plies: the plies are what differs.
            if was.to_string() == now.to_string() {
                for (cell, score) in told.cells[1..].iter_mut().zip([was, now]) {
                    let plies = score.mate_plies().unwrap_or_default();
                    *cell += &format!(" in {plies} plies");
                }
            }
            told
        }
        Departure::Score { depth, was, now } => {
            let by = format!("{:+}", i64::from(now) - i64::from(was));
            let scores = [was, now].map(|cp| ScoreRecord::Evaluation { cp });
            changed("score", scores, by, depth, json!({ "depth": depth }))
        }
        Departure::Missing => Told {
            cells: ["missing", "", "", "", ""].map(str::to_owned),
            values: json!({}),
        },
        Departure::Shallower { was, now, ended } => {
            let by = format!("ended by: {}", ended.name());
            let values = json!({ "depth": now, "ended": ended });
            changed("depth", [was, now], by, now + 1, values)
        }
        Departure::Nodes {
            first,
            depth,
            was,
            now,
            of,
        } => {
            let values = json!({ "first_depth": first, "depth": depth });
            changed(metric, [was, now], change(was, now, of), first, values)
        }
    }
}

/// A departure in a sentence without its job.
fn sentence(departure: &Departure, metric: &str) -> String {
    let [what, was, now, by, first] = told(departure, metric).cells;
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
    let worst = comparison.worst_first();
    let kinds: Vec<&str> = worst.iter().map(|(_, one)| one.kind(metric)).collect();
    let kinds = kinds.chunk_by(|one, other| one == other);
    let kinds: Vec<String> = kinds
        .map(|alike| format!("{} {}", alike[0], alike.len()))
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
        tests: tests(comparison),
        ..Document::default()
    }
}

fn departures(comparison: &BaselineComparison, rows: usize) -> Section {
    let worst = comparison.worst_first();
    let told = worst.iter().take(rows).map(|(verdict, departure)| {
        let [what, others @ ..] = told(departure, &comparison.metric).cells;
        (what, *verdict, others)
    });
    let table = Table::rows(told).columns([
        of_words("what", |(what, ..)| what.as_str().into()),
        of_words("variant", |(_, of, _)| of.variant.as_str().into()),
        of_words("position", |(_, of, _)| of.position.as_str().into()),
        of_numbers("baseline", |(.., cells)| cells[0].as_str().into()),
        of_numbers("now", |(.., cells)| cells[1].as_str().into()),
        of_words("change", |(.., cells)| cells[2].as_str().into()),
        of_numbers("first differs at depth", |(.., cells)| {
            cells[3].as_str().into()
        }),
    ]);
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
        let mut object = told(departure, &comparison.metric).values;
        object["variant"] = json!(verdict.variant);
        object["position"] = json!(verdict.position);
        object["what"] = json!(departure.kind(&comparison.metric));
        object["message"] = json!(sentence(departure, &comparison.metric));
        object
    });
    let new = comparison.verdicts.iter().filter(|verdict| verdict.is_new);
    let new =
        new.map(|verdict| json!({ "variant": verdict.variant, "position": verdict.position }));
    json!({
        "jobs": comparison.baseline_jobs(), "left": comparison.departed_jobs(), "nodes_tolerance": comparison.tolerance.to_string(),
        "metric": comparison.metric, "departures": departures.collect::<Vec<_>>(), "not_in_baseline": new.collect::<Vec<_>>(),
        "nodes": comparison.totals,
    })
}

/// A test for each job, those of a variant in one suite.
fn tests(comparison: &BaselineComparison) -> Vec<Test> {
    let verdicts = comparison.verdicts.iter();
    let test = |verdict: &JobVerdict| Test {
        suite: verdict.variant.clone(),
        name: verdict.position.clone(),
        outcome: outcome(verdict, &comparison.metric),
    };
    verdicts.map(test).collect()
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
