//! Records as a table for other programs, a row for each completed iteration, written row by row: CSV or a JSON array.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serializer;

use super::table::{Cell, key};
use plybench_records::{Bound, Count, Iteration, JobRecord, PositionRecord, ScoreRecord, counts};

/// One completed iteration of a job, and what is stored beside it.
#[derive(Clone, Copy, Debug)]
pub struct ExportRow<'a> {
    /// The job.
    pub job: &'a JobRecord,
    /// The iteration.
    pub iteration: &'a Iteration,
    /// Its position.
    pub position: &'a PositionRecord,
    /// Seconds since the search began, if the time was recorded.
    pub seconds: Option<f64>,
}

impl ExportRow<'_> {
    /// A count by its name.
    fn count(&self, name: &str) -> Cell {
        match self.iteration.counts.get(name) {
            Some(Count::One(count)) => Cell::Count(*count),
            Some(Count::Each(counts)) => Cell::Counts(counts.clone()),
            None => Cell::Missing,
        }
    }

    /// The nodes that failed high, if they were counted: as the list by move number gives them.
    fn beta_cutoffs(&self, from_list: fn(&[u64]) -> u64) -> Cell {
        match self.iteration.counts.get(counts::BETA_CUTOFFS_BY_MOVE) {
            Some(Count::Each(by_move)) => Cell::Count(from_list(by_move)),
            _ => Cell::Missing,
        }
    }
}

/// A column that every table has: its name, and how a row gives its cell; none for the count of that name.
type FixedColumn = (&'static str, Option<fn(&ExportRow) -> Cell>);

/// The columns that every table has. `reports/README.md` describes them. New columns are added at the end.
const COLUMNS: &[FixedColumn] = &[
    ("job", Some(|row| row.job.job.to_string().into())),
    ("variant", Some(|row| Cell::Name(row.job.variant.clone()))),
    (
        "category",
        Some(|row| Cell::Name(row.position.category.clone())),
    ),
    ("position", Some(|row| Cell::Name(row.job.position.clone()))),
    ("fen", Some(|row| row.position.fen.as_str().into())),
    ("dtm", Some(|row| row.position.dtm.into())),
    ("depth", Some(|row| row.iteration.depth.into())),
    ("ended", Some(|row| row.job.ended.name().into())),
    (
        "score_kind",
        Some(|row| match row.iteration.score {
            ScoreRecord::Mate { .. } => "mate".into(),
            ScoreRecord::Evaluation { .. } => "cp".into(),
        }),
    ),
    (
        "score_cp",
        Some(|row| match row.iteration.score {
            ScoreRecord::Evaluation { cp } => cp.into(),
            ScoreRecord::Mate { .. } => Cell::Missing,
        }),
    ),
    (
        "score_mate",
        Some(|row| match row.iteration.score {
            ScoreRecord::Mate { mate, .. } => mate.into(),
            ScoreRecord::Evaluation { .. } => Cell::Missing,
        }),
    ),
    (
        "score_plies",
        Some(|row| row.iteration.score.mate_plies().into()),
    ),
    ("nodes", Some(|row| row.iteration.nodes.into())),
    (counts::NODES_TO_PV, None),
    ("best_move", Some(|row| row.iteration.best_move().into())),
    ("pv", Some(|row| row.iteration.pv.join(" ").into())),
    ("ends_mdp_cut", None),
    ("ends_rule_draw", None),
    ("ends_table_cut", None),
    ("ends_technique_cut", None),
    ("ends_horizon", None),
    (counts::ENDS_MATED, None),
    ("ends_stalemate", None),
    ("ends_expanded", None),
    ("mdp_cuts_lower", None),
    ("mdp_cuts_upper", None),
    ("mdp_narrowed_lower", None),
    ("mdp_narrowed_upper", None),
    ("table_hits", None),
    ("table_overwrites", None),
    (
        "beta_cutoffs",
        Some(|row| row.beta_cutoffs(|by_move| by_move.iter().sum())),
    ),
    (
        "beta_cutoffs_first_move",
        Some(|row| row.beta_cutoffs(|by_move| by_move.first().copied().unwrap_or(0))),
    ),
    (counts::BETA_CUTOFFS_BY_MOVE, None),
    (counts::BETA_CUTOFFS_BY_PLY, None),
    (counts::MDP_CUTS_LOWER_BY_PLY, None),
    (counts::MDP_CUTS_UPPER_BY_PLY, None),
    (counts::TABLE_CUTS_BY_PLY, None),
    (counts::TECHNIQUE_CUTS_BY_PLY, None),
    (
        "score_bound",
        Some(|row| match row.iteration.bound {
            None => "exact".into(),
            Some(Bound::Lower) => "lower".into(),
            Some(Bound::Upper) => "upper".into(),
        }),
    ),
    (
        "seconds",
        Some(|row| row.seconds.map_or(Cell::Missing, Cell::Seconds)),
    ),
];

/// A setting in which the variants of an experiment differ: its name, and its value by variant name.
pub type SettingColumn = (String, BTreeMap<String, String>);

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As in RFC 4180, with a header line; lines end in a line feed. Lists stand as in JSON.
    Csv,
    /// An array with an object a row.
    Json,
}

