//! The answer by proof numbers, which whole positions show.

use plybench_df_pn::{Effort, Solution, Solver, Unsolved, Watch};
use plybench_engine::game::chess::{Chess, ChessMove};

use super::Problem;

/// A question that was answered on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The number of moves.
    pub moves: u8,
    /// What this question alone took.
    pub effort: Effort,
    /// Whether there is a mate in that many moves.
    pub is_mate: bool,
}

/// The answer to a problem, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The moves within which there is a mate, or none.
    pub moves: u8,
    /// A mate in that many moves at most, or that there is none.
    pub solution: Solution<ChessMove>,
    /// Whether it is shown that no mate is shorter.
    pub is_shortest: bool,
}

impl Proof {
    /// The moves of the longest line of the mate: there is a mate in at most so many. None without a mate.
    #[must_use]
    pub fn mate(&self) -> Option<u8> {
        let plies = self.solution.line().len();
        let moves = u8::try_from(plies.div_ceil(2)).ok();
        moves.filter(|_| self.solution.is_mate)
    }
}

/// Asks for a mate in at most the problem's moves; for the shortest, in 1, 2, … moves up to the first that there is. `receive` gets
/// each answer. All are shown by whole positions, those that there is no shorter mate, too.
///
/// # Errors
/// If a limit or the watch ended the search, or two positions share a key.
pub fn prove(
    problem: &Problem,
    solver: &mut Solver<Chess>,
    is_shortest: bool,
    watch: &mut Watch<'_>,
    mut receive: impl FnMut(Tried),
) -> Result<Proof, Unsolved> {
    let mut moves = if is_shortest { 1 } else { problem.moves };
    loop {
        let before = solver.effort();
        let solution = solver.solve(&problem.root, problem.plies(moves), watch)?;
        let is_mate = solution.is_mate;
        receive(Tried {
            moves,
            effort: solver.effort() - before,
            is_mate,
        });
        if is_mate || moves == problem.moves {
            return Ok(Proof {
                moves,
                solution,
                is_shortest: is_shortest || moves == 1,
            });
        }
        moves += 1;
    }
}
