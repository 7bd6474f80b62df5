//! The tree of a proof that there is a mate in time, or none, as the solver of plybench-df-pn found it: the positions that positions share
//! stand wherever they are reached.

use plybench_checker::{
    game::Recorded,
    trace::{Bound, End},
};
use plybench_df_pn::{Line, Solution, claim};
use plybench_engine::{game::Game, score::Score};

use super::{Branch, Kind, MOST_NODES, Moment, SearchTree, Side, TreeNode};
use crate::visits::{Reached, TreeError, Visit};

/// The tree of a proof by the search with this name.
///
/// # Errors
/// If it is too large to be drawn.
pub fn proof<G: Recorded>(
    root: &G,
    solution: &Solution<G::Move>,
    name: &str,
) -> Result<SearchTree, TreeError> {
    let nodes = size(solution);
    if nodes > MOST_NODES as u64 {
        return Err(TreeError::ProofTooLarge { nodes });
    }
    let mut proof = Proof {
        solution,
        nodes: Vec::new(),
        boards: Vec::new(),
        moments: Vec::new(),
    };
    let value = proof.add(root, None, &Below::Node(0), solution.plies);
    proof.mark_line();
    let in_line = proof.nodes.iter().filter(|node| node.visit.is_in_line);
    Ok(SearchTree {
        name: name.to_owned(),
        root: root.root_text(),
        iteration: solution.plies,
        value,
        line: in_line.filter_map(|node| node.mv.clone()).collect(),
        claim: Some(claim(solution.is_mate, solution.plies.into())),
        nodes: proof.nodes,
        moments: proof.moments,
        has_table: false,
        has_named_moves: true,
        boards: proof.boards,
        is_chess: G::NUMBERS_ARE_SQUARES,
        is_alpha_beta: false,
        hides_leaf_names: false,
    })
}

/// The nodes of the tree.
fn size<M: Copy + PartialEq>(solution: &Solution<M>) -> u64 {
    // Lines lead to nodes with fewer plies left.
    let mut order: Vec<usize> = (0..solution.nodes.len()).collect();
    order.sort_by_key(|&at| solution.nodes[at].left);
    let mut sizes = vec![0_u64; order.len()];
    for at in order {
        let lines = &solution.nodes[at].lines;
        let replies = lines.iter().filter_map(|line| line.reply);
        let below = replies.map(|(_, next)| sizes[next]);
        let attacks = by_attack(lines).filter(|lines| lines[0].attack.is_some());
        let own = 1 + attacks.count() as u64;
        sizes[at] = below.fold(own, u64::saturating_add);
    }
    sizes[0]
}

/// The lines of each move of the attacker.
fn by_attack<M: PartialEq>(lines: &[Line<M>]) -> impl Iterator<Item = &[Line<M>]> {
    lines.chunk_by(|one, other| one.attack == other.attack)
}

/// What stands below a position.
enum Below<'s, M> {
    /// That of a node of the solution.
    Node(usize),
    /// The replies of the defender.
    Replies(&'s [Line<M>]),
}

struct Proof<'s, G: Game> {
    solution: &'s Solution<G::Move>,
    nodes: Vec<TreeNode>,
    boards: Vec<Option<String>>,
    moments: Vec<Moment>,
}

