//! Tests of the command and the library from outside, in one program: one for each file would be longer to build, and their tests
//! could not run side by side.

mod architecture;
mod audit;
mod built_in;
mod check;
mod command_line;
mod compare;
mod datasets;
mod datasets_command;
mod documents;
mod engines;
mod engines_broken;
mod engines_kept;
mod estimate;
mod experiment;
mod export;
mod games;
mod installed;
mod judge;
mod mate;
mod merge;
mod mistakes;
mod named_run;
mod names;
mod own_technique;
mod pages;
mod play;
mod published;
mod rank;
mod report;
mod reproduce;
mod run;
mod run_broken;
mod run_changed;
mod run_elsewhere;
mod seeds;
mod solved;
mod streams;
#[cfg(target_os = "linux")]
mod subcommand_cases;
mod trace_command;
mod tree_command;
mod trees;
mod truth;
mod unfinished_run;
mod written_files;
