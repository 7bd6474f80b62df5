//! Tables in files.
//!
//! A file consists of the magic number `PLYBDTM` and a version byte; the material's name, padded with zeros
//! to eight bytes; the number of codes as eight bytes, lowest byte first; the BLAKE3 hash of name, number
//! and codes; and the codes. It is written under another name and then renamed, so a reader finds the whole
//! file or none. Two processes that build the same table at once write the same bytes.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;
use thiserror::Error;

use plybench_files::whole_file::{WholeFile, make_folder};

use crate::{material::Material, table::DtmTable};

const MAGIC: [u8; 8] = *b"PLYBDTM\x01";
const NAME: usize = 8;
const HASH: usize = 32;
const HEADER: usize = MAGIC.len() + NAME + 8 + HASH;

/// Why a table cannot be stored.
#[derive(Debug, Error)]
pub enum CacheError {
    /// Neither `PLYBENCH_CACHE` nor a home folder is set.
    #[error("no home folder to store tables in; set PLYBENCH_CACHE to a folder")]
    NoFolder,
    /// The file cannot be written.
    #[error("cannot write the table {}: {source}; free some space or set PLYBENCH_CACHE to another folder", path.display())]
    Write {
        /// The file that the table was to be stored in.
        path: PathBuf,
        /// The error of the system, such as a full disk.
        source: io::Error,
    },
}

/// The folder in which a user's tables are stored: the given one, which is the value of `PLYBENCH_CACHE`, or the system's folder
/// if that is missing or empty.
pub(crate) fn user_folder(given: Option<OsString>) -> Result<PathBuf, CacheError> {
    if let Some(folder) = given.filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| CacheError::NoFolder)?;
    Ok(strategy.cache_dir().join("plybench"))
}

/// The file of a material's table.
pub(crate) fn path(folder: &Path, material: &Material) -> PathBuf {
    folder.join(format!("{material}.dtm"))
}

fn label(material: &Material, codes: &[u8]) -> [u8; NAME + 8] {
    let mut label = [0; NAME + 8];
    let name = material.to_string();
    label[..name.len()].copy_from_slice(name.as_bytes());
    label[NAME..].copy_from_slice(&(codes.len() as u64).to_le_bytes());
    label
}

fn hash(label: &[u8], codes: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(label).update(codes);
    *hasher.finalize().as_bytes()
}

/// Reads a table from its file; `None` if there is no file. The error says what is wrong with the file.
pub(crate) fn read(path: &Path, material: &Material) -> Result<Option<DtmTable>, String> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if bytes.len() < HEADER || bytes[..8] != MAGIC {
        return Err("it is not a table of this version".to_owned());
    }
    let codes = bytes.split_off(HEADER);
    if bytes[8..HEADER - HASH] != label(material, &codes) {
        return Err("it is the table of another material or incomplete".to_owned());
    }
    if bytes[HEADER - HASH..] != hash(&label(material, &codes), &codes) {
        return Err("its checksum is wrong".to_owned());
    }
    DtmTable::new(material.clone(), codes)
        .map(Some)
        .ok_or_else(|| "it has the wrong size".to_owned())
}

/// Writes a table to its file.
pub(crate) fn write(path: &Path, table: &DtmTable) -> Result<(), CacheError> {
    let attempt = || -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        make_folder(folder)?;
        let mut file = WholeFile::create(path)?;
        let label = label(table.material(), &table.codes);
        file.write_all(&MAGIC)?;
        file.write_all(&label)?;
        file.write_all(&hash(&label, &table.codes))?;
        file.write_all(&table.codes)?;
        file.finish()
    };
    attempt().map_err(|source| CacheError::Write {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_given_folder_is_used_unless_it_is_missing_or_empty() {
        let given = |folder: &str| user_folder(Some(folder.into())).unwrap();
        let own = user_folder(None).unwrap();
        assert_eq!(given("/tables"), Path::new("/tables"));
        assert_eq!(given(""), own);
        assert!(own.is_absolute() && own.ends_with("plybench"), "{own:?}");
    }
}
