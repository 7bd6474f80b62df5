//! Running one job: a position searched by a variant, iteration by iteration.

use std::{ops::ControlFlow, sync::atomic::AtomicBool, time::Instant};

use plybench_engine::{
    game::{Game, chess::Chess},
    observe::Counters,
    search::{Iteration, Limits, Outcome, Search, SearchOptions},
};

use crate::store::{EndCounts, Record, Timing, job_id};

/// A position, a variant and a depth, with the names that the records give them.
#[derive(Clone, Debug)]
pub struct Job {
    /// The variant's name.
    pub variant: String,
    /// Its settings.
    pub options: SearchOptions,
    /// The position's name.
    pub position: String,
    /// The position itself.
    pub root: Chess,
    /// How deep to search.
    pub depth: u8,
    /// The most nodes to enter, if there is a limit.
    pub nodes: Option<u64>,
}

/// Searches a job and hands over a record and a timing for each completed iteration; the receiver
/// may end the search, as may the flag.
pub fn run(
    job: &Job,
    stop: Option<&AtomicBool>,
    mut receive: impl FnMut(Record, Timing) -> ControlFlow<()>,
) -> Outcome {
    let id = job_id(&job.root.fen(), &job.options);
    let began = Instant::now();
    Search::new(&job.root, &job.options)
        .observed_by(Counters::default())
        .limited(Limits {
            nodes: job.nodes,
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
            receive(record(job, &id, iteration, counters), timing)
        })
}

fn record(
    job: &Job,
    id: &str,
    iteration: &Iteration<<Chess as Game>::Move>,
    counters: &Counters,
) -> Record {
    let pv = notation(&job.root, &iteration.pv);
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
        mdp_cuts: counters.mdp_cuts,
        mdp_narrowed: counters.mdp_narrowed,
        table_hits: counters.table_hits,
        table_overwrites: counters.table_overwrites,
        beta_cutoffs_by_move: counters.cutoffs_by_move().to_vec(),
        beta_cutoffs_by_ply: counters.cutoffs_by_ply().to_vec(),
    }
}

/// A line of moves in UCI notation.
fn notation(root: &Chess, line: &[<Chess as Game>::Move]) -> Vec<String> {
    let mut position = root.clone();
    line.iter()
        .map(|&mv| {
            let text = position.notation(mv);
            position = position.play(mv);
            text
        })
        .collect()
}
