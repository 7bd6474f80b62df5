//! The line of a mate: the shortest mate against the longest defence.
//!
//! The search proves that each defence is too short, but not which one is the longest. So each reply is asked about: the longest is
//! one after which there is no mate in fewer moves than are left.

use plybench_engine::game::{
    Game, MoveKind,
    chess::{Chess, ChessMove},
};

use super::question::{AskError, Asker};

/// The line of a shortest mate in `moves` that begins with this move.
pub(super) fn line(
    asker: &mut Asker<'_>,
    root: &Chess,
    first: ChessMove,
    moves: u8,
) -> Result<Vec<String>, AskError> {
    let (mut position, mut line) = (root.clone(), Vec::new());
    let mut next = Some(first);
    for left in (0..moves).rev() {
        let Some(mv) = next else { break };
        line.push(position.notation(mv));
        position = position.play(mv);
        if left == 0 {
            break;
        }
        let Some(reply) = longest_defence(asker, &position, left)? else {
            break;
        };
        line.push(position.notation(reply));
        position = position.play(reply);
        next = asker.ask(&position, left)?.first_move;
    }
    Ok(line)
}

/// The first reply after which the other side needs all the moves that it has left. There is one, since the mate is a shortest.
fn longest_defence(
    asker: &mut Asker<'_>,
    position: &Chess,
    left: u8,
) -> Result<Option<ChessMove>, AskError> {
    let mut replies = Vec::new();
    position.for_each_move(MoveKind::All, |mv| replies.push(mv));
    for &reply in &replies {
        let after = position.play(reply);
        if left == 1 || asker.ask(&after, left - 1)?.first_move.is_none() {
            return Ok(Some(reply));
        }
    }
    Ok(None)
}
