#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod build;
mod cache;
mod dtm;
mod entry;
mod index;
mod material;
mod men;
mod oracle;
pub mod proof;
mod rounds;
mod table;

pub use self::{
    cache::CacheError,
    dtm::Dtm,
    entry::DtmEntry,
    material::Material,
    oracle::{Building, Event, Oracle, OracleError},
    table::DtmTable,
};
