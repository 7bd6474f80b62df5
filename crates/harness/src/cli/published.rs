//! The published table of an experiment: its data files, which are read before a run, and what the run found beside them.

use std::{path::Path, sync::Arc};

use super::failure::Failure;
use plybench_analysis::{
    outcomes::Outcomes,
    published::{PublishedError, PublishedRows, PublishedTable, seed_runs},
    published_changes::{self, Claim, Question},
    seed_band::{self, BandRow, SeedRun},
};
use plybench_conformance::mate::smallest_proof;
use plybench_engine::game::chess::Chess;
use plybench_experiment::{
    finished_run::{EXPERIMENT_FILE, FinishedRun},
    spec::{Experiment, Published, built_in_data},
};
use plybench_files::user_file;
use plybench_records::{JobRecord, Jobs, Metric, PositionRecord, RunError};
use plybench_report::{
    document::Document,
    published::{PublishedPart, PublishedReport},
    published_changes::ChangesReport,
};

/// The published table of an experiment, with its data files.
pub(super) struct PublishedData {
    pub(super) published: Published,
    rows: Rows,
}

/// The rows of a published table.
enum Rows {
    /// Counts by depth, and an earlier band of seeds; no rows of that if there is none.
    Counts(PublishedRows, Vec<BandRow>),
    /// Changes between variants.
    Changes(Vec<(Question, Vec<Claim>)>),
}

/// A published table beside what variants found.
pub(super) enum Report {
    /// Counts by depth.
    Counts(Box<PublishedReport>),
    /// Changes between variants.
    Changes(ChangesReport),
}

impl Report {
    /// For a terminal.
    pub(super) fn summary(&self) -> Document {
        match self {
            Report::Counts(report) => report.summary(),
            Report::Changes(report) => report.document(),
        }
    }

    /// The whole report.
    pub(super) fn document(&self) -> Document {
        match self {
            Report::Counts(report) => report.document(),
            Report::Changes(report) => report.document(),
        }
    }

    /// The name of its files, without an ending. `plybench report` writes the table of a run.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Report::Counts(_) => "table",
            Report::Changes(_) => "published",
        }
    }

    fn part(&self) -> PublishedPart {
        match self {
            Report::Counts(report) => (&**report).into(),
            Report::Changes(report) => report.into(),
        }
    }
}

/// Reads the data files that an experiment file names; none if it has no published table.
pub(super) fn read(experiment: &Experiment, file: &Path) -> Result<Option<PublishedData>, Failure> {
    let Some(published) = &experiment.published else {
        return Ok(None);
    };
    let name = published.data.get_ref();
    let data = text(file, name)?;
    let at_fault = |error: PublishedError| Failure::input(format_args!("{name}, {error}"));
    let rows = if published.has_changes() {
        let variants: Vec<&str> = experiment.names().collect();
        Rows::Changes(published_changes::parse(&data, &variants).map_err(at_fault)?)
    } else {
        let rows = PublishedRows::parse(&data, published.columns()).map_err(at_fault)?;
        Rows::Counts(rows, earlier_band(published, file)?)
    };
    Ok(Some(PublishedData {
        published: published.clone(),
        rows,
    }))
}

/// An earlier band of seeds; no rows if there is none.
fn earlier_band(published: &Published, file: &Path) -> Result<Vec<BandRow>, Failure> {
    let Some(name) = published.band.as_ref().and_then(|band| band.data.as_ref()) else {
        return Ok(Vec::new());
    };
    let name = name.get_ref();
    seed_band::parse(&text(file, name)?).map_err(|error| {
        let line = error.position().map_or(1, |position| position.line());
        Failure::input(format_args!(
            "{name}, line {line}: not a row of a band; give the band.csv of `plybench reproduce --seeds N --out DIR`"
        ))
    })
}

