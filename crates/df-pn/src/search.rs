//! The search: depth first, at each node the child that seems the easiest to solve.
//!
//! Each visit of a node has a threshold for both numbers, and goes on below it until one of them is reached. So the search leaves a
//! subtree only when another one has become the easier one (A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications", 2002). A subtree may become half again as hard as the second best before it is left, so that the search does not
//! change between two that are alike (J. Pawlewicz and Ł. Lew, "Improving Depth-First PN-Search: 1+ε Trick", 2007).
//!
//! A node is a position with the plies that are left. They decrease, so there are no cycles, and the paths to a node do not matter.

use std::{
    mem::take,
    ops::{AddAssign, ControlFlow, Sub},
};

use plybench_engine::game::{Game, MoveKind};

use crate::{
    numbers::{INFINITE, Numbers, sum},
    table::Table,
};

/// What a search did. None of these is an entered node of an alpha-beta search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes whose moves were made: each visit of a node counts.
    pub expansions: u64,
    /// Positions that were made by a move, those of tests for a mate in one included.
    pub created: u64,
    /// Times that the table was asked.
    pub look_ups: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.expansions += other.expansions;
        self.created += other.created;
        self.look_ups += other.look_ups;
    }
}

/// What was done since an earlier count of the same solver.
impl Sub for Effort {
    type Output = Effort;

    fn sub(self, earlier: Self) -> Effort {
        Effort {
            expansions: self.expansions.saturating_sub(earlier.expansions),
            created: self.created.saturating_sub(earlier.created),
            look_ups: self.look_ups.saturating_sub(earlier.look_ups),
        }
    }
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the table.
    pub bytes: u64,
    /// The most expansions of all questions together; none if there is no such limit. Mates in two are tried to their end,
    /// and gathering a proof is not limited, so that the count may end higher.
    pub expansions: Option<u64>,
}

impl Limits {
    /// A table of 64 MiB, and no other limit.
    pub const DEFAULT: Self = Limits {
        bytes: 64 << 20,
        expansions: None,
    };
}

/// Why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// It reached its limit of expansions.
    #[error("not decided within the limit of expansions, {0}")]
    Expansions(u64),
    /// What the table said of a position was of another one with the same key.
    #[error("the answer is not proven: the table had that of another position with the same key")]
    SharedKey,
    /// The caller ended it.
    #[error("interrupted before the answer was found")]
    Interrupted,
}

/// Receives the effort so far, at least about every 4,096 expansions, and may end the search.
pub type Watch<'w> = dyn FnMut(Effort) -> ControlFlow<()> + 'w;

/// The expansions after which a [`Watch`] is called again.
const WATCHED_EVERY: u64 = 4096;

/// Answers whether there is a mate in time. Later questions profit from what the table knows from earlier ones.
pub struct Solver<G> {
    table: Table,
    limits: Limits,
    effort: Effort,
    /// The expansions at which the watch is called next.
    watched_at: u64,
    /// The children of the nodes on the path.
    children: Vec<Child<G>>,
    unsolved: Option<Unsolved>,
}

/// A position that can be searched next.
struct Child<G> {
    position: G,
    numbers: Numbers,
}

