//! A baseline: what an experiment showed when its author was content, in a file to commit and to read in
//! a diff.
//!
//! JSON Lines. The first line says the format, the build, and how many jobs and depths follow, so that
//! lost lines are missed; then a line a job, in the run's order, with how it ended and its nodes and
//! scores at depth 1, 2, …: all depths, since the first depth that changes says more of a cause than the
//! last, and one line, since counts are cumulative and a change goes on to the end of it. No checksum: a
//! line may be mended by hand, or taken out with its counts, and a wrong number is a departure.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    store::{Ended, Metric, ScoreRecord, WholeJob},
    user_file,
};

/// The format that is written and read.
const VERSION: u32 = 2;
const KEY: &str = "plybench-baseline";

/// What a run showed, job by job.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// The version of Plybench that it is from.
    pub build: String,
    /// What is counted.
    pub metric: Metric,
    /// The jobs, each with a variant and position of its own.
    pub jobs: Vec<JobBaseline>,
}

/// What a job showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobBaseline {
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// How it ended.
    pub ended: Ended,
    /// What is counted, cumulative, at depth 1, 2, …: nodes, if the baseline has no other metric.
    pub nodes: Vec<u64>,
    /// The root's value at depth 1, 2, ….
    pub scores: Vec<ScoreRecord>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    #[serde(rename = "plybench-baseline")]
    version: u32,
    build: String,
    /// What is counted, if not nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    /// How many jobs follow.
    jobs: usize,
    /// How many depths they have in all.
    depths: usize,
}

/// The part of a first line that all versions have.
#[derive(Deserialize)]
struct Version {
    #[serde(rename = "plybench-baseline")]
    version: u32,
}

/// Why there is no baseline.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; give the file that `plybench baseline` wrote", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line of it is at fault.
    #[error("{}:{line}: {problem}; fix the line, or write the file again with `plybench baseline DIR --out {}`", path.display(), path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

impl JobBaseline {
    /// What a job showed, and what the metric counts of it.
    #[must_use]
    pub fn of(job: WholeJob, metric: &Metric) -> Self {
        JobBaseline {
            variant: job.end.variant,
            position: job.end.position,
            ended: job.end.ended,
            nodes: job.records.iter().map(|record| metric.of(record)).collect(),
            scores: job.records.iter().map(|record| record.score).collect(),
        }
    }
}

impl Baseline {
    /// What the jobs of a run showed.
    #[must_use]
    pub fn of_jobs(metric: Metric, jobs: Vec<JobBaseline>) -> Self {
        Baseline {
            build: env!("CARGO_PKG_VERSION").to_owned(),
            metric,
            jobs,
        }
    }

    /// The file's text.
    ///
    /// # Errors
    /// If JSON cannot be made of it, which no baseline of a run shows.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let header = Header {
            version: VERSION,
            build: self.build.clone(),
            metric: (self.metric != Metric::Nodes).then(|| self.metric.to_string()),
            jobs: self.jobs.len(),
            depths: depths(self.jobs.iter()),
        };
        let mut text = serde_json::to_string(&header)?;
        text.push('\n');
        for job in &self.jobs {
            text.push_str(&serde_json::to_string(job)?);
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is of another version, a line of it is no job, a job is there twice, or none is.
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let bytes = user_file::read(path).map_err(|source| BaselineError::File {
            path: path.to_owned(),
            source,
        })?;
        parse(&bytes).map_err(|(line, problem)| BaselineError::Line {
            path: path.to_owned(),
            line,
            problem,
        })
    }
}

/// A line's number, from 1, and what is wrong there.
type Fault = (usize, String);

