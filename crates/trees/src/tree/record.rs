//! Searching a root, and the small tree from the steps of the search: the table of nodes, with the names of moves, and the moves that
//! a step leaves unsearched, which the game tells.

use plybench_checker::trace::{Bound, End, NOBODY, Observed, Step, Summary};
use plybench_engine::{
    game::MoveKind,
    search::{QuiescenceInCheck, SearchOptions},
    table::TableSize,
    variants,
};

use plybench_records::registered::HasRegistered;

use super::{
    Branch, Kind, MOST_NODES, Moment, SearchTree, Side, StoredEntry, TreeNode, Unsearched, Window,
    exact,
};
use crate::{
    visits::{Filling, Open, Reached, TreeError, Wanted, completed, evaluation, find, steps},
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
pub fn record<G: Observed + HasRegistered>(
    root: &G,
    past: &[u64],
    wanted: &Wanted<'_>,
    order: BranchOrder,
) -> Result<SearchTree, TreeError> {
    let mut recording = Recording {
        filling: Filling::new(root, wanted),
        order,
        nodes: Vec::new(),
        best: Vec::new(),
        boards: Vec::new(),
        moments: Vec::new(),
    };
    let take = &mut |step| recording.step(step);
    let summary = steps((root, past), wanted, MOST_SEARCHED, take)?;
    recording.finish(root, &summary)
}

/// The tree so far.
struct Recording<'g, G> {
    filling: Filling<'g, G>,
    order: BranchOrder,
    /// Those of the table.
    nodes: Vec<TreeNode>,
    /// The best value of each node's moves so far, as MAX sees it.
    best: Vec<Option<i16>>,
    boards: Vec<Option<String>>,
    moments: Vec<Moment>,
}

