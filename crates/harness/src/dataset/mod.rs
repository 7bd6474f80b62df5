//! Positions from files, from tables, and the project's own.

mod draw;
mod drawn;
mod epd;
mod load;
mod nearest_file;
mod own;
mod san;

pub use self::{
    draw::{DrawError, Drawing, draw},
    drawn::{Torn, opening, refuse_torn},
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, Named, load},
    nearest_file::nearest_file,
    own::{OWN, OwnDataset, PROVENANCE, UnknownDataset},
    san::{SanError, read_move},
};
