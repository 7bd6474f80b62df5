//! Bugs of the formulas and of the knowledge that today's techniques share: who is improving, which node is expected to fail high, by
//! how much a move is reduced, and what history says of it.

use cozy_chess::Piece;
use plybench_engine::{
    game::{Game, chess::Chess},
    score::Score,
    techniques::{
        BuiltIn, Effect, Limited, MadeMove, Margins, Node, SubSearch, Technique,
        delta_pruning::DeltaPruning,
        exchange_pruning::ExchangePruning,
        futility::Futility,
        hindsight::Hindsight,
        history_pruning::HistoryPruning,
        internal_iterative_reduction::InternalIterativeReduction,
        late_move_pruning::LateMovePruning,
        late_move_reduction::{LateMoveReduction, ReductionFormula},
        limited_razoring::LimitedRazoring,
        null_move::{NullMove, Verification},
        reverse_futility::ReverseFutility,
        singular_extension::SingularExtension,
    },
    units::Depth,
};

use super::{Mutant, alone, altered, altered_of, planted};
use crate::verify::TestedSearch;

/// Takes a side that falls behind for one that improves.
struct ImprovesBackwards;
impl Technique<Chess> for ImprovesBackwards {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let mut other = node.with_window(node.window);
        let now = node.static_evaluation();
        other.evaluation_two_plies_up = node
            .evaluation_two_plies_up
            .map(|earlier| now + now - earlier);
        LateMovePruning::DEFAULT.prunes(&other, mv)
    }
}

/// Skips late captures as well.
struct LateCapturesSkipped;
impl Technique<Chess> for LateCapturesSkipped {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let depth = usize::from(node.depth.plies());
        let is_late_capture = node.window.is_null()
            && !node.in_check
            && !node.in_quiescence
            && mv.number > 2 + depth * depth
            && !mv.is_quiet();
        is_late_capture || LateMovePruning::DEFAULT.prunes(node, mv)
    }
}

/// Skips moves that win material.
struct ExchangeBackwards;
impl Technique<Chess> for ExchangeBackwards {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let wins = node.position.exchange(mv.mv).is_some_and(|gain| gain > 0);
        wins && node.in_quiescence && !node.in_check || ExchangePruning::DEFAULT.prunes(node, mv)
    }
}

/// Whether the move is skipped if exchanges are evaluated by this rule of which pieces may capture.
fn prunes_by(
    rule: fn(Piece, bool) -> bool,
    node: &Node<'_, Chess>,
    mv: &MadeMove<'_, Chess>,
) -> bool {
    let least = ExchangePruning::DEFAULT.least_gain(node, mv);
    least.is_some_and(|least| node.position.exchange_by(mv.mv, rule) < least)
}

/// Lets pinned pieces capture.
struct ExchangeForgetsPins;
impl Technique<Chess> for ExchangeForgetsPins {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let rule = |piece, exposes_king: bool| piece != Piece::King || !exposes_king;
        prunes_by(rule, node, mv)
    }
}

/// Lets the king capture what is protected.
struct ExchangeForgetsTheKing;
impl Technique<Chess> for ExchangeForgetsTheKing {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let rule = |piece, exposes_king: bool| piece == Piece::King || !exposes_king;
        prunes_by(rule, node, mv)
    }
}

/// Futility by the depth to which the move would be searched.
const BY_REDUCED_DEPTH: Futility = Futility {
    max_depth: 8,
    by_reduced_depth: true,
    ..Futility::DEFAULT
};

/// Lets a move be reduced below depth 0, so that its margin is smaller than the constant term, or negative.
struct NegativeMargin;
impl Technique<Chess> for NegativeMargin {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let below = i32::from(mv.reduction) + 1 - i32::from(node.depth.plies());
        let smaller = Futility {
            base: BY_REDUCED_DEPTH
                .base
                .saturating_sub(BY_REDUCED_DEPTH.per_ply * below.max(0) as u16),
            ..BY_REDUCED_DEPTH
        };
        smaller.prunes(node, mv)
    }
}

/// Reduces nodes whatever the table knows.
struct ReducesDespiteAMove;
impl Technique<Chess> for ReducesDespiteAMove {
    fn node_depth(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Depth {
        let mut other = node.with_window(node.window);
        other.entry = None;
        InternalIterativeReduction::DEFAULT.node_depth(&other, below)
    }
}

/// A null move whose verification does not pass again for three quarters of its plies.
const GUARDED: NullMove = NullMove {
    reduction: 1,
    verify: true,
    verify_by: Verification::Guarded,
    ..NullMove::DEFAULT
};

/// Passes in the search that verifies a pass.
struct GuardForgotten;
impl Technique<Chess> for GuardForgotten {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let unguarded = NullMove {
            verify_by: Verification::Reduced,
            ..GUARDED
        };
        unguarded.cutoff(node, below)
    }
}

/// Skips evasions.
struct DeltaInCheck;
impl Technique<Chess> for DeltaInCheck {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let mut other = node.with_window(node.window);
        other.in_check = false;
        DeltaPruning::DEFAULT.prunes(&other, mv)
    }
}

