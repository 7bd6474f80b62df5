//! Techniques that a calling program registers. They then appear beside the built-in ones: in lists, settings, experiment files,
//! checks, records and charts.
//!
//! A program registers its techniques and then runs the command line, `plybench::cli::main()`:
//!
//! ```
//! # use plybench_records::registered::{Registrable, register};
//! # use plybench_engine::{game::Game, techniques::{Effect, Info, MadeMove, Node, Technique}};
//! # #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
//! # struct Mine {}
//! # impl<G: Game> Technique<G> for Mine {}
//! # impl Registrable for Mine {
//! #     const INFO: Info = Info { name: "mine", effect: Effect::Exact, condition: "never", source: "here", used_by: "nobody" };
//! # }
//! register::<Mine>().expect("no other technique has its name");
//! ```
//!
//! `examples/own_technique.rs` of the crate `plybench` is such a program. It registers the rule by which the checker predicts the
//! technique's steps, too (`plybench::verify::rules::register`).

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use plybench_engine::{
    game::{Game, chess::Chess, named::AnyPosition},
    search::SearchOptions,
    techniques::{Added, BuiltIn, Info, Scope, Switch, Technique, TechniqueId},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;
use toml::{Table, Value};

/// A technique of a calling program. Its fields are its parameters, and its `Default` has their defaults. Each field has a doc
/// comment, and a type that is `bool`, a whole number, a list of whole numbers, or an enum without data whose variants have doc
/// comments.
///
/// It has to work in every game that commands search: implement [`Technique`] for every game. Derives give the names, units and
/// ranges of its parameters, as in `plybench_engine::techniques::futility`.
pub trait Registrable:
    InEveryGame + Copy + Default + PartialEq + Serialize + DeserializeOwned + JsonSchema + 'static
{
    /// Its description. The name is the setting that switches it on: lower case, with hyphens.
    const INFO: Info;

    /// The version of its behaviour. Raise it when the behaviour changes: results of different versions are not mixed.
    const VERSION: u32 = 1;
}

/// Why a technique cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegisterError {
    /// The name is taken.
    #[error("the name {0:?} is already used by a technique or a setting; choose another name")]
    Taken(&'static str),
    /// A setting cannot have this name.
    #[error("a technique cannot be named {0:?}; use lower-case letters, digits and hyphens")]
    Name(&'static str),
    /// A parameter has a type that settings do not have, or lacks a description or a default.
    #[error(
        "technique {0:?}: parameter {1:?} {2}; give each parameter a doc comment and a type that is bool, a whole number, a \
         list of them, or an enum without data whose variants have doc comments, and the container `#[serde(default)]`"
    )]
    Parameter(&'static str, String, &'static str),
    /// There are too many techniques.
    #[error("no room for technique {0:?}; register fewer techniques")]
    Many(&'static str),
    /// Settings have been read before.
    #[error(
        "technique {0:?} is registered too late; register it before using anything else of this library"
    )]
    Late(&'static str),
}

/// A technique of the calling program, as lists and settings see it.
pub struct Registration {
    /// Its name, effect, condition and source, as those of a built-in technique.
    pub info: Info,
    /// The schema of its switch, with its definitions.
    pub schema: fn() -> serde_json::Value,
    /// Reads the value of its setting: the technique with its parameters, none if it is off, an error if the technique does not take
    /// the value.
    pub read: fn(Value) -> Result<Option<RegisteredTechnique>, toml::de::Error>,
}

/// The techniques that are registered before the registry is first read.
static WAITING: Mutex<Vec<Registration>> = Mutex::new(Vec::new());
static REGISTRY: OnceLock<Vec<Registration>> = OnceLock::new();

