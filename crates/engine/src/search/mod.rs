//! The search: options, one node function, quiescence, iterative deepening and root drivers.

mod asking;
mod best_line;
mod children;
mod conventions;
mod corrections;
mod ends;
mod growing_aspiration;
mod hooks;
mod iterative_deepening;
mod king_capture;
mod limits;
mod memory;
pub mod minimax;
mod negamax;
mod one_move;
mod options;
mod path;
mod principal_variation;
mod quiescence;
mod ranked_moves;
mod root_driver;
mod root_moves;
mod searcher;
mod sub_search;
mod tables;

pub use self::{
    conventions::{Compiled, Conventions, Sound},
    growing_aspiration::GrowingAspiration,
    iterative_deepening::{DynamicSearch, Iteration, Outcome, Search},
    limits::{Limits, Stop},
    memory::Memory,
    options::{
        DrawRules, FailMode, Legality, MateValues, QuiescenceInCheck, RootDriver, ScoutMode,
        SearchOptions,
    },
};
