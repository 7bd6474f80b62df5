//! Tests of the command and the library from outside, in one program: one for each file would be longer to build, and their tests
//! could not run side by side.

mod architecture;
mod built_in;
mod check;
mod command_line;
mod compare;
mod datasets;
mod documents;
mod engines;
mod estimate;
mod experiment;
mod export;
mod games;
mod installed;
mod mate;
mod merge;
mod mistakes;
mod named_run;
mod names;
mod own_technique;
mod pages;
mod play;
mod published;
mod report;
mod run;
mod run_broken;
mod run_changed;
mod run_elsewhere;
mod seeds;
mod streams;
mod trace_command;
mod tree_command;
mod trees;
mod truth;