/// Adds a technique to the built-in ones. Call this before anything else of this library.
///
/// # Errors
/// If its name is taken or cannot be that of a setting, if a parameter cannot be a setting, if there are too many techniques, or
/// if the settings have been read before.
pub fn register<T: Registrable>() -> Result<(), RegisterError> {
    let name = T::INFO.name;
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_letter) {
        return Err(RegisterError::Name(name));
    }
    let forms = BuiltIn::registry();
    let mut others = forms.iter().map(|entry| entry.info.name);
    let mut own = waiting.iter().map(|own| own.info.name);
    // The name of a setting would be ambiguous.
    let options = schemars::schema_for!(SearchOptions).to_value();
    if name == NONE
        || names_a_property(&options, name)
        || others.any(|other| other == name)
        || own.any(|other| other == name)
    {
        return Err(RegisterError::Taken(name));
    }
    let schema = || schemars::schema_for!(Switch<T>).to_value();
    if let Some((parameter, problem)) = unknown_parameter(&schema()) {
        return Err(RegisterError::Parameter(name, parameter, problem));
    }
    if BuiltIn::NAMES.len() + waiting.len() >= TechniqueId::MOST {
        return Err(RegisterError::Many(name));
    }
    if REGISTRY.get().is_some() {
        return Err(RegisterError::Late(name));
    }
    waiting.push(Registration {
        info: T::INFO,
        schema,
        read: |value| {
            let switch: Switch<T> = value.try_into()?;
            let Some(on) = switch.0 else {
                return Ok(None);
            };
            Ok(Some(RegisteredTechnique {
                name: T::INFO.name,
                version: T::VERSION,
                value: Value::try_from(switch).map_err(unwritable)?,
                parameters: Table::try_from(on).map_err(unwritable)?,
                technique: Arc::new(on.technique),
                scope: on.scope,
            }))
        },
    });
    Ok(())
}

/// The name that `verify` gives the search without techniques.
const NONE: &str = "none";

/// Whether a property anywhere in a schema has this name.
fn names_a_property(schema: &serde_json::Value, name: &str) -> bool {
    match schema {
        serde_json::Value::Object(object) => {
            let properties = object.get("properties");
            properties.is_some_and(|properties| properties.get(name).is_some())
                || object.values().any(|inner| names_a_property(inner, name))
        }
        serde_json::Value::Array(list) => list.iter().any(|inner| names_a_property(inner, name)),
        _ => false,
    }
}

/// A parameter in the schema of a switch that settings cannot show and check, and its problem.
fn unknown_parameter(switch: &serde_json::Value) -> Option<(String, &'static str)> {
    let referred = |schema: &serde_json::Value| {
        let pointer = schema["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
        pointer.and_then(|pointer| switch.pointer(pointer)).cloned()
    };
    let resolved = |schema: &serde_json::Value| referred(schema).unwrap_or_else(|| schema.clone());
    let parameters = resolved(&switch["anyOf"][1]);
    let is_described = |schema: &serde_json::Value| schema["description"].is_string();
    let mut all = parameters["properties"].as_object()?.iter();
    all.find_map(|(name, field)| {
        let schema = resolved(field);
        let is_known = match schema["type"].as_str() {
            Some("boolean" | "integer") => true,
            Some("array") => resolved(&schema["items"])["type"] == "integer",
            _ => schema["oneOf"].as_array().is_some_and(|words| {
                let is_word =
                    |word: &serde_json::Value| word["const"].is_string() && is_described(word);
                words.iter().all(is_word)
            }),
        };
        let problem = if !is_known {
            "is of a type that settings do not have"
        } else if !is_described(field) && !is_described(&schema) {
            "has no description"
        } else if field.get("default").is_none() && schema.get("default").is_none() {
            "has no default"
        } else {
            return None;
        };
        Some((name.clone(), problem))
    })
}

/// The error for a parameter that can be read but not written.
fn unwritable(error: toml::ser::Error) -> toml::de::Error {
    serde::de::Error::custom(error)
}

/// The registered techniques, in the order in which they were added.
pub fn registry() -> &'static [Registration] {
    REGISTRY.get_or_init(|| {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting)
    })
}

/// A registered technique that is on.
#[derive(Clone)]
pub struct RegisteredTechnique {
    /// The name of its setting.
    pub name: &'static str,
    /// The version of its behaviour.
    pub version: u32,
    /// The value of its setting: its parameters, or `true` if all are at their defaults.
    pub value: Value,
    /// All its parameters, including those that limit where it acts.
    pub parameters: Table,
    technique: Arc<dyn InEveryGame>,
    scope: Option<Scope>,
}

/// A technique in each of the games that commands search.
pub trait InEveryGame: Technique<Chess> + Technique<AnyPosition> + Send + Sync {}

impl<T> InEveryGame for T where T: Technique<Chess> + Technique<AnyPosition> + Send + Sync {}

