//! What shows an answer: for a mate one move of the attacker in each position and every reply, for a refutation every move of the attacker
//! and one reply.
//!
//! The table of a search knows positions by keys of 64 bits, which two positions can share, and it forgets. So the solution is gathered
//! anew from the root, with whole positions, down to the mates or to the last ply. What the table has lost is searched again. The answer
//! is then proven, not probable.

use std::{collections::HashMap, io};

use plybench_engine::game::{Game, MoveKind};

use crate::{
    identity::Identified,
    numbers::Numbers,
    search::{Solver, Unsolved, Watch, is_mated},
};

/// A mate in time, or that there is none, with all that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The plies within which there is a mate or none. The attacker is to move at the root if their number is odd.
    pub plies: u8,
    /// Whether there is a mate.
    pub is_mate: bool,
    /// Positions in which the attacker is to move, each once for each number of plies left; the root comes first, even if the defender is
    /// to move there.
    pub nodes: Vec<Node<M>>,
}

/// A position in which the attacker is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The plies left, an odd number; an even one at a root of the defender.
    pub left: u8,
    /// The moves and replies that matter. A node of a refutation has none with one ply left: no move mates.
    pub lines: Vec<Line<M>>,
}

/// A move of the attacker, and a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// None at a root of the defender.
    pub attack: Option<M>,
    /// None if the game is over.
    pub reply: Option<(M, usize)>,
}

/// A claim in words: `mate within 3 plies`, or `not mated within 1 ply` where the defender is to move.
#[must_use]
pub fn claim(is_mate: bool, plies: u16) -> String {
    let what = match (is_mate, plies % 2) {
        (true, 1) => "mate",
        (true, _) => "mated",
        (false, 1) => "no mate",
        (false, _) => "not mated",
    };
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("{what} within {plies} {unit}")
}

impl<G: Identified> Solver<G> {
    /// Asks, and gathers what shows the answer.
    ///
    /// # Errors
    /// If a limit or the watch ended the search, or the answer was wrong, since two positions share a key.
    pub fn solve(
        &mut self,
        root: &G,
        plies: u8,
        watch: &mut Watch<'_>,
    ) -> Result<Solution<G::Move>, Unsolved> {
        G::solve(self, root, plies, watch)
    }
}

/// Asks and gathers.
pub(crate) fn solve<G: Identified>(
    solver: &mut Solver<G>,
    root: &G,
    plies: u8,
    watch: &mut Watch<'_>,
) -> Result<Solution<G::Move>, Unsolved> {
    let is_mate = solver.ask(root, plies, watch)?;
    let mut gathered = Gathering {
        solver,
        watch,
        is_mate,
        numbers: HashMap::new(),
        nodes: Vec::new(),
    };
    if plies % 2 == 1 {
        gathered.attackers(root, plies)?;
    } else {
        gathered.nodes.push(Node {
            left: plies,
            lines: Vec::new(),
        });
        gathered.nodes[0].lines = gathered.replies(root, None, plies)?;
    }
    Ok(Solution {
        plies,
        is_mate,
        nodes: gathered.nodes,
    })
}

struct Gathering<'s, 'w, G: Identified> {
    solver: &'s mut Solver<G>,
    watch: &'s mut Watch<'w>,
    is_mate: bool,
    /// The nodes that are known already, by their positions and the plies left.
    numbers: HashMap<(G::Identity, u8), usize>,
    nodes: Vec<Node<G::Move>>,
}

impl<G: Identified> Gathering<'_, '_, G> {
    /// The number of an attacker's node, whose subtree is gathered if it is new.
    fn attackers(&mut self, position: &G, left: u8) -> Result<usize, Unsolved> {
        let identity = (position.identity(), left);
        if let Some(&number) = self.numbers.get(&identity) {
            return Ok(number);
        }
        if (self.watch)(self.solver.effort()).is_break() {
            return Err(Unsolved::Interrupted);
        }
        let number = self.nodes.len();
        self.numbers.insert(identity, number);
        self.nodes.push(Node {
            left,
            lines: Vec::new(),
        });
        let moves = moves(position);
        let lines = if self.is_mate {
            let attack = self.choose(position, &moves, left)?;
            self.replies(&position.play(attack), Some(attack), left - 1)?
        } else if left == 1 {
            if moves.iter().any(|&mv| is_mated(&position.play(mv))) {
                return Err(Unsolved::SharedKey);
            }
            Vec::new()
        } else {
            let mut lines = Vec::new();
            for attack in moves {
                lines.extend(self.replies(&position.play(attack), Some(attack), left - 1)?);
            }
            lines
        };
        self.nodes[number].lines = lines;
        Ok(number)
    }

