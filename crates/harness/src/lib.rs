#![doc = include_str!("../README.md")]
//! ## Modules
//!
//! The modules form a pipeline: [`spec`] reads experiment files, [`dataset`] reads positions, [`plan`] makes
//! jobs of them, [`run`] runs the jobs with a [`searcher`], [`store`] defines and keeps the records,
//! [`analysis`] derives numbers from records, and [`report`] renders them. [`reproduce`] takes one experiment
//! through the whole pipeline. [`verify`] checks that techniques keep their promises, and [`zoo`] shows that
//! these checks find bugs. [`mate`] proves or refutes a mate in N. [`own`] registers the techniques of a calling program, [`uci`]
//! talks to other engines, [`games`] has chess games and their ends, and [`play`] plays them on. [`tree`] draws
//! the tree of a small search, and [`explorer`] shows a large one or the difference of two. [`user_file`] reads the files that
//! users give, and [`cli`] is the command line.

pub mod analysis;
pub mod cli;
pub mod dataset;
pub mod explorer;
pub mod games;
pub mod mate;
pub mod own;
pub mod plan;
pub mod play;
mod plural;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod searcher;
pub mod spec;
pub mod store;
pub mod tree;
pub mod uci;
pub mod user_file;
pub mod verify;
pub mod zoo;
