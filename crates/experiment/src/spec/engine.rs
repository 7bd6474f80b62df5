//! Other programs in an experiment file: engines that speak UCI, and programs that speak JSON. Each is a variant.

use std::time::Duration;

use toml::{Spanned, Value};

use super::section::{Mistake, Section, plain};
use plybench_records::{EngineProcess, Protocol};

/// Seconds that an engine may take for a position by default.
const TIMEOUT: u64 = 60;
/// Seconds that it may take to get ready by default.
const START_TIMEOUT: u64 = 60;
/// The longest timeout in seconds: some months.
const MOST_SECONDS: u64 = 10_000_000;

/// What stands in `go = "mate claimed"` for the moves that a position's data set claims.
pub(crate) const CLAIMED: &str = "claimed";

/// An engine, or another program, that an experiment names.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Its name in records, as a variant.
    pub name: String,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The line of the command, from 1.
    pub line: usize,
    /// Its program: a name in `PATH`, or a path, which is relative to the experiment file.
    pub command: Spanned<String>,
    /// The arguments of the command.
    pub args: Vec<String>,
    /// UCI options, in the order of their names; of a program that speaks JSON its settings, with values in JSON.
    pub options: Vec<(String, String)>,
    /// How long it may take for all depths of a position.
    pub timeout: Duration,
    /// How long it may take to get ready.
    pub start_timeout: Duration,
    /// What it is asked, once for each position, in place of `go depth 1`, `go depth 2`, …: `nodes 1000`, `mate 3`, `mate claimed` or
    /// `movetime 100`.
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
            protocol: Protocol::Uci,
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

    /// What messages call it: `engine "sf"`, `program "mine"`.
    #[must_use]
    pub fn called(&self) -> String {
        let kind = match self.protocol {
            Protocol::Uci => "engine",
            Protocol::Json => "program",
        };
        format!("{kind} {:?}", self.name)
    }
}

/// The engine of an `[[engine]]` table, with the place of its name.
pub(super) fn engine(section: &Section) -> Result<(usize, EngineSpec), Mistake> {
    let go = go(section)?;
    let give = "a table of UCI options, such as { Hash = 16, \"Use NNUE\" = false }";
    let (at, engine) = process(section)?;
    let engine = EngineSpec {
        options: texts(section, "options", give)?,
        one_search: one_search(section, go.is_some())?,
        go,
        start_timeout: seconds(section, "start-timeout", START_TIMEOUT)?,
        ..engine
    };
    Ok((at, engine))
}

/// The program of a `[[program]]` table, with the place of its name.
pub(super) fn program(section: &Section) -> Result<(usize, EngineSpec), Mistake> {
    let (at, program) = process(section)?;
    let one_search = section.optional("one-search", "true or false")?;
    let program = EngineSpec {
        protocol: Protocol::Json,
        options: settings(section)?,
        one_search: one_search.unwrap_or(true),
        ..program
    };
    Ok((at, program))
}

/// What both kinds of table have: how the program is started and how long it runs.
fn process(section: &Section) -> Result<(usize, EngineSpec), Mistake> {
    let name = section.filled("name", "some letters")?;
    let command = section.filled("command", "the name or the path of a program")?;
    let args = "a list of texts, such as [\"--quiet\"]";
    let args = section.optional("args", args)?.unwrap_or_default();
    let spec = EngineSpec {
        name: name.get_ref().clone(),
        line: section.line(&command),
        env: env(section)?,
        cwd: section.optional_text("cwd")?,
        timeout: seconds(section, "timeout", TIMEOUT)?,
        process: section.optional("process", "\"kept\", \"position\" or \"depth\"")?,
        ..EngineSpec::of_command(command.get_ref(), args, Vec::new())
    };
    Ok((name.span().start, EngineSpec { command, ..spec }))
}

fn seconds(section: &Section, key: &str, default: u64) -> Result<Duration, Mistake> {
    let given = section.whole(key, 1, Some(MOST_SECONDS))?;
    Ok(Duration::from_secs(given.unwrap_or(default)))
}

/// What the engine is asked once.
fn go(section: &Section) -> Result<Option<Spanned<String>>, Mistake> {
    let give = "\"nodes 1000\", \"mate 3\" or \"movetime 100\", with a number of 1 or more, or \"mate claimed\"";
    let go: Option<Spanned<String>> = section.optional("go", give)?;
    let is_known = go
        .as_ref()
        .is_none_or(|go| match go.get_ref().split_once(' ') {
            Some(("mate", CLAIMED)) => true,
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

/// The settings that a program is sent, with their values in JSON, in the order of their names.
fn settings(section: &Section) -> Result<Vec<(String, String)>, Mistake> {
    let give = "a table of settings, such as { table = false, margin = 100 }";
    let table = section.table("set", give)?;
    let setting = |(name, node): (&Spanned<_>, &Spanned<_>)| {
        let name: &str = AsRef::<str>::as_ref(name.get_ref());
        let value = json(plain(node)?).ok_or_else(|| {
            let give = "texts, finite numbers, true or false, lists or tables";
            section.refused_at(name, node, give)
        })?;
        Ok((name.to_owned(), value.to_string()))
    };
    let settings = table.into_iter().flatten().map(setting);
    let mut settings = settings.collect::<Result<Vec<_>, Mistake>>()?;
    settings.sort();
    Ok(settings)
}

/// A value as JSON; none if it has a date, or a number that is not finite.
fn json(value: Value) -> Option<serde_json::Value> {
    Some(match value {
        Value::String(text) => text.into(),
        Value::Integer(number) => number.into(),
        Value::Float(number) => serde_json::Number::from_f64(number)?.into(),
        Value::Boolean(is_so) => is_so.into(),
        Value::Datetime(_) => return None,
        Value::Array(values) => values
            .into_iter()
            .map(json)
            .collect::<Option<Vec<_>>>()?
            .into(),
        Value::Table(table) => {
            let pairs = table
                .into_iter()
                .map(|(name, value)| Some((name, json(value)?)));
            serde_json::Value::Object(pairs.collect::<Option<_>>()?)
        }
    })
}
