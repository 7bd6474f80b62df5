//! The kill matrix: `matrix.md`, `matrix.csv` and a chart.

use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    figure::{Axis, Colour, Figure, Panel, Scale, Tile, Tiles},
    table::{Cell, Table, numbers, words},
};
use crate::{
    analysis::kill_matrix::{Kill, KillMatrix, SubjectRow},
    plural::count,
};

/// For a terminal: what each check did. Of a mutant alone, what killed it.
#[must_use]
pub fn summary(matrix: &KillMatrix) -> Document {
    let (title, section) = match &matrix.mutants[..] {
        [alone] => (
            format!("{}: {}", alone.name, alone.bug),
            kills(matrix, alone),
        ),
        _ => (TITLE.to_owned(), marks(matrix)),
    };
    Document {
        title,
        facts: facts(matrix),
        sections: vec![section],
        values: values(matrix),
        ..Document::default()
    }
}

/// The whole report.
#[must_use]
pub fn document(matrix: &KillMatrix) -> Document {
    Document {
        title: TITLE.to_owned(),
        facts: facts(matrix),
        sections: vec![marks(matrix), mutants(matrix), checks(matrix)],
        figures: vec![("matrix", chart(matrix))],
        rows: rows(matrix),
        ..Document::default()
    }
}

const TITLE: &str = "The zoo: bugs of real engines, and the checks that catch them";

fn facts(matrix: &KillMatrix) -> Vec<String> {
    let killed = format!(
        "{} of {} killed",
        matrix.killed(),
        count(matrix.mutants.len(), "mutant")
    );
    if matrix.sound.is_empty() {
        return vec![format!("{killed} (seed {}).", matrix.seed)];
    }
    let mut facts = vec![format!(
        "{killed}; {} on {} sound searches (seed {}).",
        count(matrix.false_alarms(), "false alarm"),
        matrix.sound.len(),
        matrix.seed
    )];
    let idle = matrix.idle();
    if !idle.is_empty() {
        facts.push(format!("Checks that kill no mutant: {}.", idle.join(", ")));
    }
    facts
}

/// A row for each mutant, a column for each check.
fn marks(matrix: &KillMatrix) -> Section {
    let names = matrix.checks.iter().map(|check| words(check.name.as_str()));
    let mut table = Table::new(
        [words("mutant")]
            .into_iter()
            .chain(names)
            .collect::<Vec<_>>(),
    );
    for row in &matrix.mutants {
        let marks = row.kills.iter().map(|kill| match kill {
            Kill::NotApplicable => " ".into(),
            Kill::Passed { .. } => "·".into(),
            Kill::Killed { .. } => "✗".into(),
        });
        table.push([row.name.as_str().into()].into_iter().chain(marks));
    }
    let all = 0..matrix.checks.len();
    let kills = all.clone().map(|check| matrix.kills_of(check).into());
    table.push(["mutants killed".into()].into_iter().chain(kills));
    let alarms = all.map(|check| matrix.alarms_of(check).into());
    table.push(["false alarms".into()].into_iter().chain(alarms));
    Section::new("Which check kills which mutant", table).with_text(
        "✗ killed, · passed, blank: the check does not apply to what the mutant would promise. Each mutant is the sound search \
         with one convention overridden or with one mistaken technique.",
    )
}

fn mutants(matrix: &KillMatrix) -> Section {
    let mut table = Table::new([
        words("mutant"),
        words("what is wrong"),
        words("source"),
        words("symptom"),
        words("first killing case"),
    ]);
    for row in &matrix.mutants {
        let mut kills = matrix.checks.iter().zip(&row.kills);
        let first = kills.find_map(|(check, kill)| match kill {
            Kill::Killed { first, .. } => Some(format!("{}: {first}", check.name)),
            _ => None,
        });
        let first = first.unwrap_or_else(|| "survives".to_owned());
        let about =
            [&row.name, &row.bug, &row.source, &row.symptom].map(|text| text.as_str().into());
        table.push(about.into_iter().chain([first.into()]));
    }
    Section::new("The mutants", table)
}

