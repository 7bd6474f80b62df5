//! Numbers derived from records. Nothing here runs a search.

pub mod baseline;
pub mod bootstrap;
pub mod branching;
pub mod check;
pub mod columns;
pub mod comparison;
pub mod cuts;
pub mod departure;
pub mod distribution;
pub mod ground;
pub mod holm;
pub mod kill_matrix;
pub mod log_ratio;
pub mod mdp_table;
pub mod normal;
pub mod outcomes;
pub mod pair;
pub mod published;
pub mod ranking;
pub mod seconds;
pub mod seed_band;
pub mod sign_test;
pub mod spread;
pub mod summary;
pub mod tolerance;
pub mod tree_saving;
