//! An audit as a document: the verdicts, what was found with the lines that show it, how soon mates are found, and the probe.

use serde_json::{Value, json};

use super::{
    Audit,
    finding::{Kind, Severity},
    probe::Probe,
};
use plybench_figures::{Axis, Figure, Panel, Point, Scale, Series, Style};
use plybench_report::{
    document::{Document, Section},
    junit::{Outcome, Test},
    page::{Page, Setup},
    table::{Cell, Table, numbers, of_numbers, of_words, words},
};
use plybench_text::{escape, plural::count};

/// A document of an audit without contents, by which files of earlier audits are known.
#[must_use]
pub fn blank() -> Document {
    Document {
        title: "Engine audit".to_owned(),
        page: Page {
            command: "audit",
            ..Page::default()
        },
        ..Document::default()
    }
}

/// The document of an audit, which this command repeats.
#[must_use]
pub fn document(audit: &Audit, command: &str) -> Document {
    let mut facts = vec![format!(
        "{}: {}",
        audit.engine.description(),
        summary(audit)
    )];
    if audit.unasked > 0 {
        facts.push(format!(
            "{} were not asked: the time was over, or it failed five times in a row.",
            count(audit.unasked, "question")
        ));
    }
    // Without a search that goes on, that is the reason, and no form.
    let is_known = !audit.probe.costs.is_empty();
    facts.extend(is_known.then(|| audit.probe.verdict.in_words().to_owned()));
    facts.push(law(&audit.probe));
    let found = audit.findings.iter().next().is_some();
    let mut sections = Vec::new();
    if found {
        sections.extend([findings(audit), by_hand(audit)]);
    }
    sections.extend([distances(audit), costs(&audit.probe)]);
    Document {
        intro: "Written by `plybench audit`.".to_owned(),
        sections,
        figures: vec![("iteration-cost", chart(audit))],
        rows: rows(audit),
        values: values(audit),
        page: Page {
            setup: Setup {
                purpose: "Are the engine's mates true, does it keep its limits, and does it prune by mate distance?".to_owned(),
                repeat: vec![(command.to_owned(), "Asks the engine again.".to_owned())],
                ..Setup::default()
            },
            answer: facts.clone(),
            ..blank().page
        },
        tests: Kind::ALL.map(|kind| test(audit, kind)).into(),
        facts,
        ..blank()
    }
}

fn summary(audit: &Audit) -> String {
    let of = |severity: Severity| count(audit.findings.count(severity), severity.name());
    format!(
        "{}, {}, {} in {}.",
        of(Severity::Lie),
        of(Severity::Fault),
        of(Severity::Note),
        match audit.searches {
            1 => "1 search".to_owned(),
            searches => format!("{searches} searches"),
        }
    )
}

/// A number with two decimals, without a sign if it is zero.
pub(super) fn two_decimals(number: f64) -> String {
    let text = format!("{number:.2}");
    match text.strip_prefix('-') {
        Some("0.00") => "0.00".to_owned(),
        _ => text,
    }
}

/// The law of the probe, in a sentence.
fn law(probe: &Probe) -> String {
    let (Some([root, later]), Some(constant), Some(deviation), Some(one)) = (
        probe.per_move_in_2,
        probe.constant,
        probe.deviation,
        probe.per_move_in_1,
    ) else {
        return format!(
            "The probe needs mates in 1 and in 2 that are searched on to depth 8 and beyond; {} of {} were.",
            probe.costs.len(),
            super::probe::positions()
        );
    };
    format!(
        "One more iteration long after a mate in 2 costs {constant:.1} nodes, {} for each move at the root and {} for each move \
         beside the mate (median deviation {deviation:.1}); after a mate in 1, {one:.2} for each move.",
        two_decimals(root),
        two_decimals(later),
    )
}

