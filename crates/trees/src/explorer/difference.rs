//! Two searches of one root as one tree, matched by move, and where they part.
//!
//! Two nodes are matched if the same path of moves and requests leads to them; the nth search of a move is matched with the nth. What
//! is below an unmatched node only one of the searches has entered. It counts towards the divergence at the matched node above, so the
//! divergences together have exactly the nodes that are not matched.

use std::collections::{HashMap, VecDeque};

use plybench_checker::{
    game::NO_MOVE,
    trace::{End, NOBODY},
};

use crate::{
    causes::{Aspect, What, Which, Why},
    visits::{Reached, Visit, Visits},
};

/// Stands for no node.
pub const NONE: u32 = u32::MAX;

/// A node of the common tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its places in the two searches, or [`NONE`].
    pub places: [u32; 2],
    /// The nodes of its subtree in the common tree, itself included.
    pub size: u32,
}

/// A matched node below which each search enters nodes that the other does not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Its place in the common tree; [`NONE`] if the searches of the root themselves are not matched.
    pub pair: u32,
    /// What differs first at this node.
    pub why: Why,
    /// The nodes that only one of them enters, for each.
    pub only: [u64; 2],
}

/// Two searches as one tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The common tree in the order of the first search's visit; what only the second visits comes before what it visits next.
    pub pairs: Vec<Pair>,
    /// Where they part, in the order of the tree.
    pub divergences: Vec<Divergence>,
    /// The place of the first matched node that differs in each [`Aspect`]: of nodes as they are entered, for the result as they are
    /// left.
    pub first: [Option<u32>; 4],
}

/// One search as a common tree of its own.
#[must_use]
pub fn alone(visits: &Visits) -> Vec<Pair> {
    let nodes = (0..).zip(&visits.nodes);
    nodes
        .map(|(place, node)| Pair {
            places: [place, NONE],
            size: node.size,
        })
        .collect()
}

/// Matches two searches of one root.
#[must_use]
pub fn difference(searches: [&Visits; 2]) -> Difference {
    let mut matching = Matching {
        searches,
        found: Difference::default(),
    };
    matching.below([None, None], NONE, NOBODY);
    let mut found = matching.found;
    found.divergences.sort_by_key(|divergence| divergence.pair);
    found
}

struct Matching<'s> {
    searches: [&'s Visits; 2],
    found: Difference,
}

impl<'s> Matching<'s> {
    /// A matched node with all below it. `depth_by` is the technique through which the nodes above have different depths.
    fn pair(&mut self, a: usize, b: usize, depth_by: u8) {
        let at = self.found.pairs.len();
        let pair = at as u32;
        self.found.pairs.push(Pair {
            places: [a as u32, b as u32],
            size: 1,
        });
        let [x, y] = [self.node(Which::A, a), self.node(Which::B, b)];
        if (x.window, x.narrowed) != (y.window, y.narrowed) {
            self.differs(Aspect::Window, pair);
        }
        if (x.depth, x.needed, x.in_quiescence) != (y.depth, y.needed, y.in_quiescence) {
            self.differs(Aspect::Depth, pair);
        }
        let depth_by = changed_by(x, y).unwrap_or(depth_by);
        self.below([Some(a), Some(b)], pair, depth_by);
        self.found.pairs[at].size = (self.found.pairs.len() - at) as u32;
        if x.value != y.value {
            // The first that is left, not the first that was entered.
            let first = &mut self.found.first[Aspect::Result as usize];
            *first = first.or(Some(pair));
        }
    }

