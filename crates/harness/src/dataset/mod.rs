//! Positions from files.

mod epd;
mod load;
mod san;

pub use self::{
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, Named, load},
    san::{SanError, read_move},
};
