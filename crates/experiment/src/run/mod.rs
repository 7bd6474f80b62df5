//! Running jobs: a variant searches a position, iteration by iteration.

mod estimate;
mod parallel;
mod session;
mod threads;
mod ticker;

use std::{ops::ControlFlow, sync::atomic::AtomicBool};

pub use self::{
    estimate::{Effort, Estimate, Range, estimate},
    parallel::{Finished, ParallelError, run_all},
    session::{Session, SessionError, Summary},
    threads::{STACK_BYTES, cores, on_a_searching_thread, start_pool},
    ticker::Ticker,
};
use crate::{
    plan::{Job, SearchMethod},
    play::AgainstOracle,
    searcher::{Limits, Memory, Outcome, SearchError, Searcher, Skeleton, Stop},
};
use plybench_records::{Ended, Iteration, JobRecord};

/// The searcher of a job. This is the only place that knows all kinds of searchers.
pub fn searcher<'m>(job: &'m Job, memory: &'m mut Memory) -> Box<dyn Searcher + 'm> {
    match &job.method {
        SearchMethod::Skeleton(settings) => Box::new(Skeleton::new((**settings).clone(), memory)),
        SearchMethod::Games(settings, oracle) => {
            Box::new(AgainstOracle::new((**settings).clone(), oracle.clone()))
        }
        SearchMethod::Engine(engine) => Box::new(&**engine),
    }
}

/// Runs a job with a searcher. `receive` gets each completed iteration, with the seconds since the search began, and may end the
/// search, as may the flag `stop`. If an engine does not answer, the job has failed, which is not an error.
///
/// # Errors
/// If the search cannot be done for a reason that concerns other jobs, too, such as a lack of memory.
pub fn run(
    job: &Job,
    searcher: &mut dyn Searcher,
    stop: Option<&AtomicBool>,
    mut receive: impl FnMut(&Iteration, f64) -> ControlFlow<()>,
) -> Result<JobRecord, SearchError> {
    let (mut iterations, mut proved) = (Vec::new(), false);
    let limits = Limits {
        depth: job.depth,
        nodes: job.limit.nodes,
        stop,
    };
    let outcome = searcher.deepen(&job.root, &limits, &mut |iteration, seconds| {
        let plies = iteration.score.mate_plies();
        let depth = u32::from(iteration.depth);
        let is_proved = plies.is_some_and(|plies| plies.unsigned_abs() <= depth);
        proved = is_proved && iteration.bound.is_none();
        let go_on = receive(&iteration, seconds);
        iterations.push(iteration);
        if job.limit.stop_at_mate && proved {
            return ControlFlow::Break(());
        }
        go_on
    });
    let (ended, nodes, reason) = match outcome {
        Ok(Outcome { stop, nodes }) => {
            let ended = match stop {
                Stop::Depth => Ended::Depth,
                Stop::Nodes => Ended::Nodes,
                Stop::Requested if job.limit.stop_at_mate && proved => Ended::Mate,
                Stop::Requested => Ended::Stopped,
                Stop::Memory(error) => return Err(error.into()),
            };
            (ended, nodes, None)
        }
        Err(SearchError::Engine(error)) => {
            let nodes = iterations.last().map_or(0, |last| last.nodes);
            (Ended::Failed, nodes, Some(error.to_string()))
        }
        Err(error) => return Err(error),
    };
    Ok(JobRecord {
        job: job.id,
        variant: job.variant.clone(),
        position: job.position.clone(),
        ended,
        reason,
        nodes,
        iterations,
    })
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU16, Ordering},
        thread,
    };

    use plybench_engine::{
        game::chess::Chess,
        observe::{Event, SearchObserver},
        search::{self, Search},
        techniques::{Limited, check_extension::CheckExtension},
        units::{Depth, MAX_DEPTH, Ply},
        variants,
        window::Window,
    };

    use super::*;

    /// Records the deepest ply that the search reached.
    struct Deepest<'a>(&'a AtomicU16);

    impl SearchObserver<Chess> for Deepest<'_> {
        fn on(&mut self, event: &Event<'_, Chess>) {
            if let Event::Left { ply, .. } = event {
                self.0.fetch_max(ply.plies(), Ordering::Relaxed);
            }
        }
    }

    #[test]
    fn a_line_of_the_largest_depth_takes_less_than_half_of_the_stack() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let mut options = variants::PLAIN.options;
        options.techniques.check_extension = Some(Limited::everywhere(CheckExtension::DEFAULT));
        let deepest = AtomicU16::new(0);
        let limits = search::Limits {
            nodes: Some(100_000),
            stop: None,
        };
        thread::scope(|scope| {
            let search = || {
                let window = Window::full();
                Search::new(&root, &options)
                    .limited(limits)
                    .observed_by(Deepest(&deepest))
                    .values_at([(Ply::ROOT, Depth::new(MAX_DEPTH), window)])
                    .map(drop)
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES / 2);
            let searcher = builder.spawn_scoped(scope, search).unwrap();
            searcher.join().unwrap().unwrap();
        });
        let deepest = deepest.into_inner();
        assert!(deepest >= u16::from(MAX_DEPTH), "{deepest}");
    }
}
