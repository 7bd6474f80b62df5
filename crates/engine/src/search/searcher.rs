//! The state of one search from one root: its configuration, tables, path and counts, and the hooks of the techniques that are on.

use super::{
    children::ChildBuffers, conventions::Conventions, limits::Watch, memory::Memory,
    options::SearchOptions, path::Path, principal_variation::PrincipalVariation, tables::Tables,
};
use crate::{
    game::Game,
    observe::SearchObserver,
    ordering::{MoveStack, Ordering},
    table::{OutOfMemory, PrincipalEntries},
    techniques::{BuiltIn, Hook, Hooks, Node, StackEntry, TechniqueId, Techniques},
    units::MAX_PLY,
    window::Window,
};

/// The initial capacity for the moves of all nodes on a path.
const MOVES_ON_A_PATH: usize = 16_384;

/// A vector with `value` for each ply of a path, in the memory of `by_ply`.
fn filled<T: Copy>(mut by_ply: Vec<T>, value: T) -> Vec<T> {
    by_ply.clear();
    by_ply.resize(MAX_PLY + 2, value);
    by_ply
}

/// The techniques of a search.
#[derive(Clone, Copy)]
pub(super) struct Active<'a, T> {
    /// The built-in ones. They are apart from the searcher because they search with it.
    pub(super) built_in: &'a BuiltIn,
    /// The caller's, in addition.
    pub(super) added: T,
    /// The hooks and data of those that are on.
    pub(super) hooks: Hooks,
}

/// The state of one search from one root, compiled for options and techniques that use no more than `MOST` (bits of [`Hooks`]).
pub(super) struct Searcher<'a, G: Game, V: ?Sized, T, O, const MOST: u16> {
    pub(super) options: SearchOptions,
    pub(super) conventions: &'a V,
    techniques: Active<'a, T>,
    pub(super) observer: O,
    pub(super) table: Tables<G::Move>,
    pub(super) ordering: Ordering<G::Move>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) child_buffers: ChildBuffers<G>,
    pub(super) path: Path,
    /// How the search reached each node of the path, by ply; maintained only if a technique uses it.
    pub(super) stack: Vec<StackEntry<G::Move>>,
    /// The static evaluations of the path, by ply; maintained only if a technique uses them.
    pub(super) evaluations: Vec<Option<i32>>,
    pub(super) pv: PrincipalVariation<G::Move>,
    /// The best move of the node that was left last, for a technique that requested its search.
    pub(super) last_best_move: Option<G::Move>,
    /// The technique whose hook is being called, if that hook may search below its node.
    pub(super) asking: TechniqueId,
    /// Nodes entered since the search began.
    pub(super) nodes: u64,
    /// The same count when the root's best line last changed.
    pub(super) nodes_to_pv: u64,
    pub(super) watch: Watch<'a>,
}

impl<'a, G, V, T, O, const MOST: u16> Searcher<'a, G, V, T, O, MOST>
where
    G: Game,
    V: Conventions + ?Sized,
    T: Techniques<G>,
    O: SearchObserver<G>,
{
    /// A searcher with empty tables, in the memory of a search that is over.
    #[inline(never)] // Called once per search.
    pub(super) fn new(
        options: &'a SearchOptions,
        conventions: &'a V,
        techniques: Active<'a, T>,
        observer: O,
        watch: Watch<'a>,
        memory: Memory<G::Move>,
    ) -> Result<Self, OutOfMemory> {
        Ok(Searcher {
            options: *options,
            conventions,
            techniques,
            table: memory.table.renewed(options.table)?,
            ordering: memory.ordering.renewed::<G>(&options.ordering),
            observer,
            moves: memory.moves.renewed(MOVES_ON_A_PATH),
            child_buffers: ChildBuffers::new(),
            path: memory.path.renewed(),
            stack: filled(memory.stack, StackEntry::START),
            evaluations: filled(memory.evaluations, None),
            pv: memory.pv.renewed(),
            last_best_move: None,
            asking: TechniqueId::at(0),
            nodes: 0,
            nodes_to_pv: 0,
            watch,
        })
    }

    /// Returns its memory, for another search.
    #[inline(never)] // Called once per search.
    pub(super) fn into_memory(self) -> Memory<G::Move> {
        Memory {
            table: self.table,
            ordering: self.ordering,
            moves: self.moves,
            path: self.path,
            stack: self.stack,
            evaluations: self.evaluations,
            pv: self.pv,
        }
    }

    /// Whether a technique that is on uses any of these.
    #[inline(always)]
    pub(super) fn wants(&self, of: Hooks) -> bool {
        Hooks::of(MOST).any(of) && self.techniques.hooks.any(of)
    }

    /// Asks the techniques that are on.
    #[inline(always)]
    pub(super) fn ask<H: Hook<G>>(&self, mut hook: H, node: &mut Node<'_, G>) -> H {
        let _ = self.techniques().ask(0, &mut hook, node);
        hook
    }

    #[inline(always)]
    pub(super) fn techniques(&self) -> impl Techniques<G> + use<'a, G, V, T, O, MOST> {
        let may_be_limited = Hooks::of(MOST).any(Hooks::SCOPE);
        let Active {
            built_in, added, ..
        } = self.techniques;
        (built_in.techniques(may_be_limited), added)
    }

    /// Whether nodes of the principal variation have a table of their own.
    #[inline(always)]
    pub(super) fn keeps_principal_entries(&self) -> bool {
        Hooks::of(MOST).any(Hooks::RARE_SETTINGS)
            && self.options.table.principal_variation != PrincipalEntries::Shared
    }

    /// Whether a node with this window looks into that table first.
    #[inline(always)]
    pub(super) fn is_principal(&self, window: Window) -> bool {
        self.keeps_principal_entries() && !window.is_null()
    }
}
