//! A step as a line of text, with every field in which it can differ from the step that a checker expects.

use serde_json::Value;

use super::{NOBODY, Requested, Step};
use crate::game::NO_MOVE;

impl Step {
    /// The step as a line for people; `notation` gives a move's name from its number, `technique` a technique's from its place.
    #[must_use]
    pub fn text(
        self,
        notation: impl Fn(u16) -> String,
        technique: impl Fn(u8) -> String,
    ) -> String {
        let fields = self.fields();
        let value = |name: &str| {
            let field = fields.iter().find(|field| field.0 == name);
            field.map_or(&Value::Null, |field| &field.1)
        };
        let mv = || match value("mv").as_u64() {
            Some(mv) if mv as u16 != NO_MOVE => format!("move {}", notation(mv as u16)),
            _ => "no move".to_owned(),
        };
        let shown = |name: &str| match (name, value(name)) {
            ("mv", _) => mv(),
            ("asked", Value::String(what)) => match self {
                Step::SubSearch {
                    asked: Requested::Move,
                    ..
                } => mv(),
                Step::SubSearch {
                    asked: Requested::Again,
                    ..
                } => "this node".to_owned(),
                Step::SubSearch {
                    asked: Requested::Without,
                    ..
                } => {
                    format!("this node without {}", mv())
                }
                _ => what.clone(),
            },
            ("in_quiescence", Value::Bool(true)) => "quiescence ".to_owned(),
            ("overwrote", Value::Bool(true)) => ", over another position".to_owned(),
            (_, Value::Bool(_)) => String::new(),
            (_, Value::String(word)) => word.clone(),
            (_, number) => number.to_string(),
        };
        // Names stand at odd places, between braces.
        let parts = self.line().split(['{', '}']).enumerate();
        let parts = parts.map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => shown(part),
        });
        let credit = match self.by() {
            NOBODY => String::new(),
            by => format!(" by {}", technique(by)),
        };
        parts.chain([credit]).collect()
    }
}
