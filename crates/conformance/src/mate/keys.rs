//! The keys of a problem, and its duals.
//!
//! A *key* is a first move that mates in time. A *dual* is a position after a key where more than one move still mates in time. As is
//! the custom, only defences that last as long as any count, and nothing is looked at below a dual: the play is open from there on.

use std::collections::HashSet;

use plybench_df_pn::{Identified, Solver, Unsolved, Watch};
use plybench_engine::game::{
    Game, MoveKind,
    chess::{Chess, ChessMove},
};

use super::Problem;

/// All first moves that mate in time, and the duals after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// In UCI notation. None if there is no mate in time.
    pub keys: Vec<String>,
    /// In the order in which they were found.
    pub duals: Vec<Dual>,
}

/// A position in which more than one move mates in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The moves that lead there, from the key, in UCI notation.
    pub line: Vec<String>,
    /// The moves that mate in time, in UCI notation.
    pub moves: Vec<String>,
}

/// The keys of a problem for a mate in so many moves of the side to move, and the duals after each.
///
/// # Errors
/// If a limit or the watch ended the search, or two positions share a key.
pub fn keys(
    problem: &Problem,
    moves: u8,
    solver: &mut Solver<Chess>,
    watch: &mut Watch<'_>,
) -> Result<Keys, Unsolved> {
    let mut search = KeySearch {
        solver,
        watch,
        seen: HashSet::new(),
        line: Vec::new(),
        duals: Vec::new(),
    };
    let plies = problem.plies(moves);
    let first = search.mating_moves(&problem.root, plies)?;
    for &key in &first {
        search.defences(&problem.root, key, plies - 1)?;
    }
    let notation = |&key: &ChessMove| problem.root.notation(key);
    Ok(Keys {
        keys: first.iter().map(notation).collect(),
        duals: search.duals,
    })
}

struct KeySearch<'s, 'w> {
    solver: &'s mut Solver<Chess>,
    watch: &'s mut Watch<'w>,
    /// Positions after a defence, with the plies left.
    seen: HashSet<(<Chess as Identified>::Identity, u8)>,
    line: Vec<String>,
    duals: Vec<Dual>,
}

impl KeySearch<'_, '_> {
    fn is_mate(&mut self, position: &Chess, left: u8) -> Result<bool, Unsolved> {
        Ok(self.solver.solve(position, left, self.watch)?.is_mate)
    }

    /// The moves of the attacker that mate within so many plies.
    fn mating_moves(&mut self, position: &Chess, left: u8) -> Result<Vec<ChessMove>, Unsolved> {
        let mut mating = Vec::new();
        for mv in moves(position) {
            if self.is_mate(&position.play(mv), left - 1)? {
                mating.push(mv);
            }
        }
        Ok(mating)
    }

    /// Looks for duals after each longest defence against a move; so many plies are left after it.
    fn defences(&mut self, position: &Chess, attack: ChessMove, left: u8) -> Result<(), Unsolved> {
        self.line.push(position.notation(attack));
        let position = position.play(attack);
        for reply in moves(&position) {
            let after = position.play(reply);
            let left = left - 1;
            if !self.seen.insert((after.identity(), left)) {
                continue;
            }
            let is_short = left > 2 && self.is_mate(&after, left - 2)?;
            if is_short {
                continue;
            }
            self.line.push(position.notation(reply));
            match &self.mating_moves(&after, left)?[..] {
                [only] if left > 2 => self.defences(&after, *only, left - 1)?,
                [_] => {}
                several => self.duals.push(Dual {
                    line: self.line.clone(),
                    moves: several.iter().map(|&mv| after.notation(mv)).collect(),
                }),
            }
            self.line.pop();
        }
        self.line.pop();
        Ok(())
    }
}

fn moves(position: &Chess) -> Vec<ChessMove> {
    let mut moves = Vec::new();
    position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    moves
}
