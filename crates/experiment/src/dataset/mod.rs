//! Data sets of positions: files, built-in ones, and drawings from the oracle's tables.

mod draw;
mod drawn;
mod epd;
mod load;
mod nearest_file;
mod own;

pub use self::{
    draw::{DrawError, Drawing, draw},
    drawn::{TornFile, opening, refuse_torn},
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, NamedPosition, load},
    nearest_file::nearest_file,
    own::{ASSORTED, OWN, OwnDataset, PROVENANCE, UnknownDataset},
};