impl<G: Recorded> Proof<'_, G> {
    /// Adds a position and all below it, and returns its value as MAX sees it. The depth of the calls is the number of plies at most.
    fn add(
        &mut self,
        position: &G,
        reached: Option<(usize, &G, G::Move)>,
        below: &Below<'_, G::Move>,
        left: u8,
    ) -> i16 {
        let place = self.nodes.len();
        let ply = self.solution.plies - left;
        let mut visit = Visit {
            ply,
            depth: left,
            ..Visit::UNKNOWN
        };
        if let Some((above, _, mv)) = reached {
            let branches = &mut self.nodes[above].branches;
            visit.place = branches.len() as u16;
            branches.push(Branch::Searched(place));
            visit.reached = Reached::Move;
            visit.mv = G::number(mv);
        }
        visit.window = self.window(ply);
        visit.narrowed = visit.window;
        self.nodes.push(TreeNode {
            visit,
            parent: reached.map(|(above, ..)| above),
            mv: reached.map(|(_, before, mv)| before.notation(mv)),
            refuted_by: None,
            branches: Vec::new(),
            is_exact: false,
            name: (place + 1).to_string(),
        });
        self.boards.push(position.board());
        self.tell(place, Kind::Enters, self.claim(left));
        let lines = match below {
            Below::Node(at) => &self.solution.nodes[*at].lines[..],
            Below::Replies(lines) => lines,
        };
        let mut values = Vec::new();
        for lines in by_attack(lines) {
            match (lines[0].attack, below) {
                (Some(attack), Below::Node(_)) => {
                    let after = position.play(attack);
                    let reached = Some((place, position, attack));
                    values.push(self.add(&after, reached, &Below::Replies(lines), left - 1));
                }
                _ => {
                    for (reply, next) in lines.iter().filter_map(|line| line.reply) {
                        let after = position.play(reply);
                        let reached = Some((place, position, reply));
                        values.push(self.add(&after, reached, &Below::Node(next), left - 1));
                    }
                }
            }
        }
        let value = self.leave(place, position, &values);
        let kind = Kind::Leaves;
        let said = format!("has the value {}", self.nodes[place].value_text());
        self.tell(place, kind, said);
        value
    }

    /// The question, as a null window: whether there is a mate in time.
    fn window(&self, ply: u8) -> (i16, i16) {
        let mate = Score::mate_in(self.solution.plies.into()).raw();
        match self.is_attackers(ply) {
            true => (mate - 1, mate),
            false => (-mate, 1 - mate),
        }
    }

    fn is_attackers(&self, ply: u8) -> bool {
        (self.solution.plies - ply) % 2 == 1
    }

    /// What is shown of a node with so many plies left.
    fn claim(&self, left: u8) -> String {
        match (self.solution.is_mate, left % 2 == 1) {
            (true, true) => format!("has a move that mates within {left} plies"),
            (true, false) => format!("is mated within {left} plies after every reply"),
            (false, true) => format!("does not mate within {left} plies by any move"),
            (false, false) => format!("has a reply, and is not mated within {left} plies"),
        }
    }

    /// Completes a node from the values below it: as MAX sees them, like the one that is returned.
    fn leave(&mut self, place: usize, position: &G, values: &[i16]) -> i16 {
        let size = (self.nodes.len() - place) as u32;
        let visit = &mut self.nodes[place].visit;
        let side = Side::at(visit.ply);
        visit.size = size;
        let is_attackers = (self.solution.plies - visit.ply) % 2 == 1;
        // As the attacker sees it: at least this with a mate, and at most with none.
        let attackers = if is_attackers { side } else { side.other() };
        let (attackers_value, end) = match self.solution.is_mate {
            true if values.is_empty() => (Score::mate_in(visit.ply.into()).raw(), End::Mated),
            true => {
                let values = values.iter().map(|&value| attackers.value(value));
                (values.min().unwrap_or(0), End::Expanded)
            }
            false => {
                let next = Score::mate_in(u16::from(self.solution.plies) + 2).raw();
                let end = match values {
                    [_, ..] => End::Expanded,
                    [] if position.is_leaf() || position.has_legal_move() => End::Horizon,
                    [] => End::Stalemate,
                };
                (if end == End::Stalemate { 0 } else { next }, end)
            }
        };
        let bound = match (end, self.solution.is_mate == is_attackers) {
            (End::Mated | End::Stalemate, _) => Bound::Exact,
            (_, true) => Bound::Lower,
            (_, false) => Bound::Upper,
        };
        let value = attackers.value(attackers_value);
        (visit.value, visit.bound, visit.end) = (Some(side.value(value)), bound, end);
        value
    }

    fn tell(&mut self, node: usize, kind: Kind, text: String) {
        self.moments.push(Moment {
            node,
            kind,
            text,
            window: self.nodes[node].window(),
            best_above: None,
            stored: None,
        });
    }

    /// Marks the line along which each value is the one above.
    fn mark_line(&mut self) {
        let mut next = Some(0);
        while let Some(place) = next {
            self.nodes[place].visit.is_in_line = true;
            let node = &self.nodes[place];
            let below = node.branches.iter().filter_map(|branch| match branch {
                Branch::Searched(below) => Some(*below),
                Branch::Unsearched(_) => None,
            });
            next = below
                .into_iter()
                .find(|&below| self.nodes[below].value() == node.value());
        }
    }
}
