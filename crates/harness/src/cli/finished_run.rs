//! A finished run, opened for reading: its experiment file, and the jobs of some of its variants.

use std::{cell::Cell, io, ops::ControlFlow, path::Path};

use super::{experiment_file, failure::Failure, fit::Fit, message};
use crate::{
    analysis::{baseline::Baseline, outcomes::Outcomes},
    spec::{self, Experiment, Metric},
    store::{self, ReadError, WholeJob},
};

/// A run's directory with its experiment.
pub(super) struct FinishedRun<'d> {
    pub(super) directory: &'d Path,
    pub(super) experiment: Experiment,
    /// Who is at work there, so that it is not finished after all.
    holder: Option<String>,
    /// Whether what is to be noted was said: once is enough, however often the jobs are read.
    noted: Cell<bool>,
    /// How many of the jobs that were read are not what the experiment asks for now.
    others: Cell<usize>,
}

impl From<ReadError> for Failure {
    /// What is not there or damaged is the input's fault; what the system will not give is not.
    fn from(error: ReadError) -> Self {
        match &error {
            ReadError::Missing { source, .. } if !is_absent(source) => Failure::impossible(error),
            _ => Failure::input(error),
        }
    }
}

pub(super) fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, IsADirectory, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | IsADirectory | InvalidData
    )
}

impl<'d> FinishedRun<'d> {
    /// Reads the experiment file of a run's directory. Data sets that it names are not opened.
    pub(super) fn open(directory: &'d Path) -> Result<Self, Failure> {
        let path = directory.join(experiment_file::NAME);
        let (experiment, _) = experiment_file::open(&path, |source| {
            ReadError::Missing {
                path: path.clone(),
                source,
            }
            .into()
        })?;
        Ok(FinishedRun {
            directory,
            experiment,
            holder: store::holder(directory),
            noted: Cell::new(false),
            others: Cell::new(0),
        })
    }

    /// The names of all variants, in the experiment's order.
    pub(super) fn variants(&self) -> impl Iterator<Item = &str> + Clone {
        let variants = self.experiment.variants.iter();
        variants.map(|variant| variant.name.as_str())
    }

    /// The name of the variant that is meant by a name or an abbreviation of it.
    pub(super) fn variant(&self, given: &str) -> Result<&str, Failure> {
        spec::find(given, self.variants()).map_err(|error| self.at_fault(error))
    }

    /// What is wrong with the experiment, or with what is asked of it.
    pub(super) fn at_fault(&self, problem: impl std::fmt::Display) -> Failure {
        let file = self.directory.join(experiment_file::NAME);
        Failure::input(format_args!("{}: {problem}", file.display()))
    }

    /// The names of two different variants.
    pub(super) fn two_variants(&self, a: &str, b: &str) -> Result<(&str, &str), Failure> {
        let (a, b) = (self.variant(a)?, self.variant(b)?);
        if a == b {
            return Err(Failure::input(format_args!(
                "A and B are both {a:?}; give two variants"
            )));
        }
        Ok((a, b))
    }

    /// What is counted, as the experiment file puts it.
    pub(super) fn metric(&self) -> &'static str {
        self.experiment.metric.name()
    }

    /// The jobs of these variants. What does not fit the experiment is refused or said on stderr.
    pub(super) fn outcomes(&self, variants: &[&str]) -> Result<Outcomes, Failure> {
        let outcomes = match self.experiment.metric {
            Metric::Nodes => self.entered(variants)?,
            Metric::NodesToPv => {
                Outcomes::read(self.directory, variants, |record| record.nodes_to_pv)?
            }
        };
        if outcomes.strangers > 0 {
            message::note(format_args!(
                "{} jobs are on positions that {} does not have; left out",
                outcomes.strangers,
                self.directory.join(store::POSITIONS).display()
            ));
        }
        let mut fit = Fit::of(self)?;
        let mut found = 0;
        for variant in variants {
            let jobs = outcomes.positions().iter().zip(outcomes.of(variant));
            for (position, job) in jobs {
                let Some(job) = job else { continue };
                found += 1;
                let names = (*variant, position.position.as_str());
                fit.hold(names, &job.job, (job.ended, job.depth()))?;
            }
        }
        self.note(&fit, found, variants.len() * outcomes.positions().len())?;
        Ok(outcomes)
    }

    /// The jobs of these variants with all nodes that they entered, whatever the metric.
    pub(super) fn entered(&self, variants: &[&str]) -> Result<Outcomes, Failure> {
        Ok(Outcomes::read(self.directory, variants, |record| {
            record.nodes
        })?)
    }

    /// Hands over the jobs in the order of the file, until the receiver has had enough. What does not
    /// fit the experiment is refused or said on stderr.
    pub(super) fn jobs(
        &self,
        mut receive: impl FnMut(WholeJob) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut fit = Fit::of(self)?;
        let mut failure = None;
        let mut found = 0;
        store::read_jobs(self.directory, |job| {
            found += 1;
            let names = (job.end.variant.as_str(), job.end.position.as_str());
            let held = fit.hold(names, &job.end.job, (job.end.ended, job.records.len()));
            match held {
                Ok(()) => receive(job),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        failure.map_or(Ok(()), Err)?;
        self.note(&fit, found, self.planned()?)
    }

    /// Says what did not fit, and if a run is at work there, how far it was when this was read.
    fn note(&self, fit: &Fit, found: usize, planned: usize) -> Result<(), Failure> {
        if self.noted.replace(true) {
            return Ok(());
        }
        self.others.set(fit.settle()?);
        if let Some(holder) = &self.holder {
            message::note(format_args!(
                "{holder} is at work on {}; {found} of {planned} jobs were there to be read",
                self.directory.display()
            ));
        }
        Ok(())
    }

    /// How many of the jobs that were read had other settings or limits than the experiment gives them.
    pub(super) fn others(&self) -> usize {
        self.others.get()
    }

    /// What all jobs showed.
    pub(super) fn baseline(&self) -> Result<Baseline, Failure> {
        let mut jobs = Vec::new();
        self.jobs(|job| {
            jobs.push(job.into());
            ControlFlow::Continue(())
        })?;
        Baseline::of_run(self.directory, jobs).map_err(Failure::input)
    }

    /// How many jobs the experiment has.
    pub(super) fn planned(&self) -> Result<usize, Failure> {
        let positions = store::read_positions(self.directory)?;
        Ok(self.experiment.variants.len() * positions.len())
    }
}
