//! The positions after a node's moves, made a few at a time.
//!
//! The address of a position's table entry is known only once its move is made, and loading the
//! entry then takes as long as a hundred instructions or more. If a node's first move does not cause
//! a cutoff, most of its other moves will be searched too. So the next few are made together and
//! their entries are prefetched: they arrive while the siblings are searched.

use crate::{
    game::Game,
    units::{MAX_PLY, Ply},
};

/// The number of children made together: about as many cache lines as a processor can load at once.
pub(super) const AHEAD: usize = 12;

/// Buffers for the children of every node on a path. A ply's buffer is allocated when the search first reaches it, since a short
/// search reaches few plies.
pub(super) struct ChildBuffers<G>(Vec<Vec<G>>);

impl<G> ChildBuffers<G> {
    pub(super) fn new() -> Self {
        ChildBuffers((0..MAX_PLY + 2).map(|_| Vec::new()).collect())
    }

    /// Takes the buffer of a ply, which the caller has to give back. A node that is searched again while its moves are being
    /// searched finds none and allocates one.
    #[inline(always)]
    pub(super) fn take(&mut self, ply: Ply) -> Children<G> {
        Children {
            made: std::mem::take(&mut self.0[ply.index()]),
            first: 0,
        }
    }

    #[inline(always)]
    pub(super) fn put_back(&mut self, ply: Ply, mut children: Children<G>) {
        children.made.clear();
        self.0[ply.index()] = children.made;
    }
}

/// Some consecutive children of a node.
pub(super) struct Children<G> {
    made: Vec<G>,
    /// The number of the move that leads to the first of `made`.
    first: usize,
}

impl<G: Game> Children<G> {
    /// The child of `parent` after the move with this number. Numbers must be requested in order.
    /// `moves` yields this move and the following moves to make with it; `made` is called with each
    /// new child.
    #[inline(always)]
    pub(super) fn child<I: Iterator<Item = G::Move>>(
        &mut self,
        parent: &G,
        number: usize,
        moves: impl FnOnce() -> I,
        made: impl Fn(&G),
    ) -> Option<&G> {
        if number - self.first == self.made.len() {
            self.made.clear();
            for mv in moves() {
                self.made.push(parent.clone());
                if let Some(child) = self.made.last_mut() {
                    child.make(mv);
                    made(child);
                }
            }
            self.first = number;
        }
        self.made.get(number - self.first)
    }
}