fn findings(audit: &Audit) -> Section {
    let table = Table::rows(audit.findings.iter()).columns([
        of_words("severity", |(kind, _)| kind.severity().name().into()),
        of_words("the engine", |(kind, _)| kind.in_words().into()),
        of_numbers("searches", |(_, found)| found.cases.into()),
        of_words("the first of them", |(_, found)| {
            found.first.as_str().into()
        }),
    ]);
    Section::new("What it does wrong", table).with_text(format!(
        "{SEVERITIES} Mates are held against exact distances, an iteration at a time: bounds do not count, nor does what the first iteration \
         says and a later one corrects."
    ))
}

/// How bad a finding is, as a sentence.
pub(super) const SEVERITIES: &str = "A lie is a statement that is not true, a fault something that an engine should not do, and a note something \
     that it may do on purpose.";

fn by_hand(audit: &Audit) -> Section {
    let mut table = Table::new([words("finding"), words("type")]);
    for (kind, found) in audit.findings.iter() {
        for (at, line) in found.lines.iter().enumerate() {
            let name = if at == 0 { kind.name() } else { "" };
            table.push([name.into(), line.as_str().into()]);
        }
    }
    let options = audit.engine.options.iter();
    let options: Vec<String> = options
        .map(|(name, value)| format!("setoption name {name} value {value}"))
        .collect();
    let first = match options.is_empty() {
        true => String::new(),
        false => format!(
            " It was started with: {}.",
            escape::markdown_line(&options.join("; "))
        ),
    };
    Section::new("To see it by hand", table)
        .with_text(format!("Type these lines after `uci`.{first}"))
}

fn distances(audit: &Audit) -> Section {
    let table = Table::rows(audit.distances.iter()).columns([
        of_words("distance", |row| match row.moves {
            moves if moves > 0 => format!("mate in {moves}").into(),
            moves => format!("mated in {}", moves.unsigned_abs()).into(),
        }),
        of_numbers("positions", |row| row.positions.into()),
        of_numbers("found exactly", |row| row.found.into()),
        of_numbers("depth", |row| row.depth.map(u64::from).into()),
        of_numbers("nodes", |row| row.nodes.into()),
    ]);
    Section::new("How soon mates are found", table).with_text(
        "`depth` and `nodes`: medians over the positions in which the exact distance was found, of the first iteration that has it.",
    )
}

fn costs(probe: &Probe) -> Section {
    let table = Table::rows(probe.costs.iter()).columns([
        of_words("position", |cost| cost.position.fen.as_str().into()),
        of_words("mate in", |cost| {
            if cost.position.later_moves.is_some() {
                "2"
            } else {
                "1"
            }
            .into()
        }),
        of_numbers("moves at the root", |cost| cost.position.root_moves.into()),
        of_numbers("moves beside the mate", |cost| {
            cost.position.later_moves.into()
        }),
        of_numbers("nodes of an iteration", |cost| Cell::Multiple(cost.nodes)),
        of_numbers("depth", |cost| u64::from(cost.depth).into()),
    ]);
    Section::new("The probe of mate distance pruning", table).with_text(METHOD)
}

/// How verdicts follow from node counts, and what the method cannot see.
pub(super) const METHOD: &str = "Each mate is searched far beyond its length. What one more iteration costs there, the lower quartile of the last third, tells the forms apart: \
         with both bounds and a narrowed window 2 nodes for each move at the root and none beside the mate; if the bounds are only tested, one for \
         each move beside the mate, too; with Fruit's bound 1 and none; with a loose or missing upper bound many. In a mate in 1 it is 1 node for \
         each move, and 2 without the lower bound. An engine that does not search on after a mate, or reduces and prunes so much that its counts \
         follow no law, is undecided.";

/// The nodes of one more iteration against the root's moves.
fn chart(audit: &Audit) -> Figure {
    Figure {
        title: "What one more iteration costs long after a mate".to_owned(),
        caption: format!(
            "Each point is a mate that is searched far beyond its length: the lower quartile of the nodes of the last third of the iterations. With mate \
             distance pruning the points of a kind lie on a line. {} {} {} Plybench {}.",
            audit.engine.description(),
            audit.probe.verdict.in_words(),
            law(&audit.probe),
            env!("CARGO_PKG_VERSION")
        )
        .into(),
        panels: vec![panel(String::new(), &audit.probe)],
        columns: 1,
    }
}

