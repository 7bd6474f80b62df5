//! The nodes of one iteration as columns of numbers: small enough for tens of millions, and in the order of visit.

use std::{collections::BTreeMap, iter::successors};

use plybench_checker::{
    game::{NO_MOVE, Recorded},
    trace::{Bound, End, NOBODY},
};

/// How a search came to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reached {
    /// It is the root.
    Root,
    /// By a move that is searched for the first time, or that a technique asks for.
    Move,
    /// By a move that had been searched before.
    MoveAgain,
    /// By a pass that a technique asks for.
    Pass,
    /// It is the node above once more.
    Again,
    /// It is the node above without a move.
    Without,
}

/// An entry of the table, as a node finds or stores it. The value is that of the table: a mate is counted from the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// As the side to move sees it.
    pub value: i16,
    /// Of its search, in plies.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// Its move, or [`NO_MOVE`].
    pub mv: u16,
}

/// An entered node. Values and windows are from the point of view of its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The nodes of its subtree, itself included.
    pub size: u32,
    /// How the search came to it.
    pub reached: Reached,
    /// The number of that move in the trace, or of the move that is left out; else [`NO_MOVE`].
    pub mv: u16,
    /// That move as the page has it: from square, to square and promotion as written in UCI, or the number of a child.
    pub shown: u16,
    /// The technique that asked for it or whose reduction is undone, or [`NOBODY`].
    pub asked_by: u8,
    /// Its place among the nodes that the node above leads to, from 0.
    pub place: u16,
    /// The distance from the root.
    pub ply: u8,
    /// Plies to the horizon, on entry.
    pub depth: u8,
    /// The plies that were enough, if a technique found fewer.
    pub needed: u8,
    /// That technique, or [`NOBODY`].
    pub needed_by: u8,
    /// Whether it belongs to quiescence.
    pub in_quiescence: bool,
    /// Alpha and beta on entry.
    pub window: (i16, i16),
    /// After techniques had narrowed it.
    pub narrowed: (i16, i16),
    /// The technique that narrowed or closed the window, or [`NOBODY`].
    pub narrowed_by: u8,
    /// The plies by which the move to it was extended, with the technique, or [`NOBODY`].
    pub extended: (u8, u8),
    /// The plies by which that move was reduced, with the technique.
    pub reduced: (u8, u8),
    /// The static evaluation, in centipawns; none after the capture of a king.
    pub evaluation: Option<i16>,
    /// What the table had.
    pub hit: Option<TableEntry>,
    /// What went into the table.
    pub stored: Option<TableEntry>,
    /// The number of moves that techniques skipped, and the technique that skipped the last.
    pub skipped: (u16, u8),
    /// The number of the move that failed high, or [`NO_MOVE`].
    pub refuted: u16,
    /// Its value; none after the capture of a king.
    pub value: Option<i16>,
    /// What the value says.
    pub bound: Bound,
    /// How the search left it.
    pub end: End,
    /// The technique that ended it, or [`NOBODY`].
    pub ended_by: u8,
    /// Whether it is on the best line.
    pub is_in_line: bool,
}

impl Visit {
    /// A node about which nothing is known yet.
    pub(crate) const UNKNOWN: Visit = Visit {
        size: 1,
        reached: Reached::Root,
        mv: NO_MOVE,
        shown: NO_MOVE,
        asked_by: NOBODY,
        place: 0,
        ply: 0,
        depth: 0,
        needed: 0,
        needed_by: NOBODY,
        in_quiescence: false,
        window: (0, 0),
        narrowed: (0, 0),
        narrowed_by: NOBODY,
        extended: (0, NOBODY),
        reduced: (0, NOBODY),
        evaluation: None,
        hit: None,
        stored: None,
        skipped: (0, NOBODY),
        refuted: NO_MOVE,
        value: None,
        bound: Bound::Exact,
        end: End::Stopped,
        ended_by: NOBODY,
        is_in_line: false,
    };

    /// Whether it is the search of a move. What a technique asks for is not.
    pub(crate) fn is_of_move(&self) -> bool {
        match self.reached {
            Reached::Move => self.asked_by == NOBODY,
            reached => reached == Reached::MoveAgain,
        }
    }

    /// What is searched, whether for the first time or again: a move, or what a technique asks for. Two visits with the same are
    /// matched.
    pub(crate) fn thing(&self) -> (Reached, u16, u8) {
        match self.reached {
            Reached::MoveAgain => (Reached::Move, self.mv, NOBODY),
            reached => (reached, self.mv, self.asked_by),
        }
    }
}

/// One iteration of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Visits {
    /// The name of the search.
    pub name: String,
    /// The root, as text.
    pub root: String,
    /// The iteration, by its depth in plies.
    pub iteration: u8,
    /// Its value, for the side to move at the root.
    pub value: i16,
    /// The names of moves by number, as far as they have one name everywhere; those of chess need none.
    pub moves: BTreeMap<u16, String>,
    /// The nodes in the order in which the search entered them. A driver that searches the root several times has several roots.
    pub nodes: Vec<Visit>,
}

impl Visits {
    /// The places of the nodes that one leads to, in the order of visit; the roots for `None`.
    pub fn below(&self, node: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (first, end) = match node {
            Some(node) => (node + 1, node + self.nodes[node].size as usize),
            None => (0, self.nodes.len()),
        };
        let next = |place: &usize| Some(place + self.nodes.get(*place)?.size as usize);
        successors(Some(first), next).take_while(move |&place| place < end)
    }

    /// How many nodes ended in each way: by the end and the technique, or [`NOBODY`].
    #[must_use]
    pub fn ends(&self) -> BTreeMap<(End, u8), u64> {
        let mut ends = BTreeMap::new();
        for node in &self.nodes {
            *ends.entry((node.end, node.ended_by)).or_default() += 1;
        }
        ends
    }
}

/// A move as a page has it: its number in a trace, but castling with the square to which the king goes, as UCI names it. A table's move
/// can be one of another position with the same key.
pub(super) fn shown(position: &impl Recorded, number: u16) -> u16 {
    let square = |text: &[u8]| match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(u16::from(rank - b'1') * 8 + u16::from(file - b'a'))
        }
        _ => None,
    };
    let name = position.find(number).map(|mv| position.notation(mv));
    let to = name.and_then(|name| name.as_bytes().get(2..4).and_then(square));
    to.map_or(number, |to| number & !(63 << 3) | to << 3)
}
