//! The search's conventions as a table of functions, of which a planted bug replaces one or two.

use plybench_engine::{
    game::MoveKind,
    score::{Score, TableScore},
    search::{Conventions, Sound},
    table::Bound,
    units::{Depth, Ply},
    window::Window,
};

/// Declares the table: each function has the name and the signature that [`Conventions`] gives it.
macro_rules! table {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty,)*) => {
        /// What the search does at each point that a bug can change. See [`Conventions`].
        #[derive(Clone, Copy)]
        pub(crate) struct Altered {
            $(pub(crate) $name: fn($($kind),*) -> $result,)*
        }

        impl Altered {
            /// As commands use them.
            pub(crate) const SOUND: Self = Altered {
                $($name: |$($argument),*| Sound.$name($($argument),*),)*
            };
        }

        impl Conventions for Altered {
            $(fn $name(&self, $($argument: $kind),*) -> $result {
                (self.$name)($($argument),*)
            })*
        }
    };
}

table! {
    clamps_root() -> bool,
    draws_root() -> bool,
    keeps_root_line() -> bool,
    table_key(key: u64) -> u64,
    mate_comes_before_fifty_moves() -> bool,
    draws_repetitions() -> bool,
    remembers_the_game() -> bool,
    expects_cut(window: Window) -> bool,
    remembers_evaluation(in_check: bool) -> bool,
    punishes(was_searched: bool) -> bool,
    exclusion_uses_table() -> bool,
    extends_quiescence(ply: Ply) -> bool,
    counts_node(in_quiescence: bool) -> u64,
    is_scouted(is_first: bool) -> bool,
    undoes_reduction(value: Score, window: Window) -> bool,
    ends_aspiration(value: Score, window: Window) -> bool,
    reports_unfinished() -> bool,
    mated(ply: Ply) -> Score,
    to_table(score: Score, ply: Ply) -> TableScore,
    read_from_table(score: TableScore, ply: Ply) -> Score,
    bound(value: Score, window: Window) -> Bound,
    tells_parent(bound: Bound) -> bool,
    settles(bound: Bound, score: Score, window: Window) -> bool,
    quiescence_moves(in_check: bool) -> MoveKind,
    may_prune(searched: usize, best: Score) -> bool,
    value_of_moves(best: Score, searched: usize, window: Window) -> Score,
    ends_deepening(score: Score, depth: Depth) -> bool,
}
