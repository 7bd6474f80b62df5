//! The engines of a run, stored beside its records: which programs searched, and with which options.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use super::{Identity, RunError, SearcherRecord, StoreError, lines, run_file::RunFile};

/// The file of engines in a run's directory. A run without engines has none.
pub const ENGINES: &str = "engines.jsonl";

/// The version of how engines are asked. It is raised by hand when a change to that can change their results: results of
/// different versions are never mixed.
const ASKING_VERSION: u32 = 1;

/// An engine that searched: its name in the experiment, and everything that can change its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRecord {
    /// Its name in the experiment, as a variant.
    pub engine: String,
    /// The name that it reports.
    pub id: String,
    /// SHA-256 of its program.
    pub sha256: String,
    /// The arguments of its command.
    pub args: Vec<String>,
    /// The options that it was given, by name.
    pub options: BTreeMap<String, String>,
    /// What it was asked once for each position, such as `nodes 1000`; none if it was asked for depth 1, 2, ….
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go: Option<String>,
    /// Whether the depths on the way are read from the search of the last one, and not searched one by one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_search: bool,
    /// The variables of its environment that the experiment file gives.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// How long a process of it serves.
    #[serde(default, skip_serializing_if = "EngineProcess::is_kept")]
    pub process: EngineProcess,
    /// How it is spoken to.
    #[serde(default, skip_serializing_if = "Protocol::is_uci")]
    pub protocol: Protocol,
    /// SHA-256 of the files among its arguments, such as the script that an interpreter runs; of programs that speak JSON only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// How a program is asked for a search, and how it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// Lines of JSON.
    Json,
}

impl Protocol {
    /// Whether it is UCI.
    #[must_use]
    pub fn is_uci(&self) -> bool {
        *self == Protocol::Uci
    }
}

/// How long a process of an engine serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineProcess {
    /// It is kept from one position to the next: its counts do not depend on what it searched before.
    #[default]
    Kept,
    /// Each position has its own.
    Position,
    /// Each depth of each position has its own, since a search changes the counts of later ones.
    Depth,
}

impl EngineProcess {
    /// Whether it is kept.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        *self == EngineProcess::Kept
    }
}

impl EngineRecord {
    /// Whether it is asked for the mate that a position's data set claims.
    #[must_use]
    pub fn asks_for_the_claim(&self) -> bool {
        self.go.as_deref() == Some("mate claimed")
    }

    /// A short description: `Stockfish 15.1 (SHA-256 af67e5f96d92, Hash = 16, Threads = 1)`.
    #[must_use]
    pub fn description(&self) -> String {
        let sum = self.sha256.get(..12).unwrap_or(&self.sha256);
        let mut parts = vec![format!("SHA-256 {sum}")];
        parts.extend(self.args.iter().cloned());
        let options = self.options.iter();
        parts.extend(options.map(|(name, value)| format!("{name} = {value}")));
        let env = self.env.iter();
        parts.extend(env.map(|(name, value)| format!("{name}={value}")));
        parts.extend(self.go.iter().map(|go| format!("go {go}")));
        // Most programs that speak JSON answer like this.
        if self.one_search && self.protocol.is_uci() {
            parts.push("all depths in one search".to_owned());
        }
        match self.process {
            EngineProcess::Kept => {}
            EngineProcess::Position => parts.push("a process a position".to_owned()),
            EngineProcess::Depth => parts.push("a process a depth".to_owned()),
        }
        format!("{} ({})", self.id, parts.join(", "))
    }

