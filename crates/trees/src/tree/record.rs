//! Searching a root, and the small tree from the steps of the search: the table of nodes, with the names of moves, and the moves that
//! a step leaves unsearched, which the game tells.

use plybench_checker::trace::{End, Step, Summary};
use plybench_engine::{
    game::MoveKind,
    search::{QuiescenceInCheck, SearchOptions},
    table::TableSize,
};

use super::{
    Branch, Cause, Details, Kind, MOST_NODES, Moment, SearchTree, Side, StoredEntry, TreeNode,
    Unsearched,
};
use crate::{
    visits::{
        Explored, Filling, OUTSIDE, Reached, TreeError, Wanted, completed, evaluation, find, steps,
    },
    words,
};

/// The most nodes of all iterations up to the one that is drawn.
const MOST_SEARCHED: u64 = 100_000;

/// How a node's branches are ordered from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchOrder {
    /// As the search tried the moves. In chess no other order says anything.
    AsSearched,
    /// As the tree lists them, so that the trees of two searches can be laid side by side.
    AsListed,
}

/// Searches a root, after the positions of a game with these keys, and builds the tree from its steps.
///
/// # Errors
/// If the tree is too large, or the table does not fit into memory.
pub fn record<G: Explored>(
    root: &G,
    past: &[u64],
    wanted: &Wanted<'_>,
    order: BranchOrder,
) -> Result<SearchTree, TreeError> {
    let mut recording = Recording {
        filling: Filling::new(root, wanted),
        order,
        details: Vec::new(),
        moments: Vec::new(),
        windows: Vec::new(),
    };
    let summary = steps((root, past), wanted, MOST_SEARCHED, &mut |step| {
        recording.step(step)
    })?;
    recording.finish(root, &summary)
}

/// The tree so far.
struct Recording<'g, G> {
    filling: Filling<'g, G>,
    order: BranchOrder,
    /// Of each node of the table.
    details: Vec<Details>,
    moments: Vec<Moment>,
    /// The windows of the open nodes as they are now, each as its own side sees it.
    windows: Vec<(i16, i16)>,
}

