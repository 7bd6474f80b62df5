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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{BuiltIn, null_move::NullMove, razoring::Razoring};

    #[test]
    fn a_technique_is_off_on_or_on_with_other_parameters() {
        let other = NullMove {
            reduction: 3,
            ..NullMove::DEFAULT
        };
        let on = |technique| Some(Limited::everywhere(technique));
        for (text, technique) in [
            ("false", None),
            ("true", on(NullMove::DEFAULT)),
            (r#"{"reduction":3}"#, on(other)),
        ] {
            let read: Switch<NullMove> = serde_json::from_str(text).unwrap();
            assert_eq!(read.0, technique, "{text}");
            let written = serde_json::to_value(read).unwrap();
            assert_eq!(written.is_boolean(), technique != on(other), "{written}");
            assert_eq!(
                serde_json::from_value::<Switch<NullMove>>(written).unwrap(),
                read
            );
        }
        // A table that repeats a default is the default.
        let same: Switch<NullMove> = serde_json::from_str(r#"{"reduction":2}"#).unwrap();
        assert_eq!(serde_json::to_value(same).unwrap(), true);
    }

    #[test]
    fn what_is_neither_a_switch_nor_a_table_is_refused_with_what_is_accepted() {
        let wrong = serde_json::from_str::<Switch<NullMove>>("7").unwrap_err();
        let wrong = wrong.to_string();
        assert!(
            wrong.contains("expected true, false or a table of parameters"),
            "{wrong}"
        );
    }

    #[test]
    fn the_schema_of_a_switch_has_every_parameter_with_its_range_and_default() {
        let schema = schemars::schema_for!(Switch<Razoring>).to_value();
        assert_eq!(schema["title"], "Switch_of_Razoring");
        let forms = schema["anyOf"].as_array().unwrap();
        assert_eq!(forms[0]["type"], "boolean");
        let referred = |schema: &serde_json::Value| {
            let to = schema["$ref"]
                .as_str()
                .unwrap_or_else(|| panic!("{schema}"));
            to.strip_prefix('#').unwrap().to_owned()
        };
        let parameters = &schema.pointer(&referred(&forms[1])).unwrap()["properties"];
        let names: Vec<_> = parameters.as_object().unwrap().keys().collect();
        assert_eq!(names, ["at-depths", "at-nodes", "at-plies", "margins"]);
        let margins = &parameters["margins"];
        assert_eq!(margins["default"], serde_json::json!([300, 500, 900]));
        assert_eq!(referred(margins), "/$defs/Margins");
        let list = &schema["$defs"]["Margins"];
        assert_eq!(
            (&list["minItems"], &list["maxItems"]),
            (&1.into(), &4.into())
        );
        let each = &list["items"];
        assert_eq!(
            (&each["type"], &each["minimum"], &each["maximum"]),
            (&"integer".into(), &0.into(), &65534.into())
        );
        // The same parameters as in the schema of all techniques.
        let all = schemars::schema_for!(BuiltIn).to_value();
        let of_all = &all["properties"]["razoring"];
        assert_eq!(of_all["description"], schema["description"]);
        let same = all.pointer(&referred(&of_all["anyOf"][1])).unwrap();
        assert_eq!(&same["properties"], parameters);
    }
}
