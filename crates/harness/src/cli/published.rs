//! The published table of an experiment: its data files, which are read before a run, and what the run found beside them.

use std::path::Path;

use super::failure::Failure;
use plybench_analysis::{
    published::{PublishedRows, PublishedTable, seed_runs},
    seed_band::{self, BandRow, SeedRun},
};
use plybench_conformance::mate::smallest_proof;
use plybench_engine::game::chess::Chess;
use plybench_experiment::{
    finished_run::{EXPERIMENT_FILE, FinishedRun},
    spec::{Experiment, Published, built_in_data},
};
use plybench_files::user_file;
use plybench_records::{JobRecord, Metric, RunError};
use plybench_report::published::PublishedReport;

/// The published table of an experiment, with its data files.
pub(super) struct PublishedData {
    pub(super) published: Published,
    rows: PublishedRows,
    /// An earlier band of seeds; no rows if there is none.
    earlier: Vec<BandRow>,
}

/// Reads the data files that an experiment file names; none if it has no published table.
pub(super) fn read(experiment: &Experiment, file: &Path) -> Result<Option<PublishedData>, Failure> {
    let Some(published) = &experiment.published else {
        return Ok(None);
    };
    let name = published.data.get_ref();
    let rows = PublishedRows::parse(&text(file, name)?, published.columns());
    let rows = rows.map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
    let mut earlier = Vec::new();
    if let Some(band) = published.band.as_ref().and_then(|band| band.data.as_ref()) {
        let name = band.get_ref();
        earlier = seed_band::parse(&text(file, name)?).map_err(|error| {
            let line = error.position().map_or(1, |position| position.line());
            Failure::input(format_args!(
                "{name}, line {line}: not a row of a band; give the band.csv of `plybench reproduce --seeds N --out DIR`"
            ))
        })?;
    }
    let published = published.clone();
    Ok(Some(PublishedData {
        published,
        rows,
        earlier,
    }))
}

/// The published table of a run beside what its variants found; none if its experiment has no published table.
pub(super) fn of_run(run: &FinishedRun) -> Result<Option<PublishedReport>, Failure> {
    let file = run.directory.join(EXPERIMENT_FILE);
    let Some(data) = read(&run.experiment, &file)? else {
        return Ok(None);
    };
    // Those on other positions are left out as they are read: a run can have many.
    let position = run.experiment.positions.first();
    let is_about = |job: &JobRecord| position.is_some_and(|one| job.position == one.id);
    let jobs = run.jobs().filter(|job| job.as_ref().map_or(true, is_about));
    let jobs: Result<_, RunError> = jobs.collect();
    Ok(Some(data.report(&run.experiment, jobs?, String::new())))
}

/// The text of a data file: a built-in one, or one beside the experiment file.
fn text(file: &Path, name: &str) -> Result<String, Failure> {
    if let Some(text) = built_in_data(name) {
        return Ok(text.to_owned());
    }
    let path = file.parent().unwrap_or(Path::new("")).join(name);
    user_file::read_text(&path).map_err(|error| {
        let message = format!(
            "{}: cannot read data = {name:?}: {error}; give a CSV file, relative to the experiment file",
            file.display()
        );
        Failure::of(user_file::is_at_fault(&error), message)
    })
}

impl PublishedData {
    /// Whether it counts nodes to the principal variation.
    fn is_to_pv(&self) -> bool {
        self.published.counted == Metric::NodesToPv
    }

    /// What each seed of `[band]` found, and their band.
    fn seeds(&self, jobs: &[JobRecord]) -> (Vec<SeedRun>, Vec<BandRow>) {
        let band = self.published.band.as_ref();
        let runs = seed_runs(jobs, band.iter().flat_map(|band| &band.seeds));
        let chosen = band.and_then(|band| band.chosen);
        let rows = seed_band::rows(&runs, self.rows.first_two(), chosen, self.is_to_pv());
        (runs, rows)
    }

    /// What the jobs of its experiment found beside it. `command` repeats them.
    pub(super) fn report(
        &self,
        experiment: &Experiment,
        mut jobs: Vec<JobRecord>,
        command: String,
    ) -> PublishedReport {
        let position = experiment.positions.first();
        jobs.retain(|job| position.is_some_and(|position| job.position == position.id));
        let (seeds, mut band) = self.seeds(&jobs);
        if band.is_empty() {
            band.clone_from(&self.earlier);
        }
        let published = &self.published;
        let answers = published.variants.iter();
        let answers = answers.map(|one| (one.variant.as_str(), one.column.as_deref()));
        let answers: Vec<_> = answers.collect();
        let table = PublishedTable::of(&jobs, &answers, &self.rows, self.is_to_pv(), &band);
        let root = position.and_then(|position| Chess::from_fen(&position.fen).ok());
        let last = table.rows.last().and_then(|row| row.found.first());
        let mate = last.and_then(|found| found.score.mate_plies()?.try_into().ok());
        let pages = published.page.iter().map(|page| format!(", {page}"));
        PublishedReport {
            minimal: root.as_ref().and_then(|root| smallest_proof(root, mate?)),
            table,
            title: published.title.clone(),
            source: published.source.clone() + &pages.collect::<String>(),
            conditions: published.conditions.clone(),
            position: root,
            purpose: experiment.purpose.trim().to_owned(),
            command,
            seeds,
            earlier: self.earlier.clone(),
        }
    }
}
