//! Counts by name: what a searcher counted besides its nodes. Each is optional, since not every searcher can tell.

use std::{borrow::Cow, fmt};

use plybench_engine::{
    observe::{Counters, End},
    techniques::MateBound,
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};

/// Nodes entered when the principal variation last changed.
pub const NODES_TO_PV: &str = "nodes_to_pv";
/// Nodes whose side to move was mated.
pub const ENDS_MATED: &str = "ends_mated";
/// What begins the names of the ways in which nodes end; together they are all nodes.
pub const ENDS: &str = "ends_";
/// Nodes whose move 0, 1, 2, … failed high.
pub const BETA_CUTOFFS_BY_MOVE: &str = "beta_cutoffs_by_move";
/// Nodes at ply 0, 1, 2, … that failed high.
pub const BETA_CUTOFFS_BY_PLY: &str = "beta_cutoffs_by_ply";
/// Nodes at ply 0, 1, 2, … whose window mate distance pruning closed from below.
pub const MDP_CUTS_LOWER_BY_PLY: &str = "mdp_cuts_lower_by_ply";
/// The same from above.
pub const MDP_CUTS_UPPER_BY_PLY: &str = "mdp_cuts_upper_by_ply";
/// Nodes at ply 0, 1, 2, … that the transposition table cut.
pub const TABLE_CUTS_BY_PLY: &str = "table_cuts_by_ply";
/// Nodes at ply 0, 1, 2, … that a technique such as null move cut.
pub const TECHNIQUE_CUTS_BY_PLY: &str = "technique_cuts_by_ply";

/// A count, or a list of counts by ply or by move number, from 0, without trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Count {
    /// A number.
    One(u64),
    /// A number for each ply or move.
    Each(Vec<u64>),
}

/// Named counts, in the order in which their searcher tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(Cow<'static, str>, Count)>);

/// What the search of this build counts: the name, and where it stands in its counters.
type Source = (&'static str, fn(&Counters) -> Count);

const SOURCES: &[Source] = &[
    ("ends_mdp_cut", |c| Count::One(c.ended(End::MdpCut))),
    ("ends_rule_draw", |c| Count::One(c.ended(End::RuleDraw))),
    ("ends_table_cut", |c| Count::One(c.ended(End::TableCut))),
    ("ends_technique_cut", |c| {
        Count::One(c.ended(End::TechniqueCut))
    }),
    ("ends_horizon", |c| Count::One(c.ended(End::Horizon))),
    (ENDS_MATED, |c| Count::One(c.ended(End::Mated))),
    ("ends_stalemate", |c| Count::One(c.ended(End::Stalemate))),
    ("ends_expanded", |c| Count::One(c.ended(End::Expanded))),
    ("mdp_cuts_lower", |c| Count::One(c.mdp_cuts()[0])),
    ("mdp_cuts_upper", |c| Count::One(c.mdp_cuts()[1])),
    ("mdp_narrowed_lower", |c| Count::One(c.mdp_narrowed[0])),
    ("mdp_narrowed_upper", |c| Count::One(c.mdp_narrowed[1])),
    ("table_hits", |c| Count::One(c.table_hits)),
    ("table_overwrites", |c| Count::One(c.table_overwrites)),
    (BETA_CUTOFFS_BY_MOVE, |c| {
        Count::Each(c.cutoffs_by_move().to_vec())
    }),
    (BETA_CUTOFFS_BY_PLY, |c| {
        Count::Each(c.cutoffs_by_ply().to_vec())
    }),
    (MDP_CUTS_LOWER_BY_PLY, |c| {
        Count::Each(c.mdp_cuts_by_ply(MateBound::Lower).to_vec())
    }),
    (MDP_CUTS_UPPER_BY_PLY, |c| {
        Count::Each(c.mdp_cuts_by_ply(MateBound::Upper).to_vec())
    }),
    (TABLE_CUTS_BY_PLY, |c| {
        Count::Each(c.ended_by_ply(End::TableCut))
    }),
    (TECHNIQUE_CUTS_BY_PLY, |c| {
        Count::Each(c.ended_by_ply(End::TechniqueCut))
    }),
];

impl Counts {
    /// What the search of this build counted.
    #[must_use]
    pub fn of(nodes_to_pv: u64, counters: &Counters) -> Self {
        let first = (Cow::Borrowed(NODES_TO_PV), Count::One(nodes_to_pv));
        let others = SOURCES.iter();
        let others = others.map(|(name, count)| (Cow::Borrowed(*name), count(counters)));
        Counts(std::iter::once(first).chain(others).collect())
    }

    /// The names that the search of this build knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(NODES_TO_PV).chain(SOURCES.iter().map(|(name, _)| *name))
    }

    /// All counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Count)> {
        self.0.iter().map(|(name, count)| (name.as_ref(), count))
    }

    /// A count by its name; none if it was not counted.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Count> {
        let mut counts = self.iter();
        let found = counts.find(|(known, _)| *known == name);
        found.map(|(_, count)| count)
    }

    /// A number by its name; none if it was not counted.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            Count::One(count) => Some(*count),
            Count::Each(_) => None,
        }
    }

    /// A list by its name; empty if it was not counted.
    #[must_use]
    pub fn each(&self, name: &str) -> &[u64] {
        match self.get(name) {
            Some(Count::Each(counts)) => counts,
            _ => &[],
        }
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A name, in the text that is read where that is possible.
        #[derive(Deserialize)]
        struct Name<'t>(#[serde(borrow)] Cow<'t, str>);
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("named counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
                let mut counts = Vec::new();
                while let Some((Name(name), count)) = map.next_entry()? {
                    // A million records share the names that are known.
                    let known = Counts::names().find(|known| *known == name);
                    let owned = || Cow::Owned(name.into_owned());
                    counts.push((known.map_or_else(owned, Cow::Borrowed), count));
                }
                Ok(Counts(counts))
            }
        }
        deserializer.deserialize_map(Map)
    }
}

#[cfg(test)]
impl Counts {
    /// Counts for a test.
    pub(crate) fn from_json(value: serde_json::Value) -> Self {
        serde_json::from_value(value).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_name_and_kept_in_their_order() {
        let text = r#"{"nodes_to_pv":7,"made-up":3,"beta_cutoffs_by_ply":[1,0,2]}"#;
        let counts: Counts = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&counts).unwrap(), text);
        assert_eq!(counts.one(NODES_TO_PV), Some(7));
        assert_eq!(counts.one("made-up"), Some(3));
        assert_eq!(counts.one("table_hits"), None);
        assert_eq!(counts.each(BETA_CUTOFFS_BY_PLY), [1, 0, 2]);
        assert!(counts.each(NODES_TO_PV).is_empty());
        assert!(serde_json::from_str::<Counts>(r#"{"nodes":-1}"#).is_err());
    }

    #[test]
    fn all_ways_to_end_are_counted() {
        let counts = Counts::of(0, &Counters::default());
        // No node of a completed iteration was stopped.
        for end in End::ALL.into_iter().filter(|&end| end != End::Stopped) {
            let name = format!("{ENDS}{}", end.name());
            assert_eq!(counts.one(&name), Some(0), "{name}");
        }
    }
}
