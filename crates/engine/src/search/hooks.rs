//! What the techniques of a search do together at each hook.
//!
//! If several act on the same thing, the largest effect applies and its technique is credited; on a tie, the first one.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{Break, Continue};

use crate::{
    game::Game,
    score::Score,
    table::Entry,
    techniques::{
        ClampPoint, Clamped, Credited, Flow, Hook, Hooks, MadeMove, MateBound, Node, Plies,
        SubSearch, Technique, TechniqueId, Verdict,
    },
    units::Depth,
};

/// Narrows a node's window, each technique further than the one before, or closes it.
pub(super) struct Clamp {
    pub(super) point: ClampPoint,
    /// The technique that raised alpha last.
    pub(super) lower: Option<TechniqueId>,
    /// The technique that lowered beta last.
    pub(super) upper: Option<TechniqueId>,
    /// The value of the closed window, the bound that closed it, and the technique.
    pub(super) cut: Option<(Score, MateBound, TechniqueId)>,
}

impl Clamp {
    #[inline(always)]
    pub(super) fn at(point: ClampPoint) -> Self {
        Clamp {
            point,
            lower: None,
            upper: None,
            cut: None,
        }
    }
}

impl<G: Game> Hook<G> for Clamp {
    const OF: Hooks = Hooks::CLAMP;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        match on.technique.clamp(self.point, node) {
            Clamped::Kept => {}
            Clamped::Narrowed {
                window,
                lower,
                upper,
            } => {
                node.window = window;
                self.lower = if lower { Some(on.by) } else { self.lower };
                self.upper = if upper { Some(on.by) } else { self.upper };
            }
            Clamped::Cut { value, bound } => {
                self.cut = Some((value, bound, on.by));
                return Break(());
            }
        }
        Continue(())
    }
}

/// The number of plies by which less than the node's depth is enough.
pub(super) struct EnoughDepth(pub(super) Plies);

impl<G: Game> Hook<G> for EnoughDepth {
    const OF: Hooks = Hooks::ENOUGH_DEPTH;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        let enough = on.technique.enough_depth(node).plies();
        let less = node.depth.plies().saturating_sub(enough);
        self.0 = self.0.or_larger(Plies::by(on.by, less));
        Continue(())
    }
}

/// The first technique that trusts an entry of the table.
pub(super) struct TrustEntry<'e, G: Game> {
    pub(super) entry: &'e Entry<G::Move>,
    pub(super) by: Option<TechniqueId>,
}

impl<G: Game> Hook<G> for TrustEntry<'_, G> {
    const OF: Hooks = Hooks::TRUST;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        if on.technique.trusts_entry(node, self.entry) {
            self.by = Some(on.by);
            return Break(());
        }
        Continue(())
    }
}

/// The first other depth to search the node to.
pub(super) struct NodeDepth<'s, S> {
    pub(super) below: &'s mut S,
    pub(super) depth: Option<(Depth, TechniqueId)>,
}

impl<G: Game, S: SubSearch<G>> Hook<G> for NodeDepth<'_, S> {
    const OF: Hooks = Hooks::NODE_DEPTH;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        self.below.on_behalf_of(on.by);
        let depth = on.technique.node_depth(node, self.below);
        let depth = depth.max(Depth::new(1));
        if depth != node.depth {
            self.depth = Some((depth, on.by));
            return Break(());
        }
        Continue(())
    }
}

/// Changes a node's window to that in which the unchanged value has to be searched.
pub(super) struct ReshapeWindow;

impl<G: Game> Hook<G> for ReshapeWindow {
    const OF: Hooks = Hooks::RESHAPE;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        node.window = on.technique.reshape_window(node);
        Continue(())
    }
}

/// Changes a value. The technique that reshaped the window last has searched for the innermost value.
pub(super) struct ReshapeValue(pub(super) Score);

