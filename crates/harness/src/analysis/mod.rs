//! Numbers derived from records. Nothing here runs a search.

pub mod baseline;
pub mod check;
pub mod columns;
pub mod departure;
pub mod kill_matrix;
pub mod mdp_table;
pub mod published;
pub mod tolerance;