fn parse(bytes: &[u8]) -> Result<Baseline, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = (1..)
        .zip(bytes.split(|&byte| byte == b'\n'))
        .filter(|(_, line)| !line.trim_ascii().is_empty());
    let (number, first) = lines.next().unwrap_or((1, b""));
    let Ok(Version { version }) = serde_json::from_slice(first) else {
        return Err((
            number,
            format!("not a baseline: the first line has no {KEY:?}"),
        ));
    };
    if version != VERSION {
        let lacks = match version {
            1 => ", which does not say how many jobs it has",
            _ => "",
        };
        let problem =
            format!("a baseline of version {version}{lacks}; this build reads version {VERSION}");
        return Err((number, problem));
    }
    let header: Header = serde_json::from_slice(first).map_err(|error| (number, say(&error)))?;
    let metric = match &header.metric {
        None => Metric::Nodes,
        Some(name) => name.parse().map_err(|_| {
            let problem = format!("this build does not know the metric {name:?}");
            (number, problem)
        })?,
    };
    let mut jobs: Vec<(usize, JobBaseline)> = Vec::new();
    for (number, line) in lines {
        let job: JobBaseline =
            serde_json::from_slice(line).map_err(|error| (number, say(&error)))?;
        let (nodes, scores) = (job.nodes.len(), job.scores.len());
        if nodes != scores {
            let problem =
                format!("give one node count and one score per depth, not {nodes} and {scores}");
            return Err((number, problem));
        }
        jobs.push((number, job));
    }
    if let Some((first, _, again)) = twice(jobs.iter().map(|(number, job)| (*number, job))) {
        let problem = format!("the same variant and position as line {first}");
        return Err((again, problem));
    }
    if jobs.is_empty() {
        return Err((number, "no jobs follow the first line".to_owned()));
    }
    let (said, found) = (
        (header.jobs, header.depths),
        (jobs.len(), depths(jobs.iter().map(|(_, job)| job))),
    );
    if said != found {
        let problem = format!(
            "the first line says \"jobs\":{} and \"depths\":{}, but the file has {} and {}: lines were lost or added",
            said.0, said.1, found.0, found.1
        );
        return Err((number, problem));
    }
    Ok(Baseline {
        build: header.build,
        metric,
        jobs: jobs.into_iter().map(|(_, job)| job).collect(),
    })
}

/// How many depths jobs have in all.
fn depths<'a>(jobs: impl Iterator<Item = &'a JobBaseline>) -> usize {
    jobs.map(|job| job.nodes.len()).sum()
}

/// The first job that is there again, with both lines.
fn twice<'a>(
    jobs: impl Iterator<Item = (usize, &'a JobBaseline)>,
) -> Option<(usize, &'a JobBaseline, usize)> {
    let mut seen = HashMap::new();
    for (line, job) in jobs {
        if let Some(first) = seen.insert((&job.variant, &job.position), line) {
            return Some((first, job, line));
        }
    }
    None
}

/// What the reader of JSON says, without its own line number, which is always 1.
fn say(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(what, _)| what);
    if what.contains("ScoreRecord") {
        return "a score must be like {\"cp\":51} or {\"mate\":8,\"plies\":15}".to_owned();
    }
    format!("column {}: {what}", error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "{\"plybench-baseline\":2,\"build\":\"0.1.0\",\"jobs\":1,\"depths\":2}\n\
        {\"variant\":\"off\",\"position\":\"krk\",\"ended\":\"depth\",\"nodes\":[38,114],\"scores\":[{\"cp\":596},{\"mate\":-1,\"plies\":-2}]}\n";

    #[test]
    fn what_is_written_is_read() {
        let baseline = parse(GOOD.as_bytes()).unwrap();
        assert_eq!(baseline.to_text().unwrap(), GOOD);
        assert_eq!(baseline.jobs[0].scores[1].to_string(), "-M1");
        let edited = format!("\u{feff}{}\r\n\r\n", GOOD.replace('\n', "\r\n"));
        assert_eq!(parse(edited.as_bytes()).unwrap(), baseline);
    }

    #[test]
    fn a_broken_line_is_located() {
        let again = GOOD.lines().last().unwrap();
        for (text, line, says) in [
            (String::new(), 1, "first line"),
            ("{}".to_owned(), 1, "first line"),
            (GOOD.replace("ne\":2,", "ne\":3,"), 1, "version 3"),
            (
                GOOD.replace("ne\":2,", "ne\":1,"),
                1,
                "does not say how many",
            ),
            (GOOD.replace(",\"depths\":2", ""), 1, "depths"),
            (
                GOOD.replace("jobs\":1", "jobs\":2"),
                1,
                "\"jobs\":2 and \"depths\":2, but the file has 1 and 2",
            ),
            (
                GOOD.replace("38,", "").replace("{\"cp\":596},", ""),
                1,
                "has 1 and 1",
            ),
            (GOOD.replace("\"build\"", "\"bild\""), 1, "bild"),
            (GOOD.replace("\"ended\"", "\"endet\""), 2, "endet"),
            (GOOD.replace("\"depth\"", "\"dept\""), 2, "dept"),
            (GOOD.replace("38", "-38"), 2, "column 62"),
            (GOOD.replace("38,", ""), 2, "score per depth, not 1 and 2"),
            (
                GOOD.replace("\"cp\":596", "\"cp\":\"x\""),
                2,
                "a score must be",
            ),
            (format!("{GOOD}\n{again}"), 4, "as line 2"),
            (format!("{GOOD}<<<<<<< HEAD"), 3, "expected value"),
            (GOOD.lines().next().unwrap().to_owned(), 1, "no jobs"),
        ] {
            let (number, problem) = parse(text.as_bytes()).unwrap_err();
            assert!(
                number == line && problem.contains(says),
                "{number}: {problem}"
            );
        }
        assert!(parse(b"\xff\xfe\x00").is_err());
    }
}
