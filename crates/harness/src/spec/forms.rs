//! What a setting takes, asked of the options themselves: there is no list that could go stale.

use plybench_engine::search::SearchOptions;
use toml::{Table, Value};

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
        let numbered = Table::from_iter([(word.to_owned(), Value::Integer(1))]);
        let takes_number = set(Value::Table(numbered)).is_ok();
        takes_number.then(|| format!("{{ {word} = N }}"))
    };
    words.filter_map(form).collect()
}
