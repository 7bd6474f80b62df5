//! Other engines in an experiment file: programs that speak UCI. Each is a variant.

use std::time::Duration;

use toml::{Spanned, Value};

use super::section::{Mistake, Section, plain};
use plybench_records::EngineProcess;

/// Seconds that an engine may take for a position by default.
const TIMEOUT: u64 = 60;
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
    /// What it is asked, once for each position, in place of `go depth 1`, `go depth 2`, …: `nodes 1000`, `mate 3` or `movetime 100`.
    pub go: Option<Spanned<String>>,
    /// Whether the answers for all depths are read from one search to the last depth, and not asked for one by one. Such a search is
    /// several times faster; what an engine says on the way is not always all that it has entered.
    pub one_search: bool,
    /// Variables of its environment besides those of this process, in the order of their names.
    pub env: Vec<(String, String)>,
    /// The directory in which it runs, relative to the experiment file; by default that of this process.
    pub cwd: Option<Spanned<String>>,
    /// How long a process of it serves; by default, as long as that changes no count.
    pub process: Option<EngineProcess>,
}

impl EngineSpec {
    /// An engine that no experiment file names, with its UCI options.
    #[must_use]
    pub fn of_command(command: &str, args: Vec<String>, options: Vec<(String, String)>) -> Self {
        EngineSpec {
            name: command.to_owned(),
            line: 0,
            command: Spanned::new(0..0, command.to_owned()),
            args,
            options,
            timeout: Duration::from_secs(TIMEOUT),
            start_timeout: Duration::from_secs(START_TIMEOUT),
            go: None,
            one_search: false,
            env: Vec::new(),
            cwd: None,
            process: None,
        }
    }
}

/// The engine of an `[[engine]]` table, with the place of its name.
pub(super) fn engine(section: &Section) -> Result<(usize, EngineSpec), Mistake> {
    let name = section.filled("name", "some letters")?;
    let command = section.filled("command", "the name or the path of a program")?;
    let args = "a list of texts, such as [\"--quiet\"]";
    let seconds = |key, default| {
        let given = section.whole(key, 1, Some(MOST_SECONDS))?;
        Ok(Duration::from_secs(given.unwrap_or(default)))
    };
    let go = go(section)?;
    let engine = EngineSpec {
        name: name.get_ref().clone(),
        line: section.line(&command),
        command,
        args: section.optional("args", args)?.unwrap_or_default(),
        options: texts(
            section,
            "options",
            "a table of UCI options, such as { Hash = 16, \"Use NNUE\" = false }",
        )?,
        one_search: one_search(section, go.is_some())?,
        go,
        env: env(section)?,
        cwd: section.optional_text("cwd")?,
        timeout: seconds("timeout", TIMEOUT)?,
        start_timeout: seconds("start-timeout", START_TIMEOUT)?,
        process: section.optional("process", "\"kept\", \"position\" or \"depth\"")?,
    };
    Ok((name.span().start, engine))
}

/// What the engine is asked once.
fn go(section: &Section) -> Result<Option<Spanned<String>>, Mistake> {
    let give = "\"nodes 1000\", \"mate 3\" or \"movetime 100\", with a number of 1 or more";
    let go: Option<Spanned<String>> = section.optional("go", give)?;
    let is_known = go
        .as_ref()
        .is_none_or(|go| match go.get_ref().split_once(' ') {
            Some(("nodes" | "mate" | "movetime", number)) => {
                number.bytes().all(|digit| digit.is_ascii_digit())
                    && number.parse::<u32>().is_ok_and(|number| number > 0)
            }
            _ => false,
        });
    match is_known {
        true => Ok(go),
        false => Err(section.refused("go", give)),
    }
}

/// Whether all depths are read from one search.
fn one_search(section: &Section, is_asked_otherwise: bool) -> Result<bool, Mistake> {
    let give = "true or false, and true only without go";
    match section.optional("one-search", give)? {
        Some(true) if is_asked_otherwise => Err(section.refused("one-search", give)),
        given => Ok(given.unwrap_or(false)),
    }
}

fn env(section: &Section) -> Result<Vec<(String, String)>, Mistake> {
    let give = "a table of variables, such as { LD_LIBRARY_PATH = \"lib\" }";
    let env = texts(section, "env", give)?;
    let is_variable = |(name, value): &(String, String)| {
        !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
    };
    match env.iter().all(is_variable) {
        true => Ok(env),
        false => Err(section.refused("env", give)),
    }
}

/// A table of texts, numbers and truth values as texts, in the order of their names; `give` says what it contains.
fn texts(section: &Section, key: &str, give: &str) -> Result<Vec<(String, String)>, Mistake> {
    let table = section.table(key, give)?;
    let text = |(name, node): (&Spanned<_>, &Spanned<_>)| {
        let name: &str = AsRef::<str>::as_ref(name.get_ref());
        let value = match plain(node)? {
            Value::String(text) => text,
            value @ (Value::Integer(_) | Value::Boolean(_)) => value.to_string(),
            _ => {
                let give = "a text, a whole number, or true or false";
                return Err(section.refused_at(name, node, give));
            }
        };
        Ok((name.to_owned(), value))
    };
    let texts = table.into_iter().flatten().map(text);
    let mut texts = texts.collect::<Result<Vec<_>, Mistake>>()?;
    texts.sort();
    Ok(texts)
}
