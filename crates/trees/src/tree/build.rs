//! The tree from the steps of a search: each step changes the node that is open, and the game tells which moves a step leaves unsearched.

use plybench_checker::{
    game::Recorded,
    trace::{Asked, End, Ended, NOBODY, Step, Summary},
};
use plybench_engine::{
    game::MoveKind,
    score::Score,
    search::{FailMode, QuiescenceInCheck, SearchOptions},
    table::TableSize,
    techniques::BuiltIn,
};

use super::{
    Branch, Cause, Certainty, Kind, MOST_NODES, Moment, Node, Question, Reached, SearchTree, Side,
    TreeError, Unsearched, Value, Window,
    moment::{At, kind},
    path::{Path, find},
};

/// How a node's branches are ordered from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchOrder {
    /// As the search tried the moves. In chess no other order says anything.
    AsSearched,
    /// As the tree lists them, so that the trees of two searches can be laid side by side.
    AsListed,
}

/// A node that is entered and not left.
struct Open {
    /// Its place in the tree.
    place: usize,
    /// Its window on entry, as its own side sees it, and as it is now.
    window: (i16, i16),
    present: (i16, i16),
    /// The moves that were searched or skipped, by number.
    known: Vec<u16>,
    /// The move that it is searched without.
    without: Option<u16>,
    /// What it leads to, each with the number of the move.
    branches: Vec<(Option<u16>, Branch)>,
}

/// The node that is entered next.
struct Coming {
    reached: Reached,
    asked_by: Option<String>,
    /// The move that leads to it.
    number: Option<u16>,
    without: Option<u16>,
}

/// Builds the tree of the wanted iteration.
pub(super) struct Builder<'q, G> {
    root: &'q G,
    question: &'q Question<'q>,
    /// Whether the steps are of the wanted iteration.
    is_wanted: bool,
    /// The nodes of the wanted iteration, kept up to the limit.
    nodes: Vec<Node>,
    moments: Vec<Moment>,
    /// The positions of the open nodes.
    path: Path<'q, G>,
    open: Vec<Open>,
    coming: Option<Coming>,
}

impl<'q, G: Recorded> Builder<'q, G> {
    /// Before the first step of a search of this root.
    pub(super) fn new(root: &'q G, question: &'q Question<'q>) -> Self {
        Builder {
            root,
            question,
            is_wanted: false,
            nodes: Vec::new(),
            moments: Vec::new(),
            path: Path::new(root),
            open: Vec::new(),
            coming: None,
        }
    }