impl<G: Game> Solver<G> {
    /// A solver that knows nothing.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Solver {
            table: Table::of_bytes(limits.bytes),
            limits,
            effort: Effort::default(),
            watched_at: WATCHED_EVERY,
            children: Vec::new(),
            unsolved: None,
        }
    }

    /// The effort of all questions so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Whether there is a mate within so many plies: by the side to move if their number is odd, of the side to move if it is even.
    /// Draws by rule are ignored, as in mate problems.
    ///
    /// # Errors
    /// If a limit or the watch ended the search.
    pub fn ask(&mut self, root: &G, plies: u8, watch: &mut Watch<'_>) -> Result<bool, Unsolved> {
        self.unsolved = None;
        self.children.clear();
        let mut numbers = self.known(root, plies);
        if !numbers.is_solved() {
            numbers = self.visit(root, plies, Numbers::UNREACHED, watch);
        }
        match (numbers.phi, numbers.delta) {
            (0, _) => Ok(is_attackers_turn(plies)),
            (_, 0) => Ok(!is_attackers_turn(plies)),
            _ => Err(self.unsolved.unwrap_or(Unsolved::Interrupted)),
        }
    }

    /// Searches below a node until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        position: &G,
        left: u8,
        threshold: Numbers,
        watch: &mut Watch<'_>,
    ) -> Numbers {
        self.effort.expansions += 1;
        let began = self.effort.expansions;
        self.check_limits(watch);
        let numbers = match left {
            3 => self.mate_in_two(position),
            _ => self.easiest_first(position, left, threshold, watch),
        };
        let work = self.effort.expansions - began + 1;
        self.table.store(position.key(), left, numbers, work);
        numbers
    }

    /// Visits the easiest child, again and again.
    fn easiest_first(
        &mut self,
        position: &G,
        left: u8,
        threshold: Numbers,
        watch: &mut Watch<'_>,
    ) -> Numbers {
        let first = self.children.len();
        self.create_children(position, left);
        let numbers = loop {
            let (numbers, next) = survey(&self.children[first..]);
            let is_reached = numbers.phi >= threshold.phi || numbers.delta >= threshold.delta;
            let Some(next) = next.filter(|_| !is_reached && self.unsolved.is_none()) else {
                break numbers;
            };
            let child = &self.children[first + next.place];
            let position = child.position.clone();
            let below = Numbers {
                phi: sum(threshold.delta - numbers.delta, child.numbers.phi),
                delta: threshold.phi.min(sum(next.second, next.second / 2 + 1)),
            };
            let numbers = self.visit(&position, left - 1, below, watch);
            self.children[first + next.place].numbers = numbers;
        };
        self.children.truncate(first);
        numbers
    }

    /// The answer with three plies left. So near to the last ply, trying one move after the other is faster than to keep numbers of them.
    fn mate_in_two(&mut self, position: &G) -> Numbers {
        let first = self.children.len();
        self.make_children(position);
        let children = take(&mut self.children);
        let mut moves = [true, false].into_iter().flat_map(|checks| {
            let moves = children[first..].iter();
            moves.filter(move |child| child.position.in_check() == checks)
        });
        let is_mate = moves.any(|child| self.is_mated_in_one(&child.position));
        self.children = children;
        self.children.truncate(first);
        if is_mate { Numbers::WON } else { Numbers::LOST }
    }

    fn check_limits(&mut self, watch: &mut Watch<'_>) {
        let expansions = self.effort.expansions;
        if let Some(most) = self.limits.expansions.filter(|&most| expansions > most) {
            self.unsolved = Some(Unsolved::Expansions(most));
        }
        if expansions >= self.watched_at {
            self.watched_at = expansions + WATCHED_EVERY;
            if watch(self.effort).is_break() {
                self.unsolved = Some(Unsolved::Interrupted);
            }
        }
    }

    /// Adds the positions after each move: none if the game is over before its plies are, so that the defender has reached its goal.
    fn make_children(&mut self, position: &G) {
        if position.is_leaf() {
            return;
        }
        let first = self.children.len();
        position.for_each_move(MoveKind::All, |mv| {
            self.children.push(Child {
                position: position.play(mv),
                numbers: Numbers::UNKNOWN,
            });
        });
        self.effort.created += (self.children.len() - first) as u64;
    }

    /// Adds them with what is known of them, up to the first that decides the node.
    fn create_children(&mut self, position: &G, left: u8) {
        let first = self.children.len();
        self.make_children(position);
        // Before any is looked up, so that a large table has time to answer.
        for child in &self.children[first..] {
            self.table.prefetch(child.position.key());
        }
        let mut children = take(&mut self.children);
        let decides = children[first..].iter_mut().position(|child| {
            child.numbers = self.known(&child.position, left - 1);
            child.numbers == Numbers::LOST
        });
        if let Some(place) = decides {
            children.truncate(first + place + 1);
        }
        self.children = children;
    }

    /// What is known of a node before it is visited.
    pub(crate) fn known(&mut self, position: &G, left: u8) -> Numbers {
        // To look at the moves is faster than a look into a large table.
        match left {
            0 if is_mated(position) => return Numbers::LOST,
            0 => return Numbers::WON,
            1 if self.mates_at_once(position) => return Numbers::WON,
            1 => return Numbers::LOST,
            2 if self.is_mated_in_one(position) => return Numbers::LOST,
            2 => return Numbers::WON,
            _ => {}
        }
        self.effort.look_ups += 1;
        match self.table.look_up(position.key(), left) {
            Some(numbers) => numbers,
            None if is_attackers_turn(left) => Numbers::UNKNOWN,
            None => defenders(position),
        }
    }

    /// Whether the side to move is mated, or each of its moves lets it be mated at once.
    fn is_mated_in_one(&mut self, position: &G) -> bool {
        if position.is_leaf() {
            return false;
        }
        self.effort.expansions += 1;
        let (mut replies, mut defends) = (0, false);
        position.for_each_move(MoveKind::All, |mv| {
            if !defends {
                replies += 1;
                defends = !self.mates_at_once(&position.play(mv));
            }
        });
        self.effort.created += replies;
        !defends && (replies > 0 || position.in_check())
    }

    fn mates_at_once(&mut self, position: &G) -> bool {
        let (mut mates, mut created) = (false, 0);
        position.for_each_possible_check(|mv| {
            if !mates {
                created += 1;
                mates = is_mated(&position.play(mv));
            }
        });
        self.effort.created += created;
        mates
    }
}

