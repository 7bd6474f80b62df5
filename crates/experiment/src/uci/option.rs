//! The options that an engine offers, and the check of their values.

use std::iter::Peekable;

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name, which may have several words.
    pub name: String,
    /// The values that it takes.
    pub takes: Takes,
    /// The default as the engine wrote it. None if it gave none.
    pub default: Option<String>,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// UCI's `check`: `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin {
        /// The smallest number that the engine allows.
        least: i64,
        /// The largest number that the engine allows.
        most: i64,
    },
    /// One of some words.
    Combo(Vec<String>),
    /// No value: setting it triggers an action.
    Button,
    /// UCI's `string`: any text.
    Text,
}

impl Offer {
    /// Parses the words after `option`; none if they are not an option.
    pub(super) fn parse<'l>(words: impl Iterator<Item = &'l str>) -> Option<Self> {
        let mut words = words.peekable();
        (words.next()? == "name").then_some(())?;
        let name = until(&mut words, &["type"]);
        (words.next()? == "type").then_some(())?;
        let kind = words.next()?;
        let (mut default, mut least, mut most) = (None, None, None);
        let mut choices = Vec::new();
        while let Some(key) = words.next() {
            let value = until(&mut words, &["default", "min", "max", "var"]);
            match key {
                "default" => default = Some(value),
                "min" => least = value.parse().ok(),
                "max" => most = value.parse().ok(),
                "var" => choices.push(value),
                _ => {}
            }
        }
        let takes = match kind {
            "check" => Takes::Check,
            "spin" => Takes::Spin {
                least: least.unwrap_or(i64::MIN),
                most: most.unwrap_or(i64::MAX),
            },
            "combo" => Takes::Combo(choices),
            "button" => Takes::Button,
            "string" => Takes::Text,
            _ => return None,
        };
        Some(Offer {
            name,
            takes,
            default,
        })
    }

    /// Whether this is the option of this name. Case does not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks that the option takes a value.
    ///
    /// # Errors
    /// The values that it takes.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let fits = match &self.takes {
            Takes::Check => ["true", "false"].contains(&value),
            Takes::Spin { least, most } => {
                let number = value.parse::<i64>();
                number.is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Takes::Combo(choices) => choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(value)),
            Takes::Button => false,
            // A line feed would begin another command.
            Takes::Text => !value.contains(['\n', '\r']),
        };
        if fits {
            return Ok(());
        }
        Err(match &self.takes {
            Takes::Check => "give true or false".to_owned(),
            Takes::Spin { least, most } => format!("give a whole number, {least} to {most}"),
            Takes::Combo(choices) => format!("give one of {}", choices.join(", ")),
            Takes::Button => "it is a button, which has no value; remove it".to_owned(),
            Takes::Text => "give a text of one line".to_owned(),
        })
    }
}

/// The words before the first of `ends`.
fn until<'l>(words: &mut Peekable<impl Iterator<Item = &'l str>>, ends: &[&str]) -> String {
    let mut all = Vec::new();
    while let Some(word) = words.next_if(|word| !ends.contains(word)) {
        all.push(word);
    }
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(line: &str) -> Option<Offer> {
        Offer::parse(line.split_whitespace())
    }

    #[test]
    fn offers_of_real_engines_are_read() {
        let spin =
            offer("name Mobility (Middle Game) type spin default 100 min 0 max 200").unwrap();
        assert!(spin.is_named("mobility (middle game)"));
        assert_eq!(spin.default.as_deref(), Some("100"));
        assert_eq!(
            spin.takes,
            Takes::Spin {
                least: 0,
                most: 200
            }
        );
        let combo =
            offer("name King Safety Curve type combo default Quadratic var Quadratic var Linear S")
                .unwrap();
        let choices = ["Quadratic", "Linear S"].map(str::to_owned).to_vec();
        assert_eq!(combo.takes, Takes::Combo(choices));
        let text = offer("name Debug Log File type string default ").unwrap();
        assert_eq!(
            (text.takes, text.default.as_deref()),
            (Takes::Text, Some(""))
        );
        assert_eq!(
            offer("name Clear Hash type button").unwrap().takes,
            Takes::Button
        );
        for none in [
            "",
            "name",
            "name X",
            "name X type",
            "name X type wheel",
            "type check",
        ] {
            assert_eq!(offer(none), None, "{none}");
        }
    }

    #[test]
    fn a_wrong_value_is_refused_with_the_right_ones() {
        let check = |line: &str, value: &str| offer(line).unwrap().check(value);
        let spin = "name Hash type spin default 16 min 1 max 1024";
        assert_eq!(check(spin, "1024"), Ok(()));
        for wrong in ["0", "1025", "x", "1.5", ""] {
            assert_eq!(
                check(spin, wrong),
                Err("give a whole number, 1 to 1024".to_owned())
            );
        }
        assert_eq!(check("name B type check", "true"), Ok(()));
        assert!(
            check("name B type check", "yes")
                .unwrap_err()
                .contains("true or false")
        );
        assert_eq!(check("name C type combo var A var B", "b"), Ok(()));
        assert!(
            check("name C type combo var A var B", "c")
                .unwrap_err()
                .contains("A, B")
        );
        assert!(
            check("name D type button", "true")
                .unwrap_err()
                .contains("button")
        );
        assert_eq!(check("name E type string", "a b"), Ok(()));
        assert!(check("name E type string", "a\nquit").is_err());
    }
}
