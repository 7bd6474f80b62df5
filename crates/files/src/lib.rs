#![doc = include_str!("../README.md")]

pub mod update_lock;
pub mod user_file;
pub mod whole_file;