/// A table that is being written. Its columns are those that every table has, then the settings in which variants differ, each
/// named `set_` plus the setting's name, then the counts of the variants' techniques.
pub struct Table<W: Write> {
    settings: Vec<SettingColumn>,
    /// The names of the techniques' counts.
    technique_counts: Vec<String>,
    keys: Vec<String>,
    out: Out<W>,
}

enum Out<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Json { out: W, has_rows: bool },
}

impl<W: Write> Table<W> {
    /// Begins a table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(
        format: Format,
        settings: Vec<SettingColumn>,
        technique_counts: Vec<String>,
        mut out: W,
    ) -> io::Result<Self> {
        let fixed = COLUMNS.iter().map(|(name, _)| (*name).to_owned());
        let of_settings = settings.iter().map(|(name, _)| key(&format!("set.{name}")));
        let of_techniques = technique_counts.iter().map(|name| key(name));
        let keys: Vec<String> = fixed.chain(of_settings).chain(of_techniques).collect();
        let out = match format {
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(&keys).map_err(io_error)?;
                Out::Csv(Box::new(writer))
            }
            Format::Json => {
                out.write_all(b"[")?;
                Out::Json {
                    out,
                    has_rows: false,
                }
            }
        };
        Ok(Table {
            settings,
            technique_counts,
            keys,
            out,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, row: &ExportRow) -> io::Result<()> {
        let fixed = COLUMNS.iter().map(|(name, cell)| match cell {
            Some(cell) => cell(row),
            None => row.count(name),
        });
        let settings = self.settings.iter();
        let settings = settings.map(|(_, values)| {
            let value = values.get(&row.job.variant).cloned();
            value.map_or(Cell::Missing, Cell::Name)
        });
        let techniques = self.technique_counts.iter().map(|name| row.count(name));
        let cells = fixed.chain(settings).chain(techniques);
        match &mut self.out {
            Out::Csv(writer) => writer
                .write_record(cells.map(|cell| cell.csv()))
                .map_err(io_error),
            Out::Json { out, has_rows } => {
                out.write_all(if *has_rows { b",\n" } else { b"\n" })?;
                *has_rows = true;
                let mut serializer = serde_json::Serializer::new(out);
                Ok(serializer.collect_map(self.keys.iter().zip(cells))?)
            }
        }
    }

    /// Ends the table and gives back where it went.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(self) -> io::Result<W> {
        let mut out = match self.out {
            Out::Csv(writer) => writer.into_inner().map_err(|error| {
                let error = error.error();
                io::Error::new(error.kind(), error.to_string())
            })?,
            Out::Json { mut out, .. } => {
                out.write_all(b"\n]\n")?;
                out
            }
        };
        out.flush()?;
        Ok(out)
    }
}

/// What the system said, with its kind: a reader that went away is no failure.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use plybench_records::Counts;

    use super::*;

    #[test]
    fn every_count_of_the_search_has_a_column() {
        for name in Counts::names() {
            assert!(COLUMNS.iter().any(|column| column.0 == name), "{name}");
        }
    }
}
