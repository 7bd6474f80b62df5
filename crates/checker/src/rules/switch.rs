//! How a trace's header gives a technique: off, or on with parameters and a scope.

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error},
};
use serde_json::{Map, Value};

use crate::value::Window;

/// A technique: `false`, `true` for its defaults, or a table of its parameters and those of its scope.
#[derive(Clone, Debug)]
pub struct Switch<T>(pub Option<(T, Scope)>);

impl<'de, T: Default + DeserializeOwned> Deserialize<'de> for Switch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut parameters = match Value::deserialize(deserializer)? {
            Value::Bool(false) => return Ok(Switch(None)),
            Value::Bool(true) => Map::new(),
            Value::Object(parameters) => parameters,
            other => {
                let problem =
                    format_args!("{other} is neither true or false nor a table of parameters");
                return Err(D::Error::custom(problem));
            }
        };
        if let Some((name, value)) = parameters
            .iter()
            .find(|(name, value)| !is_in_range(name, value))
        {
            let problem = format_args!("no technique has {name} {value}");
            return Err(D::Error::custom(problem));
        }
        let scope = Scope::among(&mut parameters).map_err(D::Error::custom)?;
        let technique = serde_json::from_value(parameters.into()).map_err(D::Error::custom)?;
        Ok(Switch(Some((technique, scope))))
    }
}

/// The ends of the names of parameters that have two bytes.
const TWO_BYTES: [&str; 5] = ["margin", "divisor", "base", "per-ply", "less-if-improving"];

/// Whether a search can have the numbers of a parameter: bytes, two bytes for centipawns, a range from less to more, and one to four
/// margins. The rules calculate with wider integers and would take others.
fn is_in_range(name: &str, value: &Value) -> bool {
    let is_at_most = |value: &Value, most| {
        !value.is_number() || value.as_u64().is_some_and(|number| number <= most)
    };
    match (name, value.as_array()) {
        ("margins", Some(margins)) => {
            let fits = |margin| is_at_most(margin, u64::from(u16::MAX) - 1);
            (1..=4).contains(&margins.len()) && margins.iter().all(fits)
        }
        (wide, _) if TWO_BYTES.iter().any(|name| wide.ends_with(name)) => {
            is_at_most(value, u16::MAX.into())
        }
        (_, Some(list)) => {
            let fits = |value| is_at_most(value, u8::MAX.into());
            list.iter().all(fits) && list.is_sorted_by_key(Value::as_u64)
        }
        (_, None) => is_at_most(value, u8::MAX.into()),
    }
}

// The nodes at which a technique acts.
super::parameters! {
    Scope {
        /// By whether the window is null.
        at_nodes: Nodes = Nodes::All,
        /// The smallest and the largest depth.
        at_depths: [i32; 2] = [0, 255],
        /// The smallest and the largest ply.
        at_plies: [i32; 2] = [0, 255],
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nodes {
    All,
    OpenWindow,
    NullWindow,
}

impl Scope {
    /// Takes the scope from among a technique's parameters.
    pub fn among(parameters: &mut Map<String, Value>) -> serde_json::Result<Self> {
        let keys = ["at-nodes", "at-depths", "at-plies"].into_iter();
        let scope: Map<_, _> = keys
            .filter_map(|key| parameters.remove_entry(key))
            .collect();
        match scope.iter().find(|(key, value)| !is_in_range(key, value)) {
            Some((key, value)) => {
                let problem = format_args!("no technique has {key} {value}");
                Err(Error::custom(problem))
            }
            None => serde_json::from_value(scope.into()),
        }
    }

    /// Whether a node is one of them.
    pub fn contains(&self, window: Window, depth: i32, ply: i32) -> bool {
        let is_in = |[least, most]: [i32; 2], plies: i32| least <= plies && plies <= most;
        let has_window = match self.at_nodes {
            Nodes::All => true,
            Nodes::OpenWindow => !window.is_null(),
            Nodes::NullWindow => window.is_null(),
        };
        has_window && is_in(self.at_depths, depth) && is_in(self.at_plies, ply)
    }
}