/// A game in which registered techniques can be on.
pub trait HasRegistered: Game {
    /// A technique of every game as one of this game.
    fn within<'a>(technique: &'a (dyn InEveryGame + 'static)) -> &'a dyn Technique<Self>;
}

macro_rules! has_registered {
    ($($game:ty)*) => {$(
        impl HasRegistered for $game {
            fn within<'a>(technique: &'a (dyn InEveryGame + 'static)) -> &'a dyn Technique<Self> {
                technique
            }
        }
    )*};
}
has_registered! { Chess AnyPosition }

impl RegisteredTechnique {
    /// As a technique in a game.
    #[must_use]
    pub fn within<G: HasRegistered>(&self) -> Added<'_, G> {
        Added {
            technique: G::within(&*self.technique),
            scope: self.scope,
        }
    }
}

impl PartialEq for RegisteredTechnique {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.value) == (other.name, &other.value)
    }
}

impl fmt::Debug for RegisteredTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

#[cfg(test)]
mod tests {
    use plybench_engine::{game::Game, techniques::Effect};
    use serde::Deserialize;

    use super::*;

    macro_rules! named {
        ($technique:ident, $name:literal) => {
            #[derive(
                Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema,
            )]
            struct $technique {}
            impl<G: Game> Technique<G> for $technique {}
            impl Registrable for $technique {
                const INFO: Info = Info {
                    name: $name,
                    effect: Effect::Heuristic,
                    condition: "never",
                    source: "a test",
                    used_by: "nobody",
                };
            }
        };
    }

    named!(Taken, "null-move");
    named!(Form, "stockfish");
    named!(Group, "mate-distance");
    named!(Capitals, "Mine");
    named!(Late, "late");

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(default)]
    #[schemars(bound = "P: JsonSchema + Default + Serialize")]
    struct Typed<P: Default> {
        /// What it means.
        value: P,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    enum Words {
        /// The one.
        #[default]
        One,
        /// The other.
        Two,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    enum UndescribedWords {
        #[default]
        One,
        Two,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    struct WithoutDefault {
        /// What it means.
        value: u8,
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(default)]
    struct Undescribed {
        value: u8,
    }

    #[test]
    fn a_parameter_that_settings_cannot_show_is_refused() {
        fn unknown<T: JsonSchema + Default + PartialEq + Serialize>() -> Option<&'static str> {
            let schema = schemars::schema_for!(Switch<T>).to_value();
            unknown_parameter(&schema).map(|(name, problem)| {
                assert_eq!(name, "value");
                problem
            })
        }
        let strange = Some("is of a type that settings do not have");
        assert_eq!(unknown::<Typed<bool>>(), None);
        assert_eq!(unknown::<Typed<i32>>(), None);
        assert_eq!(unknown::<Typed<[u8; 3]>>(), None);
        assert_eq!(unknown::<Typed<Words>>(), None);
        assert_eq!(unknown::<Typed<UndescribedWords>>(), strange);
        assert_eq!(unknown::<Typed<Option<u8>>>(), strange);
        assert_eq!(unknown::<Typed<f64>>(), strange);
        assert_eq!(unknown::<Typed<char>>(), strange);
        assert_eq!(unknown::<Typed<Typed<u8>>>(), strange);
        assert_eq!(unknown::<WithoutDefault>(), Some("has no default"));
        assert_eq!(unknown::<Undescribed>(), Some("has no description"));
        assert_eq!(unknown::<Taken>(), None);
    }

    named!(Option_, "quiescence");
    named!(Part, "size");
    named!(Nothing, "none");

    #[test]
    fn a_name_has_to_be_free_and_a_technique_early() {
        assert_eq!(register::<Taken>(), Err(RegisterError::Taken("null-move")));
        assert_eq!(register::<Form>(), Err(RegisterError::Taken("stockfish")));
        assert_eq!(
            register::<Group>(),
            Err(RegisterError::Taken("mate-distance"))
        );
        assert_eq!(
            register::<Option_>(),
            Err(RegisterError::Taken("quiescence"))
        );
        assert_eq!(register::<Part>(), Err(RegisterError::Taken("size")));
        assert_eq!(register::<Nothing>(), Err(RegisterError::Taken("none")));
        assert_eq!(register::<Capitals>(), Err(RegisterError::Name("Mine")));
        assert!(registry().is_empty());
        assert_eq!(register::<Late>(), Err(RegisterError::Late("late")));
    }
}
