//! Names for jobs: equal where nothing that can change the outcome differs.
//!
//! An id is a hash of a canonical text: the searcher and its version, the position, the settings, and the limits. A setting at its
//! default is left out, and so is what belongs to a part that is off, so that a setting that is added later, off by default,
//! changes no id. The depth is left out, too: a deeper search repeats a shallower one.

use std::{fmt, str::FromStr};

use plybench_engine::{
    search::SearchOptions,
    table::{TableOptions, TableSize},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use super::Searcher;

/// A job's name in records: sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(u64);

impl JobId {
    /// The id of a job: `settings` as [`settings_text`] gives them.
    #[must_use]
    pub fn of(
        searcher: &Searcher,
        position: &str,
        settings: &str,
        nodes: Option<u64>,
        stop_at_mate: bool,
    ) -> Self {
        let mut text = format!("{searcher}\n{position}\n{settings}");
        if let Some(nodes) = nodes {
            text.push_str(&format!("nodes={nodes}\n"));
        }
        if stop_at_mate {
            text.push_str("stop-at-mate=true\n");
        }
        let mut first = [0; 8];
        first.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..8]);
        JobId(u64::from_be_bytes(first))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for JobId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(JobId)
    }
}

impl Serialize for JobId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for JobId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The settings that are not at their defaults and can change the outcome, a line each, sorted by name.
#[must_use]
pub fn settings_text(options: &SearchOptions) -> String {
    let mut options = *options;
    if options.table.size == TableSize::Off {
        options.table = TableOptions {
            size: TableSize::Off,
            ..TableOptions::default()
        };
        options.ordering.table_move = false;
    }
    // Plain data: it cannot fail to become JSON.
    let json = |options| serde_json::to_value(options).unwrap_or_default();
    let (settings, defaults) = (json(options), json(SearchOptions::default()));
    let mut text = String::new();
    differing("", &settings, Some(&defaults), &mut text);
    text
}

fn differing(name: &str, value: &Value, default: Option<&Value>, text: &mut String) {
    if Some(value) == default {
        return;
    }
    match value.as_object() {
        // The fields of an object come sorted by name.
        Some(fields) => {
            for (field, value) in fields {
                let dot = if name.is_empty() { "" } else { "." };
                let default = default.and_then(|default| default.get(field));
                differing(&format!("{name}{dot}{field}"), value, default, text);
            }
        }
        None => text.push_str(&format!("{name}={value}\n")),
    }
}

#[cfg(test)]
mod tests {
    use plybench_engine::{ordering::OrderingOptions, techniques::MateDistance, variants};
    use serde_json::json;

    use super::*;

    fn id(position: &str, options: &SearchOptions, nodes: Option<u64>, at_mate: bool) -> JobId {
        JobId::of(
            &Searcher::own(),
            position,
            &settings_text(options),
            nodes,
            at_mate,
        )
    }

    #[test]
    fn an_id_changes_with_whatever_changes_the_outcome() {
        let plain = variants::PLAIN.options;
        let mut other = plain;
        other.techniques.mate_distance = MateDistance::Cpw;
        let older = Searcher {
            version: "0".to_owned(),
            ..Searcher::own()
        };
        let ids = [
            id("a", &plain, None, false),
            id("b", &plain, None, false),
            id("a", &other, None, false),
            id("a", &plain, Some(5), false),
            id("a", &plain, Some(6), false),
            id("a", &plain, None, true),
            JobId::of(&older, "a", &settings_text(&plain), None, false),
        ];
        for (at, one) in ids.iter().enumerate() {
            assert!(!ids[..at].contains(one), "{at}");
            assert_eq!(one.to_string().parse(), Ok(*one));
        }
    }

    #[test]
    fn defaults_and_what_is_off_are_left_out() {
        let default = SearchOptions::default();
        assert_eq!(settings_text(&default), "");
        let killers = SearchOptions {
            ordering: OrderingOptions {
                killers: true,
                ..default.ordering
            },
            ..default
        };
        assert_eq!(settings_text(&killers), "ordering.killers=true\n");
        // Without a table nothing depends on how it would replace its entries.
        let mut no_table = variants::GLASS.options;
        no_table.table.size = TableSize::Off;
        assert!(!settings_text(&no_table).contains("table"));
        let mut sized = default;
        sized.table.size = TableSize::Entries(64);
        assert_eq!(settings_text(&sized), "table.size.entries=64\n");
    }

    #[test]
    fn a_new_setting_at_its_default_changes_no_text() {
        let text = |value: &Value, default: &Value| {
            let mut text = String::new();
            differing("", value, Some(default), &mut text);
            text
        };
        let (value, default) = (json!({"fail": "soft"}), json!({"fail": "hard"}));
        let later = json!({"fail": "soft", "new": {"on": false, "depth": 3}});
        let defaults_then = json!({"fail": "hard", "new": {"on": false, "depth": 3}});
        assert_eq!(text(&value, &default), text(&later, &defaults_then));
        let on = json!({"fail": "soft", "new": {"on": true, "depth": 3}});
        assert_eq!(text(&on, &defaults_then), "fail=\"soft\"\nnew.on=true\n");
    }
}
