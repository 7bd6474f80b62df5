//! Two observers as one.

use super::{End, SearchObserver};
use crate::{
    score::Score,
    techniques::MateBound,
    units::{Depth, Ply},
    window::Window,
};

/// Passes every event to both observers, the first one first. Pairs nest.
#[derive(Clone, Debug, Default)]
pub struct Pair<A, B>(pub A, pub B);

impl<A: SearchObserver, B: SearchObserver> SearchObserver for Pair<A, B> {
    #[inline]
    fn entered(&mut self, ply: Ply, depth: Depth, window: Window) {
        self.0.entered(ply, depth, window);
        self.1.entered(ply, depth, window);
    }

    #[inline]
    fn left(&mut self, ply: Ply, end: End, value: Score) {
        self.0.left(ply, end, value);
        self.1.left(ply, end, value);
    }

    #[inline]
    fn narrowed(&mut self, ply: Ply, bound: MateBound) {
        self.0.narrowed(ply, bound);
        self.1.narrowed(ply, bound);
    }

    #[inline]
    fn mate_distance_cut(&mut self, ply: Ply, bound: MateBound) {
        self.0.mate_distance_cut(ply, bound);
        self.1.mate_distance_cut(ply, bound);
    }

    #[inline]
    fn table_hit(&mut self, ply: Ply) {
        self.0.table_hit(ply);
        self.1.table_hit(ply);
    }

    #[inline]
    fn table_overwrite(&mut self) {
        self.0.table_overwrite();
        self.1.table_overwrite();
    }

    #[inline]
    fn move_searched(&mut self, ply: Ply, number: usize) {
        self.0.move_searched(ply, number);
        self.1.move_searched(ply, number);
    }

    #[inline]
    fn beta_cutoff(&mut self, ply: Ply, number: usize) {
        self.0.beta_cutoff(ply, number);
        self.1.beta_cutoff(ply, number);
    }
}
