//! Searches that a technique requests below its node, or of the node itself.

use super::{
    conventions::Conventions,
    negamax::{Kind, Root},
    searcher::Searcher,
};
use crate::{
    game::Game,
    observe::{Event, SearchObserver, SubSearchOf},
    score::Score,
    table::TableSize,
    techniques::{Found, Hook, Hooks, MISSING_PATH, Node, StackEntry, SubSearch, TechniqueId},
    units::Depth,
    window::Window,
};

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32>
    Searcher<'_, G, V, O, MOST>
{
    /// Asks the techniques that are on at a hook that may search below the node. If no other hook is called, this one is asked of a
    /// copy of the node: the original stays in registers only if nothing holds a reference to it.
    #[inline(always)]
    pub(super) fn ask_below<'s, K: Kind, H: Hook<G>>(
        &'s mut self,
        hook: impl FnOnce(&'s mut Self) -> H,
        node: &mut Node<'_, G>,
    ) -> H {
        let listed = self.listed::<K>();
        let mut hook = hook(self);
        if Hooks::of(MOST).is_within(Hooks::CUTOFFS) {
            let mut copy = node.with_window(node.window);
            let _ = listed.ask(&mut hook, &mut copy);
            node.keep_evaluation_of(&copy);
        } else {
            let _ = listed.ask(&mut hook, node);
        }
        hook
    }

    /// Searches the current node again, to another depth and perhaps without one of its moves.
    fn sub_search_node(
        &mut self,
        node: &Node<'_, G>,
        depth: Depth,
        window: Window,
        excluded: Option<G::Move>,
    ) -> Found<G::Move> {
        let (position, ply) = (node.position, node.ply);
        let asked = excluded.map_or(SubSearchOf::Again, SubSearchOf::Without);
        let by = self.announce(node, asked, depth, window);
        // The node's own line is restored below.
        let line = self.pv.saved(ply);
        self.last_best_move = None;
        self.stack[ply.index()] = StackEntry {
            is_again: true,
            excluded: excluded.or(node.stack_entry.excluded),
            ..node.stack_entry
        };
        let inherited = self.inherited[ply.index()];
        if Self::INHERITS {
            self.inherited[ply.index()] = node.inherited;
        }
        let value = self.search_node(position, ply, depth, window);
        self.asking = by;
        self.stack[ply.index()] = node.stack_entry;
        self.inherited[ply.index()] = inherited;
        self.pv.restore(ply, &line);
        Found {
            value,
            best_move: self.last_best_move.take(),
        }
    }

    /// Searches a position one ply below the node. The value is from the node's point of view.
    fn sub_search_child(
        &mut self,
        node: &Node<'_, G>,
        position: &G,
        asked: SubSearchOf<G::Move>,
        depth: Depth,
        window: Window,
    ) -> Score {
        let by = self.announce(node, asked, depth, window);
        let ply = node.ply.next();
        let mv = match asked {
            SubSearchOf::Move(mv) => Some(mv),
            _ => None,
        };
        self.ordering.arrive(ply, node.position, mv);
        self.stack[ply.index()] = StackEntry {
            is_pass: mv.is_none(),
            mv,
            ..StackEntry::START
        };
        if Self::INHERITS {
            self.inherited[ply.index()] = node.inherited.next(0, 0);
        }
        let value = -self.search_node(position, ply, depth, window.flipped());
        self.asking = by;
        value
    }

    /// Reports a requested search to the observer. Returns the technique that requested it, to be
    /// restored in `self.asking` when the search is over.
    fn announce(
        &mut self,
        node: &Node<'_, G>,
        asked: SubSearchOf<G::Move>,
        depth: Depth,
        window: Window,
    ) -> TechniqueId {
        assert!(self.wants::<Root>(Hooks::PATH), "{MISSING_PATH}");
        let (ply, by) = (node.ply, self.asking);
        self.observer.on(&Event::SubSearch {
            ply,
            asked,
            depth,
            window,
            by,
        });
        by
    }
}

impl<G: Game, V: Conventions + ?Sized, O: SearchObserver<G>, const MOST: u32> SubSearch<G>
    for Searcher<'_, G, V, O, MOST>
{
    fn after_move(
        &mut self,
        node: &Node<'_, G>,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Score {
        let child = node.position.play(mv);
        let asked = SubSearchOf::Move(mv);
        self.sub_search_child(node, &child, asked, depth, window)
    }

    fn after_pass(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Option<Score> {
        let child = node.position.pass()?;
        Some(self.sub_search_child(node, &child, SubSearchOf::Pass, depth, window))
    }

    fn again(&mut self, node: &Node<'_, G>, depth: Depth, window: Window) -> Found<G::Move> {
        self.sub_search_node(node, depth, window, None)
    }

    fn known_after(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth) -> Option<Score> {
        let table = self.options.table;
        if table.size == TableSize::Off || node.stack_entry.excluded.is_some() {
            return None;
        }
        let (child, ply) = (node.position.play(mv), node.ply.next());
        let key = child.key();
        let table_key = self.conventions.table_key(key);
        let entry = *self
            .table
            .probe(table_key, self.is_principal(node.window))?;
        if !self.conventions.tells_parent(entry.bound())
            || !table.depth.suffices(entry.depth(), depth)
            || self.is_draw(&child, ply, key, child.in_check())
        {
            return None;
        }
        Some(-self.conventions.read_from_table(entry.table_score(), ply))
    }

    fn without(&mut self, node: &Node<'_, G>, mv: G::Move, depth: Depth, window: Window) -> Score {
        self.sub_search_node(node, depth, window, Some(mv)).value
    }

    fn leaves_out(&self, position: &G, mv: G::Move) -> bool {
        !self.options.under_promotion && position.is_under_promotion(mv)
    }

    #[inline(always)]
    fn on_behalf_of(&mut self, by: TechniqueId) {
        self.asking = by;
    }
}
