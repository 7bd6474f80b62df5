//! Margins by depth: a parameter for techniques that compare an evaluation with a bound.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

/// A margin in centipawns for depth 1, 2, …; at most [`Margins::MOST`].
///
/// They are packed into one number, 16 bits each from the lowest, so that the search keeps them in a register. An array would be
/// copied to memory at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins(u64);

/// Marks a depth without a margin.
const NONE: u16 = u16::MAX;

impl Margins {
    /// The largest number of margins.
    pub const MOST: usize = 4;

    /// A margin for depth 1, 2, ….
    ///
    /// # Panics
    /// If there are none, or more than [`Margins::MOST`].
    #[must_use]
    pub const fn of(margins: &[u16]) -> Self {
        assert!(!margins.is_empty() && margins.len() <= Margins::MOST);
        let (mut all, mut at) = (u64::MAX, margins.len());
        while at > 0 {
            at -= 1;
            all = all << 16 | margins[at] as u64;
        }
        Margins(all)
    }

    /// The margin for a depth in plies, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn at(self, depth: u8) -> Option<u16> {
        let place = depth.wrapping_sub(1);
        if usize::from(place) >= Margins::MOST {
            return None;
        }
        let margin = (self.0 >> (16 * place)) as u16;
        (margin != NONE).then_some(margin)
    }
}

impl JsonSchema for Margins {
    fn schema_name() -> Cow<'static, str> {
        "Margins".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let margin = json_schema!({ "type": "integer", "minimum": 0, "maximum": NONE - 1 });
        json_schema!({ "type": "array", "items": margin, "minItems": 1, "maxItems": Margins::MOST })
    }
}

impl Serialize for Margins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((1..=Margins::MOST as u8).map_while(|depth| self.at(depth)))
    }
}

impl<'de> Deserialize<'de> for Margins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<u16>::deserialize(deserializer)?;
        if list.is_empty() || list.len() > Margins::MOST {
            let expected = format!("1 to {} margins", Margins::MOST);
            return Err(D::Error::invalid_length(list.len(), &expected.as_str()));
        }
        if list.contains(&NONE) {
            let range = format!("a margin below {NONE}");
            return Err(D::Error::invalid_value(
                Unexpected::Unsigned(NONE.into()),
                &range.as_str(),
            ));
        }
        let shifted = |all: u64, margin: &u16| all << 16 | u64::from(*margin);
        let unused = (list.len()..Margins::MOST).fold(0, |all, _| shifted(all, &NONE));
        Ok(Margins(list.iter().rev().fold(unused, shifted)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_found_by_depth_and_written_as_they_were_read() {
        for text in ["[200]", "[200,500]", "[0,65534,1,2]"] {
            let margins: Margins = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&margins).unwrap(), text);
        }
        let two: Margins = serde_json::from_str("[200,500]").unwrap();
        let at = [0, 1, 2, 3, 4, 5, 255].map(|depth| two.at(depth));
        assert_eq!(at, [None, Some(200), Some(500), None, None, None, None]);
        assert_eq!(Margins::of(&[7]), serde_json::from_str("[7]").unwrap());
        let four = serde_json::from_str("[1,2,3,4]").unwrap();
        assert_eq!(Margins::of(&[1, 2, 3, 4]), four);
        for wrong in ["[]", "[1,2,3,4,5]", "[65535]", "[-1]", "200"] {
            assert!(serde_json::from_str::<Margins>(wrong).is_err(), "{wrong}");
        }
    }
}