    /// Whether there are more nodes than can be drawn.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES
    }

    /// Takes the next step of the search.
    pub(super) fn step(&mut self, step: Step) -> Result<(), TreeError> {
        if let Step::Iteration { depth } = step {
            self.is_wanted = depth == self.question.iteration;
            return Ok(());
        }
        if !self.is_wanted {
            return Ok(());
        }
        if let Step::Left { end, by, value, .. } = step {
            self.leave(end, technique(by), value)?;
            return self.path.follow(step);
        }
        self.path.follow(step)?;
        match step {
            Step::Driven { .. } => {
                self.coming = Some(Coming {
                    reached: Reached::Root,
                    asked_by: None,
                    number: None,
                    without: None,
                });
            }
            Step::Entered {
                ply,
                depth,
                alpha,
                beta,
                in_quiescence,
            } => self.enter((ply, depth), (alpha, beta), in_quiescence)?,
            Step::Searched { mv, .. } => self.go_by(mv, false, None)?,
            Step::SearchedAgain { mv, by, .. } => self.go_by(mv, true, technique(by))?,
            Step::Asked { asked, mv, by, .. } => self.ask(asked, mv, technique(by))?,
            Step::Skipped { mv, by, .. } => {
                let cause = Cause::Skipped(technique(by).unwrap_or_default());
                let position = self.path.current()?;
                let played = find(position, mv)?;
                let from = (position, self.nodes[self.current()?.place].side);
                let unsearched = unsearched(from, played, cause, self.question.options);
                let open = self.current_mut()?;
                open.known.push(mv);
                open.branches
                    .push((Some(mv), Branch::Unsearched(unsearched)));
            }
            Step::Refuted { mv, .. } => {
                let name = self.name(mv)?;
                let place = self.current()?.place;
                self.nodes[place].refuted_by = Some(name);
            }
            Step::KingCaptured { mv, .. } => self.lose_king(mv)?,
            Step::Iteration { .. }
            | Step::Left { .. }
            | Step::Narrowed { .. }
            | Step::Closed { .. }
            | Step::Shallower { .. }
            | Step::TableHit { .. }
            | Step::FirstMove { .. }
            | Step::Extended { .. }
            | Step::Reduced { .. }
            | Step::Stored { .. } => {}
        }
        self.tell(step)
    }

    /// Adds a step of the current node to the moments.
    fn tell(&mut self, step: Step) -> Result<(), TreeError> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let side = self.nodes[open.place].side;
        let notation = |number| self.path.notation(number).ok()?;
        let at = At {
            side,
            window: open.present,
            notation: &notation,
            technique: &technique,
        };
        let Some(text) = at.words(step) else {
            return Ok(());
        };
        let (entry, present) = (at.entry(step), at.window_after(step));
        open.present = present;
        let [alpha, beta] = [present.0, present.1].map(score);
        self.moments.push(Moment {
            node: open.place,
            kind: match step {
                Step::Entered { .. } => Kind::Enters,
                _ => Kind::Within,
            },
            text,
            window: seen_by_max(side, alpha?, beta?),
            entry,
        });
        Ok(())
    }

    /// The name of a move of the current node.
    fn name(&self, number: u16) -> Result<String, TreeError> {
        let position = self.path.current()?;
        Ok(position.notation(find(position, number)?))
    }

    fn current(&self) -> Result<&Open, TreeError> {
        self.open.last().ok_or(OUTSIDE)
    }

    fn current_mut(&mut self) -> Result<&mut Open, TreeError> {
        self.open.last_mut().ok_or(OUTSIDE)
    }

    /// A move of the current node is searched next.
    fn go_by(
        &mut self,
        number: u16,
        is_again: bool,
        asked_by: Option<String>,
    ) -> Result<(), TreeError> {
        let mv = self.name(number)?;
        self.current_mut()?.known.push(number);
        self.coming = Some(Coming {
            reached: Reached::Move { mv, is_again },
            asked_by,
            number: Some(number),
            without: None,
        });
        Ok(())
    }

    /// A technique asks for the next node.
    fn ask(&mut self, asked: Asked, mv: u16, by: Option<String>) -> Result<(), TreeError> {
        let (number, without) = match asked {
            Asked::Move => (Some(mv), None),
            Asked::Without => (None, Some(mv)),
            Asked::Pass | Asked::Again => (None, None),
        };
        let reached = match asked {
            Asked::Move => Reached::Move {
                mv: self.name(mv)?,
                is_again: false,
            },
            Asked::Pass => Reached::Pass,
            Asked::Again => Reached::Again,
            Asked::Without => Reached::Without(self.name(mv)?),
        };
        self.coming = Some(Coming {
            reached,
            asked_by: by,
            number,
            without,
        });
        Ok(())
    }

    fn enter(
        &mut self,
        (ply, depth): (u8, u8),
        (alpha, beta): (i16, i16),
        in_quiescence: bool,
    ) -> Result<(), TreeError> {
        let coming = self.coming.take().ok_or(TreeError::Contradiction(
            "a node that nothing leads to is entered",
        ))?;
        let place = self.nodes.len();
        let side = Side::at(ply);
        let [alpha_score, beta_score] = [alpha, beta].map(score);
        let parent = self.open.last().map(|open| open.place);
        self.nodes.push(Node {
            parent,
            reached: coming.reached,
            asked_by: coming.asked_by,
            ply,
            depth,
            in_quiescence,
            side,
            window: seen_by_max(side, alpha_score?, beta_score?),
            value: None,
            end: End::Stopped,
            ended_by: None,
            refuted_by: None,
            branches: Vec::new(),
            is_in_line: false,
        });
        if let Some(parent) = self.open.last_mut() {
            parent
                .branches
                .push((coming.number, Branch::Searched(place)));
        }
        self.open.push(Open {
            place,
            window: (alpha, beta),
            present: (alpha, beta),
            known: Vec::new(),
            without: coming.without,
            branches: Vec::new(),
        });
        Ok(())
    }

    /// An illegal move costs a node that is left at once.
    fn lose_king(&mut self, number: u16) -> Result<(), TreeError> {
        let open = self.current()?;
        let position = self.path.current()?;
        let mut name = None;
        position.for_each_illegal_move(MoveKind::All, |mv| {
            if G::number(mv) == number {
                name = Some(position.notation(mv));
            }
        });
        let mv = name.ok_or(TreeError::Contradiction("an illegal move that is none"))?;
        let (above, place) = (&self.nodes[open.place], self.nodes.len());
        let node = Node {
            parent: Some(open.place),
            reached: Reached::Move {
                mv,
                is_again: false,
            },
            asked_by: None,
            ply: above.ply.saturating_add(1),
            depth: above.depth.saturating_sub(1),
            in_quiescence: above.in_quiescence,
            side: Side::at(above.ply.saturating_add(1)),
            window: above.window,
            value: None,
            end: End::KingCaptured,
            ended_by: None,
            refuted_by: None,
            branches: Vec::new(),
            is_in_line: false,
        };
        self.nodes.push(node);
        self.current_mut()?
            .branches
            .push((Some(number), Branch::Searched(place)));
        Ok(())
    }

    fn leave(&mut self, end: End, by: Option<String>, value: i16) -> Result<(), TreeError> {
        let mut open = self.open.pop().ok_or(OUTSIDE)?;
        let position = self.path.current()?;
        let options = self.question.options;
        let node = &mut self.nodes[open.place];
        let certainty = certainty(end, node.in_quiescence, value, open.window, options);
        node.value = Some(Value {
            score: node.side.as_max(score(value)?),
            certainty: match node.side {
                Side::Max => certainty,
                Side::Min => reversed(certainty),
            },
        });
        node.end = end;
        node.ended_by = by;
        for mv in left_out((position, &open), end, node.in_quiescence, options) {
            let from = (position, node.side);
            let unsearched = unsearched(from, mv, Cause::Cut, options);
            open.branches
                .push((Some(G::number(mv)), Branch::Unsearched(unsearched)));
        }
        let is_cut = |(_, branch): &(Option<u16>, Branch)| {
            matches!(
                branch,
                Branch::Unsearched(Unsearched {
                    cause: Cause::Cut,
                    ..
                })
            )
        };
        let leaves_moves = open.branches.iter().any(is_cut);
        if self.question.order == BranchOrder::AsListed {
            open.branches.sort_by_key(|&(number, _)| number);
        }
        node.branches = open
            .branches
            .into_iter()
            .map(|(_, branch)| branch)
            .collect();
        let value = node.value.map_or_else(String::new, Value::text);
        let ending = node.ending().map(|ending| format!(": {ending}"));
        let [alpha, beta] = [open.present.0, open.present.1].map(score);
        self.moments.push(Moment {
            node: open.place,
            kind: kind(end, leaves_moves),
            text: format!("has the value {value}{}", ending.unwrap_or_default()),
            window: seen_by_max(node.side, alpha?, beta?),
            entry: None,
        });
        Ok(())
    }

    /// The tree, when a search of at most `limit` nodes has returned.
    pub(super) fn finish(
        mut self,
        summary: &Summary,
        root: String,
        limit: u64,
    ) -> Result<SearchTree, TreeError> {
        let depth = self.question.iteration;
        let before = |one: &plybench_checker::trace::Iterated| one.depth < depth;
        let earlier = summary.iterations.iter().rfind(|one| before(one));
        let wanted = summary.iterations.iter().find(|one| one.depth == depth);
        let Some(wanted) = wanted else {
            return Err(match summary.ended {
                Ended::Memory => TreeError::Memory,
                _ => TreeError::TooLong { depth, limit },
            });
        };
        let nodes = wanted.nodes - earlier.map_or(0, |earlier| earlier.nodes);
        if nodes > MOST_NODES as u64 {
            return Err(TreeError::TooLarge { depth, nodes });
        }
        let value = i16::try_from(wanted.value).map_err(|_| NO_VALUE)?;
        let line = notations(self.root, &wanted.line)?;
        mark_line(&mut self.nodes, &line);
        Ok(SearchTree {
            root,
            variant: self.question.variant.to_owned(),
            iteration: depth,
            value: score(value)?,
            line,
            nodes: self.nodes,
            moments: self.moments,
            has_table: self.question.options.table.size != TableSize::Off,
            has_named_moves: self.question.order == BranchOrder::AsSearched,
        })
    }
}

