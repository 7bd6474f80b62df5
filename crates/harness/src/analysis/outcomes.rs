//! What each variant of a run found on each position, as far as a comparison needs it.
//!
//! Records are read line by line and most of a line is dropped, so that a million of them take some
//! tens of megabytes.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use crate::store::{
    Ended, JobEnd, Line, PositionRecord, ReadError, Record, ScoreRecord, read_positions,
    read_records,
};

/// One completed iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Nodes in all since the search began, as the experiment's metric counts them.
    pub nodes: u64,
    /// The root's value from the view of its side to move.
    pub score: ScoreRecord,
    /// The first move of the principal variation; none without legal moves.
    pub best_move: Option<Arc<str>>,
}

/// A job that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The job's id: see [`crate::store::job_id`].
    pub job: String,
    /// How it ended.
    pub ended: Ended,
    /// Its iterations, from depth 1, without a gap.
    pub iterations: Vec<Iteration>,
}

impl Outcome {
    /// The last completed iteration, in plies; 0 if there was none.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.iterations.len()
    }

    /// The iteration of a depth that was completed.
    #[must_use]
    pub fn at(&self, depth: usize) -> Option<&Iteration> {
        self.iterations.get(depth.checked_sub(1)?)
    }
}

/// The jobs of some variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    positions: Vec<PositionRecord>,
    variants: Vec<String>,
    /// For each variant one for each position.
    jobs: Vec<Vec<Option<Outcome>>>,
    /// Jobs on positions that are not among these: left there by an earlier experiment.
    pub strangers: usize,
}

impl Outcomes {
    /// Reads the jobs of these variants from a run's directory; `nodes` says what is counted.
    ///
    /// A job counts once it has its end; of several with one variant and position, the last.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub fn read(
        directory: &Path,
        variants: &[&str],
        nodes: fn(&Record) -> u64,
    ) -> Result<Self, ReadError> {
        let mut reader = Reader::new(read_positions(directory)?, variants, nodes);
        read_records(directory, |line| reader.receive(line))?;
        Ok(reader.outcomes)
    }

    /// The positions, by name: their order in the experiment changes nothing.
    #[must_use]
    pub fn positions(&self) -> &[PositionRecord] {
        &self.positions
    }

    /// The variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(String::as_str)
    }

    /// A variant's jobs, one for each position; nothing of a variant that is not among these.
    pub fn of(&self, variant: &str) -> impl Iterator<Item = Option<&Outcome>> {
        let found = self.variants.iter().position(|name| name == variant);
        let jobs = found.map_or(&[][..], |at| &self.jobs[at]);
        jobs.iter().map(Option::as_ref)
    }
}

/// The block of a job that has yet to end.
struct Open {
    job: String,
    iterations: Vec<Iteration>,
}

struct Reader {
    outcomes: Outcomes,
    nodes: fn(&Record) -> u64,
    position_at: HashMap<String, usize>,
    moves: HashSet<Arc<str>>,
    open: Option<Open>,
}

impl Reader {
    fn new(
        mut positions: Vec<PositionRecord>,
        variants: &[&str],
        nodes: fn(&Record) -> u64,
    ) -> Self {
        positions.sort_by(|one, other| one.position.cmp(&other.position));
        let names = positions.iter().map(|position| position.position.clone());
        Reader {
            position_at: names.zip(0..).collect(),
            outcomes: Outcomes {
                variants: variants.iter().map(|&name| name.to_owned()).collect(),
                jobs: vec![vec![None; positions.len()]; variants.len()],
                positions,
                strangers: 0,
            },
            nodes,
            moves: HashSet::new(),
            open: None,
        }
    }

    fn receive(&mut self, line: Line) {
        match line {
            Line::Record(record) => self.iteration(*record),
            Line::End(end) => self.end(end),
        }
    }

    fn iteration(&mut self, record: Record) {
        let iteration = Iteration {
            nodes: (self.nodes)(&record),
            score: record.score,
            best_move: record.best_move.map(|text| self.intern(text)),
        };
        let depth = usize::from(record.depth);
        match &mut self.open {
            Some(open) if open.job == record.job && depth == open.iterations.len() + 1 => {
                open.iterations.push(iteration);
            }
            open => {
                *open = (depth == 1).then(|| Open {
                    job: record.job,
                    iterations: vec![iteration],
                });
            }
        }
    }

    fn intern(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.moves.get(text.as_str()) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        self.moves.insert(Arc::clone(&new));
        new
    }

    fn end(&mut self, end: JobEnd) {
        let open = self.open.take().unwrap_or_else(|| Open {
            job: end.job.clone(),
            iterations: Vec::new(),
        });
        let is_whole = open.job == end.job && open.iterations.len() == usize::from(end.depth);
        let mut variants = self.outcomes.variants.iter();
        let Some(variant) = variants.position(|name| *name == end.variant) else {
            return;
        };
        let Some(&position) = self.position_at.get(&end.position) else {
            self.outcomes.strangers += 1;
            return;
        };
        if is_whole {
            self.outcomes.jobs[variant][position] = Some(Outcome {
                job: end.job,
                ended: end.ended,
                iterations: open.iterations,
            });
        }
    }
}

#[cfg(test)]
pub(super) mod samples {
    //! Outcomes for tests, as short as they can be written.

    use super::*;

    /// A job of so many nodes at depth 1, 2, …, all with one score and move, that ended as given.
    pub(in crate::analysis) fn outcome(nodes: &[u64], score: i32, ended: Ended) -> Outcome {
        let iteration = |&nodes: &u64| Iteration {
            nodes,
            score: ScoreRecord::Evaluation { cp: score },
            best_move: Some("a2a1".into()),
        };
        Outcome {
            job: "job".to_owned(),
            ended,
            iterations: nodes.iter().map(iteration).collect(),
        }
    }

