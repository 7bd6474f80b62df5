//! One node, or one move of it, about which a technique is asked in tests.

use super::{MadeMove, Node};
use crate::{
    eval::Evaluation,
    game::{Game, MoveKind, chess::Chess},
    score::Score,
    units::{Depth, Ply},
    window::Window,
};

/// Asks about a node of the position after `change`. Before it, the node is one ply below the root at depth 4, with the null window
/// that ends at 0 and the material as its evaluation.
pub(super) fn at<A>(
    fen: &str,
    change: impl FnOnce(&mut Node<'_, Chess>),
    ask: impl FnOnce(&Node<'_, Chess>) -> A,
) -> A {
    let position = Chess::from_fen(fen).unwrap();
    let mut node = node(&position);
    change(&mut node);
    ask(&node)
}

fn node(position: &Chess) -> Node<'_, Chess> {
    Node::new(
        position,
        Ply::new(1),
        Depth::new(4),
        below(0),
        position.in_check(),
        Evaluation::Material,
    )
}

/// Asks about a move of such a node after `change`. Before it, the move is the first of the node.
pub(super) fn at_move<A>(
    fen: &str,
    notation: &str,
    change: impl FnOnce(&mut Node<'_, Chess>, &mut MadeMove<'_, Chess>),
    ask: impl FnOnce(&Node<'_, Chess>, &MadeMove<'_, Chess>) -> A,
) -> A {
    let position = Chess::from_fen(fen).unwrap();
    let mut found = None;
    position.for_each_move(MoveKind::All, |mv| {
        if position.notation(mv) == notation {
            found = Some(mv);
        }
    });
    let mv = found.unwrap_or_else(|| panic!("{notation} is no move of {fen}"));
    let after = position.play(mv);
    let mut made = MadeMove {
        position: &position,
        after: &after,
        mv,
        number: 0,
        gives_check: after.in_check(),
        history: 0,
        reduction: 0,
    };
    let mut node = node(&position);
    change(&mut node, &mut made);
    ask(&node, &made)
}

/// The null window that ends at this number of centipawns.
pub(super) fn below(beta: i32) -> Window {
    Window::null_below(Score::evaluation(beta))
}

/// The null window that begins at this number of centipawns.
pub(super) fn above(alpha: i32) -> Window {
    Window::null_above(Score::evaluation(alpha))
}
