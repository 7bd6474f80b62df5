#![doc = include_str!("../README.md")]
//! ## Modules
//!
//! The modules form a pipeline: [`spec`] says what is to be run, [`dataset`] reads positions, [`plan`] makes
//! jobs of them, [`run`] runs these with whatever is a [`searcher`], [`store`] keeps what came out, in the form that it defines for all,
//! [`analysis`] derives numbers from records, [`report`] renders them. [`reproduce`] is
//! one experiment through the whole of it. [`verify`] holds techniques to their promises, and [`zoo`]
//! shows that it can tell. [`own`] adds techniques of the caller's own, [`uci`] talks to other engines, [`user_file`] reads what users give, and [`cli`] is the command
//! line.

pub mod analysis;
pub mod cli;
pub mod dataset;
pub mod own;
pub mod plan;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod searcher;
pub mod spec;
pub mod store;
pub mod uci;
pub mod user_file;
pub mod verify;
pub mod zoo;
