//! Positions from files, from tables, and the project's own.

mod draw;
mod epd;
mod load;
mod nearest_file;
mod own;
mod san;

pub use self::{
    draw::{DrawError, Drawing, draw},
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, Named, load},
    nearest_file::nearest_file,
    own::{OWN, OwnDataset},
    san::{SanError, read_move},
};