fn checks(matrix: &KillMatrix) -> Section {
    let mut table = Table::new([words("check"), words("what holds")]);
    for check in &matrix.checks {
        table.push([check.name.as_str().into(), check.holds.as_str().into()]);
    }
    Section::new("The checks", table)
}

/// What every check made of one mutant.
fn kills(matrix: &KillMatrix, mutant: &SubjectRow) -> Section {
    let mut table = Table::new([
        words("check"),
        words("verdict"),
        numbers("cases"),
        words("first case that shows it"),
    ]);
    for (check, kill) in matrix.checks.iter().zip(&mutant.kills) {
        let [verdict, cases, first] = match kill {
            Kill::NotApplicable => continue,
            Kill::Passed { cases } => ["passed".into(), (*cases).into(), Cell::Missing],
            Kill::Killed { cases, first, .. } => {
                ["killed".into(), (*cases).into(), first.as_str().into()]
            }
        };
        table.push([check.name.as_str().into(), verdict, cases, first]);
    }
    Section::new("What each check found", table)
}

/// A row for each search and check.
fn rows(matrix: &KillMatrix) -> Table {
    let mut table = Table::new([
        words("search"),
        words("kind"),
        words("check"),
        words("verdict"),
        numbers("cases"),
    ]);
    let mutants = matrix.mutants.iter().map(|row| ("mutant", row));
    let sound = matrix.sound.iter().map(|row| ("sound", row));
    for (kind, row) in mutants.chain(sound) {
        for (check, kill) in matrix.checks.iter().zip(&row.kills) {
            let (verdict, cases) = match kill {
                Kill::NotApplicable => continue,
                Kill::Passed { cases } => ("passed", *cases),
                Kill::Killed { cases, .. } => ("killed", *cases),
            };
            let names = [row.name.as_str(), kind, check.name.as_str(), verdict];
            table.push(names.map(Cell::from).into_iter().chain([cases.into()]));
        }
    }
    table
}

/// The same for programs.
fn values(matrix: &KillMatrix) -> Value {
    let kills = |row: &SubjectRow| -> Vec<Value> {
        let all = matrix.checks.iter().zip(&row.kills);
        let applied = all.filter_map(|(check, kill)| match kill {
            Kill::NotApplicable => None,
            Kill::Passed { cases } => {
                Some(json!({ "check": check.name, "cases": cases, "killed": false }))
            }
            Kill::Killed {
                cases,
                first,
                reproduce,
            } => Some(json!({
                "check": check.name, "cases": cases, "killed": true, "first": first, "reproduce": reproduce,
            })),
        });
        applied.collect()
    };
    let mutants = matrix.mutants.iter().map(|row| {
        json!({
            "mutant": row.name, "bug": row.bug, "source": row.source, "symptom": row.symptom, "killed": row.is_killed(),
            "checks": kills(row),
        })
    });
    json!({
        "seed": matrix.seed, "mutants": matrix.mutants.len(), "killed": matrix.killed(),
        "false_alarms": matrix.false_alarms(), "matrix": mutants.collect::<Vec<_>>(),
    })
}

fn chart(matrix: &KillMatrix) -> Figure {
    let tiles = |label: &str, colour, strength, wanted: fn(&Kill) -> bool| {
        let rows = matrix.mutants.iter().enumerate();
        let tiles = rows.flat_map(|(row, mutant)| {
            let kills = mutant.kills.iter().enumerate();
            let wanted = kills.filter(|(_, kill)| wanted(kill));
            wanted.map(move |(column, _)| Tile {
                column,
                row,
                text: String::new(),
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
            "Rows: bugs, each planted alone. Columns: checks. A cell is white where the bug's search does not promise what the check \
             asks. {} Plybench {}.",
            facts(matrix).join(" "),
            env!("CARGO_PKG_VERSION")
        ),
        panels: vec![Panel {
            tiles: vec![
                tiles("caught", Colour::Blue, 1.0, |kill| {
                    matches!(kill, Kill::Killed { .. })
                }),
                tiles("not caught", Colour::Grey, 0.25, |kill| {
                    matches!(kill, Kill::Passed { .. })
                }),
            ],
            ..Panel::of(x, y, Vec::new())
        }],
        columns: 1,
    }
}
