//! Counts by name: what a searcher counted besides its nodes. Each count is optional, since not every searcher has it.

use std::{borrow::Cow, fmt, sync::LazyLock};

use crate::registered::{self, RegisteredTechnique};
use plybench_engine::{
    game::chess::Chess,
    observe::{ByTechnique, Counters, End},
    techniques::{BuiltIn, Hooks, MateBound, TechniqueId},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
};

/// The version of the counts. It is raised by hand when an unchanged search counts something new: records of two versions are
/// not mixed. Version 2 counts what techniques did.
pub const VERSION: u32 = 2;
/// The first version that counts what techniques did.
pub const OF_TECHNIQUES: u32 = 2;

/// The name of the count of nodes at the horizon.
pub const ENDS_HORIZON: &str = "ends_horizon";

/// Nodes entered when the principal variation last changed.
pub const NODES_TO_PV: &str = "nodes_to_pv";
/// Nodes that an illegal move led to. Left out where there are none, as it is in records that are older than this count.
pub const ENDS_KING_CAPTURED: &str = "ends_king_captured";
/// Nodes whose side to move was mated.
pub const ENDS_MATED: &str = "ends_mated";
/// The prefix of the names of the ways in which nodes end. Their counts sum to all nodes.
pub const ENDS: &str = "ends_";
/// Nodes whose move 0, 1, 2, … failed high.
pub const BETA_CUTOFFS_BY_MOVE: &str = "beta_cutoffs_by_move";
/// Nodes at ply 0, 1, 2, … that failed high.
pub const BETA_CUTOFFS_BY_PLY: &str = "beta_cutoffs_by_ply";
/// Nodes at ply 0, 1, 2, … whose window mate distance pruning closed from below.
pub const MDP_CUTS_LOWER_BY_PLY: &str = "mdp_cuts_lower_by_ply";
/// Nodes at ply 0, 1, 2, … whose window mate distance pruning closed from above.
pub const MDP_CUTS_UPPER_BY_PLY: &str = "mdp_cuts_upper_by_ply";
/// Nodes at ply 0, 1, 2, … that the transposition table cut.
pub const TABLE_CUTS_BY_PLY: &str = "table_cuts_by_ply";
/// Nodes at ply 0, 1, 2, … that a technique such as null move cut.
pub const TECHNIQUE_CUTS_BY_PLY: &str = "technique_cuts_by_ply";

/// A count, or a list of counts by ply or by move number, from 0, without trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Count {
    /// A number.
    One(u64),
    /// A number for each ply or move.
    Each(Vec<u64>),
}

/// Named counts, in the order of their searcher.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(Cow<'static, str>, Count)>);

/// A count of this build's search: its name, and how to read it from the counters.
type Source = (&'static str, fn(&Counters) -> Count);

const SOURCES: &[Source] = &[
    ("ends_mdp_cut", |c| Count::One(c.ended(End::MdpCut))),
    ("ends_rule_draw", |c| Count::One(c.ended(End::RuleDraw))),
    ("ends_table_cut", |c| Count::One(c.ended(End::TableCut))),
    ("ends_technique_cut", |c| {
        Count::One(c.ended(End::TechniqueCut))
    }),
    (ENDS_HORIZON, |c| Count::One(c.ended(End::Horizon))),
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

/// A count of each technique: the end of its name, the hooks of the techniques that have it, and how to read it from the
/// technique's counters.
type Act = (&'static str, Hooks, fn(&ByTechnique) -> u64);

const ACTS: &[Act] = &[
    (
        "cuts",
        Hooks::CUTOFF.and(Hooks::CLAMP).and(Hooks::TRUST),
        |acts| acts.cuts,
    ),
    ("skipped", Hooks::PRUNE, |acts| acts.skipped),
    ("reduced", Hooks::REDUCTION, |acts| acts.reduced),
    ("searched-again", Hooks::REDUCTION, |acts| {
        acts.searched_again
    }),
    ("extended", Hooks::EXTENSION, |acts| acts.extended),
    ("searches", Hooks::PATH, |acts| acts.asked),
];

/// A count of one technique: its name, such as `null-move.cuts`, the technique, and how to read it from the technique's counters.
type TechniqueCount = (Cow<'static, str>, TechniqueId, fn(&ByTechnique) -> u64);

/// The counts of some techniques.
#[derive(Clone, Default)]
pub struct TechniqueCounts(Vec<TechniqueCount>);

impl TechniqueCounts {
    /// The counts of the built-in techniques that are on.
    #[must_use]
    pub fn of(techniques: &BuiltIn) -> Self {
        let mut counts = TechniqueCounts::default();
        for (by, on) in techniques.on::<Chess>() {
            counts.add(BuiltIn::NAMES[by.place()], by, on.technique.hooks());
        }
        counts
    }

    /// Adds the counts of the registered techniques that are on.
    #[must_use]
    pub fn and(mut self, own: &[RegisteredTechnique]) -> Self {
        for (place, own) in (BuiltIn::NAMES.len()..).zip(own) {
            self.add(
                own.name(),
                TechniqueId::at(place),
                own.in_chess().technique.hooks(),
            );
        }
        self
    }

    /// Adds the counts of a technique.
    fn add(&mut self, technique: &str, by: TechniqueId, uses: Hooks) {
        for &(act, hooks, count) in ACTS {
            if uses.any(hooks) {
                let name = format!("{technique}.{act}");
                let known = NAMES_OF_TECHNIQUES.iter().find(|known| **known == name);
                let name = known.map_or_else(|| Cow::Owned(name), |known| Cow::Borrowed(&**known));
                self.0.push((name, by, count));
            }
        }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, ..)| name.as_ref())
    }
}

/// The names of the counts of all techniques.
static NAMES_OF_TECHNIQUES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut uses = vec![Hooks::NONE; BuiltIn::NAMES.len()];
    for entry in BuiltIn::registry() {
        for (by, on) in entry.alone.on::<Chess>() {
            uses[by.place()] = uses[by.place()].and(on.technique.hooks());
        }
    }
    let own = registered::registry().iter();
    // The hooks that a technique uses may depend on its parameters.
    let own = own.map(|entry| (&entry.info.name, Hooks::ALL));
    let techniques = BuiltIn::NAMES.iter().zip(uses).chain(own);
    let names = techniques.flat_map(|(technique, uses)| {
        let acts = ACTS.iter().filter(move |(_, hooks, _)| uses.any(*hooks));
        acts.map(move |(act, ..)| format!("{technique}.{act}"))
    });
    names.collect()
});

