//! The state of one search from one root: its configuration, tables, path and counts, and the hooks of the techniques that are on.

use super::{
    children::ChildBuffers, conventions::Conventions, limits::Watch, memory::Memory, negamax::Kind,
    options::SearchOptions, path::Path, principal_variation::PrincipalVariation,
    root_moves::RootMoves, tables::Tables,
};
use crate::{
    eval::Corrections,
    game::Game,
    observe::SearchObserver,
    ordering::{MoveStack, Ordering},
    score::Score,
    table::{OutOfMemory, PrincipalEntries, Replacement},
    techniques::{
        BuiltIn, ByHook, Direct as _, Hook, Hooks, Inherited, Node, StackEntry, TechniqueId,
    },
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

/// The techniques of a search. They are apart from the searcher because they search with it.
#[derive(Clone, Copy)]
pub(super) struct Active<'a, G: Game> {
    /// The built-in ones, on or off.
    pub(super) built_in: &'a BuiltIn,
    /// Those that are on: in the main search and in quiescence.
    pub(super) lists: &'a [ByHook<'a, G>; 2],
    /// The hooks and data that they use there.
    pub(super) hooks: [Hooks; 2],
}

/// The state of one search from one root, compiled for options and techniques that use no more than `MOST` (bits of [`Hooks`]).
pub(super) struct Searcher<'a, G: Game, V: ?Sized, O, const MOST: u32> {
    pub(super) options: SearchOptions,
    pub(super) conventions: &'a V,
    pub(super) techniques: Active<'a, G>,
    pub(super) observer: O,
    pub(super) table: Tables<G::Move>,
    pub(super) ordering: Ordering<G::Move>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) child_buffers: ChildBuffers<G>,
    pub(super) path: Path,
    /// How the search reached each node of the path, by ply; maintained only if a technique uses it.
    pub(super) stack: Vec<StackEntry<G::Move>>,
    /// What the node at each ply inherits.
    pub(super) inherited: Vec<Inherited>,
    /// The static evaluations of the path, by ply; maintained only if a technique uses them.
    pub(super) evaluations: Vec<Option<i32>>,
    /// What was learned about the static evaluation.
    pub(super) corrections: Corrections,
    pub(super) pv: PrincipalVariation<G::Move>,
    /// The root's moves with their values in this iteration, in the order of the search, if it wants [every](RootDriver::EveryMove) value.
    pub(super) root_values: Vec<(G::Move, Score)>,
    /// Which of the root's moves are searched; none if all are, for one line.
    pub(super) root_moves: Option<Box<RootMoves<G::Move>>>,
    /// The best move of the node that was left last, for a technique that requested its search.
    pub(super) last_best_move: Option<G::Move>,
    /// The technique whose hook is being called, if that hook may search below its node.
    pub(super) asking: TechniqueId,
    /// Nodes entered since the search began.
    pub(super) nodes: u64,
    /// The same count when the root's best line last changed.
    pub(super) nodes_to_pv: u64,
    /// What the table's policies by nodes add to the nodes, modulo 2^64: with `all-nodes-preferred` those of the entries that cut,
    /// less the one that each cut is; and less those of illegal moves, so that these have no effect but their count.
    pub(super) nodes_beside: u64,
    pub(super) watch: Watch<'a>,
}

