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
    plan::{IfMissed, Job, SearchMethod},
    play::AgainstOracle,
    searcher::{
        EngineSearcher, Limits, MateSolver, Memory, Outcome, SearchError, Searcher, Skeleton, Stop,
    },
};
use plybench_records::{Ended, Iteration, JobRecord};

/// The searcher of a job. This is the only place that knows all kinds of searchers.
pub fn searcher<'m>(job: &'m Job, memory: &'m mut Memory) -> Box<dyn Searcher + 'm> {
    match &job.method {
        SearchMethod::Skeleton(settings) => Box::new(Skeleton::new((**settings).clone(), memory)),
        SearchMethod::Games(settings, oracle) => {
            Box::new(AgainstOracle::new((**settings).clone(), oracle.clone()))
        }
        SearchMethod::Solver(solver) => Box::new(MateSolver::new(solver, job.claim)),
        SearchMethod::Engine(engine) => {
            let searcher = EngineSearcher::new(engine, memory);
            Box::new(
                searcher
                    .asking_for(job.claim)
                    .compared_with_fresh(job.is_compared),
            )
        }
    }
}

/// Runs a job with a searcher; if it ends at its node limit and has missed the best moves, again with the larger limit that the
/// job has for that. `receive` gets each completed iteration, with the seconds since the search began, and may end the
/// search, as may the flag `stop`; of a second search, it gets the iterations beyond those of the first. If an engine does not answer, the job has failed, which is not an error.
///
/// # Errors
/// If the search cannot be done for a reason that concerns other jobs, too, such as a lack of memory.
pub fn run(
    job: &Job,
    searcher: &mut dyn Searcher,
    stop: Option<&AtomicBool>,
    mut receive: impl FnMut(&Iteration, f64) -> ControlFlow<()>,
) -> Result<JobRecord, SearchError> {
    let first = run_once(job, job.limit.nodes, searcher, stop, &mut receive)?;
    let played = first.iterations.last().and_then(Iteration::best_move);
    let is_missed = |further: &&IfMissed| !further.position.is_solved_by(played);
    match job.if_missed.as_ref().filter(is_missed) {
        Some(IfMissed { nodes, .. }) if first.ended == Ended::Nodes => {
            let known = first.depth();
            run_once(
                job,
                Some(*nodes),
                searcher,
                stop,
                &mut |iteration, seconds| match iteration.depth > known {
                    true => receive(iteration, seconds),
                    false => ControlFlow::Continue(()),
                },
            )
        }
        _ => Ok(first),
    }
}

/// Runs a job with a node limit.
fn run_once(
    job: &Job,
    nodes: Option<u64>,
    searcher: &mut dyn Searcher,
    stop: Option<&AtomicBool>,
    receive: &mut dyn FnMut(&Iteration, f64) -> ControlFlow<()>,
) -> Result<JobRecord, SearchError> {
    let (mut iterations, mut proved) = (Vec::new(), false);
    let limits = Limits {
        depth: job.depth,
        nodes,
        stop,
    };
    let outcome = searcher.deepen(&job.root, &limits, &mut |iteration, seconds| {
        let plies = iteration.score.mate_plies();
        let depth = u32::from(iteration.depth);
        let is_proved = plies.is_some_and(|plies| plies.unsigned_abs() <= depth);
        let is_solver = matches!(job.method, SearchMethod::Solver(_));
        // A solver scores only mates that it has proven, however deep they are.
        proved = is_proved && iteration.bound.is_none() || is_solver && plies.is_some();
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
        Err(error @ (SearchError::Engine(_) | SearchError::Solver(_))) => {
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
    use crate::{
        plan::Limit,
        searcher::{Receive, Root},
    };
    use plybench_records::{JobId, PositionRecord, ScoreRecord};

    /// Plays another move from depth 4 on, and enters ten nodes in each iteration.
    struct TenNodesADepth;

    impl Searcher for TenNodesADepth {
        fn deepen(
            &mut self,
            _: &Root,
            limits: &Limits<'_>,
            receive: &mut Receive<'_>,
        ) -> Result<Outcome, SearchError> {
            for depth in 1..=limits.depth {
                let nodes = 10 * u64::from(depth);
                if limits.nodes.is_some_and(|most| nodes > most) {
                    let nodes = limits.nodes.unwrap_or(0);
                    let stop = Stop::Nodes;
                    return Ok(Outcome { stop, nodes });
                }
                let best = if depth < 4 { "a2a1" } else { "a2a8" };
                let iteration = Iteration {
                    depth,
                    score: ScoreRecord::Evaluation { cp: 0 },
                    bound: None,
                    nodes,
                    pv: vec![best.to_owned()],
                    moves: Vec::new(),
                    notes: Vec::new(),
                    counts: plybench_records::Counts::default(),
                };
                let _ = receive(iteration, 0.0);
            }
            let (stop, nodes) = (Stop::Depth, 10 * u64::from(limits.depth));
            Ok(Outcome { stop, nodes })
        }
    }

    #[test]
    fn what_is_missed_at_the_node_limit_is_searched_again() {
        let fen = "8/7K/8/8/8/8/R7/7k w - - 0 1";
        let run_to = |depth: u8, best: &str| {
            let position = PositionRecord {
                best_moves: vec![best.to_owned()],
                ..PositionRecord::default()
            };
            let job = Job {
                id: JobId::default(),
                variant: String::new(),
                method: SearchMethod::Skeleton(Box::new(variants::PLAIN.options.into())),
                position: String::new(),
                root: Root::Chess(Chess::from_fen(fen).unwrap()),
                depth,
                limit: Limit {
                    nodes: Some(25),
                    stop_at_mate: false,
                },
                claim: None,
                if_missed: Some(IfMissed {
                    nodes: 55,
                    position: position.into(),
                }),
                is_compared: false,
            };
            let mut received = Vec::new();
            let done = run(&job, &mut TenNodesADepth, None, |iteration, _| {
                received.push(iteration.depth);
                ControlFlow::Continue(())
            });
            let done = done.unwrap();
            let depths: Vec<u8> = done.iterations.iter().map(|one| one.depth).collect();
            assert_eq!(received, depths);
            (done.depth(), done.ended, done.nodes)
        };
        assert_eq!(run_to(9, "a2a1"), (2, Ended::Nodes, 25));
        assert_eq!(run_to(9, "a2a8"), (5, Ended::Nodes, 55));
        assert_eq!(run_to(9, "a2a7"), (5, Ended::Nodes, 55));
        assert_eq!(run_to(3, "a2a7"), (3, Ended::Depth, 30));
        // It ended at its depth: more nodes change nothing.
        assert_eq!(run_to(2, "a2a7"), (2, Ended::Depth, 20));
    }

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
