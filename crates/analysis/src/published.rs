//! A published table, and what the variants of an experiment found beside it.

use thiserror::Error;

use super::{
    counted::count,
    seed_band::{BandRow, SeedRun},
};
use plybench_records::{Iteration, JobRecord, counts};
use plybench_text::{echo, suggestion};

/// Why a data file is not a published table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PublishedError {
    /// The line of the data file, from 1.
    pub line: u64,
    /// What is wrong there, and how to fix it.
    pub problem: String,
}

/// What a table says of a column at a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedCell {
    /// The published number of nodes, 1 or more.
    pub nodes: u64,
    /// The score as it was printed: centipawns, or `M8`.
    pub score: Option<String>,
}

/// The rows of a published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRows {
    columns: Vec<String>,
    /// Nominal depths in plies, ascending, each with the cells of `columns`.
    rows: Vec<(u8, Vec<PublishedCell>)>,
}

impl PublishedRows {
    /// Reads these columns of a CSV file with a header: `depth`, `nodes_off` or `off` for the counts of column `off`, and
    /// `score_off` for its scores, if they are known.
    ///
    /// # Errors
    /// If a column is missing, or a depth or a count is not valid.
    pub fn parse(text: &str, columns: Vec<String>) -> Result<Self, PublishedError> {
        let at_fault = |line, problem: String| PublishedError { line, problem };
        let damaged = |error: csv::Error| {
            let problem = "a row needs as many fields as the header; add or remove commas";
            at_fault(
                error.position().map_or(1, csv::Position::line),
                problem.to_owned(),
            )
        };
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader.headers().map_err(damaged)?.clone();
        let at = |name: &str| header.iter().position(|heading| heading == name);
        let lacks = |column: &str| {
            let names = header
                .iter()
                .map(|name| name.strip_prefix("nodes_").unwrap_or(name));
            let (name, hint) = (echo(column), suggestion(column, names));
            at_fault(1, format!("the header has no column {name:?}; {hint}"))
        };
        let depth_at = at("depth").ok_or_else(|| lacks("depth"))?;
        let place = |column: &String| {
            let nodes = at(&format!("nodes_{column}")).or_else(|| at(column));
            let nodes = nodes.ok_or_else(|| lacks(column))?;
            Ok((nodes, at(&format!("score_{column}"))))
        };
        let places: Vec<_> = columns.iter().map(place).collect::<Result<_, _>>()?;
        let mut rows: Vec<(u8, Vec<PublishedCell>)> = Vec::new();
        for record in reader.records() {
            let record = record.map_err(damaged)?;
            let refused = |at: usize, give: &str| {
                let line = record.position().map_or(1, csv::Position::line);
                let [key, value] = [&header[at], &record[at]].map(echo);
                at_fault(line, format!("{key} = {value:?}; give {give}"))
            };
            let above = rows.last().map_or(0, |(depth, _)| *depth);
            let depth = record[depth_at].parse().ok().filter(|depth| *depth > above);
            let depth =
                depth.ok_or_else(|| refused(depth_at, "depths from 1 to 255 that ascend"))?;
            let cell = |&(nodes, score): &(usize, Option<usize>)| {
                let count = record[nodes].parse().ok().filter(|count: &u64| *count > 0);
                Ok(PublishedCell {
                    nodes: count
                        .ok_or_else(|| refused(nodes, "a whole number of nodes, 1 or more"))?,
                    score: score
                        .map(|score| record[score].to_owned())
                        .filter(|score| !score.is_empty()),
                })
            };
            rows.push((depth, places.iter().map(cell).collect::<Result<_, _>>()?));
        }
        if rows.is_empty() {
            let problem = "the table has no rows; add one for each depth";
            return Err(at_fault(1, problem.to_owned()));
        }
        Ok(PublishedRows { columns, rows })
    }

