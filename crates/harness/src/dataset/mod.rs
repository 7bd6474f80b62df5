//! Positions from files.

mod epd;
mod load;

pub use self::{
    epd::{Epd, EpdError, MateClaim},
    load::{DatasetError, Named, load},
};
