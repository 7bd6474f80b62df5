//! What a setting takes, asked of the options themselves: there is no list that could go stale.

use plybench_engine::search::SearchOptions;
use toml::{Table, Value};

use super::{echo, nearest};

/// A word that no setting takes.
const NONSENSE: &str = "?";

/// The values that a setting takes, as they are written: words, `true` and `false`, `N` for a whole
/// number, `{ word = N }` for a word with a number. `set` makes options with a value of it.
pub(super) fn forms(set: impl Fn(Value) -> Result<SearchOptions, String>) -> Vec<String> {
    let string = |text: &str| Value::String(text.to_owned());
    if set(Value::Boolean(true)).is_ok() {
        return vec!["true".to_owned(), "false".to_owned()];
    }
    if set(Value::Integer(0)).is_ok() {
        return vec!["N".to_owned()];
    }
    // An unknown word is answered with those that are known, each between backquotes.
    let Err(answer) = set(string(NONSENSE)) else {
        return Vec::new();
    };
    let words = answer.split('`').skip(1).step_by(2);
    let form = |word: &str| {
        if set(string(word)).is_ok() {
            return Some(word.to_owned());
        }
        let takes_number = set(numbered(word, 1)).is_ok();
        takes_number.then(|| format!("{{ {word} = N }}"))
    };
    words.filter_map(form).collect()
}

/// A word with a number.
fn numbered(word: &str, number: i64) -> Value {
    Value::Table(Table::from_iter([(
        word.to_owned(),
        Value::Integer(number),
    )]))
}

/// Why a setting does not take a value, and what it takes.
pub(super) fn problem(
    value: &Value,
    set: impl Fn(Value) -> Result<SearchOptions, String>,
) -> String {
    let said = echo(&value.to_string());
    let word = match value {
        Value::String(word) => Some(word),
        Value::Table(table) if table.len() == 1 => table.keys().next(),
        _ => None,
    };
    if value.is_integer()
        && let Some(range) = range(|number| set(Value::Integer(number)).is_ok())
    {
        return format!("{said} is out of range; give {range}");
    }
    if let (Value::Table(table), Some(word)) = (value, word)
        && table[word].is_integer()
        && let Some(range) = range(|number| set(numbered(word, number)).is_ok())
    {
        return format!("{said} is out of range; give {{ {word} = N }} with N {range}");
    }
    let forms = forms(set);
    let list = forms.join(", ");
    let bare = |form: &str| form.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    let words: Vec<String> = forms
        .iter()
        .map(|form| bare(form.trim_end_matches("= N }")))
        .collect();
    let near = word.and_then(|word| nearest(word, words.iter().map(String::as_str)));
    let form = near.and_then(|near| forms.iter().zip(&words).find(|(_, word)| *word == near));
    match form {
        Some((form, _)) => format!("{said} is none of {list}; did you mean {form}?"),
        None => format!("{said} is none of {list}"),
    }
}

/// The numbers that are taken, in words; none if 1 is not among them.
fn range(takes: impl Fn(i64) -> bool) -> Option<String> {
    if !takes(1) {
        return None;
    }
    // Those that are taken lie side by side: the ends are found by halving.
    let end = |mut outside: i64| {
        let mut inside = 1i64;
        if takes(outside) {
            return outside;
        }
        while inside.abs_diff(outside) > 1 {
            let middle = ((i128::from(inside) + i128::from(outside)) / 2) as i64;
            if takes(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    Some(match (end(i64::MIN), end(i64::MAX)) {
        (least, i64::MAX) => format!("{least} or more"),
        (least, most) => format!("{least} to {most}"),
    })
}
