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
    de::{MapAccess, SeqAccess, Visitor, value::SeqAccessDeserializer},
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

/// Nodes of a proof-number search whose moves were made.
pub const EXPANSIONS: &str = "expansions";
/// Positions that a proof-number search made by a move.
pub const CREATED: &str = "created";
/// Times that a proof-number search asked its table.
pub const LOOK_UPS: &str = "look_ups";
/// What a proof-number search counts, and no alpha-beta search.
pub const OF_SOLVERS: [&str; 3] = [EXPANSIONS, CREATED, LOOK_UPS];

/// A count, or a list of counts by ply or by move number, from 0, without trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Count {
    /// One number for all plies and moves together.
    One(u64),
    /// A number for each ply or move.
    Each(Vec<u64>),
}

/// Named counts, in the order of their searcher.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(Cow<'static, str>, Count)>);

/// A count of this build's search: its name, and how to read it from the counters.
type Source<N> = (&'static str, fn(&Counters) -> N);

/// The counts that are numbers.
const NUMBERS: &[Source<u64>] = &[
    ("ends_mdp_cut", |c| c.ended(End::MdpCut)),
    ("ends_rule_draw", |c| c.ended(End::RuleDraw)),
    ("ends_table_cut", |c| c.ended(End::TableCut)),
    ("ends_technique_cut", |c| c.ended(End::TechniqueCut)),
    (ENDS_HORIZON, |c| c.ended(End::Horizon)),
    (ENDS_MATED, |c| c.ended(End::Mated)),
    ("ends_stalemate", |c| c.ended(End::Stalemate)),
    ("ends_expanded", |c| c.ended(End::Expanded)),
    ("mdp_cuts_lower", |c| c.mdp_cuts(MateBound::Lower)),
    ("mdp_cuts_upper", |c| c.mdp_cuts(MateBound::Upper)),
    ("mdp_narrowed_lower", |c| c.mdp_narrowed[0]),
    ("mdp_narrowed_upper", |c| c.mdp_narrowed[1]),
    ("table_hits", |c| c.table_hits),
    ("table_overwrites", |c| c.table_overwrites),
];

/// The counts that are lists.
const LISTS: &[Source<Vec<u64>>] = &[
    (BETA_CUTOFFS_BY_MOVE, |c| c.cutoffs_by_move().to_vec()),
    (BETA_CUTOFFS_BY_PLY, |c| c.cutoffs_by_ply().to_vec()),
    (MDP_CUTS_LOWER_BY_PLY, |c| {
        c.mdp_cuts_by_ply(MateBound::Lower).to_vec()
    }),
    (MDP_CUTS_UPPER_BY_PLY, |c| {
        c.mdp_cuts_by_ply(MateBound::Upper).to_vec()
    }),
    (TABLE_CUTS_BY_PLY, |c| {
        c.ended_by_ply(End::TableCut).to_vec()
    }),
    (TECHNIQUE_CUTS_BY_PLY, |c| {
        c.ended_by_ply(End::TechniqueCut).to_vec()
    }),
];

/// A count of each technique: the end of its name, the hooks of the techniques that have it, and how to read it from the
/// technique's counters.
type Act = (&'static str, Hooks, fn(&ByTechnique) -> u64);

const CUTS: Hooks = Hooks::CUTOFF.and(Hooks::CLAMP).and(Hooks::TRUST);
const REDUCES: Hooks = Hooks::REDUCTION.and(Hooks::NODE_DEPTH);
const EXTENDS: Hooks = Hooks::EXTENSION.and(Hooks::NODE_DEPTH);
const ACTS: &[Act] = &[
    ("cuts", CUTS, |acts| acts.cuts),
    ("skipped", Hooks::PRUNE, |acts| acts.skipped),
    ("reduced", REDUCES, |acts| acts.reduced),
    ("searched-again", Hooks::REDUCTION, |acts| {
        acts.searched_again
    }),
    ("extended", EXTENDS, |acts| acts.extended),
    ("searches", Hooks::PATH, |acts| acts.asked),
];

/// A count of one technique: its name, such as `null-move.cuts`, the technique, and how to read it from the technique's counters.
type TechniqueCount = (Cow<'static, str>, TechniqueId, fn(&ByTechnique) -> u64);

/// The counts of some techniques.
#[derive(Clone, Default)]
pub struct TechniqueCounts(Vec<TechniqueCount>);

impl TechniqueCounts {
    /// The counts of the built-in and the registered techniques that are on.
    #[must_use]
    pub fn of(built_in: &BuiltIn, registered: &[RegisteredTechnique]) -> Self {
        let mut counts = TechniqueCounts::default();
        for (by, on) in built_in.on::<Chess>() {
            counts.add(BuiltIn::NAMES[by.place()], by, on.technique.hooks());
        }
        for (place, own) in (BuiltIn::NAMES.len()..).zip(registered) {
            let hooks = own.within::<Chess>().technique.hooks();
            counts.add(own.name, TechniqueId::at(place), hooks);
        }
        counts
    }

    /// Adds the counts of a technique.
    fn add(&mut self, technique: &str, by: TechniqueId, uses: Hooks) {
        for (name, count) in acts_of(technique, uses) {
            let known = NAMES_OF_TECHNIQUES.iter().find(|known| **known == name);
            let name = known.map_or_else(|| Cow::Owned(name), |known| Cow::Borrowed(&**known));
            self.0.push((name, by, count));
        }
    }

    /// The names of these counts, such as `null-move.cuts`, in the order of the records.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, ..)| name.as_ref())
    }
}

/// What a technique that uses these hooks can do: the names of its counts, and how to read them from its counters.
fn acts_of(
    technique: &str,
    uses: Hooks,
) -> impl Iterator<Item = (String, fn(&ByTechnique) -> u64)> {
    let acts = ACTS.iter().filter(move |(_, hooks, _)| uses.any(*hooks));
    acts.map(move |(act, _, count)| (format!("{technique}.{act}"), *count))
}

/// The names of the counts of all techniques.
static NAMES_OF_TECHNIQUES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names = Vec::new();
    let mut add = |technique, uses| {
        for (name, _) in acts_of(technique, uses) {
            // The forms of mate distance pruning have one name.
            if !names.contains(&name) {
                names.push(name);
            }
        }
    };
    for entry in BuiltIn::registry() {
        for (by, on) in entry.alone.on::<Chess>() {
            add(BuiltIn::NAMES[by.place()], on.technique.hooks());
        }
    }
    for entry in registered::registry() {
        // The hooks that a technique uses may depend on its parameters.
        add(entry.info.name, Hooks::ALL);
    }
    names
});

