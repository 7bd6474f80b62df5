//! The work to mates in a run with proof-number searches, with the smallest proofs of positions with few men.

use super::failure::Failure;
use plybench_analysis::mate_finding::{Counted, MateFinding};
use plybench_conformance::mate::smallest_graphs;
use plybench_engine::game::chess::Chess;
use plybench_experiment::{finished_run::FinishedRun, searcher::plies_to};
use plybench_oracle::Oracle;
use plybench_records::PositionRecord;
use plybench_report::run::{LeastNodes, Mates};

/// The mates that a run finds; none if no variant is a proof-number search, or no mate is claimed.
pub(super) fn found(run: &FinishedRun) -> Result<Option<MateFinding<'_>>, Failure> {
    let experiment = &run.experiment;
    if experiment.solvers.is_empty() {
        return Ok(None);
    }
    let variants = run.variants().map(|name| {
        let is_solver = experiment.solvers.iter().any(|solver| solver.name == name);
        let is_program = experiment.engines.iter().any(|engine| engine.name == name);
        let counted = match (is_solver, is_program) {
            (true, _) => Counted::Created,
            (_, true) => Counted::Reported,
            _ => Counted::Nodes,
        };
        (name, counted)
    });
    let found = MateFinding::gather(run.positions(), variants.collect(), run.jobs())?;
    Ok((!found.positions.is_empty()).then_some(found))
}

/// The same with the smallest proofs.
pub(super) fn of_run(run: &FinishedRun) -> Result<Option<Mates<'_>>, Failure> {
    let Some(found) = found(run)? else {
        return Ok(None);
    };
    let mut oracle = Oracle::in_memory();
    let positions = found.positions.iter();
    let least: Vec<_> = positions
        .filter_map(|one| least(&mut oracle, one))
        .collect();
    Ok(Some(Mates { found, least }))
}

/// The least nodes for a position; none if it has too many men, its claim is wrong, or the side to move is mated.
fn least(oracle: &mut Oracle, position: &PositionRecord) -> Option<LeastNodes> {
    let root = Chess::from_fen(&position.fen).ok()?;
    let moves = position.dtm.filter(|&moves| moves > 0)?;
    let (proof, refutation) = smallest_graphs(oracle, &root, plies_to(moves)?.into())?;
    Some(LeastNodes {
        position: position.position.clone(),
        proof: proof as u64,
        with_refutation: (proof + refutation) as u64,
    })
}
