//! A record as a flat row: its columns by name, in an order that stays.

use serde::{Serialize, Serializer};

use crate::store::{Ended, PositionRecord, Record, ScoreRecord};

/// One completed iteration, with what stands beside its record.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The record.
    pub record: &'a Record,
    /// Its position.
    pub position: &'a PositionRecord,
    /// How its job ended.
    pub ended: Ended,
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// None.
    Empty,
    /// A name that the experiment or a data set gave: any text.
    Name(&'a str),
    /// Other text.
    Text(String),
    /// A whole number that may be negative.
    Number(i32),
    /// A count.
    Count(u64),
    /// Counts by number, from 0.
    Counts(&'a [u64]),
}

impl Serialize for Cell<'_> {
    /// JSON without a wrapper: null, a string, a number or an array of numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Empty => serializer.serialize_none(),
            Cell::Name(text) => serializer.serialize_str(text),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_i32(*number),
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Counts(counts) => serializer.collect_seq(*counts),
        }
    }
}

/// A column.
pub struct Column {
    /// Its name: lower case, with underscores.
    pub name: &'static str,
    /// Its value in a row.
    pub cell: for<'a> fn(&Row<'a>) -> Cell<'a>,
}

fn number(number: Option<i32>) -> Cell<'static> {
    number.map_or(Cell::Empty, Cell::Number)
}

const fn column(name: &'static str, cell: for<'a> fn(&Row<'a>) -> Cell<'a>) -> Column {
    Column { name, cell }
}

/// All columns, as `reports/README.md` describes them. New ones come at the end.
pub const COLUMNS: &[Column] = &[
    column("job", |row| Cell::Text(row.record.job.clone())),
    column("variant", |row| Cell::Name(&row.record.variant)),
    column("category", |row| Cell::Name(&row.position.category)),
    column("position", |row| Cell::Name(&row.record.position)),
    column("fen", |row| Cell::Text(row.position.fen.clone())),
    column("dtm", |row| number(row.position.dtm)),
    column("depth", |row| Cell::Count(row.record.depth.into())),
    column("ended", |row| Cell::Text(row.ended.name().to_owned())),
    column("score_kind", |row| {
        let kind = if row.record.score.is_mate() {
            "mate"
        } else {
            "cp"
        };
        Cell::Text(kind.to_owned())
    }),
    column("score_cp", |row| match row.record.score {
        ScoreRecord::Evaluation { cp } => Cell::Number(cp),
        ScoreRecord::Mate { .. } => Cell::Empty,
    }),
    column("score_mate", |row| match row.record.score {
        ScoreRecord::Mate { mate, .. } => Cell::Number(mate),
        ScoreRecord::Evaluation { .. } => Cell::Empty,
    }),
    column("score_plies", |row| number(row.record.score.mate_plies())),
    column("nodes", |row| Cell::Count(row.record.nodes)),
    column("nodes_to_pv", |row| Cell::Count(row.record.nodes_to_pv)),
    column("best_move", |row| {
        let best = row.record.best_move.clone();
        best.map_or(Cell::Empty, Cell::Text)
    }),
    column("pv", |row| Cell::Text(row.record.pv.join(" "))),
    column("ends_mdp_cut", |row| Cell::Count(row.record.ends.mdp_cut)),
    column("ends_rule_draw", |row| {
        Cell::Count(row.record.ends.rule_draw)
    }),
    column("ends_table_cut", |row| {
        Cell::Count(row.record.ends.table_cut)
    }),
    column("ends_technique_cut", |row| {
        Cell::Count(row.record.ends.technique_cut)
    }),
    column("ends_horizon", |row| Cell::Count(row.record.ends.horizon)),
    column("ends_mated", |row| Cell::Count(row.record.ends.mated)),
    column("ends_stalemate", |row| {
        Cell::Count(row.record.ends.stalemate)
    }),
    column("ends_expanded", |row| Cell::Count(row.record.ends.expanded)),
    column("mdp_cuts_lower", |row| Cell::Count(row.record.mdp_cuts[0])),
    column("mdp_cuts_upper", |row| Cell::Count(row.record.mdp_cuts[1])),
    column("mdp_narrowed_lower", |row| {
        Cell::Count(row.record.mdp_narrowed[0])
    }),
    column("mdp_narrowed_upper", |row| {
        Cell::Count(row.record.mdp_narrowed[1])
    }),
    column("table_hits", |row| Cell::Count(row.record.table_hits)),
    column("table_overwrites", |row| {
        Cell::Count(row.record.table_overwrites)
    }),
    column("beta_cutoffs", |row| {
        Cell::Count(row.record.beta_cutoffs_by_move.iter().sum())
    }),
    column("beta_cutoffs_first_move", |row| {
        let first = row.record.beta_cutoffs_by_move.first();
        Cell::Count(first.copied().unwrap_or(0))
    }),
    column("beta_cutoffs_by_move", |row| {
        Cell::Counts(&row.record.beta_cutoffs_by_move)
    }),
    column("beta_cutoffs_by_ply", |row| {
        Cell::Counts(&row.record.beta_cutoffs_by_ply)
    }),
    column("mdp_cuts_lower_by_ply", |row| {
        Cell::Counts(&row.record.cuts_by_ply.mdp_lower)
    }),
    column("mdp_cuts_upper_by_ply", |row| {
        Cell::Counts(&row.record.cuts_by_ply.mdp_upper)
    }),
    column("table_cuts_by_ply", |row| {
        Cell::Counts(&row.record.cuts_by_ply.table)
    }),
    column("technique_cuts_by_ply", |row| {
        Cell::Counts(&row.record.cuts_by_ply.technique)
    }),
];
