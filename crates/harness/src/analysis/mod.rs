//! Numbers derived from records. Nothing here runs a search.

pub mod bootstrap;
pub mod holm;
pub mod kill_matrix;
pub mod log_ratio;
pub mod mdp_table;
pub mod normal;
pub mod published;
pub mod sign_test;
