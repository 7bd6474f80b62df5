//! The smallest proofs of a mate, which no search that proves it can undercut.

use plybench_analysis::published::MinimalProof;
use plybench_engine::game::chess::Chess;
use plybench_oracle::{
    Oracle,
    proof::{LinesEnd, proof, refutation},
};

/// The most men on a board whose table is built faster than a stored one is read.
const FEW_MEN: u32 = 3;

/// The nodes of the smallest graph found that proves a mate in this many plies, and of the one that refutes every shorter mate, 0 for a
/// mate in 1. None if there is no such mate, or the board has more than three men.
pub fn smallest_graphs(oracle: &mut Oracle, root: &Chess, plies: u16) -> Option<(usize, usize)> {
    if has_many_men(root) {
        return None;
    }
    let mate = proof(oracle, root, plies).ok()??.graph;
    let no_sooner = match plies.checked_sub(2) {
        Some(plies) => {
            let refuted = refutation(oracle, root, plies, LinesEnd::InTime);
            refuted.ok()??.graph
        }
        None => 0,
    };
    Some((mate, no_sooner))
}

fn has_many_men(root: &Chess) -> bool {
    root.board().occupied().len() > FEW_MEN
}

/// The least numbers of nodes that prove a mate in this many plies, and that none is shorter. None if there is no such mate, or the
/// board has more than three men.
#[must_use]
pub fn smallest_proof(root: &Chess, plies: u16) -> Option<MinimalProof> {
    if has_many_men(root) {
        return None;
    }
    let mut oracle = Oracle::in_memory();
    let mate = proof(&mut oracle, root, plies).ok()??;
    let mut sooner = |end| {
        let found = refutation(&mut oracle, root, plies.checked_sub(2)?, end).ok()??;
        Some((found.tree, found.graph))
    };
    Some(MinimalProof {
        proof: (mate.tree, mate.graph),
        refutation: sooner(LinesEnd::InTime)?,
        without_material: sooner(LinesEnd::WithoutMaterial)?,
    })
}
