//! Tests of the library from outside, in one program, whose searches are compiled once. `allocation.rs` counts allocations and is a
//! program of its own. The tests' own observers are `&mut dyn SearchObserver`, which share one compiled copy of the search.

mod accounting;
mod added_is_built_in;
mod added_techniques;
mod clock;
mod colliding_keys;
mod events;
mod every_move;
mod games;
mod hooks;
mod king_capture;
mod last_ply;
mod memory;
mod minimal_tree;
mod perft;
mod pinned;
mod signature;
mod single_calls;
mod soundness;
mod sub_search;
mod under_promotion;
mod uniform_trees;
mod varied;
