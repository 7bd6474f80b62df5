//! The kill matrix: `matrix.md`, `matrix.csv` and a chart.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    document::{Document, Section},
    page::Page,
    table::{Table, of_numbers, of_words, words},
};
use plybench_analysis::kill_matrix::{FalseAlarm, Kill, KillMatrix, SubjectRow};
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
        sections: vec![findings(matrix, alone)],
        ..whole
    }
}

/// The whole report.
#[must_use]
pub fn document(matrix: &KillMatrix) -> Document {
    Document {
        title: "The zoo: bugs of real engines, and the checks that catch them".to_owned(),
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
            purpose: "Do the checks catch the bugs that real engines had, and nothing else?".to_owned(),
            answer: facts(matrix).into_iter().take(1).collect(),
            repeat: vec![(
                "plybench zoo --out zoo".to_owned(),
                "Plants each bug, runs every check on it and on the sound searches, and writes this page.".to_owned(),
            )],
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
        let FalseAlarm {
            search,
            check,
            first,
            reproduce,
        } = alarm;
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
        let kills = matrix.checks.iter().zip(&row.kills);
        let caught = kills.filter(|(_, kill)| kill.is_kill());
        let names: Vec<&str> = caught.map(|(check, _)| check.name.as_str()).collect();
        table.push([row.name.as_str().into(), names.join(", ").into()]);
    }
    Section::new("Which check catches which bug", table)
}

/// A row for each bug, a column for each check.
fn marks(matrix: &KillMatrix) -> Section {
    let names = matrix.checks.iter().map(|check| check.name.as_str());
    let mut table = Table::new(["bug"].into_iter().chain(names).map(words));
    for row in &matrix.mutants {
        let marks = row.kills.iter().map(|kill| match kill {
            Kill::NotApplicable => "".into(),
            Kill::Passed { .. } => "·".into(),
            Kill::Killed { .. } => "✗".into(),
        });
        table.push([row.name.as_str().into()].into_iter().chain(marks));
    }
    let all = 0..matrix.checks.len();
    let kills = all.clone().map(|check| matrix.kills_of(check).into());
    table.push(["bugs caught".into()].into_iter().chain(kills));
    let alarms = all.map(|check| matrix.alarms_of(check).into());
    table.push(["false alarms".into()].into_iter().chain(alarms));
    Section::new("Which check catches which bug", table).with_text(
        "✗ caught, · not caught, blank: the check does not apply. A search with this bug does not promise what the check asks, or the checker has no rule for its technique.",
    )
}

fn mutants(matrix: &KillMatrix) -> Section {
    let headings = ["bug", "what is wrong", "source", "symptom"];
    let headings = headings.into_iter().chain(["first case that shows it"]);
    let mut table = Table::new(headings.map(words));
    for row in &matrix.mutants {
        let mut kills = matrix.checks.iter().zip(&row.kills);
        let first = kills.find_map(|(check, kill)| match kill {
            Kill::Killed { first, .. } => Some(format!("{}: {first}", check.name)),
            _ => None,
        });
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

/// What a check that applies to a search found there.
#[derive(Serialize)]
struct Verdict<'m> {
    check: &'m str,
    cases: u64,
    killed: bool,
    /// The first finding and the command that reproduces it, if the check fired.
    #[serde(flatten)]
    finding: Option<Finding<'m>>,
}

#[derive(Clone, Copy, Serialize)]
struct Finding<'m> {
    first: &'m str,
    reproduce: &'m str,
}

fn verdicts<'m>(matrix: &'m KillMatrix, row: &'m SubjectRow) -> impl Iterator<Item = Verdict<'m>> {
    let kills = matrix.checks.iter().zip(&row.kills);
    kills.filter_map(|(check, kill)| {
        let (cases, finding) = match kill {
            Kill::NotApplicable => return None,
            Kill::Passed { cases } => (*cases, None),
            Kill::Killed {
                cases,
                first,
                reproduce,
            } => (*cases, Some(Finding { first, reproduce })),
        };
        Some(Verdict {
            check: &check.name,
            cases,
            killed: finding.is_some(),
            finding,
        })
    })
}

/// What each check found in a search with one bug.
fn findings(matrix: &KillMatrix, mutant: &SubjectRow) -> Section {
    let table = Table::rows(verdicts(matrix, mutant)).columns([
        of_words("check", |one| one.check.into()),
        of_words("verdict", |one| {
            if one.killed { "caught" } else { "not caught" }.into()
        }),
        of_numbers("cases tried", |one| one.cases.into()),
        of_words("first case that shows it", |one| {
            one.finding.map(|one| one.first).into()
        }),
    ]);
    Section::new("What each check found", table).with_text(SCORES)
}

/// A row for each search and check.
fn rows(matrix: &KillMatrix) -> Table {
    let mutants = matrix.mutants.iter().map(|row| ("mutant", row));
    let sound = matrix.sound.iter().map(|row| ("sound", row));
    let rows = mutants.chain(sound).flat_map(|(kind, row)| {
        verdicts(matrix, row).map(move |one| (row.name.as_str(), kind, one))
    });
    Table::rows(rows).columns([
        of_words("search", |(search, ..)| (*search).into()),
        of_words("kind", |(_, kind, _)| (*kind).into()),
        of_words("check", |(.., one)| one.check.into()),
        of_words("verdict", |(.., one)| {
            if one.killed { "killed" } else { "passed" }.into()
        }),
        of_numbers("cases", |(.., one)| one.cases.into()),
    ])
}

/// The same for programs.
fn values(matrix: &KillMatrix) -> Value {
    let mutants = matrix.mutants.iter().map(|row| {
        json!({
            "mutant": row.name, "bug": row.bug, "source": row.source, "symptom": row.symptom, "killed": row.is_killed(),
            "checks": verdicts(matrix, row).collect::<Vec<_>>(),
        })
    });
    let alarms: Vec<FalseAlarm> = matrix.false_alarms().collect();
    json!({
        "seed": matrix.seed, "mutants": matrix.mutants.len(), "killed": matrix.killed(),
        "false_alarms": alarms.len(), "alarms": alarms, "matrix": mutants.collect::<Vec<_>>(),
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
            "Rows: bugs, each planted alone. Columns: checks. A cell is white where the check does not apply: the search does not \
             promise what it asks, or the checker has no rule for its technique. {} Plybench {}.",
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