    /// Returns each depth with the counts of its first two columns.
    pub fn first_two(&self) -> impl Iterator<Item = (u8, [u64; 2])> {
        let pair = |cells: &[PublishedCell]| Some([cells.first()?.nodes, cells.get(1)?.nodes]);
        let rows = self.rows.iter();
        rows.filter_map(move |(depth, cells)| Some((*depth, pair(cells)?)))
    }
}

/// A variant beside a published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The variant as the experiment names it.
    pub variant: String,
    /// The number of the published column that it answers. Column 0 is what all ratios are to.
    pub published: Option<usize>,
    /// The number of the variant that its ratio is to: the last before it that answers column 0. None for such a variant.
    pub reference: Option<usize>,
}

/// The smallest proofs of the mate, in nodes. The figures for graphs are upper bounds of the smallest graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalProof {
    /// The smallest tree that proves the mate, and the same with equal positions shared.
    pub proof: (u128, usize),
    /// The same of a proof that no mate is two plies shorter. Its lines continue after the mating side's material is captured.
    pub refutation: (u128, usize),
    /// The same of one whose lines end with that capture.
    pub without_material: (u128, usize),
}

/// The row of one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Nominal depth in plies.
    pub depth: u8,
    /// What the published columns say.
    pub published: Vec<PublishedCell>,
    /// What the variants found.
    pub found: Vec<Iteration>,
    /// The ratio of the second published column to the first with many seeds.
    pub band: Option<BandRow>,
}

/// A published table with what variants found beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedTable {
    /// The names of the published columns, in the order of their numbers.
    pub published_columns: Vec<String>,
    /// The variants in the order in which the experiment answers, the baseline first.
    pub columns: Vec<Column>,
    /// The depths that are published and that all variants completed, ascending.
    pub rows: Vec<Row>,
    /// Whether the published counts are nodes to the principal variation, not all nodes.
    pub is_to_pv: bool,
    /// The first depth at which the first variant met a mated node anywhere in its tree.
    pub first_mate_in_tree: Option<u8>,
}

fn job_of<'j>(jobs: &'j [JobRecord], variant: &str) -> Option<&'j JobRecord> {
    jobs.iter().find(|job| job.variant == variant)
}

/// Returns what each of these seeds found, with its two variants, if both have a job.
pub fn seed_runs<'s>(
    jobs: &[JobRecord],
    seeds: impl IntoIterator<Item = &'s (u32, [String; 2])>,
) -> Vec<SeedRun> {
    let run = |(seed, names): &(u32, [String; 2])| {
        let [off, on] = [job_of(jobs, &names[0])?, job_of(jobs, &names[1])?];
        let both = off.iterations.iter().zip(&on.iterations);
        Some(SeedRun {
            seed: *seed,
            found: both.map(|(off, on)| [off.clone(), on.clone()]).collect(),
        })
    };
    seeds.into_iter().filter_map(run).collect()
}

impl PublishedTable {
    /// Builds the table from the jobs on its position. `answers` are variants with the column that they answer; the first
    /// column of `published` is the baseline's.
    #[must_use]
    pub fn of(
        jobs: &[JobRecord],
        answers: &[(&str, Option<&str>)],
        published: &PublishedRows,
        is_to_pv: bool,
        band: &[BandRow],
    ) -> Self {
        let number = |name: &str| published.columns.iter().position(|column| column == name);
        let numbers = answers.iter().map(|(_, column)| column.and_then(number));
        // A variant above all of them is compared with the first.
        let mut reference = numbers.clone().position(|number| number == Some(0));
        let columns = answers.iter().zip(numbers).enumerate();
        let columns = columns.map(|(at, ((variant, _), published))| {
            let is_reference = published == Some(0);
            if is_reference {
                reference = Some(at);
            }
            Column {
                variant: (*variant).to_owned(),
                published,
                reference: reference.filter(|_| !is_reference),
            }
        });
        let columns: Vec<Column> = columns.collect();
        let jobs_of_answers = answers.iter().map(|(variant, _)| job_of(jobs, variant));
        let found: Vec<Option<&JobRecord>> = jobs_of_answers.collect();
        let row = |(depth, cells): &(u8, Vec<PublishedCell>)| {
            let place = usize::from(*depth) - 1;
            let at = |job: &Option<&JobRecord>| (*job)?.iterations.get(place).cloned();
            Some(Row {
                depth: *depth,
                published: cells.clone(),
                found: found.iter().map(at).collect::<Option<_>>()?,
                band: band.iter().find(|row| row.depth == *depth).cloned(),
            })
        };
        let first = found.first().copied().flatten();
        let mut iterations = first.iter().flat_map(|job| &job.iterations);
        let mated = iterations.find(|one| one.counts.one(counts::ENDS_MATED) > Some(0));
        PublishedTable {
            rows: published.rows.iter().map_while(row).collect(),
            published_columns: published.columns.clone(),
            columns,
            is_to_pv,
            first_mate_in_tree: mated.map(|one| one.depth),
        }
    }

