//! Ids of jobs: two are equal if nothing differs that can change the outcome.
//!
//! An id is a hash of a canonical text: the searcher and its version, the position, the settings, and the limits. A setting at its
//! default is left out, and so are the settings of a part that is off, so that a new setting that is off by default changes no
//! id. The depth is left out, too: a deeper search repeats a shallower one.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{SearcherRecord, lines::short_hash};

/// The id of a job in records: sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(u64);

impl JobId {
    /// The id of a job: `settings` are those that are not at their defaults, in a canonical text.
    #[must_use]
    pub fn of(
        searcher: &SearcherRecord,
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
        JobId(short_hash(text.as_bytes()))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for JobId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for JobId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let id = u64::from_str_radix(&text, 16);
        id.map(JobId).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_changes_with_whatever_changes_the_outcome() {
        let own = SearcherRecord::skeleton();
        let older = SearcherRecord {
            version: "0".to_owned(),
            ..SearcherRecord::skeleton()
        };
        let set = "fail=\"soft\"\n";
        let ids = [
            JobId::of(&own, "a", "", None, false),
            JobId::of(&own, "b", "", None, false),
            JobId::of(&own, "a", set, None, false),
            JobId::of(&own, "a", "", Some(5), false),
            JobId::of(&own, "a", "", Some(6), false),
            JobId::of(&own, "a", "", None, true),
            JobId::of(&older, "a", "", None, false),
        ];
        for (at, one) in ids.iter().enumerate() {
            assert!(!ids[..at].contains(one), "{at}");
            let text = serde_json::to_string(one).unwrap();
            assert_eq!(serde_json::from_str::<JobId>(&text).unwrap(), *one);
        }
    }
}
