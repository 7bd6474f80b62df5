//! Numbers derived from records. Nothing here runs a search.

pub mod kill_matrix;
pub mod mdp_table;
pub mod published;