/// Every quiet move that failed more often than not is skipped.
const ANY_BAD_HISTORY: HistoryPruning = HistoryPruning {
    margin: 0,
    ..HistoryPruning::DEFAULT
};

/// Reads the score as the other side's.
struct HistoryOfTheOtherSide;
impl Technique<Chess> for HistoryOfTheOtherSide {
    fn prunes(&self, node: &Node<'_, Chess>, mv: &MadeMove<'_, Chess>) -> bool {
        let history = -mv.history;
        ANY_BAD_HISTORY.prunes(node, &MadeMove { history, ..*mv })
    }
}

/// Returns the mean of the evaluation and beta, and compares an evaluation with a mate.
struct MeanWithAMate;
impl Technique<Chess> for MeanWithAMate {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let beta = node.window.beta();
        if beta.is_loss() && node.window.is_null() && !node.in_check && !node.in_quiescence {
            let mean = (node.static_evaluation() + i32::from(beta.raw())) / 2;
            return Some(Score::evaluation(mean));
        }
        ReverseFutility::DEFAULT.cutoff(node, below)
    }
}

/// An improving side needs less.
const LESS_IF_IMPROVING: ReverseFutility = ReverseFutility {
    less_if_improving: 200,
    ..ReverseFutility::DEFAULT
};

