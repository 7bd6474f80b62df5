//! Other engines in an experiment file: programs that speak UCI. Each is a variant.

use std::time::Duration;

use toml::{Spanned, Value};

use super::section::{Keys, Mistake, Section, key, plain};

/// The keys of `[[engine]]`.
pub(super) const ENGINE: Keys = &[
    key("name", "name = \"sf\"", "its name as a variant"),
    key(
        "command",
        "command = \"/usr/games/stockfish\"",
        "its program; path relative to this file",
    ),
    key("args", "args = []", "arguments of the command; optional"),
    key(
        "options",
        "options = { Hash = 16 }",
        "UCI options by name; optional",
    ),
    key(
        "timeout",
        "timeout = 600",
        "most seconds for one position; optional",
    ),
    key(
        "start-timeout",
        "start-timeout = 60",
        "most seconds to get ready; optional",
    ),
];

/// Seconds that an engine may take for a position by default.
const TIMEOUT: u64 = 600;
/// Seconds that it may take to get ready by default.
const START_TIMEOUT: u64 = 60;
/// The longest timeout in seconds: some months.
const MOST_SECONDS: u64 = 10_000_000;

/// An engine that an experiment names.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Its name in records, as a variant.
    pub name: String,
    /// The line of the command, from 1.
    pub line: usize,
    /// Its program: a name in `PATH`, or a path, which is relative to the experiment file.
    pub command: Spanned<String>,
    /// The arguments of the command.
    pub args: Vec<String>,
    /// UCI options, in the order of their names.
    pub options: Vec<(String, String)>,
    /// How long it may take for all depths of a position.
    pub timeout: Duration,
    /// How long it may take to get ready.
    pub start_timeout: Duration,
}

/// The engine of an `[[engine]]` table, with the place of its name.
pub(super) fn engine(section: &Section) -> Result<(usize, EngineSpec), Mistake> {
    let name = section.text("name")?;
    if name.get_ref().is_empty() {
        return Err(section.refused("name", section.required("name")?, "some letters"));
    }
    let command = section.text("command")?;
    if command.get_ref().is_empty() {
        let give = "the name or the path of a program";
        return Err(section.refused("command", section.required("command")?, give));
    }
    let seconds = |key, default| {
        let given = section.whole(key, 1..=MOST_SECONDS)?;
        Ok(Duration::from_secs(given.unwrap_or(default)))
    };
    let engine = EngineSpec {
        name: name.get_ref().clone(),
        line: section.line(&command),
        command,
        args: args(section)?,
        options: options(section)?,
        timeout: seconds("timeout", TIMEOUT)?,
        start_timeout: seconds("start-timeout", START_TIMEOUT)?,
    };
    Ok((name.span().start, engine))
}

fn args(section: &Section) -> Result<Vec<String>, Mistake> {
    let Some(node) = section.get("args") else {
        return Ok(Vec::new());
    };
    let refused = || section.refused("args", node, "a list of texts, such as [\"--quiet\"]");
    let list = node.get_ref().as_array().ok_or_else(refused)?;
    let text = |node: &Spanned<_>| match plain(node)? {
        Value::String(text) => Ok(text),
        _ => Err(refused()),
    };
    list.iter().map(text).collect()
}

fn options(section: &Section) -> Result<Vec<(String, String)>, Mistake> {
    let Some(node) = section.get("options") else {
        return Ok(Vec::new());
    };
    let give = "a table of UCI options, such as { Hash = 16, \"Use NNUE\" = false }";
    let table = node.get_ref().as_table();
    let table = table.ok_or_else(|| section.refused("options", node, give))?;
    let option = |(name, node): (&Spanned<_>, &Spanned<_>)| {
        let name: &str = AsRef::<str>::as_ref(name.get_ref());
        let value = match plain(node)? {
            Value::String(text) => text,
            Value::Integer(number) => number.to_string(),
            Value::Boolean(flag) => flag.to_string(),
            _ => {
                let give = "a text, a whole number, or true or false";
                return Err(section.refused(name, node, give));
            }
        };
        Ok((name.to_owned(), value))
    };
    let mut options: Vec<_> = table.iter().map(option).collect::<Result<_, Mistake>>()?;
    options.sort();
    Ok(options)
}