/// The published table of a run beside what its variants found; none if its experiment has no published table.
pub(super) fn of_run(run: &FinishedRun) -> Result<Option<PublishedPart>, Failure> {
    let file = run.directory.join(EXPERIMENT_FILE);
    let Some(data) = read(&run.experiment, &file)? else {
        return Ok(None);
    };
    // Counts are of one position; other jobs are left out as they are read: a run can have many.
    let position = match data.rows {
        Rows::Counts(..) => run.experiment.positions.first(),
        Rows::Changes(_) => None,
    };
    let is_about = |job: &JobRecord| position.is_none_or(|one| job.position == one.id);
    let jobs = run.jobs().filter(|job| job.as_ref().map_or(true, is_about));
    let report = data.report(
        &run.experiment,
        run.positions(),
        Box::new(jobs),
        String::new(),
    )?;
    Ok(Some(report.part()))
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

    /// What the jobs of its experiment found beside it. `command` repeats them.
    pub(super) fn report(
        &self,
        experiment: &Experiment,
        positions: &[Arc<PositionRecord>],
        jobs: Jobs<'_>,
        command: String,
    ) -> Result<Report, RunError> {
        Ok(match &self.rows {
            Rows::Counts(rows, earlier) => {
                let jobs = jobs.collect::<Result<_, _>>()?;
                Report::Counts(Box::new(
                    self.counts(rows, earlier, experiment, jobs, command),
                ))
            }
            Rows::Changes(asked) => {
                let names: Vec<&str> = experiment.names().collect();
                let positions = positions.to_vec();
                let outcomes = Outcomes::gather(positions, &names, jobs, &Metric::Nodes)?;
                let asked = asked.iter().map(|(question, claims)| {
                    let measured = published_changes::measured(&outcomes, question);
                    (question.clone(), claims.clone(), measured)
                });
                Report::Changes(ChangesReport {
                    title: self.published.title.clone(),
                    source: self.source(),
                    conditions: self.published.conditions.clone(),
                    asked: asked.collect(),
                    purpose: experiment.purpose.trim().to_owned(),
                    command,
                })
            }
        })
    }

    /// The source, with the page.
    fn source(&self) -> String {
        let pages = self.published.page.iter().map(|page| format!(", {page}"));
        self.published.source.clone() + &pages.collect::<String>()
    }

    /// What each seed of `[band]` found, and their band.
    fn seeds(&self, rows: &PublishedRows, jobs: &[JobRecord]) -> (Vec<SeedRun>, Vec<BandRow>) {
        let band = self.published.band.as_ref();
        let runs = seed_runs(jobs, band.iter().flat_map(|band| &band.seeds));
        let chosen = band.and_then(|band| band.chosen);
        let rows = seed_band::rows(&runs, rows.first_two(), chosen, self.is_to_pv());
        (runs, rows)
    }

    /// Counts by depth beside what was found on the first position.
    fn counts(
        &self,
        rows: &PublishedRows,
        earlier: &[BandRow],
        experiment: &Experiment,
        mut jobs: Vec<JobRecord>,
        command: String,
    ) -> PublishedReport {
        let position = experiment.positions.first();
        jobs.retain(|job| position.is_some_and(|position| job.position == position.id));
        let (seeds, mut band) = self.seeds(rows, &jobs);
        if band.is_empty() {
            band = earlier.to_vec();
        }
        let published = &self.published;
        let answers = published.variants.iter();
        let answers = answers.map(|one| (one.variant.as_str(), one.column.as_deref()));
        let answers: Vec<_> = answers.collect();
        let table = PublishedTable::of(&jobs, &answers, rows, self.is_to_pv(), &band);
        let root = position.and_then(|position| Chess::from_fen(&position.fen).ok());
        let last = table.rows.last().and_then(|row| row.found.first());
        let mate = last.and_then(|found| found.score.mate_plies()?.try_into().ok());
        PublishedReport {
            minimal: root.as_ref().and_then(|root| smallest_proof(root, mate?)),
            table,
            title: published.title.clone(),
            source: self.source(),
            conditions: published.conditions.clone(),
            position: root,
            purpose: experiment.purpose.trim().to_owned(),
            command,
            seeds,
            earlier: earlier.to_vec(),
        }
    }
}
