//! A baseline: the accepted results of an experiment, in a file that can be committed and reviewed as a diff.
//!
//! The file is in the JSON Lines format. The first line gives the format, the build, and the numbers of jobs and depths that
//! follow, so that lost lines are noticed. Then comes one line per job, in the run's order: how the job ended, and its nodes and
//! scores at depth 1, 2, …. All depths are kept because the first depth that changes says more about the cause than the last.
//! They share one line because counts are cumulative: a change at one depth usually affects all later ones. There is no checksum,
//! so that a line can be edited by hand, or removed if the numbers in the first line are adapted; a wrong number shows up as a
//! departure.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use plybench_files::user_file;
use plybench_records::{Ended, JobRecord, Metric, ScoreRecord};

/// The version of the format that is written and read.
const VERSION: u32 = 2;
const KEY: &str = "plybench-baseline";

/// The results of a run, job by job.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// The version of Plybench that wrote it.
    pub build: String,
    /// The metric: what is counted.
    pub metric: Metric,
    /// The jobs. No two have the same variant and position.
    pub jobs: Vec<JobBaseline>,
}

/// The results of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobBaseline {
    /// The variant's name in the experiment.
    pub variant: String,
    /// The position's name in the experiment.
    pub position: String,
    /// Why its search ended.
    pub ended: Ended,
    /// The counts at depth 1, 2, …, cumulative: nodes, unless the baseline has another metric.
    pub nodes: Vec<u64>,
    /// The root's value at depth 1, 2, ….
    pub scores: Vec<ScoreRecord>,
}

/// The first line of the file, which tells what the others have to be.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    #[serde(rename = "plybench-baseline")]
    version: u32,
    build: String,
    /// The metric, if it is not nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    /// The number of jobs that follow.
    jobs: usize,
    /// The number of depths of all jobs together.
    depths: usize,
}

