//! A mate as it would be played: where repetition or the 50-move rule ends the game before the mate of a proof.
//!
//! Draws help the defender only, so a refutation needs no such replay.

use std::collections::{BTreeMap, HashMap};

use plybench_df_pn::{Identified, Solution};
use plybench_engine::game::{
    Game,
    chess::{Chess, ChessMove},
};

use super::Problem;

/// The rule by which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The position occurs for the third time since the root.
    Repetition,
    /// A hundred plies without a capture or a pawn's move, those before the root included. A mate on the last one comes first.
    FiftyMoves,
}

/// Where a proof breaks in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Why the game is drawn.
    pub rule: Rule,
    /// The moves after which it is, from the root, in UCI notation.
    pub line: Vec<String>,
}

/// Plies without a capture or a pawn's move after which a game is drawn.
const FIFTY_MOVES: u8 = 100;
/// A position that occurs so many times is a draw.
const THREEFOLD: usize = 3;

/// Where the rules of play end a line of a mate before the mate; none if they end no line.
#[must_use]
pub fn breaks_in_play(problem: &Problem, mate: &Solution<ChessMove>) -> Option<Break> {
    let replay = Replay::of(problem, mate);
    replay.fifty_moves().or_else(|| replay.repetition())
}

/// How a line came to a node: from which, with which attack and reply.
type Arrival = (usize, Option<ChessMove>, ChessMove);

/// A mate with its positions.
struct Replay<'s> {
    problem: &'s Problem,
    mate: &'s Solution<ChessMove>,
    /// The nodes from the root on: each comes after all that lead to it.
    order: Vec<usize>,
    /// The position of each node, with the largest clock that a line brings.
    positions: Vec<Option<Chess>>,
    /// How the line with that clock came to the node.
    arrivals: Vec<Option<Arrival>>,
}

impl<'s> Replay<'s> {
    fn of(problem: &'s Problem, mate: &'s Solution<ChessMove>) -> Self {
        let count = mate.nodes.len();
        let mut order: Vec<usize> = (0..count).collect();
        // A node leads to nodes with fewer plies left only.
        order.sort_by_key(|&number| std::cmp::Reverse(mate.nodes[number].left));
        let mut positions: Vec<Option<Chess>> = vec![None; count];
        let mut arrivals = vec![None; count];
        positions[0] = Some(problem.root.clone());
        for &number in &order {
            let Some(position) = positions[number].clone() else {
                continue;
            };
            for line in &mate.nodes[number].lines {
                let Some((reply, next)) = line.reply else {
                    continue;
                };
                let after = attacked(&position, line.attack).play(reply);
                let is_later = |known: &Chess| clock(known) < clock(&after);
                if positions[next].as_ref().is_none_or(is_later) {
                    positions[next] = Some(after);
                    arrivals[next] = Some((number, line.attack, reply));
                }
            }
        }
        Replay {
            problem,
            mate,
            order,
            positions,
            arrivals,
        }
    }

    /// The nodes with their positions, from the root on.
    fn nodes(&self) -> impl Iterator<Item = (usize, &Chess)> {
        let nodes = self.order.iter();
        nodes.filter_map(|&number| Some((number, self.positions[number].as_ref()?)))
    }

    /// The position after the attack of a node of the attacker.
    fn after_attack(&self, number: usize) -> Option<(ChessMove, Chess)> {
        let attack = self.mate.nodes[number].lines.first()?.attack?;
        Some((attack, self.positions[number].as_ref()?.play(attack)))
    }

    /// The first position on a line whose clock has run out.
    fn fifty_moves(&self) -> Option<Break> {
        let has_run_out = |position: &Chess| clock(position) >= FIFTY_MOVES;
        let (number, last) = self.nodes().find_map(|(number, position)| {
            if has_run_out(position) {
                return Some((number, None));
            }
            let (attack, after) = self.after_attack(number)?;
            let is_drawn = has_run_out(&after) && after.has_legal_move();
            is_drawn.then_some((number, Some(attack)))
        })?;
        let mut arrivals = Vec::new();
        let mut at = number;
        while let Some(arrival) = self.arrivals[at] {
            arrivals.push(arrival);
            at = arrival.0;
        }
        arrivals.reverse();
        Some(self.broken(Rule::FiftyMoves, &arrivals, last))
    }

