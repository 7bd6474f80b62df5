//! Settings by name: `table.size=off`, `mate-distance=stockfish`.
//!
//! The names are those of the engine's own options in kebab case, so there is no second list to
//! keep. A name may be shortened to its last part where that is unique.

use plybench_engine::{
    search::SearchOptions,
    table::TableSize,
    variants::{self, Variant},
};
use thiserror::Error;
use toml::{Table, Value};

use super::{forms, suggestion};

/// The largest table: beyond it a machine is more likely to give up than to search.
const MOST_MIB: u16 = 4096;
const MOST_ENTRIES: u32 = 1 << 28;

/// Longer input is not repeated in a message.
const LONGEST_ECHO: usize = 60;

/// A name or value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no such variant.
    #[error("unknown variant {name:?}; {mend} (`plybench variants` lists them)")]
    Variant {
        /// The name as given.
        name: String,
        /// The nearest name that exists, or all.
        mend: String,
    },
    /// It is no setting at all.
    #[error("setting {text:?}; give KEY=VALUE")]
    Form {
        /// What was given.
        text: String,
    },
    /// There is no such setting.
    #[error("unknown setting {key:?}; {mend} (`plybench variants` lists them)")]
    Key {
        /// The key as given.
        key: String,
        /// The nearest key that exists, or some.
        mend: String,
    },
    /// A short name that several settings share.
    #[error("setting {key:?} could be {candidates}; give the whole name")]
    Ambiguous {
        /// The key as given.
        key: String,
        /// The settings that end in it.
        candidates: String,
    },
    /// The setting takes no such value.
    #[error("setting {key}: {problem}")]
    Value {
        /// The whole key.
        key: String,
        /// What is wrong and what it takes.
        problem: String,
    },
}

/// The named variant.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn variant(name: &str) -> Result<Variant, SettingError> {
    variants::find(name).ok_or_else(|| SettingError::Variant {
        name: echo(name),
        mend: suggestion(name, variants::ALL.iter().map(|variant| variant.name)),
    })
}

/// The options with one setting changed; `key` whole (`table.size`) or short (`size`).
///
/// # Errors
/// If there is no such setting, or it takes no such value; the options are then as before.
pub fn apply(
    options: &SearchOptions,
    key: &str,
    value: Value,
) -> Result<SearchOptions, SettingError> {
    let whole = whole_key(&tree(options), key)?;
    changed(options, &whole, value.clone()).map_err(|_| SettingError::Value {
        problem: echo_line(&forms::problem(&value, |value| {
            changed(options, &whole, value)
        })),
        key: whole,
    })
}

/// The options with the setting of a whole key changed, or what the options say to the value.
fn changed(options: &SearchOptions, whole: &str, value: Value) -> Result<SearchOptions, String> {
    let mut tree = tree(options);
    if let Some(place) = at(&mut tree, whole) {
        *place = value;
    }
    let changed: Result<SearchOptions, toml::de::Error> = Value::Table(tree).try_into();
    let changed = changed.map_err(|error| error.message().to_owned())?;
    let fits = match changed.table.size {
        TableSize::Off => true,
        TableSize::Entries(entries) => entries <= MOST_ENTRIES,
        TableSize::Mib(mib) => mib <= MOST_MIB,
    };
    fits.then_some(changed)
        .ok_or_else(|| "a larger table than any machine has".to_owned())
}

/// A setting as it is given on the command line, `KEY=VALUE`, with the value as in TOML; what is none is
/// a string.
///
/// # Errors
/// If there is no `=`.
pub fn setting(text: &str) -> Result<(String, Value), SettingError> {
    let (key, text) = text
        .split_once('=')
        .ok_or_else(|| SettingError::Form { text: echo(text) })?;
    let text = text.trim();
    let value = format!("value = {text}")
        .parse::<Table>()
        .ok()
        // More keys would stand on lines of their own.
        .filter(|table| table.len() == 1)
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| Value::String(text.to_owned()));
    Ok((key.trim().to_owned(), value))
}

/// The whole name of a setting, given whole or short.
///
/// # Errors
/// If there is no such setting, or several end so.
pub fn whole(key: &str) -> Result<String, SettingError> {
    whole_key(&tree(&SearchOptions::default()), key)
}