    /// The lines after a move of the attacker: all replies for a mate, one for a refutation.
    fn replies(
        &mut self,
        position: &G,
        attack: Option<G::Move>,
        left: u8,
    ) -> Result<Vec<Line<G::Move>>, Unsolved> {
        let mut replies = moves(position);
        if replies.is_empty() {
            return match is_mated(position) == self.is_mate {
                true => Ok(vec![Line {
                    attack,
                    reply: None,
                }]),
                false => Err(Unsolved::SharedKey),
            };
        }
        if left == 0 {
            // A position with a legal move is no mate.
            return match self.is_mate {
                true => Err(Unsolved::SharedKey),
                false => Ok(Vec::new()),
            };
        }
        if !self.is_mate {
            replies = vec![self.choose(position, &replies, left)?];
        }
        let mut lines = Vec::new();
        for reply in replies {
            let next = self.attackers(&position.play(reply), left - 1)?;
            lines.push(Line {
                attack,
                reply: Some((reply, next)),
            });
        }
        Ok(lines)
    }

    /// The first move after which the other side has lost, by the table or at the end of a line; what the table has lost is searched again.
    fn choose(&mut self, position: &G, moves: &[G::Move], left: u8) -> Result<G::Move, Unsolved> {
        for is_searched in [false, true] {
            if is_searched {
                self.solver.ask(position, left, self.watch)?;
            }
            for &mv in moves {
                if self.solver.known(&position.play(mv), left - 1) == Numbers::LOST {
                    return Ok(mv);
                }
            }
        }
        // The table is so small that it loses even this.
        for &mv in moves {
            if self.solver.ask(&position.play(mv), left - 1, self.watch)? == self.is_mate {
                return Ok(mv);
            }
        }
        Err(Unsolved::SharedKey)
    }
}

/// The moves of a position: none if the game is over.
fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if !position.is_leaf() {
        position.for_each_move(MoveKind::All, |mv| moves.push(mv));
    }
    moves
}

impl<M: Copy> Solution<M> {
    /// How many positions show the answer: those in which the attacker is to move, and those after each of its moves.
    #[must_use]
    pub fn positions(&self) -> usize
    where
        M: PartialEq,
    {
        // The lines of one attack follow each other.
        let attacks = self.nodes.iter().flat_map(|node| {
            let chunks = node.lines.chunk_by(|one, other| one.attack == other.attack);
            chunks.filter(|chunk| chunk[0].attack.is_some())
        });
        self.nodes.len() + attacks.count()
    }

    /// The mate against a defence that lasts longest in this proof, which need not be the shortest mate. Empty if there is no mate.
    #[must_use]
    pub fn line(&self) -> Vec<M> {
        if !self.is_mate {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        // All nodes that a node leads to have fewer plies left.
        order.sort_by_key(|&number| self.nodes[number].left);
        let mut longest: Vec<(usize, Option<Line<M>>)> = vec![(0, None); self.nodes.len()];
        for number in order {
            for &line in &self.nodes[number].lines {
                let after = line.reply.map_or(0, |(_, next)| 1 + longest[next].0);
                let plies = usize::from(line.attack.is_some()) + after;
                if longest[number].1.is_none() || plies > longest[number].0 {
                    longest[number] = (plies, Some(line));
                }
            }
        }
        let mut moves = Vec::new();
        let mut next = longest[0].1;
        while let Some(line) = next {
            moves.extend(line.attack);
            moves.extend(line.reply.map(|(reply, _)| reply));
            next = line.reply.and_then(|(_, number)| longest[number].1);
        }
        moves
    }

    /// Writes the certificate of a solution: a text that a program can check that knows nothing but the rules of the game. See the
    /// README for its form.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write<G: Game<Move = M>>(
        &self,
        root: &G,
        name: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let claim = if self.is_mate { "mate" } else { "no mate" };
        writeln!(out, "plybench-certificate 1")?;
        writeln!(out, "position {name}")?;
        writeln!(out, "{claim} within {} plies", self.plies)?;
        let mut positions: HashMap<usize, G> = HashMap::from([(0, root.clone())]);
        // Each node comes after one that leads to it, so its position is known by then.
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(position) = positions.remove(&number) else {
                continue;
            };
            write!(out, "{number} {}", node.left)?;
            for line in &node.lines {
                let (attack, after) = match line.attack {
                    Some(attack) => (position.notation(attack), position.play(attack)),
                    None => ("-".to_owned(), position.clone()),
                };
                write!(out, " {attack}")?;
                if let Some((reply, next)) = line.reply {
                    write!(out, ":{}:{next}", after.notation(reply))?;
                    if next > number {
                        positions.entry(next).or_insert_with(|| after.play(reply));
                    }
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
