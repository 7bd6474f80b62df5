//! The registry: every built-in technique with its switch and its description.

use super::{
    BuiltIn, Hooks, Limited,
    late_move_reduction::{LateMoveReduction, ReductionFormula},
};
use crate::{game::chess::Chess, search::SearchOptions};

/// What a technique may do to the result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The root score is the same as without the technique.
    Exact,
    /// No mate is wrong, and in a search without reductions none is longer than without the technique.
    /// Evaluations may differ.
    MateExact,
    /// The root score may differ from that without the technique.
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
                "the root score is the same as without the technique, provided that a table entry is used only at the depth it was searched to, that no entry's value depends on a draw by repetition or by the 50-move rule, and that correction history is off"
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

/// An entry of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// The setting whose value switches it on; empty if the technique's own name is the setting.
    pub key: &'static str,
    /// Its name, effect, condition and source.
    pub info: Info,
    /// The built-in techniques with only this one on.
    pub alone: BuiltIn,
}

impl Registered {
    /// These settings without the technique and with it alone, changed so that it has [something to act on](SearchOptions::serving).
    #[must_use]
    pub fn without_and_with(&self, mut base: SearchOptions) -> [SearchOptions; 2] {
        base.techniques = BuiltIn::OFF;
        let on = self.alone.on::<Chess>();
        let base = on
            .iter()
            .fold(base, |base, (_, on)| base.serving(on.technique.hooks()));
        let with = SearchOptions {
            techniques: base.techniques.and(self.alone),
            ..base
        };
        [base, with]
    }
}

impl SearchOptions {
    /// These settings, changed so that a technique that uses this has something to act on: quiescence, a history whose scores can fall,
    /// moves that are reduced by more than a ply.
    #[must_use]
    pub fn serving(mut self, uses: Hooks) -> Self {
        self.quiescence |= uses.any(Hooks::QUIESCENCE);
        if uses.any(Hooks::HISTORY) {
            (self.ordering.history, self.ordering.history_gravity) = (true, true);
        }
        if uses.any(Hooks::INHERITED) {
            let reduction = LateMoveReduction {
                formula: ReductionFormula::Roots,
                ..LateMoveReduction::DEFAULT
            };
            let reduction = Limited::everywhere(reduction);
            self.techniques.late_move_reduction.get_or_insert(reduction);
        }
        self
    }
}

/// Declares the built-in techniques besides mate distance pruning: a setting for each, and all that lists them.
macro_rules! built_in {
    ($($switch:ident: $technique:path,)*) => {
        /// The built-in techniques, each off or on with its parameters. All are off by default.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct BuiltIn {
            /// The form of mate distance pruning, if any.
            pub mate_distance: MateDistance,
            $(
                #[doc = concat!("Off, or on with its parameters and scope: [`", stringify!($switch), "`].")]
                #[serde(with = "switch")]
                pub $switch: Option<Limited<$technique>>,
            )*
        }

        $(impl Default for $technique {
            fn default() -> Self {
                Self::DEFAULT
            }
        })*

        impl JsonSchema for BuiltIn {
            fn schema_name() -> Cow<'static, str> {
                "BuiltIn".into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let properties = BTreeMap::from([
                    ("mate-distance", generator.subschema_for::<MateDistance>()),
                    $((<$technique>::INFO.name, switch::schema::<$technique>(generator)),)*
                ]);
                json_schema!({ "type": "object", "properties": properties })
            }
        }

        impl BuiltIn {
            /// No technique is on; the default.
            pub const OFF: BuiltIn = BuiltIn {
                mate_distance: MateDistance::Off,
                $($switch: None,)*
            };

            /// The names of the settings that switch techniques, in the order of [`TechniqueId`]s.
            pub const NAMES: &'static [&'static str] =
                &["mate-distance", $(<$technique>::INFO.name),*];

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

            /// The techniques that are on, in the order of [`TechniqueId`]s, each with its scope.
            #[must_use]
            pub fn on<G: Game>(&self) -> Vec<(TechniqueId, Added<'_, G>)> {
                let (mut on, mut places) = (Vec::new(), (0..).map(TechniqueId::at));
                let form = (self.mate_distance != MateDistance::Off)
                    .then_some(Added::everywhere(&self.mate_distance as &dyn Technique<G>));
                on.extend(places.next().zip(form));
                $({
                    let place = places.next();
                    if let Some(Limited { technique, scope }) = &self.$switch {
                        on.extend(place.zip(Some(Added { technique, scope: *scope })));
                    }
                })*
                on
            }

            /// Every built-in technique: the forms of mate distance pruning, then the others.
            #[must_use]
            pub fn registry() -> Vec<Registered> {
                let mut all = Vec::new();
                for form in MateDistance::ALL {
                    if let Some(info) = form.info() {
                        let alone = BuiltIn { mate_distance: form, ..BuiltIn::OFF };
                        all.push(Registered { key: "mate-distance", info, alone });
                    }
                }
                $(
                    let on = Some(Limited::everywhere(<$technique>::DEFAULT));
                    let alone = BuiltIn { $switch: on, ..BuiltIn::OFF };
                    all.push(Registered { key: "", info: <$technique>::INFO, alone });
                )*
                all
            }

            /// All of them but mate distance pruning, as if none were limited to some nodes.
            #[inline(always)]
            pub(crate) fn direct<G: Game>(&self) -> impl Direct<G> + use<'_, G> {
                registry::chain!(self; $($switch,)*)
            }
        }
    };
}
pub(super) use built_in;

/// Chains the techniques that can do with [`Hooks::MOVES`], which are named here. To test at each move whether one of the others is on
/// would cost, and where one is on, the search calls none directly.
macro_rules! chain {
    ($built_in:expr;) => { () };
    ($built_in:expr; check_extension, $($rest:tt)*) => {
        composition::Chain(&$built_in.check_extension, registry::chain!($built_in; $($rest)*))
    };
    ($built_in:expr; late_move_reduction, $($rest:tt)*) => {
        composition::Chain(&$built_in.late_move_reduction, registry::chain!($built_in; $($rest)*))
    };
    ($built_in:expr; $other:ident, $($rest:tt)*) => {
        composition::PassedOver(registry::chain!($built_in; $($rest)*))
    };
}
pub(super) use chain;

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

    /// A technique that needs no more and is not in the chain would never be asked.
    #[test]
    fn the_techniques_that_can_be_called_directly_are() {
        let direct = BuiltIn::registry().into_iter().filter(|entry| {
            let on = entry.alone.on::<Chess>();
            on.iter()
                .all(|(_, on)| on.technique.hooks().is_within(Hooks::MOVES))
        });
        let names: Vec<_> = direct.map(|entry| entry.info.name).collect();
        assert_eq!(names, ["check-extension", "late-move-reduction"]);
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