    /// Gives a position another category and root.
    pub(in crate::analysis) fn place(
        outcomes: &mut Outcomes,
        at: usize,
        (category, fen): (&str, &str),
    ) {
        outcomes.positions[at].category = category.to_owned();
        outcomes.positions[at].fen = fen.to_owned();
    }

    /// Gives a position another claim of a mate.
    pub(in crate::analysis) fn claim(outcomes: &mut Outcomes, at: usize, dtm: Option<i32>) {
        outcomes.positions[at].dtm = dtm;
    }

    /// Takes a variant's job on a position away, both by number.
    pub(in crate::analysis) fn remove(outcomes: &mut Outcomes, variant: usize, position: usize) {
        outcomes.jobs[variant][position] = None;
    }

    /// Outcomes of variants `a`, `b`, …: a row a variant, a column a position `p0`, `p1`, ….
    pub(in crate::analysis) fn outcomes(jobs: Vec<Vec<Option<Outcome>>>) -> Outcomes {
        let position = |at: usize| PositionRecord {
            position: format!("p{at}"),
            category: if at.is_multiple_of(2) { "even" } else { "odd" }.to_owned(),
            fen: format!("fen {at}"),
            dtm: (at != 1).then_some(10 - at as i32),
        };
        let names = ('a'..).take(jobs.len());
        Outcomes {
            positions: (0..jobs[0].len()).map(position).collect(),
            variants: names.map(String::from).collect(),
            jobs,
            strangers: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "p";

    fn record(job: &str, depth: u8, nodes: u64) -> Line {
        let line = serde_json::json!({
            "job": job, "variant": "a", "position": POSITION, "depth": depth, "score": {"cp": 3},
            "nodes": nodes, "nodes_to_pv": nodes - 1, "best_move": "a2a1", "pv": ["a2a1"],
            "ends": serde_json::to_value(crate::store::EndCounts::default()).unwrap(),
            "mdp_cuts": [0, 0], "mdp_narrowed": [0, 0], "table_hits": 0, "table_overwrites": 0,
            "cuts_by_ply": serde_json::to_value(crate::store::CutsByPly::default()).unwrap(),
            "beta_cutoffs_by_move": [], "beta_cutoffs_by_ply": [],
        });
        Line::Record(Box::new(serde_json::from_value(line).unwrap()))
    }

    fn end(job: &str, position: &str, depth: u8) -> Line {
        Line::End(JobEnd {
            job: job.to_owned(),
            variant: "a".to_owned(),
            position: position.to_owned(),
            ended: Ended::Depth,
            depth,
            nodes: 100,
        })
    }

    fn read(lines: Vec<Line>) -> Outcomes {
        let position = PositionRecord {
            position: POSITION.to_owned(),
            category: "c".to_owned(),
            fen: "fen".to_owned(),
            dtm: None,
        };
        let mut reader = Reader::new(vec![position], &["a"], |record| record.nodes_to_pv);
        lines.into_iter().for_each(|line| reader.receive(line));
        reader.outcomes
    }

    fn nodes(outcomes: &Outcomes) -> Option<Vec<u64>> {
        let job = outcomes.of("a").next().unwrap()?;
        Some(job.iterations.iter().map(|one| one.nodes).collect())
    }

    #[test]
    fn a_job_counts_once_it_has_ended_and_the_last_one_counts() {
        let whole = || vec![record("x", 1, 5), record("x", 2, 9), end("x", POSITION, 2)];
        assert_eq!(nodes(&read(whole())), Some(vec![4, 8]));
        assert_eq!(nodes(&read(vec![record("x", 1, 5)])), None);
        let mut again = whole();
        again.extend([record("y", 1, 3), end("y", POSITION, 1)]);
        assert_eq!(nodes(&read(again)), Some(vec![2]));
    }

    #[test]
    fn the_order_of_the_positions_does_not_matter() {
        let position = |name: &str| PositionRecord {
            position: name.to_owned(),
            category: "c".to_owned(),
            fen: "fen".to_owned(),
            dtm: None,
        };
        let read = |names: [&str; 2], jobs: [&str; 2]| {
            let positions = names.map(position).to_vec();
            let mut reader = Reader::new(positions, &["a"], |record| record.nodes);
            for job in jobs {
                reader.receive(record(job, 1, 5 + job.len() as u64));
                reader.receive(end(job, job, 1));
            }
            reader.outcomes
        };
        assert_eq!(
            read(["p", "qq"], ["qq", "p"]),
            read(["qq", "p"], ["p", "qq"])
        );
    }

    #[test]
    fn a_block_with_a_gap_is_no_job() {
        let gap = vec![record("x", 1, 5), record("x", 3, 9), end("x", POSITION, 3)];
        assert_eq!(nodes(&read(gap)), None);
        let short = vec![record("x", 1, 5), end("x", POSITION, 2)];
        assert_eq!(nodes(&read(short)), None);
    }

    #[test]
    fn a_job_may_end_before_its_first_iteration_or_be_a_stranger() {
        assert_eq!(nodes(&read(vec![end("x", POSITION, 0)])), Some(vec![]));
        let strange = read(vec![record("x", 1, 5), end("x", "elsewhere", 1)]);
        assert_eq!((strange.strangers, nodes(&strange)), (1, None));
        assert_eq!(strange.of("b").count(), 0);
    }
}
