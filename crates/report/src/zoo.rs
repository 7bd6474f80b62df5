//! The kill matrix: `matrix.md`, `matrix.csv` and a chart.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    page::{Page, Setup},
    table::{Table, of_numbers, of_words, words},
};
use plybench_analysis::kill_matrix::{FalseAlarm, Finding, KillMatrix, SubjectRow, Verdict, fired};
use plybench_figures::{Axis, Colour, Figure, Panel, Scale, Tile, Tiles};
use plybench_text::plural::count;

/// For a terminal: which checks catch each bug. Of a single bug, what each check found.
#[must_use]
pub fn summary(matrix: &KillMatrix) -> Document {
    let whole = document(matrix);
    let [alone] = &matrix.mutants[..] else {
        let sections = vec![catches(matrix)];
        return Document { sections, ..whole };
    };
    let about = [
        format!("Source: {}.", alone.source),
        format!("Symptom: {}.", alone.symptom),
    ];
    Document {
        title: format!("{}: {}", alone.name, alone.bug),
        facts: about.into_iter().chain(whole.facts).collect(),
        sections: vec![of_mutant(matrix, alone)],
        ..whole
    }
}

/// The whole report: the kill matrix, the bugs and the checks, with the chart.
#[must_use]
pub fn document(matrix: &KillMatrix) -> Document {
    Document {
        title: "The zoo: planted bugs, and the checks that catch them".to_owned(),
        intro: "Written by `plybench zoo`. Each bug is planted alone in the sound search: one convention is overridden, or one technique \
                is mistaken."
            .to_owned(),
        facts: facts(matrix),
        sections: vec![marks(matrix), mutants(matrix), checks(matrix)],
        figures: vec![("matrix", chart(matrix))],
        rows: rows(matrix),
        values: values(matrix),
        page: Page {
            command: "zoo",
            setup: Setup {
                purpose: "Does a check catch every planted bug, and does none object to a sound search?".to_owned(),
                repeat: vec![(
                    "plybench zoo --out zoo".to_owned(),
                    "Plants each bug, runs the checks that can see it, and every check on the sound searches, and writes this page.".to_owned(),
                )],
                ..Setup::default()
            },
            answer: facts(matrix).into_iter().take(1).collect(),
            ..Page::default()
        },
        ..Document::default()
    }
}

/// How the scores in a finding are to be read.
const SCORES: &str = "Scores are in centipawns; M3 is a mate in 3 moves, and -M3 is being mated in 3. In windows and in values that are returned or \
                      stored, 29997 (30000 - 3) is a mate 3 plies from the root, and -29998 is being mated 2 plies from it.";

fn facts(matrix: &KillMatrix) -> Vec<String> {
    let killed = format!(
        "{} of {} caught",
        matrix.killed(),
        count(matrix.mutants.len(), "bug")
    );
    let alarms = match matrix.sound.len() {
        0 => String::new(),
        sound => format!(
            "; {} on {sound} sound searches",
            count(matrix.false_alarms().count(), "false alarm")
        ),
    };
    let mut facts = vec![format!("{killed}{alarms} (seed {}).", matrix.seed)];
    let survivors = matrix.mutants.iter().filter(|mutant| !mutant.is_killed());
    facts.extend(survivors.map(|mutant| format!("Not caught: {}.", mutant.name)));
    facts.extend(matrix.false_alarms().map(|alarm| {
        let Finding { first, reproduce } = alarm.finding;
        let (check, search) = (alarm.check, alarm.search);
        format!("False alarm of {check} on {search}: {first}. To reproduce it: {reproduce}")
    }));
    let idle = matrix.idle();
    // A bug alone says nothing of the checks.
    if !idle.is_empty() && !matrix.sound.is_empty() {
        facts.push(format!("Checks that catch no bug: {}.", idle.join(", ")));
    }
    facts
}

