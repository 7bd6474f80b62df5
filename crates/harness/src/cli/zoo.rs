//! `plybench zoo`.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{failure::Failure, oracle, output, progress::Progress};
use crate::{
    analysis::kill_matrix::{Kill, KillMatrix, SubjectRow},
    plural::count,
    report::zoo as report,
    spec, store,
    verify::{self, Material},
    zoo::{self, Mutant},
};

/// Run every check of `verify` on planted bugs of real engines, and report which are caught
#[derive(clap::Args)]
#[command(after_help = "Example: plybench zoo --mutant table-no-shift")]
pub(super) struct Arguments {
    /// Check only this mutant, and write no files
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// The seed of the random positions and windows
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The directory for the kill matrix, created if missing
    #[arg(long, value_name = "DIR", default_value = "reports/zoo")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The mutant that the user names.
pub(super) fn mutant(name: &str) -> Result<Mutant, Failure> {
    zoo::find(name).ok_or_else(|| {
        let mutants = zoo::all();
        let names: Vec<&str> = mutants.iter().map(|mutant| mutant.name).collect();
        let hint = match spec::nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("the mutants are {}", names.join(", ")),
        };
        Failure::input(format_args!(
            "unknown mutant {:?}; {hint}",
            spec::echo(name)
        ))
    })
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let mutants = match &arguments.mutant {
        Some(name) => vec![mutant(name)?],
        None => zoo::all(),
    };
    let alone = arguments.mutant.is_some();
    if !alone {
        // Created now, so that a failure comes before the work.
        store::make_folder(&arguments.out).map_err(Failure::impossible)?;
    }
    let material =
        Material::draw(arguments.seed, 1, &mut oracle::open()?).map_err(oracle::failure)?;
    let sound = if alone {
        Vec::new()
    } else {
        verify::registered()
    };
    let progress = Progress::new((mutants.len() + sound.len()) * verify::ALL.len(), "checks");
    let matrix = zoo::kill_matrix(&mutants, &sound, &material, || progress.step());
    progress.finish();

    let printed = if arguments.json {
        print_json(&matrix)
    } else {
        print(&matrix, (!alone).then_some(arguments.out.as_path()))
    };
    if !alone {
        let files = report::files(&matrix).map_err(Failure::impossible)?;
        let files = files.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
        store::write_together(&arguments.out, files).map_err(Failure::impossible)?;
    }
    let (survivors, alarms) = (mutants.len() - matrix.killed(), matrix.false_alarms());
    if survivors + alarms > 0 {
        return Err(Failure::Found(format!(
            "{}, {}",
            count(survivors, "surviving mutant"),
            count(alarms, "false alarm")
        )));
    }
    // With files, the printed text is only a summary of them.
    if alone || arguments.json {
        printed
    } else {
        Ok(())
    }
}

fn print(matrix: &KillMatrix, written: Option<&Path>) -> Result<(), Failure> {
    let mut out = output::writer();
    for row in &matrix.mutants {
        writeln!(out, "{}: {}", row.name, row.bug)?;
        for (check, kill) in matrix.checks.iter().zip(&row.kills) {
            if let Kill::Killed { cases, first, .. } = kill {
                writeln!(out, "  {} after {cases} cases: {first}", check.name)?;
            }
        }
        if !row.is_killed() {
            writeln!(out, "  survives")?;
        }
    }
    for line in report::summary(matrix) {
        writeln!(out, "{line}")?;
    }
    if let Some(directory) = written {
        writeln!(out, "Matrix: {}", directory.display())?;
    }
    Ok(())
}

fn print_json(matrix: &KillMatrix) -> Result<(), Failure> {
    let kills = |row: &SubjectRow| -> Vec<_> {
        matrix
            .checks
            .iter()
            .zip(&row.kills)
            .filter_map(|(check, kill)| match kill {
                Kill::NotApplicable => None,
                Kill::Passed { cases } => {
                    Some(json!({ "check": check.name, "cases": cases, "killed": false }))
                }
                Kill::Killed {
                    cases,
                    first,
                    reproduce,
                } => Some(json!({
                    "check": check.name, "cases": cases, "killed": true,
                    "first": first, "reproduce": reproduce,
                })),
            })
            .collect()
    };
    let rows: Vec<_> = matrix
        .mutants
        .iter()
        .map(|row| {
            json!({
                "mutant": row.name, "bug": row.bug, "source": row.source, "symptom": row.symptom, "killed": row.is_killed(), "checks": kills(row),
            })
        })
        .collect();
    let all = json!({
        "seed": matrix.seed, "mutants": matrix.mutants.len(), "killed": matrix.killed(),
        "false_alarms": matrix.false_alarms(), "matrix": rows,
    });
    writeln!(output::writer(), "{all}")?;
    Ok(())
}
