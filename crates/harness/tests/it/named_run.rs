//! A small finished run whose variant and position have names that no format takes well, and its baseline.

use std::{fs, path::PathBuf};

use super::experiment::plybench;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Names that a terminal, XML, Markdown and a spreadsheet would each take amiss.
pub(crate) const VARIANT: &str = "=off <b>&'|`";
const POSITION: &str = "a \"<&>\" ]]> \u{1}\u{1b}[2J | \n é, ]";

/// A finished run of two variants on a mate and on a position without one, and its baseline.
pub(crate) struct Run {
    pub(crate) home: TempDir,
}

impl Run {
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let text = format!(
            "purpose = \"a test\"\nmetric = \"nodes\"\nbaseline = {variant}\ndepth = 6\n\
             [[positions]]\nid = \"mate\"\nfen = \"8/8/8/8/8/2K5/7R/k7 w - - 0 1\"\n\
             [[positions]]\nid = {position}\nfen = \"8/7K/8/8/8/8/R7/7k w - - 0 1\"\n\
             [[variants]]\nname = {variant}\nbase = \"plain\"\n\
             [[variants]]\nname = \"on\"\nbase = \"plain\"\nset = {{ mate-distance = \"stockfish\" }}\n",
            variant = json!(VARIANT),
            position = json!(POSITION),
        );
        fs::write(home.path().join("experiment.toml"), text).unwrap();
        let run = Run { home };
        assert_eq!(
            run.plybench("run", &[&run.at("experiment.toml"), "--out", &run.at("")])
                .0,
            0
        );
        let baseline = run.at("baseline.jsonl");
        assert_eq!(
            run.plybench("baseline", &[&run.at(""), "--out", &baseline])
                .0,
            0
        );
        run
    }

    pub(crate) fn at(&self, name: &str) -> String {
        self.home.path().join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Exit code, stdout and stderr.
    pub(crate) fn plybench(&self, command: &str, arguments: &[&str]) -> (i32, String, String) {
        let output = plybench(&[&[command], arguments].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap();
        (code, text(output.stdout), text(output.stderr))
    }

    pub(crate) fn check(&self, more: &[&str]) -> (i32, String, String) {
        let (directory, baseline) = (self.at(""), self.at("baseline.jsonl"));
        let mut arguments = vec![directory.as_str(), "--baseline", baseline.as_str()];
        arguments.extend(more);
        self.plybench("check", &arguments)
    }

    /// The baseline's lines, with the header.
    pub(crate) fn baseline(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path("baseline.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Writes the lines with the counts that they have.
    pub(crate) fn write(&self, lines: &[Value]) {
        let mut lines = lines.to_vec();
        let depths = lines[1..]
            .iter()
            .map(|job| job["nodes"].as_array().unwrap().len());
        lines[0]["depths"] = json!(depths.sum::<usize>());
        lines[0]["jobs"] = json!(lines.len() - 1);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(self.path("baseline.jsonl"), text).unwrap();
    }

    pub(crate) fn departures(&self, more: &[&str]) -> Vec<Value> {
        let (code, out, _) = self.check(&[more, &["--json"]].concat());
        let all: Value = serde_json::from_str(&out).unwrap();
        let departures = all["departures"].as_array().unwrap().clone();
        assert_eq!(code, i32::from(!departures.is_empty()), "{all}");
        departures
    }
}