impl<G: Game> Hook<G> for ReshapeValue {
    const OF: Hooks = Hooks::RESHAPE;
    const LAST_FIRST: bool = true;

    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        self.0 = on.technique.reshape_value(node, self.0);
        Continue(())
    }
}

/// The first value to return without searching the moves.
pub(super) struct Cutoff<'s, S> {
    pub(super) below: &'s mut S,
    pub(super) value: Option<(Score, TechniqueId)>,
}

impl<G: Game, S: SubSearch<G>> Hook<G> for Cutoff<'_, S> {
    const OF: Hooks = Hooks::CUTOFF;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        self.below.on_behalf_of(on.by);
        if let Some(value) = on.technique.cutoff(node, self.below) {
            self.value = Some((value, on.by));
            return Break(());
        }
        Continue(())
    }
}

/// The move to try first, of the first technique that finds one.
pub(super) struct FirstMove<'s, S, M> {
    pub(super) below: &'s mut S,
    pub(super) mv: Option<(M, TechniqueId)>,
}

impl<G: Game, S: SubSearch<G>> Hook<G> for FirstMove<'_, S, G::Move> {
    const OF: Hooks = Hooks::FIRST_MOVE;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        self.below.on_behalf_of(on.by);
        if let Some(mv) = on.technique.first_move(node, self.below) {
            self.mv = Some((mv, on.by));
            return Break(());
        }
        Continue(())
    }
}

/// The first technique that prunes a move.
pub(super) struct Skip<'m, G: Game> {
    pub(super) made: &'m MadeMove<'m, G>,
    pub(super) by: Option<TechniqueId>,
}

impl<G: Game> Hook<G> for Skip<'_, G> {
    const OF: Hooks = Hooks::PRUNE;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        if on.technique.prunes(node, self.made) {
            self.by = Some(on.by);
            return Break(());
        }
        Continue(())
    }
}

/// What becomes of a move.
pub(super) struct Verdicts<'m, G: Game, S> {
    pub(super) made: &'m MadeMove<'m, G>,
    pub(super) below: &'m mut S,
    pub(super) judged: Judged,
}

/// What all techniques together make of a move: the most plies by which it is searched deeper, the most by which it is searched less
/// deeply, or the first value that ends its node.
#[derive(Clone, Copy)]
pub(super) struct Judged {
    pub(super) extended: Plies,
    pub(super) shortened: Plies,
    pub(super) cut: Option<(Score, TechniqueId)>,
}

impl Judged {
    pub(super) const NOTHING: Self = Judged {
        extended: Plies::NONE,
        shortened: Plies::NONE,
        cut: None,
    };
}

impl<G: Game, S: SubSearch<G>> Hook<G> for Verdicts<'_, G, S> {
    const OF: Hooks = Hooks::EXTENSION;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        self.below.on_behalf_of(on.by);
        let Judged {
            extended,
            shortened,
            cut,
        } = &mut self.judged;
        match on.technique.verdict(node, self.made, self.below) {
            Verdict::Extended(0) => {}
            Verdict::Extended(plies) => *extended = extended.or_larger(Plies::by(on.by, plies)),
            Verdict::Shortened(plies) => *shortened = shortened.or_larger(Plies::by(on.by, plies)),
            Verdict::Cut(value) => {
                *cut = Some((value, on.by));
                return Break(());
            }
        }
        Continue(())
    }
}

/// The plies by which the depth of a move is first reduced.
pub(super) struct Reduction<'m, G: Game> {
    pub(super) made: &'m MadeMove<'m, G>,
    pub(super) plies: Plies,
}

impl<G: Game> Hook<G> for Reduction<'_, G> {
    const OF: Hooks = Hooks::REDUCTION;
    #[inline(always)]
    fn ask<T: Technique<G> + ?Sized>(&mut self, on: Credited<&T>, node: &mut Node<'_, G>) -> Flow {
        let plies = on.technique.reduction(node, self.made);
        self.plies = self.plies.or_larger(Plies::by(on.by, plies));
        Continue(())
    }
}
