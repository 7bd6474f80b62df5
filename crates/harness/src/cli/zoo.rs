//! `plybench zoo`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    number::whole,
    oracle, output,
    progress::Progress,
    write::{refuse_others_of, with_file_rule, write_into},
};
use plybench_analysis::kill_matrix::KillMatrix;
use plybench_conformance::{
    verify::{self, Budget, Material},
    zoo::{self, Mutant},
};
use plybench_records as store;
use plybench_report::zoo as report;
use plybench_text::plural::count;

/// Run the checks of `verify` on planted bugs, many of them of real engines, and report which are caught
#[derive(clap::Args)]
#[command(after_help = with_file_rule("Example: plybench zoo --mutant table-no-shift"))]
pub(super) struct Arguments {
    /// Check only this mutant, and write no files
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// The seed of the random positions and windows
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..))]
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
        let names: Vec<&str> = mutants.iter().map(|mutant| mutant.subject.name).collect();
        Failure::input(format_args!(
            "unknown mutant {:?}; {} (`plybench zoo` lists them)",
            plybench_text::echo(name),
            plybench_text::suggestion(name, names.into_iter())
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
        // A failure comes before the work.
        store::make_folder(&arguments.out).map_err(store::RunError::from)?;
        let document = report::document(&KillMatrix::default());
        refuse_others_of(&arguments.out, document, "matrix", " with --out")?;
    }
    let mut oracle = oracle::open()?;
    let material = Material::draw(arguments.seed, 1, Budget::ZOO, &mut oracle);
    let material = material.map_err(oracle::failure)?;
    let sound = match alone {
        true => Vec::new(),
        false => verify::built_in(),
    };
    let progress = Progress::new((mutants.len() + sound.len()) * verify::ALL.len(), "checks");
    let matrix = zoo::kill_matrix(&mutants, &sound, &material, || progress.step());
    progress.finish();

    let summary = report::summary(&matrix);
    let printed = match (arguments.json, alone) {
        (true, _) => output::result(summary.json()),
        (false, true) => output::result(summary.text()),
        // The files are the result.
        (false, false) => {
            output::summary(summary.text());
            Ok(())
        }
    };
    if !alone {
        let files = report::document(&matrix).files("matrix");
        let files = files.map_err(Failure::impossible)?;
        write_into(&arguments.out, &files, " with --out")?;
        if !arguments.json {
            output::summary(format_args!("\nMatrix: {}\n", arguments.out.display()));
        }
    }
    let survivors = mutants.len() - matrix.killed();
    let alarms = matrix.false_alarms().count();
    if survivors + alarms > 0 {
        return Err(Failure::found(format_args!(
            "{} not caught, {}",
            count(survivors, "bug"),
            count(alarms, "false alarm")
        )));
    }
    printed
}