    /// A line on which a position occurs for the third time.
    fn repetition(&self) -> Option<Break> {
        // Positions with the attacker to move, and those after its move.
        let before = self
            .nodes()
            .map(|(number, position)| (position.identity(), number));
        let after = self.nodes().filter_map(|(number, _)| {
            let (_, after) = self.after_attack(number)?;
            Some((after.identity(), number))
        });
        let (before, after) = (occurrences(before), occurrences(after));
        let both = [(before, false), (after, true)];
        both.into_iter().find_map(|(all, is_after)| {
            let line = all.values().find_map(|nodes| self.through_three(nodes))?;
            let last = line.last().map_or(0, |&(_, number)| number);
            let last = if is_after {
                self.after_attack(last)
            } else {
                None
            };
            let arrivals: Vec<Arrival> = line.into_iter().map(|(arrival, _)| arrival).collect();
            Some(self.broken(Rule::Repetition, &arrivals, last.map(|(attack, _)| attack)))
        })
    }

    /// A line from the root through three of these nodes, which are in order; each step with the node that it comes to.
    fn through_three(&self, nodes: &[usize]) -> Option<Vec<(Arrival, usize)>> {
        if nodes.len() < THREEFOLD {
            return None;
        }
        // For each node the longest chain that ends there: its length, and the node before.
        let mut chains: BTreeMap<usize, (usize, Option<usize>)> = BTreeMap::new();
        for (place, &node) in nodes.iter().enumerate() {
            let mut longest = (1, None);
            for &earlier in &nodes[..place] {
                let length = chains[&earlier].0 + 1;
                if length > longest.0 && self.line(earlier, node).is_some() {
                    longest = (length, Some(earlier));
                }
            }
            chains.insert(node, longest);
            if longest.0 < THREEFOLD {
                continue;
            }
            let mut visits = vec![node];
            while let Some(earlier) = chains[&visits[visits.len() - 1]].1 {
                visits.push(earlier);
            }
            visits.push(0);
            visits.reverse();
            let parts = visits.windows(2).map(|two| self.line(two[0], two[1]));
            return Some(parts.collect::<Option<Vec<_>>>()?.concat());
        }
        None
    }

    /// A line from a node to another one, if there is any; each step with the node that it comes to.
    fn line(&self, from: usize, to: usize) -> Option<Vec<(Arrival, usize)>> {
        let mut reached: HashMap<usize, Arrival> = HashMap::new();
        let mut waiting = vec![from];
        while let Some(number) = waiting.pop() {
            if number == to {
                break;
            }
            for line in &self.mate.nodes[number].lines {
                let Some((reply, next)) = line.reply else {
                    continue;
                };
                let is_beyond = self.mate.nodes[next].left < self.mate.nodes[to].left;
                if !is_beyond && !reached.contains_key(&next) {
                    reached.insert(next, (number, line.attack, reply));
                    waiting.push(next);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = to;
        while at != from {
            let arrival = *reached.get(&at)?;
            steps.push((arrival, at));
            at = arrival.0;
        }
        steps.reverse();
        Some(steps)
    }

    /// The break after these arrivals and perhaps one more move.
    fn broken(&self, rule: Rule, arrivals: &[Arrival], last: Option<ChessMove>) -> Break {
        let moves = arrivals.iter();
        let moves = moves.flat_map(|&(_, attack, reply)| [attack, Some(reply)]);
        let line: Vec<ChessMove> = moves.chain([last]).flatten().collect();
        Break {
            rule,
            line: self.problem.names(&line),
        }
    }
}

fn clock(position: &Chess) -> u8 {
    position.board().halfmove_clock()
}

/// The position after a move of the attacker, if it has one.
fn attacked(position: &Chess, attack: Option<ChessMove>) -> Chess {
    attack.map_or_else(|| position.clone(), |attack| position.play(attack))
}

/// The nodes of each position, in their order.
fn occurrences<I: Eq + std::hash::Hash>(
    nodes: impl Iterator<Item = (I, usize)>,
) -> BTreeMap<usize, Vec<usize>> {
    let mut first: HashMap<I, usize> = HashMap::new();
    let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (identity, number) in nodes {
        let first = *first.entry(identity).or_insert(number);
        all.entry(first).or_default().push(number);
    }
    all
}