/// Whether settings stand below this name, as `table.size` does below `table`.
pub(super) fn is_group(name: &str) -> bool {
    let below = format!("{name}.");
    let mut keys = listing(&SearchOptions::default()).into_iter();
    keys.any(|(key, _)| key.starts_with(&below))
}

/// The shortest name of a setting: the fewest of its last parts that no other setting ends in.
pub(super) fn short(whole: &str) -> &str {
    let tree = tree(&SearchOptions::default());
    let mut parts = whole.rmatch_indices('.').map(|(at, _)| &whole[at + 1..]);
    let is_it = |key: &&str| whole_key(&tree, key).is_ok_and(|found| found == whole);
    parts.find(is_it).unwrap_or(whole)
}

/// A value in few characters: `off`, `true`, `entries:4096`.
pub(super) fn brief(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Table(table) => {
            let pairs = table.iter();
            let pairs = pairs.map(|(word, value)| format!("{word}:{}", brief(value)));
            pairs.collect::<Vec<_>>().join(";")
        }
        value => value.to_string(),
    }
}

/// Every setting by its whole name, with its value.
pub(super) fn values(options: &SearchOptions) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    leaves(&tree(options), "", &mut |key, value| {
        all.push((key, value.clone()));
    });
    all
}

/// Every setting with the forms of its values: words, `true` and `false`, `N` for a whole number,
/// `{ word = N }`.
#[must_use]
pub fn all_forms() -> Vec<(String, Vec<String>)> {
    let options = SearchOptions::default();
    let keys = listing(&options).into_iter().map(|(key, _)| key);
    keys.map(|key| {
        let forms = forms::forms(|value| changed(&options, &key, value));
        (key, forms)
    })
    .collect()
}

/// Every setting with its value, as `key = value` in TOML.
#[must_use]
pub fn listing(options: &SearchOptions) -> Vec<(String, String)> {
    let all = values(options).into_iter();
    all.map(|(key, value)| (key, value.to_string())).collect()
}

fn tree(options: &SearchOptions) -> Table {
    // Plain data without maps or missing values: it cannot fail to become a table.
    Table::try_from(options).unwrap_or_default()
}

/// Settings whose values are tables themselves (`size = { entries = 4096 }`).
fn is_value(table: &Table) -> bool {
    table.len() == 1 && table.values().all(Value::is_integer)
}

fn leaves(table: &Table, prefix: &str, visit: &mut impl FnMut(String, &Value)) {
    for (name, value) in table {
        let key = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}.{name}")
        };
        match value {
            Value::Table(inner) if !is_value(inner) => leaves(inner, &key, visit),
            leaf => visit(key, leaf),
        }
    }
}

fn whole_key(tree: &Table, key: &str) -> Result<String, SettingError> {
    let mut keys = Vec::new();
    leaves(tree, "", &mut |whole, _| keys.push(whole));
    if keys.iter().any(|whole| whole == key) {
        return Ok(key.to_owned());
    }
    let short = format!(".{key}");
    let fits: Vec<&String> = keys
        .iter()
        .filter(|whole| whole.ends_with(&short))
        .collect();
    match fits.as_slice() {
        [] => Err(unknown(&keys, key)),
        [one] => Ok((*one).clone()),
        several => Err(SettingError::Ambiguous {
            key: echo(key),
            candidates: several
                .iter()
                .map(|s| s.as_str())
                .collect::<Vec<_>>()
                .join(" or "),
        }),
    }
}

fn unknown(keys: &[String], key: &str) -> SettingError {
    let shorts = keys.iter().filter_map(|whole| whole.rsplit('.').next());
    SettingError::Key {
        key: echo(key),
        mend: suggestion(key, shorts.chain(keys.iter().map(String::as_str))),
    }
}

fn at<'t>(tree: &'t mut Table, key: &str) -> Option<&'t mut Value> {
    match key.split_once('.') {
        None => tree.get_mut(key),
        Some((head, rest)) => at(tree.get_mut(head)?.as_table_mut()?, rest),
    }
}

