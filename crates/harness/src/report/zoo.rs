//! The kill matrix: `matrix.md`, `matrix.csv` and a chart.

use std::fmt::Write as _;

use super::{
    ReportError,
    figure::{Axis, Cell, Cells, Colour, Figure, Panel, Scale},
};
use crate::analysis::kill_matrix::{Kill, KillMatrix, SubjectRow};

/// Every file of the report with its bytes.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn files(matrix: &KillMatrix) -> Result<Vec<(&'static str, Vec<u8>)>, ReportError> {
    let chart = chart(matrix);
    let at = |name| move |source| ReportError { name, source };
    Ok(vec![
        ("matrix.md", markdown(matrix).into_bytes()),
        ("matrix.csv", csv(matrix).into_bytes()),
        (
            "matrix.svg",
            chart.svg().map_err(at("matrix.svg"))?.into_bytes(),
        ),
        ("matrix.png", chart.png().map_err(at("matrix.png"))?),
    ])
}

/// What the matrix shows, in sentences; also printed by the command.
#[must_use]
pub fn summary(matrix: &KillMatrix) -> Vec<String> {
    let killed = format!(
        "{} of {} mutants are killed",
        matrix.killed(),
        matrix.mutants.len()
    );
    if matrix.sound.is_empty() {
        return vec![format!("{killed} (seed {}).", matrix.seed)];
    }
    let mut lines = vec![format!(
        "{killed}; {} false alarms on {} sound searches (seed {}).",
        matrix.false_alarms(),
        matrix.sound.len(),
        matrix.seed
    )];
    let idle = matrix.idle();
    if !idle.is_empty() {
        lines.push(format!("Kills nothing: {}.", idle.join(", ")));
    }
    lines
}

fn markdown(matrix: &KillMatrix) -> String {
    let mut text = String::from(
        "# The zoo: bugs of real engines, and the checks that catch them\n\n\
         Written by `plybench zoo`. Each mutant is the sound search with one convention overridden or one \
         mistaken technique. ✗ killed, · passed, blank: the check does not apply to what the mutant would promise.\n\n",
    );
    for line in summary(matrix) {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str("\n| |");
    for check in &matrix.checks {
        let _ = write!(text, " {} |", check.name);
    }
    text.push_str("\n|---|");
    text.push_str(&":-:|".repeat(matrix.checks.len()));
    text.push('\n');
    let mut row = |row: &SubjectRow| {
        let _ = write!(text, "| {} |", row.name);
        for kill in &row.kills {
            let mark = match kill {
                Kill::NotApplicable => " ",
                Kill::Passed { .. } => "·",
                Kill::Killed { .. } => "✗",
            };
            let _ = write!(text, " {mark} |");
        }
        text.push('\n');
    };
    matrix.mutants.iter().for_each(&mut row);
    let _ = write!(text, "| **kills** |");
    for at in 0..matrix.checks.len() {
        let _ = write!(text, " {} |", matrix.kills_of(at));
    }
    let _ = write!(text, "\n| **false alarms** |");
    for at in 0..matrix.checks.len() {
        let _ = write!(text, " {} |", matrix.alarms_of(at));
    }
    text.push_str("\n\n## The mutants\n\n| mutant | what is wrong | source | symptom | first killing case |\n|---|---|---|---|---|\n");
    for row in &matrix.mutants {
        let first = matrix
            .checks
            .iter()
            .zip(&row.kills)
            .find_map(|(check, kill)| match kill {
                Kill::Killed { first, .. } => Some(format!("{}: {}", check.name, first)),
                _ => None,
            });
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            row.name,
            row.bug,
            row.source,
            row.symptom,
            first.unwrap_or_else(|| "survives".to_owned())
        );
    }
    text.push_str("\n## The checks\n\n");
    for check in &matrix.checks {
        let _ = writeln!(text, "- **{}**: {}", check.name, check.holds);
    }
    text
}

fn csv(matrix: &KillMatrix) -> String {
    let mut text = String::from("search,kind,check,verdict,cases\n");
    let kinds = [("mutant", &matrix.mutants), ("sound", &matrix.sound)];
    for (kind, rows) in kinds {
        for row in rows {
            for (check, kill) in matrix.checks.iter().zip(&row.kills) {
                let (verdict, cases) = match kill {
                    Kill::NotApplicable => continue,
                    Kill::Passed { cases } => ("passed", cases),
                    Kill::Killed { cases, .. } => ("killed", cases),
                };
                let _ = writeln!(text, "{},{kind},{},{verdict},{cases}", row.name, check.name);
            }
        }
    }
    text
}

fn chart(matrix: &KillMatrix) -> Figure {
    let cells = |label: &str, colour, strength, wanted: fn(&Kill) -> bool| {
        let rows = matrix.mutants.iter().enumerate();
        let cells = rows.flat_map(|(row, mutant)| {
            let kills = mutant.kills.iter().enumerate();
            let wanted = kills.filter(|(_, kill)| wanted(kill));
            wanted.map(move |(column, _)| Cell {
                column,
                row,
                text: String::new(),
            })
        });
        Cells {
            label: label.to_owned(),
            colour,
            strength,
            cells: cells.collect(),
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
            summary(matrix).join(" "),
            env!("CARGO_PKG_VERSION")
        ),
        panels: vec![Panel {
            cells: vec![
                cells("caught", Colour::Blue, 1.0, |kill| {
                    matches!(kill, Kill::Killed { .. })
                }),
                cells("not caught", Colour::Grey, 0.25, |kill| {
                    matches!(kill, Kill::Passed { .. })
                }),
            ],
            ..Panel::of(x, y, Vec::new())
        }],
        columns: 1,
    }
}
