//! A technique in an experiment file: `false`, `true` for its defaults, or a table of parameters.
//!
//! A table that repeats the defaults is written as `true`, so that the same search is always written, and named, in the same way.

use std::{borrow::Cow, fmt, marker::PhantomData};

use super::Limited;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// A technique that may be off, as a serializable value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switch<T>(pub Option<Limited<T>>);

impl<T: Default + PartialEq + Serialize> Serialize for Switch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for Switch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Switch)
    }
}

impl<T: JsonSchema> JsonSchema for Switch<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Switch_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema::<T>(generator)
    }
}

/// The schema of a technique that may be off.
pub(super) fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let own = T::json_schema(generator);
    let description = own.get("description").cloned();
    let parameters = generator.subschema_for::<Limited<T>>();
    json_schema!({ "description": description, "anyOf": [{ "type": "boolean" }, parameters] })
}

pub(super) fn serialize<T: Default + PartialEq + Serialize, S: Serializer>(
    technique: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match technique {
        None => serializer.serialize_bool(false),
        Some(on) if *on == T::default() => serializer.serialize_bool(true),
        Some(on) => on.serialize(serializer),
    }
}

pub(super) fn deserialize<'de, T: Default + Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    struct Form<T>(PhantomData<T>);
    impl<'de, T: Default + Deserialize<'de>> Visitor<'de> for Form<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("true, false or a table of parameters")
        }

        fn visit_bool<E>(self, is_on: bool) -> Result<Option<T>, E> {
            Ok(is_on.then(T::default))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }
    }
    deserializer.deserialize_any(Form(PhantomData))
}
