//! A technique that acts only at some nodes: by window, depth and ply.
//!
//! Every built-in technique but the forms of mate distance pruning can be limited so, by parameters that it has besides its own.

use std::{fmt, marker::PhantomData};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{
        DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor,
        value::{MapAccessDeserializer, StringDeserializer},
    },
};

use super::{
    ClampPoint, Clamped, MadeMove, NoTechnique, Node, SubSearch, Technique, Uses,
    hooks::forward_hooks,
};
use crate::{
    game::Game,
    score::Score,
    table::Entry,
    units::{Depth, Ply},
    window::Window,
};

/// Where a technique acts; everywhere by default.
///
/// Packed into one number, 0 for no limit, since it is compared at every node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "Limits")]
#[schemars(with = "Limits")]
pub struct Within(u64);

/// The same, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", default)]
pub struct Limits {
    /// At which nodes it acts.
    #[schemars(extend("shared" = true))]
    pub at_nodes: Nodes,
    /// The least and the most depth of a node at which it acts.
    #[schemars(inner(range(max = 255)), extend("unit" = "plies", "shared" = true))]
    pub at_depths: [u8; 2],
    /// The least and the most distance from the root of a node at which it acts.
    #[schemars(inner(range(max = 255)), extend("unit" = "plies", "shared" = true))]
    pub at_plies: [u8; 2],
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            at_nodes: Nodes::All,
            at_depths: [0, u8::MAX],
            at_plies: [0, u8::MAX],
        }
    }
}

impl From<Limits> for Within {
    fn from(limits: Limits) -> Self {
        let ([least_depth, most_depth], [least_ply, most_ply]) =
            (limits.at_depths, limits.at_plies);
        let nodes = limits.at_nodes as u8;
        Within(u64::from_le_bytes([
            nodes,
            least_depth,
            !most_depth,
            least_ply,
            !most_ply,
            0,
            0,
            0,
        ]))
    }
}

impl From<Within> for Limits {
    fn from(within: Within) -> Self {
        let [nodes, least_depth, most_depth, least_ply, most_ply, ..] = within.0.to_le_bytes();
        Limits {
            at_nodes: match nodes {
                0 => Nodes::All,
                1 => Nodes::OpenWindow,
                _ => Nodes::NullWindow,
            },
            at_depths: [least_depth, !most_depth],
            at_plies: [least_ply, !most_ply],
        }
    }
}

/// Nodes, by the window that they are searched with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Nodes {
    /// Every node.
    #[default]
    All,
    /// Those whose value is wanted exactly: with a window, as narrowed so far, that is no null window.
    OpenWindow,
    /// Those that are only asked whether they reach beta: no value fits between the bounds of a null window.
    NullWindow,
}

impl Within {
    /// All nodes.
    pub const EVERYWHERE: Self = Within(0);

    /// Whether a node is one of these.
    #[inline(always)]
    #[must_use]
    pub fn holds<G: Game>(self, node: &Node<'_, G>) -> bool {
        self == Self::EVERYWHERE || Limits::from(self).hold(node.window, node.depth, node.ply)
    }
}

impl Limits {
    #[inline(never)]
    fn hold(self, window: Window, depth: Depth, ply: Ply) -> bool {
        let is_in = |[least, most]: [u8; 2], plies: u16| {
            (u16::from(least)..=u16::from(most)).contains(&plies)
        };
        let has_window = match self.at_nodes {
            Nodes::All => true,
            Nodes::OpenWindow => !window.is_null(),
            Nodes::NullWindow => window.is_null(),
        };
        has_window
            && is_in(self.at_depths, depth.plies().into())
            && is_in(self.at_plies, ply.plies())
    }
}

/// A technique and where it acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limited<T> {
    /// What acts.
    #[serde(flatten)]
    pub technique: T,
    /// Where it acts.
    #[serde(flatten)]
    pub within: Within,
}

impl<T> Limited<T> {
    /// A technique that acts at all nodes.
    #[must_use]
    pub const fn everywhere(technique: T) -> Self {
        Limited {
            technique,
            within: Within::EVERYWHERE,
        }
    }
}

/// Asks the technique where it acts.
macro_rules! within {
    ($self:ident, $asked:ident at $node:ident => $answer:expr) => {
        if $self.within.holds($node) {
            let $asked = &$self.technique;
            $answer
        } else {
            let $asked = &NoTechnique;
            $answer
        }
    };
}

impl<G: Game, T: Technique<G>> Technique<G> for Limited<T> {
    #[inline(always)]
    fn uses(&self) -> Uses {
        let own = self.technique.uses();
        if self.within == Within::EVERYWHERE {
            own
        } else {
            own.and(Uses::LIMITS)
        }
    }

    forward_hooks!(within);
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
                let mut limits = Limits::default();
                let own = Own {
                    map,
                    limits: &mut limits,
                };
                let technique = T::deserialize(MapAccessDeserializer::new(own))?;
                let within = limits.into();
                Ok(Limited { technique, within })
            }
        }
        deserializer.deserialize_map(Parameters(PhantomData))
    }
}

/// The technique's own parameters of a table; those that say where it acts are taken out.
struct Own<'l, A> {
    map: A,
    limits: &'l mut Limits,
}

impl<'de, A: MapAccess<'de>> Own<'_, A> {
    fn range(&mut self) -> Result<[u8; 2], A::Error> {
        let [least, most] = self.map.next_value()?;
        if least > most {
            let problem =
                format!("[{least}, {most}] has nothing in it; give the lesser number first");
            return Err(A::Error::custom(problem));
        }
        Ok([least, most])
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Own<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            match key.as_str() {
                "at-nodes" => self.limits.at_nodes = self.map.next_value()?,
                "at-depths" => self.limits.at_depths = self.range()?,
                "at-plies" => self.limits.at_plies = self.range()?,
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
    fn limits_stand_among_the_technique_s_own_parameters() {
        let text = r#"{ "at-plies": [2, 9], "reduction": 3, "at-nodes": "null-window" }"#;
        let limited: Limited<NullMove> = serde_json::from_str(text).unwrap();
        let own = NullMove {
            reduction: 3,
            ..NullMove::DEFAULT
        };
        assert_eq!(limited.technique, own);
        let limits = Limits::from(limited.within);
        assert_eq!((limits.at_plies, limits.at_depths), ([2, 9], [0, 255]));
        assert_eq!(limits.at_nodes, Nodes::NullWindow);
        assert_eq!(Within::from(Limits::default()), Within::EVERYWHERE);
        let written = serde_json::to_string(&limited).unwrap();
        assert_eq!(
            serde_json::from_str::<Limited<NullMove>>(&written).unwrap(),
            limited
        );
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
}
