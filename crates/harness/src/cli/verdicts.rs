//! What `verify` and `zoo` found, for the page of a run: from the files that stand beside its records.

use std::path::Path;

use serde::{Deserialize, de::DeserializeOwned};

use super::{failure::Failure, verify::Verified};
use plybench_files::user_file;
use plybench_report::{
    document::Section,
    table::{Table, numbers, words},
};
use plybench_text::plural::count;

/// How many planted bugs the checks found.
#[derive(Deserialize)]
struct Zoo {
    mutants: u64,
    killed: u64,
    false_alarms: u64,
}

/// A section for each file that is there.
pub(super) fn of(directory: &Path) -> Result<Vec<Section>, Failure> {
    let verified = read(directory, "verify", of_techniques)?;
    let zoo = read(directory, "zoo", of_bugs)?;
    Ok(verified.into_iter().chain(zoo).collect())
}

/// The section of what a command prints with `--json`, kept in a file of a run's directory.
fn read<T: DeserializeOwned>(
    directory: &Path,
    command: &str,
    section: fn(&T) -> Section,
) -> Result<Option<Section>, Failure> {
    let path = directory.join(format!("{command}.json"));
    if !path.exists() {
        return Ok(None);
    }
    let found = user_file::read(&path).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
    match found {
        Ok(found) => Ok(Some(section(&found))),
        Err(problem) => Err(Failure::input(format_args!(
            "{}: {problem}; keep what plybench {command} --json prints there, or remove the file",
            path.display()
        ))),
    }
}

fn of_techniques(verified: &Verified) -> Section {
    let mut table = Table::new([words("technique"), numbers("cases"), numbers("violations")]);
    for technique in &verified.techniques {
        table.push([
            technique.name.as_str().into(),
            technique.sum(|found| found.cases).into(),
            technique.sum(|found| found.violations).into(),
        ]);
    }
    Section::new("What `plybench verify` found", table).with_text(format!(
        "{} in {}: each technique is held to what it promises.",
        count(verified.violations, "violation"),
        count(verified.cases, "case")
    ))
}

fn of_bugs(zoo: &Zoo) -> Section {
    let mut table = Table::new([
        numbers("planted bugs"),
        numbers("found"),
        numbers("false alarms"),
    ]);
    table.push([
        zoo.mutants.into(),
        zoo.killed.into(),
        zoo.false_alarms.into(),
    ]);
    Section::new("What `plybench zoo` found", table).with_text(
        "Bugs of real engines, planted in the search, and how many of them the checks find."
            .to_owned(),
    )
}
