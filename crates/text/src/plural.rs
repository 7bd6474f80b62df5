//! Numbers of things in messages: "1 job", "2 jobs"; and lists of them.

use std::fmt::Display;

/// A number with a comma before each group of three digits.
pub fn in_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with the name of what is counted, which takes an `s` in the plural.
pub fn count(number: impl Display + PartialEq + From<u8>, thing: &str) -> String {
    let plural = if number == 1.into() { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// As [`count`], with a comma before each group of three digits.
pub fn large_count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", in_thousands(number))
}

/// Things one after the other, as in "a, b and c".
pub fn listed<S: AsRef<str>>(things: &[S]) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match &things[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_list_follows_a_word() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed::<&str>(&[]), "");
    }

    #[test]
    fn three_digits_stand_together() {
        let numbers = [0, 999, 1000, 23_456, 200_000, 1_000_000];
        let shown = numbers.map(in_thousands);
        assert_eq!(
            shown,
            ["0", "999", "1,000", "23,456", "200,000", "1,000,000"]
        );
    }
}
