//! Numbers derived from records. Nothing here runs a search.

pub mod mdp_table;
pub mod published;