    /// What distinguishes its results from those of others. The program's path and its name in the experiment are no part of
    /// that, nor whether a process is kept for several positions, which is done only where it changes nothing.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let mut settings = format!("asking={ASKING_VERSION}\n");
        for argument in &self.args {
            settings.push_str(&format!("argument={argument:?}\n"));
        }
        for (name, value) in &self.options {
            settings.push_str(&format!("{name:?}={value:?}\n"));
        }
        for (name, value) in &self.env {
            settings.push_str(&format!("env {name:?}={value:?}\n"));
        }
        if let Some(go) = &self.go {
            settings.push_str(&format!("go={go:?}\n"));
        }
        if self.one_search {
            settings.push_str("one-search\n");
        }
        if self.process == EngineProcess::Depth {
            settings.push_str("process=depth\n");
        }
        if !self.protocol.is_uci() {
            settings.push_str("protocol=json\n");
        }
        for (file, sha256) in &self.files {
            settings.push_str(&format!("file {file:?}={sha256:?}\n"));
        }
        Identity {
            searcher: SearcherRecord {
                name: self.id.clone(),
                version: format!("sha256:{}", self.sha256),
                counts: 1,
            },
            settings,
        }
    }
}

/// Writes the engines of a run, if it has any. A file with just these is not touched.
///
/// # Errors
/// If the file cannot be written.
pub fn write_engines<'e>(
    directory: &Path,
    engines: impl Iterator<Item = &'e EngineRecord>,
) -> Result<(), StoreError> {
    lines::write_lines(&directory.join(ENGINES), engines).map(drop)
}

/// Reads the engines of a run; none if there is no file.
///
/// # Errors
/// If the file cannot be read, or a line of it is not as it was written.
pub fn read_engines(directory: &Path) -> Result<Vec<EngineRecord>, RunError> {
    match RunFile::open_if_present(directory.join(ENGINES))? {
        Some(file) => lines::read_lines(&file),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn engine() -> EngineRecord {
        EngineRecord {
            engine: "sf".to_owned(),
            id: "Stockfish 15.1".to_owned(),
            sha256: "ab".to_owned(),
            args: Vec::new(),
            options: BTreeMap::from([("Hash".to_owned(), "16".to_owned())]),
            go: None,
            one_search: false,
            env: BTreeMap::new(),
            process: EngineProcess::Kept,
            protocol: Protocol::Uci,
            files: BTreeMap::new(),
        }
    }

    #[test]
    fn an_engines_identity_is_what_can_change_its_results() {
        let renamed = EngineRecord {
            engine: "other".to_owned(),
            ..engine()
        };
        assert_eq!(renamed.identity(), engine().identity());
        let own_process = EngineRecord {
            process: EngineProcess::Position,
            ..engine()
        };
        assert_eq!(own_process.identity(), engine().identity());
        let changes: [fn(&mut EngineRecord); 11] = [
            |engine| engine.id.push('x'),
            |engine| engine.sha256.push('x'),
            |engine| engine.args.push("x".to_owned()),
            |engine| drop(engine.options.insert("Hash".to_owned(), "32".to_owned())),
            |engine| drop(engine.options.insert("X".to_owned(), "1".to_owned())),
            |engine| engine.go = Some("nodes 1".to_owned()),
            |engine| engine.one_search = true,
            |engine| drop(engine.env.insert("X".to_owned(), "1".to_owned())),
            |engine| engine.process = EngineProcess::Depth,
            |engine| engine.protocol = Protocol::Json,
            |engine| drop(engine.files.insert("x".to_owned(), "ab".to_owned())),
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = engine();
            change(&mut changed);
            assert_ne!(changed.identity(), engine().identity(), "{number}");
        }
    }

    #[test]
    fn what_is_written_is_read_and_damage_is_located() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(read_engines(home.path()).unwrap(), []);
        let engines = [engine(), engine()];
        write_engines(home.path(), engines.iter()).unwrap();
        let text = fs::read_to_string(home.path().join(ENGINES)).unwrap();
        for absent in ["process", "protocol", "files"] {
            assert!(!text.contains(absent), "as before programs: {absent}");
        }
        assert_eq!(read_engines(home.path()).unwrap(), engines);
        let path = home.path().join(ENGINES);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("16", "61", 1)).unwrap();
        let said = read_engines(home.path()).unwrap_err().to_string();
        assert!(said.contains("engines.jsonl:1: damaged"), "{said}");
    }
}
