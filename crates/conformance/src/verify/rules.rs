//! Rules of registered techniques, by which the checker predicts their steps.

use std::sync::{Mutex, PoisonError};

use plybench_checker::{
    rules::{OwnRule, Rule},
    trace::OwnTechnique,
};
use plybench_engine::{
    game::{chess::Chess, named::AnyPosition},
    techniques::{Hooks, Switch},
};
use plybench_records::registered::{
    self, HasRegistered, RegisterError, RegisteredTechnique, Registrable,
};
use serde_json::Value;

/// A rule in each of the games that commands search.
pub trait RuleInEveryGame: Rule<Chess> + Rule<AnyPosition> + Send + Sync + 'static {}

impl<T> RuleInEveryGame for T where T: Rule<Chess> + Rule<AnyPosition> + Send + Sync + 'static {}

/// A game in which rules of registered techniques are asked.
pub(super) trait HasRules: HasRegistered + plybench_checker::game::Recorded {
    fn rule(of_every_game: &dyn RuleInEveryGame) -> &dyn Rule<Self>;
}

macro_rules! has_rules {
    ($($game:ty)*) => {$(
        impl HasRules for $game {
            fn rule(of_every_game: &dyn RuleInEveryGame) -> &dyn Rule<Self> {
                of_every_game
            }
        }
    )*};
}
has_rules! { Chess AnyPosition }

/// A rule with the parameters that its technique has.
type OfTechnique = fn(&RegisteredTechnique) -> Option<Box<dyn RuleInEveryGame>>;

/// The rules by the names of their techniques.
static RULES: Mutex<Vec<(&str, OfTechnique)>> = Mutex::new(Vec::new());

/// Registers a technique and its rule. Write the rule from the technique's condition; then the checker finds where the technique acts
/// otherwise. `examples/own_technique.rs` of the crate `plybench` has such a technique.
///
/// # Errors
/// As of [`registered::register`].
pub fn register<T: Registrable + RuleInEveryGame>() -> Result<(), RegisterError> {
    registered::register::<T>()?;
    let mut rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
    rules.push((T::INFO.name, |technique| {
        let switch: Switch<T> = technique.value.clone().try_into().ok()?;
        Some(Box::new(switch.0?.technique))
    }));
    Ok(())
}

/// The rule of a technique, if it has one.
fn of(technique: &RegisteredTechnique) -> Option<Box<dyn RuleInEveryGame>> {
    let rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, rule) = rules.iter().find(|(name, _)| *name == technique.name)?;
    rule(technique)
}

/// The rules of those of the techniques that have one.
pub(super) struct Rules(Vec<(&'static str, Box<dyn RuleInEveryGame>)>);

impl Rules {
    pub(super) fn of(techniques: &[RegisteredTechnique]) -> Self {
        let each = techniques.iter();
        Rules(each.filter_map(|one| Some((one.name, of(one)?))).collect())
    }

    /// As the checker takes them.
    pub(super) fn within<G: HasRules>(&self) -> Vec<OwnRule<'_, G>> {
        let each = self.0.iter();
        each.map(|(name, rule)| OwnRule {
            name,
            rule: G::rule(&**rule),
        })
        .collect()
    }
}

/// The techniques as the header of a trace names them.
#[must_use]
pub fn in_header(techniques: &[RegisteredTechnique]) -> Vec<OwnTechnique> {
    let each = techniques.iter().map(|technique| OwnTechnique {
        name: technique.name.to_owned(),
        parameters: match serde_json::to_value(&technique.parameters) {
            Ok(Value::Object(parameters)) => parameters,
            _ => serde_json::Map::new(),
        },
    });
    each.collect()
}

/// Whether the steps of a technique can be followed: by its rule, or because it says that it changes no window and no value, which
/// would leave no step. One that declares every hook says nothing.
pub(super) fn can_follow(technique: &RegisteredTechnique) -> bool {
    let hooks = technique.within::<Chess>().technique.hooks();
    !hooks.any(Hooks::RESHAPE) || hooks == Hooks::ALL || of(technique).is_some()
}