impl<'a, G, V, O, const MOST: u32> Searcher<'a, G, V, O, MOST>
where
    G: Game,
    V: Conventions + ?Sized,
    O: SearchObserver<G>,
{
    /// Whether this copy of the search calls the built-in techniques directly: those that only change the depth of a move.
    pub(super) const CALLS_DIRECTLY: bool = Hooks::of(MOST).is_within(Hooks::MOVES);

    /// A searcher with empty tables, in the memory of a search that is over.
    #[inline(never)] // Called once per search.
    pub(super) fn new(
        options: &'a SearchOptions,
        conventions: &'a V,
        techniques: Active<'a, G>,
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
            inherited: filled(memory.inherited, Inherited::default()),
            evaluations: filled(memory.evaluations, None),
            corrections: memory.corrections.renewed(options.correction_history),
            pv: memory.pv.renewed(),
            root_values: Vec::new(),
            root_moves: None,
            last_best_move: None,
            asking: TechniqueId::at(0),
            nodes: 0,
            nodes_to_pv: 0,
            nodes_beside: 0,
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
            inherited: self.inherited,
            evaluations: self.evaluations,
            corrections: self.corrections,
            pv: self.pv,
        }
    }

    /// Whether a technique that is on uses any of these at such a node.
    #[inline(always)]
    pub(super) fn wants<K: Kind>(&self, of: Hooks) -> bool {
        let may_want = K::HAS_TECHNIQUES && Hooks::of(MOST).any(of);
        may_want && self.techniques.hooks[usize::from(K::QUIESCENCE)].any(of)
    }

    /// Whether a technique that is on acts beyond the horizon.
    #[inline(always)]
    pub(super) fn acts_in_quiescence(&self) -> bool {
        let [_, in_quiescence] = self.techniques.hooks;
        Hooks::of(MOST).any(Hooks::QUIESCENCE) && in_quiescence != Hooks::NONE
    }

    /// Whether the search remembers how it reached each node. To test at each node whether a technique uses it costs more.
    pub(super) const KEEPS_PATH: bool = Hooks::of(MOST).any(Hooks::PATH);

    /// Whether the search has code for settings that few searches have.
    pub(super) const HAS_RARE_SETTINGS: bool = Hooks::of(MOST).any(Hooks::RARE_SETTINGS);

    /// Whether the search knows what each node inherits.
    pub(super) const INHERITS: bool = Hooks::of(MOST).any(Hooks::INHERITED);

    /// The techniques that are on and act at such a node.
    #[inline(always)]
    pub(super) fn listed<K: Kind>(&self) -> &'a ByHook<'a, G> {
        &self.techniques.lists[usize::from(K::QUIESCENCE)]
    }

    /// Asks the techniques that are on.
    #[inline(always)]
    pub(super) fn ask<K: Kind, H: Hook<G>>(&self, mut hook: H, node: &mut Node<'_, G>) -> H {
        if Self::CALLS_DIRECTLY {
            let _ = self.techniques.built_in.direct().ask(1, &mut hook, node);
        } else {
            let _ = self.listed::<K>().ask(&mut hook, node);
        }
        hook
    }

    /// Whether nodes of the principal variation have a table of their own.
    #[inline(always)]
    pub(super) fn keeps_principal_entries(&self) -> bool {
        Self::HAS_RARE_SETTINGS
            && self.options.table.principal_variation != PrincipalEntries::Shared
    }

    /// Whether the table replaces entries by a policy that few searches have.
    #[inline(always)]
    pub(super) fn has_rare_replacement(&self) -> bool {
        Self::HAS_RARE_SETTINGS && self.options.table.replacement.is_rare()
    }

    /// The nodes entered so far, as the table's policy counts them.
    #[inline(always)]
    pub(super) fn nodes_for_table(&self) -> u64 {
        if Self::HAS_RARE_SETTINGS {
            self.nodes.wrapping_add(self.nodes_beside)
        } else {
            0
        }
    }

    /// Counts the nodes of the entry that ends a node, if the policy wants them.
    #[inline(always)]
    pub(super) fn count_saved(&mut self, key: u64, is_principal: bool) {
        if Self::HAS_RARE_SETTINGS
            && self.options.table.replacement == Replacement::AllNodesPreferred
            && let Some(nodes) = self.table.nodes(key, is_principal)
        {
            let saved = u64::from(nodes).saturating_sub(1);
            self.nodes_beside = self.nodes_beside.wrapping_add(saved);
        }
    }

    /// Whether a node with this window looks into that table first.
    #[inline(always)]
    pub(super) fn is_principal(&self, window: Window) -> bool {
        self.keeps_principal_entries() && !window.is_null()
    }
}
