//! A run held against a baseline: a short table as text and in Markdown, and each departure in a sentence.

use std::fmt::Write as _;

use super::{guard, names::Names};
use crate::analysis::{
    check::{BaselineComparison, Total},
    departure::{Departure, MateChange},
};

/// A name in the text's table has at most so many characters.
const LONGEST_NAME: usize = 40;
const HEAD: [&str; 7] = [
    "what",
    "variant",
    "position",
    "baseline",
    "now",
    "change",
    "first at depth",
];

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
            format!("ended: {}", ended.name()),
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
#[must_use]
pub fn sentence(departure: &Departure, metric: &str) -> String {
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

/// What came of it in one line.
#[must_use]
pub fn summary(comparison: &BaselineComparison) -> String {
    let (held, left) = (comparison.baseline_jobs(), comparison.departed_jobs());
    let jobs = if held == 1 { "job" } else { "jobs" };
    let (tolerance, metric) = (comparison.tolerance, &comparison.metric);
    if left == 0 {
        return format!("{held} {jobs} as in the baseline, {metric} to within {tolerance}");
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (_, departure) in comparison.worst_first() {
        match counts.last_mut() {
            Some((kind, count)) if *kind == departure.kind(metric) => *count += 1,
            _ => counts.push((departure.kind(metric), 1)),
        }
    }
    let kinds: Vec<String> = counts
        .iter()
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    format!(
        "{left} of {held} {jobs} not as in the baseline, {metric} to within {tolerance}: {}",
        kinds.join(", ")
    )
}

/// What more there is to say: jobs that the baseline does not know.
fn notes(comparison: &BaselineComparison) -> Option<String> {
    match comparison.new_jobs() {
        0 => None,
        1 => Some("1 job is not in the baseline".to_owned()),
        unknown => Some(format!("{unknown} jobs are not in the baseline")),
    }
}

fn total(total: &Total, metric: &str) -> String {
    let jobs = if total.jobs == 1 { "job" } else { "jobs" };
    format!(
        "{} {jobs}, {} {metric}, baseline {}, {}",
        total.jobs,
        total.now,
        total.was,
        change(total.was, total.now, total.was)
    )
}

fn row(names: [String; 2], departure: &Departure, metric: &str) -> [String; 7] {
    let [what, was, now, by, first] = cells(departure, metric);
    let [variant, position] = names;
    [what, variant, position, was, now, by, first]
}

/// What is not shown of a table, if anything.
fn more(all: usize, rows: usize) -> Option<String> {
    (all > rows).then(|| format!("and {} more; --rows {all} shows all", all - rows))
}

/// At most so many rows, the totals and the summary, as text.
#[must_use]
pub fn text(comparison: &BaselineComparison, rows: usize) -> String {
    let (worst, metric) = (comparison.worst_first(), comparison.metric.as_str());
    let told = worst.iter().map(|(verdict, _)| verdict);
    let totals = comparison.totals.iter().map(|sum| sum.variant.as_str());
    let variants = told.clone().map(|verdict| verdict.variant.as_str());
    let variants = Names::whole(variants.chain(totals), LONGEST_NAME);
    let positions = told.map(|verdict| verdict.position.as_str());
    let positions = Names::whole(positions, LONGEST_NAME);
    let mut table = vec![HEAD.map(str::to_owned)];
    let shown = worst.iter().take(rows);
    table.extend(shown.map(|(verdict, departure)| {
        let labels = [
            variants.label(&verdict.variant),
            positions.label(&verdict.position),
        ];
        row(labels.map(|label| guard::shown(&label)), departure, metric)
    }));
    let mut widths = [0; HEAD.len()];
    for line in &table {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    if table.len() > 1 {
        for line in table {
            let mut padded = String::new();
            for (at, (cell, width)) in line.iter().zip(widths).enumerate() {
                // Numbers to the right, so that they can be compared.
                let _ = match at {
                    3 | 4 => write!(padded, "{cell:>width$}  "),
                    _ => write!(padded, "{cell:<width$}  "),
                };
            }
            let _ = writeln!(text, "{}", padded.trim_end());
        }
    }
    if let Some(more) = more(worst.len(), rows) {
        let _ = writeln!(text, "{more}");
    }
    for sum in &comparison.totals {
        let _ = writeln!(
            text,
            "{}: {}",
            guard::shown(&variants.label(&sum.variant)),
            total(sum, metric)
        );
    }
    for line in notes(comparison).into_iter().chain([summary(comparison)]) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// At most so many rows, the totals and the summary, in Markdown: the summary of a step in CI.
#[must_use]
pub fn markdown(comparison: &BaselineComparison, rows: usize) -> String {
    let verdict = if comparison.departed_jobs() == 0 {
        "✅"
    } else {
        "❌"
    };
    let mut text = format!("### {verdict} plybench check\n\n{}.\n", summary(comparison));
    if let Some(note) = notes(comparison) {
        let _ = writeln!(text, "\n{note}.");
    }
    let (worst, metric) = (comparison.worst_first(), comparison.metric.as_str());
    if !worst.is_empty() && rows > 0 {
        let _ = writeln!(text, "\n| {} |", HEAD.join(" | "));
        text.push_str("|---|---|---|--:|--:|---|--:|\n");
        for (verdict, departure) in worst.iter().take(rows) {
            let names = [&verdict.variant, &verdict.position];
            let cells = row(names.map(|name| guard::shown(name)), departure, metric);
            let cells = cells.each_ref().map(|cell| guard::markdown(cell));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }
    if let Some(more) = more(worst.len(), rows) {
        let _ = writeln!(text, "\n{more}.");
    }
    if !comparison.totals.is_empty() {
        text.push('\n');
    }
    for sum in &comparison.totals {
        let _ = writeln!(
            text,
            "- {}: {}",
            guard::markdown(&sum.variant),
            total(sum, metric)
        );
    }
    text
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
