//! The state of one search from one root: its configuration, tables, path and counts, and the hooks of the techniques that are on.

use super::{
    children::Nursery, configuration::Configuration, limits::Watch, memory::Memory,
    options::SearchOptions, path::Path, principal_variation::PrincipalVariation, tables::Tables,
};
use crate::{
    game::Game,
    observe::SearchObserver,
    ordering::{MoveStack, Ordering},
    table::OutOfMemory,
    techniques::{Arrival, BuiltIn, MateDistance, On, TechniqueId, Techniques, Uses},
    units::MAX_PLY,
};

/// The initial capacity for the moves of all nodes on a path.
const MOVES_ON_A_PATH: usize = 16_384;

/// A vector with `value` for each ply of a path, in the memory of `by_ply`.
fn filled<T: Copy>(mut by_ply: Vec<T>, value: T) -> Vec<T> {
    by_ply.clear();
    by_ply.resize(MAX_PLY + 2, value);
    by_ply
}

/// The state of one search from one root.
pub(super) struct Searcher<'a, G: Game, C, T, O> {
    pub(super) configuration: C,
    /// The caller's techniques, in addition to the built-in ones.
    pub(super) added: T,
    pub(super) observer: O,
    pub(super) table: Tables<G::Move>,
    pub(super) ordering: Ordering<G::Move>,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) nursery: Nursery<G>,
    pub(super) path: Path,
    /// How the search reached each node of the path, by ply; maintained only if a technique uses it.
    pub(super) arrivals: Vec<Arrival<G::Move>>,
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

impl<'a, G: Game, C: Configuration, T: Techniques<G>, O: SearchObserver<G>>
    Searcher<'a, G, C, T, O>
{
    /// A searcher with empty tables, in the memory of a search that is over.
    #[inline(never)] // Called once per search.
    pub(super) fn new(
        configuration: C,
        added: T,
        observer: O,
        watch: Watch<'a>,
        memory: Memory<G::Move>,
    ) -> Result<Self, OutOfMemory> {
        let options = configuration.options();
        Ok(Searcher {
            table: memory.table.renewed(options.table)?,
            ordering: memory.ordering.renewed::<G>(&options.ordering),
            configuration,
            added,
            observer,
            moves: memory.moves.renewed(MOVES_ON_A_PATH),
            nursery: Nursery::new(),
            path: memory.path.renewed(),
            arrivals: filled(memory.arrivals, Arrival::START),
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
            arrivals: self.arrivals,
            evaluations: self.evaluations,
            pv: self.pv,
        }
    }

    #[inline(always)]
    pub(super) fn options(&self) -> &SearchOptions {
        self.configuration.options()
    }

    #[inline(always)]
    pub(super) fn conventions(&self) -> &C::Conventions {
        self.configuration.conventions()
    }

    /// The built-in techniques.
    #[inline(always)]
    pub(super) fn built_in(&self) -> &BuiltIn {
        if C::MOST.any(Uses::ALL) {
            &self.options().techniques
        } else {
            &BuiltIn::OFF
        }
    }

    /// Whether a technique that is on uses any of these.
    #[inline(always)]
    pub(super) fn any_uses(&self, of: Uses) -> bool {
        C::MOST.any(of) && (self.configuration.uses::<G>().any(of) || self.added.uses().any(of))
    }

    /// The hooks of all techniques that are on.
    #[inline(always)]
    pub(super) fn hooks(&self) -> impl Techniques<G> + use<'_, 'a, G, C, T, O> {
        self.hooks_of(self.built_in())
    }

    #[inline(always)]
    pub(super) fn hooks_of<'b>(
        &self,
        built_in: &'b BuiltIn,
    ) -> impl Techniques<G> + use<'a, 'b, G, C, T, O> {
        let form = if C::MOST.any(Uses::FORMS) {
            built_in.mate_distance
        } else {
            MateDistance::Off
        };
        let others = built_in.all_but_mate_distance(C::MOST.any(Uses::SCOPE));
        ((On::new(form, TechniqueId::at(0)), others), self.added)
    }
}
