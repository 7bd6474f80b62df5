//! Which values are exact whatever the window was: all moves of the node were searched, and what is known of their values leaves one.
//!
//! A search that fails low says "at most" of a node whose moves it has all searched exactly. A reader of its tree sees the exact value.

use plybench_checker::trace::{Bound, End};

use super::{Branch, Side, TreeNode};

/// Whether the value of a node is exact by those of the nodes below it, for which this is known.
pub(super) fn is_exact(nodes: &[TreeNode], place: usize) -> bool {
    let node = &nodes[place];
    if node.visit.end != End::Expanded || node.visit.in_quiescence {
        return false;
    }
    let is_max = node.side() == Side::Max;
    let mut least = i16::MIN;
    let mut most = i16::MIN;
    let mut before = None;
    // As the side to move sees them. Of a move that is searched again, the last search counts.
    for branch in node.branches.iter().rev() {
        let Branch::Searched(below) = *branch else {
            return false;
        };
        let below = &nodes[below];
        if !below.visit.is_of_move() || before.replace(below.visit.mv) == Some(below.visit.mv) {
            continue;
        }
        let Some(value) = below.value() else {
            return false;
        };
        let (value, low, high) = match is_max {
            true => (value, Bound::Lower, Bound::Upper),
            false => (-value, Bound::Upper, Bound::Lower),
        };
        let bound = below.bound();
        least = least.max(if bound == high { i16::MIN } else { value });
        most = most.max(if bound == low { i16::MAX } else { value });
    }
    let value = node
        .value()
        .map(|value| if is_max { value } else { -value });
    least == most && value == Some(least)
}