/// The names of all counts of this build, in the order in which records have them.
static KNOWN: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = Counts::names().chain([ENDS_KING_CAPTURED]);
    names.chain(Counts::names_of_techniques()).collect()
});

impl Counts {
    /// The counts of this build's search, with those of these techniques.
    #[must_use]
    pub fn of(nodes_to_pv: u64, counters: &Counters, techniques: &TechniqueCounts) -> Self {
        let first = (Cow::Borrowed(NODES_TO_PV), Count::One(nodes_to_pv));
        let others = SOURCES.iter();
        let others = others.map(|(name, count)| (Cow::Borrowed(*name), count(counters)));
        let techniques = techniques.0.iter().map(|(name, by, count)| {
            let count = count(&counters.by(*by));
            (name.clone(), Count::One(count))
        });
        let captured = counters.ended(End::KingCaptured);
        let captured = (captured > 0).then(|| {
            let name = Cow::Borrowed(ENDS_KING_CAPTURED);
            (name, Count::One(captured))
        });
        let all = std::iter::once(first).chain(others).chain(captured);
        Counts(all.chain(techniques).collect())
    }

    /// The names that every search of this build counts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(NODES_TO_PV).chain(SOURCES.iter().map(|(name, _)| *name))
    }

    /// The names of the counts of techniques. A search counts those of the techniques that are on.
    pub fn names_of_techniques() -> impl Iterator<Item = &'static str> {
        NAMES_OF_TECHNIQUES.iter().map(String::as_str)
    }

    /// The names of all counts that are numbers.
    pub fn names_of_numbers() -> impl Iterator<Item = &'static str> {
        let is_number = |name: &&str| !name.contains("_by_");
        Counts::names()
            .filter(is_number)
            .chain([ENDS_KING_CAPTURED])
            .chain(Counts::names_of_techniques())
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

/// Read by hand: a derived reader of an untagged enum copies every value first, which is half the time of reading records.
impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a count or a list of counts")
            }

            fn visit_u64<E>(self, count: u64) -> Result<Count, E> {
                Ok(Count::One(count))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
                let mut counts = Vec::new();
                while let Some(count) = list.next_element()? {
                    counts.push(count);
                }
                Ok(Count::Each(counts))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A name, borrowed from the input where that is possible.
        #[derive(Deserialize)]
        struct Name<'t>(#[serde(borrow)] Cow<'t, str>);
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("named counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
                let (mut counts, mut next) = (Vec::with_capacity(SOURCES.len() + 1), 0);
                while let Some((Name(name), count)) = map.next_entry()? {
                    // A million iterations share the names that are known, which mostly follow each other.
                    let mut known = (next..KNOWN.len()).chain(0..next);
                    let name = match known.find(|&at| KNOWN[at] == name) {
                        Some(at) => {
                            next = at + 1;
                            Cow::Borrowed(KNOWN[at])
                        }
                        None => Cow::Owned(name.into_owned()),
                    };
                    counts.push((name, count));
                }
                Ok(Counts(counts))
            }
        }
        deserializer.deserialize_map(Map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_the_counts_of_what_it_can_do() {
        let names: Vec<&str> = Counts::names_of_techniques().collect();
        for wanted in [
            "mate-distance.cuts",
            "null-move.cuts",
            "null-move.searches",
            "futility.skipped",
            "late-move-reduction.reduced",
            "late-move-reduction.searched-again",
            "check-extension.extended",
        ] {
            assert!(names.contains(&wanted), "{wanted}: {names:?}");
        }
        assert!(!names.contains(&"futility.cuts"), "{names:?}");
        // A technique alone counts some of these, under their names.
        for entry in BuiltIn::registry() {
            let counts = TechniqueCounts::of(&entry.alone);
            let known = counts.names().all(|name| names.contains(&name));
            assert!(known, "{}", entry.info.name);
        }
    }

    #[test]
    fn lists_are_no_numbers() {
        let counts = Counts::of(0, &Counters::default(), &TechniqueCounts::default());
        for (name, count) in counts.iter() {
            let is_number = matches!(count, Count::One(_));
            assert_eq!(
                Counts::names_of_numbers().any(|known| known == name),
                is_number,
                "{name}"
            );
        }
    }

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
        let counts = Counts::of(0, &Counters::default(), &TechniqueCounts::default());
        // No node of a completed iteration was stopped. Captures of kings are left out if there are none.
        assert_eq!(counts.one(ENDS_KING_CAPTURED), None);
        let others = [End::Stopped, End::KingCaptured];
        for end in End::ALL.into_iter().filter(|end| !others.contains(end)) {
            let name = format!("{ENDS}{}", end.name());
            assert_eq!(counts.one(&name), Some(0), "{name}");
        }
    }
}