/// The attacker is to move with an odd number of plies left.
pub(crate) fn is_attackers_turn(left: u8) -> bool {
    left % 2 == 1
}

pub(crate) fn is_mated<G: Game>(position: &G) -> bool {
    position.in_check() && !position.is_leaf() && !position.has_legal_move()
}

/// How many replies more a defender's node counts at first if it is not in check. A threat of mate is seldom as near to one as a check.
const QUIET: u32 = 2;

/// The first numbers of a defender's node: to prove a mate, each reply has to be answered. So the search tries first what leaves the fewest
/// replies, mostly checks.
fn defenders<G: Game>(position: &G) -> Numbers {
    let replies = match position.is_leaf() {
        true => 0,
        false => position.move_count() as u32,
    };
    match replies {
        0 if is_mated(position) => Numbers::LOST,
        0 => Numbers::WON,
        _ => Numbers {
            phi: 1,
            delta: replies + if position.in_check() { 0 } else { QUIET },
        },
    }
}

/// The child that is searched next.
struct Next {
    place: usize,
    /// The least δ of the other children.
    second: u32,
}

/// The numbers of a node from those of its children, and the easiest child: none if the node is solved.
fn survey<G>(children: &[Child<G>]) -> (Numbers, Option<Next>) {
    let mut numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
    let mut next = Next {
        place: 0,
        second: INFINITE,
    };
    for (place, child) in children.iter().enumerate() {
        let Numbers { phi, delta } = child.numbers;
        numbers.delta = sum(numbers.delta, phi);
        if delta < numbers.phi {
            next = Next {
                place,
                second: numbers.phi,
            };
            numbers.phi = delta;
        } else {
            next.second = next.second.min(delta);
        }
    }
    match (numbers.phi, numbers.delta) {
        (0, _) => (Numbers::WON, None),
        (_, 0) => (Numbers::LOST, None),
        // A sum of many numbers is no solution, however large it is.
        (phi, delta) => {
            let delta = delta.min(INFINITE - 1);
            (Numbers { phi, delta }, Some(next))
        }
    }
}