/// Why a baseline cannot be read.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; give the file that `plybench baseline` wrote", path.display())]
    File {
        /// The file that was to be read.
        path: PathBuf,
        /// What the system says of it.
        source: io::Error,
    },
    /// A line of the file is invalid.
    #[error("{}:{line}: {problem}; fix the line, or write the file again with `plybench baseline DIR --out {}`", path.display(), path.display())]
    Line {
        /// The file that was read.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

impl JobBaseline {
    /// Takes a job's results, counted by the metric.
    #[must_use]
    pub fn of(job: JobRecord, metric: &Metric) -> Self {
        let iterations = job.iterations.iter();
        JobBaseline {
            nodes: iterations.clone().map(|one| metric.of(one)).collect(),
            scores: iterations.map(|one| one.score).collect(),
            variant: job.variant,
            position: job.position,
            ended: job.ended,
        }
    }
}

impl Baseline {
    /// Makes the baseline of a run from the results of its jobs.
    #[must_use]
    pub fn of_jobs(metric: Metric, jobs: Vec<JobBaseline>) -> Self {
        Baseline {
            build: env!("CARGO_PKG_VERSION").to_owned(),
            metric,
            jobs,
        }
    }

    /// Returns the file's text.
    ///
    /// # Errors
    /// If it cannot be written as JSON; a baseline that was made from a run always can.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let header = Header {
            version: VERSION,
            build: self.build.clone(),
            metric: (self.metric != Metric::Nodes).then(|| self.metric.to_string()),
            jobs: self.jobs.len(),
            depths: depths(&self.jobs),
        };
        let mut text = serde_json::to_string(&header)?;
        text.push('\n');
        for job in &self.jobs {
            text.push_str(&serde_json::to_string(job)?);
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a baseline from a file.
    ///
    /// # Errors
    /// If the file cannot be read, has another version, contains a line that is not a job, contains a job twice, lacks lines or
    /// has too many, or has no job.
    pub fn read(path: &Path) -> Result<Self, BaselineError> {
        let bytes = user_file::read(path).map_err(|source| BaselineError::File {
            path: path.to_owned(),
            source,
        })?;
        parse(&bytes, path)
    }
}

fn parse(bytes: &[u8], path: &Path) -> Result<Baseline, BaselineError> {
    let fault = |line: usize, problem: String| BaselineError::Line {
        path: path.to_owned(),
        line,
        problem,
    };
    let mut lines = (1..)
        .zip(bytes.split(|&byte| byte == b'\n'))
        .filter(|(_, line)| !line.trim_ascii().is_empty());
    let (first_number, first) = lines.next().unwrap_or((1, b""));
    let known: Value = serde_json::from_slice(first).unwrap_or_default();
    let Some(version) = known[KEY].as_u64() else {
        let problem = format!("not a baseline: the first line has no {KEY:?}");
        return Err(fault(first_number, problem));
    };
    if version != u64::from(VERSION) {
        let lacks = match version {
            1 => ", which does not say how many jobs it has",
            _ => "",
        };
        let problem =
            format!("a baseline of version {version}{lacks}; this build reads version {VERSION}");
        return Err(fault(first_number, problem));
    }
    let header: Header =
        serde_json::from_slice(first).map_err(|error| fault(first_number, json_problem(&error)))?;
    let metric = match &header.metric {
        None => Metric::Nodes,
        Some(name) => Metric::named(name).ok_or_else(|| {
            let problem = format!("this build does not know the metric {name:?}");
            fault(first_number, problem)
        })?,
    };
    let mut jobs: Vec<JobBaseline> = Vec::new();
    let mut line_of = HashMap::new();
    for (number, line) in lines {
        let job: JobBaseline =
            serde_json::from_slice(line).map_err(|error| fault(number, json_problem(&error)))?;
        let (nodes, scores) = (job.nodes.len(), job.scores.len());
        if nodes != scores {
            let problem =
                format!("give one node count and one score per depth, not {nodes} and {scores}");
            return Err(fault(number, problem));
        }
        let name = (job.variant.clone(), job.position.clone());
        if let Some(first) = line_of.insert(name, number) {
            let problem = format!("the same variant and position as line {first}");
            return Err(fault(number, problem));
        }
        jobs.push(job);
    }
    if jobs.is_empty() {
        let problem = "no jobs follow the first line".to_owned();
        return Err(fault(first_number, problem));
    }
    let found_depths = depths(&jobs);
    if (header.jobs, header.depths) != (jobs.len(), found_depths) {
        let problem = format!(
            "the first line says \"jobs\":{} and \"depths\":{}, but the file has {} and {found_depths}: lines were lost or added",
            header.jobs,
            header.depths,
            jobs.len()
        );
        return Err(fault(first_number, problem));
    }
    Ok(Baseline {
        build: header.build,
        metric,
        jobs,
    })
}

/// Returns the number of depths of all jobs together.
fn depths(jobs: &[JobBaseline]) -> usize {
    jobs.iter().map(|job| job.nodes.len()).sum()
}

/// Returns the message of a JSON error without its line number, which is always 1.
fn json_problem(error: &serde_json::Error) -> String {
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
    fn a_written_baseline_reads_back_the_same() {
        let baseline = parse(GOOD.as_bytes(), Path::new("f")).unwrap();
        assert_eq!(baseline.to_text().unwrap(), GOOD);
        assert_eq!(baseline.jobs[0].scores[1].to_string(), "-M1");
        let edited = format!("{}\r\n\r\n", GOOD.replace('\n', "\r\n"));
        assert_eq!(parse(edited.as_bytes(), Path::new("f")).unwrap(), baseline);
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
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
            let error = parse(text.as_bytes(), Path::new("f")).unwrap_err();
            let place = format!("f:{line}: ");
            let told = error.to_string();
            assert!(told.starts_with(&place) && told.contains(says), "{told}");
        }
        assert!(parse(b"\xff\xfe\x00", Path::new("f")).is_err());
    }
}
