//! The positions after a node's moves, made a few at a time.
//!
//! Where the next position's table entry lies is known only once its move is made, and that memory
//! takes as long to come as a hundred instructions and more. Once a node's first move has not
//! refuted it, most others will be searched too: so the next few are made together and their
//! entries are asked for, which then are on their way while their siblings are searched.

use crate::{
    game::Game,
    units::{MAX_PLY, Ply},
};

/// How many are made together: about as many lines as a processor can wait for at a time.
pub(super) const AHEAD: usize = 12;

/// Room for the children of every node on a path, made for a ply when it is first reached: a short search goes not far.
pub(super) struct Nursery<G>(Vec<Vec<G>>);

impl<G> Nursery<G> {
    pub(super) fn new() -> Self {
        Nursery((0..MAX_PLY + 2).map(|_| Vec::new()).collect())
    }

    /// The room at a ply, to be given back. A node that is searched again while its moves are searched finds none, and makes some.
    #[inline(always)]
    pub(super) fn take(&mut self, ply: Ply) -> Children<G> {
        Children {
            made: std::mem::take(&mut self.0[ply.index()]),
            first: 0,
        }
    }

    #[inline(always)]
    pub(super) fn give_back(&mut self, ply: Ply, mut children: Children<G>) {
        children.made.clear();
        self.0[ply.index()] = children.made;
    }
}

/// Some neighbouring children of a node.
pub(super) struct Children<G> {
    made: Vec<G>,
    /// The number of the move that leads to the first of them.
    first: usize,
}

impl<G: Game> Children<G> {
    /// The child of `parent` by the move with this number, to be asked for in turn. `moves` are this
    /// move and those that follow which are to be made with it; `made` sees each child.
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
