//! Bugs of counting: the tree is right, and the numbers are not.

use plybench_engine::search::Conventions;

use super::Mutant;
use crate::verify::TestedSearch;

struct QuiescenceCountedTwice;
impl Conventions for QuiescenceCountedTwice {
    fn counts_node(&self, in_quiescence: bool) -> u64 {
        1 + u64::from(in_quiescence)
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    vec![Mutant::new(
        "nodes-counted-twice",
        "nodes of quiescence are counted twice",
        "Luecx/Koivisto #229 (2023)",
        "wrong node counts and node rates; the moves are right",
        TestedSearch::conventions(&QuiescenceCountedTwice),
    )]
}