    /// Returns the variants that answer a published column, each the first to do so.
    pub fn answers(&self) -> impl Iterator<Item = usize> + Clone {
        let numbers = 0..self.columns.len();
        numbers.filter(|&at| {
            let column = self.columns[at].published;
            let before = self.columns[..at].iter();
            column.is_some() && before.clone().all(|other| other.published != column)
        })
    }

    /// Returns the name of the published column that a variant answers.
    #[must_use]
    pub fn published_column(&self, at: usize) -> Option<&str> {
        let column = self.columns[at].published?;
        Some(&self.published_columns[column])
    }

    /// Returns a variant's count as a multiple of its reference's.
    #[must_use]
    pub fn ratio(&self, row: &Row, at: usize, to_pv: bool) -> Option<f64> {
        let whole = count(&row.found[self.columns[at].reference?], to_pv);
        (whole > 0).then(|| count(&row.found[at], to_pv) as f64 / whole as f64)
    }

    /// Returns the published count of a variant's column.
    #[must_use]
    pub fn published<'r>(&self, row: &'r Row, at: usize) -> Option<&'r PublishedCell> {
        row.published.get(self.columns[at].published?)
    }

    /// Returns the published count of a variant's column as a multiple of column 0.
    #[must_use]
    pub fn published_ratio(&self, row: &Row, at: usize) -> Option<f64> {
        self.columns[at].reference?;
        Some(self.published(row, at)?.nodes as f64 / row.published.first()?.nodes as f64)
    }

    /// Returns how far a variant's ratio is from the published one, as a share of that.
    #[must_use]
    pub fn deviation(&self, row: &Row, at: usize, to_pv: bool) -> Option<f64> {
        Some(self.ratio(row, at, to_pv)? / self.published_ratio(row, at)? - 1.0)
    }

    /// Returns a variant's count as a multiple of the published one.
    #[must_use]
    pub fn per_published(&self, row: &Row, at: usize) -> Option<f64> {
        let published = self.published(row, at)?.nodes;
        Some(count(&row.found[at], self.is_to_pv) as f64 / published as f64)
    }

    /// Returns the first depth whose row fulfils a condition.
    pub fn first(&self, holds: impl Fn(&Row) -> bool) -> Option<u8> {
        self.rows.iter().find(|row| holds(row)).map(|row| row.depth)
    }

    /// Returns the first depth at which the scores of all answers are a mate.
    #[must_use]
    pub fn first_mate(&self) -> Option<u8> {
        self.first(|row| self.answers().all(|at| row.found[at].score.is_mate()))
    }

    /// Returns the largest absolute deviation of these variants, as a share; none if there is no ratio to compare.
    pub fn worst(&self, at: impl Iterator<Item = usize> + Clone, to_pv: bool) -> Option<f64> {
        let of_row = |row| {
            at.clone()
                .filter_map(move |at| self.deviation(row, at, to_pv))
        };
        let sizes = self.rows.iter().flat_map(of_row).map(f64::abs);
        sizes.reduce(f64::max)
    }
}
