//! Positions from files, from tables, and the project's own.

mod draw;
mod epd;
mod load;
mod own;
mod san;

pub use self::{
    draw::{DrawError, Drawing, draw},
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, Named, load},
    own::{OWN, OwnDataset},
    san::{SanError, read_move},
};