const OUTSIDE: TreeError = TreeError::Contradiction("a step outside any node");
const NO_VALUE: TreeError = TreeError::Contradiction("a value out of range");

fn score(raw: i16) -> Result<Score, TreeError> {
    Score::from_raw(raw).ok_or(NO_VALUE)
}

/// The name of a technique.
pub(crate) fn technique(place: u8) -> Option<String> {
    let name = || BuiltIn::NAMES.get(usize::from(place)).copied();
    (place != NOBODY).then(|| name().unwrap_or("own technique").to_owned())
}

/// The moves with these numbers, played from a root.
fn notations<G: Recorded>(root: &G, numbers: &[u16]) -> Result<Vec<String>, TreeError> {
    let mut position = root.clone();
    let mut line = Vec::new();
    for &number in numbers {
        let mv = find(&position, number)?;
        line.push(position.notation(mv));
        position = position.play(mv);
    }
    Ok(line)
}

fn seen_by_max(side: Side, alpha: Score, beta: Score) -> Window {
    match side {
        Side::Max => Window { alpha, beta },
        Side::Min => Window {
            alpha: -beta,
            beta: -alpha,
        },
    }
}

fn reversed(certainty: Certainty) -> Certainty {
    match certainty {
        Certainty::Exact => Certainty::Exact,
        Certainty::AtLeast => Certainty::AtMost,
        Certainty::AtMost => Certainty::AtLeast,
    }
}