/// Input as it may stand in a message: not too long.
pub(crate) fn echo(input: &str) -> String {
    if input.chars().count() <= LONGEST_ECHO {
        return input.to_owned();
    }
    let start: String = input.chars().take(LONGEST_ECHO).collect();
    format!("{start}…")
}

/// A message in one line that is not too long, whatever input it repeats.
pub(crate) fn echo_line(message: &str) -> String {
    const LONGEST: usize = 400;
    let line = message.lines().collect::<Vec<_>>().join("; ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let start: String = line.chars().take(LONGEST).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybench_engine::{table::TableSize, techniques::MateDistance};

    fn plain() -> SearchOptions {
        variant("plain").unwrap().options
    }

    #[test]
    fn whole_and_short_names_set_the_same() {
        for key in ["techniques.mate-distance", "mate-distance"] {
            let set = apply(&plain(), key, Value::String("cpw".into())).unwrap();
            assert_eq!(set.techniques.mate_distance, MateDistance::Cpw);
        }
        let size: Table = "size = { entries = 4096 }".parse().unwrap();
        let set = apply(&plain(), "size", size["size"].clone()).unwrap();
        assert_eq!(set.table.size, TableSize::Entries(4096));
        // A value that is a table can be replaced by a plain one again.
        let off = apply(&set, "table.size", Value::String("off".into())).unwrap();
        assert_eq!(off.table.size, TableSize::Off);
    }

    #[test]
    fn short_names_and_values_lead_back_to_the_setting() {
        for (key, _) in listing(&plain()) {
            assert_eq!(whole(short(&key)), Ok(key.clone()), "{key}");
            assert!(!is_group(&key), "{key}");
        }
        assert_eq!(short("table.size"), "size");
        assert!(is_group("table") && !is_group("tab"));
        let size: Table = "size = { entries = 4096 }".parse().unwrap();
        assert_eq!(brief(&size["size"]), "entries:4096");
        assert_eq!(brief(&Value::String("off".into())), "off");
    }

    #[test]
    fn every_setting_says_what_it_takes() {
        for (key, forms) in all_forms() {
            assert!(!forms.is_empty(), "{key}");
        }
    }

    #[test]
    fn mistakes_are_named_with_the_nearest_name() {
        let message = |key: &str, value: &str| {
            apply(&plain(), key, Value::String(value.into()))
                .unwrap_err()
                .to_string()
        };
        assert!(message("mate-distanc", "cpw").contains("\"mate-distance\""));
        assert!(
            message("mate-distance", "cwp").contains("cpw"),
            "the values are listed"
        );
        assert!(message("driver", "aspiration").ends_with(
            "none of full-window, { aspiration = N }, mtdf; did you mean { aspiration = N }?"
        ));
        assert!(message("ties", "random").contains("generation, { random = N }"));
        assert!(message("table.size", "big").contains("off, { entries = N }, { mib = N }"));
        assert!(message("quiescence", "yes").contains("true, false"));
        let wide: Table = "driver = { aspiration = 70000 }".parse().unwrap();
        let error = apply(&plain(), "driver", wide["driver"].clone())
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with(
                "{ aspiration = 70000 } is out of range; give { aspiration = N } with N 0 to 65535"
            ),
            "{error}"
        );
        for (given, most) in [("mib = 900000", "4096"), ("entries = -1", "268435456")] {
            let size: Table = format!("size = {{ {given} }}").parse().unwrap();
            let error = apply(&plain(), "size", size["size"].clone()).unwrap_err();
            let error = error.to_string();
            let says = |says: &str| error.contains(says);
            assert!(says(given) && says(&format!("N 0 to {most}")), "{error}");
        }
        assert!(message("mate-distance", "cpv").ends_with("did you mean cpw?"));
        assert!(message("fail", "a").ends_with("none of hard, soft"));
        assert!(message("depth.depth", "x").starts_with("unknown setting"));
        assert!(
            variant("glas")
                .unwrap_err()
                .to_string()
                .contains("\"glass\"")
        );
        let noise = "x".repeat(100_000);
        assert!(message(&noise, "x").len() < 300);
    }
}
