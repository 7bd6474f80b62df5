//! `plybench reproduce`.

use std::path::{Path, PathBuf};

use super::{
    experiment_file, failure::Failure, interrupt, memory, output, progress::Progress,
    write::refuse_others,
};
use crate::reproduce::{self, ReproduceError, seeds::SeedsError};
use plybench_analysis::{published, seed_band};
use plybench_records as store;
use plybench_report::{mdp, page, seeds};

/// Reproduce the published table of mate distance pruning: KR vs K to depth 20, off and on, with charts
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plybench reproduce --out /tmp/krk-mdp\n          plybench reproduce --seeds 15\n\n\
                  In JSON, `ratio` is the ratio of all nodes entered. `published_ratio` is that of nodes until the\n\
                  principal variation was found, since that is what was published; compare it with `ratio_to_pv`.\n\
                  `seeds` has the median and the band of 200 seeds of the shuffle, by nodes to PV, too."
)]
pub(super) struct Arguments {
    /// The directory for records, tables and charts, created if missing; if not given, reports/krk-mdp, or with
    /// --seeds no files are written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Search with the first N of 200 other seeds of the shuffle instead, and compare them with the band that
    /// tables and charts show; N = 200 takes minutes
    #[arg(long, value_name = "N")]
    seeds: Option<usize>,
    /// Print the rows as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn execute(arguments: &Arguments) -> Result<(), Failure> {
    match arguments.seeds {
        Some(count) => band(count, arguments.out.as_deref(), arguments.json),
        None => {
            let default = Path::new("reports/krk-mdp");
            table(arguments.out.as_deref().unwrap_or(default), arguments.json)
        }
    }
}

fn table(directory: &Path, json: bool) -> Result<(), Failure> {
    refuse_others(
        &directory.join(experiment_file::NAME),
        reproduce::EXPERIMENT.as_bytes(),
    )?;
    let threads = memory::threads(None, usize::MAX)?;
    let jobs = reproduce::jobs().map_err(Failure::impossible)?;
    let progress = Progress::new(jobs, "searches");
    let table = reproduce::reproduce(directory, threads, interrupt::flag(), || progress.step());
    progress.finish();
    let table = table.map_err(|error| match error {
        ReproduceError::Experiment(_) | ReproduceError::Plan(_) | ReproduceError::Fen(_) => {
            Failure::input(error)
        }
        ReproduceError::Session(error) => error.into(),
        ReproduceError::Interrupted(_) => Failure::interrupted(error),
        _ => Failure::impossible(error),
    })?;

    let summary = mdp::summary(&table);
    if json {
        return output::result(summary.json());
    }
    output::summary(format_args!(
        "{}\nRecords and tables: {}\nChart: {}\n",
        summary.text(),
        directory.display(),
        directory.join("ratio.png").display()
    ));
    Ok(())
}

fn band(count: usize, out: Option<&Path>, json: bool) -> Result<(), Failure> {
    let experiment = reproduce::seeds::EXPERIMENT;
    if let Some(directory) = out {
        // Checked before the work.
        refuse_others(
            &directory.join(experiment_file::NAME),
            experiment.as_bytes(),
        )?;
    }
    let threads = memory::threads(None, usize::MAX)?;
    let progress = Progress::new(count.saturating_mul(2), "searches");
    let runs = reproduce::seeds::seeds(count, threads, interrupt::flag(), || progress.step());
    progress.finish();
    let runs = runs.map_err(|error| match error {
        SeedsError::Count { .. } => Failure::input(error),
        SeedsError::Interrupted => Failure::interrupted(error),
        _ => Failure::impossible(error),
    })?;
    let chosen = reproduce::seeds::chosen().unwrap_or(0);
    let rows = seed_band::rows(&runs, &published::table(), chosen);
    let document = seeds::document(&runs, &rows, &seed_band::committed());
    if let Some(directory) = out {
        let band = seeds::band_csv(&rows).map_err(Failure::impossible)?;
        let files = [
            (experiment_file::NAME, experiment.as_bytes().to_vec()),
            ("band.csv", band),
            ("seeds.csv", document.rows.csv().into_bytes()),
            (
                page::INDEX,
                document.page(&[]).map_err(Failure::impossible)?,
            ),
        ];
        store::write_together(directory, &files).map_err(Failure::impossible)?;
    }
    if json {
        return output::result(document.json());
    }
    let text = document.text();
    match out {
        None => output::result(text),
        Some(directory) => {
            let directory = directory.display();
            output::summary(format_args!("{text}\nBand and seeds: {directory}\n"));
            Ok(())
        }
    }
}
