//! The forms of mate distance pruning.

use plybench_checker::{
    game::Recorded,
    rules::MateDistance,
    value::{MATE, MOST_EVALUATION, is_win, shifted},
};

use super::searched::ReferenceNode;

/// The result of comparing a window with the values that a node can have.
pub(super) enum Clamped {
    /// The window in which the search goes on.
    Open(i32, i32),
    /// The value that the node returns.
    Closed(i32),
}

/// The window of a node at `ply`, which is not the root, narrowed to the values that it can have.
pub(super) fn clamp<G: Recorded>(form: MateDistance, node: &ReferenceNode<'_, G>) -> Clamped {
    let &ReferenceNode {
        ply, alpha, beta, ..
    } = node;
    let lowest = -MATE + ply;
    let loose = MATE - ply;
    let tight = MATE - ply - 1;
    let (a, b) = match form {
        MateDistance::Stockfish | MateDistance::InQuiescence | MateDistance::AfterProbe => {
            (alpha.max(lowest), beta.min(tight))
        }
        MateDistance::Cpw => {
            let (a, b) = (alpha.max(lowest), beta.min(loose));
            if alpha >= b {
                return Clamped::Closed(b);
            }
            (a, b)
        }
        MateDistance::Vipermate if alpha < lowest => (lowest, beta),
        MateDistance::Vipermate | MateDistance::UpperOnlyLoose => (alpha, beta.min(loose)),
        MateDistance::LowerOnly => (alpha.max(lowest), beta),
        MateDistance::UpperOnlyTight => (alpha, beta.min(tight)),
        MateDistance::TestOnly => {
            let a = alpha.max(lowest);
            if a >= beta.min(tight) {
                return Clamped::Closed(a);
            }
            (alpha, beta)
        }
        MateDistance::CheckAware => {
            let is_in_check = node.position.in_check();
            let earliest = if is_in_check { lowest } else { lowest + 2 };
            (alpha.max(earliest), beta.min(tight))
        }
        MateDistance::Fruit => {
            let is_checkmate = node.is_in_check() && !node.position.has_legal_move();
            let earliest = if is_checkmate { lowest } else { lowest + 2 };
            if alpha >= tight {
                return Clamped::Closed(tight);
            }
            (alpha.max(earliest), beta.min(tight))
        }
        MateDistance::ZeroWindowOnly => {
            if beta == alpha + 1 && alpha >= loose {
                return Clamped::Closed(alpha);
            }
            (alpha, beta)
        }
        MateDistance::Off
        | MateDistance::MicroMax
        | MateDistance::DelayedLoss
        | MateDistance::MateHolds
        | MateDistance::DepthClamp => (alpha, beta),
    };
    if a >= b {
        Clamped::Closed(a)
    } else {
        Clamped::Open(a, b)
    }
}

/// The depth that suffices if alpha is a mate in n plies from the root: what the longest faster mate of the side to move needs, and
/// one ply to detect it.
pub(super) fn enough_depth(form: MateDistance, ply: i32, depth: i32, alpha: i32) -> i32 {
    if form != MateDistance::DepthClamp || !is_win(alpha) {
        return depth;
    }
    let to_beat = MATE - alpha;
    let faster = (0..to_beat)
        .rev()
        .find(|mate| (mate - ply).rem_euclid(2) == 1);
    depth.min(faster.unwrap_or(ply - 1) - ply + 1).max(0)
}

/// The window in which a value has to be searched that the delayed-loss bonus changes.
pub(super) fn before_bonus(evaluation: i32, alpha: i32, beta: i32) -> (i32, i32) {
    let lowered = |bound: i32| shifted(bound, -1).unwrap_or(bound);
    let a = if alpha < evaluation && alpha.abs() <= MOST_EVALUATION {
        alpha - 1
    } else {
        alpha
    };
    let b = if beta <= evaluation {
        lowered(beta)
    } else {
        beta
    };
    if a < b { (a, b) } else { (alpha, beta) }
}

/// The value with the bonus.
pub(super) fn with_bonus(evaluation: i32, value: i32) -> i32 {
    if value < evaluation {
        shifted(value, 1).unwrap_or(value)
    } else {
        value
    }
}
