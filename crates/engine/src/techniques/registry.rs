//! The registry: every built-in technique, its switch and what is said of it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{
    Limited, MateDistance, Technique, TechniqueId, Techniques, Uses, check_extension,
    composition::Switched, futility, internal_iterative_deepening, late_move_reduction, null_move,
    prob_cut, singular_extension, switch,
};
use crate::game::Game;

/// What a technique may do to the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The root score stays what it is without the technique.
    Exact,
    /// No mate is wrong, and in a search without reductions none is longer than without the technique;
    /// evaluations may differ.
    MateExact,
    /// The score may differ.
    Heuristic,
}

impl Effect {
    /// The name in lists and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Effect::Exact => "exact",
            Effect::MateExact => "mate-exact",
            Effect::Heuristic => "heuristic",
        }
    }

    /// What it promises, in words.
    #[must_use]
    pub fn promise(self) -> &'static str {
        match self {
            Effect::Exact => {
                "the root score stays what it is without the technique, provided that a table entry serves only at the depth it was searched to"
            }
            Effect::MateExact => {
                "no mate is wrong and, in a search without reductions, none is longer; evaluations may differ"
            }
            Effect::Heuristic => "the score may differ",
        }
    }
}

/// A technique's entry in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The key in experiment files.
    pub name: &'static str,
    /// What it may do to the result.
    pub effect: Effect,
    /// The condition, in maths: p the ply, d the depth, a and b the window, M the mate value, e
    /// the static evaluation.
    pub condition: &'static str,
    /// Where the idea is from.
    pub source: &'static str,
    /// Which programs use it.
    pub used_by: &'static str,
}

/// Declares the built-in techniques: a field each, one nested pair of all of them, and the list.
macro_rules! built_in {
    ($($(#[$doc:meta])* $switch:ident: $technique:path,)*) => {
        /// The built-in techniques, each off or on with its parameters; all off by default.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct BuiltIn {
            /// Which form of mate distance pruning, if any.
            pub mate_distance: MateDistance,
            $($(#[$doc])* #[serde(with = "switch")] pub $switch: Option<Limited<$technique>>,)*
        }

        impl JsonSchema for BuiltIn {
            fn schema_name() -> Cow<'static, str> {
                "BuiltIn".into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "object", "properties": {
                    "mate-distance": generator.subschema_for::<MateDistance>(),
                    $(<$technique>::INFO.name: switch::schema::<$technique>(generator),)*
                } })
            }
        }

        impl BuiltIn {
            /// None of them.
            pub const OFF: BuiltIn = BuiltIn {
                mate_distance: MateDistance::Off,
                $($switch: None,)*
            };

            /// These and those of another value; where both have one, the other's.
            #[must_use]
            pub fn and(self, other: BuiltIn) -> BuiltIn {
                BuiltIn {
                    mate_distance: match other.mate_distance {
                        MateDistance::Off => self.mate_distance,
                        form => form,
                    },
                    $($switch: other.$switch.or(self.$switch),)*
                }
            }

            /// The settings that switch techniques, in the order of [`TechniqueId`]s.
            pub const NAMES: &'static [&'static str] =
                &["mate-distance", $(<$technique>::INFO.name),*];

            /// The techniques that are on, with what they use.
            #[must_use]
            pub fn on<G: Game>(&self) -> Vec<(TechniqueId, Uses)> {
                let form = (self.mate_distance != MateDistance::Off)
                    .then(|| Technique::<G>::uses(&self.mate_distance));
                let all = [
                    form,
                    $(self.$switch.map(|on| Technique::<G>::uses(&on.technique)),)*
                ];
                let places = (0..).map(TechniqueId::at);
                let on = places.zip(all);
                on.filter_map(|(place, uses)| Some((place, uses?))).collect()
            }

            /// Every technique that can be switched: the forms of mate distance pruning, then the
            /// others.
            #[must_use]
            pub fn registry() -> Vec<Registered> {
                let mut all = Vec::new();
                for form in MateDistance::ALL {
                    if let Some(info) = form.info() {
                        let alone = BuiltIn { mate_distance: form, ..BuiltIn::default() };
                        all.push(Registered { key: "mate-distance", info, alone });
                    }
                }
                $(all.push(Registered {
                    key: "",
                    info: <$technique>::INFO,
                    alone: BuiltIn { $switch: Some(Limited::everywhere(<$technique>::DEFAULT)), ..BuiltIn::OFF },
                });)*
                all
            }
        }

        /// The hooks of all built-in techniques but mate distance pruning.
        macro_rules! others {
            ($built_in:expr, $limited:expr) => { nest!($built_in, $limited, 1; $($switch,)*) };
        }
    };
}

/// Nests techniques into pairs, from a place on: `(A, (B, (C, ())))`.
macro_rules! nest {
    ($built_in:expr, $limited:expr, $place:expr;) => { () };
    ($built_in:expr, $limited:expr, $place:expr; $switch:ident, $($rest:tt)*) => {
        (
            Switched {
                technique: &$built_in.$switch,
                may_be_limited: $limited,
                by: const { TechniqueId::at($place) },
            },
            nest!($built_in, $limited, $place + 1; $($rest)*),
        )
    };
}

built_in! {
    /// Search a move that gives check deeper.
    check_extension: check_extension::CheckExtension,
    /// Cut where passing already fails high.
    null_move: null_move::NullMove,
    /// Pass over quiet moves that cannot reach alpha, next to the horizon.
    futility: futility::Futility,
    /// Search late quiet moves less deep at first.
    late_move_reduction: late_move_reduction::LateMoveReduction,
    /// Search the table's move deeper where all others are far worse.
    singular_extension: singular_extension::SingularExtension,
    /// Cut where a capture beats beta by a margin in a shallow search.
    prob_cut: prob_cut::ProbCut,
    /// Find a first move with a shallower search where the table has none.
    internal_iterative_deepening: internal_iterative_deepening::InternalIterativeDeepening,
}

/// One line of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// The setting whose value switches it on; empty if the technique's own name is the setting.
    pub key: &'static str,
    /// What it is.
    pub info: Info,
    /// The setting with only this technique on.
    pub alone: BuiltIn,
}

impl BuiltIn {
    /// The hooks of the techniques that are on, mate distance pruning excepted, and whether any may be limited to some nodes.
    #[inline(always)]
    #[must_use]
    pub(crate) fn others<G: Game>(&self, may_be_limited: bool) -> impl Techniques<G> + use<'_, G> {
        others!(self, may_be_limited)
    }

    /// What the techniques use that are on.
    #[inline(always)]
    #[must_use]
    pub fn uses<G: Game>(&self) -> Uses {
        let form: Uses = Technique::<G>::uses(&self.mate_distance);
        form.and(self.others::<G>(true).uses())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_has_unique_names_and_full_entries() {
        let registry = BuiltIn::registry();
        let mut names: Vec<_> = registry.iter().map(|entry| entry.info.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), registry.len());
        for entry in &registry {
            assert_ne!(entry.alone, BuiltIn::default(), "{}", entry.info.name);
            for text in [entry.info.condition, entry.info.source, entry.info.used_by] {
                assert!(!text.is_empty(), "{}", entry.info.name);
            }
        }
    }

    #[test]
    fn names_are_the_keys_of_the_settings() {
        for entry in BuiltIn::registry() {
            let settings = serde_json::to_value(entry.alone).unwrap();
            let set = if entry.key.is_empty() {
                settings[entry.info.name] == true
            } else {
                settings[entry.key] == entry.info.name
            };
            assert!(set, "{}: {settings}", entry.info.name);
        }
    }
}
