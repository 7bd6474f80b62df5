//! The proof-number search, where a command takes it in place of a variant.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use plybench_df_pn::{Effort, Identified, Limits, Solution, Solver, Unsolved};

use super::{
    configuration::ConfigurationArguments, failure::Failure, interrupt, message, write::NamedFile,
};
use plybench_experiment::run::Ticker;
use plybench_text::plural::in_thousands;

/// Its name.
pub(super) const DF_PN: &str = "df-pn";

/// How the help of a command describes it.
pub(super) const HELP: &str = "With --variant df-pn, a depth-first proof-number search asks whether the side to move mates within so many plies (--depth), an \
     odd number, or is mated within them, an even number.";

/// Whether it is named; the options that it does not have are then refused.
pub(super) fn is_wanted(
    configuration: &ConfigurationArguments,
    others: &[(&str, bool)],
) -> Result<bool, Failure> {
    if configuration.variant != DF_PN {
        return Ok(false);
    }
    let set = ("--set", !configuration.settings.is_empty());
    match others.iter().chain([&set]).find(|(_, is_given)| *is_given) {
        None => Ok(true),
        Some((option, _)) => Err(Failure::input(format_args!(
            "{option} does not go with --variant {DF_PN}, which proves or refutes a mate; leave it out"
        ))),
    }
}

/// MiB of the table. It takes only what it needs of them.
pub(super) const MEMORY_MIB: u64 = 256;

/// Proves that there is a mate within so many plies, or that there is none.
pub(super) fn solve<G: Identified>(root: &G, plies: u8) -> Result<Solution<G::Move>, Failure> {
    let (pressed, expansions) = (interrupt::flag(), Arc::new(AtomicU64::new(0)));
    let _told = told(&expansions);
    let watch = &mut |effort: Effort| {
        expansions.store(effort.expansions, Ordering::Relaxed);
        match pressed.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let limits = Limits {
        bytes: MEMORY_MIB << 20,
        expansions: None,
    };
    let solved = Solver::new(limits).solve(root, plies, watch);
    solved.map_err(|error| match error {
        Unsolved::Interrupted => Failure::interrupted(error),
        error => Failure::impossible(error),
    })
}

/// The expansions so far, in a line on stderr every 30 seconds until it is dropped.
pub(super) fn told(expansions: &Arc<AtomicU64>) -> Ticker {
    let expansions = expansions.clone();
    Ticker::every(Duration::from_secs(30), move |passed| {
        let so_far = in_thousands(expansions.load(Ordering::Relaxed));
        message::tell(format!("{so_far} expansions, {} s", passed.as_secs()));
    })
}

/// Writes the certificate of a solution for the position of this name.
pub(super) fn write_certificate<G: Identified>(
    solution: &Solution<G::Move>,
    root: &G,
    name: &str,
    named: NamedFile,
) -> Result<(), Failure> {
    let mut file = named.create()?;
    let written = solution.write(root, name, &mut file);
    written.map_err(named.failure())?;
    named.finish(file)
}