impl<G: Observed> Recording<'_, G> {
    /// Takes the next step of the search.
    fn step(&mut self, step: Step) -> Result<(), TreeError> {
        // The summary tells how many nodes there are.
        if self.filling.nodes.len() > MOST_NODES {
            return Ok(());
        }
        if let (Step::Left { end, .. }, [Some(open), _]) = (step, self.filling.current()) {
            return self.leave(open, step, end);
        }
        self.filling.step(step)?;
        let [Some(open), above] = self.filling.current() else {
            return Ok(());
        };
        let place = open.place;
        let path = &self.filling.path;
        match step {
            Step::Entered { .. } => {
                let mv = self.filling.nodes[place].mv;
                let before = path.above();
                let name = before.and_then(|before| Some(before.notation(before.find(mv)?)));
                let board = path.current()?.board();
                self.add(above.map(|above| above.place), name, board);
            }
            Step::Skipped { mv, by, .. } => {
                let mv = find(path.current()?, mv)?;
                let skipped = self.unsearched(place, mv, by)?;
                self.nodes[place].branches.push(skipped);
            }
            Step::BetaCutoff { mv, .. } => self.nodes[place].refuted_by = path.notation(mv)?,
            Step::KingCaptured { mv, .. } => self.lose_king(place, mv)?,
            _ => {}
        }
        self.tell(open, step)
    }

    /// Adds the newest node of the table, below this one.
    fn add(&mut self, parent: Option<usize>, mv: Option<String>, board: Option<String>) {
        let place = self.nodes.len();
        if let Some(parent) = parent {
            self.nodes[parent].branches.push(Branch::Searched(place));
        }
        self.nodes.push(TreeNode {
            visit: self.filling.nodes[place],
            parent,
            mv,
            refuted_by: None,
            branches: Vec::new(),
            is_exact: false,
            name: (place + 1).to_string(),
        });
        self.best.push(None);
        self.boards.push(board);
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
        self.add(Some(parent), Some(name), None);
        Ok(())
    }

    /// Adds a step of an open node to the moments.
    fn tell(&mut self, Open { place, window, .. }: Open, step: Step) -> Result<(), TreeError> {
        let side = Side::at(self.filling.nodes[place].ply);
        let path = &self.filling.path;
        // The next step says it again: the node of the move is entered, or the node is left.
        let is_said_again = matches!(
            step,
            Step::Searched { .. } | Step::SearchedAgain { .. } | Step::BetaCutoff { .. }
        );
        let text = words::step(step, side, |mv| path.notation(mv).ok()?);
        let Some(text) = text.filter(|_| !is_said_again) else {
            return Ok(());
        };
        let stored = match (step, self.filling.nodes[place].stored) {
            (Step::Stored { mv, .. }, Some(entry)) => Some(StoredEntry {
                value: side.value(entry.value),
                bound: side.bound(entry.bound),
                depth: entry.depth,
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
            window: side.window(window),
            best_above: None,
            stored,
        });
        Ok(())
    }

    fn leave(&mut self, open: Open, step: Step, end: End) -> Result<(), TreeError> {
        let place = open.place;
        for mv in self.left_out(place, end)? {
            let left_out = self.unsearched(place, mv, NOBODY)?;
            self.nodes[place].branches.push(left_out);
        }
        self.filling.step(step)?;
        let visits = &self.filling.nodes;
        let node = &mut self.nodes[place];
        node.visit = visits[place];
        if self.order == BranchOrder::AsListed {
            node.branches.sort_by_key(|branch| match *branch {
                Branch::Unsearched(Unsearched { number, .. }) => Some(number),
                Branch::Searched(below) => {
                    let below = &visits[below];
                    let is_by_move = matches!(below.reached, Reached::Move | Reached::MoveAgain);
                    is_by_move.then_some(below.mv)
                }
            });
        }
        self.nodes[place].is_exact = exact::is_exact(&self.nodes, place);
        let node = &self.nodes[place];
        let ending = node.ending().map(|ending| format!(": {ending}"));
        let ending = ending.unwrap_or_default();
        let kind = match node.is_cut() && end != End::Horizon {
            true => Kind::Cuts,
            false => Kind::Leaves,
        };
        let window = node.side().window(open.window);
        let because = match (end, kind) {
            (End::Expanded, Kind::Cuts) => self.cutoff(place, window),
            _ => String::new(),
        };
        let text = format!("has the value {}{ending}{because}", node.value_text());
        let best_above = self.raise_above(place);
        self.moments.push(Moment {
            node: place,
            kind,
            text,
            window,
            best_above,
            stored: None,
        });
        Ok(())
    }

    /// The value of a node that is left counts for the node above it, unless it only says that the move is worth no more (at MAX) or no less
    /// (at MIN). Returns the best value there.
    fn raise_above(&mut self, place: usize) -> Option<i16> {
        let node = &self.nodes[place];
        let above = node.parent?;
        let says_too_little = match self.nodes[above].side() {
            Side::Max => Bound::Upper,
            Side::Min => Bound::Lower,
        };
        let counts = node.visit.is_of_move() && node.bound() != says_too_little;
        if let Some(value) = node.value().filter(|_| counts) {
            let best = self.best[above].unwrap_or(value);
            self.best[above] = Some(match self.nodes[above].side() {
                Side::Max => best.max(value),
                Side::Min => best.min(value),
            });
        }
        self.best[above]
    }

    /// Why a node is cut off by one of its moves.
    fn cutoff(&self, place: usize, window: Window) -> String {
        let side = self.nodes[place].side();
        let Some(own) = self.best[place].or(self.nodes[place].value()) else {
            return String::new();
        };
        let others = match side {
            Side::Max => window.beta,
            Side::Min => window.alpha,
        };
        let above = std::iter::successors(self.nodes[place].parent, |&at| self.nodes[at].parent);
        let mut rivals = above.filter(|&at| self.nodes[at].side() == side.other());
        let is_elsewhere = rivals.any(|at| self.best[at] == Some(others));
        format!(". {}", words::cutoff(side, own, others, is_elsewhere))
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
            let mut branches = self.nodes[place].branches.iter();
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

    /// A move of the current node that this technique skipped, or [`NOBODY`]: that a cut left out.
    fn unsearched(&self, place: usize, mv: G::Move, by: u8) -> Result<Branch, TreeError> {
        let position = self.filling.path.current()?;
        let after = position.play(mv);
        let side = Side::at(self.filling.nodes[place].ply);
        let value = || -evaluation(&after, self.options().evaluation);
        Ok(Branch::Unsearched(Unsearched {
            number: G::number(mv),
            mv: position.notation(mv),
            skipped_by: words::technique(by),
            leaf: after.is_leaf().then(|| side.value(value())),
            is_bundle: false,
            name: String::new(),
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
        let has_table = self.options().table.size != TableSize::Off;
        let is_alpha_beta = *self.options() == variants::PLAIN.options;
        let visits = self.filling.finish(summary, root.root_text())?;
        let mut nodes = self.nodes;
        for (node, visit) in nodes.iter_mut().zip(visits.nodes) {
            node.visit = visit;
        }
        Ok(SearchTree {
            name: visits.name,
            root: visits.root,
            iteration: visits.iteration,
            value: visits.value,
            nodes,
            claim: None,
            line: root.notations(&completed.line),
            moments: self.moments,
            has_table,
            has_named_moves: self.order == BranchOrder::AsSearched,
            boards: self.boards,
            is_chess: G::NUMBERS_ARE_SQUARES,
            is_alpha_beta,
            hides_leaf_names: false,
        })
    }
}