    /// What two matched nodes lead to; the roots if they are `None`.
    fn below(&mut self, nodes: [Option<usize>; 2], pair: u32, depth_by: u8) {
        let [a, b] = [0, 1].map(|which| {
            let below = self.searches[which].below(nodes[which]);
            below.collect::<Vec<usize>>()
        });
        let (partners, unmatched) = self.partners(&a, &b);
        if !partners.iter().flatten().is_sorted() {
            self.differs(Aspect::Order, pair);
        }
        let mut unmatched = unmatched.into_iter().peekable();
        let mut only = [0, 0];
        for (&place, partner) in a.iter().zip(partners) {
            let Some(partner) = partner else {
                only[0] += self.only(Which::A, place);
                continue;
            };
            // What only the second visits comes before what it visits next.
            while let Some(before) = unmatched.next_if(|&at| at < partner) {
                only[1] += self.only(Which::B, b[before]);
            }
            self.pair(place, b[partner], depth_by);
        }
        for at in unmatched {
            only[1] += self.only(Which::B, b[at]);
        }
        if only != [0, 0] {
            let why = self.why(nodes, [&a, &b], depth_by);
            // A move that comes first in one search and is cut off in the other has no partner.
            if matches!(why.what, What::Order | What::TableMove) {
                self.differs(Aspect::Order, pair);
            }
            self.found.divergences.push(Divergence { pair, why, only });
        }
    }

    /// For each of the first nodes the place among the second that it is matched with, and the places that are matched with none.
    fn partners(&self, a: &[usize], b: &[usize]) -> (Vec<Option<usize>>, Vec<usize>) {
        let mut free: HashMap<_, VecDeque<usize>> = HashMap::new();
        for (at, &place) in b.iter().enumerate() {
            let thing = self.node(Which::B, place).thing();
            free.entry(thing).or_default().push_back(at);
        }
        let partner = |&place| {
            free.get_mut(&self.node(Which::A, place).thing())?
                .pop_front()
        };
        let partners = a.iter().map(partner).collect();
        let mut unmatched: Vec<usize> = free.into_values().flatten().collect();
        unmatched.sort_unstable();
        (partners, unmatched)
    }

    /// A node that only one search enters, with all below it. Returns their number.
    fn only(&mut self, which: Which, place: usize) -> u64 {
        let end = place + self.node(which, place).size as usize;
        for at in place..end {
            let mut places = [NONE; 2];
            places[which as usize] = at as u32;
            let size = self.node(which, at).size;
            self.found.pairs.push(Pair { places, size });
        }
        (end - place) as u64
    }

