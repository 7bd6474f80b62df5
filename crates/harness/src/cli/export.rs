//! `plybench export`.

use std::{
    collections::HashMap,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use clap::ArgGroup;
use plybench_experiment::{finished_run::FinishedRun, spec::Differences};

use super::{
    failure::Failure,
    finished_run, output,
    write::{NamedFile, with_file_rule},
};
use plybench_records::PositionRecord;
use plybench_report::export::{ExportRow, Format, SettingColumn, Table};

/// Write a run's records as a table, one row per record, for pandas, a spreadsheet or another program
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("format").required(true).args(["csv", "json"]),
    after_help = with_file_rule(
        "The columns are described in reports/README.md; new ones are added at the end.\n\n\
         Example: plybench export /tmp/krk --csv --out krk.csv"
    )
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Comma-separated values with a header line
    #[arg(long)]
    csv: bool,
    /// A JSON array with one object per row
    #[arg(long)]
    json: bool,
    /// Write the table to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let (format, ending) = match arguments.csv {
        true => (Format::Csv, "csv"),
        false => (Format::Json, "json"),
    };
    let run = FinishedRun::open(&arguments.directory)?;
    let named = NamedFile::optional(&arguments.out, "--out", ending)?;
    finished_run::note(&run);
    let Some(named) = named else {
        // Printed rows cannot be taken back, so all records are read once before the first row is printed.
        each_row(&run, |_| Ok(()))?;
        let out = BufWriter::new(output::writer());
        return write(&run, format, out, Failure::from).map(|_| ());
    };
    let file = write(&run, format, named.create()?, named.failure())?;
    named.finish(file)
}

/// Writes the rows of a run as they are read; `failed` turns an error of writing into the command's failure.
fn write<W: Write>(
    run: &FinishedRun,
    format: Format,
    out: W,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<W, Failure> {
    let counts = [run.technique_counts()?, run.program_counts()?];
    let table = Table::begin(format, settings(run)?, counts, out);
    let mut table = table.map_err(&failed)?;
    each_row(run, |row| table.add(row).map_err(&failed))?;
    table.end().map_err(failed)
}

/// The settings in which the variants of a run differ.
fn settings(run: &FinishedRun) -> Result<Vec<SettingColumn>, Failure> {
    let differences = Differences::of(&run.experiment).map_err(Failure::input)?;
    let settings = differences.settings.iter().enumerate();
    let columns = settings.map(|(at, name)| {
        let values = run.variants().filter_map(|variant| {
            let value = differences.values(variant)?.get(at)?;
            Some((variant.to_owned(), value.clone()))
        });
        (name.clone(), values.collect())
    });
    Ok(columns.collect())
}

/// Passes the rows of a run to `receive` as they are read, until it fails.
fn each_row(
    run: &FinishedRun,
    mut receive: impl FnMut(&ExportRow) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let positions: HashMap<&str, &PositionRecord> = run
        .positions()
        .iter()
        .map(|position| (position.position.as_str(), &**position))
        .collect();
    let (times, judgements) = (run.times()?, finished_run::judgements(run)?);
    for job in run.jobs() {
        let job = job?;
        let times = times.of(&job.variant, &job.position);
        for (at, iteration) in job.iterations.iter().enumerate() {
            // Every stored job is on one of the positions.
            let Some(&position) = positions.get(job.position.as_str()) else {
                continue;
            };
            receive(&ExportRow {
                job: &job,
                iteration,
                position,
                seconds: times.and_then(|times| times.get(at)).copied(),
                regret: judgements.as_ref().and_then(|judgements| {
                    let chosen = iteration.best_move()?;
                    judgements.regret(&job.position, iteration.depth, chosen)
                }),
            })?;
        }
    }
    Ok(())
}
