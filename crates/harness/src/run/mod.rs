//! Running jobs: a position searched by a variant, iteration by iteration.

mod estimate;
mod memory;
mod parallel;
mod session;
mod threads;
mod ticker;

use std::{ops::ControlFlow, sync::atomic::AtomicBool, time::Instant};

use plybench_engine::{
    game::Game,
    observe::Counters,
    search::{Iteration, Limits, Search, Stop},
    table::{OutOfMemory, Table},
};

pub use self::{
    estimate::{Effort, Estimate, Range, estimate},
    memory::Memory,
    parallel::{Finished, ParallelError, Watch, run_all},
    session::{Session, SessionError, Summary},
    threads::{STACK_BYTES, cores, on_a_searching_thread, start_pool},
    ticker::Ticker,
};
use crate::{
    plan::{Job, Root},
    store::{Counts, Ended, JobEnd, Record},
};

/// Searches a job's position, whichever game it is of, and hands over a record for each completed iteration, with the
/// seconds since it began; the receiver may end the search, as may the flag. Its table takes the memory that the
/// last job had.
///
/// # Errors
/// If the job's table does not fit into memory.
pub fn run(
    job: &Job,
    memory: &mut Memory,
    stop: Option<&AtomicBool>,
    receive: impl FnMut(Record, f64) -> ControlFlow<()>,
) -> Result<JobEnd, OutOfMemory> {
    // Never both: a job takes the memory of one table.
    match &job.root {
        Root::Chess(position) => {
            memory.trees = Table::default();
            search((job, position), &mut memory.chess, stop, receive)
        }
        Root::Tree(tree) => {
            memory.chess = Table::default();
            search((job, &tree.root()), &mut memory.trees, stop, receive)
        }
    }
}

/// The same, where the game is known.
fn search<G: Game>(
    (job, root): (&Job, &G),
    memory: &mut Table<G::Move>,
    stop: Option<&AtomicBool>,
    mut receive: impl FnMut(Record, f64) -> ControlFlow<()>,
) -> Result<JobEnd, OutOfMemory> {
    let began = Instant::now();
    let (mut depth, mut proved) = (0, false);
    let outcome = Search::new(root, &job.options)
        .observed_by(Counters::default())
        .in_memory_of(memory)
        .limited(Limits {
            nodes: job.limit.nodes,
            stop,
        })
        .to_depth(job.depth, |iteration, counters| {
            depth = iteration.depth;
            let plies = iteration.score.mate_plies();
            proved = plies.is_some_and(|plies| u16::from(iteration.depth) >= plies);
            let go_on = receive(
                record(job, root, iteration, counters),
                began.elapsed().as_secs_f64(),
            );
            if job.limit.stop_at_mate && proved {
                return ControlFlow::Break(());
            }
            go_on
        });
    Ok(JobEnd {
        job: job.id,
        variant: job.variant.clone(),
        position: job.position.clone(),
        ended: match outcome.stop {
            Stop::Depth => Ended::Depth,
            Stop::Nodes => Ended::Nodes,
            Stop::Asked if job.limit.stop_at_mate && proved => Ended::Mate,
            Stop::Asked => Ended::Stopped,
            Stop::Memory(error) => return Err(error),
        },
        depth,
        nodes: outcome.nodes,
    })
}

fn record<G: Game>(
    job: &Job,
    root: &G,
    iteration: &Iteration<G::Move>,
    counters: &Counters,
) -> Record {
    Record {
        job: job.id,
        variant: job.variant.clone(),
        position: job.position.clone(),
        depth: iteration.depth,
        score: iteration.score.into(),
        bound: None,
        nodes: iteration.nodes,
        pv: notation(root, &iteration.pv),
        counts: Counts::of(iteration.nodes_to_pv, counters),
    }
}

/// A line of moves in the game's own notation: UCI in chess.
fn notation<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    line.iter()
        .map(|&mv| {
            let text = position.notation(mv);
            position = position.play(mv);
            text
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU16, Ordering},
        thread,
    };

    use plybench_engine::{
        game::chess::Chess,
        observe::{End, SearchObserver},
        score::Score,
        techniques::{Limited, check_extension::CheckExtension},
        units::{Depth, MAX_DEPTH, Ply},
        variants,
        window::Window,
    };

    use super::*;

    /// The deepest ply that was left.
    struct Deepest<'a>(&'a AtomicU16);

    impl SearchObserver for Deepest<'_> {
        fn left(&mut self, ply: Ply, _: End, _: Score) {
            self.0.fetch_max(ply.plies(), Ordering::Relaxed);
        }
    }

    #[test]
    fn a_line_of_the_largest_depth_takes_less_than_half_of_the_stack() {
        let root = Chess::from_fen("8/7K/8/8/8/8/R7/7k w - - 0 1").unwrap();
        let mut options = variants::PLAIN.options;
        options.techniques.check_extension = Some(Limited::everywhere(CheckExtension::DEFAULT));
        let deepest = AtomicU16::new(0);
        let limits = Limits {
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
