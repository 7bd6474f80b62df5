//! Tests of the checker and of the reference search, in one program, whose searches are compiled once.

mod agreement;
mod altered;
mod games;
mod last_ply;
mod own;
mod positions;
mod predicted;
mod recording;
mod reference;
mod second_board;
mod settings;
mod text;
