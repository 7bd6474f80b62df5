#![doc = include_str!("../README.md")]

pub mod dataset;
pub mod experiment_file;
pub mod finished_run;
pub mod plan;
pub mod play;
pub mod run;
pub mod searcher;
pub mod spec;
pub mod uci;
