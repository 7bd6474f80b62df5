//! Techniques of the caller's own, which then stand beside the built-in ones: in lists, settings, experiment files, checks, records
//! and charts.
//!
//! A program registers its techniques and then runs the command line:
//!
//! ```no_run
//! # use plybench::own::OwnTechnique;
//! # use plybench_engine::{game::Game, techniques::{Effect, Info, MadeMove, Node, Technique}};
//! # #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
//! # struct Mine {}
//! # impl<G: Game> Technique<G> for Mine {}
//! # impl OwnTechnique for Mine {
//! #     const INFO: Info = Info { name: "mine", effect: Effect::Exact, condition: "never", source: "here", used_by: "nobody" };
//! # }
//! fn main() -> std::process::ExitCode {
//!     plybench::own::register::<Mine>().expect("no other technique has its name");
//!     plybench::cli::main()
//! }
//! ```
//!
//! `examples/own_technique.rs` is one.

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use plybench_engine::{
    game::{chess::Chess, uniform_tree::UniformPosition},
    techniques::{BuiltIn, Info, Limited, Switch, Technique, Uses},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;
use toml::Value;

/// A technique that a caller brings. Its fields are its parameters, and its default has their defaults.
///
/// It searches the games that experiments know: implement [`Technique`] for every game. How its parameters are written, and their
/// units and ranges, are told by derives, as in `plybench_engine::techniques::futility`.
pub trait OwnTechnique:
    Technique<Chess>
    + for<'t> Technique<UniformPosition<'t>>
    + Copy
    + Default
    + PartialEq
    + Serialize
    + DeserializeOwned
    + JsonSchema
    + Send
    + Sync
    + 'static
{
    /// What is said of it. The name is the setting that switches it: lower case, with hyphens.
    const INFO: Info;

    /// Raise this when what it does changes: results of another version are not mixed with those of this one.
    const VERSION: u32 = 1;
}

/// Why a technique cannot be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RegisterError {
    /// The name is taken.
    #[error("there is a technique named {0:?}; choose another name")]
    Taken(&'static str),
    /// The name is none that a setting can have.
    #[error("a technique named {0:?}; give lower-case letters, digits and hyphens")]
    Name(&'static str),
    /// Settings have been read before.
    #[error("the technique {0:?} comes too late; register it first")]
    Late(&'static str),
}

/// A registered technique.
pub(crate) struct Entry {
    pub(crate) info: Info,
    pub(crate) version: u32,
    /// What it uses with its default parameters.
    pub(crate) uses: Uses,
    /// The schema of its switch, with its definitions.
    pub(crate) schema: fn() -> serde_json::Value,
    read: fn(Value) -> Result<Option<Own>, toml::de::Error>,
}

/// Those that are registered, until they are first asked for.
static WAITING: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
static REGISTRY: OnceLock<Vec<Entry>> = OnceLock::new();

/// Adds a technique to the built-in ones. Comes before anything else is done with this library.
///
/// # Errors
/// If its name is taken, or none that a setting can have, or if the settings have been read before.
pub fn register<T: OwnTechnique>() -> Result<(), RegisterError> {
    let name = T::INFO.name;
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_letter) {
        return Err(RegisterError::Name(name));
    }
    let is_built_in = BuiltIn::registry()
        .iter()
        .any(|entry| entry.info.name == name);
    if is_built_in
        || BuiltIn::NAMES.contains(&name)
        || waiting.iter().any(|own| own.info.name == name)
    {
        return Err(RegisterError::Taken(name));
    }
    if REGISTRY.get().is_some() {
        return Err(RegisterError::Late(name));
    }
    waiting.push(Entry {
        info: T::INFO,
        version: T::VERSION,
        uses: Technique::<Chess>::uses(&T::default()),
        schema: || schemars::schema_for!(Switch<T>).to_value(),
        read: |value| {
            let switch: Switch<T> = value.try_into()?;
            Ok(switch.0.map(|on| Own {
                name: T::INFO.name,
                // Plain data: it cannot fail to become a value.
                value: Value::try_from(&switch).unwrap_or(Value::Boolean(true)),
                technique: Arc::new(on),
            }))
        },
    });
    Ok(())
}

/// The registered techniques, in the order in which they were added.
pub(crate) fn registry() -> &'static [Entry] {
    REGISTRY.get_or_init(|| {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting)
    })
}

impl Entry {
    /// The technique with the parameters that a value gives; none if it is off.
    pub(crate) fn read(&self, value: Value) -> Result<Option<Own>, toml::de::Error> {
        (self.read)(value)
    }
}

/// A technique of the caller's own that is on.
#[derive(Clone)]
pub struct Own {
    name: &'static str,
    value: Value,
    technique: Arc<dyn InEveryGame>,
}

impl Own {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters, as its setting has them: `true` if all are at their defaults.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// As a technique in chess.
    #[must_use]
    pub fn in_chess(&self) -> &dyn Technique<Chess> {
        self.technique.in_chess()
    }

    /// As a technique on synthetic trees.
    #[must_use]
    pub fn in_trees<'t>(&self) -> &(dyn Technique<UniformPosition<'t>> + 't) {
        self.technique.in_trees()
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.value) == (other.name, &other.value)
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// A technique in each of the games that experiments know.
trait InEveryGame: Send + Sync {
    fn in_chess(&self) -> &dyn Technique<Chess>;
    fn in_trees<'t>(&self) -> &(dyn Technique<UniformPosition<'t>> + 't);
}

impl<T: OwnTechnique> InEveryGame for Limited<T> {
    fn in_chess(&self) -> &dyn Technique<Chess> {
        self
    }

    fn in_trees<'t>(&self) -> &(dyn Technique<UniformPosition<'t>> + 't) {
        self
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
            impl OwnTechnique for $technique {
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

    #[test]
    fn a_name_has_to_be_free_and_a_technique_early() {
        assert_eq!(register::<Taken>(), Err(RegisterError::Taken("null-move")));
        assert_eq!(register::<Form>(), Err(RegisterError::Taken("stockfish")));
        assert_eq!(
            register::<Group>(),
            Err(RegisterError::Taken("mate-distance"))
        );
        assert_eq!(register::<Capitals>(), Err(RegisterError::Name("Mine")));
        assert!(registry().is_empty());
        assert_eq!(register::<Late>(), Err(RegisterError::Late("late")));
    }
}
