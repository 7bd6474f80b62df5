//! Data sets of positions: files, built-in ones, and drawings from the oracle's tables.

mod built_in;
mod draw;
mod drawn;
mod epd;
mod load;
mod nearest_file;

pub use self::{
    built_in::{ASSORTED, BUILT_IN, BuiltInDataset, PROVENANCE},
    draw::{DrawError, Drawing, draw},
    drawn::refuse_torn,
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, NamedPosition, load},
    nearest_file::nearest_file,
};
