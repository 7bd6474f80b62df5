//! The positions of a run, beside its records: what an analysis needs to know of them.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};

use super::{ReadError, StoreError, write_whole};

/// The file of positions in a run's directory.
pub const POSITIONS: &str = "positions.jsonl";

/// A position that an experiment searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRecord {
    /// The name that records refer to.
    pub position: String,
    /// The name of the set that it is from.
    pub category: String,
    /// The position in FEN, or the parameters of the tree whose root it is.
    pub fen: String,
    /// The mate that its source claims, in moves; negative for the mated side. None if it claims none.
    pub dtm: Option<i32>,
}

/// Writes the positions of a run, in the experiment's order; a file that holds just these stays.
///
/// # Errors
/// If the file cannot be written.
pub fn write_positions(
    directory: &Path,
    positions: impl Iterator<Item = PositionRecord>,
) -> Result<(), StoreError> {
    let path = directory.join(POSITIONS);
    let mut bytes = Vec::new();
    for position in positions {
        serde_json::to_writer(&mut bytes, &position).map_err(|error| StoreError {
            path: path.clone(),
            source: error.into(),
        })?;
        bytes.push(b'\n');
    }
    if fs::read(&path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    write_whole(&path, &bytes)
}

/// Reads the positions of a run.
///
/// # Errors
/// If the file cannot be read, or a line of it is no position.
pub fn read_positions(directory: &Path) -> Result<Vec<PositionRecord>, ReadError> {
    let path = directory.join(POSITIONS);
    let text = fs::read_to_string(&path).map_err(|source| ReadError::Missing {
        path: path.clone(),
        source,
    })?;
    let lines = (1..).zip(text.lines());
    let read = lines.map(|(line, text)| {
        serde_json::from_str(text).map_err(|_| ReadError::Damaged {
            path: path.clone(),
            line,
        })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_located() {
        let directory = tempfile::tempdir().unwrap();
        let position = |name: &str, dtm| PositionRecord {
            position: name.to_owned(),
            category: "krk".to_owned(),
            fen: "8/7K/8/8/8/8/R7/7k w - - 0 1".to_owned(),
            dtm,
        };
        let positions = vec![position("a \"b\"", Some(8)), position("c", None)];
        write_positions(directory.path(), positions.iter().cloned()).unwrap();
        assert_eq!(read_positions(directory.path()).unwrap(), positions);
        let path = directory.path().join(POSITIONS);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"c\"", "c")).unwrap();
        let error = read_positions(directory.path()).unwrap_err().to_string();
        assert!(error.contains("positions.jsonl:2"), "{error}");
    }
}