/// For each bug the checks that catch it.
fn catches(matrix: &KillMatrix) -> Section {
    let mut table = Table::new(["bug", "caught by"].map(words));
    for row in &matrix.mutants {
        let caught = findings(matrix, row);
        let names: Vec<&str> = caught.map(|(check, _)| check).collect();
        table.push([row.name.as_str().into(), names.join(", ").into()]);
    }
    Section::new("Which check catches which bug", table)
}

/// A row for each bug, a column for each check.
fn marks(matrix: &KillMatrix) -> Section {
    let names = matrix.checks.iter().map(|check| check.name.as_str());
    let mut table = Table::new(["bug"].into_iter().chain(names).map(words));
    for row in &matrix.mutants {
        let marks = row.verdicts.iter().map(|verdict| match verdict {
            None => "".into(),
            Some(verdict) if verdict.finding.is_none() => "·".into(),
            Some(_) => "✗".into(),
        });
        table.push([row.name.as_str().into()].into_iter().chain(marks));
    }
    let all = 0..matrix.checks.len();
    let kills = all
        .clone()
        .map(|check| fired(&matrix.mutants, check).into());
    table.push(["bugs caught".into()].into_iter().chain(kills));
    let alarms = all.map(|check| fired(&matrix.sound, check).into());
    table.push(["false alarms".into()].into_iter().chain(alarms));
    Section::new("Which check catches which bug", table).with_text(
        "✗ caught, · not caught, blank: not run. The check cannot see the part of the search that has the bug, a search with this bug does not promise what the check asks, or the checker has no rule for its technique.",
    )
}

fn mutants(matrix: &KillMatrix) -> Section {
    let headings = ["bug", "what is wrong", "source", "symptom"];
    let headings = headings.into_iter().chain(["first case that shows it"]);
    let mut table = Table::new(headings.map(words));
    for row in &matrix.mutants {
        let first = findings(matrix, row).next();
        let first = first.map(|(check, finding)| format!("{check}: {}", finding.first));
        let first = first.unwrap_or_else(|| "not caught".to_owned());
        let about =
            [&row.name, &row.bug, &row.source, &row.symptom].map(|text| text.as_str().into());
        table.push(about.into_iter().chain([first.into()]));
    }
    Section::new("The bugs", table).with_text(SCORES)
}

fn checks(matrix: &KillMatrix) -> Section {
    let table = Table::rows(&matrix.checks).columns([
        of_words("check", |check| check.name.as_str().into()),
        of_words("what holds", |check| check.holds.as_str().into()),
    ]);
    Section::new("The checks", table)
}

/// The checks that were run on a search with their verdicts.
fn verdicts<'m>(
    matrix: &'m KillMatrix,
    row: &'m SubjectRow,
) -> impl Iterator<Item = (&'m str, &'m Verdict)> {
    let all = matrix.checks.iter().zip(&row.verdicts);
    all.filter_map(|(check, verdict)| Some((check.name.as_str(), verdict.as_ref()?)))
}

/// The checks that fired on a search with what made them fire.
fn findings<'m>(
    matrix: &'m KillMatrix,
    row: &'m SubjectRow,
) -> impl Iterator<Item = (&'m str, &'m Finding)> {
    verdicts(matrix, row).filter_map(|(check, verdict)| Some((check, verdict.finding.as_ref()?)))
}

/// What each check found in a search with one bug.
fn of_mutant(matrix: &KillMatrix, mutant: &SubjectRow) -> Section {
    let table = Table::rows(verdicts(matrix, mutant)).columns([
        of_words("check", |(check, _)| (*check).into()),
        of_words("verdict", |(_, verdict)| match verdict.finding {
            Some(_) => "caught".into(),
            None => "not caught".into(),
        }),
        of_numbers("cases tried", |(_, verdict)| verdict.cases.into()),
        of_numbers("failed", |(_, verdict)| verdict.failed.into()),
        of_words("first case that shows it", |(_, verdict)| {
            let finding = verdict.finding.as_ref();
            finding.map(|finding| finding.first.as_str()).into()
        }),
    ]);
    Section::new("What each check found", table).with_text(SCORES)
}