    fn node(&self, which: Which, place: usize) -> &'s Visit {
        let visits: &'s Visits = self.searches[which as usize];
        &visits.nodes[place]
    }

    fn differs(&mut self, aspect: Aspect, pair: u32) {
        let first = &mut self.found.first[aspect as usize];
        *first = Some(first.map_or(pair, |first| first.min(pair)));
    }

    /// Why two matched nodes lead to other nodes.
    fn why(&self, nodes: [Option<usize>; 2], below: [&[usize]; 2], depth_by: u8) -> Why {
        let [Some(a), Some(b)] = nodes else {
            let which = Which::first_if(below[0].len() > below[1].len());
            return Why::new(What::Driver, which, NOBODY);
        };
        let [x, y] = [self.node(Which::A, a), self.node(Which::B, b)];
        shallower(x, y, depth_by)
            .or_else(|| ends(x, y))
            .unwrap_or_else(|| self.first_other([x, y], below))
    }

    /// Why the first node that differs among those below does so.
    fn first_other(&self, [x, y]: [&Visit; 2], [a, b]: [&[usize]; 2]) -> Why {
        let nodes = |which, places: &[usize]| -> Vec<Visit> {
            places.iter().map(|&at| *self.node(which, at)).collect()
        };
        let (a, b) = (nodes(Which::A, a), nodes(Which::B, b));
        let both = a.iter().zip(&b);
        let same = both.take_while(|(u, v)| u.thing() == v.thing()).count();
        let next = [(Which::A, a.get(same)), (Which::B, b.get(same))];
        for (which, node) in next {
            let Some(node) = node else { continue };
            let what = match node.reached {
                Reached::MoveAgain => What::SearchesAgain,
                Reached::Pass | Reached::Again | Reached::Without => What::Asks,
                Reached::Move if node.asked_by != NOBODY => What::Asks,
                Reached::Move | Reached::Root => continue,
            };
            return Why::new(what, which, node.asked_by);
        }
        // One search has ended where the other goes on, because a move fails high.
        let goes_on = next.map(|(_, node)| node.is_some());
        let which = Which::first_if(goes_on[1]);
        let ended = (goes_on[0] != goes_on[1]).then_some((which, [x, y][which as usize]));
        if let Some((which, cut)) = ended.filter(|(_, cut)| cut.refuted != NO_MOVE) {
            let last = same.checked_sub(1);
            if last.is_none_or(|last| a[last].value != b[last].value) {
                return Why::new(What::Value, which, NOBODY);
            }
            let is_narrowed = x.window == y.window && cut.narrowed != cut.window;
            let by = if is_narrowed { cut.narrowed_by } else { NOBODY };
            return Why::new(What::Window, which, by);
        }
        // Where a move is skipped, the other search goes to more nodes.
        let fewer = Which::first_if(a.len() < b.len());
        let [node, other] = if fewer == Which::A { [x, y] } else { [y, x] };
        if a.len() != b.len() && node.skipped.0 > other.skipped.0 {
            return Why::new(What::Skips, fewer, node.skipped.1);
        }
        if let Some((which, _)) = ended {
            return Why::new(What::Moves, which, NOBODY);
        }
        let hits = [x, y].map(|node| node.hit.map_or(NO_MOVE, |hit| hit.mv));
        let tries = |(which, node): (Which, Option<&Visit>)| {
            let hit = hits[which as usize];
            let is_it = hits[0] != hits[1] && hit != NO_MOVE;
            (is_it && node.is_some_and(|node| node.shown == hit)).then_some(which)
        };
        match next.into_iter().find_map(tries) {
            Some(which) => Why::new(What::TableMove, which, NOBODY),
            None => Why::new(What::Order, Which::B, NOBODY),
        }
    }
}

impl Why {
    fn new(what: What, which: Which, by: u8) -> Self {
        Why { what, which, by }
    }
}

/// The technique through which the move to a node is reduced or extended in one search and not in the other; [`NOBODY`] if the depths
/// are the same.
fn changed_by(x: &Visit, y: &Visit) -> Option<u8> {
    if x.depth == y.depth {
        return Some(NOBODY);
    }
    let changed = [(x.reduced, y.reduced), (x.extended, y.extended)];
    let differs = changed.into_iter().find(|(x, y)| x != y);
    differs.map(|(x, y)| if x.0 > y.0 { x.1 } else { y.1 })
}

/// Whether one search looks less deep, so that the node has other moves or none.
fn shallower(x: &Visit, y: &Visit, by: u8) -> Option<Why> {
    let depth = |node: &Visit| if node.in_quiescence { 0 } else { node.needed };
    let depths = [x, y].map(depth);
    let is_horizon = (x.end == End::Horizon) != (y.end == End::Horizon);
    if depths[0] == depths[1] || !(is_horizon || x.in_quiescence != y.in_quiescence) {
        return None;
    }
    let which = Which::first_if(depths[0] < depths[1]);
    let node = [x, y][which as usize];
    let is_enough = node.needed < node.depth;
    let by = if is_enough { node.needed_by } else { by };
    Some(Why::new(What::Shallower, which, by))
}

/// Whether the nodes end in different ways. Of two that end early, the one with fewer nodes is named.
fn ends(x: &Visit, y: &Visit) -> Option<Why> {
    if (x.end, x.ended_by) == (y.end, y.ended_by) {
        return None;
    }
    let which = Which::first_if(match (x.end, y.end) {
        (End::Expanded, _) => false,
        (_, End::Expanded) => true,
        _ => x.size < y.size,
    });
    let node = [x, y][which as usize];
    Some(Why::new(What::Ends(node.end), which, node.ended_by))
}
