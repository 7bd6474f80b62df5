//! Running jobs: a position searched by a variant, iteration by iteration.

mod estimate;
mod memory;
mod parallel;

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
    parallel::{Finished, RunError, run_all},
};
use crate::{
    plan::{Job, Root},
    store::{CutsByPly, EndCounts, Ended, JobEnd, Record, Timing},
};

/// Searches a job's position, whichever game it is of, and hands over a record and a timing for each
/// completed iteration; the receiver may end the search, as may the flag. Its table takes the memory that the
/// last job had.
///
/// # Errors
/// If the job's table does not fit into memory.
pub fn run(
    job: &Job,
    memory: &mut Memory,
    stop: Option<&AtomicBool>,
    receive: impl FnMut(Record, Timing) -> ControlFlow<()>,
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
    mut receive: impl FnMut(Record, Timing) -> ControlFlow<()>,
) -> Result<JobEnd, OutOfMemory> {
    let id = job.id();
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
            let timing = Timing {
                job: id.clone(),
                depth: iteration.depth,
                seconds: began.elapsed().as_secs_f64(),
                host: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
                build: env!("CARGO_PKG_VERSION").to_owned(),
            };
            depth = iteration.depth;
            let plies = iteration.score.mate_plies();
            proved = plies.is_some_and(|plies| u16::from(iteration.depth) >= plies);
            let go_on = receive(record((job, &id), root, iteration, counters), timing);
            if job.limit.stop_at_mate && proved {
                return ControlFlow::Break(());
            }
            go_on
        });
    Ok(JobEnd {
        job: id,
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
    (job, id): (&Job, &str),
    root: &G,
    iteration: &Iteration<G::Move>,
    counters: &Counters,
) -> Record {
    let pv = notation(root, &iteration.pv);
    Record {
        job: id.to_owned(),
        variant: job.variant.clone(),
        position: job.position.clone(),
        depth: iteration.depth,
        score: iteration.score.into(),
        nodes: iteration.nodes,
        nodes_to_pv: iteration.nodes_to_pv,
        best_move: pv.first().cloned(),
        pv,
        ends: EndCounts::from(counters),
        mdp_cuts: counters.mdp_cuts(),
        mdp_narrowed: counters.mdp_narrowed,
        table_hits: counters.table_hits,
        table_overwrites: counters.table_overwrites,
        cuts_by_ply: CutsByPly::from(counters),
        beta_cutoffs_by_move: counters.cutoffs_by_move().to_vec(),
        beta_cutoffs_by_ply: counters.cutoffs_by_ply().to_vec(),
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