/// A row for each search and check.
fn rows(matrix: &KillMatrix) -> Table {
    let mutants = matrix.mutants.iter().map(|row| ("mutant", row));
    let sound = matrix.sound.iter().map(|row| ("sound", row));
    let rows = mutants.chain(sound).flat_map(|(kind, row)| {
        verdicts(matrix, row).map(move |(check, verdict)| ([&row.name, kind, check], verdict))
    });
    Table::rows(rows).columns([
        of_words("search", |(names, _)| names[0].into()),
        of_words("kind", |(names, _)| names[1].into()),
        of_words("check", |(names, _)| names[2].into()),
        of_words("verdict", |(_, verdict)| match verdict.finding {
            Some(_) => "killed".into(),
            None => "passed".into(),
        }),
        of_numbers("cases", |(_, verdict)| verdict.cases.into()),
        of_numbers("failed", |(_, verdict)| verdict.failed.into()),
    ])
}

/// The same for programs.
fn values(matrix: &KillMatrix) -> Value {
    let checks = |row| -> Vec<Value> {
        let verdicts = verdicts(matrix, row);
        let check = |(check, verdict): (&str, &Verdict)| {
            let mut one = verdict
                .finding
                .as_ref()
                .map_or(json!({}), |finding| json!(finding));
            one["check"] = json!(check);
            one["cases"] = json!(verdict.cases);
            one["failed"] = json!(verdict.failed);
            one["killed"] = json!(verdict.finding.is_some());
            one
        };
        verdicts.map(check).collect()
    };
    let mutants = matrix.mutants.iter().map(|row| {
        json!({
            "mutant": row.name, "bug": row.bug, "source": row.source, "symptom": row.symptom, "killed": row.is_killed(),
            "checks": checks(row),
        })
    });
    let alarms: Vec<FalseAlarm> = matrix.false_alarms().collect();
    json!({
        "seed": matrix.seed, "mutants": matrix.mutants.len(), "killed": matrix.killed(),
        "false_alarms": alarms.len(), "alarms": alarms, "matrix": mutants.collect::<Vec<_>>(),
    })
}

fn chart(matrix: &KillMatrix) -> Figure {
    let tiles = |label: &str, colour, strength, is_kill: bool| {
        let rows = matrix.mutants.iter().enumerate();
        let tiles = rows.flat_map(|(row, mutant)| {
            let verdicts = mutant.verdicts.iter().enumerate();
            verdicts.filter_map(move |(column, verdict)| {
                let text = String::new();
                let is_wanted = verdict.as_ref()?.finding.is_some() == is_kill;
                is_wanted.then_some(Tile { column, row, text })
            })
        });
        Tiles {
            label: label.to_owned(),
            colour,
            strength,
            tiles: tiles.collect(),
        }
    };
    let checks = matrix.checks.iter().map(|check| check.name.to_owned());
    let mutants = matrix.mutants.iter().map(|row| row.name.clone());
    let x = Axis::new("", Scale::Names(checks.collect()));
    let y = Axis::new("", Scale::Names(mutants.collect()));
    Figure {
        title: "Which check catches which bug".to_owned(),
        caption: format!(
            "Rows: bugs, each planted alone. Columns: checks. A cell is white where the check was not run: it cannot see the part of the \
             search that has the bug, the search does not promise what it asks, or the checker has no rule for its technique. {} \
             Plybench {}.",
            facts(matrix).join(" "),
            env!("CARGO_PKG_VERSION")
        )
        .into(),
        panels: vec![Panel {
            tiles: vec![
                tiles("caught", Colour::Blue, 1.0, true),
                tiles("not caught", Colour::Grey, 0.25, false),
            ],
            ..Panel::of(x, y, Vec::new())
        }],
        columns: 1,
    }
}
