//! The positions of a run, stored beside its records for the analysis.

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{RunError, StoreError, lines, run_file::RunFile, schema};

/// The file of positions in a run's directory.
pub const POSITIONS: &str = "positions.jsonl";

/// A position that an experiment searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRecord {
    /// The name that records refer to.
    pub position: String,
    /// The name of the data set or the trees that it is from.
    pub category: String,
    /// The position in FEN, or the parameters of the tree whose root it is.
    pub fen: String,
    /// The mate that its source claims, in moves; negative for the mated side. None if it claims none.
    pub dtm: Option<i32>,
    /// The moves that its source calls best, in the game's notation (UCI in chess).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_moves: Vec<String>,
    /// The moves that its source says to avoid, in the game's notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoided_moves: Vec<String>,
}

impl PositionRecord {
    /// Whether its source says which moves are best, or which to avoid.
    #[must_use]
    pub fn has_solution(&self) -> bool {
        !(self.best_moves.is_empty() && self.avoided_moves.is_empty())
    }

    /// Whether this move is one of the best, if any are given, and none of those to avoid. False without a move.
    #[must_use]
    pub fn is_solved_by(&self, played: Option<&str>) -> bool {
        played.is_some_and(|played| {
            let is_in = |moves: &[String]| moves.iter().any(|given| given == played);
            (self.best_moves.is_empty() || is_in(&self.best_moves)) && !is_in(&self.avoided_moves)
        })
    }
}

/// Writes the positions of a run, in the experiment's order. A file with just these is not touched. Returns whether there was
/// a file with other positions.
///
/// # Errors
/// If the file cannot be written.
pub fn write_positions(
    directory: &Path,
    positions: &[Arc<PositionRecord>],
) -> Result<bool, StoreError> {
    let positions = positions.iter().map(|position| &**position);
    lines::write_lines(&directory.join(POSITIONS), positions)
}

/// Reads the positions of a run.
///
/// # Errors
/// If the file cannot be read, a line of it is not as it was written, or the run's records are of another format.
pub fn read_positions(directory: &Path) -> Result<Vec<PositionRecord>, RunError> {
    schema::check(directory)?;
    lines::read_lines(&RunFile::open(directory.join(POSITIONS))?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{super::RECORDS, *};

    #[test]
    fn what_is_written_is_read_and_damage_is_located() {
        let directory = tempfile::tempdir().unwrap();
        let position = |name: &str, dtm| PositionRecord {
            position: name.to_owned(),
            category: "krk".to_owned(),
            fen: "8/7K/8/8/8/8/R7/7k w - - 0 1".to_owned(),
            dtm,
            avoided_moves: dtm.map(|_| "a2a8".to_owned()).into_iter().collect(),
            ..PositionRecord::default()
        };
        let positions = vec![position("a \"b\"", Some(8)), position("c", None)];
        let shared: Vec<_> = positions.iter().cloned().map(Arc::new).collect();
        write_positions(directory.path(), &shared).unwrap();
        fs::write(directory.path().join(RECORDS), "").unwrap();
        assert_eq!(read_positions(directory.path()).unwrap(), positions);
        let path = directory.path().join(POSITIONS);
        let text = fs::read_to_string(&path).unwrap();
        // What a position does not have is not written: files of positions without moves stay as they were.
        assert_eq!(text.matches("_moves").count(), 1, "{text}");
        // Sound JSON, but not what was written.
        fs::write(&path, text.replace("\"dtm\":8", "\"dtm\":7")).unwrap();
        let error = read_positions(directory.path()).unwrap_err().to_string();
        assert!(error.contains("positions.jsonl:1: damaged"), "{error}");
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let error = read_positions(directory.path()).unwrap_err().to_string();
        assert!(error.contains("positions.jsonl:2: damaged"), "{error}");
    }

    #[test]
    fn a_best_move_solves_and_one_to_avoid_does_not() {
        let position = |best: &[&str], avoided: &[&str]| PositionRecord {
            best_moves: best.iter().map(ToString::to_string).collect(),
            avoided_moves: avoided.iter().map(ToString::to_string).collect(),
            ..PositionRecord::default()
        };
        for (best, avoided, solved) in [
            (&["a", "b"][..], &[][..], [true, true, false]),
            (&[], &["a"], [false, true, true]),
            (&["a", "b"], &["a"], [false, true, false]),
        ] {
            let position = position(best, avoided);
            assert!(position.has_solution() && !position.is_solved_by(None));
            assert_eq!(
                ["a", "b", "c"].map(|played| position.is_solved_by(Some(played))),
                solved
            );
        }
        assert!(!position(&[], &[]).has_solution());
    }
}