/// The names of all counts of this build, in the order in which records have them.
static KNOWN: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = Counts::names().chain([ENDS_KING_CAPTURED]);
    let names = names.chain(Counts::names_of_techniques());
    names.chain(OF_SOLVERS).collect()
});

impl Counts {
    /// The counts of this build's search, with those of these techniques.
    #[must_use]
    pub fn of(nodes_to_pv: u64, counters: &Counters, techniques: &TechniqueCounts) -> Self {
        let known = |name, count| (Cow::Borrowed(name), count);
        let numbers = NUMBERS.iter();
        let numbers = numbers.map(|&(name, of)| known(name, Count::One(of(counters))));
        let lists = LISTS.iter();
        let lists = lists.map(|&(name, of)| known(name, Count::Each(of(counters))));
        let captured = counters.ended(End::KingCaptured);
        let captured = (captured > 0).then(|| known(ENDS_KING_CAPTURED, Count::One(captured)));
        let techniques = techniques.0.iter();
        let techniques = techniques.map(|(name, by, count)| {
            let count = count(&counters.by(*by));
            (name.clone(), Count::One(count))
        });
        let first = [known(NODES_TO_PV, Count::One(nodes_to_pv))];
        let all = first.into_iter().chain(numbers).chain(lists);
        Counts(all.chain(captured).chain(techniques).collect())
    }

    /// The names that every search of this build counts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let numbers = NUMBERS.iter().map(|(name, _)| *name);
        let lists = LISTS.iter().map(|(name, _)| *name);
        std::iter::once(NODES_TO_PV).chain(numbers).chain(lists)
    }

    /// The names of the counts of techniques. A search counts those of the techniques that are on.
    pub fn names_of_techniques() -> impl Iterator<Item = &'static str> {
        NAMES_OF_TECHNIQUES.iter().map(String::as_str)
    }

    /// The names of all counts that are numbers.
    pub fn names_of_numbers() -> impl Iterator<Item = &'static str> {
        let numbers = NUMBERS.iter().map(|(name, _)| *name);
        let all = std::iter::once(NODES_TO_PV).chain(numbers);
        all.chain([ENDS_KING_CAPTURED])
            .chain(Counts::names_of_techniques())
            .chain(OF_SOLVERS)
    }

    /// All counts by name, in the order of their searcher.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Count)> {
        self.0.iter().map(|(name, count)| (name.as_ref(), count))
    }

    /// A count by its name; none if it was not counted.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Count> {
        let found = self.0.iter().find(|(known, _)| known == name);
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

/// Counts that are numbers, by name.
impl FromIterator<(&'static str, u64)> for Counts {
    fn from_iter<I: IntoIterator<Item = (&'static str, u64)>>(numbers: I) -> Self {
        let numbers = numbers.into_iter();
        let named = numbers.map(|(name, number)| (Cow::Borrowed(name), Count::One(number)));
        Counts(named.collect())
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

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Count, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Count::Each)
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
                let (mut counts, mut next) =
                    (Vec::with_capacity(NUMBERS.len() + LISTS.len() + 1), 0);
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
            let counts = TechniqueCounts::of(&entry.alone, &[]);
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
