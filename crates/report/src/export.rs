//! Records as a table for other programs, a row for each completed iteration, written row by row: CSV or a JSON array.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serializer;

use super::table::{Cell, key};
use plybench_analysis::judge::Regret;
use plybench_records::{
    Bound, Count, Counts, Iteration, JobRecord, PositionRecord, ScoreRecord, counts,
};

/// One completed iteration of a job, and what is stored beside it.
#[derive(Clone, Copy, Debug)]
pub struct ExportRow<'a> {
    /// The finished search that the iteration is of.
    pub job: &'a JobRecord,
    /// Its score, line and counts, which run from the start of the search.
    pub iteration: &'a Iteration,
    /// The position that was searched.
    pub position: &'a PositionRecord,
    /// Seconds since the search began, if the time was recorded.
    pub seconds: Option<f64>,
    /// What the move played loses, if the run's judge says so.
    pub regret: Option<Regret>,
}

/// The header of the columns that every table has. `reports/README.md` describes them. New columns are added at the end.
const HEADER: &str = "job,variant,category,position,fen,dtm,depth,ended,score_kind,score_cp,score_mate,score_plies,nodes,nodes_to_pv,\
    best_move,pv,ends_mdp_cut,ends_rule_draw,ends_table_cut,ends_technique_cut,ends_horizon,ends_mated,ends_stalemate,ends_expanded,\
    mdp_cuts_lower,mdp_cuts_upper,mdp_narrowed_lower,mdp_narrowed_upper,table_hits,table_overwrites,beta_cutoffs,\
    beta_cutoffs_first_move,beta_cutoffs_by_move,beta_cutoffs_by_ply,mdp_cuts_lower_by_ply,mdp_cuts_upper_by_ply,table_cuts_by_ply,\
    technique_cuts_by_ply,score_bound,seconds,ends_king_captured,regret_cp,regret_mate,solved";

/// The columns of [`HEADER`].
fn fixed() -> impl Iterator<Item = &'static str> {
    HEADER.split(',')
}

/// Whether a count has one of these columns.
fn is_of_search(count: &str) -> bool {
    let mut names = Counts::names().chain([counts::ENDS_KING_CAPTURED]);
    names.any(|name| name == count)
}

impl ExportRow<'_> {
    /// The cell of a column of [`HEADER`], or a count by its name.
    fn cell(&self, column: &str) -> Cell {
        let (job, iteration, position) = (self.job, self.iteration, self.position);
        match column {
            "job" => job.job.to_string().into(),
            "variant" => Cell::Name(job.variant.clone()),
            "category" => Cell::Name(position.category.clone()),
            "position" => Cell::Name(job.position.clone()),
            "fen" => position.fen.as_str().into(),
            "dtm" => position.dtm.into(),
            "depth" => iteration.depth.into(),
            "ended" => job.ended.name().into(),
            "score_kind" if iteration.score.is_mate() => "mate".into(),
            "score_kind" => "cp".into(),
            "score_cp" | "score_mate" => match (iteration.score, column) {
                (ScoreRecord::Evaluation { cp }, "score_cp") => cp.into(),
                (ScoreRecord::Mate { mate, .. }, "score_mate") => mate.into(),
                _ => Cell::Missing,
            },
            "score_plies" => iteration.score.mate_plies().into(),
            "nodes" => iteration.nodes.into(),
            "best_move" => iteration.best_move().into(),
            "pv" => iteration.pv.join(" ").into(),
            "beta_cutoffs" => self.beta_cutoffs(|by_move| by_move.iter().sum()),
            "beta_cutoffs_first_move" => {
                self.beta_cutoffs(|by_move| by_move.first().map_or(0, |&first| first))
            }
            "score_bound" => match iteration.bound {
                None => "exact".into(),
                Some(Bound::Lower) => "lower".into(),
                Some(Bound::Upper) => "upper".into(),
            },
            "regret_cp" => match self.regret {
                Some(Regret::Centipawns(loss)) => u64::from(loss).into(),
                _ => Cell::Missing,
            },
            "regret_mate" => match self.regret {
                Some(Regret::Mate(loss)) => loss.name().into(),
                _ => Cell::Missing,
            },
            "solved" if position.has_solution() => {
                let solved = position.is_solved_by(iteration.best_move());
                solved.to_string().into()
            }
            "solved" => Cell::Missing,
            "seconds" => self.seconds.map(Cell::Seconds).into(),
            count => self.count(count),
        }
    }

    /// The cell of a count.
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

