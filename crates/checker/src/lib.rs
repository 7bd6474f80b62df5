//! Checks recorded searches: every step of a search is worked out anew and compared with what the search did.
//!
//! A search that is observed by a [`Recorder`](trace::Recorder) leaves a [trace]. [`check`](check::check) reads it and refuses it at
//! the first step that does not follow from the root position, the settings and the steps before it. Of the search's code it uses
//! positions, moves and the static evaluation; everything else is written anew here, from the definitions in the engine's README.

pub mod check;
pub mod covering;
pub mod game;
pub mod reference;
mod rules;
mod settings;
pub mod trace;
mod value;
