//! One rule for each technique: its parameters with their defaults, and where it acts.
//!
//! Each rule is written from the technique's condition as `plybench techniques` prints it, not from its code. The checker asks
//! every rule wherever the technique could act; a step that no rule demands is an error, and so is a missing one.

mod check_extension;
mod enhanced_transposition_cutoff;
mod futility;
mod internal_iterative_deepening;
mod late_move_reduction;
mod mate_distance;
mod null_move;
mod prob_cut;
mod razoring;
mod singular_extension;

pub(crate) use self::{
    check_extension::CheckExtension,
    enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
    futility::Futility,
    internal_iterative_deepening::InternalIterativeDeepening,
    late_move_reduction::LateMoveReduction,
    mate_distance::{Clamped, MateDistance, Point},
    null_move::NullMove,
    prob_cut::ProbCut,
    razoring::Razoring,
    singular_extension::SingularExtension,
};

/// The techniques by place: steps name the technique that they are credited to by its number in this list.
pub(crate) const NAMES: [&str; 10] = [
    "mate-distance",
    CheckExtension::NAME,
    EnhancedTranspositionCutoff::NAME,
    Razoring::NAME,
    NullMove::NAME,
    Futility::NAME,
    LateMoveReduction::NAME,
    SingularExtension::NAME,
    ProbCut::NAME,
    InternalIterativeDeepening::NAME,
];

/// The place of mate distance pruning.
pub(crate) const MATE_DISTANCE: u8 = 0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_stands_at_its_place() {
        for (name, place) in [
            ("mate-distance", MATE_DISTANCE),
            (CheckExtension::NAME, CheckExtension::PLACE),
            (
                EnhancedTranspositionCutoff::NAME,
                EnhancedTranspositionCutoff::PLACE,
            ),
            (Razoring::NAME, Razoring::PLACE),
            (NullMove::NAME, NullMove::PLACE),
            (Futility::NAME, Futility::PLACE),
            (LateMoveReduction::NAME, LateMoveReduction::PLACE),
            (SingularExtension::NAME, SingularExtension::PLACE),
            (ProbCut::NAME, ProbCut::PLACE),
            (
                InternalIterativeDeepening::NAME,
                InternalIterativeDeepening::PLACE,
            ),
        ] {
            assert_eq!(NAMES[usize::from(place)], name);
        }
    }
}
