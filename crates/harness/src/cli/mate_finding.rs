//! The work to mates in a run with proof-number searches, with the smallest proofs of positions with few men.

use super::failure::Failure;
use plybench_analysis::mate_finding::{Counted, MateFinding};
use plybench_engine::game::chess::Chess;
use plybench_experiment::{finished_run::FinishedRun, searcher::plies_to};
use plybench_oracle::{
    Oracle,
    proof::{LinesEnd, proof, refutation},
};
use plybench_records::PositionRecord;
use plybench_report::run::{LeastNodes, Mates};

/// The most men on a board whose smallest proofs are found in a moment.
const FEW_MEN: u32 = 3;

/// The mates of a run; none if no variant is a proof-number search, or no mate is claimed.
pub(super) fn of_run(run: &FinishedRun) -> Result<Option<Mates<'_>>, Failure> {
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
    let mut oracle = Oracle::in_memory();
    let positions = found.positions.iter();
    let least: Vec<_> = positions
        .filter_map(|one| least(&mut oracle, one))
        .collect();
    Ok((!found.positions.is_empty()).then_some(Mates { found, least }))
}

/// The least nodes for a position; none if it has too many men, its claim is wrong, or the side to move is mated.
fn least(oracle: &mut Oracle, position: &PositionRecord) -> Option<LeastNodes> {
    let root = Chess::from_fen(&position.fen).ok()?;
    if root.board().occupied().len() > FEW_MEN {
        return None;
    }
    let moves = position.dtm.filter(|&moves| moves > 0)?;
    let plies = u16::from(plies_to(moves)?);
    let mate = proof(oracle, &root, plies).ok()??.graph as u64;
    let no_sooner = match plies.checked_sub(2) {
        Some(plies) => {
            refutation(oracle, &root, plies, LinesEnd::InTime)
                .ok()??
                .graph as u64
        }
        None => 0,
    };
    Some(LeastNodes {
        position: position.position.clone(),
        proof: mate,
        with_refutation: mate + no_sooner,
    })
}
