//! The registry: every built-in technique with its switch and its description.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{
    Limited, MateDistance, Technique, TechniqueId, Techniques, Uses, check_extension,
    enhanced_transposition_cutoff, futility, internal_iterative_deepening, late_move_reduction,
    null_move, prob_cut, razoring, run_time_composition::Switched, singular_extension, switch,
};
use crate::game::Game;

/// What a technique may do to the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The root score is the same as without the technique.
    Exact,
    /// No mate is wrong, and in a search without reductions none is longer than without the technique.
    /// Evaluations may differ.
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
                "the root score is the same as without the technique, provided that a table entry is used only at the depth it was searched to, and that no entry's value depends on a draw by repetition or by the 50-move rule"
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
    /// The condition as a formula: p is the ply, d the depth, a and b the window, M the mate value,
    /// e the static evaluation and v a value found by a search.
    pub condition: &'static str,
    /// The source of the idea.
    pub source: &'static str,
    /// The programs that use it.
    pub used_by: &'static str,
}

/// Declares the built-in techniques: a field for each, the nested pair of all of them, and the list.
macro_rules! built_in {
    ($($(#[$doc:meta])* $switch:ident: $technique:path,)*) => {
        /// The built-in techniques, each off or on with its parameters. All are off by default.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct BuiltIn {
            /// The form of mate distance pruning, if any.
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
            /// All techniques off.
            pub const OFF: BuiltIn = BuiltIn {
                mate_distance: MateDistance::Off,
                $($switch: None,)*
            };

            /// These techniques and those of `other`, which takes precedence.
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

            /// The names of the settings that switch techniques, in the order of [`TechniqueId`]s.
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

            /// The techniques that are on, each by itself with its scope, in the order of [`TechniqueId`]s.
            #[must_use]
            pub fn each_on<G: Game>(&self) -> Vec<&dyn Technique<G>> {
                let form: &dyn Technique<G> = &self.mate_distance;
                let all = [
                    (self.mate_distance != MateDistance::Off).then_some(form),
                    $(self.$switch.as_ref().map(|on| on as &dyn Technique<G>),)*
                ];
                all.into_iter().flatten().collect()
            }

            /// Every built-in technique: the forms of mate distance pruning, then the others.
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

        /// The hooks of all built-in techniques except mate distance pruning.
        macro_rules! all_but_mate_distance {
            ($built_in:expr, $limited:expr) => { nest!($built_in, $limited, 1; $($switch,)*) };
        }
    };
}

/// Nests techniques into pairs, starting at a place: `(A, (B, (C, ())))`.
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
    /// Search moves that give check deeper.
    check_extension: check_extension::CheckExtension,
    /// Cut off a node if the table knows a move that reaches beta.
    enhanced_transposition_cutoff: enhanced_transposition_cutoff::EnhancedTranspositionCutoff,
    /// Replace the search of a node near the horizon with quiescence if the evaluation is far below alpha.
    razoring: razoring::Razoring,
    /// Cut off a node if passing fails high in a reduced search.
    null_move: null_move::NullMove,
    /// Skip quiet moves near the horizon if the evaluation plus a margin does not exceed alpha.
    futility: futility::Futility,
    /// Search late quiet moves to a reduced depth first.
    late_move_reduction: late_move_reduction::LateMoveReduction,
    /// Search the table's move deeper if all others are far worse.
    singular_extension: singular_extension::SingularExtension,
    /// Cut off a node if a capture or promotion beats beta by a margin in a shallow search.
    prob_cut: prob_cut::ProbCut,
    /// Find the move to try first with a shallower search, if the table has none.
    internal_iterative_deepening: internal_iterative_deepening::InternalIterativeDeepening,
}

/// An entry of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// The setting whose value switches it on; empty if the technique's own name is the setting.
    pub key: &'static str,
    /// Its description.
    pub info: Info,
    /// The built-in techniques with only this one on.
    pub alone: BuiltIn,
}

impl BuiltIn {
    /// The hooks of the techniques that are on, except mate distance pruning. `may_be_limited` is whether any of them may be
    /// limited to some nodes.
    #[inline(always)]
    #[must_use]
    pub(crate) fn all_but_mate_distance<G: Game>(
        &self,
        may_be_limited: bool,
    ) -> impl Techniques<G> + use<'_, G> {
        all_but_mate_distance!(self, may_be_limited)
    }

    /// What the techniques that are on use.
    #[inline(always)]
    #[must_use]
    pub fn uses<G: Game>(&self) -> Uses {
        let form: Uses = Technique::<G>::uses(&self.mate_distance);
        form.and(self.all_but_mate_distance::<G>(true).uses())
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
    #[test]
    fn an_effect_has_its_name_and_says_what_it_promises() {
        for (effect, name, word) in [
            (Effect::Exact, "exact", "the root score is the same"),
            (Effect::MateExact, "mate-exact", "no mate is wrong"),
            (Effect::Heuristic, "heuristic", "the score may differ"),
        ] {
            assert_eq!(effect.name(), name);
            assert!(effect.promise().contains(word), "{name}");
        }
    }

    /// Each technique in two ways: as it is by default, and limited or with another parameter.
    #[test]
    fn of_two_settings_of_a_technique_the_others_takes_precedence() {
        let from =
            |settings: serde_json::Value| -> BuiltIn { serde_json::from_value(settings).unwrap() };
        let mut pairs = vec![
            (
                from(serde_json::json!({ "null-move": true })),
                from(serde_json::json!({ "null-move": { "reduction": 3 } })),
            ),
            (
                from(serde_json::json!({ "mate-distance": "cpw" })),
                from(serde_json::json!({ "mate-distance": "stockfish" })),
            ),
        ];
        for name in &BuiltIn::NAMES[1..] {
            let limited = serde_json::json!({ "at-depths": [3, 9] });
            pairs.push((
                from(serde_json::json!({ *name: true })),
                from(serde_json::json!({ *name: limited })),
            ));
        }
        for (one, other) in pairs {
            assert_ne!(one, other);
            assert_eq!(one.and(other), other);
            assert_eq!(other.and(one), one);
            // What is off takes precedence over nothing.
            assert_eq!(one.and(BuiltIn::OFF), one);
            assert_eq!(BuiltIn::OFF.and(one), one);
        }
    }

    #[test]
    fn techniques_of_both_settings_are_on() {
        let registry = BuiltIn::registry();
        for one in &registry {
            for other in registry.iter().filter(|other| other.key != one.key) {
                let on = |all: BuiltIn| {
                    let on = all.on::<crate::game::chess::Chess>();
                    on.into_iter().map(|(id, _)| id.place()).collect::<Vec<_>>()
                };
                let mut each = [on(one.alone), on(other.alone)].concat();
                each.sort_unstable();
                assert_eq!(on(one.alone.and(other.alone)), each);
            }
        }
    }
}
