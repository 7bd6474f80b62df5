//! Records as flat rows for export: the columns, their names and their fixed order.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

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

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Empty,
    /// A name from the experiment or a data set. It may be any text.
    Name(&'a str),
    /// Other text.
    Text(String),
    /// An integer that may be negative.
    Number(i32),
    /// A count.
    Count(u64),
    /// Seconds, to the microsecond.
    Seconds(f64),
    /// A list of counts, indexed from 0.
    Counts(&'a [u64]),
}

impl Serialize for Cell<'_> {
    /// Writes plain JSON: null, a string, a number or an array of numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Empty => serializer.serialize_none(),
            Cell::Name(text) => serializer.serialize_str(text),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_i32(*number),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Seconds(seconds) => serializer.serialize_f64((seconds * 1e6).round() / 1e6),
            Cell::Counts(counts) => serializer.collect_seq(*counts),
        }
    }
}

/// Where the value of a column comes from.
enum Source {
    /// Computed from what every searcher reports.
    Core(for<'a> fn(&ExportRow<'a>) -> Cell<'a>),
    /// The count with the column's name.
    Count,
}

/// A column that every table has.
struct Column {
    /// The name, in lower case with underscores.
    name: &'static str,
    source: Source,
}

fn number(number: Option<i32>) -> Cell<'static> {
    number.map_or(Cell::Empty, Cell::Number)
}

/// Returns a dotted name as that of a column: `set.mate-distance` is `set_mate_distance`.
fn snake_case(name: &str) -> String {
    name.replace(['.', '-'], "_")
}

const fn column(name: &'static str, cell: for<'a> fn(&ExportRow<'a>) -> Cell<'a>) -> Column {
    Column {
        name,
        source: Source::Core(cell),
    }
}

const fn count(name: &'static str) -> Column {
    Column {
        name,
        source: Source::Count,
    }
}

/// The columns that every table has. `reports/README.md` describes them. New columns are added at the end.
const COLUMNS: &[Column] = &[
    column("job", |row| Cell::Text(row.job.job.to_string())),
    column("variant", |row| Cell::Name(&row.job.variant)),
    column("category", |row| Cell::Name(&row.position.category)),
    column("position", |row| Cell::Name(&row.job.position)),
    column("fen", |row| Cell::Text(row.position.fen.clone())),
    column("dtm", |row| number(row.position.dtm)),
    column("depth", |row| Cell::Count(row.iteration.depth.into())),
    column("ended", |row| Cell::Text(row.job.ended.name().to_owned())),
    column("score_kind", |row| {
        let kind = if row.iteration.score.is_mate() {
            "mate"
        } else {
            "cp"
        };
        Cell::Text(kind.to_owned())
    }),
    column("score_cp", |row| match row.iteration.score {
        ScoreRecord::Evaluation { cp } => Cell::Number(cp),
        ScoreRecord::Mate { .. } => Cell::Empty,
    }),
    column("score_mate", |row| match row.iteration.score {
        ScoreRecord::Mate { mate, .. } => Cell::Number(mate),
        ScoreRecord::Evaluation { .. } => Cell::Empty,
    }),
    column("score_plies", |row| {
        number(row.iteration.score.mate_plies())
    }),
    column("nodes", |row| Cell::Count(row.iteration.nodes)),
    count(counts::NODES_TO_PV),
    column("best_move", |row| {
        let best = row.iteration.best_move();
        best.map_or(Cell::Empty, |best| Cell::Text(best.to_owned()))
    }),
    column("pv", |row| Cell::Text(row.iteration.pv.join(" "))),
    count("ends_mdp_cut"),
    count("ends_rule_draw"),
    count("ends_table_cut"),
    count("ends_technique_cut"),
    count("ends_horizon"),
    count(counts::ENDS_MATED),
    count("ends_stalemate"),
    count("ends_expanded"),
    count("mdp_cuts_lower"),
    count("mdp_cuts_upper"),
    count("mdp_narrowed_lower"),
    count("mdp_narrowed_upper"),
    count("table_hits"),
    count("table_overwrites"),
    column("beta_cutoffs", |row| {
        match row.iteration.counts.get(counts::BETA_CUTOFFS_BY_MOVE) {
            Some(Count::Each(by_move)) => Cell::Count(by_move.iter().sum()),
            _ => Cell::Empty,
        }
    }),
    column("beta_cutoffs_first_move", |row| {
        match row.iteration.counts.get(counts::BETA_CUTOFFS_BY_MOVE) {
            Some(Count::Each(by_move)) => Cell::Count(by_move.first().copied().unwrap_or(0)),
            _ => Cell::Empty,
        }
    }),
    count(counts::BETA_CUTOFFS_BY_MOVE),
    count(counts::BETA_CUTOFFS_BY_PLY),
    count(counts::MDP_CUTS_LOWER_BY_PLY),
    count(counts::MDP_CUTS_UPPER_BY_PLY),
    count(counts::TABLE_CUTS_BY_PLY),
    count(counts::TECHNIQUE_CUTS_BY_PLY),
    column("score_bound", |row| {
        let bound = match row.iteration.bound {
            None => "exact",
            Some(Bound::Lower) => "lower",
            Some(Bound::Upper) => "upper",
        };
        Cell::Text(bound.to_owned())
    }),
    column("seconds", |row| {
        row.seconds.map_or(Cell::Empty, Cell::Seconds)
    }),
];

/// A setting in which the variants of an experiment differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingColumn {
    /// The setting's name.
    pub name: String,
    /// Its value, by variant name.
    pub values: BTreeMap<String, String>,
}