/// A setting in which the variants of an experiment differ: its name, and its value by variant name.
pub type SettingColumn = (String, BTreeMap<String, String>);

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As in RFC 4180, with a header line; lines end in a line feed. Lists stand as in JSON.
    Csv,
    /// An array with an object a row.
    Json,
}

/// A table that is being written. Its columns are those that every table has, then the settings in which variants differ, each
/// named `set_` plus the setting's name, then the counts of the variants' techniques, then those of programs, each named `count_` plus
/// its name. Programs' counts that the search has, too, have its columns.
pub struct Table<W: Write> {
    settings: Vec<SettingColumn>,
    /// The names of the techniques' counts.
    technique_counts: Vec<String>,
    /// The names of the programs' own counts.
    program_counts: Vec<String>,
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
        [technique_counts, mut program_counts]: [Vec<String>; 2],
        mut out: W,
    ) -> io::Result<Self> {
        let of_settings = settings.iter().map(|(name, _)| key(&format!("set.{name}")));
        let of_techniques = technique_counts.iter().map(|name| key(name));
        let fixed = fixed().map(str::to_owned);
        program_counts.retain(|name| !is_of_search(name));
        let of_programs = program_counts.iter().map(|name| format!("count_{name}"));
        let keys = fixed.chain(of_settings).chain(of_techniques);
        let keys: Vec<String> = keys.chain(of_programs).collect();
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
            program_counts,
            keys,
            out,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, row: &ExportRow) -> io::Result<()> {
        let settings = self.settings.iter();
        let settings = settings.map(|(_, values)| {
            let value = values.get(&row.job.variant).cloned();
            value.map(Cell::Name).into()
        });
        let techniques = self.technique_counts.iter().map(|name| row.cell(name));
        let fixed = fixed().map(|column| row.cell(column));
        let programs = self.program_counts.iter().map(|name| row.count(name));
        let cells = fixed.chain(settings).chain(techniques).chain(programs);
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
            Out::Csv(writer) => writer
                .into_inner()
                .map_err(csv::IntoInnerError::into_error)?,
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
    use plybench_records::{Ended, samples};
    use serde_json::json;

    use super::*;
    use plybench_analysis::judge::MateLoss;

    #[test]
    fn every_count_of_the_search_has_a_column() {
        for name in Counts::names() {
            assert!(fixed().any(|column| column == name), "{name}");
        }
    }

    #[test]
    fn every_other_column_has_a_cell() {
        let mut job = samples::job("a", "p", &[5], Ended::Depth);
        let by_move = json!({ "beta_cutoffs_by_move": [1] });
        job.iterations[0].counts = serde_json::from_value(by_move).unwrap();
        let position = PositionRecord {
            position: "p".to_owned(),
            category: "c".to_owned(),
            fen: "fen".to_owned(),
            dtm: Some(1),
            best_moves: vec!["a2a1".to_owned()],
            ..PositionRecord::default()
        };
        let counts: Vec<_> = Counts::names().collect();
        let is_filled = |job: &JobRecord, regret: Regret, column: &str| {
            let row = ExportRow {
                job,
                iteration: &job.iterations[0],
                position: &position,
                seconds: Some(1.0),
                regret: Some(regret),
            };
            row.cell(column) != Cell::Missing
        };
        let mut others: Vec<&str> = fixed().filter(|name| !counts.contains(name)).collect();
        others.retain(|column| !is_filled(&job, Regret::Centipawns(1), column));
        let wanted = [
            "score_mate",
            "score_plies",
            "ends_king_captured",
            "regret_mate",
        ];
        assert_eq!(others, wanted);
        job.iterations[0].score = ScoreRecord::mate(2).unwrap();
        job.iterations[0].counts =
            serde_json::from_value(json!({ "ends_king_captured": 1, "beta_cutoffs_by_move": [1] }))
                .unwrap();
        let missed = Regret::Mate(MateLoss::Missed);
        assert!(others.iter().all(|column| is_filled(&job, missed, column)));
    }
}
