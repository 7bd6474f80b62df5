//! Positions from files.

mod epd;

pub use self::epd::{Epd, EpdError, MateClaim};
