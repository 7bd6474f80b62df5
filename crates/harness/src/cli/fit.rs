//! Whether jobs are what the experiment file asks for now: it may have been edited since they were run.

use std::collections::HashMap;

use super::{experiment_file, failure::Failure, finished_run::FinishedRun, message};
use crate::{
    spec,
    store::{self, Ended},
};

/// The jobs that an experiment file asks for, and how many others were met.
pub(super) struct Fit<'r> {
    run: &'r FinishedRun<'r>,
    /// The positions' texts, of which ids are made.
    roots: HashMap<String, String>,
    settings: HashMap<&'r str, String>,
    /// How many jobs were held against it.
    held: usize,
    /// How many of them had other settings or limits.
    others: usize,
}

impl<'r> Fit<'r> {
    pub(super) fn of(run: &'r FinishedRun) -> Result<Self, Failure> {
        let positions = store::read_positions(run.directory)?.into_iter();
        let mut settings = HashMap::new();
        for variant in &run.experiment.variants {
            let options = variant.options().map_err(Failure::input)?;
            settings.insert(variant.name.as_str(), store::settings_text(&options));
        }
        Ok(Fit {
            run,
            roots: positions
                .map(|position| (position.position, position.fen))
                .collect(),
            settings,
            held: 0,
            others: 0,
        })
    }

    /// Refuses a job that does not have the depths that are asked for, by the rule by which `run` tells
    /// whether it is to be run again; counts one of other settings.
    pub(super) fn hold(
        &mut self,
        (variant, position): (&str, &str),
        id: &str,
        (ended, completed): (Ended, usize),
    ) -> Result<(), Failure> {
        let (Some(settings), Some(root)) = (self.settings.get(variant), self.roots.get(position))
        else {
            return Ok(());
        };
        let experiment = &self.run.experiment;
        let depth = u8::try_from(completed).unwrap_or(u8::MAX);
        if !ended.is_of_depth(depth, experiment.depth) {
            return Err(Failure::input(format_args!(
                "{}: variant {:?} on {:?} went to depth {completed} (ended: {}), which is not what depth = {} in {} \
                 asks for; put the depth back, or run the experiment again with --discard",
                self.run.directory.join(store::RECORDS).display(),
                spec::echo(variant),
                spec::echo(position),
                ended.name(),
                experiment.depth,
                self.run.directory.join("experiment.toml").display()
            )));
        }
        let hash = store::job_hash(root, settings, experiment.nodes, experiment.stop_at_mate);
        self.held += 1;
        self.others += usize::from(u64::from_str_radix(id, 16) != Ok(hash));
        Ok(())
    }

    /// Refuses jobs of which some, not all, had other settings or limits: the file was edited. If all had, they may be
    /// of another version of Plybench, which is no mistake: that is said. Returns how many had.
    pub(super) fn settle(&self) -> Result<usize, Failure> {
        let Fit { others, held, .. } = *self;
        let file = self.run.directory.join(experiment_file::NAME);
        let file = file.display();
        if others == held && others > 0 {
            message::note(format_args!(
                "all {others} jobs had other settings or limits, or another version of Plybench, than \
                 {file} gives them now; if the file was changed, run it again"
            ));
        } else if others > 0 {
            return Err(Failure::input(format_args!(
                "{others} of {held} jobs had other settings or limits than {file} gives them now; put the file back \
                 as it was, or run it again with --discard"
            )));
        }
        Ok(others)
    }
}