/// What a value says, by the window contract. A value that no move was searched for does not depend on the window, unless fail-hard
/// bounds cut it to fit.
pub(crate) fn certainty(
    end: End,
    in_quiescence: bool,
    value: i16,
    (alpha, beta): (i16, i16),
    options: &SearchOptions,
) -> Certainty {
    let is_static = match end {
        End::Horizon => !in_quiescence,
        End::RuleDraw | End::Mated | End::Stalemate => true,
        _ => false,
    };
    if is_static && options.fail == FailMode::Soft {
        Certainty::Exact
    } else if value <= alpha {
        Certainty::AtMost
    } else if value >= beta {
        Certainty::AtLeast
    } else {
        Certainty::Exact
    }
}

/// The moves that the node would have searched, had it not been cut.
fn left_out<G: Recorded>(
    (position, open): (&G, &Open),
    end: End,
    in_quiescence: bool,
    options: &SearchOptions,
) -> Vec<G::Move> {
    let is_cut = match end {
        End::Expanded | End::MdpCut | End::TableCut | End::TechniqueCut => true,
        // Standing pat can be enough to fail high.
        End::Horizon => in_quiescence,
        End::RuleDraw | End::Mated | End::Stalemate | End::Stopped | End::KingCaptured => false,
    };
    let mut moves = Vec::new();
    if !is_cut || position.is_leaf() {
        return moves;
    }
    let evades = position.in_check() && options.quiescence_in_check == QuiescenceInCheck::Evasions;
    let kind = match in_quiescence && !evades {
        true => MoveKind::Tactical,
        false => MoveKind::All,
    };
    position.for_each_move(kind, |mv| {
        let number = G::number(mv);
        let is_no_choice = Some(number) == open.without
            || !options.under_promotion && position.is_under_promotion(mv);
        if !is_no_choice && !open.known.contains(&number) {
            moves.push(mv);
        }
    });
    moves
}

/// A move of a position with this side to move.
fn unsearched<G: Recorded>(
    (position, side): (&G, Side),
    mv: G::Move,
    cause: Cause,
    options: &SearchOptions,
) -> Unsearched {
    let after = position.play(mv);
    let value = || -Score::evaluation(after.evaluate(options.evaluation));
    Unsearched {
        mv: position.notation(mv),
        cause,
        leaf: after.is_leaf().then(|| side.as_max(value())),
    }
}

/// Marks the nodes of the best line: from the last search of the root, the last search of each move.
fn mark_line(nodes: &mut [Node], line: &[String]) {
    let mut at = nodes.iter().rposition(|node| node.parent.is_none());
    let mut moves = line.iter();
    while let Some(place) = at {
        nodes[place].is_in_line = true;
        let next = moves.next();
        at = nodes.iter().rposition(|node| {
            let Reached::Move { mv, is_again } = &node.reached else {
                return false;
            };
            // What a technique asks for is not the search of the move.
            let is_search = *is_again || node.asked_by.is_none();
            node.parent == Some(place) && is_search && Some(mv) == next
        });
    }
}
