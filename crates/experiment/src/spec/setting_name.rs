//! Names of settings: whole (`table.size`), or short (`size`) where that is unique.

use thiserror::Error;
use toml::{Table, Value};

use super::{
    schema::{self, Setting, Takes},
    settings::argument,
};
use plybench_text::{echo, suggestion};

/// A name or value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no such variant.
    #[error("unknown variant {name:?}; {hint} (`plybench variants` lists them)")]
    Variant {
        /// The name as the user gave it.
        name: String,
        /// The nearest name that exists, or all names.
        hint: String,
    },
    /// The text is not of the form `KEY=VALUE`.
    #[error("setting {text:?} has no value; give {example}")]
    Form {
        /// The setting as the user gave it.
        text: String,
        /// The setting with a value.
        example: String,
    },
    /// There is no such setting.
    #[error("unknown setting {key:?}; {hint} (`plybench settings` lists them)")]
    Key {
        /// The key as the user gave it.
        key: String,
        /// The nearest key that exists.
        hint: String,
    },
    /// A short name that several settings share.
    #[error("setting {key:?} could be {candidates}; give the whole name")]
    Ambiguous {
        /// The key as the user gave it.
        key: String,
        /// The settings that end in it.
        candidates: String,
    },
    /// The setting does not take this value.
    #[error("setting {key}: {problem}")]
    Value {
        /// The setting's full name, such as `table.size`, also if the user abbreviated it.
        key: String,
        /// What is wrong, and which values it takes.
        problem: String,
    },
    /// A setting that is given twice.
    #[error("--set: {one:?} and {other:?} are the same setting; remove one of them")]
    Twice {
        /// Its name where it was given first.
        one: String,
        /// Its name where it was given again.
        other: String,
    },
    /// Two settings that exclude each other.
    #[error(
        "mates=flat excludes mate-distance={form}: if all mates have the same value, a score has no distance to prune by; set one of them back (mates=by-ply, mate-distance=off)"
    )]
    NoDistance {
        /// The form of mate distance pruning.
        form: &'static str,
    },
}

/// Parses a setting of the command line, `KEY=VALUE`. The value is TOML; if it is not valid TOML, it is a string.
///
/// # Errors
/// If there is no `=`, or no such setting before it.
pub fn setting(text: &str) -> Result<(String, Value), SettingError> {
    let Some((key, text)) = text.split_once('=') else {
        let (setting, text) = (find(text)?, echo(text));
        let example = argument(short(&setting.key), &setting.example());
        return Err(SettingError::Form { text, example });
    };
    let text = text.trim();
    let value = format!("value = {text}")
        .parse::<Table>()
        .ok()
        // A value with line feeds could add more keys.
        .filter(|table| table.len() == 1)
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| Value::String(text.to_owned()));
    Ok((key.trim().to_owned(), value))
}

/// The whole name of a setting, given whole or short.
///
/// # Errors
/// If there is no such setting, or several have this short name.
pub fn whole(key: &str) -> Result<String, SettingError> {
    find(key).map(|setting| setting.key.clone())
}

/// The setting of this name, given whole or short.
///
/// # Errors
/// If there is no such setting, or several have this short name.
pub(super) fn find(key: &str) -> Result<&'static Setting, SettingError> {
    if let Some(setting) = schema::all().iter().find(|setting| setting.key == key) {
        return Ok(setting);
    }
    let ending = format!(".{key}");
    let ends_so = |setting: &&Setting| setting.key.ends_with(&ending);
    let fits: Vec<&Setting> = schema::all().iter().filter(ends_so).collect();
    match fits[..] {
        [] => Err(unknown(key)),
        [one] => Ok(one),
        _ => {
            let names: Vec<&str> = fits.iter().map(|setting| short(&setting.key)).collect();
            Err(SettingError::Ambiguous {
                key: echo(key),
                candidates: names.join(" or "),
            })
        }
    }
}

fn unknown(key: &str) -> SettingError {
    let names = schema::all().iter().map(|setting| short(&setting.key));
    let wholes = schema::all().iter().map(|setting| setting.key.as_str());
    SettingError::Key {
        key: echo(key),
        hint: suggestion(key, names.chain(wholes)),
    }
}

/// Whether this is the name of a technique.
pub(super) fn is_technique(name: &str) -> bool {
    find(name).is_ok_and(|setting| matches!(setting.takes, Takes::Technique(_)))
}

/// Whether this is the name of a group of settings, such as `table` for `table.size`.
pub(super) fn is_group(name: &str) -> bool {
    let below = format!("{name}.");
    let mut all = schema::all().iter();
    find(name).is_err() && all.any(|setting| setting.key.starts_with(&below))
}

/// The shortest unique name of a setting: the fewest of its last parts in which no other setting ends.
#[must_use]
pub fn short(whole: &str) -> &str {
    let mut parts = whole.rmatch_indices('.').map(|(at, _)| &whole[at + 1..]);
    let is_its_own = |part: &&str| {
        let ending = format!(".{part}");
        let ends_so = |other: &Setting| other.key != whole && other.key.ends_with(&ending);
        !schema::all().iter().any(ends_so)
    };
    parts.find(is_its_own).unwrap_or(whole)
}