/// The columns of a table: those that every table has, then the settings in which its variants differ, each named `set.` plus the
/// setting's name, then the counts of the variants' techniques under their own names.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The names of the techniques' counts.
    technique_counts: Vec<String>,
    settings: Vec<SettingColumn>,
}

impl Columns {
    /// Returns the columns for an experiment, given the names of its techniques' counts and the settings in which its variants
    /// differ.
    #[must_use]
    pub fn with(technique_counts: Vec<String>, settings: Vec<SettingColumn>) -> Self {
        Columns {
            technique_counts,
            settings,
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn count(&self) -> usize {
        COLUMNS.len() + self.technique_counts.len() + self.settings.len()
    }

    /// Returns the columns' names in order: lower case, with underscores.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let settings = self
            .settings
            .iter()
            .map(|column| snake_case(&format!("set.{}", column.name)));
        let fixed = COLUMNS.iter().map(|column| column.name.to_owned());
        let technique_counts = self.technique_counts.iter().map(|name| snake_case(name));
        fixed.chain(settings).chain(technique_counts)
    }

    /// Returns the values of a row in the columns' order.
    pub fn cells<'a>(&'a self, row: &'a ExportRow<'a>) -> impl Iterator<Item = Cell<'a>> {
        let fixed = COLUMNS.iter().map(|column| match column.source {
            Source::Core(cell) => cell(row),
            Source::Count => count_cell(row, column.name),
        });
        let technique_counts = self
            .technique_counts
            .iter()
            .map(|name| count_cell(row, name));
        let settings = self.settings.iter().map(|column| {
            let value = column.values.get(&row.job.variant);
            value.map_or(Cell::Empty, |value| Cell::Name(value))
        });
        fixed.chain(settings).chain(technique_counts)
    }
}

fn count_cell<'a>(row: &ExportRow<'a>, name: &str) -> Cell<'a> {
    match row.iteration.counts.get(name) {
        Some(Count::One(count)) => Cell::Count(*count),
        Some(Count::Each(counts)) => Cell::Counts(counts),
        None => Cell::Empty,
    }
}

#[cfg(test)]
mod tests {
    use plybench_records::Counts;

    use super::*;

    #[test]
    fn every_count_of_the_search_has_a_column() {
        for name in Counts::names() {
            assert!(COLUMNS.iter().any(|column| column.name == name), "{name}");
        }
    }
}
