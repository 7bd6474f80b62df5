//! `plybench export`.

use std::{
    collections::HashMap,
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    path::PathBuf,
};

use super::{check::unwritable, failure::Failure, finished_run::FinishedRun, output};
use crate::{
    analysis::columns::Row,
    report::export::{Format, Table},
    store::{self, PositionRecord, StoreError, WholeFile},
};

/// Write a run's records as a table, one row a record, for pandas, a spreadsheet or any program
#[derive(clap::Args)]
#[command(
    after_help = "The columns are described in reports/README.md; new ones are added at the end.\n\n\
        Example: plybench export /tmp/krk --csv --out krk.csv"
)]
pub(super) struct Arguments {
    /// The directory of a finished run
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    format: FormatArguments,
    /// Where the table goes; to the screen if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct FormatArguments {
    /// Comma-separated values with a header line
    #[arg(long)]
    csv: bool,
    /// A JSON array with an object a row
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    let format = if arguments.format.csv {
        Format::Csv
    } else {
        Format::Json
    };
    let run = FinishedRun::open(&arguments.directory)?;
    let Some(path) = &arguments.out else {
        // What is on the screen cannot be taken back: all is read once before the first row is shown.
        each_row(&run, |_| Ok(()))?;
        let out = BufWriter::new(output::writer());
        return write(&run, format, out, Failure::from).map(|_| ());
    };
    let cannot = |error: StoreError| unwritable(&error, "--out");
    let file = WholeFile::create(path).map_err(cannot)?;
    let failed = |source| {
        cannot(StoreError {
            path: path.clone(),
            source,
        })
    };
    write(&run, format, file, failed)?.finish().map_err(cannot)
}

/// Writes the rows of a run as they are read; `failed` says what a failure to write is.
fn write<W: Write>(
    run: &FinishedRun,
    format: Format,
    out: W,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<W, Failure> {
    let mut table = Table::begin(format, out).map_err(&failed)?;
    each_row(run, |row| table.add(row).map_err(&failed))?;
    table.end().map_err(failed)
}

/// Hands over the rows of a run as they are read, until one is refused.
fn each_row(
    run: &FinishedRun,
    mut receive: impl FnMut(&Row) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let positions = store::read_positions(run.directory).map_err(Failure::input)?;
    let positions: HashMap<&str, &PositionRecord> = positions
        .iter()
        .map(|position| (position.position.as_str(), position))
        .collect();
    let mut failure = None;
    run.jobs(|job| {
        failure = rows_of(&positions, &job, &mut receive).err();
        match failure {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    })?;
    failure.map_or(Ok(()), Err)
}

fn rows_of(
    positions: &HashMap<&str, &PositionRecord>,
    job: &store::WholeJob,
    receive: &mut impl FnMut(&Row) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = &job.end.position;
    let position = positions.get(name.as_str()).ok_or_else(|| {
        Failure::input(format_args!(
            "{} lacks position {:?}; run the experiment again, which mends it",
            store::POSITIONS,
            crate::spec::echo(name)
        ))
    })?;
    job.records.iter().try_for_each(|record| {
        receive(&Row {
            record,
            position,
            ended: job.end.ended,
        })
    })
}
