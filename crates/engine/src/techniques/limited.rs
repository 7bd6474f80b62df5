//! A technique that acts only at some nodes, chosen by window, depth and ply.
//!
//! Every built-in technique except the forms of mate distance pruning can be limited in this way, by parameters that it has in
//! addition to its own.

use std::{fmt, marker::PhantomData};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor,
        value::{MapAccessDeserializer, StringDeserializer},
    },
};

use super::{Hooks, Node};
use crate::{
    game::Game,
    units::{Depth, Ply},
    window::Window,
};

/// The nodes at which a technique acts. The default is every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", default)]
pub struct Scope {
    /// The kind of window at which the technique acts.
    #[schemars(extend("shared" = true))]
    pub at_nodes: ScopeNodes,
    /// The smallest and the largest depth at which the technique acts.
    #[schemars(inner(range(max = 255)), extend("unit" = "plies", "shared" = true))]
    pub at_depths: [u8; 2],
    /// The smallest and the largest distance from the root at which the technique acts.
    #[schemars(inner(range(max = 255)), extend("unit" = "plies", "shared" = true))]
    pub at_plies: [u8; 2],
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            at_nodes: ScopeNodes::All,
            at_depths: [0, u8::MAX],
            at_plies: [0, u8::MAX],
        }
    }
}

/// The kinds of window at which a technique may act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScopeNodes {
    /// Every node, whatever its window.
    #[default]
    All,
    /// Nodes whose exact value may be needed: their window, as narrowed so far, is not a null window.
    OpenWindow,
    /// Nodes that only have to show whether they reach beta: no value lies between the bounds of a null window.
    NullWindow,
}

impl Scope {
    #[cold]
    #[inline(never)]
    fn contains(&self, window: Window, depth: Depth, ply: Ply) -> bool {
        let is_in = |[least, most]: [u8; 2], plies: u16| {
            (u16::from(least)..=u16::from(most)).contains(&plies)
        };
        let has_window = match self.at_nodes {
            ScopeNodes::All => true,
            ScopeNodes::OpenWindow => !window.is_null(),
            ScopeNodes::NullWindow => window.is_null(),
        };
        has_window
            && is_in(self.at_depths, depth.plies().into())
            && is_in(self.at_plies, ply.plies())
    }
}

/// A technique with the nodes at which it acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limited<T> {
    /// The technique with its parameters, which are written beside those of the scope.
    #[serde(flatten)]
    pub technique: T,
    /// The nodes at which it acts; `None` for every node. A file's default scope is read as `None`: the default as `Some` acts the same,
    /// but is tested at each node.
    #[serde(flatten, serialize_with = "or_every_node")]
    #[schemars(with = "Scope")]
    pub scope: Option<Scope>,
}

fn or_every_node<S: Serializer>(scope: &Option<Scope>, serializer: S) -> Result<S::Ok, S::Error> {
    scope.unwrap_or_default().serialize(serializer)
}

impl<T> Limited<T> {
    /// A technique that acts at every node.
    #[must_use]
    pub const fn everywhere(technique: T) -> Self {
        Limited {
            technique,
            scope: None,
        }
    }

    /// What the technique uses with its scope, if `unlimited` is what it uses without one.
    #[inline(always)]
    pub(super) fn with_hooks(&self, unlimited: Hooks) -> Hooks {
        match self.scope {
            None => unlimited,
            Some(_) => unlimited.and(Hooks::SCOPE),
        }
    }

    /// Whether its scope contains a node.
    #[inline(always)]
    pub(super) fn acts_at<G: Game>(&self, node: &Node<'_, G>) -> bool {
        match &self.scope {
            None => true,
            Some(scope) => scope.contains(node.window, node.depth, node.ply),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Limited<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parameters<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Parameters<T> {
            type Value = Limited<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a table of parameters")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Limited<T>, A::Error> {
                let mut scope = Scope::default();
                let own = OwnParameters {
                    map,
                    scope: &mut scope,
                };
                let technique = T::deserialize(MapAccessDeserializer::new(own))?;
                let scope = (scope != Scope::default()).then_some(scope);
                Ok(Limited { technique, scope })
            }
        }
        deserializer.deserialize_map(Parameters(PhantomData))
    }
}

/// The technique's own parameters in a table. Reading them moves the scope's parameters into `scope`.
struct OwnParameters<'l, A> {
    map: A,
    scope: &'l mut Scope,
}

impl<'de, A: MapAccess<'de>> OwnParameters<'_, A> {
    fn range(&mut self) -> Result<[u8; 2], A::Error> {
        let [least, most] = self.map.next_value()?;
        if least > most {
            let problem =
                format!("[{least}, {most}] is an empty range; give the smaller number first");
            return Err(A::Error::custom(problem));
        }
        Ok([least, most])
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OwnParameters<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            match key.as_str() {
                "at-nodes" => self.scope.at_nodes = self.map.next_value()?,
                "at-depths" => self.scope.at_depths = self.range()?,
                "at-plies" => self.scope.at_plies = self.range()?,
                _ => {
                    let key: StringDeserializer<A::Error> = key.into_deserializer();
                    return seed.deserialize(key).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::null_move::NullMove;

    #[test]
    fn a_scope_is_read_from_among_the_technique_s_own_parameters() {
        let text = r#"{ "at-plies": [2, 9], "reduction": 3, "at-nodes": "null-window" }"#;
        let limited: Limited<NullMove> = serde_json::from_str(text).unwrap();
        let own = NullMove {
            reduction: 3,
            ..NullMove::DEFAULT
        };
        assert_eq!(limited.technique, own);
        let scope = limited.scope.unwrap();
        assert_eq!((scope.at_plies, scope.at_depths), ([2, 9], [0, 255]));
        assert_eq!(scope.at_nodes, ScopeNodes::NullWindow);
        let everywhere = serde_json::to_string(&Scope::default()).unwrap();
        let everywhere: Limited<NullMove> = serde_json::from_str(&everywhere).unwrap();
        assert_eq!(everywhere, Limited::everywhere(NullMove::DEFAULT));
        let written = serde_json::to_string(&limited).unwrap();
        assert_eq!(
            serde_json::from_str::<Limited<NullMove>>(&written).unwrap(),
            limited
        );
        for nodes in [
            ScopeNodes::All,
            ScopeNodes::OpenWindow,
            ScopeNodes::NullWindow,
        ] {
            // One depth and one ply are ranges too.
            let scope = Scope {
                at_nodes: nodes,
                at_depths: [3, 3],
                at_plies: [7, 7],
            };
            let text = serde_json::to_string(&scope).unwrap();
            let read: Limited<NullMove> = serde_json::from_str(&text).unwrap();
            assert_eq!(read.scope, Some(scope));
        }
        for wrong in [
            r#"{ "at-node": "all" }"#,
            r#"{ "at-plies": [1] }"#,
            r#"{ "at-plies": [3, 2] }"#,
            r#"{ "at-nodes": "pv" }"#,
        ] {
            assert!(
                serde_json::from_str::<Limited<NullMove>>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
    #[test]
    fn the_problem_of_a_wrong_scope_is_named() {
        for (wrong, problem) in [
            ("[3]", "expected a table of parameters"),
            (
                r#"{ "at-depths": [3, 2] }"#,
                "[3, 2] is an empty range; give the smaller number first",
            ),
        ] {
            let refused = serde_json::from_str::<Limited<NullMove>>(wrong).unwrap_err();
            assert!(refused.to_string().contains(problem), "{refused}");
        }
    }
}