/// The costs of a probe.
pub(super) fn panel(heading: String, probe: &Probe) -> Panel {
    let of = |label: &str, style: Style, is_in_2: bool| {
        let costs = probe.costs.iter();
        let costs = costs.filter(|cost| cost.position.later_moves.is_some() == is_in_2);
        Series {
            label: label.to_owned(),
            style: style.points(),
            points: costs
                .map(|cost| Point::bare(cost.position.root_moves as f64, cost.nodes.max(1.0)))
                .collect(),
        }
    };
    let most = probe.costs.iter().map(|cost| cost.nodes);
    let (scale, how) = match most.fold(0.0, f64::max) {
        ..500.0 => (Scale::Linear, ""),
        _ => (Scale::Log10, " (log)"),
    };
    Panel {
        heading,
        ..Panel::of(
            Axis::new("moves at the root", Scale::Linear),
            Axis::new(format!("nodes of an iteration{how}"), scale),
            vec![
                of("mate in 1", Style::VARIANTS[1], false),
                of("mate in 2", Style::VARIANTS[0], true),
            ],
        )
    }
}

/// A row for each kind of finding.
fn rows(audit: &Audit) -> Table {
    let mut table = Table::new([
        words("severity"),
        words("finding"),
        numbers("searches"),
        words("first"),
    ]);
    for (kind, found) in audit.findings.iter() {
        table.push([
            kind.severity().name().into(),
            kind.name().into(),
            found.cases.into(),
            found.first.as_str().into(),
        ]);
    }
    table
}

fn values(audit: &Audit) -> Value {
    let findings = audit.findings.iter().map(|(kind, found)| {
        json!({
            "severity": kind.severity().name(), "finding": kind.name(), "says": kind.in_words(), "searches": found.cases,
            "first": found.first, "lines": found.lines,
        })
    });
    let distances = audit.distances.iter().map(|row| {
        json!({"moves": row.moves, "positions": row.positions, "found": row.found, "depth": row.depth, "nodes": row.nodes})
    });
    let of = |severity| audit.findings.count(severity);
    json!({
        "engine": audit.engine, "searches": audit.searches, "unasked": audit.unasked, "lies": of(Severity::Lie), "faults": of(Severity::Fault), "notes": of(Severity::Note),
        "findings": findings.collect::<Value>(), "distances": distances.collect::<Value>(),
        "mate_distance_pruning": probe_as_values(&audit.probe),
    })
}

pub(super) fn probe_as_values(probe: &Probe) -> Value {
    let costs = probe.costs.iter().map(|cost| {
        json!({
            "fen": cost.position.fen, "root_moves": cost.position.root_moves, "later_moves": cost.position.later_moves, "nodes": cost.nodes,
            "depth": cost.depth,
        })
    });
    json!({
        "verdict": probe.verdict.name(), "says": probe.verdict.in_words(), "per_move_in_1": probe.per_move_in_1,
        "per_move_in_2": probe.per_move_in_2, "constant": probe.constant, "deviation": probe.deviation,
        "costs": costs.collect::<Value>(),
    })
}

/// A note is no failure.
fn test(audit: &Audit, kind: Kind) -> Test {
    let outcome = match audit.findings.of(kind) {
        Some(found) if kind.severity() != Severity::Note => Outcome::Failed {
            kind: kind.severity().name().to_owned(),
            messages: vec![format!(
                "{} ({}): {}",
                kind.in_words(),
                count(found.cases, "time"),
                found.first
            )],
        },
        _ => Outcome::Passed,
    };
    Test {
        suite: kind.severity().name().to_owned(),
        name: kind.name().to_owned(),
        outcome,
    }
}
