#![doc = include_str!("../README.md")]
//! ## Modules
//!
//! Each module but [`cli`] is a crate of its own, or part of one, and stands here under the name that it has in the
//! pipeline: [`spec`] reads experiment files, [`dataset`] reads positions, [`plan`] makes jobs of them, [`run`] runs the jobs with a
//! [`searcher`], [`store`] defines and keeps the records, [`analysis`] derives numbers from records, and [`report`] renders them.
//! [`verify`] checks that techniques keep their promises, and [`zoo`] shows that these checks find bugs. [`mate`] proves or refutes a
//! mate in N. [`registered`] has the techniques that a calling program registers, [`uci`] talks to other engines, [`games`] has
//! chess games and their ends, and [`play`] plays them on. [`visits`] is the table of a search's nodes: [`tree`] draws a small
//! one, and [`explorer`] shows a large one or the difference of two. [`user_file`] reads the files that users give, and [`cli`] is
//! the command line.

pub use plybench_analysis as analysis;
pub use plybench_conformance::{mate, verify, zoo};
pub use plybench_experiment::{dataset, plan, play, run, searcher, spec, uci};
pub use plybench_files::user_file;
pub use plybench_games as games;
pub use plybench_records::{self as store, registered};
pub use plybench_report as report;
pub use plybench_trees::{explorer, tree, visits};

pub mod cli;