impl<G: Explored> Recording<'_, G> {
    /// Takes the next step of the search.
    fn step(&mut self, step: Step) -> Result<(), TreeError> {
        // The summary tells how many nodes there are.
        if self.filling.nodes.len() > MOST_NODES {
            return Ok(());
        }
        if let (Step::Left { end, .. }, true) = (step, self.filling.is_wanted) {
            return self.leave(step, end);
        }
        self.filling.step(step)?;
        let Some(place) = self.filling.current().filter(|_| self.filling.is_wanted) else {
            return Ok(());
        };
        match step {
            Step::Entered { alpha, beta, .. } => {
                let mv = self.filling.nodes[place].mv;
                let above = self.filling.path.above();
                let name = above.and_then(|above| Some(above.notation(above.find(mv)?)));
                self.windows.push((alpha, beta));
                self.add(self.filling.above(), name);
            }
            Step::Skipped { mv, by, .. } => {
                let position = self.filling.path.current()?;
                let cause = Cause::Skipped(words::technique(by).unwrap_or_default());
                let skipped = self.unsearched(place, find(position, mv)?, cause)?;
                self.details[place].branches.push(skipped);
            }
            Step::Refuted { mv, .. } => {
                self.details[place].refuted_by = self.filling.path.notation(mv)?;
            }
            Step::KingCaptured { mv, .. } => self.lose_king(place, mv)?,
            _ => {}
        }
        self.tell(place, step)
    }

    /// Adds the details of the newest node of the table, below this one.
    fn add(&mut self, parent: Option<usize>, mv: Option<String>) {
        let place = self.details.len();
        if let Some(parent) = parent {
            self.details[parent].branches.push(Branch::Searched(place));
        }
        self.details.push(Details {
            parent,
            mv,
            refuted_by: None,
            branches: Vec::new(),
        });
    }

    /// Names an illegal move, and gives the node that it costs the depth and the window that it would have had.
    fn lose_king(&mut self, parent: usize, number: u16) -> Result<(), TreeError> {
        let position = self.filling.path.current()?;
        let mv = position.find_illegal(number);
        let mv = mv.ok_or(TreeError::Contradiction("an illegal move that is none"))?;
        let name = position.notation(mv);
        let above = self.filling.nodes[parent];
        if let Some(node) = self.filling.nodes.last_mut() {
            node.depth = above.depth.saturating_sub(1);
            node.window = (-above.window.1, -above.window.0);
        }
        self.add(Some(parent), Some(name));
        Ok(())
    }

    /// Adds a step of the current node to the moments.
    fn tell(&mut self, place: usize, step: Step) -> Result<(), TreeError> {
        let side = Side::at(self.filling.nodes[place].ply);
        let path = &self.filling.path;
        let Some(text) = words::step(step, side, |mv| path.notation(mv).ok()?) else {
            return Ok(());
        };
        let window = self.windows.last_mut().ok_or(OUTSIDE)?;
        match step {
            Step::Narrowed { alpha, beta, .. } => *window = (alpha, beta),
            // A scout has another beta, the same alpha.
            Step::Searched { alpha, .. } | Step::SearchedAgain { alpha, .. } => {
                window.0 = window.0.max(alpha);
            }
            _ => {}
        }
        let stored = match step {
            Step::Stored {
                value,
                depth,
                bound,
                mv,
                ..
            } => Some(StoredEntry {
                value: side.value(value),
                bound: side.bound(bound),
                depth,
                mv: path.notation(mv)?,
            }),
            _ => None,
        };
        self.moments.push(Moment {
            node: place,
            kind: match step {
                Step::Entered { .. } => Kind::Enters,
                _ => Kind::Within,
            },
            text,
            window: side.window(*window),
            stored,
        });
        Ok(())
    }

    fn leave(&mut self, step: Step, end: End) -> Result<(), TreeError> {
        let place = self.filling.current().ok_or(OUTSIDE)?;
        for mv in self.left_out(place, end)? {
            let left_out = self.unsearched(place, mv, Cause::Cut)?;
            self.details[place].branches.push(left_out);
        }
        self.filling.step(step)?;
        let nodes = &self.filling.nodes;
        if self.order == BranchOrder::AsListed {
            let branches = &mut self.details[place].branches;
            branches.sort_by_key(|branch| match *branch {
                Branch::Unsearched(Unsearched { number, .. }) => Some(number),
                Branch::Searched(below) => {
                    let node = &nodes[below];
                    let is_by_move = matches!(node.reached, Reached::Move | Reached::MoveAgain);
                    is_by_move.then_some(node.mv)
                }
            });
        }
        let node = TreeNode {
            visit: &nodes[place],
            details: &self.details[place],
        };
        let ending = node.ending().map(|ending| format!(": {ending}"));
        let ending = ending.unwrap_or_default();
        let window = self.windows.pop().ok_or(OUTSIDE)?;
        self.moments.push(Moment {
            node: place,
            kind: Kind::of_end(end, node.is_cut()),
            text: format!("has the value {}{ending}", node.value_text()),
            window: node.side().window(window),
            stored: None,
        });
        Ok(())
    }

    /// The moves that the node would have searched, had it not been cut.
    fn left_out(&self, place: usize, end: End) -> Result<Vec<G::Move>, TreeError> {
        let (node, options) = (&self.filling.nodes[place], self.options());
        let position = self.filling.path.current()?;
        let is_cut = match end {
            End::Expanded | End::MdpCut | End::TableCut | End::TechniqueCut => true,
            // Standing pat can be enough to fail high.
            End::Horizon => node.in_quiescence,
            End::RuleDraw | End::Mated | End::Stalemate | End::Stopped | End::KingCaptured => false,
        };
        let mut moves = Vec::new();
        if !is_cut || position.is_leaf() {
            return Ok(moves);
        }
        let evades =
            position.in_check() && options.quiescence_in_check == QuiescenceInCheck::Evasions;
        let kind = match node.in_quiescence && !evades {
            true => MoveKind::Tactical,
            false => MoveKind::All,
        };
        let is_known = |number| {
            let mut branches = self.details[place].branches.iter();
            branches.any(|branch| match branch {
                Branch::Unsearched(skipped) => skipped.number == number,
                Branch::Searched(below) => {
                    let below = &self.filling.nodes[*below];
                    below.is_of_move() && below.mv == number
                }
            })
        };
        position.for_each_move(kind, |mv| {
            let number = G::number(mv);
            let is_no_choice = node.reached == Reached::Without && node.mv == number
                || !options.under_promotion && position.is_under_promotion(mv);
            if !is_no_choice && !is_known(number) {
                moves.push(mv);
            }
        });
        Ok(moves)
    }

    /// A move of the current node.
    fn unsearched(&self, place: usize, mv: G::Move, cause: Cause) -> Result<Branch, TreeError> {
        let position = self.filling.path.current()?;
        let after = position.play(mv);
        let side = Side::at(self.filling.nodes[place].ply);
        let value = || -evaluation(&after, self.options().evaluation);
        Ok(Branch::Unsearched(Unsearched {
            number: G::number(mv),
            mv: position.notation(mv),
            cause,
            leaf: after.is_leaf().then(|| side.value(value())),
        }))
    }

    fn options(&self) -> &SearchOptions {
        self.filling.wanted.options
    }

    /// The tree, when the search has returned.
    fn finish(self, root: &G, summary: &Summary) -> Result<SearchTree, TreeError> {
        let depth = self.filling.wanted.iteration;
        let (completed, nodes) = completed(summary, depth)?;
        if nodes > MOST_NODES as u64 {
            return Err(TreeError::TooLarge { depth, nodes });
        }
        Ok(SearchTree {
            has_table: self.options().table.size != TableSize::Off,
            line: root.notations(&completed.line),
            details: self.details,
            moments: self.moments,
            has_named_moves: self.order == BranchOrder::AsSearched,
            visits: self.filling.finish(summary, root.root_text())?,
        })
    }
}