/// Lets the margin of an improving side become negative: a node fails high with an evaluation below beta.
struct FailsHighBelowBeta;
impl Technique<Chess> for FailsHighBelowBeta {
    fn cutoff(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Option<Score> {
        let margin = LESS_IF_IMPROVING.margin * u16::from(node.depth.plies().min(8));
        let missing = LESS_IF_IMPROVING.less_if_improving.saturating_sub(margin);
        if !node.is_improving() || missing == 0 {
            return LESS_IF_IMPROVING.cutoff(node, below);
        }
        let beta = node.window.beta().centipawns()?;
        let is_cut = node.window.is_null()
            && !node.in_check
            && !node.in_quiescence
            && node.static_evaluation() + i32::from(missing) >= beta;
        is_cut.then(|| Score::evaluation(node.static_evaluation()))
    }
}

/// Gives a ply back after moves that were reduced by a ply.
struct HindsightTooSoon;
impl Technique<Chess> for HindsightTooSoon {
    fn node_depth(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Depth {
        let mut other = node.with_window(node.window);
        if other.inherited.reduction > 0 {
            other.inherited.reduction = other.inherited.reduction.max(3);
        }
        Hindsight::DEFAULT.node_depth(&other, below)
    }
}

/// Razoring that acts often.
const RAZORS_EARLY: LimitedRazoring = LimitedRazoring {
    margin: 50,
    depth: 2,
    min_pieces: 0,
};

/// Reduces nodes in check, whose evaluation says little.
struct RazorsInCheck;
impl Technique<Chess> for RazorsInCheck {
    fn node_depth(&self, node: &Node<'_, Chess>, below: &mut dyn SubSearch<Chess>) -> Depth {
        let mut other = node.with_window(node.window);
        other.in_check = false;
        RAZORS_EARLY.node_depth(&other, below)
    }
}

/// A technique that acts at every node.
fn on<T>(technique: T) -> Option<Limited<T>> {
    Some(Limited::everywhere(technique))
}

/// Moves that are reduced by several plies.
fn far_reduced() -> BuiltIn {
    BuiltIn {
        late_move_reduction: on(LateMoveReduction {
            formula: ReductionFormula::Roots,
            min_depth: 2,
            ..LateMoveReduction::DEFAULT
        }),
        ..BuiltIn::OFF
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    let unknown = "no engine is known to have shipped it by mistake";
    let mutant = |name, bug, source, symptom, search: TestedSearch| {
        Mutant::new(name, bug, source, symptom, search).promising(Effect::Heuristic)
    };
    vec![
        mutant(
            "improving-after-check",
            "the evaluation in check, which says little, decides whether a side is improving",
            "Alexandria #571; Lynx #1124 (2024), #2270; Stormphrax #38",
            "other counts in every technique that uses it",
            planted(|search| search.remembers_evaluation = |_| true),
        )
        .with(alone("late-move-pruning")),
        mutant(
            "improving-inverted",
            "a side that falls behind is taken for one that improves",
            unknown,
            "too few moves are searched where they matter",
            altered(&ImprovesBackwards, "late-move-pruning"),
        ),
        mutant(
            "late-captures-skipped",
            "late captures are skipped by their number, as quiet moves are",
            unknown,
            "tactics are overlooked",
            altered(&LateCapturesSkipped, "late-move-pruning"),
        ),
        mutant(
            "exchange-inverted",
            "quiescence skips the captures that win material",
            unknown,
            "hanging pieces are overlooked",
            altered(&ExchangeBackwards, "exchange-pruning"),
        ),
        mutant(
            "exchange-forgets-pins",
            "pinned pieces capture in exchanges",
            "pkrisz99/Renegade #128 (2025); mcthouacbb/Sirius #278 (2025); Ciekce/Stormphrax #228 (2025)",
            "moves look worse or better than they are; 5 Elo in Renegade's test",
            altered(&ExchangeForgetsPins, "exchange-pruning"),
        ),
        mutant(
            "exchange-forgets-the-king",
            "the king captures protected pieces in exchanges",
            "casanche/casanchess #80 (2026); Orbital-Web/Raphael #54 (2026)",
            "wrong values where the king recaptures; 13 Elo in casanchess's test",
            altered(&ExchangeForgetsTheKing, "exchange-pruning"),
        ),
        mutant(
            "futility-negative-depth",
            "a move reduced below depth 0 has a negative depth, and its margin shrinks",
            "Stockfish #587, hidden by move count pruning",
            "moves are skipped that futility should keep; only if nothing else skips them before",
            altered_of(
                &NegativeMargin,
                BuiltIn {
                    futility: on(BY_REDUCED_DEPTH),
                    ..BuiltIn::OFF
                },
            ),
        )
        .with(BuiltIn {
            late_move_reduction: on(LateMoveReduction {
                reduction: 4,
                full_depth_moves: 1,
                min_depth: 2,
                ..LateMoveReduction::DEFAULT
            }),
            ..BuiltIn::OFF
        }),
        mutant(
            "reduced-despite-a-move",
            "a node is reduced although the table has a move for it",
            unknown,
            "the search is a ply shallower",
            altered(&ReducesDespiteAMove, "internal-iterative-reduction"),
        ),
        mutant(
            "cut-nodes-everywhere",
            "nodes with an open window are expected to fail high",
            unknown,
            "the principal variation passes",
            planted(|search| search.expects_cut = |_| true),
        )
        .with(BuiltIn {
            null_move: on(NullMove {
                only_at_cut_nodes: true,
                ..NullMove::DEFAULT
            }),
            ..BuiltIn::OFF
        }),
        mutant(
            "null-move-guard-forgotten",
            "the search that verifies a pass passes again at once",
            unknown,
            "zugzwang is overlooked",
            altered_of(
                &GuardForgotten,
                BuiltIn {
                    null_move: on(GUARDED),
                    ..BuiltIn::OFF
                },
            ),
        ),
        mutant(
            "delta-in-check",
            "quiescence skips evasions",
            unknown,
            "mates are overlooked",
            altered(&DeltaInCheck, "delta-pruning"),
        ),
        mutant(
            "history-of-the-other-side",
            "a history score is read with the sign of the other side",
            unknown,
            "good moves are skipped",
            altered_of(
                &HistoryOfTheOtherSide,
                BuiltIn {
                    history_pruning: on(ANY_BAD_HISTORY),
                    ..BuiltIn::OFF
                },
            ),
        ),
        mutant(
            "malus-unsearched",
            "moves that were skipped lose history score, as if they had been searched in vain",
            "Lynx #610 (2024), mended before it was merged",
            "another order of moves",
            planted(|search| search.punishes = |_| true),
        )
        .with(BuiltIn {
            futility: on(Futility {
                margins: Margins::of(&[0, 100, 200]),
                ..Futility::DEFAULT
            }),
            ..BuiltIn::OFF
        }),
        mutant(
            "exclusion-in-the-table",
            "a search that leaves out a move reads and writes the table",
            "Stockfish #4380 (2023) forbids table cutoffs there",
            "wrong values in the table; the tree explodes",
            planted(|search| search.exclusion_uses_table = || true),
        )
        .with(BuiltIn {
            singular_extension: on(SingularExtension {
                min_depth: 3,
                margin: 0,
                ..SingularExtension::DEFAULT
            }),
            ..BuiltIn::OFF
        }),
        mutant(
            "mean-with-a-mate",
            "reverse futility returns the mean of the evaluation and beta where beta is a mate",
            "Stockfish #4944",
            "values that nothing has; seen only at greater depth",
            altered(&MeanWithAMate, "reverse-futility"),
        ),
        mutant(
            "fails-high-below-beta",
            "the margin of reverse futility becomes negative for an improving side",
            unknown,
            "a node fails high with a value below beta",
            altered_of(
                &FailsHighBelowBeta,
                BuiltIn {
                    reverse_futility: on(LESS_IF_IMPROVING),
                    ..BuiltIn::OFF
                },
            ),
        ),
        mutant(
            "hindsight-too-soon",
            "a ply is given back after moves that were reduced by less than the condition says",
            unknown,
            "reductions save less than they should",
            altered(&HindsightTooSoon, "hindsight"),
        )
        .with(far_reduced()),
        mutant(
            "razoring-of-evasions",
            "a node in check is searched one ply less because of its evaluation",
            unknown,
            "mates are found later",
            altered_of(
                &RazorsInCheck,
                BuiltIn {
                    limited_razoring: on(RAZORS_EARLY),
                    ..BuiltIn::OFF
                },
            ),
        ),
    ]
}
